//! The language G.

mod ast;
mod error;
mod lexer;
mod parser;
pub mod render;
mod source;

pub use error::{DirectiveError, Error, ErrorKind, LexError, ParseError, ResolveError, RunError};
pub use lexer::Reading;
pub use parser::is_unfinished;
pub use source::{Source, Span};
