//! The tests of the library, in one program: it is linked once.

mod calculator;
mod loopy;
mod misere;
mod misere_sums;
mod own_rules;
mod replies_fuzz;
mod universes;
mod values_in_rulesets;
