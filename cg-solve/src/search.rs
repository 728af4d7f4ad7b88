//! The search over sums: whether the mover of a sum wins.
//!
//! A sum is seen by its mover, who plays Left, so one table serves both players. The
//! search goes on a stack of its own. Alpha-beta follows a move until its winner is
//! known, the likely best move first; with proof numbers (`proof.rs`) a move is left
//! when another one has become cheaper.
//!
//! Where the rules know an order of the moves, alpha-beta wins; where they do not and there are
//! many moves, proof numbers do. Elsewhere either may be many times faster, and nobody knows
//! which. There both search in turn, with one table, and each turn is twice as long as the last
//! one. Alpha-beta is the better one more often and by more, so its turns are four times as long.

use cg_core::{Arrange, Game, Player};
use cg_rulesets::{Convention, Sign};
use cg_simplify::Engine;
use smallvec::SmallVec;

use crate::bounds::Effort;
use crate::error::SolveError;
use crate::facts::Heat;
use crate::proof::{Choice, Numbers};
use crate::settings::Search;
use crate::solver::{Decided, Solver, unfinished};
use crate::sum::{Key, Sum};
use crate::table::{Table, Verdict};
use crate::turns::Turns;

/// A sum in work, with the moves that are not settled.
struct Level {
    key: Key,
    children: Vec<Child>,
    limits: Numbers,
}

struct Child {
    key: Key,
    sum: Sum,
    /// How good the sum seems for its mover.
    estimate: f64,
    guess: Numbers,
    /// How far it stands from the middle of the list of moves.
    off_centre: usize,
}

/// What comes next for a sum in work.
enum Step {
    Known(bool),
    /// It has become too dear for now.
    Leave(Numbers),
    /// The sum after this move is searched, within limits.
    Follow(usize, Numbers),
}

/// Sums of so many values besides the closed form are added up to settle them. Three hot
/// values or more cost more than they tell: the strip of 60 stones takes twenty times as long
/// with three.
const MOST_ADDED: usize = 2;
/// Steps of the engine that adding up may take.
const ADDING_STEPS: u32 = 30;
/// How many positions alpha-beta looks at before proof numbers have their first turn.
const FIRST_TURN: u64 = 1 << 14;
/// Steps of a search between two looks at what other threads have found.
const LOOK: u32 = 32;

impl Solver {
    /// Whether the mover of a sum wins.
    pub(crate) fn search(&mut self, engine: &mut Engine, start: &Sum) -> Result<bool, SolveError> {
        if let Some(known) = self.search_dominoes(engine, start)? {
            return Ok(known);
        }
        let method = match self.settings.search {
            Search::Chosen => self.chosen(engine, start)?,
            method => method,
        };
        match self.settings.threads.get() {
            1 => self.search_alone(engine, start, method),
            _ if !self.sources.iter().all(|source| source.forks()) => {
                self.search_alone(engine, start, method)
            }
            _ => self.search_together(engine, start, method),
        }
    }

    /// The same, by this thread.
    pub(crate) fn search_alone(
        &mut self,
        engine: &mut Engine,
        start: &Sum,
        method: Search,
    ) -> Result<bool, SolveError> {
        if let Some((known, _)) = self.settled(engine, start, Effort::Fine)? {
            return Ok(known);
        }
        let methods: &[Search] = match method {
            Search::Chosen => &[Search::AlphaBeta, Search::ProofNumbers],
            Search::AlphaBeta => &[Search::AlphaBeta],
            Search::ProofNumbers => &[Search::ProofNumbers],
        };
        let key = self.key(engine, start)?;
        let mut stacks: SmallVec<[Vec<Level>; 2]> = methods.iter().map(|_| Vec::new()).collect();
        let mut turns = Turns::new(FIRST_TURN);
        for (at, &method) in methods.iter().enumerate().cycle() {
            let last = match methods.len() {
                1 => u64::MAX,
                _ => self.positions.saturating_add(turns.next(method)),
            };
            let levels = &mut stacks[at];
            let found = self.search_turn(engine, (start, key), method, levels, last);
            // The sums on this stack are not in work while the other search goes on.
            for level in levels {
                self.table.remove(level.key);
            }
            if let Some(known) = found? {
                return Ok(known);
            }
        }
        unreachable!("the turns go on until the winner is known")
    }

