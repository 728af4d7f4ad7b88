//! Dyadic rationals, exact at any size.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use crate::error::{Error, Result};
use crate::sums::by_halves;

/// The largest number of bits of an integer, and of the numerator or the denominator of a dyadic:
/// 16 MiB each. A larger number is [`Error::NumberTooLarge`]. An addition can exceed it by only one
/// bit at a time, so it is checked where sizes can jump (products, shifts, input).
pub const MAX_NUMBER_BITS: usize = 1 << 27;

/// Fails if a number of `bits` bits is larger than [`MAX_NUMBER_BITS`].
///
/// # Errors
/// [`Error::NumberTooLarge`].
pub fn check_bits(bits: usize) -> Result<()> {
    if bits > MAX_NUMBER_BITS {
        return Err(Error::NUMBER_TOO_LARGE);
    }
    Ok(())
}

/// A number m / 2^k: the value of every short game that is a number (Siegel, section II.3). It is
/// in lowest terms, so equal numbers are equal values.
///
/// ```
/// use cg_core::Dyadic;
/// let three_eighths = Dyadic::new(3.into(), 3)?;
/// assert_eq!((three_eighths.clone() + three_eighths).to_string(), "3/4");
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Dyadic {
    /// Odd, unless `exponent` is 0.
    numerator: IBig,
    /// At most [`MAX_NUMBER_BITS`].
    exponent: usize,
}

impl Dyadic {
    /// The number 0.
    pub const ZERO: Dyadic = Dyadic { numerator: IBig::ZERO, exponent: 0 };
    /// The number 1.
    pub const ONE: Dyadic = Dyadic { numerator: IBig::ONE, exponent: 0 };

    /// numerator / 2^exponent, in lowest terms.
    ///
    /// # Errors
    /// [`Error::NumberTooLarge`] above [`MAX_NUMBER_BITS`].
    pub fn new(numerator: IBig, exponent: usize) -> Result<Self> {
        let reduced = Self::reduced(numerator, exponent);
        check_bits(reduced.exponent.max(reduced.numerator.bit_len()))?;
        Ok(reduced)
    }

    fn reduced(numerator: IBig, exponent: usize) -> Self {
        if exponent == 0 {
            return Dyadic { numerator, exponent };
        }
        match numerator.trailing_zeros() {
            None => Dyadic::ZERO,
            Some(0) => Dyadic { numerator, exponent },
            Some(zeros) => {
                let common = zeros.min(exponent);
                Dyadic { numerator: numerator >> common, exponent: exponent - common }
            }
        }
    }

    /// The quotient of two integers if it is dyadic; otherwise `None` (also if the divisor is 0).
    ///
    /// ```
    /// use cg_core::Dyadic;
    /// assert_eq!(Dyadic::quotient(&19.into(), &8.into()).unwrap().to_string(), "19/8");
    /// assert!(Dyadic::quotient(&1.into(), &3.into()).is_none());
    /// assert_eq!(Dyadic::quotient(&6.into(), &3.into()).unwrap().to_string(), "2");
    /// ```
    pub fn quotient(dividend: &IBig, divisor: &IBig) -> Option<Self> {
        let twos = divisor.trailing_zeros()?;
        if twos > MAX_NUMBER_BITS {
            return None;
        }
        let odd = divisor >> twos;
        if !(dividend % &odd).is_zero() {
            return None;
        }
        Some(Self::reduced(dividend / &odd, twos))
    }

    /// The numerator in lowest terms.
    pub fn numerator(&self) -> &IBig {
        &self.numerator
    }

    /// The k of the denominator 2^k in lowest terms.
    pub fn exponent(&self) -> usize {
        self.exponent
    }

    /// Whether this is an integer.
    pub fn is_integer(&self) -> bool {
        self.exponent == 0
    }

