//! Proof numbers: which of several questions is the cheapest to answer.
//!
//! A position knows about how much must still be looked at, at the least, until it is
//! known that its mover wins, and until it is known that the mover loses. The mover
//! wins by one move after which the opponent loses, and loses when after all moves the
//! opponent wins; so the first number is the least of the moves, the second their sum.
//! A search that always follows the move with the least number, and leaves it when
//! another one has become cheaper, finds short proofs where no order of moves is known.
//!
//! Sources: Allis, van der Meulen, van den Herik: *Proof-number search* (1994); Nagai:
//! *Df-pn algorithm for searching AND/OR trees and its applications* (2002).

/// About how much must be looked at before a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// Before it is known that the mover wins.
    pub(crate) won: u32,
    /// Before it is known that the mover loses.
    pub(crate) lost: u32,
}

/// The number of what is never known, since the opposite is; as a limit, no limit.
pub(crate) const NEVER: u32 = u32::MAX;

impl Numbers {
    pub(crate) const WON: Numbers = Numbers { won: 0, lost: NEVER };
    pub(crate) const LOST: Numbers = Numbers { won: NEVER, lost: 0 };
    /// As limits: none.
    pub(crate) const UNBOUNDED: Numbers = Numbers { won: NEVER, lost: NEVER };

    /// The numbers for a thread that sees another one at work there: a quarter more, as much as
    /// a move must be dearer to be left.
    pub(crate) fn dearer(self) -> Self {
        let lost = self.lost.saturating_add(self.lost / 4).saturating_add(1);
        Numbers { lost: lost.min(NEVER - 1), ..self }
    }

    /// The numbers of a sum of about this size that was not looked at yet. One good move
    /// shows a win, all moves must be looked at for a loss, and what comes after them is
    /// known soon: many sums of components are met again and again.
    pub(crate) fn guess_sum(size: u32) -> Self {
        Numbers { won: 1, lost: 1 + size.min(1 << 12) }
    }

    /// The numbers of a question about nimbers that was not looked at yet, of a component of
    /// about this size.
    pub(crate) fn guess(size: u32) -> Self {
        let size = size.min(1 << 12);
        Numbers { won: 1 + size, lost: 1 + size * size }
    }
}

/// The moves of a position, looked at one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    numbers: Numbers,
    /// The number of the second best move.
    second: u32,
    best: Option<(usize, Numbers)>,
}

impl Choice {
    pub(crate) fn new() -> Self {
        Choice { numbers: Numbers { won: NEVER, lost: 0 }, second: NEVER, best: None }
    }

    /// One more move, with the numbers of the position after it, whose winner is not
    /// known.
    pub(crate) fn add(&mut self, at: usize, after: Numbers) {
        self.numbers.lost = self.numbers.lost.saturating_add(after.won).min(NEVER - 1);
        if after.lost < self.numbers.won {
            self.second = self.numbers.won;
            self.numbers.won = after.lost;
            self.best = Some((at, after));
        } else {
            self.second = self.second.min(after.lost);
        }
    }

    /// The best move until now.
    pub(crate) fn best(&self) -> Option<usize> {
        self.best.map(|(at, _)| at)
    }

    /// The move to follow, with the limits for it; `Err` with the numbers of the
    /// position when they have reached its own limits. `None` when there is no move.
    pub(crate) fn next(&self, limits: Numbers) -> Option<Result<(usize, Numbers), Numbers>> {
        let (at, after) = self.best?;
        if self.numbers.won >= limits.won || self.numbers.lost >= limits.lost {
            return Some(Err(self.numbers));
        }
        // The move is left when the second best is better by a quarter.
        let lost = limits.won.min(self.second.saturating_add(self.second / 4).saturating_add(1));
        let won = match limits.lost {
            NEVER => NEVER,
            limit => limit - (self.numbers.lost - after.won),
        };
        Some(Ok((at, Numbers { won, lost })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree whose leaves are won or lost, searched depth first within limits: the
    /// numbers that are left behind grow, and the answer is that of plain search.
    #[test]
    fn limits_are_kept_and_answers_are_found() {
        // A position is a heap and the most that may be taken: who cannot move loses.
        fn plain(heap: u32, most: u32) -> bool {
            (1..=most.min(heap)).any(|taken| !plain(heap - taken, most))
        }
        type Table = std::collections::HashMap<u32, Numbers>;
        fn search(heap: u32, most: u32, limits: Numbers, table: &mut Table) -> Numbers {
            loop {
                let mut choice = Choice::new();
                let mut won = false;
                for taken in 1..=most.min(heap) {
                    let after = table.get(&(heap - taken)).copied().unwrap_or(Numbers::guess(heap));
                    match after {
                        Numbers::LOST => won = true,
                        Numbers::WON => {}
                        after => choice.add(taken as usize, after),
                    }
                }
                let found = match choice.next(limits) {
                    _ if won => Numbers::WON,
                    None => Numbers::LOST,
                    Some(Err(numbers)) => {
                        assert!(numbers.won >= limits.won || numbers.lost >= limits.lost);
                        numbers
                    }
                    Some(Ok((taken, limits))) => {
                        let taken = u32::try_from(taken).unwrap();
                        search(heap - taken, most, limits, table);
                        continue;
                    }
                };
                table.insert(heap, found);
                return found;
            }
        }
        for most in 1..5 {
            for heap in 0..14 {
                let found = search(heap, most, Numbers::UNBOUNDED, &mut Table::new());
                let expected = if plain(heap, most) { Numbers::WON } else { Numbers::LOST };
                assert_eq!(found, expected, "{heap} {most}");
            }
        }
    }
}
