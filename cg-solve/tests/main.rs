//! The tests of the solvers, in one program: it is linked once.

mod boards;
mod database;
mod dominoes;
mod families;
mod laws;
mod peers;
mod rulesets;
mod solver;
mod table;
mod theorems;
mod thermographs;
mod threads;
mod twins;
mod values;
