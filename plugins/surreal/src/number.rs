//! Surreal numbers as finite Conway normal forms: order, sum, product, quotient,
//! powers of omega.

use std::cmp::Ordering;

use cg_core::{Arrange, Dyadic, Error, MAX_NUMBER_BITS, Result, check_bits};
use dashu_int::ops::BitTest;
use dashu_int::{Sign, UBig};

use crate::NAME;

/// How many terms a number may have, those of its exponents counted in.
pub const MOST_TERMS: usize = 1 << 10;

/// How deep exponents may stand in exponents: omega has depth 1, omega**omega has
/// depth 2.
pub const MOST_DEPTH: usize = 32;

/// omega^exponent * coefficient.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Term {
    /// The exponent.
    pub exponent: Surreal,
    /// The coefficient: not 0.
    pub coefficient: Dyadic,
}

/// A surreal number with a finite Conway normal form
/// omega^a * r + omega^b * s + ..., where a > b > ... are such numbers themselves,
/// finitely deep, and r, s, ... are dyadic (Conway, *On Numbers and Games*, chapter 3).
///
/// These numbers are closed under sum, negative and product. They hold all numbers
/// of short games. The ordinals among them are those below epsilon_0. Equal numbers
/// are equal values.
///
/// ```
/// use cg_surreal::Surreal;
/// let omega = Surreal::omega();
/// let below = omega.add(&Surreal::from(-1))?;
/// assert!(below < omega && below > Surreal::from(1_000_000));
/// assert_eq!(omega.product(&Surreal::power_of_omega(&Surreal::from(-1))?)?, Surreal::from(1));
/// # Ok::<(), cg_core::Error>(())
/// ```
///
/// # Limits
/// At most [`MOST_TERMS`] terms and a depth of [`MOST_DEPTH`]. What would be larger is an
/// error.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Surreal {
    /// By decreasing exponents.
    terms: Vec<Term>,
    /// All terms, those of exponents too.
    size: usize,
    /// How deep exponents other than 0 stand in exponents.
    depth: usize,
}

impl Surreal {
    /// The number 0.
    pub fn zero() -> Self {
        Surreal::default()
    }

    /// The number omega, the simplest one above all integers.
    pub fn omega() -> Self {
        let exponent = Surreal::from(1);
        Surreal { terms: vec![Term { exponent, coefficient: Dyadic::ONE }], size: 2, depth: 1 }
    }

    /// omega to the power `exponent`.
    ///
    /// # Errors
    /// A limit of [`Surreal`].
    pub fn power_of_omega(exponent: &Surreal) -> Result<Self> {
        Surreal::monomial(exponent.clone(), Dyadic::ONE)
    }

    /// omega^exponent * coefficient.
    pub(crate) fn monomial(exponent: Surreal, coefficient: Dyadic) -> Result<Self> {
        if coefficient.is_zero() {
            return Ok(Surreal::zero());
        }
        Surreal::of_ordered(vec![Term { exponent, coefficient }])
    }

    /// The number with these terms, whose exponents decrease and whose coefficients
    /// are not 0.
    ///
    /// # Errors
    /// A limit of [`Surreal`].
    pub(crate) fn of_ordered(terms: Vec<Term>) -> Result<Self> {
        let mut size = terms.len();
        let mut depth = 0;
        for Term { exponent, .. } in &terms {
            size += exponent.size;
            if !exponent.is_zero() {
                depth = depth.max(exponent.depth + 1);
            }
        }
        if size > MOST_TERMS {
            let message = format!("a number would have more than {MOST_TERMS} terms");
            return Err(Error::subgroup_limit(NAME, message));
        }
        if depth > MOST_DEPTH {
            let message = format!("exponents would stand more than {MOST_DEPTH} deep");
            return Err(Error::subgroup_limit(NAME, message));
        }
        Ok(Surreal { terms, size, depth })
    }

    /// The sum of these terms, which come in any order.
    ///
    /// # Errors
    /// A limit.
    pub(crate) fn of_terms(mut terms: Vec<Term>) -> Result<Self> {
        terms.arrange_by(|a, b| b.exponent.cmp(&a.exponent));
        let mut merged: Vec<Term> = Vec::with_capacity(terms.len());
        for term in terms {
            match merged.last_mut() {
                Some(last) if last.exponent == term.exponent => {
                    last.coefficient = last.coefficient.checked_add(&term.coefficient)?;
                }
                _ => merged.push(term),
            }
        }
        merged.retain(|term| !term.coefficient.is_zero());
        Surreal::of_ordered(merged)
    }

