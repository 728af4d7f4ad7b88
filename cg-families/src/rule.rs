//! The outcome rule of a family: for each class of its elements, corners.
//!
//! An element of the family is n_1 g_1 + ... + n_r g_r + t. The games g_i of the basis are
//! positive, and t is one of finitely many representatives of classes. So the vectors n for
//! which the element is at least 0 are closed upwards, and finitely many minimal corners tell
//! them: a vector belongs to them if it lies above one of the corners. The others lie below a
//! maximal corner. An entry of a corner is an integer or infinite: it then asks for nothing.

use cg_core::Outcome;
use cg_simplify::Engine;
use dashu_int::IBig;
use serde::{Deserialize, Serialize};

use crate::{FamilyError, Result};

/// A corner: an entry for each game of the basis. `None` is minus infinity in a minimal corner, and
/// plus infinity in a maximal one.
pub type Corner = Vec<Option<i64>>;

/// The most corners of a rule in a file: pairs of them are compared.
const MOST_CORNERS: usize = 10_000;

/// A class of elements: its negative and its corners.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// The class of the negatives, with what the basis adds: -t = t' + carry.
    pub negative: (usize, Vec<i64>),
    /// Above one of these, an element is at least 0.
    pub minimal: Vec<Corner>,
    /// Below one of these, an element is not at least 0.
    pub maximal: Vec<Corner>,
}

/// An element of a family with a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Element {
    /// The number of its class.
    pub class: usize,
    /// How often it has each game of the basis.
    pub basis: Vec<IBig>,
}

/// The rule: arithmetic of elements, and who wins one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// The number of games of the basis.
    pub rank: usize,
    /// The classes; class 0 is that of the representative 0.
    pub classes: Vec<Class>,
    /// For each value of the family and each class: t + value = t' + carry.
    pub adding: Vec<Vec<(usize, Vec<i64>)>>,
}

fn is_above<N: PartialOrd + From<i64>>(n: &[N], corner: &Corner) -> bool {
    n.iter().zip(corner).all(|(n, entry)| entry.is_none_or(|entry| *n >= entry.into()))
}

fn is_below<N: PartialOrd + From<i64>>(n: &[N], corner: &Corner) -> bool {
    n.iter().zip(corner).all(|(n, entry)| entry.is_none_or(|entry| *n <= entry.into()))
}

impl Rule {
    /// The element 0.
    pub fn zero(&self) -> Element {
        Element { class: 0, basis: vec![IBig::ZERO; self.rank] }
    }

    /// A multiple of a value of the family, added to an element.
    ///
    /// # Panics
    /// When the family has no such value.
    pub fn plus(&self, element: &Element, times: &IBig, value: usize) -> Element {
        let steps = &self.adding[value];
        let mut sum = element.clone();
        if *times < IBig::ZERO {
            let negative = self.negative(element);
            return self.negative(&self.plus(&negative, &-times, value));
        }
        // Adding goes through the classes in a circle: whole turns are one step.
        let turn = |from: &Element| {
            let (class, carry) = &steps[from.class];
            let basis = from.basis.iter().zip(carry).map(|(n, &more)| n + IBig::from(more));
            Element { class: *class, basis: basis.collect() }
        };
        let mut circle = turn(&sum);
        let mut length = 1u64;
        while circle.class != sum.class {
            circle = turn(&circle);
            length += 1;
        }
        let (turns, rest) = (times / IBig::from(length), times % IBig::from(length));
        let carried = circle.basis.iter().zip(&sum.basis).map(|(after, before)| after - before);
        let carried: Vec<IBig> = carried.collect();
        for (n, more) in sum.basis.iter_mut().zip(&carried) {
            *n += more * &turns;
        }
        let rest = u64::try_from(rest).expect("a remainder is smaller than the circle");
        (0..rest).fold(sum, |sum, _| turn(&sum))
    }

    /// The element of a combination of the values of the family.
    pub fn element(&self, coefficients: &[IBig]) -> Element {
        let zero = self.zero();
        (0..).zip(coefficients).fold(zero, |sum, (value, times)| self.plus(&sum, times, value))
    }

    /// The negative of an element.
    pub fn negative(&self, element: &Element) -> Element {
        let (class, carry) = &self.classes[element.class].negative;
        let basis = element.basis.iter().zip(carry).map(|(n, &more)| IBig::from(more) - n);
        Element { class: *class, basis: basis.collect() }
    }

