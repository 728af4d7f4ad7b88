//! A guess at the quotient after a new heap: the old one with cyclic factors for some heaps,
//! outcomes by the least words, reduced.
//!
//! Nothing here need be right: [`crate::algebra`] tests what comes out.

use std::collections::HashMap;

use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use crate::bits::Bits;
use crate::game::HeapGame;
use crate::quotient::element;
use crate::{Element, ONE, Quotient, Word};

/// A heap that no longer has its old value, but powers of its own: c^(index + 2) = c^index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fresh {
    pub(crate) heap: u64,
    pub(crate) index: u32,
}

/// What a trial may cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrialLimits {
    /// Elements of the quotient.
    pub(crate) elements: usize,
    /// Elements before the reduction.
    pub(crate) unreduced: usize,
}

/// Why a trial came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TrialFailure {
    /// The quotient or the trial is larger than allowed.
    TooLarge,
    Stopped,
}

/// An element of the product of the old quotient and the cyclic factors: the number of the
/// element plus the exponents in a mixed base.
type Code = usize;

struct Product<'a> {
    base: &'a Quotient,
    fresh: &'a [Fresh],
    size: usize,
}

impl Product<'_> {
    fn new<'a>(base: &'a Quotient, fresh: &'a [Fresh], most: usize) -> Option<Product<'a>> {
        let size = fresh.iter().try_fold(base.order(), |size, fresh| {
            size.checked_mul(fresh.index as usize + 2).filter(|&size| size <= most)
        })?;
        Some(Product { base, fresh, size })
    }

    #[inline]
    fn product(&self, a: Code, b: Code) -> Code {
        let order = self.base.order();
        let (mut rest_a, mut rest_b) = (a / order, b / order);
        let mut code = usize::from(self.base.product(element(a % order), element(b % order)));
        let mut unit = order;
        for fresh in self.fresh {
            let (index, length) = (fresh.index as usize, fresh.index as usize + 2);
            let mut exponent = rest_a % length + rest_b % length;
            if exponent >= length {
                exponent = index + (exponent - index) % 2;
            }
            code += exponent * unit;
            unit *= length;
            rest_a /= length;
            rest_b /= length;
        }
        code
    }

    /// The code of a heap whose old value is `old`.
    fn image(&self, heap: u64, old: Option<Element>) -> Code {
        let mut unit = self.base.order();
        for fresh in self.fresh {
            if fresh.heap == heap {
                return unit;
            }
            unit *= fresh.index as usize + 2;
        }
        usize::from(old.expect("a heap without an old value is fresh"))
    }
}

/// An element that is a product of heaps.
struct Node {
    code: Code,
    /// The word less one heap, for each different heap in it: the number of the generator,
    /// and the node.
    rests: SmallVec<[(u16, u32); 6]>,
}

/// A quotient to be tested, with the values of the heaps 0, 1, ...
pub(crate) struct Guess {
    pub(crate) quotient: Quotient,
    pub(crate) phi: Vec<Element>,
}

const NOWHERE: u32 = u32::MAX;

