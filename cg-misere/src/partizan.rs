//! Misère quotients of games in which the players may have different moves.
//!
//! The quotient is learned, as D. Angluin (*Learning regular sets from queries and counterexamples*, 1987) learns
//! an automaton: sums that a test tells apart are different elements, and each sum has the element of its
//! heaps' product. Then this claim is proved for all sums, or a sum refutes it and gives another test.
//!
//! The proof goes by induction on the play that is left. What decides a sum is its element and the elements of
//! its options. These follow, when a heap is added, from those before it. So finitely many *patterns* stand
//! for all sums, and for each it is tested that a player wins as claimed: she has no option, or one in which
//! the other loses as claimed.

use cg_core::{Outcome, Player};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::game::HeapGame;
use crate::quotient::{Element, ONE, Quotient, Word, element};
use crate::{Closure, MisereError, Result, Watch};

/// The misère quotient of a finite closure of positions, proved for all sums of its heaps.
///
/// Two sums have the same element exactly if no sum with a third one has another outcome.
///
/// ```
/// use cg_core::Outcome;
/// use cg_misere::{Closure, PartizanQuotient, Watch};
/// use cg_octal::{Heaps, Rules};
///
/// let kayles: Rules = "Kayles".parse()?;
/// let closure = Closure::partizan(&kayles, &[Heaps::from([4])], 1000, &Watch::default())?
///     .expect("rules of heaps cannot fail");
/// let found = PartizanQuotient::find(&closure, 100, &Watch::default())?;
/// assert_eq!(found.quotient().order(), 6);
/// assert_eq!(found.outcome(found.value(1)), Outcome::Previous);
/// # Ok::<(), cg_misere::MisereError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PartizanQuotient {
    quotient: Quotient,
    outcomes: Vec<Outcome>,
    values: Vec<Element>,
    patterns: usize,
}

impl PartizanQuotient {
    /// Finds the quotient and proves it.
    ///
    /// # Errors
    /// More than `most` elements; the limits of `watch`, with the number of elements so far; an interrupt.
    pub fn find<P: Clone + Eq + std::hash::Hash>(
        closure: &Closure<P>,
        most: usize,
        watch: &Watch,
    ) -> Result<Self> {
        let most = most.min(usize::from(Element::MAX));
        let mut learner = Learner::new(closure, most, watch);
        learner.learn().map_err(|why| match why {
            MisereError::Interrupted | MisereError::ManyElements { .. } => why,
            why => MisereError::Elements { elements: learner.sums.len(), why: Box::new(why) },
        })
    }

    /// The elements and their products. Its set P has the elements in which the player to move loses, whoever
    /// that is.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The outcome of an element in misère play.
    pub fn outcome(&self, element: Element) -> Outcome {
        self.outcomes[usize::from(element)]
    }

    /// The element of a heap of the closure.
    ///
    /// # Panics
    /// The closure has no such heap.
    pub fn value(&self, heap: u64) -> Element {
        self.values[usize::try_from(heap).expect("a heap of the closure is in memory")]
    }

    /// The elements of all heaps.
    pub fn values(&self) -> &[Element] {
        &self.values
    }

    /// The number of patterns for which the proof tests the claim.
    pub fn patterns(&self) -> usize {
        self.patterns
    }
}

/// A sum of heaps in ascending order.
type Sum = Box<[u32]>;

fn plus(sum: &[u32], more: &[u32]) -> Sum {
    let mut all = [sum, more].concat();
    all.sort_unstable();
    all.into_boxed_slice()
}

/// For each player, whether she wins if she moves first.
type Wins = [bool; 2];

/// The elements that were told apart, their representatives' products with heaps, and their outcomes.
struct Guess {
    /// The element of each element with a heap added, row by row.
    steps: Vec<Element>,
    heaps: usize,
    wins: Vec<Wins>,
}

impl Guess {
    fn step(&self, from: Element, heap: u32) -> Element {
        self.steps[usize::from(from) * self.heaps + heap as usize]
    }

    fn of(&self, from: Element, sum: &[u32]) -> Element {
        sum.iter().fold(from, |at, &heap| self.step(at, heap))
    }
}

