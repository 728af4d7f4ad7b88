//! Periods of heap games of two players, with a game as saltus: how they are found and proved.
//!
//! **Law.** `G(n + p) = G(n) + S` for all `n >= n0`, with a game S.
//!
//! **Theorem.** Let both codes be finite. A move removes at most `t` tokens and leaves at most `k`
//! heaps. Let `B` be the largest of `k (max(n0, 1) + p) + t - p`, `t + 1` and the first heap behind
//! all given values. Suppose that
//!
//! 1. the law holds for `n0 <= n < B`, and
//! 2. each heap r with `B <= r < B + p` can be *translated*: if its options are the form
//!    `{A | B}`, then `{A + iS | B + iS} = G(r) + iS` for all `i >= 0`.
//!
//! Then the law holds for all `n >= n0`.
//!
//! *Proof* by induction on `m >= B`: let the law hold for `n0 <= n < m`. As `m > t`, each move in
//! the heaps m and m + p leaves a heap. The largest part of an option of m + p is at least
//! `(m + p - t) / k >= max(n0, 1) + p`. Take p tokens away from it: the rest is an option of m, and
//! by the law its value is S less. The largest part of an option of m is at least
//! `(m - t) / k`. If it is at least `max(n0, 1)`, then p tokens more make an option of m + p, with
//! S more. This holds for `m >= k max(n0, 1) + t`, and B is at least that where `k >= 1` and
//! `(k - 1) p >= 0`. So the options of m + p are those of m, each plus S. Let r be the heap of
//! condition 2 that differs from m by a multiple `i p`. Then the options of m are those of r plus
//! iS, those of m + p are those of r plus (i + 1)S, and condition 2 says that
//! `G(m + p) = G(r) + (i + 1)S = G(m) + S`.
//!
//! **Translation.** Let `F = {A | B}` have the value G. It can be translated by S if one of these
//! conditions holds. They are the same for `F + iS`, so each is checked once.
//!
//! - S is 0.
//! - *No move in S is needed*: for each right option `S'` of S there is a right option `F'` of F
//!   with `F' + S <= G + S'`, and for each left option `S'` of S there is a left option `F'` of F
//!   with `F' + S >= G + S'`. Proof by induction on i: let `X` be the form that is translated i
//!   times. In `{X + S} - X - S` the second player answers a move in one of the first two terms by
//!   the same move in the other. The move from `-S` to `-S'` is answered by a move to `F'`.
//! - S is a number and G is none: the number translation theorem (Siegel, *Combinatorial Game
//!   Theory*, section II.3) holds for all forms.
//! - S is an integer and G is a number that is no integer: the numbers that fit into the form are
//!   moved by S. There is no integer among them, so the simplest one has the least denominator,
//!   and an integer does not change denominators.
//! - `S > 0` is an integer, G is an integer, and `G > 0` or `G - 1` does not fit into the form. The
//!   simplest of the integers that fit is the one next to 0. So G is the least integer that fits,
//!   and `G + iS` is the least one that fits into the translated form. It is the simplest one if it
//!   is at least 0. If it is negative, then so is G, and G is the largest integer that fits as
//!   well, hence the only one. The same holds with the players exchanged.
//!
//! **Divisors.** If the law with p and S is proved and `G(n + q) = G(n) + T` holds for
//! `n0 <= n < n0 + p`, for a divisor q of p with `(p / q) T = S`, then it holds for all `n >= n0`:
//! both sides grow by S with each p.

use cg_core::{Dyadic, Error as GameError, Game, LimitReached, Player, Result};
use cg_simplify::Engine;

use crate::{PartizanHeaps, PartizanRules};

/// A period of a sequence of games: from `preperiod` on, each value is the value one period before
/// plus the saltus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePeriod {
    /// The least place from which the law holds.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// The game that each period adds; 0 for a plain period.
    pub saltus: Game,
}

impl GamePeriod {
    /// The number of values that the proof needs for these rules: `B + period` of the theorem.
    /// `None` for codes without end, for which there is no theorem. `after_cases` is the first heap
    /// behind all given values.
    pub fn bound(&self, rules: &PartizanRules, after_cases: u64) -> Option<u64> {
        let length = rules.length()?;
        let reach = self.preperiod.max(1).saturating_add(self.period);
        let parts = u64::from(rules.most_parts().max(1));
        let whole = reach.saturating_mul(parts).saturating_add(length);
        let least = length.saturating_add(1).max(after_cases).saturating_add(self.period);
        Some(whole.max(least))
    }
}

