//! Octal games and their relatives: nim-sequences, and periods with proofs.
//!
//! A taking-and-breaking game is played with heaps of tokens. A move removes tokens from one heap
//! and may split the rest. [`Rules`] reads a code or a name, and [`nim_values`] gives the first
//! values. [`Run`] goes on until a period is proved. [`Certificate`] is verified by code that
//! shares nothing with the engines.
//!
//! ```
//! use cg_octal::{Certificate, Ending, Limits, Rules, Run, Settings, nim_values};
//!
//! let kayles: Rules = "Kayles".parse()?;
//! assert_eq!(nim_values(&kayles, 8)?, [0, 1, 2, 3, 1, 4, 3, 2]);
//!
//! let mut run = Run::new(&kayles, Settings::default())?;
//! let limits = Limits { heaps: 1_000_000, time: None, all_heaps: false };
//! let ending = run.go(limits, &Default::default(), &mut |_| Ok(()))?;
//! assert_eq!(ending, Ending::Proved);
//! let period = run.finding().unwrap().period;
//! assert_eq!((period.preperiod, period.period), (71, 12));
//! Certificate::of(&run).unwrap().verify(1000, &Default::default())?;
//! # Ok::<(), cg_octal::OctalError>(())
//! ```
//!
//! # Engines
//!
//! | engine | plays | cost of heap n |
//! | --- | --- | --- |
//! | [`oracle`] | all games | all options, one by one: the definition |
//! | [`General`] | all games | about n operations on sets of values, for each number of parts |
//! | [`Dense`] | finite octal games, Grundy's game | about n / 16 vector operations |
//! | block engine | the same, through a [`SparseSpace`] | about the number of rare values |
//!
//! [`Sequence`] chooses among them, and chooses again while it grows. All give the same values, and
//! the tests compare each with the oracle. Vectors are used if [`Simd::detect`] finds AVX2; the
//! results are the same without them.
//!
//! # Two codes
//!
//! [`PartizanHeaps`] has the values of heaps in which Left and Right move by codes of their own:
//! canonical forms. Their periods may have any game as saltus; the theorem that proves them stands
//! in `partizan_period.rs`. [`PartizanOutcomes`] tells who wins where no move splits a heap.
//!
//! # Conventions
//!
//! Heap 0 has index 0. The preperiod is the first heap of the period, see [`Period`]; some
//! published tables give the heap before it. Limits, interrupts and damaged files are errors or
//! endings, never wrong values.

mod arithmetic;
mod block;
mod certificate;
mod checkpoint;
mod code;
mod cousins;
mod dense;
mod error;
mod explanation;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod general;
mod heaps;
mod kernel;
mod notated;
mod partizan;
mod partizan_outcomes;
mod partizan_period;
mod partizan_report;
mod period;
mod period_search;
mod report;
mod rules;
mod run;
mod sequence;
mod sparse_space;
mod state_log;
mod strategy;
mod survey;

pub use certificate::{Certificate, ChainCertificate, CheckedChain, Verified, value_hash};
pub use checkpoint::Checkpoint;
pub use code::Code;
pub use cousins::agree;
pub use dense::Dense;
pub use error::{OctalError, Result};
pub use explanation::{Explanation, StandardForm};
pub use general::General;
pub use heaps::{HeapMove, Heaps};
pub use kernel::Simd;
pub use partizan::{PartizanHeaps, PartizanRules};
pub use partizan_outcomes::{OutcomePeriod, PartizanOutcomes};
pub use partizan_period::{GameFinding, GamePeriod, find_game_period};
pub use partizan_report::{PartizanEffort, PartizanExplanation, PartizanReport};
pub use period::{Method, Period, find_period};
pub use period_search::Finding;
pub use report::{Report, write_csv};
pub use rules::{Kind, Rules, oracle};
pub use run::{Ending, Limits, Progress, Run, Watch, WatchPoint};
pub use sequence::{EngineKind, Sequence, Settings, nim_values};
pub use sparse_space::SparseSpace;
pub use state_log::{State, StateLog, Values};
pub use strategy::{
    Analysis, Effort, SumReport, analyse, analyse_within, misere_moves, misere_wins,
};
pub use survey::{
    SurveyPlan, distinct_codes, each_game, octal_codes, octal_codes_led_by, survey, survey_table,
};
