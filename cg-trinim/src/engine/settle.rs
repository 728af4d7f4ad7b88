//! The moves inside a run, register by register in order of pieces.

use super::program::{Near, Program, groups_of_four};
use super::register::{LEVELS, RUN, Run, Vector};

// No closures and no adapters below: they would be functions of their own,
// compiled without the vector instructions of the function they end up in.

/// ORs some registers of a run.
#[inline(always)]
fn or_registers<V: Vector>(sources: &[u8], p: &Run) -> V {
    let mut sum = V::zero();
    for &r in sources {
        sum = sum.or(V::load(&p.0[usize::from(r) % RUN]));
    }
    sum
}

/// The parents, in one register of the run, of P-positions of its other registers.
#[inline(always)]
pub(crate) fn near_parents<V: Vector>(near: &Near, p: &Run) -> V {
    let mut n = or_registers::<V>(&near.plain, p);
    for (low, sources) in &near.shifted {
        n = n.or(or_registers::<V>(sources, p).add_pieces(*low));
    }
    n
}

/// Settles four registers at once, given their N-positions so far: level by
/// level, what is left is P and makes N of its parents.
///
/// Four, because each alone is one long chain of dependent operations.
/// `inner` are the moves inside a register that take several pieces.
#[inline(always)]
fn settle_four<V: Vector>(mut n: [V; 4], inner: &[u8]) -> [V; 4] {
    let mut p = [V::zero(); 4];
    for mask in &LEVELS[..8] {
        let mask = V::load(mask);
        for i in 0..4 {
            let here = n[i].andnot(mask);
            p[i] = p[i].or(here);
            n[i] = n[i].or(here.parents());
            for &taken in inner {
                n[i] = n[i].or(here.add_pieces(taken));
            }
        }
    }
    let mask = V::load(&LEVELS[8]);
    for i in 0..4 {
        p[i] = p[i].or(n[i].andnot(mask));
    }
    p
}

/// Settles a whole run from the N-positions `n` that other runs make.
pub(crate) struct Settle {
    groups: Vec<[u8; 4]>,
}

impl Settle {
    pub(crate) fn new() -> Self {
        Self { groups: groups_of_four() }
    }

    /// Writes the P-positions of the run into `p`.
    #[inline(always)]
    pub(crate) fn run<V: Vector>(&self, program: &Program, n: &Run, p: &mut Run) {
        for group in &self.groups {
            let mut all = [V::zero(); 4];
            for i in 0..4 {
                let r = usize::from(group[i]) % RUN;
                all[i] = V::load(&n.0[r]).or(near_parents::<V>(&program.near[r], p));
            }
            let settled = settle_four(all, &program.inner);
            for i in 0..4 {
                settled[i].store(&mut p.0[usize::from(group[i]) % RUN]);
            }
        }
    }
}