/// The quotient that the heaps below `heaps` have if they had the values `phi` in `base` before, and
/// `fresh` ones now multiply freely.
pub(crate) fn guess(
    game: &impl HeapGame,
    base: &Quotient,
    phi: &[Element],
    heaps: u64,
    fresh: &[Fresh],
    limits: TrialLimits,
    look: &mut impl FnMut() -> bool,
) -> Result<Guess, TrialFailure> {
    let product = Product::new(base, fresh, limits.unreduced).ok_or(TrialFailure::TooLarge)?;
    let images: Vec<Code> = (0u64..heaps)
        .map(|heap| {
            let at = usize::try_from(heap).expect("heaps are in memory");
            product.image(heap, phi.get(at).copied())
        })
        .collect();
    let mut nodes = vec![Node { code: 0, rests: SmallVec::new() }];
    let mut at_code = vec![NOWHERE; product.size];
    at_code[0] = 0;
    let mut generators: Vec<(u64, Code)> = Vec::new();
    for (heap, &image) in (0u64..).zip(&images) {
        if at_code[image] == NOWHERE {
            generators.push((heap, image));
            generate(&product, image, generators.len() - 1, &mut nodes, &mut at_code);
            if !look() {
                return Err(TrialFailure::Stopped);
            }
        }
    }
    let losing = outcomes(game, &product, &images, &generators, &nodes, &at_code, look)
        .ok_or(TrialFailure::Stopped)?;
    let steps: Vec<Vec<u32>> = generators
        .iter()
        .map(|&(_, image)| {
            nodes.iter().map(|node| at_code[product.product(node.code, image)]).collect()
        })
        .collect();
    let classes = classes(&losing, &steps, look).ok_or(TrialFailure::Stopped)?;
    let order = classes.iter().max().map_or(0, |&last| last as usize + 1);
    if order > limits.elements {
        return Err(TrialFailure::TooLarge);
    }
    let mut representatives: Vec<usize> = Vec::with_capacity(order);
    for (node, &class) in classes.iter().enumerate() {
        if class as usize == representatives.len() {
            representatives.push(node);
        }
    }
    let class = |code: Code| element(classes[at_code[code] as usize] as usize);
    let mut table = Vec::with_capacity(order * order);
    for &a in &representatives {
        let a = nodes[a].code;
        table.extend(representatives.iter().map(|&b| class(product.product(a, nodes[b].code))));
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
    image: Code,
    generator: usize,
    nodes: &mut Vec<Node>,
    at_code: &mut [u32],
) {
    let number = |at: usize| u32::try_from(at).expect("trials have fewer than 2^32 elements");
    let generator = u16::try_from(generator).expect("a generator doubles the order at least");
    let mut layer = 0..nodes.len();
    while !layer.is_empty() {
        let from = nodes.len();
        for at in layer {
            let code = product.product(nodes[at].code, image);
            if at_code[code] != NOWHERE {
                continue;
            }
            at_code[code] = number(nodes.len());
            let mut rests = SmallVec::new();
            for &(other, rest) in &nodes[at].rests {
                if other != generator {
                    let rest = product.product(nodes[rest as usize].code, image);
                    rests.push((other, at_code[rest]));
                }
            }
            rests.push((generator, number(at)));
            nodes.push(Node { code, rests });
        }
        layer = from..nodes.len();
    }
}

/// Which elements are in P, each by the options of its least word: these have smaller
/// words, so that their outcomes are known.
fn outcomes(
    game: &impl HeapGame,
    product: &Product<'_>,
    images: &[Code],
    generators: &[(u64, Code)],
    nodes: &[Node],
    at_code: &[u32],
    look: &mut impl FnMut() -> bool,
) -> Option<Vec<bool>> {
    let mut options: Vec<Vec<Code>> = Vec::new();
    for &(heap, _) in generators {
        let mut of_heap = Vec::new();
        game.each_option(heap, &mut |parts| {
            let parts = parts.iter().map(|&part| {
                images[usize::try_from(part).expect("parts are smaller than their heap")]
            });
            of_heap.push(parts.fold(0, |all, part| product.product(all, part)));
        });
        of_heap.sort_unstable();
        of_heap.dedup();
        options.push(of_heap);
    }
    let mut losing = vec![false; nodes.len()];
    for at in 1..nodes.len() {
        if at % 4096 == 0 && !look() {
            return None;
        }
        losing[at] = nodes[at].rests.iter().all(|&(generator, rest)| {
            let rest = nodes[rest as usize].code;
            let mut options = options[usize::from(generator)].iter();
            options.all(|&option| !losing[at_code[product.product(rest, option)] as usize])
        });
    }
    Some(losing)
}

/// The coarsest partition that keeps losing and winning elements apart and that the
/// generators respect. Classes are numbered by their first elements.
fn classes(
    losing: &[bool],
    steps: &[Vec<u32>],
    look: &mut impl FnMut() -> bool,
) -> Option<Vec<u32>> {
    let mut classes: Vec<u32> = Vec::new();
    let renumbered = |keys: &mut dyn Iterator<Item = u64>, classes: &mut Vec<u32>| {
        let mut numbers: FxHashMap<u64, u32> = HashMap::with_hasher(FxBuildHasher);
        classes.clear();
        for key in keys {
            let next = u32::try_from(numbers.len()).expect("fewer than 2^32 classes");
            classes.push(*numbers.entry(key).or_insert(next));
        }
        numbers.len()
    };
    let mut count = renumbered(&mut losing.iter().map(|&lost| u64::from(lost)), &mut classes);
    loop {
        let before = count;
        for step in steps {
            if !look() {
                return None;
            }
            let old = std::mem::take(&mut classes);
            let mut keys = old
                .iter()
                .zip(step)
                .map(|(&own, &next)| u64::from(own) << 32 | u64::from(old[next as usize]));
            count = renumbered(&mut keys, &mut classes);
        }
        if count == before {
            return Some(classes);
        }
    }
}

/// The least word of a node.
fn word(nodes: &[Node], generators: &[(u64, Code)], mut at: usize) -> Word {
    let mut word = Word::default();
    while let Some(&(generator, rest)) = nodes[at].rests.last() {
        word.push(generators[usize::from(generator)].0);
        at = rest as usize;
    }
    debug_assert!(at == usize::from(ONE));
    word
}
