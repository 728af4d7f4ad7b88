//! A question with its answer, and the row of them that a seed gives.

use cg_calculator::{Calculator, CalculatorError};
use fastrand::Rng;
use serde::Serialize;

use crate::Kind;

/// A question with its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Task {
    /// The kind of the question.
    pub kind: Kind,
    /// The seed from which it comes.
    pub seed: u64,
    /// Its number in the row of this seed, from 0.
    pub number: u64,
    /// The question in words.
    pub question: String,
    /// The objects of the question, each as it is typed: forms, positions, codes and heaps.
    pub given: Vec<String>,
    /// A line for the shell that answers it.
    pub command: String,
    /// The answer.
    pub answer: Answer,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// A text: a value, an outcome, a relation.
    Text(String),
    /// All of some texts, in no order: moves.
    Texts(Vec<String>),
    /// A period and the heap from which on it holds, the least of both.
    Period {
        /// The period.
        period: u64,
        /// The first heap of it.
        preperiod: u64,
    },
    /// The stops.
    Stops {
        /// The left stop.
        left_stop: String,
        /// The right stop.
        right_stop: String,
    },
    /// The mean and the temperature.
    Temperature {
        /// The mean.
        mean: String,
        /// The temperature.
        temperature: String,
    },
}

/// How many tasks share a calculator: what it holds is forgotten then.
const SHARED: u64 = 500;

/// The tasks of a seed, one after another and without an end: of the kinds in turn.
///
/// ```
/// use cg_tasks::{Kind, Tasks};
/// let task = Tasks::new(7, &[Kind::Comparison]).nth(4).unwrap()?;
/// let again = Tasks::new(7, &[Kind::Comparison]).nth(4).unwrap()?;
/// assert_eq!(task, again);
/// # Ok::<(), cg_calculator::CalculatorError>(())
/// ```
#[derive(Debug)]
pub struct Tasks {
    seed: u64,
    kinds: Vec<Kind>,
    number: u64,
    calculator: Option<Calculator>,
}

impl Tasks {
    /// The tasks of a seed: of these kinds, or of all where none is given.
    pub fn new(seed: u64, kinds: &[Kind]) -> Self {
        let kinds = if kinds.is_empty() { Kind::ALL.to_vec() } else { kinds.to_vec() };
        Tasks { seed, kinds, number: 0, calculator: None }
    }

    fn made(&mut self) -> Result<Task, CalculatorError> {
        let number = self.number;
        let count = self.kinds.len() as u64;
        let at = usize::try_from(number % count).expect("it is below the number of kinds");
        let kind = self.kinds[at];
        self.number += 1;
        if number.is_multiple_of(SHARED) {
            self.calculator = None;
        }
        let calculator = match &mut self.calculator {
            Some(calculator) => calculator,
            none => none.insert(Calculator::new()?),
        };
        // A generator of its own: a task does not depend on those before it.
        let mixed = Rng::with_seed(self.seed).u64(..) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let made = crate::make::task(kind, &mut Rng::with_seed(mixed), calculator)?;
        let crate::make::Made { question, given, command, answer } = made;
        Ok(Task { kind, seed: self.seed, number, question, given, command, answer })
    }
}

impl Iterator for Tasks {
    type Item = Result<Task, CalculatorError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.made())
    }
}
