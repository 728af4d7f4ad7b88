//! The moves that leave a run: whole runs, ORed as streams.

use super::program::{Class, Far, Program};
use super::register::{RUN, Run, Vector};

/// Run numbers that share one filtered list of moves: 2^CHUNK_BITS.
const CHUNK_BITS: u32 = 4;

/// The moves that apply in the current chunk of runs.
pub(crate) struct Gather<'a> {
    program: &'a Program,
    active: Vec<Far>,
    chunk: Option<u64>,
    shifted: Box<Run>,
}

impl<'a> Gather<'a> {
    pub(crate) fn new(program: &'a Program) -> Self {
        Self {
            program,
            active: Vec::with_capacity(program.far.len()),
            chunk: None,
            shifted: Box::new(Run::ZERO),
        }
    }

    /// ORs into `n` the parents, within run number `run`, of the P-positions of
    /// other runs: those `done` of the same block, and the other `sources`.
    #[inline(always)]
    pub(crate) fn collect<V: Vector>(
        &mut self,
        run: usize,
        done: &[Run],
        sources: &[&[Run]],
        n: &mut Run,
    ) {
        let number = run as u64;
        if self.chunk != Some(number >> CHUNK_BITS) {
            self.chunk = Some(number >> CHUNK_BITS);
            let above = !(number | ((1 << CHUNK_BITS) - 1));
            self.active.clear();
            self.active.extend(self.program.far.iter().filter(|far| far.runs & above == 0));
        }
        let (classes, shifted) = (&self.program.classes, &mut *self.shifted);
        let mut pending: [&Run; 4] = [&Run::ZERO; 4];
        let (mut waiting, mut current, mut shifting) = (0, usize::MAX, None);
        for far in &self.active {
            if far.runs & !number != 0 {
                continue;
            }
            if far.class != current {
                if waiting > 0 {
                    flush::<V>(&classes[current], &pending[..waiting], n, shifted);
                    waiting = 0;
                }
                current = far.class;
                let low = classes[current].low;
                if shifting != Some(low) {
                    shift::<V>(shifting, n, shifted);
                    shifting = Some(low);
                    if low != 0 {
                        *shifted = Run::ZERO;
                    }
                }
            }
            let at = run ^ usize::try_from(far.runs).unwrap_or(usize::MAX);
            pending[waiting] =
                if far.source == 0 { &done[at] } else { &sources[far.source - 1][at] };
            waiting += 1;
            if waiting == 4 {
                flush::<V>(&classes[current], &pending, n, shifted);
                waiting = 0;
            }
        }
        if waiting > 0 {
            flush::<V>(&classes[current], &pending[..waiting], n, shifted);
        }
        shift::<V>(shifting, n, shifted);
    }
}

/// ORs up to four sources of one class.
#[inline(always)]
fn flush<V: Vector>(class: &Class, sources: &[&Run], n: &mut Run, shifted: &mut Run) {
    let into = if class.low == 0 { n } else { shifted };
    match *sources {
        [a] => or_runs::<V, 1>(class, [a], into),
        [a, b] => or_runs::<V, 2>(class, [a, b], into),
        [a, b, c] => or_runs::<V, 3>(class, [a, b, c], into),
        [a, b, c, d] => or_runs::<V, 4>(class, [a, b, c, d], into),
        _ => {}
    }
}

/// Moves what was collected for the low pieces `low` into place.
#[inline(always)]
fn shift<V: Vector>(low: Option<u8>, n: &mut Run, shifted: &Run) {
    if let Some(low) = low.filter(|&low| low != 0) {
        for (to, from) in n.0.iter_mut().zip(&shifted.0) {
            V::load(to).or(V::load(from).add_pieces(low)).store(to);
        }
    }
}

#[inline(always)]
fn or_runs<V: Vector, const N: usize>(class: &Class, sources: [&Run; N], into: &mut Run) {
    if class.registers == 0 {
        for r in 0..RUN {
            or_register::<V, N>(r, r, sources, into);
        }
    } else {
        for &r in &class.targets {
            or_register::<V, N>(usize::from(r), usize::from(r ^ class.registers), sources, into);
        }
    }
}

#[inline(always)]
fn or_register<V: Vector, const N: usize>(
    to: usize,
    from: usize,
    sources: [&Run; N],
    into: &mut Run,
) {
    let (to, from) = (to % RUN, from % RUN);
    let mut sum = V::load(&into.0[to]);
    for source in sources {
        sum = sum.or(V::load(&source.0[from]));
    }
    sum.store(&mut into.0[to]);
}
