#![doc = include_str!("../README.md")]

mod analysis;
mod convert;
mod document;
mod server;
mod transport;
mod value;

pub use server::{Ending, Options, serve};
