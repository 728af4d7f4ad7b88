//! Replies: answers and errors as data, which serialise to JSON, one object each.
//!
//! Every object has a `kind`. Games have their text in each notation, who wins, the family
//! that holds them, and their options. A part that cannot be worked out, such as a text
//! that is too long, is an object `{"error": ...}` in its place ([`Part`]); when the answer
//! itself cannot be written, the reply is an error, as it is for whoever reads text.

use std::fmt;

use cg_core::{Error as GameError, Game, Notation, Outcome, Player};
use cg_lang::{
    Answer, AnswerKind, Error, Explanation, PartialAnswer, PositionMove, RunError, Scored, Session,
    Source, Span, Value, Verdict, WinningMoves,
};
use cg_simplify::why::{End, Simplification, Step};
use serde::Serialize;

use crate::reply_parts::{Fault, Part, Texts, WinningMoveReply};
use crate::sides::{Sides, name};

/// How many options of a side are listed; beyond that only their number is given.
const MOST_OPTIONS: u64 = 256;
/// How many steps of an explanation are listed.
const MOST_STEPS: usize = 256;

/// What happens while a program runs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// A statement was answered.
    Answer(Answer),
    /// A statement failed; the program goes on with the next.
    Error(Error),
    /// Something that the user should know: how a spelling was read, or that a plugin failed and
    /// is left out.
    Note(String),
}

/// What a statement gave.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Reply {
    /// The answer as data.
    #[serde(flatten)]
    pub content: Content,
    /// The answer as text, in the notation in force; an error with its place drawn.
    pub shown: String,
    /// The statement, as it was written; none for errors and notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// What `:prove` can be asked about the answer: its value, who wins, or the comparison that
    /// holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// How long the statement took; none for errors and notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// The answer as data, by its kind.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Content {
    /// A value that is a game; integers are games too.
    Game(GameReply),
    /// Who wins a game: `? G`.
    Outcome(GameReply),
    /// A value that is a game that may go on for ever.
    Loopy(LoopyReply),
    /// Who wins such a game, or draws: `? G`.
    #[serde(rename = "loopy-outcome")]
    LoopyOutcome(LoopyReply),
    /// Who wins such a game, or draws, and how: `?? G`.
    #[serde(rename = "loopy-moves")]
    LoopyMoves {
        /// The game.
        #[serde(flatten)]
        game: LoopyReply,
        /// The moves that win, or draw where none wins.
        best_moves: WinningReply,
    },
    /// Who wins, and how: `?? G`.
    Moves {
        /// The game.
        #[serde(flatten)]
        game: GameReply,
        /// The winning moves.
        winning_moves: WinningReply,
    },
    /// Who wins a sum whose value is too large, found by search, and how: `? G`, `?? G`.
    Solved(crate::sums::SolvedReply),
    /// The scores of a position that points decide: `? G`, `?? G`.
    #[cfg(feature = "universes")]
    Scored(crate::scores::ScoreReply),
    /// Who wins a position under misère play, and how: `misere(G)`, `?? misere(G)`.
    #[cfg(feature = "misere")]
    Misere(crate::misere::MisereReply),
    /// A truth value.
    Truth {
        /// True or false.
        value: bool,
    },
    /// A rational number that is no game: `1/3`.
    Rational {
        /// Numerator and denominator in lowest terms, in decimal: `-2/3`.
        value: String,
    },
    /// An outcome as a value: `outcome(G)`.
    #[serde(rename = "outcome")]
    OutcomeValue {
        /// `N`, `P`, `L` or `R`; none for an outcome with draws.
        letter: Option<char>,
        /// The outcome in words.
        value: String,
    },
    /// A string.
    String {
        /// Its characters.
        value: String,
    },
    /// A list.
    List {
        /// Its items, in order.
        items: Vec<Item>,
    },
    /// A family of games: `family([^, *])`.
    #[cfg(feature = "families")]
    Family(Box<cg_families::FamilyReply>),
    /// A function, by its name.
    Function,
    /// Why an answer is what it is: `:why`.
    Why(Box<WhyReply>),
    /// What a directive says, possibly of several lines.
    Text {
        /// The lines.
        text: String,
    },
    /// Something that the user should know: a plugin failed and is left out.
    Note {
        /// One sentence.
        text: String,
    },
    /// What is wrong.
    Error {
        /// The error and its place.
        error: Box<Problem>,
    },
}

