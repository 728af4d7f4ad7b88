#![doc = include_str!("../README.md")]
//!
//! # What it has
//!
//! - [`Calculator`]: evaluates programs of the language G, and keeps what they define. Its
//!   [`Settings`] are limits, notation and plugins.
//! - [`Reply`]: an answer or an error as data that serialises.
//! - [`Interrupt`] and [`Progress`]: handles by which another thread stops a computation, or
//!   shows how far it is.
//! - [`editing`]: what an editor of programs asks: completion, hints, brackets.
//! - Pictures as SVG ([`Calculator::picture`]), topics of help ([`Calculator::help`]).
//! - [`Ruleset`] and [`Values`]: rules written in Rust, and the values of their positions.
//! - [`SumSolver`]: who wins sums of positions of any mixture of rulesets.
//! - [`registry`]: the families of games for an [`Engine`] of one's own.
//!
//! The crates that it stands on are re-exported under their own names. A calculator is
//! [`Send`] and works on one thread at a time; two calculators share nothing.

#[cfg(feature = "lang")]
mod atlas;
#[cfg(feature = "lang")]
mod calculator;
#[cfg(feature = "lang")]
mod database;
#[cfg(feature = "lang")]
mod drawing;
#[cfg(feature = "lang")]
pub mod editing;
#[cfg(feature = "lang")]
mod error;
#[cfg(feature = "lang")]
mod explore;
#[cfg(all(feature = "lang", feature = "families"))]
mod families;
#[cfg(feature = "lang")]
mod figures;
#[cfg(all(feature = "lang", feature = "loopy"))]
mod loopy;
#[cfg(all(feature = "lang", feature = "misere"))]
mod misere;
#[cfg(all(feature = "lang", feature = "octal"))]
mod octal;
#[cfg(feature = "lang")]
mod orthodox;
#[cfg(feature = "lang")]
mod own_rules;
#[cfg(all(feature = "lang", feature = "octal"))]
mod partizan_heaps;
#[cfg(all(feature = "lang", feature = "octal"))]
mod periods;
#[cfg(all(feature = "lang", feature = "plot"))]
mod picture;
#[cfg(all(feature = "lang", feature = "plugins"))]
mod plugins;
#[cfg(all(feature = "lang", feature = "prove"))]
mod proofs;
#[cfg(all(feature = "misere", feature = "plot"))]
pub mod quotient_pictures;
#[cfg(feature = "lang")]
mod reply;
#[cfg(feature = "lang")]
mod reply_parts;
#[cfg(feature = "lang")]
mod rulesets;
#[cfg(all(feature = "lang", feature = "universes"))]
mod scores;
mod settings;
#[cfg(feature = "lang")]
mod sides;
#[cfg(feature = "lang")]
mod solve;
#[cfg(all(feature = "lang", feature = "octal"))]
mod solve_heaps;
#[cfg(all(feature = "lang", feature = "universes"))]
mod solve_points;
#[cfg(feature = "lang")]
mod solve_why;
#[cfg(feature = "lang")]
mod sum_report;
#[cfg(feature = "lang")]
mod sums;
#[cfg(feature = "lang")]
mod thermograph;
#[cfg(all(feature = "lang", feature = "trinim"))]
mod trinim;
#[cfg(all(feature = "lang", feature = "universes"))]
mod universes;

pub use cg_core::{
    Dyadic, Error as GameError, Game, Interrupt, Limits, Notation, Outcome, Player, Progress,
    Registry, Relation, most_memory,
};
pub use cg_rulesets::{Convention, Ruleset};
pub use cg_simplify::Engine;
pub use cg_solve::Values;
pub use dashu_int::{IBig, UBig};

#[cfg(feature = "lang")]
pub use cg_lang::{
    Answer, AnswerKind, Error, Role, Session, Source, Span, Summary, Value, Vocabulary,
};

#[cfg(feature = "lang")]
pub use atlas::{AtlasBudget, Sheet, SheetSummary, TableRow, write_index};
#[cfg(feature = "lang")]
pub use calculator::Calculator;
#[cfg(feature = "lang")]
pub use database::{Build, BuildProgress, Built, Databases, check_database, default_databases};
#[cfg(feature = "lang")]
pub use error::CalculatorError;
#[cfg(feature = "lang")]
pub use explore::{
    ExploreMove, ExploreReply, Goal, Mark, MoveJudgement, PartReply, RulesetReply, ValueReply,
    Winner, explore, explore_in_rounds,
};
#[cfg(all(feature = "lang", feature = "families"))]
pub use families::board_components;
#[cfg(all(feature = "lang", feature = "misere"))]
pub use misere::{HeapWord, MisereMovesReply, MisereReply, QuotientReply};
#[cfg(all(feature = "lang", feature = "plot"))]
pub use picture::{Drawing, PictureKind, Stretch, illustrated};
#[cfg(all(feature = "lang", feature = "prove"))]
pub use proofs::Claims;
#[cfg(feature = "lang")]
pub use reply::{
    Bytes, Content, Event, GameReply, Item, KnownReply, LoopyReply, Options, Place, Problem, Reply,
    Simplified, StepReply, WhyReply, WinningReply,
};
#[cfg(feature = "lang")]
pub use reply_parts::{Fault, Part, Texts, WinningMoveReply};
#[cfg(feature = "lang")]
pub use rulesets::{PositionValues, RulesetDescription, no_such_ruleset, ruleset_list};
#[cfg(all(feature = "lang", feature = "universes"))]
pub use scores::ScoreReply;
#[cfg(feature = "plugins")]
pub use settings::configuration;
pub use settings::{Settings, registry};
#[cfg(feature = "lang")]
pub use sides::Sides;
#[cfg(feature = "lang")]
pub use solve::{SumSolver, WrittenSum, WrittenTerm};
#[cfg(all(feature = "lang", feature = "universes"))]
pub use solve_points::scores;
#[cfg(feature = "lang")]
pub use sum_report::{SumQuestion, SumReport};
#[cfg(feature = "lang")]
pub use sums::{SolvedMove, SolvedReply};
#[cfg(feature = "lang")]
pub use thermograph::{Corner, ThermographReply};
#[cfg(all(feature = "lang", feature = "trinim"))]
pub use trinim::MOST_NIM_PARTS;

pub use {cg_core, cg_rulesets, cg_simplify, cg_solve, cg_subgroups, dashu_int, dashu_ratio};

#[cfg(feature = "families")]
pub use cg_families;
#[cfg(feature = "lang")]
pub use cg_lang;
#[cfg(feature = "loopy")]
pub use cg_loopy;
#[cfg(feature = "misere")]
pub use cg_misere;
#[cfg(feature = "octal")]
pub use cg_octal;
#[cfg(feature = "play")]
pub use cg_play;
#[cfg(feature = "plot")]
pub use cg_plot;
#[cfg(feature = "plugins")]
pub use cg_plugin;
#[cfg(feature = "prove")]
pub use cg_prove;
#[cfg(feature = "trinim")]
pub use cg_trinim;
#[cfg(feature = "universes")]
pub use cg_universes;