    /// The integer, if this is one.
    pub fn to_integer(&self) -> Option<&IBig> {
        self.is_integer().then_some(&self.numerator)
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// -1, 0 or 1, as an order relative to 0.
    pub fn sign(&self) -> Ordering {
        self.numerator.cmp(&IBig::ZERO)
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(self) -> Self {
        if self.sign() == Ordering::Less { -self } else { self }
    }

    /// Half of this number.
    ///
    /// # Errors
    /// [`Error::NumberTooLarge`] above [`MAX_NUMBER_BITS`].
    pub fn half(&self) -> Result<Self> {
        Self::new(self.numerator.clone(), self.exponent + 1)
    }

    /// The product.
    ///
    /// # Errors
    /// [`Error::NumberTooLarge`] above [`MAX_NUMBER_BITS`].
    pub fn checked_mul(&self, other: &Self) -> Result<Self> {
        check_bits(self.numerator.bit_len() + other.numerator.bit_len())?;
        Self::new(&self.numerator * &other.numerator, self.exponent + other.exponent)
    }

    /// The sum of many numbers.
    ///
    /// # Errors
    /// [`Error::NumberTooLarge`] above [`MAX_NUMBER_BITS`].
    pub fn sum<'a>(numbers: impl IntoIterator<Item = &'a Dyadic>) -> Result<Self> {
        /// Small numbers are added as multiples of 1/2^32.
        const PLACES: usize = 32;
        let mut small: i128 = 0;
        let mut others = Vec::new();
        for number in numbers {
            // Below 2^95, so 2^32 of them fit.
            let scaled = match number.exponent <= PLACES {
                true => number.small(PLACES).and_then(|number| small.checked_add(number)),
                false => None,
            };
            match scaled {
                Some(sum) => small = sum,
                None => others.push(number.clone()),
            }
        }
        others.push(Self::reduced(small.into(), PLACES));
        let sum = by_halves(others, |g, h| g.checked_add(&h))?;
        Ok(sum.expect("one was pushed"))
    }

    /// The sum.
    ///
    /// # Errors
    /// [`Error::NumberTooLarge`] above [`MAX_NUMBER_BITS`].
    pub fn checked_add(&self, other: &Self) -> Result<Self> {
        // Checked before a shift to a common denominator makes one of them large.
        let exponent = self.exponent.max(other.exponent);
        for number in [self, other] {
            check_bits(number.numerator.bit_len() + (exponent - number.exponent))?;
        }
        let sum = self + other;
        check_bits(sum.numerator.bit_len().max(sum.exponent))?;
        Ok(sum)
    }

    /// The largest integer that is at most this number.
    pub fn floor(&self) -> IBig {
        // The shift of a negative big integer rounds towards minus infinity.
        &self.numerator >> self.exponent
    }

    /// The smallest integer that is at least this number.
    pub fn ceil(&self) -> IBig {
        -(-&self.numerator >> self.exponent)
    }

    /// The left option of this number in canonical form, if it has one: n - 1 for an integer n > 0,
    /// and (m-1)/2^k for m/2^k.
    pub fn left_option(&self) -> Option<Self> {
        self.canonical_option(IBig::from(-1))
    }

    /// The right option of this number in canonical form, if it has one.
    pub fn right_option(&self) -> Option<Self> {
        self.canonical_option(IBig::ONE)
    }

    /// The neighbour at a distance of one unit of the last place, on the side of `step` (+1 or -1).
    /// Integers have one only towards 0.
    fn canonical_option(&self, step: IBig) -> Option<Self> {
        let towards_zero = self.sign() == IBig::ZERO.cmp(&step);
        (self.exponent > 0 || towards_zero && !self.is_zero())
            .then(|| Self::reduced(&self.numerator + step, self.exponent))
    }

    /// The birthday of this number. For an integer n it is |n|. For a fraction with denominator 2^k
    /// it is the integer part of its absolute value plus 1 plus k.
    pub fn birthday(&self) -> UBig {
        let whole = self.clone().abs().floor();
        let (_, whole) = whole.into_parts();
        if self.is_integer() { whole } else { whole + UBig::ONE + UBig::from(self.exponent) }
    }

    /// The numerator for the denominator 2^`exponent`, which must be at least this number's own.
    fn scaled(&self, exponent: usize) -> IBig {
        &self.numerator << (exponent - self.exponent)
    }

    /// The numerator for the denominator 2^`exponent` in a machine word and a half, if that is
    /// enough: sums of two fit 128 bits.
    fn small(&self, exponent: usize) -> Option<i128> {
        let shift = exponent - self.exponent;
        let numerator = i64::try_from(&self.numerator).ok().filter(|_| shift < 63)?;
        Some(i128::from(numerator) << shift)
    }

    /// Combines the numerators for the common denominator; small ones without big integers.
    fn combine(
        &self,
        other: &Self,
        small: impl Fn(i128, i128) -> i128,
        large: impl Fn(&IBig, &IBig) -> IBig,
    ) -> Self {
        let exponent = self.exponent.max(other.exponent);
        if let (Some(a), Some(b)) = (self.small(exponent), other.small(exponent)) {
            let numerator = small(a, b);
            let common = exponent.min(numerator.trailing_zeros() as usize);
            if numerator == 0 {
                return Dyadic::ZERO;
            }
            return Dyadic { numerator: (numerator >> common).into(), exponent: exponent - common };
        }
        let numerator = match self.exponent.cmp(&other.exponent) {
            Ordering::Equal => large(&self.numerator, &other.numerator),
            Ordering::Less => large(&self.scaled(exponent), &other.numerator),
            Ordering::Greater => large(&self.numerator, &other.scaled(exponent)),
        };
        Self::reduced(numerator, exponent)
    }
}

impl From<IBig> for Dyadic {
    fn from(integer: IBig) -> Self {
        Dyadic { numerator: integer, exponent: 0 }
    }
}

impl From<i64> for Dyadic {
    fn from(integer: i64) -> Self {
        IBig::from(integer).into()
    }
}

impl Add<&Dyadic> for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: &Dyadic) -> Dyadic {
        self.combine(other, |a, b| a + b, |a, b| a + b)
    }
}

