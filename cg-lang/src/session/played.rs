//! Positions for programs that play: read, moved in, and written.

use std::sync::Arc;

use cg_core::{Game, Notation, Outcome, Player};

use super::Session;
use crate::ast::{Ast, NodeId, StatementKind};
use crate::builtin::{Asked, ScoredPosition};
use crate::context::{Context, RunResult};
use crate::error::{Error, RunError};
use crate::parser::Parser;
use crate::position::{GamePosition, Host, PositionArgument, PositionMove, PositionPart, Rules};
use crate::source::{Source, Span};
use crate::value::Value;

impl Session {
    /// Reads a position: one expression, whose value is a game.
    ///
    /// ```
    /// use cg_core::{Limits, Player, Registry};
    /// use cg_lang::{Session, Source};
    ///
    /// let engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let mut session = Session::new(engine);
    /// let position = session.position(&Source::new("typed", "{0|{0|0}} + {|0}"))?;
    /// let moves = session.position_moves(&position, Player::Right)?;
    /// assert_eq!((moves[1].component.as_str(), moves[1].becomes.as_str()), ("{|0}", "0"));
    /// assert_eq!(session.position_text(&moves[1].after)?, "{0|{0|0}}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Text that is no expression, or not only one; a value that is no game; limits. The game
    /// may be loopy: [`Session::position_comes_back`] tells.
    pub fn position(&mut self, source: &Source) -> Result<GamePosition, Error> {
        let (ast, node) = self.expression(source)?;
        crate::position::position(&mut self.machine, source, &ast, node)
    }

    /// Calls a function of positions with another body: `body` gets what stands between the parentheses of the
    /// call that `source` is, as the function would.
    ///
    /// # Errors
    /// Text that is no such call; errors of `body`; limits.
    pub fn with_positions<T>(
        &mut self,
        source: &Source,
        body: impl Fn(&Rules<'_>, &[PositionArgument]) -> RunResult<T>,
    ) -> Result<T, Error> {
        let (ast, node) = self.expression(source)?;
        crate::position::call_with(&mut self.machine, source, &ast, node, body)
    }

    /// The expression that a text is.
    fn expression(&mut self, source: &Source) -> Result<(Arc<Ast>, NodeId), Error> {
        self.machine.engine.restart_clock();
        source.count(&self.machine.heap);
        let mut parser = Parser::new(source.clone(), &self.reading);
        parser.watch(self.watch());
        let refused = |message: &str, span| {
            let (function, message) = ("position".to_owned(), message.to_owned());
            Error::new(RunError::Refused { function, message }, source, span)
        };
        let statement = match parser.next_statement() {
            None => return Err(refused("nothing is written", source.whole())),
            Some(Err(errors)) => {
                return Err(errors.into_iter().next().expect(FAILED));
            }
            Some(Ok(statement)) => statement,
        };
        let StatementKind::Value(node) = statement.kind else {
            let message = "a position is an expression, such as `Nim(3) + Nim(4)`";
            return Err(refused(message, statement.span));
        };
        if parser.next_statement().is_some() {
            return Err(refused("there is more than one statement", source.whole()));
        }
        Ok((statement.ast, node))
    }

    /// A value as text, cut where it is long, and never failing.
    pub fn shown(&mut self, value: &Value) -> String {
        self.machine.context().show(value)
    }

    /// The same in a notation; words stand as they are.
    pub fn shown_in(&mut self, value: &Value, notation: Notation) -> String {
        Context { notation, ..self.machine.context() }.show(value)
    }

    /// The moves of `player` in a position, those that are written alike once.
    ///
    /// # Errors
    /// Too many moves to list; errors of the rules; limits.
    pub fn position_moves(
        &mut self,
        position: &GamePosition,
        player: Player,
    ) -> Result<Vec<PositionMove>, Error> {
        self.rules().written_moves(position, player)
    }

    /// The position as it would be typed: `Nim(3)+Nim(2)`.
    ///
    /// # Errors
    /// A text that is too long; other limits.
    pub fn position_text(&mut self, position: &GamePosition) -> Result<String, Error> {
        self.rules().text(position)
    }

    /// The components of a position as data, in order.
    ///
    /// ```
    /// use cg_core::{Limits, Registry};
    /// use cg_lang::{Event, Role, Session, Source, Value};
    ///
    /// let engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let mut session = Session::new(engine);
    /// let program = Source::new("example", "F(s) { default: {0|}; }");
    /// session.run(&program, Role::Program, &mut |_, _| {});
    /// let position = session.position(&Source::new("typed", "F(\"ab\") + 1"))?;
    /// let parts = session.position_parts(&position)?;
    /// let (name, arguments) = parts[0].call.as_ref().unwrap();
    /// assert_eq!((name.as_str(), arguments[0].as_text()), ("F", Some("ab")));
    /// assert_eq!((parts[1].text.as_str(), &parts[1].call), ("1", &None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A text that is too long; other limits.
    pub fn position_parts(&mut self, position: &GamePosition) -> Result<Vec<PositionPart>, Error> {
        self.rules().parts(position)
    }

    /// The rules of the functions of this session, for solvers of any ruleset.
    pub fn rules(&mut self) -> Rules<'_> {
        crate::position::rules_of(&mut self.machine)
    }

