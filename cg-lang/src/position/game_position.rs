//! Positions as data: what was typed, its components and its moves.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use cg_core::Game;
use cg_rulesets::Drawing;
use dashu_int::IBig;

use super::{Change, Failure, Term};
use crate::error::Error;
use crate::source::{Source, Span};
use crate::value::Value;

/// A position of a game that a session defines: a sum of components as the user
/// and the rules write them, which its value forgets.
/// Equal when it has the same components in the same order, wherever it was typed.
#[derive(Clone, Debug)]
pub struct GamePosition {
    pub(super) terms: Arc<[Term]>,
    /// The typed text, for errors.
    source: Source,
    span: Span,
}

impl PartialEq for GamePosition {
    fn eq(&self, other: &Self) -> bool {
        self.terms == other.terms
    }
}

impl Eq for GamePosition {}

impl Hash for GamePosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.terms.hash(state);
    }
}

impl GamePosition {
    pub(super) fn new(terms: Vec<Term>, source: Source, span: Span) -> Self {
        GamePosition { terms: terms.into(), source, span }
    }

    /// Its components, a position each, in order.
    ///
    /// ```
    /// use cg_core::{Limits, Registry};
    /// use cg_lang::{Session, Source};
    /// let mut session = Session::new(cg_simplify::Engine::new(Registry::empty(), Limits::default())?);
    /// let sum = session.position(&Source::new("typed", "{0|} - {|{0|0}}"))?;
    /// let texts: Vec<String> =
    ///     sum.components().iter().map(|it| session.position_text(it).unwrap()).collect();
    /// assert_eq!(texts, ["{0|}", "-{|{0|0}}"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn components(&self) -> Vec<GamePosition> {
        self.terms.iter().map(|term| self.with(vec![term.clone()])).collect()
    }

    /// About how many bytes it holds elsewhere.
    pub fn bytes(&self) -> usize {
        crate::sum::bytes(&self.terms)
    }

    /// An error, at what was typed unless it has its own place.
    pub(super) fn located(&self, failure: Failure) -> Error {
        failure.located(&self.source, self.span)
    }

    /// Another position that came from the same text.
    pub(super) fn with(&self, terms: Vec<Term>) -> Self {
        GamePosition { terms: terms.into(), ..self.clone() }
    }
}

/// A component of a [`GamePosition`] as data, for whoever draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionPart {
    /// How many copies there are: not 0, and negative for what is subtracted.
    pub count: IBig,
    /// The component as it would be typed, without the count: `Nim(7)`.
    pub text: String,
    /// The component as it stands in the position, with count and sign: `-2.Nim(7)`.
    pub written: String,
    /// The function and its arguments, when the component is a call of a function of
    /// the program, or of a built-in one that knows its moves: `Nim` and 7. See [`Value::as_text`] and [`Value::as_texts`].
    pub call: Option<(String, Vec<Value>)>,
    /// The drawing, when a built-in function gives one:
    /// [`BuiltIn::with_drawing`](crate::BuiltIn::with_drawing).
    pub drawing: Option<Drawing>,
}

/// A move in a position, with the whole position after it, or with the value of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionMove<P = GamePosition> {
    /// The component in which it is made, as it would be typed: `Nim(7)`.
    pub component: String,
    /// The component after the move: `Nim(6)`.
    pub becomes: String,
    /// Both as values, with their sign, where a winning move is made in a value: `*5` and `*3`.
    pub values: Option<[Game; 2]>,
    /// The cells or edges that change, where that says all.
    pub change: Option<Change>,
    /// The whole position after the move, or its value.
    pub after: P,
}

/// An argument of a function of positions, as it was typed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PositionArgument {
    /// A position: `Nim(3) + Nim(5)`.
    Position(GamePosition),
    /// A list of positions, `[Nim(3), Nim(5)]`; also `Nim(1..20)`, where a function of one number is
    /// given a range.
    List(Vec<GamePosition>),
    /// The name of a function: `Nim`.
    Function(String),
    /// Anything else: a text, say.
    Value(Value),
}
