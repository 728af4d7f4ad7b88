//! Bounds of components: sums of values that are at most, or at least, a component.
//!
//! Where one player may no longer move across the cuts between some lines, that player is
//! worse off, and what is left is the sum of the bands between the cuts. A bound of all
//! components of a sum settles it, when who wins although their hands are tied is known.
//!
//! Most positions are made and never searched, so that there are two efforts: a rough bound,
//! of small pieces, is worked out for each position that is made; a fine one for those that
//! the search visits. Bands are remembered as they are cut, and are met again and again.

use std::ops::Range;
use std::sync::Arc;

use cg_core::{Arrange, Game, Player};
use cg_rulesets::Sign;
use cg_simplify::Engine;
use hashbrown::HashSet;
use smallvec::SmallVec;

use crate::components::{Signed, reserve};
use crate::error::SolveError;
use crate::facts::Heat;
use crate::solver::{Decided, Solver, Term};
use crate::sum::Sum;
use crate::table::Verdict;

/// Sums of hot values that are searched before the values are added: about as much work as the steps
/// that the addition may take.
const MOST_SEARCHED: u32 = 1_000;

/// Moves ahead in a search of values, which is a recursion.
const MOST_AHEAD: u32 = 64;

/// How much may be spent on a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effort {
    /// For a position that is made.
    Rough,
    /// For a position that is searched.
    Fine,
    /// For a position that was asked for.
    Asked,
}

impl Effort {
    /// The size of the largest pieces that are valued, of a component with a size and so many
    /// lines: at least two lines where it matters.
    fn largest(self, size: u32, lines: u32) -> u32 {
        match self {
            Effort::Rough => 12,
            Effort::Fine | Effort::Asked => 16.max(2 * size.div_ceil(lines)),
        }
    }

    /// Steps of the engine for the value of a piece.
    fn steps(self) -> u32 {
        match self {
            Effort::Rough => 1_000,
            Effort::Fine => 2_000,
            Effort::Asked => 50_000,
        }
    }

    /// How many sums of values are searched for who wins a bound.
    fn positions(self) -> u32 {
        match self {
            Effort::Rough => 3,
            Effort::Fine | Effort::Asked => 50,
        }
    }

    /// The place of a bound among those of a component. A bound of what was asked for takes the
    /// place of one that cost less.
    fn place(self) -> usize {
        self.min(Effort::Fine) as usize
    }
}

/// A sum of values that bounds a component from one side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bound {
    pub(crate) games: SmallVec<[Game; 4]>,
    pub(crate) heat: Heat,
}

impl Bound {
    fn memory(&self) -> usize {
        let apart = if self.games.spilled() { self.games.capacity() } else { 0 };
        size_of::<Self>() + 2 * size_of::<usize>() + apart * size_of::<Game>()
    }
}

/// The bounds of a component by effort: from below, with Left's hands tied, and from above.
/// `None` when it was not looked for, or was not found.
pub(crate) type Bounds = [[Option<Option<Arc<Bound>>>; 2]; 2];

/// What is known of a band.
#[derive(Debug)]
pub(crate) struct Band {
    parts: SmallVec<[Signed; 4]>,
    /// Its value, as a sum.
    bound: Option<Bound>,
    /// Where it has no value: the effort that did not suffice.
    tried: Option<Effort>,
}

/// A band that was looked at lately.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Its lines, and what else tells it from other bands; no band has 0 lines.
    lines: u64,
    kind: u32,
    number: u32,
    /// The mean of its value, where it has one.
    mean: Option<f64>,
}

/// The bands that were looked at lately, by their lines: most are met again at once, and the
/// best way to cut needs no more than their means.
#[derive(Debug, Default)]
pub(crate) struct SeenBands(Vec<Seen>);

impl SeenBands {
    /// How many are kept: 1 MiB.
    const MOST: usize = 1 << 15;

    fn memory(&self) -> usize {
        self.0.capacity() * size_of::<Seen>()
    }

    /// Some lines in one word and what else tells a band from others, when they are narrow
    /// enough.
    fn key(words: &[u64], ruleset: usize, tied: Player, effort: Effort) -> Option<(u64, u32)> {
        let widest = words.iter().fold(0, |all, word| all | word);
        let (width, shift) = match widest {
            0..0x100 => (0, 8),
            0x100..0x1_0000 => (1, 16),
            _ => return None,
        };
        let count = u32::try_from(words.len()).ok().filter(|count| count * shift <= 64)?;
        let lines = words.iter().rev().fold(0, |lines, word| lines << (shift % 64) | word);
        let ruleset = u32::try_from(ruleset).expect("there are few rulesets");
        let kind = (ruleset << 1 | tied as u32) << 2 | effort as u32;
        Some((lines, (kind << 1 | width) << 4 | count))
    }

