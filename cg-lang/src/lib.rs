//! The language G: programs of definitions, bindings and queries about
//! combinatorial games.
//!
//! A [`Session`] reads a program and answers its statements:
//!
//! ```
//! use cg_core::{Limits, Registry};
//! use cg_lang::{Event, Role, Session, Source};
//!
//! let engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
//! let mut session = Session::new(engine);
//! let program = Source::new("nim.g", "
//!     impartial Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 }; }
//!     ? Nim(2) + Nim(2)
//! ");
//! session.run(&program, Role::Program, &mut |session, event| {
//!     let Event::Answer(answer) = event else { panic!("{event:?}") };
//!     assert_eq!(answer.to_text(session).unwrap(), "second player win");
//! });
//! # Ok::<(), cg_core::Error>(())
//! ```
//!
//! Text becomes tokens, tokens become a flat tree, trees become code for a
//! stack machine; a [`Session`] keeps definitions and bindings and answers
//! statements. The grammar is at the head of the parser's source. Values are
//! computed by `cg-simplify`; this crate knows no family of games by name.
//!
//! Nothing here recurses on the machine's stack as deep as its input: nesting,
//! calls and games are bounded by memory alone. Programs, trees, code and texts count
//! towards the memory limit like values, and reading and printing look at the limits
//! as computing does.
//!
//! The rooms, from the ground up: `heap`, `source`, `directive`, `error`, `lexer`, `ast` and `parser` know no
//! games. `value` holds boards, graphs and findings, and collections and sums, which hold values. `context` works with
//! values, `library` has the functions of the language, `compile` makes code, `machine` runs it,
//! `position` is about positions, `session` about programs. `compile`, `machine` and `position` need each
//! other: a position is played by code, and code asks about positions. `outline` and `format` are for editors;
//! `format` stands on the parser alone.

mod ast;
mod board;
mod builtin;
mod collection;
mod compile;
mod context;
mod directive;
mod error;
mod finding;
mod format;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod graph;
mod heap;
mod heap_function;
pub mod help;
mod lexer;
mod library;
mod loops;
mod machine;
mod outcome;
mod outline;
mod parser;
mod position;
pub mod render;
mod session;
mod source;
mod sum;
mod value;

pub use board::{Board, MOST_CELLS};
pub use builtin::{
    Asked, BuiltIn, Figure, Figured, MoveTo, PositionSolver, Reasons, Scored, ScoredPosition,
    Verdict,
};
pub use collection::Collection;
pub use context::{Context, RunResult};
pub use directive::ArgumentKind;
pub use error::{Error, ErrorKind, ParseError, PartialAnswer, RunError};
pub use finding::Finding;
pub use format::format;
pub use graph::{Graph, MOST_VERTICES};
pub use heap::{Heap, Shared};
pub use heap_function::{HeapFunction, HeapOptions};
pub use lexer::{Piece, PieceKind, Reading, pieces};
pub use loops::{LoopyGame, Open};
pub use machine::{BoardKind, OwnBoards};
pub use outcome::letter as outcome_letter;
pub use outline::{NameKind, Outline, ProgramName};
pub use parser::is_unfinished;
pub use position::{
    AskedTerm, Change, DefinedPart, Definitions, Explanation, GamePosition, Host, LoopyMoves,
    PartKind, PositionArgument, PositionMove, PositionPart, Rules, SumOfParts, WinningMoves, cut,
};
pub use session::{
    AddedDirective, Answer, AnswerKind, Event, Role, Session, Summary, Vocabulary, Word, WordKind,
};
pub use source::{Source, Span};
pub use sum::Sum;
pub use value::{List, MOST_INTEGER_BITS, MOST_NESTED, Text, Value};
