//! Top Entails at array speed.
//!
//! From a stack take one coin, so that the opponent must answer in what is left, or split it into two
//! stacks. Let S(n) be the nimbers of the pairs of stacks with n coins. By the recursion on sets
//! ([`crate::Entailing`]) A(n) is S(n) and all that is not in A(n-1), so that the value of n is the
//! least of A(n-1) that is not in S(n), and n is loony when there is none. The work is to mark S(n):
//! n/2 pairs for each n.

use std::io::{self, Read};
use std::path::Path;

use cg_core::{Limits, Meter};

use crate::{EntailingValue, Result, UniverseError};

const MAGIC: &[u8] = b"cg-universes top-entails 1\n";

/// Values are below this.
const MOST_VALUE: u16 = 1 << 14;

/// A loony stack, in the list of the smaller parts and in that of the larger: no pair with one comes to
/// a value.
const LOONY: [u16; 2] = [1 << 15, 1 << 14];

/// Places for what two entries of the lists come to.
const PLACES: usize = 1 << 16;

/// The values of the stacks 0 to n.
///
/// ```
/// use cg_core::Limits;
/// use cg_universes::{EntailingValue, TopEntails};
/// let mut stacks = TopEntails::default();
/// stacks.extend_to(3000, Limits::default())?;
/// assert_eq!(stacks.loony(), [1, 3, 2403, 2505]);
/// assert_eq!(stacks.value(24), Some(EntailingValue::Nimber(7)));
/// # Ok::<(), cg_universes::UniverseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopEntails {
    /// The values, loony ones as `LOONY[0]`.
    values: Vec<u16>,
    /// Whether each nimber below `bound` is in A of the last stack.
    wins: Vec<bool>,
    /// Whether all nimbers from `bound` on are in it.
    wins_beyond: bool,
}

impl Default for TopEntails {
    fn default() -> Self {
        // The empty stack has no move.
        TopEntails { values: vec![0], wins: vec![false], wins_beyond: false }
    }
}

impl TopEntails {
    /// The last stack whose value is known.
    pub fn last(&self) -> usize {
        self.values.len() - 1
    }

    /// The value of a stack, if it is known.
    pub fn value(&self, stack: usize) -> Option<EntailingValue> {
        self.values.get(stack).map(|&value| match value {
            loony if loony == LOONY[0] => EntailingValue::Loony,
            nimber => EntailingValue::Nimber(nimber.into()),
        })
    }

    /// The loony stacks among those that are known.
    pub fn loony(&self) -> Vec<usize> {
        (0..self.values.len()).filter(|&stack| self.values[stack] == LOONY[0]).collect()
    }

    /// The largest nimber among the values.
    pub fn largest(&self) -> u32 {
        let nimbers = self.values.iter().copied().filter(|&value| value != LOONY[0]);
        nimbers.max().map_or(0, u32::from)
    }

    /// Works out the values to the stack `last`. What was found stays when an error ends the work.
    ///
    /// # Errors
    /// Limits; a value that has no room.
    pub fn extend_to(&mut self, last: usize, limits: Limits) -> Result<()> {
        let meter = Meter::new(limits);
        let mut marked = Box::new([0u8; PLACES]);
        // The values once more, from the last to the first: the larger parts in order of the smaller.
        let mut back = vec![0u16; last.max(self.last()) + 1];
        let end = back.len();
        for (stack, &value) in self.values.iter().enumerate() {
            back[end - 1 - stack] = if value == LOONY[0] { LOONY[1] } else { value };
        }
        for n in self.values.len()..=last {
            if n % 64 == 0 {
                meter.look(n, self.memory() + back.len() * 2 + PLACES)?;
            }
            let bound = self.wins.len();
            marked[..bound].fill(0);
            // The parts k and n-k, for k = 1..n/2.
            mark(&mut marked, &self.values[1..=n / 2], &back[end - n..][..n / 2]);
            let mut candidates = self.wins.iter().zip(&marked[..]);
            let free = candidates.position(|(&won, &seen)| won && seen == 0);
            // Nothing is marked beyond the bound.
            let value = match free.or(self.wins_beyond.then_some(bound)) {
                None => LOONY[0],
                Some(value) => u16::try_from(value)
                    .ok()
                    .filter(|&value| value < MOST_VALUE)
                    .ok_or_else(|| {
                        UniverseError::Refused(format!(
                            "stack {n} has a value of {MOST_VALUE} or more"
                        ))
                    })?,
            };
            for (won, &seen) in self.wins.iter_mut().zip(&marked[..]) {
                *won = seen != 0 || !*won;
            }
            self.wins_beyond = !self.wins_beyond;
            self.values.push(value);
            back[end - 1 - n] = value;
            if value == LOONY[0] {
                back[end - 1 - n] = LOONY[1];
            } else if usize::from(value) >= bound {
                self.wins.resize(2 * bound, self.wins_beyond);
            }
        }
        Ok(())
    }

