use std::ops::Bound::{self, Excluded, Included, Unbounded};

use super::*;

fn number(numerator: i64, exponent: usize) -> Dyadic {
    Dyadic::new(numerator.into(), exponent).expect("small")
}

/// All numbers of birthday at most 7 or so, simplest first.
fn by_simplicity() -> Vec<Dyadic> {
    let mut numbers: Vec<Dyadic> = (-6 * 64..=6 * 64).map(|n| number(n, 6)).collect();
    numbers.sort_by_key(Dyadic::birthday);
    numbers
}

fn bounds() -> Vec<Bound<Dyadic>> {
    let numbers = (-8..=8).map(|n| number(n, 2)).chain([number(-3, 0), number(3, 0)]);
    let mut bounds: Vec<_> = numbers.flat_map(|x| [Included(x.clone()), Excluded(x)]).collect();
    bounds.push(Unbounded);
    bounds
}

#[test]
fn the_simplest_number_is_the_first_that_fits() {
    let numbers = by_simplicity();
    for lower in bounds() {
        for upper in bounds() {
            let fits = |x: &&Dyadic| {
                (match &lower {
                    Unbounded => true,
                    Included(lower) => *x >= lower,
                    Excluded(lower) => *x > lower,
                }) && match &upper {
                    Unbounded => true,
                    Included(upper) => *x <= upper,
                    Excluded(upper) => *x < upper,
                }
            };
            let simplest = simplest_between(lower.as_ref(), upper.as_ref()).expect("small");
            assert_eq!(simplest.as_ref(), numbers.iter().find(fits), "{lower:?} to {upper:?}");
        }
    }
}

#[test]
fn huge_bounds_need_no_search() {
    let (low, high) = (number(1, 100_000), number(3, 100_001));
    let between = simplest_between(Excluded(&low), Excluded(&high)).expect("fits");
    assert_eq!(between, Some(number(5, 100_002)));
    let far = Dyadic::from(IBig::ONE << 1_000_000);
    let after = simplest_between(Excluded(&far), Unbounded).expect("fits");
    assert_eq!(after, Some(&far + &Dyadic::ONE));
}

#[test]
fn too_large_is_an_error() {
    let tiny = Dyadic::new(IBig::ONE, cg_core::MAX_NUMBER_BITS).expect("at the limit");
    assert_eq!(Numbers.simplify(&[&Dyadic::ZERO], &[&tiny]), Err(cg_core::Error::NumberTooLarge));
    let huge = Dyadic::from(IBig::ONE << 100);
    assert_eq!(Numbers.add(&tiny, &huge), Err(cg_core::Error::NumberTooLarge));
}
