//! Alpha-beta over sums: whether the mover of a sum wins.
//!
//! A sum is seen by its mover, who plays Left, so one table serves both players. The
//! search is depth first on a stack of its own.

use cg_core::{Game, Player};
use cg_rulesets::Sign;
use cg_simplify::Engine;
use smallvec::SmallVec;

use crate::components::Signed;
use crate::facts::Heat;
use crate::solver::{KeyMap, ORDER_STEPS, SolveError, Solver, unfinished};
use crate::sum::{Key, Sum};

/// What the table says of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Open,
    Won,
    Lost,
}

/// Sums whose winner is known or sought.
#[derive(Debug, Default)]
pub(crate) struct Table {
    verdicts: KeyMap<Verdict>,
}

impl Table {
    pub(crate) fn memory(&self) -> usize {
        self.verdicts.allocation_size()
    }
}

/// A sum in work, with the moves that are not settled.
struct Level {
    key: Key,
    children: Vec<Child>,
    at: usize,
}

struct Child {
    key: Key,
    sum: Sum,
    estimate: f64,
}

/// The most values besides the closed form that are added up to settle a sum.
const FEW: usize = 3;

impl Solver {
    /// Whether the mover of a sum wins.
    pub(crate) fn search(&mut self, engine: &mut Engine, start: &Sum) -> Result<bool, SolveError> {
        let mut levels = Vec::new();
        let found = self.search_from(engine, start, &mut levels);
        for level in levels {
            self.table.verdicts.remove(&level.key);
        }
        found
    }

    fn search_from(
        &mut self,
        engine: &mut Engine,
        start: &Sum,
        levels: &mut Vec<Level>,
    ) -> Result<bool, SolveError> {
        if let Some(known) = self.settled(engine, start)? {
            return Ok(known);
        }
        let key = start.key();
        let mut found = self.open(engine, start, key, levels)?;
        while let Some(level) = levels.last_mut() {
            if found == Some(false) {
                // The opponent loses after this move.
                let level = levels.pop().expect("there is a level");
                self.table.verdicts.insert(level.key, Verdict::Won);
                found = Some(true);
                continue;
            }
            let Some(child) = level.children.get_mut(level.at) else {
                let level = levels.pop().expect("there is a level");
                self.table.verdicts.insert(level.key, Verdict::Lost);
                found = Some(false);
                continue;
            };
            level.at += 1;
            let sum = std::mem::replace(&mut child.sum, Sum::empty());
            let key = child.key;
            let known = match self.settings.look_ahead {
                true => None,
                false => self.settled(engine, &sum)?,
            };
            found = match known {
                Some(known) => Some(known),
                None => self.open(engine, &sum, key, levels)?,
            };
        }
        Ok(found.expect("a sum leaves the stack when its winner is known"))
    }

    fn looked_up(&self, key: Key) -> Option<Verdict> {
        self.table.verdicts.get(&key).copied()
    }

    /// What is known of a sum; else its moves as a new level.
    fn open(
        &mut self,
        engine: &mut Engine,
        sum: &Sum,
        key: Key,
        levels: &mut Vec<Level>,
    ) -> Result<Option<bool>, SolveError> {
        match self.looked_up(key) {
            Some(Verdict::Won) => return Ok(Some(true)),
            Some(Verdict::Lost) => return Ok(Some(false)),
            Some(Verdict::Open) => return Err(SolveError::Loopy),
            None => {}
        }
        engine.check()?;
        if self.positions.is_multiple_of(256) {
            engine.look(self.memory())?;
        }
        self.positions += 1;
        let mut children = Vec::new();
        let mut won = false;
        self.children(engine, sum, &mut |solver, engine, sum| {
            let key = sum.key();
            if solver.settings.look_ahead {
                let known = match solver.looked_up(key) {
                    Some(Verdict::Won) => Some(true),
                    Some(Verdict::Lost) => Some(false),
                    Some(Verdict::Open) => return Err(SolveError::Loopy),
                    None => solver.settled(engine, &sum)?,
                };
                match known {
                    Some(false) => {
                        won = true;
                        return Ok(false);
                    }
                    Some(true) => return Ok(true),
                    None => {}
                }
            }
            let estimate = solver.estimate(engine, &sum)?;
            children.push(Child { key, sum, estimate });
            Ok(true)
        })?;
        if won || children.is_empty() {
            self.table.verdicts.insert(key, if won { Verdict::Won } else { Verdict::Lost });
            return Ok(Some(won));
        }
        // The worse for the opponent, the sooner.
        children.sort_by(|a, b| a.estimate.total_cmp(&b.estimate));
        self.table.verdicts.insert(key, Verdict::Open);
        levels.push(Level { key, children, at: 0 });
        Ok(None)
    }