    /// Alpha-beta where the rules know an order of the moves; proof numbers where both players
    /// together have more moves than about as much as there is to search, as far as the rules
    /// say how much; else both in turn.
    fn chosen(&mut self, engine: &mut Engine, start: &Sum) -> Result<Search, SolveError> {
        let (mut moves, mut size) = (0, 0);
        for part in &start.parts {
            let part = part.plus();
            if self.has_order(engine, part)? {
                return Ok(Search::AlphaBeta);
            }
            size += self.size(part) as usize;
            for player in Player::BOTH {
                moves += self.moves(engine, part, player)?.len();
            }
        }
        let many = size > 0 && moves > size;
        Ok(if many { Search::ProofNumbers } else { Search::Chosen })
    }

    /// Goes on with a search, until the winner is known or so many positions were looked at.
    fn search_turn(
        &mut self,
        engine: &mut Engine,
        (start, key): (&Sum, Key),
        method: Search,
        levels: &mut Vec<Level>,
        last: u64,
    ) -> Result<Option<bool>, SolveError> {
        if let Some(known) = self.go_on(levels) {
            return Ok(Some(known));
        }
        if levels.is_empty()
            && let Some(known) = self.open(engine, start, key, Numbers::UNBOUNDED, levels)?
        {
            return Ok(Some(known));
        }
        let mut steps = 0u32;
        while self.positions < last {
            if let Some(member) = &self.member {
                if let Some(known) = member.answer()? {
                    return Ok(Some(known));
                }
                steps = steps.wrapping_add(1);
                if steps.is_multiple_of(LOOK) {
                    self.leave_known(levels);
                }
            }
            let level = levels.last_mut().expect("the first one is left with the answer");
            let step = match method {
                Search::AlphaBeta => self.table.next_in_order(level),
                Search::ProofNumbers | Search::Chosen => self.table.cheapest(level),
            };
            let (at, limits) = match step {
                Step::Known(won) => {
                    let level = levels.pop().expect("there is a level");
                    self.table.insert(level.key, Verdict::of(won));
                    if levels.is_empty() {
                        return Ok(Some(won));
                    }
                    continue;
                }
                Step::Leave(numbers) => {
                    let level = levels.pop().expect("there is a level");
                    self.table.insert(level.key, Verdict::Left(numbers));
                    continue;
                }
                Step::Follow(at, limits) => (at, limits),
            };
            let child = &level.children[at];
            let (sum, key) = (child.sum.clone(), child.key);
            let known = match self.settings.look_ahead {
                true => None,
                false => self.settled(engine, &sum, Effort::Rough)?.map(|(known, _)| known),
            };
            match known {
                Some(won) => {
                    self.table.insert(key, Verdict::of(won));
                }
                None => {
                    self.open(engine, &sum, key, limits, levels)?;
                }
            }
        }
        Ok(None)
    }

    /// Puts the sums on a stack back to work, down to the first one whose winner was found
    /// meanwhile; that winner, when it is the first sum of all.
    fn go_on(&mut self, levels: &mut Vec<Level>) -> Option<bool> {
        for at in 0..levels.len() {
            let key = levels[at].key;
            match self.table.known(key) {
                Some(known) if at == 0 => return Some(known),
                Some(_) => {
                    levels.truncate(at);
                    break;
                }
                None => self.table.insert(key, Verdict::Open),
            }
        }
        None
    }

