//! A guess at the quotient after a new heap: the old quotient with cyclic factors for some heaps,
//! with outcomes by least words, then reduced.
//!
//! The result need not be right: [`crate::algebra`] tests it.

use std::collections::HashMap;

use cg_core::Arrange;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::bits::Bits;
use crate::game::HeapGame;
use crate::quotient::element;
use crate::{Element, MisereEnding, ONE, Quotient, Word};

/// A heap that gets powers of its own instead of its old value: c^(index + 2) = c^index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fresh {
    pub(crate) heap: u64,
    pub(crate) index: u32,
}

/// The limits of a trial.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrialLimits {
    /// Elements of the quotient.
    pub(crate) elements: usize,
    /// Elements before the reduction.
    pub(crate) unreduced: usize,
}

/// An element of the product of the old quotient and the cyclic factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    base: Element,
    /// The exponents, as a number in a mixed base.
    fresh: u32,
}

struct Product<'a> {
    base: &'a Quotient,
    fresh: &'a [Fresh],
    /// The number of products of the cyclic factors, and the products of each two of them.
    powers: usize,
    sums: Vec<u32>,
}

/// The largest number of products of the cyclic factors.
const MOST_POWERS: usize = 1 << 11;

impl Product<'_> {
    fn new<'a>(base: &'a Quotient, fresh: &'a [Fresh], most: usize) -> Option<Product<'a>> {
        let most = (most / base.order()).min(MOST_POWERS);
        let powers = fresh.iter().try_fold(1usize, |powers, fresh| {
            powers.checked_mul(fresh.index as usize + 2).filter(|&powers| powers <= most)
        })?;
        let sum = |mut a: usize, mut b: usize| {
            let (mut sum, mut unit) = (0, 1);
            for fresh in fresh {
                let (index, length) = (fresh.index as usize, fresh.index as usize + 2);
                let mut exponent = a % length + b % length;
                if exponent >= length {
                    exponent = index + (exponent - index) % 2;
                }
                sum += exponent * unit;
                unit *= length;
                a /= length;
                b /= length;
            }
            u32::try_from(sum).expect("there are at most MOST_POWERS products")
        };
        let sums = (0..powers * powers).map(|at| sum(at / powers, at % powers)).collect();
        Some(Product { base, fresh, powers, sums })
    }

    fn size(&self) -> usize {
        self.base.order() * self.powers
    }

    /// The index of an element.
    #[inline]
    fn place(&self, point: Point) -> usize {
        point.fresh as usize * self.base.order() + usize::from(point.base)
    }

    #[inline]
    fn product(&self, a: Point, b: Point) -> Point {
        let fresh = self.sums[a.fresh as usize * self.powers + b.fresh as usize];
        Point { base: self.base.product(a.base, b.base), fresh }
    }

    /// The element of a heap whose old value is `old`.
    fn image(&self, heap: u64, old: Option<Element>) -> Point {
        let mut unit = 1;
        for fresh in self.fresh {
            if fresh.heap == heap {
                return Point { base: ONE, fresh: unit };
            }
            unit *= fresh.index + 2;
        }
        Point { base: old.expect("a heap without an old value is fresh"), fresh: 0 }
    }
}

const UNIT: Point = Point { base: ONE, fresh: 0 };

/// An element as a product of heaps.
struct Node {
    point: Point,
    /// For each different heap in the word: the number of its generator, and the node of the word
    /// without it.
    rests: SmallVec<[(u16, u32); 6]>,
}

/// A quotient to test, with the values of the heaps 0, 1, ...
pub(crate) struct Guess {
    pub(crate) quotient: Quotient,
    pub(crate) phi: Vec<Element>,
}

const NOWHERE: u32 = u32::MAX;

