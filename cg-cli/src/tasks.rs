//! The sub-command `cg tasks`: questions with verified answers.

use cg_calculator::Interrupt;
use cg_tasks::{Kind, Tasks};
use clap::Args;

use crate::output::{Ending, complain, print};

/// Everything behind `cg tasks`.
#[derive(Debug, Args)]
#[command(
    about = "Questions with their answers, for exercises and for judging assistants",
    long_about = "Questions with their answers, for exercises and for judging assistants: JSON lines, each with the question in \
                  words, what it is about, a command that answers it, and the answer.\n\n\
                  The kinds are value, outcome, winning-move, comparison, nimber, misere, period, stops, temperature and \
                  nim-product. The same seed gives the same questions.",
    after_help = "Examples:\n  \
                  cg tasks --seed 7 --count 100                all kinds in turn\n  \
                  cg tasks --count 20 --kind outcome --kind misere\n\n\
                  Exit status: 0 answered, 1 an error, 2 wrong usage, 130 interrupted."
)]
pub(crate) struct Arguments {
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many questions
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: u64,
    /// Only questions of this kind; several take turns
    #[arg(long, value_name = "KIND")]
    kind: Vec<Kind>,
}

/// Runs the sub-command.
pub(crate) fn run(arguments: &Arguments, interrupt: &Interrupt) -> Ending {
    let tasks = Tasks::new(arguments.seed, &arguments.kind);
    for (_, task) in (0..arguments.count).zip(tasks) {
        if interrupt.is_raised() {
            return Ending::Interrupted;
        }
        let task = match task {
            Ok(task) => task,
            Err(error) => {
                complain(&format!("cg tasks: {error}"));
                return Ending::ProgramError;
            }
        };
        let line = serde_json::to_string(&task).expect("a task is plain data");
        if let Err(unwritten) = print(&(line + "\n")) {
            return unwritten.report();
        }
    }
    Ending::Answered
}