    /// Leaves a sum in work whose winner another thread has found, with those below it. The
    /// first sum stays: the other thread tells the answer itself.
    fn leave_known(&mut self, levels: &mut Vec<Level>) {
        let known = |level: &Level| self.table.known_elsewhere(level.key).is_some();
        if let Some(known) = levels.iter().skip(1).position(known) {
            for level in levels.drain(known + 1..) {
                self.table.remove(level.key);
            }
        }
    }

    /// What is known of a sum; else its moves as a new level.
    fn open(
        &mut self,
        engine: &mut Engine,
        sum: &Sum,
        key: Key,
        limits: Numbers,
        levels: &mut Vec<Level>,
    ) -> Result<Option<bool>, SolveError> {
        match self.table.get(key) {
            Some(Verdict::Won) => return Ok(Some(true)),
            Some(Verdict::Lost) => return Ok(Some(false)),
            Some(Verdict::Open) => return Err(SolveError::Loopy),
            Some(Verdict::Left(_)) | None => {}
        }
        engine.check()?;
        let most = engine.limits().memory / self.table_share;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let threads = self.member.as_ref().map_or(1, |member| member.threads());
        self.keep_bounds_within(most / threads);
        if self.positions.is_multiple_of(256) {
            self.table.keep_within(most);
            self.look(engine)?;
        }
        if self.settings.relaxations
            && self.convention == Convention::Normal
            && let Some((known, _)) = self.settled_by_bounds(engine, sum, Effort::Fine)?
        {
            self.table.insert(key, Verdict::of(known));
            return Ok(Some(known));
        }
        self.positions += 1;
        let mut children: Vec<Child> = Vec::new();
        let (mut won, mut can_move) = (false, false);
        self.children(engine, sum, &mut |solver, engine, sum| {
            can_move = true;
            let key = solver.key(engine, &sum)?;
            let known = match solver.table.get(key) {
                Some(Verdict::Won) => Some(true),
                Some(Verdict::Lost) => Some(false),
                Some(Verdict::Open) => return Err(SolveError::Loopy),
                // What was left was not settled.
                Some(Verdict::Left(_)) => None,
                None if solver.settings.look_ahead => {
                    solver.settled(engine, &sum, Effort::Rough)?.map(|(known, _)| known)
                }
                None => None,
            };
            match known {
                Some(false) => {
                    won = true;
                    return Ok(false);
                }
                Some(true) => return Ok(true),
                None => {}
            }
            let estimate = solver.estimate(engine, &sum)?;
            let guess = solver.guess_of(&sum);
            children.push(Child { key, sum, estimate, guess, off_centre: 0 });
            Ok(true)
        })?;
        // A player who cannot move loses in normal play, and wins in misère play.
        let won = won || children.is_empty() && !can_move && self.convention.stuck_player_wins();
        if won || children.is_empty() {
            self.table.insert(key, Verdict::of(won));
            return Ok(Some(won));
        }
        // The worse for the opponent, the sooner: from the end. Of moves that seem equally good
        // one in the middle of the board is the best more often than one at its border; bounds
        // know better.
        if !sum.parts.iter().any(|&part| self.has_bounds(part)) {
            let count = children.len();
            for (at, child) in children.iter_mut().enumerate() {
                child.off_centre = (2 * at + 1).abs_diff(count);
            }
        }
        children.reverse();
        children.sort_by(|a, b| {
            b.estimate.total_cmp(&a.estimate).then(b.off_centre.cmp(&a.off_centre))
        });
        self.table.insert(key, Verdict::Open);
        levels.push(Level { key, children, limits });
        Ok(None)
    }

