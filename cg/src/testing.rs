//! A calculator for tests that compare routes to an answer.

use std::sync::Arc;

use crate::Calculator;
use crate::rulesets::Shared;
use crate::sums::Sums;

/// A calculator that spends so many steps on the value of a sum before it searches.
pub fn searching(steps: u32) -> Calculator {
    let mut calculator = Calculator::new().expect("the standard subgroups are sound");
    let sums = Sums::new(Shared::default(), None).with_steps(steps);
    calculator.session().set_solver(Arc::new(sums));
    calculator
}
