//! The exact test whether a quotient is right: the algebra of its transitions.
//!
//! A position w has a value x in Q, and its options have values S. It *wins* at an element z if
//! some s in S has s z in P. Then w plus a position with value z has a move in w to P. The quotient
//! is right for all sums of some heaps exactly if two tests hold:
//!
//! - (P-test) No position wins at an element z with x z in P. Then no sum with a value in P has an
//!   option in P.
//! - (N-test) Every sum w, except those without moves, wins at 1 if x is not in P.
//!
//! The P-test is done on single heaps. For the N-test, a position is the pair (x, U), where U is
//! the set at which it wins. A sum of (x, U) and (y, V) wins at z if x wins at y z or y at x z. Two
//! observations keep the pairs few. First, of two pairs with the same x, the one with fewer wins
//! proves more. So for each x only the minimal sets are kept, an antichain. Second, a pair is
//! *full* if it wins wherever the P-test permits, that is, at the complement of {z : x z in P}. All
//! sums with a full pair are full, and a full pair passes. So full pairs are left out.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::bits::Bits;
use crate::quotient::element;
use crate::{Element, ONE, Quotient, Word};

/// A sum of heaps that is not full.
#[derive(Clone, Debug)]
struct Pair {
    value: Element,
    /// Where it wins; empty once the pair is not minimal.
    wins: Bits,
    /// The pair to which the last heap was added, and the heap.
    parent: Option<usize>,
    heap: u64,
    /// Whether no pair with the same value and fewer wins is known.
    minimal: bool,
}

/// The reason why a test stopped.
pub(crate) enum Refuted {
    /// The quotient is wrong on this word: the word and an option both have values in P, or
    /// neither the word nor any option has.
    Wrong(Word),
    /// The pairs take more memory than allowed.
    Memory,
    /// `look` asked to stop.
    Stopped,
}

/// The transitions of the heaps so far, closed under sums.
#[derive(Clone, Debug)]
pub(crate) struct Algebra {
    pairs: Vec<Pair>,
    /// The minimal pairs of each value.
    of_value: Vec<Vec<usize>>,
    /// The value of a heap, indexed by the elements at which it wins.
    values: HashMap<Bits, Element, FxBuildHasher>,
}

/// A heap that is being added.
struct Added<'q> {
    heap: u64,
    value: Element,
    /// The products with its value.
    row: &'q [Element],
    wins: Bits,
    /// Indexed by x: where the heap wins in a sum with a position of value x, that is {z : x z in
    /// `wins`}, if it is computed.
    beside: Vec<Option<Bits>>,
}

/// The limits are checked after this many steps.
const STEPS_PER_LOOK: usize = 256;

impl Algebra {
    pub(crate) fn new(quotient: &Quotient) -> Self {
        Self {
            pairs: Vec::new(),
            of_value: vec![Vec::new(); quotient.order()],
            values: HashMap::default(),
        }
    }

    /// Where a heap wins, given the values `options` of its options.
    pub(crate) fn wins(quotient: &Quotient, options: &Bits) -> Bits {
        let mut wins = Bits::new(quotient.order());
        options.iter().for_each(|option| wins.join(quotient.multiplied_into_p(element(option))));
        wins
    }

    /// The value of a heap that wins at `wins`, if the quotient need not change for it. There is at
    /// most one, since the quotient is reduced.
    pub(crate) fn value(&self, quotient: &Quotient, wins: &Bits) -> Option<Element> {
        if let Some(&known) = self.values.get(wins) {
            return Some(known);
        }
        quotient.elements().find(|&x| self.passes(quotient, x, wins))
    }

    /// Whether a heap with value `x` that wins at `wins` passes both tests, in all sums with the
    /// heaps before it and with more heaps like it.
    fn passes(&self, quotient: &Quotient, x: Element, wins: &Bits) -> bool {
        if !quotient.multiplied_into_p(x).is_disjoint(wins) {
            return false;
        }
        // The powers x^0, x^1, ... until they repeat.
        let (index, period) = quotient.powers(x);
        let mut powers = vec![ONE];
        for _ in 0..index + period {
            let last = *powers.last().expect("it begins with 1");
            powers.push(quotient.product(last, x));
        }
        let sums = |value: Element, others: Option<&Bits>| {
            powers.windows(2).all(|powers| {
                let whole = quotient.product(powers[1], value);
                quotient.is_p(whole)
                    || others.is_some_and(|others| others.has(usize::from(powers[1])))
                    || wins.has(usize::from(quotient.product(powers[0], value)))
            })
        };
        sums(ONE, None)
            && self
                .pairs
                .iter()
                .filter(|pair| pair.minimal)
                .all(|pair| sums(pair.value, Some(&pair.wins)))
    }

