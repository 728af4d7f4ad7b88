//! Who wins: what the search for a certificate asks. Nothing of it is believed by a checker.

use std::collections::HashMap;
use std::convert::Infallible;
use std::ops::Range;

use cg_core::{Error, Game, LimitReached, Player};
use cg_rulesets::{Hints, Ruleset, Sign};
use cg_simplify::Engine;
use cg_solve::{RulesetId, Settings, Solver, Term};

use crate::arena::{Item, Kind, Signed, Universe};
use crate::error::ProveError;
use crate::rules::{Position, Rules};

impl Ruleset for Rules {
    type Position = Position;
    type Error = Infallible;

    fn moves(
        &self,
        position: &Position,
        player: Player,
        out: &mut impl Extend<Position>,
    ) -> Result<(), Infallible> {
        out.extend(Rules::moves(self, position, player));
        Ok(())
    }

    fn is_impartial(&self) -> bool {
        match self {
            Rules::Cram(_) | Rules::Nim => true,
            Rules::Graph(_, graph) => graph.is_impartial(),
            _ => false,
        }
    }

    fn split(
        &self,
        position: Position,
        parts: &mut impl Extend<(Position, Sign)>,
    ) -> Result<(), Infallible> {
        parts.extend(self.parts(&position).into_iter().map(|part| (part, Sign::Plus)));
        Ok(())
    }

    // A board of Domineering is looked up wherever it lies.
    fn normal(&self, position: Position) -> (Position, Sign) {
        let (Rules::Domineering(width), Position::Set(board)) = (self, &position) else {
            return (position, Sign::Plus);
        };
        if *board == 0 {
            return (position, Sign::Plus);
        }
        let columns = Rules::domino_lines(*width, *board, Player::Right);
        let column = columns.iter().position(|column| board & column != 0);
        let column = column.expect("a square lies in a column");
        let row = board.trailing_zeros() / width;
        let column = u32::try_from(column).expect("a board has few columns");
        (Position::Set(board >> (row * width + column)), Sign::Plus)
    }
}

impl Hints for Rules {
    fn lines(&self, position: &Position, player: Player) -> u32 {
        let (Rules::Domineering(width), &Position::Set(board)) = (self, position) else { return 0 };
        let lines = Rules::domino_lines(*width, board, player);
        let last = lines.iter().rposition(|line| board & line != 0);
        last.map_or(0, |last| u32::try_from(last).expect("a board has few lines") + 1)
    }

    fn band(&self, position: &Position, player: Player, lines: Range<u32>) -> Position {
        let (Rules::Domineering(width), &Position::Set(board)) = (self, position) else {
            return position.clone();
        };
        let all = Rules::domino_lines(*width, board, player);
        let band = &all[lines.start as usize..lines.end as usize];
        Position::Set(board & band.iter().fold(0, |all, line| all | line))
    }

    fn size(&self, position: &Position) -> u32 {
        u32::try_from(Rules::size(self, position)).unwrap_or(u32::MAX)
    }
}

/// A solver of sums, with the terms of the games that it met.
pub(crate) struct Oracle {
    solver: Solver,
    rules: Vec<RulesetId<Rules>>,
    terms: HashMap<Signed, Vec<Term>>,
}

impl Oracle {
    /// A solver for the rulesets of a universe.
    pub(crate) fn new(rules: &[Rules]) -> Self {
        let mut solver = Solver::new(Settings::default());
        let rules = rules.iter().map(|rules| solver.add(rules.clone())).collect();
        Oracle { solver, rules, terms: HashMap::new() }
    }

    /// The value of an explicit game.
    fn value_of_row(
        engine: &mut Engine,
        universe: &Universe,
        row: u32,
    ) -> Result<Game, ProveError> {
        Ok(engine.value(universe.forms.form(row))?)
    }

    fn terms(
        &mut self,
        engine: &mut Engine,
        universe: &Universe,
        signed: Signed,
    ) -> Result<Vec<Term>, ProveError> {
        if let Some(terms) = self.terms.get(&signed) {
            return Ok(terms.clone());
        }
        let mut terms = match universe.kind(signed.item) {
            Kind::Form(row) => vec![Term::Value(Self::value_of_row(engine, universe, *row)?)],
            Kind::Position(ruleset, position) => {
                self.solver.terms(self.rules[*ruleset], position.clone())?
            }
        };
        if signed.minus {
            for term in &mut terms {
                *term = self.solver.negative_term(engine, *term)?;
            }
        }
        self.terms.insert(signed, terms.clone());
        Ok(terms)
    }

    fn sum(
        &mut self,
        engine: &mut Engine,
        universe: &Universe,
        state: &[Signed],
    ) -> Result<Vec<Term>, ProveError> {
        let mut sum = Vec::new();
        for &signed in state {
            sum.extend(self.terms(engine, universe, signed)?);
        }
        Ok(sum)
    }

    /// Whether Left wins a sum, moving second.
    pub(crate) fn second(
        &mut self,
        engine: &mut Engine,
        universe: &Universe,
        state: &[Signed],
    ) -> Result<bool, ProveError> {
        let sum = self.sum(engine, universe, state)?;
        Ok(!self.solver.wins(engine, &sum, Player::Right)?)
    }

    /// Whether Left wins a sum, moving first.
    pub(crate) fn first(
        &mut self,
        engine: &mut Engine,
        universe: &Universe,
        state: &[Signed],
    ) -> Result<bool, ProveError> {
        let sum = self.sum(engine, universe, state)?;
        Ok(self.solver.wins(engine, &sum, Player::Left)?)
    }

    /// The value of a sum, whatever it costs.
    pub(crate) fn value(
        &mut self,
        engine: &mut Engine,
        universe: &Universe,
        state: &[Signed],
    ) -> Result<Game, ProveError> {
        let sum = self.sum(engine, universe, state)?;
        Ok(self.solver.sum_value(engine, &sum)?)
    }

    /// The value of a game, when so many steps of the engine suffice.
    pub(crate) fn value_within(
        &mut self,
        engine: &mut Engine,
        universe: &Universe,
        item: Item,
        steps: u32,
    ) -> Result<Option<Game>, ProveError> {
        let sum = [Signed { minus: false, item }];
        match engine.within(steps, |engine| self.value(engine, universe, &sum)) {
            Err(ProveError::Limit(Error::Limit(LimitReached::Steps { .. }))) => Ok(None),
            found => Ok(Some(found?)),
        }
    }
}