    /// The proof numbers of a sum that was not looked at yet.
    fn guess_of(&self, sum: &Sum) -> Numbers {
        let parts: u32 = sum.parts.iter().map(|&part| self.size(part)).sum();
        let games = u32::try_from(sum.games.len()).expect("a sum has fewer terms");
        Numbers::guess_sum(parts + games)
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
            let moves = self.moves(engine, part.plus(), player)?;
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
        // theorem II.3.20); a component without a value may be a number in disguise. Cold values
        // stand among the games where a subgroup could not add them.
        let mut cold_alone = true;
        for &game in &sum.games {
            cold_alone &= self.facts.of(engine, game)?.is_cold;
        }
        if sum.cold != Game::ZERO && (cold_alone || !self.facts.of(engine, sum.cold)?.is_number) {
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

    pub(crate) fn negated(&mut self, engine: &mut Engine, sum: &Sum) -> Result<Sum, SolveError> {
        let mut negative = Sum::empty();
        negative.cold = engine.negate(sum.cold)?;
        for &game in &sum.games {
            negative.games.push(self.facts.of(engine, game)?.negative);
        }
        negative.games.sort_unstable();
        negative.parts.extend(sum.parts.iter().map(|&part| self.negative(part)));
        negative.parts.arrange();
        Ok(negative)
    }

    /// The figures of the values of a sum, when all are known.
    pub(crate) fn heat(
        &mut self,
        engine: &mut Engine,
        sum: &Sum,
    ) -> Result<Option<Heat>, SolveError> {
        let Some(mut total) = self.facts.of(engine, sum.cold)?.heat else { return Ok(None) };
        for &game in &sum.games {
            let Some(heat) = self.facts.of(engine, game)?.heat else { return Ok(None) };
            total = total.plus(heat);
        }
        Ok(Some(total))
    }

    /// Whether the mover wins, when this needs no search, and what tells; the mover is
    /// Left there.
    pub(crate) fn settled(
        &mut self,
        engine: &mut Engine,
        sum: &Sum,
        effort: Effort,
    ) -> Result<Option<(bool, Decided)>, SolveError> {
        if self.convention == Convention::Misere {
            let over = sum.parts.is_empty();
            return Ok(over.then_some((true, Decided::Search { positions: 0 })));
        }
        if sum.parts.is_empty() {
            let by_value = |wins| Ok(Some((wins, Decided::Value)));
            match &sum.games[..] {
                [] => return by_value(!engine.le(sum.cold, Game::ZERO)?),
                [game] => {
                    let negative = engine.negate(sum.cold)?;
                    let at_most = engine.le(*game, negative).map_err(SolveError::from);
                    if let Some(at_most) = unfinished(at_most)? {
                        return by_value(!at_most);
                    }
                }
                _ => {}
            }
            if self.settings.bounds
                && let Some(heat) = self.heat(engine, sum)?
                && let Some(known) = heat.left_wins_first()
            {
                let decided = match heat.left_wins_by_stops() {
                    Some(_) => Decided::Figures,
                    None => Decided::Weights,
                };
                return Ok(Some((known, decided)));
            }
            let known = self.added_up(engine, sum)?;
            return Ok(known.map(|wins| (wins, Decided::Value)));
        }
        if self.has_databases
            && let [part] = sum.parts[..]
            && sum.games.is_empty()
            && sum.cold == Game::ZERO
            && let Some(outcome) = self.noted_outcome(part.plus())
        {
            let wins = outcome.won_by_first(part.sign().player(Player::Left));
            return Ok(Some((wins, Decided::Database)));
        }
        match self.settings.relaxations {
            true => self.settled_by_bounds(engine, sum, effort),
            false => Ok(None),
        }
    }

    /// Whether the mover of a sum of values wins, when they are few and add up soon.
    fn added_up(&self, engine: &mut Engine, sum: &Sum) -> Result<Option<bool>, SolveError> {
        if sum.games.len() > MOST_ADDED {
            return Ok(None);
        }
        unfinished(engine.within(ADDING_STEPS, |engine| {
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
        let mut estimate =
            self.facts.of(engine, sum.cold)?.heat.map_or(0.0, |heat| heat.estimate());
        for &game in &sum.games {
            estimate += self.facts.of(engine, game)?.heat.map_or(0.0, |heat| heat.estimate());
        }
        for &part in &sum.parts {
            let mean = match self.convention {
                Convention::Normal => self.middle(engine, part.plus())?,
                // Who has many moves is seldom the first who cannot move.
                Convention::Misere => -self.guess(part.plus()),
            };
            estimate += if part.sign() == Sign::Plus { mean } else { -mean };
        }
        Ok(estimate)
    }
}

impl Table {
    /// The likely best move whose winner is not known: they stand in order, that one last. Of
    /// several threads each takes another move, while there are some.
    fn next_in_order(&self, level: &mut Level) -> Step {
        let mut first = None;
        for at in (0..level.children.len()).rev() {
            let key = level.children[at].key;
            match self.get(key) {
                Some(Verdict::Won) => {
                    level.children.remove(at);
                    // Those that were passed by stand one place lower.
                    first = first.map(|first: usize| first - 1);
                }
                Some(Verdict::Lost) => return Step::Known(true),
                _ if self.is_busy(key) => first = first.or(Some(at)),
                _ => return Step::Follow(at, Numbers::UNBOUNDED),
            }
        }
        first.map_or(Step::Known(false), |at| Step::Follow(at, Numbers::UNBOUNDED))
    }

    /// The move that is the cheapest to decide, or seems so for one of several threads.
    fn cheapest(&self, level: &mut Level) -> Step {
        let mut choice = Choice::new();
        let mut at = 0;
        while let Some(child) = level.children.get(at) {
            let numbers = match self.get(child.key) {
                Some(Verdict::Won) => {
                    level.children.swap_remove(at);
                    continue;
                }
                Some(Verdict::Lost) => return Step::Known(true),
                Some(Verdict::Left(numbers)) => numbers,
                Some(Verdict::Open) | None => child.guess,
            };
            choice.add(at, if self.is_busy(child.key) { numbers.dearer() } else { numbers });
            at += 1;
        }
        match choice.next(level.limits) {
            None => Step::Known(false),
            Some(Err(numbers)) => Step::Leave(numbers),
            Some(Ok((at, limits))) => Step::Follow(at, limits),
        }
    }
}

#[cfg(test)]
mod tests {
    use cg_core::{Limits, Outcome};
    use cg_rulesets::{Clobber, Domineering, Hints, NoGo, Notated, Ruleset};

    use super::*;
    use crate::settings::Settings;

    fn outcome<R>(rules: R, text: &str, search: Search, share: u64) -> Outcome
    where
        R: Notated + Hints + Ruleset<Error = std::convert::Infallible> + Clone + Send + 'static,
        R::Position: Send + 'static,
    {
        let registry = cg_subgroups::standard().unwrap();
        let mut engine = Engine::new(registry, Limits::default()).unwrap();
        let settings = Settings { values: false, steps: 0, search, ..Settings::default() };
        let mut solver = Solver::new(settings);
        solver.table_share = share;
        let position = rules.read_position(text).unwrap_or_else(|_| panic!("{text}"));
        let id = solver.add(rules);
        let sum = solver.terms(id, position).unwrap();
        solver.outcome(&mut engine, &sum).unwrap()
    }

    /// The memory limit of 4 GiB divided by this leaves room for some hundred sums.
    const FEW: u64 = 200_000;

    /// A table that keeps some hundred sums, and bounds that are forgotten at each position,
    /// change no answer, and every search ends.
    #[test]
    fn what_is_forgotten_is_found_again() {
        for search in [Search::AlphaBeta, Search::ProofNumbers] {
            for text in ["(XO)^7", "checker 3x3", "checker 2x6", "XOXXO|OXOOX"] {
                let expected = outcome(Clobber, text, search, 4);
                assert_eq!(outcome(Clobber, text, search, FEW), expected, "{text}");
            }
            for text in ["1x9", "2x4"] {
                let expected = outcome(NoGo, text, search, 4);
                assert_eq!(outcome(NoGo, text, search, FEW), expected, "{text}");
            }
        }
        let search = Search::AlphaBeta;
        let expected = outcome(Domineering, "7x7", search, 4);
        assert_eq!(outcome(Domineering, "7x7", search, FEW), expected);
    }
}
