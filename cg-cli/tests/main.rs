//! The tests of the command, in one program: it is linked once.

mod about;
mod atlas;
mod command;
mod common;
mod database;
mod doors;
mod editors;
mod family;
mod limits;
mod mcp;
mod octal;
mod pictures;
mod play;
mod plot;
mod plugins;
mod prove;
mod readme;
mod serve;
mod session;
mod solve;
mod streams;
mod trinim;
mod trust;
mod why;