/// Steps of the engine for one sum of a law that is looked for: values whose differences are
/// larger are taken for different.
const STEPS: u32 = 20_000;

/// The answer of bounded work; `None` if its steps did not suffice.
fn cheap<T>(engine: &mut Engine, work: impl FnOnce(&mut Engine) -> Result<T>) -> Result<Option<T>> {
    match engine.within(STEPS, work) {
        Err(GameError::Limit(LimitReached::Steps { .. })) => Ok(None),
        done => done.map(Some),
    }
}

/// The laws that `values` show, for periods from 1 on, the plain ones first. Each law holds up to
/// the last value, and `accept` is asked for each. The first accepted law is the answer.
///
/// # Errors
/// Limits; errors of `accept`.
pub fn find_game_period(
    engine: &mut Engine,
    values: &[Game],
    mut accept: impl FnMut(&mut Engine, GamePeriod) -> Result<bool>,
) -> Result<Option<GamePeriod>> {
    let Some(last) = values.len().checked_sub(1) else { return Ok(None) };
    for plain in [true, false] {
        for period in 1..=last {
            engine.check()?;
            let saltus = match plain {
                true => Some(Game::ZERO),
                false => {
                    let [high, low] = [values[last], values[last - period]];
                    cheap(engine, |engine| engine.subtract(high, low))?
                }
            };
            let Some(saltus) = saltus.filter(|&saltus| plain || saltus != Game::ZERO) else {
                continue;
            };
            // A saltus of finite order is that of a longer plain period.
            if !plain && has_small_order(engine, saltus)? {
                continue;
            }
            let mut preperiod = last + 1 - period;
            while preperiod > 0 {
                let at = preperiod - 1;
                if !grows(engine, values[at], saltus, values[at + period])? {
                    break;
                }
                preperiod = at;
            }
            let found = GamePeriod { preperiod: preperiod as u64, period: period as u64, saltus };
            if accept(engine, found)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// Whether `low + saltus = high`, as far as a bounded number of steps tells.
fn grows(engine: &mut Engine, low: Game, saltus: Game, high: Game) -> Result<bool> {
    if saltus == Game::ZERO {
        return Ok(low == high);
    }
    Ok(cheap(engine, |engine| engine.add(low, saltus))? == Some(high))
}

/// Whether 2, 4 or 8 times the game is 0.
fn has_small_order(engine: &mut Engine, game: Game) -> Result<bool> {
    let mut multiple = game;
    for _ in 0..3 {
        match cheap(engine, |engine| engine.add(multiple, multiple))? {
            Some(double) if double == Game::ZERO => return Ok(true),
            Some(double) => multiple = double,
            None => return Ok(false),
        }
    }
    Ok(false)
}

/// The period of a heap game, as far as it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameFinding {
    /// The law.
    pub period: GamePeriod,
    /// The number of heaps whose values prove the law for all heaps. `None` if it is only seen.
    pub proof: Option<u64>,
}

impl PartizanHeaps {
    /// Computes values until a period is proved or `most` heaps are known. The finding, if any, is
    /// that of the last look; it is kept in `found` when a limit ends the work.
    ///
    /// ```
    /// use cg_core::Limits;
    /// use cg_octal::PartizanHeaps;
    /// use cg_simplify::Engine;
    ///
    /// let mut engine = Engine::new(cg_subgroups::standard()?, Limits::default())?;
    /// let mut found = None;
    /// PartizanHeaps::new(".7|.17".parse()?).search(&mut engine, 1000, &mut found)?;
    /// let found = found.expect("Partisan Kayles has a period");
    /// assert_eq!((found.period.preperiod, found.period.period, found.proof), (0, 8, Some(20)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Limits, an interrupt, a failing subgroup. The known values stay.
    pub fn search(
        &mut self,
        engine: &mut Engine,
        most: usize,
        found: &mut Option<GameFinding>,
    ) -> Result<()> {
        loop {
            let known = self.values().len();
            *found = self.finding(engine)?;
            if known >= most || found.is_some_and(|found| found.proof.is_some()) {
                return Ok(());
            }
            // Looks become rarer, so that they cost a fixed share of the work.
            self.extend(engine, most.min(known + known / 8 + 1))?;
        }
    }

    /// The period that the known values prove. If they prove none, the first that they show twice,
    /// the part before it counted.
    ///
    /// # Errors
    /// Limits, an interrupt, a failing subgroup.
    pub fn finding(&self, engine: &mut Engine) -> Result<Option<GameFinding>> {
        let known = self.values().len() as u64;
        let mut seen = None;
        let proved = find_game_period(engine, self.values(), |engine, law| {
            if seen.is_none() && 2 * (law.preperiod + law.period) < known {
                seen = Some(law);
            }
            self.proves(engine, law)
        })?;
        let Some(law) = proved else {
            return Ok(seen.map(|period| GameFinding { period, proof: None }));
        };
        let proof = law.bound(self.rules(), self.after_cases());
        Ok(Some(GameFinding { period: self.least(engine, law)?, proof }))
    }

    /// Whether the known values prove a law that they show.
    fn proves(&self, engine: &mut Engine, law: GamePeriod) -> Result<bool> {
        let Some(bound) = law.bound(self.rules(), self.after_cases()) else { return Ok(false) };
        if bound > self.values().len() as u64 {
            return Ok(false);
        }
        if law.saltus == Game::ZERO {
            return Ok(true);
        }
        let bound = usize::try_from(bound).expect("so many values are in memory");
        let period = usize::try_from(law.period).expect("it is below the bound");
        for heap in bound - period..bound {
            let options = [
                self.options(engine, heap, Player::Left)?,
                self.options(engine, heap, Player::Right)?,
            ];
            let moved = translates(engine, &options, self.values()[heap], law.saltus);
            if !moved? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The law of the least divisor of a proved period.
    fn least(&self, engine: &mut Engine, law: GamePeriod) -> Result<GamePeriod> {
        let index = |number: u64| usize::try_from(number).expect("it is below a known heap");
        let (first, period) = (index(law.preperiod), index(law.period));
        let values = self.values();
        for divisor in (1..period).filter(|&divisor| period.is_multiple_of(divisor)) {
            // The proof needs the values of two periods and more.
            let (Some(&low), Some(&high)) = (values.get(first), values.get(first + divisor)) else {
                continue;
            };
            let Some(saltus) = cheap(engine, |engine| engine.subtract(high, low))? else {
                continue;
            };
            if (saltus == Game::ZERO) != (law.saltus == Game::ZERO) {
                continue;
            }
            let mut holds = first + period + divisor <= values.len();
            for at in first..first + period {
                holds = holds && grows(engine, values[at], saltus, values[at + divisor])?;
            }
            if holds {
                return Ok(GamePeriod { period: divisor as u64, saltus, ..law });
            }
        }
        Ok(law)
    }
}

/// Whether `{A + iS | B + iS} = G + iS` for all i >= 0, by one of the conditions at the head of this
/// file. `options` are A and B, and G is the value of their form.
fn translates(
    engine: &mut Engine,
    options: &[Vec<Game>; 2],
    value: Game,
    saltus: Game,
) -> Result<bool> {
    let number = match engine.is_number(saltus)? {
        true => engine.as_number(saltus)?,
        false => None,
    };
    if let Some(saltus) = number {
        let Some(integer) = engine.as_number(value)? else {
            // A value that no subgroup knows may be a number even so.
            if !engine.is_number(value)? {
                return Ok(true);
            }
            return Ok(false);
        };
        if saltus.is_integer() && keeps_simplest(engine, options, &integer, &saltus)? {
            return Ok(true);
        }
    }
    for player in Player::BOTH {
        for moved in engine.options(saltus, player)? {
            let wanted = engine.add(value, moved)?;
            let mut answered = false;
            for &option in &options[player as usize] {
                let reached = engine.add(option, saltus)?;
                answered = match player {
                    Player::Left => engine.le(wanted, reached)?,
                    Player::Right => engine.le(reached, wanted)?,
                };
                if answered {
                    break;
                }
            }
            if !answered {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Whether the simplest number that fits moves with the form, by the last two conditions.
fn keeps_simplest(
    engine: &mut Engine,
    options: &[Vec<Game>; 2],
    value: &Dyadic,
    saltus: &Dyadic,
) -> Result<bool> {
    if !value.is_integer() {
        return Ok(true);
    }
    let grows = *saltus > Dyadic::ZERO;
    if (*value > Dyadic::ZERO && grows) || (*value < Dyadic::ZERO && !grows) {
        return Ok(true);
    }
    let (player, nearer) = match grows {
        true => (Player::Left, value - &Dyadic::ONE),
        false => (Player::Right, value + &Dyadic::ONE),
    };
    let nearer = engine.number(&nearer)?;
    for &option in &options[player as usize] {
        let excludes = match player {
            Player::Left => engine.le(nearer, option)?,
            Player::Right => engine.le(option, nearer)?,
        };
        if excludes {
            return Ok(true);
        }
    }
    Ok(false)
}