/// A guess at the quotient of the heaps below `heaps`. They had the values `phi` in `base`, and the
/// `fresh` ones now multiply freely. The guess is right on the word `mended`.
///
/// # Errors
/// The quotient or the trial is larger than allowed; the quotient is wrong on `mended`; `look`
/// asked to stop.
pub(crate) fn guess(
    game: &impl HeapGame,
    (base, phi): (&Quotient, &[Element]),
    heaps: u64,
    fresh: &[Fresh],
    mended: &Word,
    limits: TrialLimits,
    look: &mut impl FnMut() -> bool,
) -> Result<Guess, MisereEnding> {
    let product = Product::new(base, fresh, limits.unreduced).ok_or(MisereEnding::Elements)?;
    let images: Vec<Point> = (0u64..heaps)
        .map(|heap| {
            let at = usize::try_from(heap).expect("heaps are in memory");
            product.image(heap, phi.get(at).copied())
        })
        .collect();
    let mut nodes = vec![Node { point: UNIT, rests: SmallVec::new() }];
    let mut at_place = vec![NOWHERE; product.size()];
    at_place[0] = 0;
    let mut generators: Vec<(u64, Point)> = Vec::new();
    for (heap, &image) in (0u64..).zip(&images) {
        if at_place[product.place(image)] == NOWHERE {
            generators.push((heap, image));
            generate(&product, image, generators.len() - 1, &mut nodes, &mut at_place);
            if !look() {
                return Err(MisereEnding::Interrupted);
            }
        }
    }
    let losing = outcomes(game, &product, &images, &generators, &nodes, look)
        .ok_or(MisereEnding::Interrupted)?;
    if !is_right(game, &product, &images, &losing, mended) {
        return Err(MisereEnding::NotFound);
    }
    let steps: Vec<Vec<u32>> = generators
        .iter()
        .map(|&(_, image)| {
            let next = |node: &Node| at_place[product.place(product.product(node.point, image))];
            nodes.iter().map(next).collect()
        })
        .collect();
    let losing: Vec<bool> = nodes.iter().map(|node| losing[product.place(node.point)]).collect();
    let classes = classes(&losing, &steps, look).ok_or(MisereEnding::Interrupted)?;
    let order = classes.iter().max().map_or(0, |&last| last as usize + 1);
    if order > limits.elements {
        return Err(MisereEnding::Elements);
    }
    let mut representatives: Vec<usize> = Vec::with_capacity(order);
    for (node, &class) in classes.iter().enumerate() {
        if class as usize == representatives.len() {
            representatives.push(node);
        }
    }
    let class = |point: Point| element(classes[at_place[product.place(point)] as usize] as usize);
    let mut table = Vec::with_capacity(order * order);
    for &a in &representatives {
        let a = nodes[a].point;
        table.extend(representatives.iter().map(|&b| class(product.product(a, nodes[b].point))));
    }
    let words: Vec<Word> =
        representatives.iter().map(|&at| word(&nodes, &generators, at)).collect();
    let p = Bits::where_(order, |x| losing[representatives[x]]);
    Ok(Guess {
        quotient: Quotient::new(table.into(), &p, words),
        phi: images.iter().map(|&image| class(image)).collect(),
    })
}

/// Adds the products with powers of a new generator, in the order of their words.
fn generate(
    product: &Product<'_>,
    image: Point,
    generator: usize,
    nodes: &mut Vec<Node>,
    at_place: &mut [u32],
) {
    let number = |at: usize| u32::try_from(at).expect("trials have fewer than 2^32 elements");
    let generator = u16::try_from(generator).expect("a generator doubles the order at least");
    let mut layer = 0..nodes.len();
    while !layer.is_empty() {
        let from = nodes.len();
        for at in layer {
            let point = product.product(nodes[at].point, image);
            if at_place[product.place(point)] != NOWHERE {
                continue;
            }
            at_place[product.place(point)] = number(nodes.len());
            let mut rests = SmallVec::new();
            for &(other, rest) in &nodes[at].rests {
                if other != generator {
                    let rest = product.product(nodes[rest as usize].point, image);
                    rests.push((other, at_place[product.place(rest)]));
                }
            }
            rests.push((generator, number(at)));
            nodes.push(Node { point, rests });
        }
        layer = from..nodes.len();
    }
}

/// The values of the options of a heap.
fn options(game: &impl HeapGame, product: &Product<'_>, images: &[Point], heap: u64) -> Vec<Point> {
    let mut options = Vec::new();
    game.each_option(heap, &mut |parts| {
        let parts = parts
            .iter()
            .map(|&part| images[usize::try_from(part).expect("parts are smaller than their heap")]);
        options.push(parts.fold(UNIT, |all, part| product.product(all, part)));
    });
    options.arrange();
    options.dedup();
    options
}