impl Sub<&Dyadic> for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: &Dyadic) -> Dyadic {
        self.combine(other, |a, b| a - b, |a, b| a - b)
    }
}

impl Add for Dyadic {
    type Output = Dyadic;

    fn add(self, other: Dyadic) -> Dyadic {
        &self + &other
    }
}

impl Sub for Dyadic {
    type Output = Dyadic;

    fn sub(self, other: Dyadic) -> Dyadic {
        &self - &other
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        Dyadic { numerator: -self.numerator, exponent: self.exponent }
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        -self.clone()
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        if let (Some(a), Some(b)) = (self.small(exponent), other.small(exponent)) {
            return a.cmp(&b);
        }
        match self.exponent.cmp(&other.exponent) {
            Ordering::Equal => self.numerator.cmp(&other.numerator),
            // Signs first: then numbers with very different denominators need no shift.
            _ if self.sign() != other.sign() => self.sign().cmp(&other.sign()),
            Ordering::Less => self.scaled(other.exponent).cmp(&other.numerator),
            Ordering::Greater => self.numerator.cmp(&other.scaled(self.exponent)),
        }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Dyadic {
    /// About this number in floating point, for drawings. Infinite if it is too large.
    ///
    /// ```
    /// use cg_core::Dyadic;
    /// assert_eq!(Dyadic::new((-19).into(), 3)?.to_f64(), -2.375);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn to_f64(&self) -> f64 {
        const KEPT: usize = 62;
        let dropped = self.numerator.bit_len().saturating_sub(KEPT);
        let kept = i64::try_from(&self.numerator >> dropped).expect("it has 62 bits and a sign");
        // With more bits, the result is infinite or 0 anyway.
        let power = |bits: usize| i32::try_from(bits).unwrap_or(i32::MAX / 2);
        #[expect(clippy::cast_precision_loss, reason = "53 bits are enough to draw")]
        let kept = kept as f64;
        // In two steps, so that small parts of large numbers do not become 0 in between.
        let shift = power(dropped) - power(self.exponent);
        kept * 2f64.powi(shift / 2) * 2f64.powi(shift - shift / 2)
    }
}

/// `19/8`, or `3` for an integer.
impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.exponent == 0 {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, UBig::ONE << self.exponent)
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
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
        assert!(matches!(huge.checked_mul(&huge), Err(Error::NumberTooLarge { .. })));
        assert!(matches!(
            Dyadic::new(IBig::ONE, MAX_NUMBER_BITS + 1),
            Err(Error::NumberTooLarge { .. })
        ));
    }

    proptest! {
        #![proptest_config(cg_properties::cases(256))]

        #[test]
        fn small_and_large_numerators_combine_alike(
            (a, b, same) in any::<(i64, i64, bool)>(),
            exponents in (0usize..130, 0usize..130),
        ) {
            let exponents = if same { (exponents.0, exponents.0) } else { exponents };
            let [g, h] = [dyadic(a, exponents.0), dyadic(b, exponents.1)];
            let exponent = exponents.0.max(exponents.1);
            let [a, b] = [&g, &h].map(|number| number.scaled(exponent));
            prop_assert_eq!(&g + &h, Dyadic::reduced(&a + &b, exponent));
            prop_assert_eq!(&g - &h, Dyadic::reduced(&a - &b, exponent));
            prop_assert_eq!(g.cmp(&h), a.cmp(&b));
            prop_assert_eq!(Dyadic::sum([&g, &h, &g]).unwrap(), &(&g + &h) + &g);
        }

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
}