    fn place((lines, kind): (u64, u32)) -> usize {
        let mixed = (lines ^ u64::from(kind) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 49) as usize % Self::MOST
    }

    fn get(&self, key: (u64, u32)) -> Option<(usize, Option<f64>)> {
        let seen = self.0.get(Self::place(key))?;
        ((seen.lines, seen.kind) == key).then_some((seen.number as usize, seen.mean))
    }

    fn insert(&mut self, key: (u64, u32), number: usize, mean: Option<f64>) {
        if self.0.is_empty() {
            self.0 = vec![Seen { lines: 0, kind: 0, number: 0, mean: None }; Self::MOST];
        }
        let number = u32::try_from(number).expect("memory ends before");
        self.0[Self::place(key)] = Seen { lines: key.0, kind: key.1, number, mean };
    }
}

impl Solver {
    pub(crate) fn bounds_memory(&self) -> usize {
        let bands = self.bands.iter().map(|bands| bands.capacity() * size_of::<Band>());
        bands.sum::<usize>() + self.bytes_of_bounds + self.seen_bands.memory()
    }

    /// Forgets all bounds, when they take more than this: they are found again when they are
    /// needed.
    pub(crate) fn keep_bounds_within(&mut self, bytes: usize) {
        if self.bounds_memory() <= bytes {
            return;
        }
        for entry in self.entries.iter_mut().flatten() {
            entry.bounds = None;
        }
        for (bands, source) in self.bands.iter_mut().zip(&mut self.sources) {
            *bands = Vec::new();
            source.forget_bands();
        }
        self.seen_bands = SeenBands::default();
        self.asked = HashSet::default();
        self.bytes_of_bounds = 0;
    }

    /// A bound of a component of sign plus from below, when `tied` is Left, or from
    /// above, when `tied` is Right: the sum of its bands, between which that player may
    /// not move. Of all ways to cut the one with the mean that is nearest.
    pub(crate) fn bound(
        &mut self,
        engine: &mut Engine,
        part: Signed,
        tied: Player,
        effort: Effort,
    ) -> Result<Option<Arc<Bound>>, SolveError> {
        if !self.has_databases && !self.has_bounds(part) {
            return Ok(None);
        }
        if let Some(noted) = &self.entry(part).noted
            && let Some(bound) = &noted.sides[tied as usize]
        {
            return Ok(Some(bound.clone()));
        }
        let is_due = effort == Effort::Asked && !self.asked.contains(&(part, tied));
        if !is_due
            && let Some(bounds) = &self.entry(part).bounds
            && let Some(known) = &bounds[effort.place()][tied as usize]
        {
            return Ok(known.clone());
        }
        let lines = self.sources[part.ruleset()].lines(part.number(), tied);
        if lines < 2 {
            return Ok(None);
        }
        let found = self.best_cut(engine, part, tied, lines, effort)?.map(Arc::new);
        if self.entry(part).bounds.is_none() {
            self.bytes_of_bounds += size_of::<Bounds>();
        }
        self.bytes_of_bounds += found.as_ref().map_or(0, |bound| bound.memory());
        let bounds = self.entry(part).bounds.get_or_insert_default();
        bounds[effort.place()][tied as usize] = Some(found.clone());
        if effort == Effort::Asked {
            self.asked.insert((part, tied));
        }
        Ok(found)
    }