    /// The terms, by decreasing exponents.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The order relative to 0.
    pub fn sign(&self) -> Ordering {
        self.terms.first().map_or(Ordering::Equal, |leading| leading.coefficient.sign())
    }

    /// The dyadic that this is, if it is one.
    pub fn to_dyadic(&self) -> Option<Dyadic> {
        match &self.terms[..] {
            [] => Some(Dyadic::ZERO),
            [only] if only.exponent.is_zero() => Some(only.coefficient.clone()),
            _ => None,
        }
    }

    /// Whether this is an ordinal: the coefficients are natural, and the exponents
    /// are ordinals.
    pub fn is_ordinal(&self) -> bool {
        self.terms.iter().all(|Term { exponent, coefficient }| {
            coefficient.is_integer() && coefficient.sign().is_gt() && exponent.is_ordinal()
        })
    }

    /// Bytes held outside the struct, roughly.
    pub fn heap_bytes(&self) -> usize {
        let own = self.terms.capacity() * size_of::<Term>();
        let parts = self.terms.iter().map(|term| {
            let bits = term.coefficient.bit_len();
            term.exponent.heap_bytes() + if bits > 128 { bits / 8 } else { 0 }
        });
        own + parts.sum::<usize>()
    }

    /// -x.
    #[must_use]
    pub fn negate(&self) -> Self {
        let mut negative = self.clone();
        for term in &mut negative.terms {
            term.coefficient = -&term.coefficient;
        }
        negative
    }

    /// x + y, as games: the natural sum, in which 1 + omega = omega + 1.
    ///
    /// # Errors
    /// A limit.
    pub fn add(&self, other: &Self) -> Result<Self> {
        Surreal::of_terms([&self.terms[..], &other.terms].concat())
    }

    /// x - y.
    ///
    /// # Errors
    /// A limit.
    pub fn subtract(&self, other: &Self) -> Result<Self> {
        self.add(&other.negate())
    }

    /// x * y, as numbers: exponents add, coefficients multiply.
    ///
    /// # Errors
    /// A limit.
    pub fn product(&self, other: &Self) -> Result<Self> {
        // The work, before it is begun: 2^18 sums of exponents, and digits as for one number.
        let terms = self.size.max(self.terms.len()) * other.size.max(other.terms.len());
        if self.terms.len() * other.terms.len() > 1 && terms > MOST_TERMS * 256 {
            let message = "a product of numbers with so many terms takes too long";
            return Err(Error::subgroup_limit(NAME, message));
        }
        let work = self.bits() * other.terms.len() + other.bits() * self.terms.len();
        if work > MAX_NUMBER_BITS {
            return Err(Error::NUMBER_TOO_LARGE);
        }
        let mut terms = Vec::with_capacity(self.terms.len() * other.terms.len());
        for a in &self.terms {
            for b in &other.terms {
                terms.push(Term {
                    exponent: a.exponent.add(&b.exponent)?,
                    coefficient: a.coefficient.checked_mul(&b.coefficient)?,
                });
            }
        }
        Surreal::of_terms(terms)
    }

    /// How many bits the coefficients have together.
    fn bits(&self) -> usize {
        let bits = |term: &Term| term.coefficient.bit_len() + term.coefficient.exponent();
        self.terms.iter().map(bits).sum()
    }

    /// The number z with z * y = x, if it has a finite normal form with dyadic
    /// coefficients: 1/omega and (omega^2 - 1)/(omega + 1) are such numbers, 1/3 and
    /// 1/(omega + 1) are not. `None` also for y = 0.
    ///
    /// # Errors
    /// A limit.
    pub fn quotient(&self, divisor: &Self) -> Result<Option<Self>> {
        let (Some(leading), Some(last)) = (divisor.terms.first(), divisor.terms.last()) else {
            return Ok(None);
        };
        let Some(trailing) = self.terms.last() else { return Ok(Some(Surreal::zero())) };
        // The last term of the quotient must be the quotient of the last terms.
        let least = trailing.exponent.subtract(&last.exponent)?;
        let mut rest = self.clone();
        let mut terms = Vec::new();
        while let Some(first) = rest.terms.first() {
            let exponent = first.exponent.subtract(&leading.exponent)?;
            if exponent < least {
                return Ok(None);
            }
            let Some(coefficient) = quotient(&first.coefficient, &leading.coefficient)? else {
                return Ok(None);
            };
            let term = Surreal::monomial(exponent, coefficient)?;
            rest = rest.subtract(&term.product(divisor)?)?;
            terms.extend(term.terms);
            if terms.len() > MOST_TERMS {
                let message = format!("a quotient would have more than {MOST_TERMS} terms");
                return Err(Error::subgroup_limit(NAME, message));
            }
        }
        Surreal::of_ordered(terms).map(Some)
    }

