//! Corners line by line: which sums of a class are at least 0, in a box of coefficients.

use cg_core::Game;
use cg_simplify::Engine;
use dashu_int::IBig;
use rustc_hash::FxHashMap;

use crate::Result;
use crate::cover::{Cover, Side};
use crate::rule::Corner;

/// Whether sums are at least 0, as far as they were looked at.
pub(crate) type Known = FxHashMap<Vec<i64>, bool>;

/// Sums of a representative and multiples of the basis.
pub(crate) struct Lines<'a> {
    pub(crate) basis: &'a [Game],
    pub(crate) representative: Game,
    /// The largest coefficients. In a corner that points to one, it is infinite.
    pub(crate) width: &'a [i64],
    pub(crate) known: &'a mut Known,
    /// How many more sums may be looked at.
    pub(crate) left: &'a mut usize,
}

impl Lines<'_> {
    /// The minimal and the maximal corners of the box, in order. `None` where too many sums would be
    /// looked at.
    ///
    /// # Errors
    /// Limits and interrupts of the engine.
    pub(crate) fn corners(mut self, engine: &mut Engine) -> Result<Option<[Vec<Corner>; 2]>> {
        let start: Vec<i64> = self.width.iter().map(|width| -width).collect();
        let mut cover = Cover::default();
        let open =
            cover.fill(engine, &start, &mut |engine, cover, n| self.corner(engine, cover, n))?;
        if open.is_some() {
            return Ok(None);
        }
        let [mut minimal, mut maximal] = cover.corners;
        for (corners, infinite) in [(&mut minimal, i64::MIN), (&mut maximal, i64::MAX)] {
            corners.sort_by_cached_key(|corner| {
                let entries = corner.iter().rev().map(|entry| entry.unwrap_or(infinite));
                entries.collect::<Vec<i64>>()
            });
        }
        Ok(Some([minimal, maximal]))
    }

    /// Whether a sum is at least 0. `None` where too many were looked at.
    fn holds(&mut self, engine: &mut Engine, cover: &Cover, n: &[i64]) -> Result<Option<bool>> {
        if let Some(side) = cover.tells(n) {
            return Ok(Some(side == 0));
        }
        if let Some(&known) = self.known.get(n) {
            return Ok(Some(known));
        }
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        *self.left = left;
        engine.check()?;
        // The added games and the subtracted ones are compared: each sum is simpler than the difference.
        let (mut more, mut less) = (self.representative, Game::ZERO);
        for (&game, &times) in self.basis.iter().zip(n) {
            let part = engine.multiple(&IBig::from(times.abs()), game)?;
            let side = if times > 0 { &mut more } else { &mut less };
            *side = engine.add(*side, part)?;
        }
        let holds = engine.le(less, more)?;
        self.known.insert(n.to_vec(), holds);
        Ok(Some(holds))
    }

    /// A corner that tells a vector. It goes along each axis as far as the answer stays the same: an
    /// infinite entry is tried first, then the end is looked for by halves.
    fn corner(
        &mut self,
        engine: &mut Engine,
        cover: &Cover,
        n: &[i64],
    ) -> Result<Option<(Side, Corner)>> {
        let Some(answer) = self.holds(engine, cover, n)? else { return Ok(None) };
        let toward = if answer { -1 } else { 1 };
        let mut at = n.to_vec();
        for axis in 0..at.len() {
            let border = toward * self.width[axis];
            let (mut same, mut other) = (at[axis], border);
            at[axis] = border;
            match self.holds(engine, cover, &at)? {
                None => return Ok(None),
                Some(end) if end == answer => continue,
                Some(_) => {}
            }
            while (same - other).abs() > 1 {
                let middle = same + (other - same) / 2;
                at[axis] = middle;
                match self.holds(engine, cover, &at)? {
                    None => return Ok(None),
                    Some(found) if found == answer => same = middle,
                    Some(_) => other = middle,
                }
            }
            at[axis] = same;
        }
        let entries = at.iter().zip(self.width);
        let entries = entries.map(|(&at, width)| (at != toward * width).then_some(at));
        Ok(Some((usize::from(!answer), entries.collect())))
    }
}

#[cfg(test)]
mod tests {
    use cg_core::{Dyadic, Limits};

    use super::*;

    /// The corners of a box are those of all its sums, each looked at.
    #[test]
    fn corners_are_those_of_the_whole_box() {
        let mut engine = Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap();
        let star = engine.nimber(&1u8.into()).unwrap();
        let up = engine.up(&1.into()).unwrap();
        let down_star = engine.subtract(star, up).unwrap();
        let second = engine.game(&[Game::ZERO], &[down_star]).unwrap();
        let half = engine.number(&Dyadic::from(1).half().unwrap()).unwrap();
        let switch = engine.game(&[half], &[star]).unwrap();
        let width = [3, 2, 4];
        for basis in [[up, second, half], [second, half, up], [half, switch, up]] {
            for representative in [Game::ZERO, star, switch] {
                let mut holds = |n: &[i64]| {
                    let sum = crate::family::combination(&mut engine, &basis, n).unwrap();
                    let sum = engine.add(sum, representative).unwrap();
                    engine.le(Game::ZERO, sum).unwrap()
                };
                let [x, y, z] = width;
                let all = (-z..=z)
                    .flat_map(|c| (-y..=y).flat_map(move |b| (-x..=x).map(move |a| vec![a, b, c])));
                let mut expected = [Vec::new(), Vec::new()];
                for n in all {
                    let answer = holds(&n);
                    let toward = if answer { -1 } else { 1 };
                    let is_corner = (0..3).all(|axis| {
                        let mut next = n.clone();
                        next[axis] += toward;
                        next[axis].abs() > width[axis] || holds(&next) != answer
                    });
                    if is_corner {
                        let entries = n.iter().zip(width);
                        let entries = entries.map(|(&n, end)| (n != toward * end).then_some(n));
                        expected[usize::from(!answer)].push(entries.collect::<Corner>());
                    }
                }
                let mut found = |left: &mut usize| {
                    let mut known = Known::default();
                    let known = &mut known;
                    let lines = Lines { basis: &basis, representative, width: &width, known, left };
                    lines.corners(&mut engine).unwrap()
                };
                assert_eq!(found(&mut 1000), Some(expected));
                assert_eq!(found(&mut 3), None);
            }
        }
    }
}