    fn best_cut(
        &mut self,
        engine: &mut Engine,
        part: Signed,
        tied: Player,
        lines: u32,
        effort: Effort,
    ) -> Result<Option<Bound>, SolveError> {
        struct Cut {
            mean: f64,
            /// Where the last band begins, and its number.
            start: u32,
            band: usize,
        }
        let words = self.sources[part.ruleset()].line_words(part.number(), tied);
        // The best way to cut the first so many lines.
        let mut best: SmallVec<[Option<Cut>; 16]> = SmallVec::new();
        best.push(Some(Cut { mean: 0.0, start: 0, band: 0 }));
        for end in 1..=lines {
            let mut found: Option<Cut> = None;
            // All lines together are the component itself.
            let first = u32::from(end == lines);
            for start in (first..end).rev() {
                let Some(before) = &best[start as usize] else { continue };
                let before = before.mean;
                let cut = words.get(start as usize..end as usize);
                let key = cut.and_then(|cut| SeenBands::key(cut, part.ruleset(), tied, effort));
                let (band, mean) = match key.and_then(|key| self.seen_bands.get(key)) {
                    Some(seen) => seen,
                    None => {
                        let found = self.band(engine, part, tied, (start..end, lines), effort)?;
                        if let Some(key) = key {
                            self.seen_bands.insert(key, found.0, found.1);
                        }
                        found
                    }
                };
                // A band that is larger is still dearer.
                let Some(mean) = mean else { break };
                let mean = before + mean;
                let nearer = found.as_ref().is_none_or(|found| match tied {
                    Player::Left => mean >= found.mean,
                    Player::Right => mean <= found.mean,
                });
                if nearer {
                    found = Some(Cut { mean, start, band });
                }
            }
            best.push(found);
        }
        let mut bound = Bound::default();
        let mut end = lines;
        while end > 0 {
            let Some(Cut { start, band, .. }) = best[end as usize] else { return Ok(None) };
            let band = self.bands[part.ruleset()][band].bound.as_ref().expect("it has a mean");
            bound.games.extend_from_slice(&band.games);
            bound.heat = bound.heat.plus(band.heat);
            end = start;
        }
        Ok(Some(bound))
    }

    /// The number of a band, some of all lines; the mean of the values of its parts, when all
    /// are cheap.
    fn band(
        &mut self,
        engine: &mut Engine,
        part: Signed,
        tied: Player,
        (lines, whole): (Range<u32>, u32),
        effort: Effort,
    ) -> Result<(usize, Option<f64>), SolveError> {
        let ruleset = part.ruleset();
        let (number, parts) =
            self.sources[ruleset].band(part.number(), tied, lines).map_err(SolveError::rules)?;
        if let Some(parts) = parts {
            self.grow(ruleset);
            let bands = &mut self.bands[ruleset];
            reserve(bands, number + 1);
            let parts = SmallVec::from_slice(parts.get(0));
            bands.push(Band { parts, bound: None, tried: None });
        }
        let largest = effort.largest(self.size(part), whole);
        let band = &self.bands[ruleset][number];
        if band.bound.is_some() || band.tried >= Some(effort) {
            return Ok((number, band.bound.as_ref().map(|bound| bound.heat.mean)));
        }
        let parts = band.parts.clone();
        let found = self.value_of_parts(engine, &parts, largest, effort.steps())?;
        let mean = found.as_ref().map(|bound| bound.heat.mean);
        self.bytes_of_bounds += found.as_ref().map_or(0, |bound| bound.memory());
        let band = &mut self.bands[ruleset][number];
        band.bound = found;
        band.tried = Some(effort);
        Ok((number, mean))
    }

    fn value_of_parts(
        &mut self,
        engine: &mut Engine,
        parts: &[Signed],
        largest: u32,
        steps: u32,
    ) -> Result<Option<Bound>, SolveError> {
        let mut bound = Bound::default();
        for &piece in parts {
            if self.size(piece) > largest {
                return Ok(None);
            }
            let Some(value) = self.value_within(engine, piece.plus(), steps)? else {
                return Ok(None);
            };
            let value = match piece.sign() {
                Sign::Plus => value,
                Sign::Minus => engine.negate(value)?,
            };
            let Some(heat) = self.facts.of(engine, value)?.heat else { return Ok(None) };
            bound.games.push(value);
            bound.heat = bound.heat.plus(heat);
        }
        Ok(Some(bound))
    }

    /// Values that are at most and at least a term, where one player's hands divide it:
    /// the bounds that decide sums without a search. A value is its own bound.
    ///
    /// # Errors
    /// Rules, limits.
    pub fn bounds(
        &mut self,
        engine: &mut Engine,
        term: Term,
    ) -> Result<[Option<Game>; 2], SolveError> {
        let part = match term {
            Term::Value(game) => return Ok([Some(game); 2]),
            Term::Component(part) => part,
        };
        let mut bounds = [None; 2];
        for (found, tied) in bounds.iter_mut().zip(Player::BOTH) {
            let player = part.sign().player(tied);
            let Some(bound) = self.bound(engine, part.plus(), player, Effort::Asked)? else {
                continue;
            };
            let sum = engine.sum(&bound.games)?;
            *found = Some(match part.sign() {
                Sign::Plus => sum,
                Sign::Minus => engine.negate(sum)?,
            });
        }
        Ok(bounds)
    }