    fn memory(&self) -> usize {
        self.values.capacity() * size_of::<u16>() + self.wins.capacity()
    }

    /// Writes all that is known into a file, whole or not at all.
    ///
    /// # Errors
    /// Those of the system.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        for length in [self.values.len(), self.wins.len()] {
            bytes.extend(u64::try_from(length).expect("addresses have 64 bits").to_le_bytes());
        }
        bytes.push(self.wins_beyond.into());
        bytes.extend(self.values.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend(self.wins.iter().map(|&won| u8::from(won)));
        let check = crc32fast::hash(&bytes);
        bytes.extend(check.to_le_bytes());
        cg_files::write_whole(path, |file| file.write_all(&bytes))
    }

    /// Reads what [`TopEntails::save`] wrote.
    ///
    /// # Errors
    /// A file that cannot be read, that is damaged, or that is larger than the limit on memory.
    pub fn load(path: &Path, limits: &Limits) -> Result<Self> {
        let failed =
            |problem: String| UniverseError::Data(format!("{}: {problem}", path.display()));
        let mut bytes = Vec::new();
        let file = cg_files::open_regular(path).map_err(|error| failed(error.to_string()))?;
        let most = limits.memory.saturating_add(1);
        file.take(most).read_to_end(&mut bytes).map_err(|error| failed(error.to_string()))?;
        if bytes.len() as u64 == most {
            let limit = limits.memory;
            return Err(cg_core::LimitReached::Memory { limit, games: 0 }.into());
        }
        Self::decode(&bytes)
            .ok_or_else(|| failed("not a checkpoint of Top Entails, or damaged".into()))
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (body, check) = bytes.split_last_chunk::<4>()?;
        if crc32fast::hash(body) != u32::from_le_bytes(*check) {
            return None;
        }
        let rest = body.strip_prefix(MAGIC)?;
        let (stacks, rest) = rest.split_first_chunk::<8>()?;
        let (bound, rest) = rest.split_first_chunk::<8>()?;
        let [stacks, bound] =
            [stacks, bound].map(|length| usize::try_from(u64::from_le_bytes(*length)).ok());
        let (&wins_beyond, rest) = rest.split_first()?;
        let (values, wins) = rest.split_at_checked(stacks?.checked_mul(2)?)?;
        let (values, _) = values.as_chunks::<2>();
        let values: Vec<u16> = values.iter().map(|&value| u16::from_le_bytes(value)).collect();
        let wins: Vec<bool> = wins.iter().map(|&won| won != 0).collect();
        let fits = |&value: &u16| value == LOONY[0] || usize::from(value) < wins.len();
        let is_sound = wins.len() == bound?
            && wins.len().is_power_of_two()
            && wins.len() <= 2 * usize::from(MOST_VALUE)
            && values.first() == Some(&0)
            && values.iter().all(fits);
        is_sound.then_some(TopEntails { values, wins, wins_beyond: wins_beyond != 0 })
    }
}

/// Marks what the pairs of two lists come to.
fn mark(marked: &mut [u8; PLACES], smaller: &[u16], larger: &[u16]) {
    for (a, b) in smaller.iter().zip(larger) {
        marked[usize::from(a ^ b)] = 1;
    }
}
