//! Misère quotients: finite commutative monoids with a set of P-positions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use smallvec::SmallVec;

use crate::bits::Bits;

/// An element of a [`Quotient`]: its number in the order of [`Quotient::word`].
pub type Element = u16;

/// The element of the position without heaps, in every quotient.
pub const ONE: Element = 0;

/// A sum of heaps, written as a product: `h1 h2^2` is a heap 1 and two heaps 2.
///
/// ```
/// use cg_misere::Word;
/// assert_eq!(Word::from_heaps(&[2, 1, 2]).to_string(), "h1 h2^2");
/// assert_eq!(Word::default().to_string(), "1");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Word(SmallVec<[(u64, u32); 4]>);

impl Word {
    /// The word of a sum of heaps.
    pub fn from_heaps(heaps: &[u64]) -> Self {
        let mut word = Self::default();
        heaps.iter().for_each(|&heap| word.push(heap));
        word
    }

    /// The heaps, in ascending order, with the number of each.
    pub fn factors(&self) -> &[(u64, u32)] {
        &self.0
    }

    /// The number of heaps.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|&(_, count)| count).sum()
    }

    /// Whether there are no heaps.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a heap.
    pub(crate) fn push(&mut self, heap: u64) {
        match self.0.binary_search_by_key(&heap, |&(heap, _)| heap) {
            Ok(at) => self.0[at].1 += 1,
            Err(at) => self.0.insert(at, (heap, 1)),
        }
    }

    /// The word without one heap `heap`.
    pub(crate) fn without(&self, heap: u64) -> Self {
        let mut word = self.clone();
        let at = word.0.binary_search_by_key(&heap, |&(heap, _)| heap);
        let at = at.expect("only a heap of the word is left out");
        word.0[at].1 -= 1;
        if word.0[at].1 == 0 {
            word.0.remove(at);
        }
        word
    }
}

/// Words are ordered by their largest heaps: the word with fewer copies of the largest heap comes
/// first.
impl Ord for Word {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("1");
        }
        for (at, (heap, count)) in self.0.iter().enumerate() {
            let space = if at > 0 { " " } else { "" };
            write!(f, "{space}h{heap}")?;
            if *count > 1 {
                write!(f, "^{count}")?;
            }
        }
        Ok(())
    }
}

/// A finite commutative monoid Q whose elements are classes of positions, and the set P of the
/// classes in which the player to move loses.
///
/// Two positions have the same element exactly if no sum with a third position distinguishes them:
/// elements are *reduced*. They are numbered in the order of their least words: [`ONE`] is the
/// position without heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    order: usize,
    /// The products, row by row.
    table: Box<[Element]>,
    /// For each element, the elements that multiply it into P.
    into_p: Vec<Bits>,
    words: Vec<Word>,
}

/// A rule of a presentation: it replaces the word on the left by the word on the right, the least
/// word of the same element.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Relation {
    /// The word that is replaced.
    pub left: Word,
    /// The least word.
    pub right: Word,
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.left, self.right)
    }
}

impl Quotient {
    /// The quotient of a game without moves: one element, which is not in P.
    pub fn trivial() -> Self {
        Self::new(vec![ONE].into(), &Bits::new(1), vec![Word::default()])
    }

    /// The quotient of these elements, in the order of their words, with their products.
    pub(crate) fn new(table: Box<[Element]>, p: &Bits, words: Vec<Word>) -> Self {
        let order = words.len();
        let row = |a: usize| &table[a * order..][..order];
        let into_p = |a: usize| Bits::where_(order, |x| p.has(usize::from(row(a)[x])));
        let into_p = (0..order).map(into_p).collect();
        Self { order, table, into_p, words }
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// All elements.
    pub fn elements(&self) -> impl Iterator<Item = Element> + use<> {
        (0..self.order).map(element)
    }

    /// The product. It represents the sum of positions.
    #[inline]
    pub fn product(&self, a: Element, b: Element) -> Element {
        self.table[usize::from(a) * self.order + usize::from(b)]
    }

    /// The products of an element with all elements.
    #[inline]
    pub(crate) fn row(&self, a: Element) -> &[Element] {
        &self.table[usize::from(a) * self.order..][..self.order]
    }

    /// Whether the player to move loses.
    pub fn is_p(&self, element: Element) -> bool {
        self.into_p[usize::from(element)].has(usize::from(ONE))
    }

    /// The elements in P.
    pub fn p_positions(&self) -> impl Iterator<Item = Element> + '_ {
        self.elements().filter(|&x| self.is_p(x))
    }

    /// The elements x for which `element` x is in P. They distinguish elements.
    pub(crate) fn multiplied_into_p(&self, element: Element) -> &Bits {
        &self.into_p[usize::from(element)]
    }

    /// The least word of an element: it has the fewest copies of the largest heap, then of the next
    /// one, and so on.
    pub fn word(&self, element: Element) -> &Word {
        &self.words[usize::from(element)]
    }

    /// The heaps that occur in least words, each with its element. The other heaps are products of
    /// smaller ones.
    pub fn generators(&self) -> BTreeMap<u64, Element> {
        let single = self.elements().filter_map(|x| match self.word(x).factors() {
            [(heap, 1)] => Some((*heap, x)),
            _ => None,
        });
        single.collect()
    }

    /// The element of a word in generators.
    fn of_generators(&self, generators: &BTreeMap<u64, Element>, word: &Word) -> Element {
        word.factors().iter().fold(ONE, |product, &(heap, count)| {
            (0..count).fold(product, |product, _| self.product(product, generators[&heap]))
        })
    }

    /// Rules that rewrite every word in generators into the least word of its element. No rule
    /// follows from the others (a reduced Gröbner basis).
    pub fn relations(&self) -> Vec<Relation> {
        let generators = self.generators();
        let least = |word: &Word| *self.word(self.of_generators(&generators, word)) == *word;
        let mut relations = BTreeSet::new();
        for x in self.elements() {
            for &heap in generators.keys() {
                let mut left = self.word(x).clone();
                left.push(heap);
                let right = self.word(self.of_generators(&generators, &left));
                let divisors = || left.factors().iter().map(|&(heap, _)| left.without(heap));
                if *right != left && divisors().all(|divisor| least(&divisor)) {
                    relations.insert(Relation { left, right: right.clone() });
                }
            }
        }
        relations.into_iter().collect()
    }

    /// The index and the period of the powers of an element: the least numbers with x^(index +
    /// period) = x^index.
    pub fn powers(&self, x: Element) -> (usize, usize) {
        let mut seen = vec![ONE];
        loop {
            let last = *seen.last().expect("it begins with 1");
            let next = self.product(last, x);
            if let Some(index) = seen.iter().position(|&power| power == next) {
                return (index, seen.len() - index);
            }
            seen.push(next);
        }
    }

    /// The only idempotent among the powers x, x^2, ... of an element. Elements with the same
    /// idempotent divide powers of each other.
    pub fn idempotent_of(&self, x: Element) -> Element {
        let (index, period) = self.powers(x);
        // From the index on, powers repeat. The power whose exponent is a multiple of the period is
        // idempotent.
        let exponent = index.max(1).next_multiple_of(period);
        (0..exponent).fold(ONE, |power, _| self.product(power, x))
    }

    /// The elements that equal their squares.
    pub fn idempotents(&self) -> Vec<Element> {
        self.elements().filter(|&x| self.product(x, x) == x).collect()
    }
}

/// The element with a number below the order of a quotient. The order is checked when quotients are
/// made.
pub(crate) fn element(number: usize) -> Element {
    Element::try_from(number).expect("a quotient has at most 2^16 elements")
}
