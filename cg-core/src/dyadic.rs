//! Dyadic rationals, exact at any size.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
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
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Form);

/// A number has one form: the small one if that can hold it.
#[derive(Clone, PartialEq, Eq)]
enum Form {
    /// The exponent is at most [`PLACES`].
    Small {
        numerator: i64,
        exponent: u8,
    },
    Large(Box<Large>),
}

/// Most numbers are small, and take one step of a hash.
impl Hash for Form {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Form::Small { numerator, exponent } => {
                state.write_i64(numerator.rotate_left(6) ^ i64::from(*exponent));
            }
            Form::Large(large) => large.hash(state),
        }
    }
}

/// A number beyond machine words. The exponent is at most [`MAX_NUMBER_BITS`].
#[derive(Clone, PartialEq, Eq, Hash)]
struct Large {
    /// Odd, unless `exponent` is 0.
    numerator: IBig,
    exponent: usize,
}

/// The exponents of small numbers. So their numerators over a common denominator fit 126 bits,
/// and the sum of two fits 127.
const PLACES: u8 = 62;

impl Default for Dyadic {
    fn default() -> Self {
        Dyadic::ZERO
    }
}

impl Dyadic {
    /// The number 0.
    pub const ZERO: Dyadic = Dyadic(Form::Small { numerator: 0, exponent: 0 });
    /// The number 1.
    pub const ONE: Dyadic = Dyadic(Form::Small { numerator: 1, exponent: 0 });

    /// numerator / 2^exponent, in lowest terms.
    ///
    /// # Errors
    /// [`Error::NumberTooLarge`] above [`MAX_NUMBER_BITS`].
    pub fn new(numerator: IBig, exponent: usize) -> Result<Self> {
        let reduced = Self::reduced(numerator, exponent);
        check_bits(reduced.exponent().max(reduced.bit_len()))?;
        Ok(reduced)
    }

    fn reduced(numerator: IBig, exponent: usize) -> Self {
        match numerator.trailing_zeros() {
            None => Dyadic::ZERO,
            Some(0) => Self::in_lowest_terms(numerator, exponent),
            Some(zeros) => {
                let common = zeros.min(exponent);
                Self::in_lowest_terms(numerator >> common, exponent - common)
            }
        }
    }

    fn in_lowest_terms(numerator: IBig, exponent: usize) -> Self {
        let small = (i64::try_from(&numerator), u8::try_from(exponent));
        if let (Ok(numerator), Ok(exponent @ ..=PLACES)) = small {
            return Dyadic(Form::Small { numerator, exponent });
        }
        Dyadic(Form::Large(Box::new(Large { numerator, exponent })))
    }

    /// numerator / 2^exponent, of a sum of two small numbers.
    #[inline]
    fn of_words(numerator: i128, exponent: u8) -> Self {
        // Of 0 all 128 bits are zeros.
        let common = numerator.trailing_zeros().min(exponent.into());
        let (numerator, exponent) = (numerator >> common, u32::from(exponent) - common);
        match (i64::try_from(numerator), u8::try_from(exponent)) {
            (Ok(numerator), Ok(exponent)) => Dyadic(Form::Small { numerator, exponent }),
            _ => Self::in_lowest_terms(numerator.into(), exponent as usize),
        }
    }