/// The result of the test of all patterns.
enum Proof {
    Holds {
        patterns: usize,
    },
    /// A test that tells more elements apart.
    Fails(Sum),
}

/// The element of a sum and the elements of the options of both players. They decide who wins it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pattern {
    element: Element,
    options: [Bits; 2],
}

struct Learner<'c> {
    watch: &'c Watch,
    most: usize,
    /// The options of both players in each heap.
    options: Vec<[Vec<Sum>; 2]>,
    /// The winners of sums, found by search.
    known: FxHashMap<Sum, Wins>,
    /// The bytes of the sums that are known.
    held: usize,
    /// A sum of each element.
    sums: Vec<Sum>,
    /// The sums that are added to tell elements apart.
    tests: Vec<Sum>,
}

impl<'c> Learner<'c> {
    fn new<P: Clone + Eq + std::hash::Hash>(
        closure: &Closure<P>,
        most: usize,
        watch: &'c Watch,
    ) -> Self {
        let last = closure.last_heap().expect("a closure is finite");
        let short =
            |&heap: &u64| u32::try_from(heap).expect("a closure in memory has few positions");
        let side = |heap, player| {
            let options = closure.options(heap, player).iter();
            options.map(|option| option.iter().map(short).collect()).collect()
        };
        let options = (0..=last).map(|heap| Player::BOTH.map(|player| side(heap, player)));
        Learner {
            watch,
            most,
            options: options.collect(),
            known: FxHashMap::default(),
            held: 0,
            sums: vec![Sum::default()],
            tests: vec![Sum::default()],
        }
    }

    fn learn(&mut self) -> Result<PartizanQuotient> {
        loop {
            let guess = self.guess()?;
            if let Some(test) = self.second_order(&guess)? {
                self.tests.push(test);
                continue;
            }
            match self.proof(&guess)? {
                Proof::Holds { patterns } => return Ok(self.found(&guess, patterns)),
                Proof::Fails(test) => self.tests.push(test),
            }
        }
    }

    fn bytes(&self) -> usize {
        crate::watch::table(&self.known) + self.held
    }

