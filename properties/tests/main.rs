//! How the house is built: what no test of one crate sees.

mod circles;
mod programs;
mod release;
mod workspace;