    /// numerator / 2^exponent, of a sum of two numbers from [`Dyadic::in_short_words`].
    #[inline]
    fn of_short_word(numerator: i64, exponent: u8) -> Self {
        // Of 0 all 64 bits are zeros.
        let common = numerator.trailing_zeros().min(exponent.into());
        let left = u32::from(exponent) - common;
        let exponent = u8::try_from(left).expect("it is at most the exponent");
        Dyadic(Form::Small { numerator: numerator >> common, exponent })
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
    pub fn numerator(&self) -> IBig {
        match &self.0 {
            Form::Small { numerator, .. } => (*numerator).into(),
            Form::Large(large) => large.numerator.clone(),
        }
    }

    /// The k of the denominator 2^k in lowest terms.
    pub fn exponent(&self) -> usize {
        match &self.0 {
            Form::Small { exponent, .. } => (*exponent).into(),
            Form::Large(large) => large.exponent,
        }
    }

    /// The number of bits of the numerator in lowest terms, without its sign.
    pub fn bit_len(&self) -> usize {
        match &self.0 {
            Form::Small { numerator, .. } => {
                (u64::BITS - numerator.unsigned_abs().leading_zeros()) as usize
            }
            Form::Large(large) => large.numerator.bit_len(),
        }
    }

    /// About the number of bytes outside the struct itself.
    pub fn heap_bytes(&self) -> usize {
        match &self.0 {
            Form::Small { .. } => 0,
            Form::Large(large) => size_of::<Large>() + large.numerator.bit_len() / 8,
        }
    }

    /// The numerator and the exponent in lowest terms, if they are small: the numerator has 64 bits
    /// with its sign, the exponent is at most 62.
    #[inline]
    pub fn to_words(&self) -> Option<(i64, u8)> {
        match self.0 {
            Form::Small { numerator, exponent } => Some((numerator, exponent)),
            Form::Large(_) => None,
        }
    }

    /// Whether this is an integer.
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// The integer, if this is one.
    pub fn to_integer(&self) -> Option<IBig> {
        self.is_integer().then(|| self.numerator())
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        *self == Dyadic::ZERO
    }

    /// -1, 0 or 1, as an order relative to 0.
    #[inline]
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Form::Small { numerator, .. } => numerator.cmp(&0),
            Form::Large(large) => large.numerator.cmp(&IBig::ZERO),
        }
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
        match &self.0 {
            Form::Small { numerator, exponent } if *exponent < PLACES => {
                Ok(Self::of_words((*numerator).into(), exponent + 1))
            }
            _ => Self::new(self.numerator(), self.exponent() + 1),
        }
    }

    /// The product.
    ///
    /// # Errors
    /// [`Error::NumberTooLarge`] above [`MAX_NUMBER_BITS`].
    pub fn checked_mul(&self, other: &Self) -> Result<Self> {
        check_bits(self.bit_len() + other.bit_len())?;
        Self::new(self.numerator() * other.numerator(), self.exponent() + other.exponent())
    }

    /// The sum of many numbers.
    ///
    /// # Errors
    /// [`Error::NumberTooLarge`] above [`MAX_NUMBER_BITS`].
    pub fn sum<'a>(numbers: impl IntoIterator<Item = &'a Dyadic>) -> Result<Self> {
        /// Small numbers are added as multiples of 1/2^32.
        const COMMON: u8 = 32;
        let mut small: i128 = 0;
        let mut others = Vec::new();
        for number in numbers {
            // Below 2^95, so 2^32 of them fit.
            let scaled = match number.0 {
                Form::Small { numerator, exponent: exponent @ ..=COMMON } => {
                    small.checked_add(i128::from(numerator) << (COMMON - exponent))
                }
                _ => None,
            };
            match scaled {
                Some(sum) => small = sum,
                None => others.push(number.clone()),
            }
        }
        others.push(Self::of_words(small, COMMON));
        let sum = by_halves(others, |g, h| g.checked_add(&h))?;
        Ok(sum.expect("one was pushed"))
    }

    /// The sum.
    ///
    /// # Errors
    /// [`Error::NumberTooLarge`] above [`MAX_NUMBER_BITS`].
    pub fn checked_add(&self, other: &Self) -> Result<Self> {
        // Checked before a shift to a common denominator makes one of them large.
        let exponent = self.exponent().max(other.exponent());
        for number in [self, other] {
            check_bits(number.bit_len() + (exponent - number.exponent()))?;
        }
        let sum = self + other;
        check_bits(sum.bit_len().max(sum.exponent()))?;
        Ok(sum)
    }

    /// The largest integer that is at most this number.
    pub fn floor(&self) -> IBig {
        // The shift of a negative big integer rounds towards minus infinity.
        self.numerator() >> self.exponent()
    }

    /// The smallest integer that is at least this number.
    pub fn ceil(&self) -> IBig {
        -(-self.numerator() >> self.exponent())
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
        (!self.is_integer() || towards_zero && !self.is_zero())
            .then(|| Self::reduced(self.numerator() + step, self.exponent()))
    }

    /// The birthday of this number. For an integer n it is |n|. For a fraction with denominator 2^k
    /// it is the integer part of its absolute value plus 1 plus k.
    pub fn birthday(&self) -> UBig {
        let whole = self.clone().abs().floor();
        let (_, whole) = whole.into_parts();
        if self.is_integer() { whole } else { whole + UBig::ONE + UBig::from(self.exponent()) }
    }

    /// The numerator for the denominator 2^`exponent`, which must be at least this number's own.
    fn scaled(&self, exponent: usize) -> Cow<'_, IBig> {
        match &self.0 {
            Form::Large(large) if large.exponent == exponent => Cow::Borrowed(&large.numerator),
            _ => Cow::Owned(self.numerator() << (exponent - self.exponent())),
        }
    }

    /// Two small integers.
    #[inline]
    fn integers(&self, other: &Self) -> Option<(i64, i64)> {
        match (&self.0, &other.0) {
            (
                &Form::Small { numerator: a, exponent: 0 },
                &Form::Small { numerator: b, exponent: 0 },
            ) => Some((a, b)),
            _ => None,
        }
    }

    /// The numerators of two numbers of few bits for their common denominator, and its exponent.
    /// Sums of these numerators fit a word.
    #[inline]
    fn in_short_words(&self, other: &Self) -> Option<(i64, i64, u8)> {
        let (Form::Small { numerator: a, exponent: m }, Form::Small { numerator: b, exponent: n }) =
            (&self.0, &other.0)
        else {
            return None;
        };
        let is_short = |numerator: i64| i32::try_from(numerator).is_ok();
        let exponent = *m.max(n);
        // Neither operation wraps, since the exponents are at most 30.
        let scaled = |a: i64, m: u8| a.wrapping_shl(exponent.wrapping_sub(m).into());
        (exponent <= 30 && is_short(*a) && is_short(*b))
            .then(|| (scaled(*a, *m), scaled(*b, *n), exponent))
    }

    /// The numerators of two small numbers for their common denominator, and its exponent.
    #[inline]
    fn in_words(&self, other: &Self) -> Option<(i128, i128, u8)> {
        let (Form::Small { numerator: a, exponent: m }, Form::Small { numerator: b, exponent: n }) =
            (&self.0, &other.0)
        else {
            return None;
        };
        let exponent = *m.max(n);
        Some((i128::from(*a) << (exponent - m), i128::from(*b) << (exponent - n), exponent))
    }
}

