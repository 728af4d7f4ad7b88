//! The cover of a class by its corners: the vectors above minimal corners, those below maximal
//! ones, and the gaps between.

use cg_simplify::Engine;

use crate::Result;
use crate::rule::Corner;

/// The side of a corner: 0 for minimal corners, 1 for maximal ones.
pub(crate) type Side = usize;

/// Minimal and maximal corners of one class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cover {
    pub(crate) corners: [Vec<Corner>; 2],
}

/// Whether an entry of a corner lets a coefficient lie above it, or below it.
fn meets(side: Side, entry: Option<i64>, n: i64) -> bool {
    match (side, entry) {
        (_, None) => true,
        (0, Some(entry)) => n >= entry,
        (_, Some(entry)) => n <= entry,
    }
}

/// Finds a corner that tells a vector in a gap, or none.
pub(crate) type Found<'f> =
    dyn FnMut(&mut Engine, &Cover, &[i64]) -> Result<Option<(Side, Corner)>> + 'f;

impl Cover {
    /// The side of the corners that tell a vector.
    pub(crate) fn tells(&self, n: &[i64]) -> Option<Side> {
        let is_met = |side: Side, corner: &Corner| {
            corner.iter().zip(n).all(|(&entry, &n)| meets(side, entry, n))
        };
        (0..2).find(|&side| self.corners[side].iter().any(|corner| is_met(side, corner)))
    }

    /// Calls `found` for a vector that no corner tells, with entries from `start` on, and adds the
    /// corner that it gives, until all vectors are told. The vector for which it gave none.
    ///
    /// # Errors
    /// Limits and interrupts of the engine; those of `found`.
    pub(crate) fn fill(
        &mut self,
        engine: &mut Engine,
        start: &[i64],
        found: &mut Found<'_>,
    ) -> Result<Option<Vec<i64>>> {
        let all = [0, 1].map(|side: Side| (0..self.corners[side].len()).collect());
        self.fill_from(engine, start, &mut Vec::new(), &all, found)
    }

    /// The same for vectors that begin with `n`. `live` has the corners that are met so far.
    fn fill_from(
        &mut self,
        engine: &mut Engine,
        start: &[i64],
        n: &mut Vec<i64>,
        live: &[Vec<usize>; 2],
        found: &mut Found<'_>,
    ) -> Result<Option<Vec<i64>>> {
        engine.check()?;
        let axis = n.len();
        if axis == start.len() {
            if live.iter().all(Vec::is_empty) {
                match found(engine, self, n)? {
                    Some((side, corner)) => self.corners[side].push(corner),
                    None => return Ok(Some(n.clone())),
                }
            }
            return Ok(None);
        }
        let before = [0, 1].map(|side: Side| self.corners[side].len());
        let mut at = start[axis];
        loop {
            let met = [0, 1].map(|side: Side| self.met(side, n, &live[side], before[side]));
            let next = [0, 1].map(|side: Side| {
                let fits = |&one: &usize| meets(side, self.corners[side][one][axis], at);
                met[side].iter().copied().filter(fits).collect::<Vec<usize>>()
            });
            let told = (0..2).any(|side: Side| {
                let rest = |&one: &usize| &self.corners[side][one][axis + 1..];
                next[side].iter().map(rest).any(|rest| rest.iter().all(Option::is_none))
            });
            if !told {
                n.push(at);
                let gap = self.fill_from(engine, start, n, &next, found)?;
                n.pop();
                if gap.is_some() {
                    return Ok(gap);
                }
            }
            // Up to the next entry nothing changes: from a minimal one on, and behind a maximal one.
            let changes = (0..2).flat_map(|side: Side| {
                let met = self.met(side, n, &live[side], before[side]).into_iter();
                let entries = met.filter_map(|one| self.corners[side][one][axis]);
                entries.map(|entry| entry.saturating_add(i64::from(side == 1))).collect::<Vec<_>>()
            });
            match changes.filter(|&change| change > at).min() {
                Some(change) => at = change,
                None => return Ok(None),
            }
        }
    }

    /// The corners whose first entries a vector `n` meets: those of `live`, and of those from `new` on.
    fn met(&self, side: Side, n: &[i64], live: &[usize], new: usize) -> Vec<usize> {
        let new = (new..self.corners[side].len()).filter(|&one| {
            let corner = &self.corners[side][one];
            corner.iter().zip(n).all(|(&entry, &n)| meets(side, entry, n))
        });
        live.iter().copied().chain(new).collect()
    }
}