    /// The options of a player in a sum.
    fn options_of(&self, sum: &[u32], player: Player) -> Vec<Sum> {
        let mut found = Vec::new();
        for (at, &heap) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == heap {
                continue;
            }
            let rest = [&sum[..at], &sum[at + 1..]].concat();
            let options = &self.options[heap as usize][player as usize];
            found.extend(options.iter().map(|option| plus(&rest, option)));
        }
        found
    }

    /// The winners of a sum, found by search.
    fn wins(&mut self, sum: &Sum) -> Result<Wins> {
        let mut open = vec![sum.clone()];
        while let Some(sum) = open.last().cloned() {
            if self.known.contains_key(&sum) {
                open.pop();
                continue;
            }
            self.watch.work(32 * sum.len(), || self.bytes())?;
            let before = open.len();
            let mut wins = [false; 2];
            for player in Player::BOTH {
                let options = self.options_of(&sum, player);
                let other = player.opponent() as usize;
                // A player without a move wins.
                wins[player as usize] = options.is_empty()
                    || options
                        .iter()
                        .any(|option| self.known.get(option).is_some_and(|wins| !wins[other]));
                if !wins[player as usize] {
                    let unknown = |option: &Sum| !self.known.contains_key(option);
                    open.extend(options.into_iter().filter(unknown));
                }
            }
            if open.len() == before {
                self.held += size_of_val::<[u32]>(&sum);
                self.known.insert(sum, wins);
                open.pop();
            }
        }
        Ok(self.known[sum])
    }

    /// The winners of a sum with each test added.
    fn row(&mut self, sum: &[u32]) -> Result<Vec<Wins>> {
        (0..self.tests.len()).map(|at| self.wins(&plus(sum, &self.tests[at]))).collect()
    }

    /// Finds a sum for each element that the tests tell apart, and the products of elements and heaps.
    fn guess(&mut self) -> Result<Guess> {
        let mut elements: FxHashMap<Vec<Wins>, Element> = FxHashMap::default();
        let mut wins = Vec::new();
        for at in 0..self.sums.len() {
            let row = self.row(&self.sums[at].clone())?;
            wins.push(row[0]);
            let before = elements.insert(row, element(at));
            assert!(before.is_none(), "tests still tell apart what they told apart");
        }
        let mut steps = Vec::new();
        let mut at = 0;
        while at < self.sums.len() {
            for heap in self.heaps() {
                let sum = plus(&self.sums[at], &[heap]);
                let row = self.row(&sum)?;
                if let Some(&known) = elements.get(&row) {
                    steps.push(known);
                    continue;
                }
                if self.sums.len() == self.most {
                    return Err(MisereError::ManyElements { elements: self.most });
                }
                let new = element(self.sums.len());
                steps.push(new);
                wins.push(row[0]);
                elements.insert(row, new);
                self.sums.push(sum);
            }
            at += 1;
        }
        Ok(Guess { steps, heaps: self.options.len(), wins })
    }

    fn heaps(&self) -> std::ops::Range<u32> {
        0..u32::try_from(self.options.len()).expect("heaps have short numbers")
    }

    /// A test that tells apart what two heaps make of an element, one before the other or after it.
    fn second_order(&mut self, guess: &Guess) -> Result<Option<Sum>> {
        for at in (0..self.sums.len()).map(element) {
            for first in self.heaps() {
                for second in 0..first {
                    let [a, b] =
                        [[first, second], [second, first]].map(|heaps| guess.of(at, &heaps));
                    if a == b {
                        continue;
                    }
                    // The sum is one; its element is not: one of the two ways leaves its outcome.
                    for heaps in [[first, second], [second, first]] {
                        let middle = guess.step(at, heaps[0]);
                        let last = guess.step(middle, heaps[1]);
                        for test in 0..self.tests.len() {
                            let test = self.tests[test].clone();
                            let more = plus(&test, &heaps[1..]);
                            let whole = plus(&self.sums[usize::from(at)], &heaps[..1]);
                            let claimed = plus(&self.sums[usize::from(last)], &test);
                            if self.wins(&plus(&whole, &more))? != self.wins(&claimed)? {
                                return Ok(Some(more));
                            }
                        }
                    }
                    unreachable!("two elements have a test that tells them apart");
                }
            }
        }
        Ok(None)
    }

    /// Tests the claim for all patterns.
    fn proof(&mut self, guess: &Guess) -> Result<Proof> {
        let order = self.sums.len();
        // The products of elements with the options of heaps, and each kind of heap once.
        let mut kinds: Vec<(u32, [Vec<Element>; 2])> = Vec::new();
        for heap in self.heaps() {
            let options = self.options[heap as usize].each_ref().map(|options| {
                let mut elements: Vec<Element> =
                    options.iter().map(|option| guess.of(ONE, option)).collect();
                elements.sort_unstable();
                elements.dedup();
                elements
            });
            let is_alike = |(other, others): &(u32, [Vec<Element>; 2])| {
                *others == options && guess.step(ONE, *other) == guess.step(ONE, heap)
            };
            if !kinds.iter().any(is_alike) {
                kinds.push((heap, options));
            }
        }
        let start = Pattern { element: ONE, options: [Bits::new(order), Bits::new(order)] };
        // Each pattern with the one before it and the heap that leads to it.
        let mut patterns = vec![(start.clone(), 0, 0)];
        let mut numbers: FxHashMap<Pattern, usize> = FxHashMap::from_iter([(start, 0)]);
        let mut at = 0;
        while at < patterns.len() {
            let pattern = patterns[at].0.clone();
            let claimed = guess.wins[usize::from(pattern.element)];
            for player in Player::BOTH {
                let options = &pattern.options[player as usize];
                let other = player.opponent() as usize;
                let loses = |option: usize| !guess.wins[option][other];
                let wins = options.count() == 0 || options.iter().any(loses);
                if wins != claimed[player as usize] {
                    let mut sum = Vec::new();
                    let mut back = at;
                    while back > 0 {
                        sum.push(patterns[back].2);
                        back = patterns[back].1;
                    }
                    return Ok(Proof::Fails(self.refutation(guess, &plus(&sum, &[]))?));
                }
            }
            for (heap, of_heap) in &kinds {
                let mut options = [Bits::new(order), Bits::new(order)];
                for side in 0..2 {
                    for option in pattern.options[side].iter() {
                        let after = guess.step(element(option), *heap);
                        options[side].insert(usize::from(after));
                    }
                    for option in &of_heap[side] {
                        let sum = &self.sums[usize::from(*option)];
                        options[side].insert(usize::from(guess.of(pattern.element, sum)));
                    }
                }
                let next = Pattern { element: guess.step(pattern.element, *heap), options };
                if !numbers.contains_key(&next) {
                    numbers.insert(next.clone(), patterns.len());
                    patterns.push((next, at, *heap));
                }
                let each = 2 * (size_of::<(Pattern, usize, u32)>() + order.div_ceil(64) * 16 + 16);
                let bytes = || self.bytes() + patterns.len() * each;
                self.watch.work(order + 64, bytes)?;
            }
            at += 1;
        }
        Ok(Proof::Holds { patterns: patterns.len() })
    }

    /// A test from a sum for which the claims about it and its options disagree: one of them is wrong.
    fn refutation(&mut self, guess: &Guess, sum: &Sum) -> Result<Sum> {
        let mut suspects = vec![sum.clone()];
        suspects.extend(Player::BOTH.into_iter().flat_map(|player| self.options_of(sum, player)));
        for sum in suspects {
            let claimed = guess.wins[usize::from(guess.of(ONE, &sum))];
            if self.wins(&sum)? == claimed {
                continue;
            }
            // From the sum itself to the representative of its element, heap by heap.
            for at in 0..sum.len() {
                let rest: Sum = sum[at + 1..].into();
                let after = guess.of(ONE, &sum[..=at]);
                let with = plus(&self.sums[usize::from(after)], &rest);
                if self.wins(&with)? == claimed {
                    return Ok(rest);
                }
            }
        }
        unreachable!("the claims agree if all are true")
    }

    /// The quotient with its elements in the order of their least words.
    fn found(&self, guess: &Guess, patterns: usize) -> PartizanQuotient {
        let mut words: Vec<Option<Word>> = vec![None; self.sums.len()];
        words[usize::from(ONE)] = Some(Word::default());
        for heap in self.heaps() {
            // Elements that need at least one copy of this heap less than those after them.
            let mut layer: Vec<Element> =
                (0..words.len()).filter(|&x| words[x].is_some()).map(element).collect();
            while !layer.is_empty() {
                layer.sort_unstable_by_key(|&x| words[usize::from(x)].clone());
                let mut next = Vec::new();
                for x in layer {
                    let product = guess.step(x, heap);
                    if words[usize::from(product)].is_none() {
                        let mut word = words[usize::from(x)].clone().expect("it has a word");
                        word.push(heap.into());
                        words[usize::from(product)] = Some(word);
                        next.push(product);
                    }
                }
                layer = next;
            }
        }
        let words = words.into_iter().map(|word| word.expect("elements are products of heaps"));
        let mut in_order: Vec<(Word, Element)> = words.zip((0..).map(element)).collect();
        in_order.sort_unstable();
        let mut numbers = vec![ONE; in_order.len()];
        for (number, (_, old)) in in_order.iter().enumerate() {
            numbers[usize::from(*old)] = element(number);
        }
        let new = |old: Element| numbers[usize::from(old)];
        let mut table = Vec::new();
        for (_, a) in &in_order {
            for (_, b) in &in_order {
                table.push(new(guess.of(*a, &self.sums[usize::from(*b)])));
            }
        }
        let wins = |at: usize| guess.wins[usize::from(in_order[at].1)];
        let p = Bits::where_(in_order.len(), |at| wins(at) == [false; 2]);
        let outcome = |at: usize| Outcome::from_first_moves(wins(at)[0], wins(at)[1]);
        let outcomes = (0..in_order.len()).map(outcome).collect();
        let values = self.heaps().map(|heap| new(guess.step(ONE, heap))).collect();
        let words = in_order.into_iter().map(|(word, _)| word).collect();
        let quotient = Quotient::new(table.into(), &p, words);
        PartizanQuotient { quotient, outcomes, values, patterns }
    }
}