impl From<IBig> for Dyadic {
    fn from(integer: IBig) -> Self {
        Self::in_lowest_terms(integer, 0)
    }
}

impl From<i64> for Dyadic {
    #[inline]
    fn from(integer: i64) -> Self {
        Dyadic(Form::Small { numerator: integer, exponent: 0 })
    }
}

/// The sum or the difference of any two numbers: in one word or in two where it fits.
macro_rules! combined {
    ($one:expr, $sign:tt, $other:expr) => {{
        if let Some((a, b, exponent)) = $one.in_short_words($other) {
            return Dyadic::of_short_word(a $sign b, exponent);
        }
        if let Some((a, b, exponent)) = $one.in_words($other) {
            return Dyadic::of_words(a $sign b, exponent);
        }
        let exponent = $one.exponent().max($other.exponent());
        Dyadic::reduced(&*$one.scaled(exponent) $sign &*$other.scaled(exponent), exponent)
    }};
}

impl Dyadic {
    fn plus(&self, other: &Dyadic) -> Dyadic {
        combined!(self, +, other)
    }

    fn minus(&self, other: &Dyadic) -> Dyadic {
        combined!(self, -, other)
    }
}

impl Add<&Dyadic> for &Dyadic {
    type Output = Dyadic;

    #[inline]
    fn add(self, other: &Dyadic) -> Dyadic {
        match self.integers(other).and_then(|(a, b)| a.checked_add(b)) {
            Some(sum) => sum.into(),
            None => self.plus(other),
        }
    }
}

impl Sub<&Dyadic> for &Dyadic {
    type Output = Dyadic;