    /// x to the power y, where this is defined by products: omega to any power, a
    /// power of omega to a dyadic one, any number to an integer. `None` elsewhere, and where a
    /// negative power has no finite normal form.
    ///
    /// ```
    /// use cg_surreal::Surreal;
    /// let (omega, two) = (Surreal::omega(), Surreal::from(2));
    /// assert_eq!(omega.power(&two)?, Some(omega.product(&omega)?));
    /// assert_eq!(two.power(&omega)?, None);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// A limit.
    pub fn power(&self, exponent: &Self) -> Result<Option<Self>> {
        let finite = exponent.to_dyadic();
        if let [Term { exponent: base, coefficient }] = &self.terms[..]
            && *coefficient == Dyadic::ONE
            && (finite.is_some() || *base == Surreal::from(1))
        {
            return Surreal::power_of_omega(&base.product(exponent)?).map(Some);
        }
        let Some(integer) = finite.as_ref().and_then(Dyadic::to_integer) else { return Ok(None) };
        let (sign, count) = integer.into_parts();
        if self.is_zero() {
            let one = (count.is_zero()).then(|| Surreal::from(1));
            let zero = (sign == Sign::Positive).then(Surreal::zero);
            return Ok(one.or(zero));
        }
        self.check_power(&count)?;
        let mut power = Surreal::from(1);
        for bit in (0..count.bit_len()).rev() {
            power = power.product(&power)?;
            if count.bit(bit) {
                power = power.product(self)?;
            }
        }
        match sign {
            Sign::Negative => Surreal::from(1).quotient(&power),
            Sign::Positive => Ok(Some(power)),
        }
    }

    /// Fails at once for powers that would be too large: those of one term by the digits of
    /// their coefficients, others by their terms.
    fn check_power(&self, count: &UBig) -> Result<()> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        match &self.terms[..] {
            [Term { coefficient, .. }] => {
                let bits = coefficient.bit_len() - 1 + coefficient.exponent();
                check_bits(bits.saturating_mul(count))
            }
            _ if count >= MOST_TERMS => {
                let message = format!("a number would have more than {MOST_TERMS} terms");
                Err(Error::subgroup_limit(NAME, message))
            }
            _ => Ok(()),
        }
    }
}

/// The quotient of two dyadics, if it is dyadic; the divisor is not 0.
fn quotient(a: &Dyadic, b: &Dyadic) -> Result<Option<Dyadic>> {
    // (m / 2^i) / (n / 2^j) = (m 2^j) / (n 2^i)
    let digits = a.bit_len() + b.bit_len() + a.exponent() + b.exponent();
    if digits > MAX_NUMBER_BITS {
        return Err(Error::NUMBER_TOO_LARGE);
    }
    let (dividend, divisor) = (a.numerator() << b.exponent(), b.numerator() << a.exponent());
    Ok(Dyadic::quotient(&dividend, &divisor))
}

/// The first difference decides: the term with the larger exponent by its sign, or
/// the coefficients where the exponents agree.
impl Ord for Surreal {
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut xs, mut ys) = (self.terms.iter(), other.terms.iter());
        loop {
            let (x, y) = match (xs.next(), ys.next()) {
                (None, None) => return Ordering::Equal,
                (Some(x), None) => return x.coefficient.sign(),
                (None, Some(y)) => return y.coefficient.sign().reverse(),
                (Some(x), Some(y)) => (x, y),
            };
            let difference = match x.exponent.cmp(&y.exponent) {
                Ordering::Greater => x.coefficient.sign(),
                Ordering::Less => y.coefficient.sign().reverse(),
                Ordering::Equal => x.coefficient.cmp(&y.coefficient),
            };
            if difference.is_ne() {
                return difference;
            }
        }
    }
}

impl PartialOrd for Surreal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Dyadic> for Surreal {
    fn from(coefficient: Dyadic) -> Self {
        if coefficient.is_zero() {
            return Surreal::zero();
        }
        let terms = vec![Term { exponent: Surreal::zero(), coefficient }];
        Surreal { terms, size: 1, depth: 0 }
    }
}

impl From<i64> for Surreal {
    fn from(integer: i64) -> Self {
        Dyadic::from(integer).into()
    }
}
