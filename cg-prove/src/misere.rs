//! Misère quotients of octal games.

use std::collections::HashSet;

use cg_core::Interrupt;
use cg_misere::{Element, MisereLimits, MisereSearch};
use serde_json::Value;

use crate::error::ProveError;
use crate::period::rules_of;
use crate::read::digits;

/// A misère quotient for all heaps.
#[derive(Clone, Debug)]
pub(crate) struct Quotient {
    pub(crate) digits: Vec<u32>,
    /// The products of the elements, row by row. The element 0 is the unit.
    pub(crate) table: Vec<Vec<Element>>,
    /// The elements of the heaps from 0 on, which go on with the period.
    pub(crate) phi: Vec<Element>,
    pub(crate) start: usize,
    pub(crate) period: usize,
    /// The elements that are P-positions.
    pub(crate) winning: Vec<Element>,
}

/// The most elements of a quotient that is proved: the products of options are sets of bits.
const MOST_ELEMENTS: usize = 128;
/// The most states of a proof.
const MOST_STATES: usize = 1_000_000;

/// Finds and checks the quotient of a code.
///
/// # Errors
/// The code is not one of the library, no quotient is found for all heaps.
pub(crate) fn prove(code: &str, interrupt: &Interrupt) -> Result<Quotient, ProveError> {
    let digits = digits(code)?;
    let mut search = MisereSearch::new(rules_of(&digits));
    let limits = MisereLimits { elements: MOST_ELEMENTS, ..MisereLimits::default() };
    let ending = search.go(&limits, interrupt, &mut |_| {});
    let solution = search.solution();
    let Some(found) = solution.period() else {
        return Err(ProveError::route(format!(
            "no quotient is known for all heaps: {}",
            ending.words()
        )));
    };
    let quotient = solution.quotient();
    let size = |heaps: u64| usize::try_from(heaps).expect("the heaps are held in memory");
    let (start, period) = (size(found.preperiod.max(1)), size(found.period));
    let products = |x| quotient.elements().map(|y| quotient.product(x, y)).collect();
    let quotient = Quotient {
        digits,
        table: quotient.elements().map(products).collect(),
        phi: solution.phi()[..start + period].to_vec(),
        start,
        period,
        winning: quotient.p_positions().collect(),
    };
    match quotient.is_right(interrupt)? {
        true => Ok(quotient),
        false => Err(ProveError::route("the checker does not accept the quotient that was found")),
    }
}

/// A set of elements.
type Elements = u128;

impl Quotient {
    /// The quotient that JSON has, of the same game; `None` when the numbers do not fit.
    pub(crate) fn with(&self, json: &Value) -> Option<Self> {
        let order = json["products"].as_array()?.len();
        let elements = |list: &Value| -> Option<Vec<Element>> {
            let number = |one: &Value| Element::try_from(one.as_u64()?).ok();
            let is_one = |x: &Element| usize::from(*x) < order;
            list.as_array()?.iter().map(|one| number(one).filter(is_one)).collect()
        };
        let count = |name: &str| usize::try_from(json[name].as_u64()?).ok();
        let other = Quotient {
            digits: self.digits.clone(),
            table: json["products"].as_array()?.iter().map(elements).collect::<Option<_>>()?,
            phi: elements(&json["heaps"])?,
            start: count("from")?,
            period: count("period")?,
            winning: elements(&json["p_positions"])?,
        };
        let is_square = other.table.iter().all(|row| row.len() == order);
        let fits = (1..=MOST_ELEMENTS).contains(&order)
            && other.start > 0
            && other.period > 0
            && other.start.checked_add(other.period) == Some(other.phi.len());
        (is_square && fits).then_some(other)
    }

    fn times(&self, x: Element, y: Element) -> Element {
        self.table[usize::from(x)][usize::from(y)]
    }

    fn element(&self, heap: usize) -> Element {
        match heap < self.start + self.period {
            true => self.phi[heap],
            false => self.phi[self.start + (heap - self.start) % self.period],
        }
    }

    fn image(&self, set: Elements, y: Element) -> Elements {
        let mut image = 0;
        for x in 0..self.table.len() {
            if set >> x & 1 == 1 {
                image |= 1 << self.table[x][usize::from(y)];
            }
        }
        image
    }

    /// The products of the options of a heap.
    fn options(&self, heap: usize) -> Elements {
        let mut set = 0;
        for (taken, digit) in (1..).zip(&self.digits) {
            if digit & 1 == 1 && heap == taken {
                set |= 1;
            }
            if digit & 2 == 2 && heap > taken {
                set |= 1 << self.element(heap - taken);
            }
            if digit & 4 == 4 && heap > taken {
                for part in 1..heap - taken {
                    let other = heap - taken - part;
                    set |= 1 << self.times(self.element(part), self.element(other));
                }
            }
        }
        set
    }

    /// The condition of the library's theorem: the table is that of a commutative monoid, and
    /// in each state, an element with the products of the options, the element is one of P
    /// exactly when there are options and none of them is.
    pub(crate) fn is_right(&self, interrupt: &Interrupt) -> Result<bool, ProveError> {
        let order = self.table.len();
        let elements = || (0..order).map(|x| Element::try_from(x).expect("elements are few"));
        for x in elements() {
            for y in elements() {
                let product = self.times(x, y);
                let associates = |z| self.times(product, z) == self.times(x, self.times(y, z));
                if usize::from(product) >= order
                    || product != self.times(y, x)
                    || !elements().all(associates)
                {
                    return Ok(false);
                }
            }
            if self.times(0, x) != x {
                return Ok(false);
            }
        }
        let winning: Elements = self.winning.iter().fold(0, |set, &x| set | 1 << x);
        let bound = 2 * (self.start + self.period) + self.digits.len();
        let pairs: HashSet<(Element, Elements)> =
            (0..bound).map(|heap| (self.element(heap), self.options(heap))).collect();
        let mut states = HashSet::from([(0, 0)]);
        let mut open = vec![(0, 0)];
        while let Some((x, options)) = open.pop() {
            if interrupt.is_raised() {
                return Err(ProveError::Limit(cg_core::Error::Interrupted));
            }
            if (winning >> x & 1 == 1) != (options != 0 && options & winning == 0) {
                return Ok(false);
            }
            for &(y, of_heap) in &pairs {
                let next = (self.times(y, x), self.image(of_heap, x) | self.image(options, y));
                if states.insert(next) {
                    open.push(next);
                }
            }
            if states.len() > MOST_STATES {
                return Err(ProveError::route(format!(
                    "the proof has more than {MOST_STATES} states"
                )));
            }
        }
        Ok(self.phi[0] == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_quotients_are_refused() {
        let interrupt = Interrupt::new();
        let kayles = prove(".77", &interrupt).unwrap();
        assert_eq!((kayles.table.len(), kayles.start, kayles.period), (40, 71, 12));
        let mut other = kayles.clone();
        other.winning.pop();
        assert_eq!(other.is_right(&interrupt), Ok(false));
        let mut other = kayles.clone();
        other.phi[20] = other.phi[21];
        assert_eq!(other.is_right(&interrupt), Ok(false));
        let mut other = kayles.clone();
        other.period = 11;
        assert_eq!(other.is_right(&interrupt), Ok(false));
        let mut other = kayles;
        other.table[5][7] = other.table[5][6];
        assert_eq!(other.is_right(&interrupt), Ok(false));
    }
}