    #[inline]
    fn sub(self, other: &Dyadic) -> Dyadic {
        match self.integers(other).and_then(|(a, b)| a.checked_sub(b)) {
            Some(difference) => difference.into(),
            None => self.minus(other),
        }
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
        match self.0 {
            Form::Small { numerator, exponent } => match numerator.checked_neg() {
                Some(numerator) => Dyadic(Form::Small { numerator, exponent }),
                None => Self::of_words(-i128::from(numerator), exponent),
            },
            Form::Large(large) => Self::in_lowest_terms(-large.numerator, large.exponent),
        }
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        -self.clone()
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match self.integers(other) {
            Some((a, b)) => a.cmp(&b),
            None => self.order(other),
        }
    }
}

impl Dyadic {
    /// The order of any two numbers.
    fn order(&self, other: &Self) -> Ordering {
        if let Some((a, b, _)) = self.in_short_words(other) {
            return a.cmp(&b);
        }
        if let Some((a, b, _)) = self.in_words(other) {
            return a.cmp(&b);
        }
        // Signs first: then numbers with very different denominators need no shift.
        if self.sign() != other.sign() {
            return self.sign().cmp(&other.sign());
        }
        let exponent = self.exponent().max(other.exponent());
        self.scaled(exponent).cmp(&other.scaled(exponent))
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
        let dropped = self.bit_len().saturating_sub(KEPT);
        let kept = i64::try_from(self.numerator() >> dropped).expect("it has 62 bits and a sign");
        // With more bits, the result is infinite or 0 anyway.
        let power = |bits: usize| i32::try_from(bits).unwrap_or(i32::MAX / 2);
        #[expect(clippy::cast_precision_loss, reason = "53 bits are enough to draw")]
        let kept = kept as f64;
        // In two steps, so that small parts of large numbers do not become 0 in between.
        let shift = power(dropped) - power(self.exponent());
        kept * 2f64.powi(shift / 2) * 2f64.powi(shift - shift / 2)
    }
}

/// `19/8`, or `3` for an integer.
impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_integer() {
            Some(integer) => write!(f, "{integer}"),
            None => write!(f, "{}/{}", self.numerator(), UBig::ONE << self.exponent()),
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
    fn a_number_has_one_form_on_both_sides_of_the_border() {
        let least = Dyadic::from(i64::MIN);
        let past = Dyadic::from(IBig::ONE << 63);
        assert_eq!(-&least, past);
        assert_eq!(-past.clone(), least);
        assert_eq!(&past - &Dyadic::ONE, Dyadic::from(i64::MAX));
        assert_eq!(&past + &least, Dyadic::ZERO);
        let places = usize::from(PLACES);
        let last = dyadic(1, places);
        let next = last.half().expect("small");
        assert_eq!(next, dyadic(1, places + 1));
        assert_eq!(&next + &next, last);
        assert!(next < last && -&last < -&next);
        for (number, bytes) in [(&least, false), (&last, false), (&past, true)] {
            assert_eq!(number.heap_bytes() > 0, bytes, "{number}");
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

    /// A sum takes one word, two or more, by its numbers. All ways agree where one ends.
    #[test]
    fn numbers_beside_the_ends_of_words_combine_alike() {
        let ends = [i64::from(i32::MIN), i64::from(i32::MAX), i64::MIN, i64::MAX, 0];
        let near = |end: i64| (-1..=1).filter_map(move |by| end.checked_add(by));
        let exponents = [0, 1, 29, 30, 31, 61, 62, 63];
        let numbers: Vec<Dyadic> = (ends.into_iter().flat_map(near))
            .flat_map(|numerator| exponents.map(|exponent| dyadic(numerator, exponent)))
            .collect();
        for (g, h) in numbers.iter().flat_map(|g| numbers.iter().map(move |h| (g, h))) {
            let exponent = g.exponent().max(h.exponent());
            let [a, b] = [g, h].map(|number| number.scaled(exponent).into_owned());
            assert_eq!(g + h, Dyadic::reduced(&a + &b, exponent), "{g} + {h}");
            assert_eq!(g - h, Dyadic::reduced(&a - &b, exponent), "{g} - {h}");
            assert_eq!(g.cmp(h), a.cmp(&b), "{g} and {h}");
            assert_eq!(-g, Dyadic::reduced(-g.numerator(), g.exponent()), "{g}");
        }
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
            let [a, b] = [&g, &h].map(|number| number.scaled(exponent).into_owned());
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
