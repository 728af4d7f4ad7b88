#![doc = include_str!("../README.md")]
//!
//! # How it works
//!
//! | part | file |
//! | --- | --- |
//! | the protocol, and when the server ends | `server.rs` |
//! | the tools with their arguments | `tools.rs` |
//! | answers to calls, from a calculator | `answer.rs` |
//! | calculators: one for a call, or kept under a name; limits, cancellation | `sessions.rs` |
//! | help and guide as resources | `resources.rs` |
//! | answers of bounded size | `size.rs` |
//!
//! `rmcp`, the library of those who write the protocol, reads and writes the messages.

mod answer;
mod resources;
mod server;
mod sessions;
mod size;
mod tools;

pub use server::{Options, serve};
pub use sessions::MOST_SESSIONS;