/// A game that may go on for ever.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct LoopyReply {
    /// In each notation.
    pub text: Texts,
    /// Who wins, or draws, in words.
    pub outcome: Part<String>,
}

/// An error that belongs to no place in a program.
pub(crate) fn outside(error: impl Into<cg_lang::ErrorKind>) -> Error {
    Error::new(error.into(), &Source::new("", ""), Span::default())
}

/// An error and its place.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Problem {
    /// A short, stable name of this kind of error: `missing-operand`.
    pub code: &'static str,
    /// The error in words.
    pub message: String,
    /// What to write or do instead, when that is known.
    pub help: Option<String>,
    /// Where it is.
    #[serde(flatten)]
    pub place: Place,
    /// The calls that were being computed, innermost first, the first few.
    pub calls: Vec<String>,
    /// Whether a limit was reached.
    pub limit: bool,
    /// The known part of the answer, when a limit or an interruption ended a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<KnownReply>,
    /// Whether the user stopped the computation.
    #[serde(skip)]
    pub interrupted: bool,
}

/// The known part of an answer that a limit or an interruption ended.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct KnownReply {
    /// Who wins when Left moves first, `left` or `right`, if it is known.
    pub left_first: Option<&'static str>,
    /// Who wins when Right moves first.
    pub right_first: Option<&'static str>,
    /// Facts about the terms, a sentence each.
    pub terms: Vec<String>,
    /// How many positions were looked at, where they were counted.
    pub positions: Option<u64>,
}

/// A place in a program.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// The name of the program: a file, `<input>`.
    pub source: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The place in bytes.
    pub span: Bytes,
}

/// A part of a program, in bytes from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bytes {
    /// Where it begins.
    pub start: u32,
    /// Where it ends: the first byte behind it.
    pub end: u32,
}

/// What is known of a game.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct GameReply {
    /// The game itself, for the engine that made it.
    #[serde(skip)]
    pub game: Game,
    /// Its text.
    pub text: Texts,
    /// Who wins: `left player win`.
    pub outcome: Part<String>,
    /// The family that holds it; `null` for a game that only its options describe.
    pub subgroup: Option<String>,
    /// Its canonical options.
    pub options: Sides<Part<Options>>,
}

/// The canonical options of a player.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Options {
    /// How many there are; `null` where that is more than 2^64.
    pub count: Option<u64>,
    /// The options in the notation in force; `null` when there are more than 256.
    pub list: Option<Part<Vec<Part<String>>>>,
}

/// The winning moves of both players.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct WinningReply {
    /// Left's.
    pub left: Vec<WinningMoveReply>,
    /// Right's.
    pub right: Vec<WinningMoveReply>,
    /// Components with too many moves to list.
    pub unlisted: Vec<String>,
}

/// An item of a list; games have their text alone. A list in a list is an array.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Item {
    /// A game.
    Game {
        /// In each notation.
        text: Box<Texts>,
    },
    /// A game that may go on for ever.
    Loopy {
        /// In each notation.
        text: Box<Texts>,
    },
    /// An integer.
    Integer {
        /// Its digits.
        text: String,
    },
    /// A truth value.
    Truth {
        /// True or false.
        value: bool,
    },
    /// A rational number that is no game.
    Rational {
        /// Numerator and denominator in lowest terms, in decimal: `-2/3`.
        value: String,
    },
    /// An outcome.
    Outcome {
        /// `N`, `P`, `L` or `R`; none for an outcome with draws.
        letter: Option<char>,
        /// The outcome in words.
        value: String,
    },
    /// A string.
    String {
        /// Its characters.
        value: String,
    },
    /// A family of games.
    #[cfg(feature = "families")]
    Family(Box<cg_families::FamilyReply>),
    /// A function, by its name.
    Function,
    /// A list.
    #[serde(untagged)]
    List(Vec<Item>),
}

/// An explanation.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct WhyReply {
    /// What is explained.
    pub subject: String,
    /// The answer that is explained.
    pub answer: String,
    /// The family that holds the value.
    pub subgroup: Option<String>,
    /// The explanation as lines of text.
    pub lines: Vec<String>,
    /// How the game was simplified, where that is the explanation.
    pub simplification: Option<Simplified>,
}

