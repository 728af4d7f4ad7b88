//! The tests of the library, in one program: it is linked once.

mod calculator;
mod editing;
mod examples;
mod explore;
mod families;
mod figures;
mod fuzz;
mod loopy;
mod misere;
mod misere_sums;
mod octal;
mod one_answer;
mod orthodox;
mod own_databases;
mod own_rules;
mod picture;
mod positions;
mod scores;
mod solve;
mod sums;
mod tasks;
mod universes;
mod values_in_rulesets;
