//! How the house is built: what no test of one crate sees.

mod circles;
mod guide;
mod programs;
mod prose;
mod release;
mod workspace;
