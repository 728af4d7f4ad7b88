//! A language server for G: what an editor asks about a program, over the Language Server Protocol.
//!
//! [`serve`] reads messages and writes answers. It diagnoses documents as they are typed, completes,
//! explains what the cursor is on and shows the values of closed expressions, finds and renames
//! names, colours and formats. It reads no file, loads no plugin and writes nothing: a document is
//! what the editor sent, and only the values of expressions are worked out, for a short time.
//!
//! The messages are read here and not by `lsp-server`, whose reader ends at the first that is
//! malformed: here it gets an error as its answer, and the next is read.
//!
//! ```
//! use std::io::Cursor;
//! let message = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
//! let typed = message(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#)
//!     + &message(r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
//!     + &message(r#"{"jsonrpc":"2.0","method":"exit"}"#);
//! let mut said = Vec::new();
//! let ending = cg_lsp::serve(Cursor::new(typed), &mut said, &cg_lsp::Options::default());
//! assert_eq!(ending.unwrap(), cg_lsp::Ending::Asked);
//! assert!(String::from_utf8(said).unwrap().contains("hoverProvider"));
//! ```

mod analysis;
mod convert;
mod document;
mod server;
mod transport;
mod value;

pub use server::{Ending, Options, ServeError, serve};