/// Whether an option of a heap, plus `rest`, is in P.
fn wins_by(product: &Product<'_>, losing: &[bool], rest: Point, options: &[Point]) -> bool {
    // The products of `product`. Everything that depends on the rest is looked up once.
    let order = product.base.order();
    let row = product.base.row(rest.base);
    let sums = &product.sums[rest.fresh as usize * product.powers..][..product.powers];
    let place = |option: &Point| {
        sums[option.fresh as usize] as usize * order + usize::from(row[usize::from(option.base)])
    };
    options.iter().any(|option| losing[place(option)])
}

/// For each element whether it is in P, by the options of its least word. These have smaller words,
/// so their outcomes are known.
fn outcomes(
    game: &impl HeapGame,
    product: &Product<'_>,
    images: &[Point],
    generators: &[(u64, Point)],
    nodes: &[Node],
    look: &mut impl FnMut() -> bool,
) -> Option<Vec<bool>> {
    let of_heap = |&(heap, _): &(u64, Point)| options(game, product, images, heap);
    let options: Vec<Vec<Point>> = generators.iter().map(of_heap).collect();
    let mut losing = vec![false; product.size()];
    for (at, node) in nodes.iter().enumerate().skip(1) {
        if at % 4096 == 0 && !look() {
            return None;
        }
        let lost = node.rests.iter().all(|&(generator, rest)| {
            let options = &options[usize::from(generator)];
            !wins_by(product, &losing, nodes[rest as usize].point, options)
        });
        losing[product.place(node.point)] = lost;
    }
    Some(losing)
}

/// Whether the value of a word is in P exactly if no option is in P.
fn is_right(
    game: &impl HeapGame,
    product: &Product<'_>,
    images: &[Point],
    losing: &[bool],
    word: &Word,
) -> bool {
    let value = |word: &Word| {
        word.factors().iter().fold(UNIT, |all, &(heap, count)| {
            let image = images[usize::try_from(heap).expect("heaps are in memory")];
            (0..count).fold(all, |all, _| product.product(all, image))
        })
    };
    let wins = word.factors().iter().any(|&(heap, _)| {
        let options = options(game, product, images, heap);
        wins_by(product, losing, value(&word.without(heap)), &options)
    });
    word.is_empty() || losing[product.place(value(word))] != wins
}

/// The coarsest partition that separates losing from winning elements and is compatible with the
/// generators. Classes are numbered by their first elements.
///
/// Classes are distinguished by marks of 64 bits. If two classes ever get the same mark, the guess
/// is wrong, and the test detects it.
fn classes(
    losing: &[bool],
    steps: &[Vec<u32>],
    look: &mut impl FnMut() -> bool,
) -> Option<Vec<u32>> {
    let mut marks: Vec<u64> = losing.iter().map(|&lost| u64::from(lost) + 1).collect();
    let mut next = marks.clone();
    let mut seen: FxHashSet<u64> = marks.iter().copied().collect();
    loop {
        for step in steps {
            if !look() {
                return None;
            }
            for ((next, &own), &to) in next.iter_mut().zip(&marks).zip(step) {
                *next = mixed(own, marks[to as usize]);
            }
            std::mem::swap(&mut marks, &mut next);
        }
        let before = seen.len();
        seen.clear();
        seen.extend(&marks);
        if seen.len() == before {
            break;
        }
    }
    let mut numbers: FxHashMap<u64, u32> =
        HashMap::with_capacity_and_hasher(seen.len(), FxBuildHasher);
    let number = |mark: u64| {
        let new = u32::try_from(numbers.len()).expect("trials have fewer than 2^32 elements");
        *numbers.entry(mark).or_insert(new)
    };
    Some(marks.into_iter().map(number).collect())
}

/// The mark of an ordered pair of marks.
#[inline]
fn mixed(a: u64, b: u64) -> u64 {
    let mixed = (a ^ b.rotate_left(29).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 31
}

/// The least word of a node.
fn word(nodes: &[Node], generators: &[(u64, Point)], mut at: usize) -> Word {
    let mut word = Word::default();
    while let Some(&(generator, rest)) = nodes[at].rests.last() {
        word.push(generators[usize::from(generator)].0);
        at = rest as usize;
    }
    debug_assert!(nodes[at].point == UNIT);
    word
}