    /// Hands each sum that the mover can move to, seen by the opponent, to `visit`,
    /// which says whether to go on.
    pub(crate) fn children(
        &mut self,
        engine: &mut Engine,
        sum: &Sum,
        visit: &mut dyn FnMut(&mut Solver, &mut Engine, Sum) -> Result<bool, SolveError>,
    ) -> Result<(), SolveError> {
        let negative = self.negated(engine, sum)?;
        let mut last = None;
        for &game in &sum.games {
            if last.replace(game) == Some(game) {
                continue;
            }
            let opposite = self.facts.of(engine, game)?.negative;
            let rest = negative.without_game(opposite);
            for option in engine.options(game, Player::Left)? {
                let mut child = rest.clone();
                let option = engine.negate(option)?;
                self.add_game(engine, &mut child, option)?;
                if !visit(self, engine, child)? {
                    return Ok(());
                }
            }
        }
        let mut last = None;
        for &part in &sum.parts {
            if last.replace(part) == Some(part) {
                continue;
            }
            let rest = negative.without_part(self.negative(part));
            let player = part.sign().player(Player::Left);
            let moves = self.moves(part.plus(), player)?;
            for at in 0..moves.len() {
                let mut child = rest.clone();
                for &moved in moves.get(at) {
                    let moved = match part.sign() {
                        Sign::Plus => self.negative(moved),
                        Sign::Minus => moved,
                    };
                    self.add_part(engine, &mut child, moved)?;
                }
                if !visit(self, engine, child)? {
                    return Ok(());
                }
            }
        }
        // Against a value that is no number nobody needs to move in a number (Siegel,
        // theorem II.3.20); a component without a value may be a number in disguise.
        if sum.cold != Game::ZERO
            && (sum.games.is_empty() || !self.facts.of(engine, sum.cold)?.is_number)
        {
            for option in engine.options(sum.cold, Player::Left)? {
                let mut child = negative.clone();
                child.cold = Game::ZERO;
                let option = engine.negate(option)?;
                self.add_game(engine, &mut child, option)?;
                if !visit(self, engine, child)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn negated(&mut self, engine: &mut Engine, sum: &Sum) -> Result<Sum, SolveError> {
        let mut negative = Sum::empty();
        negative.cold = engine.negate(sum.cold)?;
        for &game in &sum.games {
            negative.games.push(self.facts.of(engine, game)?.negative);
        }
        negative.games.sort_unstable();
        negative.parts.extend(sum.parts.iter().map(|&part| self.negative(part)));
        negative.parts.sort_unstable();
        Ok(negative)
    }

    /// The figures of the values of a sum, when all are known.
    fn heat(&mut self, engine: &mut Engine, sum: &Sum) -> Result<Option<Heat>, SolveError> {
        let Some(mut total) = self.facts.of(engine, sum.cold)?.heat else { return Ok(None) };
        for &game in &sum.games {
            let Some(heat) = self.facts.of(engine, game)?.heat else { return Ok(None) };
            total = total.plus(heat);
        }
        Ok(Some(total))
    }

    /// Whether the mover wins, when this needs no search.
    pub(crate) fn settled(
        &mut self,
        engine: &mut Engine,
        sum: &Sum,
    ) -> Result<Option<bool>, SolveError> {
        if sum.parts.is_empty() {
            match &sum.games[..] {
                [] => return Ok(Some(!engine.le(sum.cold, Game::ZERO)?)),
                [game] => {
                    let negative = engine.negate(sum.cold)?;
                    return Ok(Some(!engine.le(*game, negative)?));
                }
                _ => {}
            }
            if self.settings.bounds
                && let Some(heat) = self.heat(engine, sum)?
                && let Some(known) = heat.left_wins_first()
            {
                return Ok(Some(known));
            }
            return self.added_up(engine, &sum.games, sum.cold);
        }
        if !self.settings.relaxations {
            return Ok(None);
        }
        let Some(heat) = self.heat(engine, sum)? else { return Ok(None) };
        for tied in Player::BOTH {
            let mut total = heat;
            let mut games: SmallVec<[Game; 8]> = SmallVec::from_slice(&sum.games);
            let mut bounded = true;
            for &part in &sum.parts {
                // A bound of the negative is the negative of the other bound.
                let bound = self.bound(engine, part.plus(), part.sign().player(tied))?;
                let Some(bound) = bound else {
                    bounded = false;
                    break;
                };
                match part.sign() {
                    Sign::Plus => {
                        total = total.plus(bound.heat);
                        games.extend_from_slice(&bound.games);
                    }
                    Sign::Minus => {
                        total = total.plus(bound.heat.negated());
                        for &game in &bound.games {
                            games.push(self.facts.of(engine, game)?.negative);
                        }
                    }
                }
            }
            if !bounded {
                return Ok(None);
            }
            // Left's hands tied, the mover's: what is won so is won. Right's: what is
            // lost so is lost.
            let decides = tied == Player::Left;
            let known = match total.left_wins_first() {
                Some(known) => Some(known),
                None => self.added_up(engine, &games, sum.cold)?,
            };
            if known == Some(decides) {
                return Ok(known);
            }
        }
        Ok(None)
    }

    /// Whether the mover of a sum of values wins, when they are few and add up soon.
    fn added_up(
        &mut self,
        engine: &mut Engine,
        games: &[Game],
        cold: Game,
    ) -> Result<Option<bool>, SolveError> {
        // Pairs cancel first.
        let mut sum = Sum { cold, ..Sum::empty() };
        for &game in games {
            self.add_game(engine, &mut sum, game)?;
        }
        if sum.games.len() > FEW {
            return Ok(None);
        }
        unfinished(engine.within(ORDER_STEPS, |engine| {
            let Some((&first, others)) = sum.games.split_first() else {
                return Ok(!engine.le(sum.cold, Game::ZERO)?);
            };
            let others: SmallVec<[Game; 4]> = others.iter().copied().chain([sum.cold]).collect();
            let total = engine.sum(&others)?;
            let negative = engine.negate(total)?;
            Ok(!engine.le(first, negative)?)
        }))
    }

    /// How good a sum seems for its mover.
    fn estimate(&mut self, engine: &mut Engine, sum: &Sum) -> Result<f64, SolveError> {
        let mut estimate = self.facts.of(engine, sum.cold)?.heat.map_or(0.0, |heat| heat.mean);
        for &game in &sum.games {
            estimate += self.facts.of(engine, game)?.heat.map_or(0.0, |heat| heat.mean);
        }
        for &part in &sum.parts {
            let mean = self.middle(engine, part.plus())?;
            estimate += if part.sign() == Sign::Plus { mean } else { -mean };
        }
        Ok(estimate)
    }

    /// The middle between the bounds of a component, or what its rules guess.
    fn middle(&mut self, engine: &mut Engine, part: Signed) -> Result<f64, SolveError> {
        if !self.settings.relaxations {
            return Ok(self.guess(part));
        }
        let mut sum = 0.0;
        for tied in Player::BOTH {
            let Some(bound) = self.bound(engine, part, tied)? else { return Ok(self.guess(part)) };
            sum += bound.heat.mean;
        }
        Ok(sum / 2.0)
    }
}
