//! The tests of the server, in one program: it is linked once.

mod client;
mod conversation;
mod editing;
mod hostile;