    /// Adds a heap with its value, and tests all sums with it. After an error the algebra is
    /// useless: it is not closed under sums.
    ///
    /// The existing pairs represent all sums of the heaps before: each sum wins wherever some
    /// minimal pair of the same value wins. So it is enough to add the new heap to them again and
    /// again.
    pub(crate) fn add(
        &mut self,
        quotient: &Quotient,
        heap: u64,
        value: Element,
        wins: Bits,
        memory: u64,
        look: &mut impl FnMut() -> bool,
    ) -> Result<(), Refuted> {
        if self.values.get(&wins) == Some(&value) {
            return Ok(());
        }
        if let Some(z) = quotient.multiplied_into_p(value).common(&wins) {
            let mut word = quotient.word(element(z)).clone();
            word.push(heap);
            return Err(Refuted::Wrong(word));
        }
        self.values.insert(wins.clone(), value);
        if is_full(quotient, value, &wins) {
            return Ok(());
        }
        let beside = vec![None; quotient.order()];
        let mut added = Added { heap, value, row: quotient.row(value), wins, beside };
        let most = usize::try_from(memory).unwrap_or(usize::MAX) / Self::bytes_of_a_pair(quotient);
        if !self.keep(quotient, None, &mut added)? {
            // A sum of smaller heaps with the same value has no other wins, and the same holds in
            // all sums.
            return Ok(());
        }
        // First the old pairs, then the new ones, while there are any.
        let mut next = 0;
        while next < self.pairs.len() {
            if self.pairs.len() > most {
                return Err(Refuted::Memory);
            }
            if next % STEPS_PER_LOOK == 0 && !look() {
                return Err(Refuted::Stopped);
            }
            self.keep(quotient, Some(next), &mut added)?;
            next += 1;
        }
        Ok(())
    }

    /// About the number of bytes of a pair.
    fn bytes_of_a_pair(quotient: &Quotient) -> usize {
        size_of::<Pair>() + size_of::<usize>() + quotient.order().div_ceil(64) * size_of::<u64>()
    }

    /// Keeps the sum of a pair (`None` is the position without heaps) and a heap, unless it is full
    /// or a pair with the same value has no further wins. Returns whether it was kept.
    fn keep(
        &mut self,
        quotient: &Quotient,
        pair: Option<usize>,
        added: &mut Added<'_>,
    ) -> Result<bool, Refuted> {
        let (value, wins) = match pair {
            None => (added.value, added.wins.clone()),
            Some(at) => {
                let pair = &self.pairs[at];
                if !pair.minimal {
                    return Ok(false);
                }
                let mut wins = pair.wins.pulled_back(added.row);
                let beside = added.beside[usize::from(pair.value)]
                    .get_or_insert_with(|| added.wins.pulled_back(quotient.row(pair.value)));
                wins.join(beside);
                (quotient.product(pair.value, added.value), wins)
            }
        };
        if is_full(quotient, value, &wins) {
            return Ok(false);
        }
        let rivals = &self.of_value[usize::from(value)];
        if rivals.iter().any(|&rival| self.pairs[rival].wins.is_subset(&wins)) {
            return Ok(false);
        }
        if !quotient.is_p(value) && !wins.has(usize::from(ONE)) {
            let mut word = pair.map(|pair| self.word(pair)).unwrap_or_default();
            word.push(added.heap);
            return Err(Refuted::Wrong(word));
        }
        let pairs = &mut self.pairs;
        self.of_value[usize::from(value)].retain(|&rival| {
            let stays = !wins.is_subset(&pairs[rival].wins);
            if !stays {
                pairs[rival].minimal = false;
                pairs[rival].wins = Bits::new(0);
            }
            stays
        });
        self.of_value[usize::from(value)].push(self.pairs.len());
        self.pairs.push(Pair { value, wins, parent: pair, heap: added.heap, minimal: true });
        Ok(true)
    }

    /// Whether a sum with this value and these wins is full, or wins wherever some pair with the
    /// same value does.
    #[cfg(test)]
    pub(crate) fn covers(&self, quotient: &Quotient, value: Element, wins: &Bits) -> bool {
        let mut pairs = self.of_value[usize::from(value)].iter().map(|&pair| &self.pairs[pair]);
        is_full(quotient, value, wins)
            || pairs.any(|pair| pair.minimal && pair.wins.is_subset(wins))
    }

    /// The heaps of a pair.
    fn word(&self, pair: usize) -> Word {
        let chain = std::iter::successors(Some(pair), |&at| self.pairs[at].parent);
        chain.fold(Word::default(), |mut word, at| {
            word.push(self.pairs[at].heap);
            word
        })
    }
}

/// Whether a sum with this value wins wherever the P-test permits.
fn is_full(quotient: &Quotient, value: Element, wins: &Bits) -> bool {
    // By the P-test, it does not win where its value is multiplied into P.
    wins.count() + quotient.multiplied_into_p(value).count() == quotient.order()
}
