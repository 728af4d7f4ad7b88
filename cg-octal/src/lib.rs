//! Octal games and their relatives: nim-sequences, periods with proof.
//!
//! A taking-and-breaking game is played with heaps of tokens; a move removes
//! tokens from one heap and may split the rest. [`Rules`] reads its code or
//! name.

mod block;
mod certificate;
mod checkpoint;
mod code;
mod cousins;
mod dense;
mod error;
mod explain;
mod general;
mod kernel;
mod marker;
mod maximum;
mod moves;
mod oracle;
mod period;
mod proof;
mod report;
mod rules;
mod run;
mod sequence;
mod space;
mod strategy;
mod survey;

pub use certificate::{Certificate, Verified, value_hash};
pub use code::Code;
pub use cousins::agree;
pub use dense::Dense;
pub use error::{OctalError, Result};
pub use explain::Kind;
pub use general::General;
pub use kernel::Simd;
pub use oracle::oracle;
pub use period::{Period, find_period};
pub use proof::Method;
pub use report::{Report, write_csv};
pub use rules::Rules;
pub use run::{Ending, Finding, Limits, Progress, Run, Watch, WatchPoint};
pub use sequence::{EngineKind, Sequence, Settings, nim_values};
pub use space::Space;
pub use strategy::{Analysis, Move, analyse, misere_moves, misere_wins};
pub use survey::{SurveyPlan, octal_codes, survey, survey_table};
