#![doc = include_str!("../README.md")]
//!
//! # How it works
//!
//! | part | file |
//! | --- | --- |
//! | address, routes, who is let in | `server.rs` |
//! | the built page | `page.rs` |
//! | the table of sessions: how many, and when one ends | `sessions.rs` |
//! | one session: a thread with a calculator, and its questions in turn | `session.rs` |
//! | what a page asks and what it is told, as JSON | the crate `cg-protocol` |
//! | links with a worksheet in them | `link.rs` |
//!
//! A question is a POST; its answer is a stream of lines, a JSON object each ([`cg_protocol`]). A
//! second POST interrupts what is computed, and so does a page that is closed. No question
//! names a file, a plugin or a limit.

mod link;
mod page;
mod server;
mod session;
mod sessions;

pub use link::worksheet_of;
pub use server::{MOST_BODY, Options, PATIENCE, ServeError, Server};
pub use sessions::MOST_SESSIONS;
