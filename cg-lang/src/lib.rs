//! The language G: programs of definitions, bindings and queries about
//! combinatorial games.
//!
//! Text becomes tokens, tokens become a flat tree, trees become code for a
//! stack machine; a [`Session`] keeps definitions and bindings and answers
//! statements. The grammar is at the head of the parser's source. Values are
//! computed by `cg-simplify`; this crate knows no family of games by name.
//!
//! Nothing here recurses on the machine's stack as deep as its input: nesting,
//! calls and games are bounded by memory alone.

mod ast;
mod builtin;
mod compile;
mod context;
mod directive;
mod error;
pub mod fuzz;
mod heap;
pub mod help;
mod lexer;
mod machine;
mod parser;
mod position;
pub mod render;
mod session;
mod source;
mod value;

pub use builtin::BuiltIn;
pub use context::{Context, Run};
pub use error::{DirectiveError, Error, ErrorKind, LexError, ParseError, ResolveError, RunError};
pub use heap::{Heap, Shared};
pub use lexer::{Piece, PieceKind, Reading, pieces};
pub use parser::is_unfinished;
pub use position::{
    Explanation, GamePosition, MisereMemo, PositionMove, PositionPart, Rules, WinningMove,
    WinningMoves,
};
pub use session::{
    AddedDirective, Answer, AnswerKind, Event, HeapFunction, HeapOptions, Refusal, Role, Session,
    Summary, Vocabulary, Word, WordKind,
};
pub use source::{Source, Span};
pub use value::{List, MOST_INTEGER_BITS, MOST_NESTED, Text, Value};
