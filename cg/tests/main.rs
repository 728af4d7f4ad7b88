//! The tests of the library, in one program: it is linked once.

mod calculator;
mod examples;
mod families;
mod figures;
mod loopy;
mod misere;
mod misere_sums;
mod one_answer;
mod own_databases;
mod own_rules;
mod positions;
mod scores;
mod tasks;
mod universes;
mod values_in_rulesets;
