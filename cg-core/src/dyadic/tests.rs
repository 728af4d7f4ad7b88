use proptest::prelude::*;

use super::*;

fn dyadic(numerator: i64, exponent: usize) -> Dyadic {
    Dyadic::new(numerator.into(), exponent).expect("small")
}

fn any_dyadic() -> impl Strategy<Value = (i64, usize)> {
    (-2000i64..2000, 0usize..12)
}

/// The same number as a machine float, exact for the sizes drawn.
fn float((numerator, exponent): (i64, usize)) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "12 bits each")]
    let quotient = numerator as f64 / (1u64 << exponent) as f64;
    quotient
}

#[test]
fn lowest_terms() {
    assert_eq!(dyadic(4, 3), dyadic(1, 1));
    assert_eq!(dyadic(0, 7), Dyadic::ZERO);
    assert_eq!(dyadic(-6, 2).to_string(), "-3/2");
}

#[test]
fn rounding_and_options() {
    assert_eq!(dyadic(-3, 1).floor(), IBig::from(-2));
    assert_eq!(dyadic(-3, 1).ceil(), IBig::from(-1));
    assert_eq!(dyadic(3, 1).ceil(), IBig::from(2));
    assert_eq!(dyadic(3, 2).left_option(), Some(dyadic(1, 1)));
    assert_eq!(dyadic(3, 2).right_option(), Some(dyadic(1, 0)));
    assert_eq!(dyadic(3, 0).left_option(), Some(dyadic(2, 0)));
    assert_eq!(dyadic(3, 0).right_option(), None);
    assert_eq!(dyadic(-3, 0).left_option(), None);
    assert_eq!(dyadic(-3, 0).right_option(), Some(dyadic(-2, 0)));
    assert_eq!(Dyadic::ZERO.left_option(), None);
    assert_eq!(Dyadic::ZERO.right_option(), None);
}

#[test]
fn birthdays() {
    for (number, day) in
        [(dyadic(0, 0), 0u32), (dyadic(-3, 0), 3), (dyadic(1, 1), 2), (dyadic(5, 2), 4)]
    {
        assert_eq!(number.birthday(), UBig::from(day), "{number}");
    }
}

#[test]
fn sizes_are_limited_not_wrapped() {
    let huge = Dyadic::from(IBig::ONE << (MAX_NUMBER_BITS - 1));
    assert!(matches!(huge.checked_mul(&huge), Err(Error::NumberTooLarge)));
    assert!(matches!(Dyadic::new(IBig::ONE, MAX_NUMBER_BITS + 1), Err(Error::NumberTooLarge)));
}

proptest! {
    #[test]
    fn arithmetic_agrees_with_exact_floats(a in any_dyadic(), b in any_dyadic()) {
        let (x, y) = (dyadic(a.0, a.1), dyadic(b.0, b.1));
        let same = |z: Dyadic, f: f64| {
            let numerator: i64 = z.numerator().try_into().expect("small");
            float((numerator, z.exponent())) == f
        };
        prop_assert!(same(&x + &y, float(a) + float(b)));
        prop_assert!(same(&x - &y, float(a) - float(b)));
        prop_assert_eq!(x.cmp(&y), float(a).partial_cmp(&float(b)).expect("finite"));
        let halves = x.half().expect("small");
        prop_assert_eq!(&halves + &halves, x);
    }
}