/// How a game was simplified. Games are in the notation in force.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Simplified {
    /// The options as given.
    pub given: Sides<Vec<Part<String>>>,
    /// The first steps.
    pub steps: Vec<StepReply>,
    /// How many steps there are.
    pub step_count: usize,
    /// The options that are left.
    pub reduced: Sides<Vec<Part<String>>>,
    /// The family whose rule recognised the game.
    pub decided_by: Option<String>,
    /// The reason that the family gives.
    pub reason: Option<String>,
}

/// A step of the simplification.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "step", rename_all = "lowercase")]
#[non_exhaustive]
pub enum StepReply {
    /// An option is dominated by another.
    Dominated {
        /// `left` or `right`.
        player: &'static str,
        /// The option that goes.
        option: Part<String>,
        /// The option that is at least as good.
        by: Part<String>,
    },
    /// An option is reversible.
    Reversible {
        /// `left` or `right`.
        player: &'static str,
        /// The option that goes.
        option: Part<String>,
        /// The answer that reverses it.
        through: Part<String>,
        /// The options that take its place.
        replacements: Vec<Part<String>>,
    },
}

impl Reply {
    /// What an event says, as data.
    pub fn new(session: &mut Session, event: &Event) -> Self {
        match event {
            Event::Answer(answer) => Self::of_answer(session, answer),
            Event::Error(error) => error.into(),
            Event::Note(text) => Self::note(text.clone()),
        }
    }

    /// Something that the user should know.
    pub fn note(text: impl Into<String>) -> Self {
        let text = text.into();
        Reply {
            content: Content::Note { text: text.clone() },
            shown: text,
            statement: None,
            claim: None,
            seconds: None,
        }
    }

    /// What an answer claims, on one line.
    fn claim(answer: &Answer, content: &Content) -> Option<String> {
        let expression = answer.origin().slice(answer.expression()?).trim().replace('\n', " ");
        match content {
            Content::Game(_) => Some(expression),
            Content::Outcome(_) | Content::Moves { .. } => Some(format!("? {expression}")),
            Content::Truth { value: true } if answer.compares() => Some(expression),
            _ => None,
        }
    }

    /// An answer as data. What keeps the answer from being written makes it an error.
    fn of_answer(session: &mut Session, answer: &Answer) -> Self {
        let shown = match answer.to_text(session) {
            Ok(shown) => shown,
            Err(error) => return (&error).into(),
        };
        let (source, span) = (answer.origin(), answer.span());
        let mut builder = Builder { session, source, span, bytes: shown.len() };
        let content = builder.content(answer.kind()).and_then(|content| {
            // With what is written to JSON, where signs may be escaped.
            let own = builder.bytes.saturating_add(2 * source.slice(span).len());
            builder.session.engine().look(own.saturating_mul(3))?;
            Ok(content)
        });
        match content {
            Ok(content) => Reply {
                claim: Self::claim(answer, &content),
                content,
                shown,
                statement: Some(source.slice(span).to_owned()),
                seconds: Some(answer.elapsed().as_secs_f64()),
            },
            Err(error) => (&builder.located(error)).into(),
        }
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        matches!(self.content, Content::Error { .. })
    }

    /// The reply as a JSON object on one line.
    ///
    /// ```
    /// use cg_calculator::Calculator;
    /// let replies = Calculator::new()?.evaluate("1 < 2");
    /// assert!(replies[0].to_json().starts_with(r#"{"kind":"truth","value":true,"#));
    /// # Ok::<(), cg_calculator::GameError>(())
    /// ```
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a reply is plain data with names for keys")
    }
}

/// The text of the reply.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl From<&Error> for Reply {
    fn from(error: &Error) -> Self {
        Reply {
            content: Content::Error { error: Box::new(error.into()) },
            shown: cg_lang::render::render(error, false),
            statement: None,
            claim: None,
            seconds: None,
        }
    }
}

impl From<&PartialAnswer> for KnownReply {
    fn from(known: &PartialAnswer) -> Self {
        let winner = |first| known.winners.and_then(|winners| winners[first as usize]).map(name);
        KnownReply {
            left_first: winner(Player::Left),
            right_first: winner(Player::Right),
            terms: known.terms.clone(),
            positions: known.positions,
        }
    }
}

impl From<&Error> for Problem {
    fn from(error: &Error) -> Self {
        Problem {
            known: error.known().map(KnownReply::from),
            code: error.code(),
            message: error.to_string(),
            help: error.help(),
            place: Place::new(error.origin(), error.span()),
            calls: error.calls().to_vec(),
            limit: error.is_limit(),
            interrupted: error.is_interruption(),
        }
    }
}

