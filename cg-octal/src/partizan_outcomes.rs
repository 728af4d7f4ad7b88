//! The outcomes of single heaps of a partizan subtraction game. The sequence is always periodic.
//!
//! A move takes tokens from one heap and never splits it. So the outcome of a heap of n tokens
//! depends on the outcomes of the t heaps below it, and on nothing else if n > t, where t is the
//! most tokens that a move takes. There are `4^t` rows of t outcomes. By the pigeonhole principle
//! one of them comes again behind heap t, and then all outcomes from there on come again. This is
//! the proof of each period that [`PartizanOutcomes`] finds. The outcomes take two bits a heap to
//! compute; values play no part.

use cg_core::{Interrupt, Outcome, Player};
use serde::{Deserialize, Serialize};

use crate::{OctalError, PartizanRules, Result};

/// A proved period of outcomes: the outcomes of the heaps n and n + period are the same for all
/// n >= preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomePeriod {
    /// The least heap from which the outcomes repeat.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The number of heaps whose outcomes prove it.
    pub proof: u64,
}

/// The outcomes of single heaps, as far as they are computed.
///
/// ```
/// use cg_core::{Interrupt, Outcome};
/// use cg_octal::PartizanOutcomes;
/// let mut outcomes = PartizanOutcomes::new(&"S{1,2}|S{1,3}".parse()?)?;
/// let found = outcomes.search(1000, &Interrupt::new())?.expect("the row of three outcomes repeats");
/// assert_eq!((found.preperiod, found.period), (4, 1));
/// assert_eq!(outcomes.outcome(1), Some(Outcome::Next));
/// # Ok::<(), cg_octal::OctalError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PartizanOutcomes {
    /// The numbers of tokens that each player may take of a larger heap.
    takes: [Vec<usize>; 2],
    /// The numbers of tokens that each player may take if nothing is left.
    wholes: [Vec<usize>; 2],
    length: usize,
    /// For each heap whether the player wins who moves first: Left's bit 1, Right's bit 2.
    wins: Vec<u8>,
}

/// Heaps between two looks at the interrupt flag.
const STEP: usize = 1 << 12;

impl PartizanOutcomes {
    /// No outcome yet.
    ///
    /// # Errors
    /// A code without end, or one whose moves split heaps.
    pub fn new(rules: &PartizanRules) -> Result<Self> {
        let refused =
            |why| OctalError::Unsupported { engine: "outcome", game: rules.to_string(), why };
        let length = rules.length().ok_or_else(|| refused("a code has no end"))?;
        if rules.most_parts() > 1 {
            return Err(refused("a move can split a heap; the values tell the outcomes"));
        }
        let places = |player: Player, bit: u32| {
            let code = rules.code(player);
            let places = (1..).zip(code.head()).filter(|&(_, digit)| digit & bit != 0);
            places.map(|(take, _)| take).collect()
        };
        Ok(Self {
            takes: Player::BOTH.map(|player| places(player, 2)),
            wholes: Player::BOTH.map(|player| places(player, 1)),
            length: usize::try_from(length).expect("the digits are in memory"),
            wins: Vec::new(),
        })
    }

    /// The outcome of a heap, if it is computed.
    pub fn outcome(&self, heap: usize) -> Option<Outcome> {
        let outcome = |&wins: &u8| Outcome::from_first_moves(wins & 1 != 0, wins & 2 != 0);
        self.wins.get(heap).map(outcome)
    }

    /// The number of heaps that are computed.
    pub fn known(&self) -> usize {
        self.wins.len()
    }

    /// Computes one more heap.
    fn step(&mut self) {
        let heap = self.wins.len();
        let mut wins = 0;
        for player in Player::BOTH {
            let other = player.opponent() as usize;
            let lost = |&take: &usize| take < heap && self.wins[heap - take] >> other & 1 == 0;
            if self.wholes[player as usize].contains(&heap)
                || self.takes[player as usize].iter().any(lost)
            {
                wins |= 1 << player as usize;
            }
        }
        self.wins.push(wins);
    }

    /// Computes outcomes until `count` heaps are known.
    ///
    /// # Errors
    /// The interrupt flag.
    pub fn extend(&mut self, count: usize, interrupt: &Interrupt) -> Result<()> {
        while self.known() < count {
            if self.known().is_multiple_of(STEP) && interrupt.is_raised() {
                return Err(OctalError::Interrupted { at: self.known() as u64 });
            }
            self.step();
        }
        Ok(())
    }

    /// The period, with its proof; `None` if no row of outcomes comes again among the first `most`
    /// heaps.
    ///
    /// # Errors
    /// The interrupt flag.
    pub fn search(&mut self, most: usize, interrupt: &Interrupt) -> Result<Option<OutcomePeriod>> {
        // The row before heap `kept` is compared with those behind it; it is exchanged for a later
        // one at each power of two (Brent's method). The first row must be one that decides all.
        let width = self.length;
        let mut kept = 2 * width + 1;
        let mut next = 2 * kept;
        let mut end = kept + 1;
        while end <= most {
            self.extend(end, interrupt)?;
            if self.wins[kept - width..kept] == self.wins[end - width..end] {
                return Ok(Some(self.period(kept, end)));
            }
            if end == next {
                kept = end;
                next = 2 * end;
            }
            end += 1;
        }
        Ok(None)
    }

    /// The rows before the heaps `first` and `second` are the same, and no row between is.
    fn period(&self, first: usize, second: usize) -> OutcomePeriod {
        let period = second - first;
        let mut preperiod = first;
        while preperiod > 0 && self.wins[preperiod - 1] == self.wins[preperiod - 1 + period] {
            preperiod -= 1;
        }
        OutcomePeriod { preperiod: preperiod as u64, period: period as u64, proof: second as u64 }
    }
}