    /// Whether the mover of a sum wins, or loses, even with one player's hands tied; the mover
    /// is Left there.
    pub(crate) fn settled_by_bounds(
        &mut self,
        engine: &mut Engine,
        sum: &Sum,
        effort: Effort,
    ) -> Result<Option<(bool, Decided)>, SolveError> {
        if sum.parts.is_empty() {
            return Ok(None);
        }
        for tied in Player::BOTH {
            let mut total = Heat::default();
            let mut games: SmallVec<[Game; 16]> = SmallVec::new();
            for &part in &sum.parts {
                // A bound of the negative is the negative of the other bound.
                let player = part.sign().player(tied);
                let Some(bound) = self.bound(engine, part.plus(), player, effort)? else {
                    return Ok(None);
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
            let Some(heat) = self.heat(engine, sum)? else { return Ok(None) };
            // Left's hands tied, the mover's: what is won so is won. Right's: what is
            // lost so is lost.
            let decides = tied == Player::Left;
            let known = match total.plus(heat).left_wins_first() {
                Some(known) => Some(known),
                None => {
                    let mut values = Sum { parts: SmallVec::new(), ..sum.clone() };
                    for game in games {
                        self.add_game(engine, &mut values, game)?;
                    }
                    self.search_values(engine, &values, &mut effort.positions(), MOST_AHEAD)?
                }
            };
            if known == Some(decides) {
                return Ok(Some((decides, Decided::Bound(tied))));
            }
        }
        Ok(None)
    }

    /// Whether the mover of a sum of values wins, and what tells, where the values need not be added.
    pub(crate) fn decide_values(
        &mut self,
        engine: &mut Engine,
        sum: &Sum,
    ) -> Result<Option<(bool, Decided)>, SolveError> {
        if let Some(found) = self.settled(engine, sum, Effort::Fine)? {
            return Ok(Some(found));
        }
        let mut left = MOST_SEARCHED;
        let found = self.search_values(engine, sum, &mut left, MOST_AHEAD)?;
        let positions = u64::from(MOST_SEARCHED - left);
        self.positions += positions;
        Ok(found.map(|wins| (wins, Decided::Search { positions })))
    }

    /// Whether the mover of a sum of values wins, where a search of at most so many sums, and so many
    /// moves ahead, tells.
    fn search_values(
        &mut self,
        engine: &mut Engine,
        sum: &Sum,
        left: &mut u32,
        ahead: u32,
    ) -> Result<Option<bool>, SolveError> {
        if let Some((known, _)) = self.settled(engine, sum, Effort::Rough)? {
            return Ok(Some(known));
        }
        let key = self.key(engine, sum)?;
        if let Some(known) = self.table.known(key) {
            return Ok(Some(known));
        }
        if *left == 0 || ahead == 0 {
            return Ok(None);
        }
        *left -= 1;
        engine.check()?;
        let mut known = Some(false);
        for (game, in_games) in self.hottest_first(engine, sum)? {
            let mut rest = self.negated(engine, sum)?;
            if in_games {
                let opposite = self.facts.of(engine, game)?.negative;
                rest = rest.without_game(opposite);
            } else {
                rest.cold = Game::ZERO;
            }
            for option in engine.options(game, Player::Left)? {
                let mut child = rest.clone();
                let option = engine.negate(option)?;
                self.add_game(engine, &mut child, option)?;
                match self.search_values(engine, &child, left, ahead - 1)? {
                    Some(false) => {
                        self.table.insert(key, Verdict::Won);
                        return Ok(Some(true));
                    }
                    Some(true) => {}
                    None => known = None,
                }
            }
        }
        if known == Some(false) {
            self.table.insert(key, Verdict::Lost);
        }
        Ok(known)
    }

    /// The values of a sum in which its mover may want to move, each once, the hottest first,
    /// and whether they are among its games. Nobody needs to move in a number beside games
    /// that are none.
    fn hottest_first(
        &mut self,
        engine: &mut Engine,
        sum: &Sum,
    ) -> Result<SmallVec<[(Game, bool); 8]>, SolveError> {
        let mut games: SmallVec<[(f64, Game); 8]> = SmallVec::new();
        for &game in &sum.games {
            let heat = self.facts.of(engine, game)?.heat;
            games.push((heat.map_or(0.0, |heat| heat.temperature), game));
        }
        games.arrange_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        games.dedup();
        let mut found: SmallVec<[(Game, bool); 8]> =
            games.into_iter().map(|(_, game)| (game, true)).collect();
        if sum.games.is_empty() || !self.facts.of(engine, sum.cold)?.is_number {
            found.push((sum.cold, false));
        }
        Ok(found)
    }

    /// The middle between the bounds of a component of sign plus, or what its rules guess.
    pub(crate) fn middle(&mut self, engine: &mut Engine, part: Signed) -> Result<f64, SolveError> {
        if !self.settings.relaxations {
            return Ok(self.guess(part));
        }
        let mut sum = 0.0;
        for tied in Player::BOTH {
            let Some(bound) = self.bound(engine, part, tied, Effort::Rough)? else {
                return Ok(self.guess(part));
            };
            sum += bound.heat.mean;
        }
        Ok(sum / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use cg_core::Limits;
    use cg_rulesets::{Domineering, Notated};

    use super::*;
    use crate::settings::Settings;

    fn engine() -> Engine {
        Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap()
    }

    /// Whether a search of values, however short, says what the value of the sum says.
    #[test]
    fn searches_of_values_say_what_their_sum_says() {
        let mut engine = engine();
        let mut solver = Solver::new(Settings::default());
        let id = solver.add(Domineering);
        let mut games =
            vec![engine.integer(&1.into()).unwrap(), engine.nimber(&1u8.into()).unwrap()];
        for text in ["2x2", "...|..#", "....|.#..", "..#|...|#..", "2x4", "3x4", "...|...|.##"] {
            let position = Domineering.read_position(text).unwrap();
            for term in solver.terms(id, position).unwrap() {
                let value = solver.value(&mut engine, term).unwrap();
                games.extend([value, engine.negate(value).unwrap()]);
            }
        }
        games.sort_unstable();
        games.dedup();
        let (mut told, mut asked) = (0, 0);
        for a in 0..games.len() {
            for b in a..games.len() {
                for c in b..games.len() {
                    for &last in &games[c..] {
                        let chosen = [games[a], games[b], games[c], last];
                        let mut sum = Sum::empty();
                        for game in chosen {
                            solver.add_game(&mut engine, &mut sum, game).unwrap();
                        }
                        let total = engine.sum(&chosen).unwrap();
                        let expected = !engine.le(total, Game::ZERO).unwrap();
                        for effort in [Effort::Rough, Effort::Fine] {
                            let left = &mut effort.positions();
                            let found =
                                solver.search_values(&mut engine, &sum, left, MOST_AHEAD).unwrap();
                            assert!(found.is_none_or(|found| found == expected), "{sum:?}");
                            told += u32::from(found.is_some());
                            asked += 1;
                        }
                    }
                }
            }
        }
        assert!(told * 10 > asked * 9, "{told} of {asked}");
    }

    /// A rough bound is as sound as a fine one: those of boards that are too large for the
    /// pieces of a rough one, against the value.
    #[test]
    fn bounds_of_each_effort_hold_the_value() {
        let mut engine = engine();
        let mut solver = Solver::new(Settings::default());
        let id = solver.add(Domineering);
        // Some are so wide that a line takes more than a byte.
        let wide = ["2x10", "...#......|.#...#....|#..#..#..#", "..|..|.#|..|..|#.|..|..|..|.#"];
        let narrow =
            ["4x4", "4x5", "5x4", "3x6", "....#|.....|#....|.....", "......|..#...|......"];
        for text in narrow.into_iter().chain(wide) {
            let position = Domineering.read_position(text).unwrap();
            let [term] = solver.terms(id, position).unwrap()[..] else { panic!("{text}") };
            let Term::Component(part) = term else { panic!("{text}") };
            let value = solver.value(&mut engine, part.plus().into()).unwrap();
            for effort in [Effort::Rough, Effort::Fine] {
                for tied in Player::BOTH {
                    let bound = solver.bound(&mut engine, part.plus(), tied, effort).unwrap();
                    let bound = engine.sum(&bound.expect("it has lines").games).unwrap();
                    let (low, high) = match tied {
                        Player::Left => (bound, value),
                        Player::Right => (value, bound),
                    };
                    assert!(engine.le(low, high).unwrap(), "{text} {effort:?} {tied}");
                }
            }
        }
    }
}