impl Place {
    fn new(source: &Source, span: Span) -> Self {
        let before = &source.text()[..span.range().start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Place {
            source: source.name().to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span: Bytes { start: span.start, end: span.end },
        }
    }
}

/// Makes the content of a reply, within the limits of the session.
struct Builder<'s> {
    session: &'s mut Session,
    source: &'s Source,
    span: Span,
    /// What the reply holds already.
    bytes: usize,
}

type Built<T> = Result<T, GameError>;

impl Builder<'_> {
    fn content(&mut self, kind: &AnswerKind) -> Built<Content> {
        Ok(match kind {
            AnswerKind::Value(value) => self.value(value)?,
            AnswerKind::Outcome { game, outcome } => {
                Content::Outcome(self.game(*game, Some(*outcome))?)
            }
            AnswerKind::LoopyOutcome { value, .. } => Content::LoopyOutcome(self.loopy(value)?),
            AnswerKind::LoopyMoves(moves) => Content::LoopyMoves {
                game: self.loopy(&moves.value)?,
                best_moves: self.winning(moves, Self::loopy_texts)?,
            },
            AnswerKind::Moves(moves) => Content::Moves {
                game: self.game(moves.value, Some(moves.outcome))?,
                winning_moves: self.winning(moves, |builder, &leaves| builder.texts(leaves))?,
            },
            AnswerKind::Full(earlier) => self.content(earlier.kind())?,
            AnswerKind::Why(explanation) => Content::Why(Box::new(self.why(explanation)?)),
            AnswerKind::Verdict(verdict) | AnswerKind::Searched(verdict) => told(verdict),
            AnswerKind::Scored(scored) => scores(scored),
            AnswerKind::Text(text) => Content::Text { text: text.clone() },
            _ => unreachable!("the language has no other kinds of answers"),
        })
    }

    /// Notes that the reply grew, and looks at the limits. What is written to JSON is there
    /// twice.
    fn grow(&mut self, bytes: usize) -> Built<()> {
        self.bytes += 2 * bytes;
        self.session.engine().look(self.bytes)
    }

    fn located(&self, error: GameError) -> Error {
        Error::new(error, self.source, self.span)
    }

    /// A part, or why it is missing; an interruption ends the reply.
    fn part<T>(&self, part: Built<T>) -> Built<Part<T>> {
        match part {
            Ok(part) => Ok(Part::Known(part)),
            Err(GameError::Interrupted) => Err(GameError::Interrupted),
            Err(error) => Ok(Part::Missing { error: Fault::of(&self.located(error)) }),
        }
    }

    fn value(&mut self, value: &Value) -> Built<Content> {
        Ok(match value {
            Value::Game(game) => Content::Game(self.game(*game, None)?),
            Value::Loopy(_) => Content::Loopy(self.loopy(value)?),
            Value::Truth(value) => Content::Truth { value: *value },
            Value::Rational(value) => Content::Rational { value: value.to_string() },
            Value::Outcome(outcome) => Content::OutcomeValue {
                letter: cg_lang::outcome_letter(*outcome),
                value: outcome.to_string(),
            },
            Value::Text(text) => {
                self.bytes += text.as_str().len();
                Content::String { value: text.as_str().to_owned() }
            }
            Value::List(list) => Content::List { items: self.items(list.items())? },
            Value::Board(board) => Content::String { value: board.to_string() },
            Value::Graph(graph) => Content::String { value: graph.to_string() },
            Value::Collection(collection) => {
                Content::List { items: self.items(collection.items())? }
            }
            Value::Finding(found) => {
                self.grow(found.text().len())?;
                #[cfg(feature = "families")]
                if let Some(family) = crate::families::family_of(found) {
                    return Ok(Content::Family(Box::new(family.clone())));
                }
                Content::Text { text: found.text().to_owned() }
            }
            _ => match value.held_integer() {
                // An integer is a game too: its fields are those of one.
                Some(integer) => {
                    let game = self.session.engine().integer(&integer)?;
                    Content::Game(self.game(game, None)?)
                }
                None => Content::Function,
            },
        })
    }

    fn items(&mut self, values: &[Value]) -> Built<Vec<Item>> {
        let mut items = Vec::new();
        for value in values {
            items.push(self.item(value)?);
            self.grow(size_of::<Item>())?;
        }
        Ok(items)
    }

    fn item(&mut self, value: &Value) -> Built<Item> {
        Ok(match value {
            Value::Game(game) => Item::Game { text: Box::new(self.texts(*game)?) },
            Value::Loopy(_) => Item::Loopy { text: Box::new(self.loopy_texts(value)?) },
            Value::Truth(value) => Item::Truth { value: *value },
            Value::Rational(value) => Item::Rational { value: value.to_string() },
            Value::Outcome(outcome) => Item::Outcome {
                letter: cg_lang::outcome_letter(*outcome),
                value: outcome.to_string(),
            },
            Value::Text(text) => {
                self.bytes += text.as_str().len();
                Item::String { value: text.as_str().to_owned() }
            }
            Value::List(list) => Item::List(self.items(list.items())?),
            Value::Board(board) => Item::String { value: board.to_string() },
            Value::Graph(graph) => Item::String { value: graph.to_string() },
            Value::Collection(collection) => Item::List(self.items(collection.items())?),
            Value::Finding(found) => {
                self.grow(found.text().len())?;
                #[cfg(feature = "families")]
                if let Some(family) = crate::families::family_of(found) {
                    return Ok(Item::Family(Box::new(family.clone())));
                }
                Item::String { value: found.text().to_owned() }
            }
            _ => match value.held_integer() {
                Some(integer) => {
                    let text = integer.to_string();
                    self.bytes += text.len();
                    Item::Integer { text }
                }
                None => Item::Function,
            },
        })
    }

    fn game(&mut self, game: Game, outcome: Option<Outcome>) -> Built<GameReply> {
        let text = self.texts(game)?;
        let outcome = outcome.map_or_else(|| self.session.engine().outcome(game), Ok);
        Ok(GameReply {
            game,
            text,
            outcome: self.part(outcome.map(|outcome| outcome.to_string()))?,
            subgroup: self.session.engine().subgroup_name(game).map(str::to_owned),
            options: Sides {
                left: self.options(game, Player::Left)?,
                right: self.options(game, Player::Right)?,
            },
        })
    }

    fn loopy(&mut self, value: &Value) -> Built<LoopyReply> {
        let outcome = self.session.loopy_outcome(value).map(|outcome| outcome.to_string());
        Ok(LoopyReply { text: self.loopy_texts(value)?, outcome: self.part_of(outcome)? })
    }

    fn loopy_texts(&mut self, value: &Value) -> Built<Texts> {
        let shown = self.session.notation();
        let mut text = |notation| {
            let text = self.session.text_of(value, notation);
            self.part_of(text)
        };
        Ok(Texts {
            latex: text(Notation::Latex)?,
            paper: text(Notation::Paper)?,
            shown: text(shown)?,
            standard: text(Notation::Standard)?,
            unicode: text(Notation::Unicode)?,
        })
    }

    /// A part that the language works out. Its errors are those of the engine, as the value
    /// is there already.
    fn part_of(&self, part: Result<String, RunError>) -> Built<Part<String>> {
        match part {
            Ok(part) => Ok(Part::Known(part)),
            Err(RunError::Game(error)) => self.part(Err(error)),
            Err(error) => {
                let error = Error::new(error, self.source, self.span);
                Ok(Part::Missing {
                    error: Fault {
                        code: error.code(),
                        message: error.to_string(),
                        limit: error.is_limit(),
                        interrupted: false,
                    },
                })
            }
        }
    }

    fn texts(&mut self, game: Game) -> Built<Texts> {
        let notation = self.session.notation();
        Ok(Texts {
            latex: self.text(game, Notation::Latex)?,
            paper: self.text(game, Notation::Paper)?,
            shown: self.text(game, notation)?,
            standard: self.text(game, Notation::Standard)?,
            unicode: self.text(game, Notation::Unicode)?,
        })
    }

    fn text(&mut self, game: Game, notation: Notation) -> Built<Part<String>> {
        let text = self.session.engine().print(game, notation);
        if let Ok(text) = &text {
            self.grow(text.len())?;
        }
        self.part(text)
    }

    fn options(&mut self, game: Game, player: Player) -> Built<Part<Options>> {
        let count = match self.session.engine().option_count(game, player) {
            Ok(count) => count,
            Err(error) => return self.part(Err(error)),
        };
        let list = match count {
            0..=MOST_OPTIONS => {
                let options = self.session.engine().options(game, player);
                let options = match options {
                    Ok(options) => Ok(self.listed(&options, usize::MAX)?),
                    Err(error) => Err(error),
                };
                Some(self.part(options)?)
            }
            _ => None,
        };
        let count = (count < u64::MAX).then_some(count);
        Ok(Part::Known(Options { count, list }))
    }

    /// A game in the notation in force.
    fn shown(&mut self, game: Game) -> Built<Part<String>> {
        self.text(game, self.session.notation())
    }

    /// Games in the notation in force, at most so many.
    fn listed(&mut self, games: &[Game], most: usize) -> Built<Vec<Part<String>>> {
        games.iter().take(most).map(|&game| self.shown(game)).collect()
    }

    fn winning<V, O>(
        &mut self,
        moves: &WinningMoves<V, O>,
        value: impl Fn(&mut Self, &V) -> Built<Texts>,
    ) -> Built<WinningReply> {
        let mut reply = |found: &PositionMove<V>| {
            let values = match found.values {
                Some([from, to]) => Some([Box::new(self.texts(from)?), Box::new(self.texts(to)?)]),
                None => None,
            };
            Ok(WinningMoveReply {
                values,
                change: found.change.as_ref().map(ToString::to_string),
                leaves: Some(value(self, &found.after)?),
                ..WinningMoveReply::new(found.component.clone(), found.becomes.clone())
            })
        };
        let mut list = |player| moves.of(player).iter().map(&mut reply).collect::<Built<_>>();
        let (left, right) = (list(Player::Left)?, list(Player::Right)?);
        Ok(WinningReply { left, right, unlisted: moves.unlisted.clone() })
    }

    fn why(&mut self, explanation: &Explanation) -> Built<WhyReply> {
        let value = explanation.value;
        let subgroup =
            value.and_then(|value| self.session.engine().subgroup_name(value).map(str::to_owned));
        let steps = explanation.simplification.as_ref();
        Ok(WhyReply {
            subject: explanation.subject.clone(),
            answer: explanation.answer.clone(),
            subgroup,
            lines: explanation.page.lines().to_vec(),
            simplification: steps.map(|steps| self.simplified(steps)).transpose()?,
        })
    }

    fn simplified(&mut self, simplification: &Simplification) -> Built<Simplified> {
        let (decided_by, reason) = match &simplification.end {
            End::Recognised { subgroup, reason } => (Some(subgroup.clone()), reason.clone()),
            End::Canonical { .. } => (None, None),
        };
        let steps = simplification.steps.iter().take(MOST_STEPS);
        Ok(Simplified {
            given: self.sides(&simplification.given)?,
            steps: steps.map(|step| self.step(step)).collect::<Built<_>>()?,
            step_count: simplification.steps.len(),
            reduced: self.sides(&simplification.reduced)?,
            decided_by,
            reason,
        })
    }

    fn step(&mut self, step: &Step) -> Built<StepReply> {
        Ok(match step {
            Step::Dominated { player, option, by } => StepReply::Dominated {
                player: name(*player),
                option: self.shown(*option)?,
                by: self.shown(*by)?,
            },
            Step::Reversible { player, option, through, replacements } => StepReply::Reversible {
                player: name(*player),
                option: self.shown(*option)?,
                through: self.shown(*through)?,
                replacements: self.listed(replacements, MOST_STEPS)?,
            },
        })
    }

    fn sides(&mut self, [left, right]: &[Vec<Game>; 2]) -> Built<Sides<Vec<Part<String>>>> {
        Ok(Sides { left: self.listed(left, MOST_STEPS)?, right: self.listed(right, MOST_STEPS)? })
    }
}

/// What a function says of who wins a position: `misere(G)`.
fn told(verdict: &Verdict) -> Content {
    #[cfg(feature = "misere")]
    if let Some(reply) = verdict.data.downcast_ref::<crate::misere::MisereReply>() {
        return Content::Misere(reply.clone());
    }
    if let Some(reply) = verdict.data.downcast_ref::<crate::sums::SolvedReply>() {
        return Content::Solved(reply.clone());
    }
    // Of a function that someone else added.
    Content::Text { text: verdict.text.clone() }
}

/// The scores of a position that points decide.
fn scores(scored: &Scored) -> Content {
    #[cfg(feature = "universes")]
    if let Some(answer) = scored.data.downcast_ref::<cg_universes::ScoreAnswer>() {
        return Content::Scored(answer.into());
    }
    Content::Text { text: scored.text.clone() }
}