    /// Whether an element is at least 0. `None` where the corners do not tell.
    pub fn is_at_least_zero(&self, element: &Element) -> Option<bool> {
        let class = &self.classes[element.class];
        let above = class.minimal.iter().any(|corner| is_above(&element.basis, corner));
        let below = class.maximal.iter().any(|corner| is_below(&element.basis, corner));
        match (above, below) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }

    /// Who wins an element. `None` where the corners do not tell: then a search decides.
    pub fn outcome(&self, element: &Element) -> Option<Outcome> {
        let at_least = self.is_at_least_zero(element)?;
        let at_most = self.is_at_least_zero(&self.negative(element))?;
        Some(match (at_least, at_most) {
            (true, true) => Outcome::Previous,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Next,
        })
    }

    /// How many corners there are.
    pub fn corners(&self) -> usize {
        self.classes.iter().map(|class| class.minimal.len() + class.maximal.len()).sum()
    }

    /// Whether 0 is the only element that is at least 0 and at most 0. Then no relation is
    /// missing: equal elements have one class and one vector.
    pub fn is_exact(&self) -> bool {
        let zero = vec![Some(0); self.rank];
        (0..).zip(&self.classes).all(|(number, class)| {
            let (opposite, carry) = &class.negative;
            let others = &self.classes[*opposite].minimal;
            class.minimal.iter().all(|corner| {
                others.iter().all(|other| {
                    // The vectors n with n >= corner and carry - n >= other.
                    let bounds = corner.iter().zip(other).zip(carry);
                    let apart = bounds.into_iter().any(|((low, high), carry)| match (low, high) {
                        (Some(low), Some(high)) => {
                            i128::from(*low) + i128::from(*high) > i128::from(*carry)
                        }
                        _ => false,
                    });
                    apart || number == 0 && *corner == zero && *other == zero
                })
            })
        })
    }

    /// Whether the shape is right: lengths, classes that exist, steps that can be undone.
    ///
    /// # Errors
    /// [`FamilyError::Format`].
    pub(crate) fn check_shape(&self) -> Result<()> {
        let wrong = |what: &str| Err(FamilyError::Format(what.into()));
        let fits = |(class, carry): &(usize, Vec<i64>)| {
            *class < self.classes.len() && carry.len() == self.rank
        };
        if self.classes.is_empty() {
            return wrong("there is no class");
        }
        if self.corners() > MOST_CORNERS {
            return Err(FamilyError::Format(format!("there are more than {MOST_CORNERS} corners")));
        }
        for class in &self.classes {
            let corners = class.minimal.iter().chain(&class.maximal);
            if !fits(&class.negative) || !corners.into_iter().all(|it| it.len() == self.rank) {
                return wrong("a class has another rank");
            }
        }
        for steps in &self.adding {
            let mut reached: Vec<usize> = steps.iter().map(|(class, _)| *class).collect();
            reached.sort_unstable();
            if !steps.iter().all(fits)
                || reached.iter().ne(&(0..self.classes.len()).collect::<Vec<_>>())
            {
                return wrong("adding a value does not permute the classes");
            }
        }
        Ok(())
    }

    /// A vector for which the corners of a class do not tell, or tell both.
    ///
    /// # Errors
    /// Limits and interrupts of the engine.
    pub(crate) fn gap(&self, engine: &mut Engine, class: usize) -> Result<Option<Vec<i64>>> {
        let class = &self.classes[class];
        // An answer changes at an entry of a minimal corner, and behind one of a maximal corner.
        let ranges: Vec<Vec<i64>> = (0..self.rank)
            .map(|axis| {
                let minimal = class.minimal.iter().filter_map(|corner| corner[axis]);
                let maximal = class.maximal.iter().filter_map(|corner| corner[axis]);
                let behind = maximal.map(|entry| entry.saturating_add(1));
                let mut ends: Vec<i64> = minimal.chain(behind).collect();
                ends.sort_unstable();
                ends.dedup();
                let before = ends.first().map_or(0, |first| first.saturating_sub(1));
                ends.insert(0, before);
                ends
            })
            .collect();
        let mut places = vec![0; self.rank];
        loop {
            engine.check()?;
            let n: Vec<i64> = places.iter().zip(&ranges).map(|(&at, range)| range[at]).collect();
            let above = class.minimal.iter().any(|corner| is_above(&n, corner));
            let below = class.maximal.iter().any(|corner| is_below(&n, corner));
            if above == below {
                return Ok(Some(n));
            }
            let next = (0..self.rank).find(|&axis| places[axis] + 1 < ranges[axis].len());
            let Some(next) = next else { return Ok(None) };
            places[next] += 1;
            places[..next].fill(0);
        }
    }
}