    /// Whether the value of a component is loopy, so that positions may come back and play
    /// may be a draw.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub fn position_comes_back(&mut self, position: &GamePosition) -> Result<bool, Error> {
        self.rules().comes_back(position)
    }

    /// What a solver is lent of the session, for questions about positions.
    pub fn host(&mut self) -> Host<'_> {
        Host { machine: &mut self.machine }
    }

    /// Whether a component of a position is a game that may go on for ever, or its rules say so.
    pub fn position_is_loopy(&mut self, position: &GamePosition) -> bool {
        self.rules().is_loopy(position)
    }

    /// The position that a text writes and its scores, if points decide it: see
    /// [`BuiltIn::with_scores`](crate::BuiltIn::with_scores). `None` for other positions, whose value is not
    /// worked out.
    ///
    /// # Errors
    /// Text that is no expression, or not only one; limits. Of the scores: errors of the rules; limits.
    pub fn scored_position(
        &mut self,
        source: &Source,
        asked: Asked,
    ) -> Result<Option<ScoredPosition>, Error> {
        let (ast, node) = self.expression(source)?;
        crate::position::scored(&mut self.machine, source, &ast, node, asked)
    }

    /// Who wins a position when `first` moves first, in a game that ends: by the solver of the
    /// session where its value would take long.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub fn position_winner(
        &mut self,
        position: &GamePosition,
        first: Player,
    ) -> Result<Player, Error> {
        self.rules().winner(position, first)
    }

    /// The value of a position.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub fn position_value(&mut self, position: &GamePosition) -> Result<Game, Error> {
        self.rules().value(position)
    }

    /// The value of a position: a game, or one that may go on for ever.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub fn position_loopy_value(&mut self, position: &GamePosition) -> Result<Value, Error> {
        self.rules().loopy_value(position)
    }

    /// Who wins a position under misère play: see [`Rules::misere_outcome`].
    ///
    /// # Errors
    /// Those of [`Rules::misere_outcome`].
    pub fn misere_outcome(&mut self, position: &GamePosition) -> Result<Outcome, Error> {
        self.rules().misere_outcome(position)
    }

    /// Whether both players have the same moves in everything that a position can
    /// become. `None` when that takes a look at more than `most` moves.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub fn is_impartial(
        &mut self,
        position: &GamePosition,
        most: usize,
    ) -> Result<Option<bool>, Error> {
        self.rules().looks_impartial(position, most)
    }

    /// Who wins a game in normal play.
    ///
    /// # Errors
    /// Limits.
    pub fn value_outcome(&mut self, game: Game) -> Result<Outcome, Error> {
        self.machine.engine.outcome(game).map_err(outside)
    }

    /// A game in the notation of the session.
    ///
    /// # Errors
    /// A text that is too long; other limits.
    pub fn value_text(&mut self, game: Game) -> Result<String, Error> {
        self.machine.context().print(&Value::Game(game)).map_err(outside)
    }
}

/// Why there is an error.
const FAILED: &str = "a statement that cannot be read has an error";

/// An error that belongs to no place in a program.
fn outside(error: impl Into<RunError>) -> Error {
    Error::new(error.into(), &Source::new("", ""), Span::default())
}
