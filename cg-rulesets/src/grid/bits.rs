//! Sets of cells as bits of a word: 64, 128, 256 or 1,024 of them.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A word whose bits stand for the cells of a grid. Rules are written once over it:
/// small boards are computed in `u64`, those of up to 128 cells in `u128`, those of up to
/// 256 in [`Long`], the others in [`Wide`].
///
/// ```
/// use cg_rulesets::grid::Bits;
/// let set = u64::bit(3) | u64::bit(5);
/// assert_eq!((set.count(), set.lowest(), set.up(1).lowest()), (2, Some(3), Some(4)));
/// ```
pub trait Bits:
    Copy
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// How many bits it has.
    const BITS: u32;
    /// No bit.
    const NONE: Self;

    /// The set of bit `at` alone; no bit when there is no such bit.
    fn bit(at: u32) -> Self;

    /// The lowest `count` bits.
    fn first(count: u32) -> Self;

    /// All bits moved up by `by`; those that leave the word are lost.
    fn up(self, by: u32) -> Self;

    /// All bits moved down by `by`; those that leave the word are lost.
    fn down(self, by: u32) -> Self;

    /// How many bits are set.
    fn count(self) -> u32;

    /// The lowest bit that is set.
    fn lowest(self) -> Option<u32>;

    /// The highest bit that is set.
    fn highest(self) -> Option<u32>;

    /// The lowest `count` bits in the opposite order. Others must not be set.
    fn reversed(self, count: u32) -> Self;

    /// The bits 0, `step`, 2 `step` and so on: the first column of a grid with `step`
    /// columns.
    fn column(step: u32) -> Self;

    /// Its bits in groups of 64, the lowest first: group `at`.
    fn group(self, at: usize) -> u64;

    /// Whether no bit is set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Whether a bit is set.
    #[inline]
    fn has(self, at: u32) -> bool {
        !(self & Self::bit(at)).is_empty()
    }

    /// The bits of `self` that are not in `other`.
    #[inline]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Takes the lowest bit out.
    #[inline]
    fn take(&mut self) -> Option<u32> {
        let at = self.lowest()?;
        *self = self.without(Self::bit(at));
        Some(at)
    }
}

/// Bits of a word that repeat with a period, for each period.
const fn columns_of_64() -> [u64; 65] {
    let mut table = [1; 65];
    let mut step = 1;
    while step < 64 {
        let mut at = step;
        while at < 64 {
            table[step] |= 1 << at;
            at += step;
        }
        step += 1;
    }
    table
}

const fn columns_of_128() -> [u128; 129] {
    let mut table = [1; 129];
    let mut step = 1;
    while step < 128 {
        let mut at = step;
        while at < 128 {
            table[step] |= 1 << at;
            at += step;
        }
        step += 1;
    }
    table
}

static COLUMNS_OF_64: [u64; 65] = columns_of_64();
static COLUMNS_OF_128: [u128; 129] = columns_of_128();

/// The methods that read the same for both primitive words.
macro_rules! primitive {
    ($word:ty, $columns:ident) => {
        const BITS: u32 = <$word>::BITS;
        const NONE: Self = 0;

        #[inline]
        fn bit(at: u32) -> Self {
            (1 as $word).checked_shl(at).unwrap_or(0)
        }

        #[inline]
        fn first(count: u32) -> Self {
            if count >= Self::BITS { !0 } else { (1 << count) - 1 }
        }

        #[inline]
        fn up(self, by: u32) -> Self {
            self.checked_shl(by).unwrap_or(0)
        }

        #[inline]
        fn down(self, by: u32) -> Self {
            self.checked_shr(by).unwrap_or(0)
        }

        #[inline]
        fn count(self) -> u32 {
            self.count_ones()
        }

        #[inline]
        fn lowest(self) -> Option<u32> {
            (self != 0).then(|| self.trailing_zeros())
        }

        #[inline]
        fn highest(self) -> Option<u32> {
            self.checked_ilog2()
        }

        #[inline]
        fn reversed(self, count: u32) -> Self {
            self.reverse_bits().down(Self::BITS - count)
        }

        #[inline]
        fn column(step: u32) -> Self {
            $columns[step.min(Self::BITS) as usize]
        }

        #[inline]
        fn take(&mut self) -> Option<u32> {
            let at = self.lowest()?;
            *self &= *self - 1;
            Some(at)
        }
    };
}

impl Bits for u64 {
    primitive!(u64, COLUMNS_OF_64);

    #[inline]
    fn group(self, at: usize) -> u64 {
        if at == 0 { self } else { 0 }
    }
}

impl Bits for u128 {
    primitive!(u128, COLUMNS_OF_128);

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the other half is another group")]
    fn group(self, at: usize) -> u64 {
        match at {
            0 => self as u64,
            1 => (self >> 64) as u64,
            _ => 0,
        }
    }
}

/// A word of many groups of 64 bits, for large boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Groups<const N: usize>([u64; N]);

/// A word of 256 bits.
pub type Long = Groups<4>;

/// A word of 1,024 bits.
pub type Wide = Groups<16>;

impl<const N: usize> Ord for Groups<N> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Groups<N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Groups<N> {
    #[inline]
    fn each(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        Groups(std::array::from_fn(|at| operation(self.0[at], other.0[at])))
    }
}

impl<const N: usize> BitAnd for Groups<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.each(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Groups<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.each(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Groups<N> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.each(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Groups<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Groups(self.0.map(|group| !group))
    }
}

impl<const N: usize> Bits for Groups<N> {
    #[expect(clippy::cast_possible_truncation, reason = "N is checked to be small")]
    const BITS: u32 = {
        assert!(N < 1 << 20, "a word has few groups");
        N as u32 * 64
    };
    const NONE: Self = Groups([0; N]);

    #[inline]
    fn bit(at: u32) -> Self {
        let mut groups = [0; N];
        if let Some(group) = groups.get_mut(at as usize / 64) {
            *group = 1 << (at % 64);
        }
        Groups(groups)
    }

    #[inline]
    fn first(count: u32) -> Self {
        Groups(std::array::from_fn(|at| {
            let below = u32::try_from(at * 64).expect("there are few groups");
            u64::first(count.saturating_sub(below))
        }))
    }

    #[inline]
    fn up(self, by: u32) -> Self {
        let (groups, bits) = (by as usize / 64, by % 64);
        let group = |at: usize| at.checked_sub(groups).map_or(0, |at| self.0[at]);
        Groups(std::array::from_fn(|at| {
            let lower = if at == 0 { 0 } else { group(at - 1) };
            group(at) << bits | lower.down(64 - bits)
        }))
    }

    #[inline]
    fn down(self, by: u32) -> Self {
        let (groups, bits) = (by as usize / 64, by % 64);
        let group = |at: usize| self.0.get(at + groups).copied().unwrap_or(0);
        Groups(std::array::from_fn(|at| group(at) >> bits | group(at + 1).up(64 - bits)))
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|group| group.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> Option<u32> {
        (0..).step_by(64).zip(self.0).find_map(|(below, group)| Some(below + group.lowest()?))
    }

    #[inline]
    fn highest(self) -> Option<u32> {
        let groups = (0..).step_by(64).zip(self.0);
        groups.filter_map(|(below, group): (u32, u64)| Some(below + group.highest()?)).last()
    }

    fn reversed(self, count: u32) -> Self {
        let all = Groups(std::array::from_fn(|at| self.0[N - 1 - at].reverse_bits()));
        all.down(Self::BITS - count)
    }

    fn column(step: u32) -> Self {
        let mut column = Self::NONE;
        let mut at = 0;
        while at < Self::BITS {
            column.0[at as usize / 64] |= 1 << (at % 64);
            at += step.max(1);
        }
        column
    }

    #[inline]
    fn group(self, at: usize) -> u64 {
        self.0.get(at).copied().unwrap_or(0)
    }
}

impl<const N: usize> Groups<N> {
    /// The bits of another word, as far as they fit.
    #[inline]
    pub fn of<B: Bits>(bits: B) -> Self {
        Groups(std::array::from_fn(|at| bits.group(at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits in a list: the obvious twin.
    fn listed<B: Bits>(bits: B) -> Vec<bool> {
        (0..B::BITS).map(|at| bits.has(at)).collect()
    }

    fn agree<B: Bits>() {
        let sample: Vec<u32> =
            (0..B::BITS).filter(|at| at % 7 == 3 || at % 64 == 0 || at % 31 == 30).collect();
        let set = sample.iter().fold(B::NONE, |set, &at| set | B::bit(at));
        assert_eq!(set.count() as usize, sample.len());
        assert_eq!(
            (set.lowest(), set.highest()),
            (sample.first().copied(), sample.last().copied())
        );
        assert_eq!(B::NONE.lowest().or(B::NONE.highest()), None);
        let list = listed(set);
        for by in (0..=B::BITS + 1).filter(|by| by % 9 < 2 || by % 64 == 0) {
            let moved = |to: i64| (0..B::BITS as usize).map(move |at| at as i64 + to);
            let at = |at: i64| usize::try_from(at).ok().and_then(|at| list.get(at)) == Some(&true);
            let up: Vec<bool> = moved(-i64::from(by)).map(at).collect();
            let down: Vec<bool> = moved(i64::from(by)).map(at).collect();
            assert_eq!((listed(set.up(by)), listed(set.down(by))), (up, down), "{by}");
        }
        for count in (1..=B::BITS).step_by(5).chain([B::BITS]) {
            let low = set & B::first(count);
            let mut turned: Vec<bool> = listed(low)[..count as usize].to_vec();
            turned.reverse();
            turned.resize(B::BITS as usize, false);
            assert_eq!(listed(low.reversed(count)), turned, "{count}");
            let column: Vec<bool> = (0..B::BITS).map(|at| at % count == 0).collect();
            assert_eq!(listed(B::column(count)), column, "{count}");
        }
        let mut rest = set;
        assert_eq!(std::iter::from_fn(|| rest.take()).collect::<Vec<_>>(), sample);
    }

    #[test]
    fn all_words_agree_with_lists_of_bits() {
        agree::<u64>();
        agree::<u128>();
        agree::<Long>();
        agree::<Wide>();
    }
}
