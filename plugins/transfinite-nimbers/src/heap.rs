//! Sizes of heaps: ordinals below epsilon_0, their nim-sum and nim-product.

use std::collections::BTreeMap;
use std::fmt;

use cg_core::encoding::{Decoder, Element, Encoder, Malformed};
use cg_core::{Dyadic, Error, Result};
use cg_surreal::{Ordinal, Surreal};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use crate::NAME;

/// The size of a heap of Nim: an ordinal below epsilon_0.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Heap(Ordinal);

impl Heap {
    /// The heap of this size; `None` when the size is no ordinal.
    pub fn new(size: Ordinal) -> Option<Self> {
        size.is_ordinal().then_some(Heap(size))
    }

    /// The heap of a finite size.
    pub fn finite(size: UBig) -> Self {
        Heap(Dyadic::from(IBig::from(size)).into())
    }

    /// The size.
    pub fn size(&self) -> &Ordinal {
        &self.0
    }

    /// The size, if it is finite.
    pub fn to_finite(&self) -> Option<UBig> {
        natural(&self.0.to_dyadic()?)
    }

    /// The heaps of omega^exponent * count, by exponents: its Cantor normal form.
    fn terms(&self) -> impl Iterator<Item = (&Ordinal, UBig)> {
        self.0.terms().iter().map(|term| {
            let count = natural(&term.coefficient).expect("an ordinal has natural coefficients");
            (&term.exponent, count)
        })
    }

    /// The heap with these terms; counts of 0 are dropped.
    fn of_terms(terms: BTreeMap<Ordinal, UBig>) -> Result<Self> {
        let mut size = Surreal::zero();
        for (exponent, count) in terms {
            let count: Surreal = Dyadic::from(IBig::from(count)).into();
            size = size.add(&Surreal::power_of_omega(&exponent)?.product(&count)?)?;
        }
        Ok(Heap(size))
    }

    /// The nim-sum: the counts of equal powers of omega are added in binary without
    /// carrying. (The powers omega^a * 2^k are independent under nim-addition, and the sums of
    /// those below one of them are all the ordinals below it.)
    ///
    /// ```
    /// use cg_core::{Notation, Subgroup, Text};
    /// use cg_transfinite_nimbers::TransfiniteNimbers as Nimbers;
    /// let read = |text| Nimbers.parse(text, Notation::Standard);
    /// assert_eq!(read("*(2*omega+5)")?.nim_sum(&read("*(omega+4)")?)?, read("*(3*omega+1)")?);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// A limit.
    pub fn nim_sum(&self, other: &Self) -> Result<Self> {
        let mut terms: BTreeMap<Ordinal, UBig> = BTreeMap::new();
        for (exponent, count) in self.terms().chain(other.terms()) {
            *terms.entry(exponent.clone()).or_default() ^= count;
        }
        Heap::of_terms(terms)
    }
}

/// The natural number that this is, if it is one.
fn natural(number: &Dyadic) -> Option<UBig> {
    UBig::try_from(number.to_integer()?).ok()
}

impl Element for Heap {
    fn write(&self, to: &mut Encoder) {
        self.0.write(to);
    }

    fn read(from: &mut Decoder<'_>) -> std::result::Result<Self, Malformed> {
        Heap::new(Surreal::read(from)?).ok_or_else(|| from.malformed("no ordinal"))
    }
}

impl fmt::Debug for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*({})", self.0)
    }
}

// Nim-products.

/// The odd primes p, and for each the nimber a(p) of which the heap of size
/// omega^(omega^k) is the p-th nim root, where p is prime number k + 1 of the odd ones
/// (counted from k = 0): the least nimber below that has no p-th root there.
/// From Conway, *On Numbers and Games*, chapter 6 (with the corrections of Lenstra, *On the
/// algebraic closure of two*, 1977). As exponents of omega and finite counts: the sum of
/// omega^e for the first, if there is one, and the second.
///
/// The tests check for each that it has no p-th root, and that what is smaller has one.
const ROOTS: &[(u32, Option<Base>, u8)] = &[
    (3, None, 2),
    (5, None, 4),
    (7, Some(Base { prime: 0, power: 0 }), 1),
    (11, Some(Base { prime: 1, power: 0 }), 1),
    (13, Some(Base { prime: 0, power: 0 }), 4),
    (17, None, 16),
    (19, Some(Base { prime: 0, power: 1 }), 4),
    (23, Some(Base { prime: 3, power: 0 }), 1),
    (29, Some(Base { prime: 2, power: 0 }), 4),
    (31, Some(Base { prime: 1, power: 0 }), 1),
    (37, Some(Base { prime: 0, power: 1 }), 4),
    (41, Some(Base { prime: 1, power: 0 }), 1),
    (43, Some(Base { prime: 2, power: 0 }), 1),
];

/// The heap of size omega^(omega^prime * p^power), where p is the odd prime with this
/// index: it is adjoined to what is smaller as a p-th root, of the base with the
/// power before, or at power 0 of [`ROOTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Base {
    prime: usize,
    power: u32,
}

/// A product of bases: for each prime the exponent in omega^(omega^prime * exponent), whose
/// digits to the base p say how often each base is a factor. No 0 at the end.
type Monomial = Vec<UBig>;

/// A nimber as a sum of monomials times finite nimbers.
type Polynomial = BTreeMap<Monomial, UBig>;

/// How many products of monomials one nim-product may take.
const MOST_WORK: usize = 1 << 16;

/// How many bits a finite nimber may have that is multiplied.
const MOST_BITS: usize = 1 << 10;

impl Heap {
    /// The nim-product of two heaps; `None` where one of them has a size of
    /// omega^(omega^13) or more, since the table of roots ends there.
    ///
    /// The nimbers below omega^(omega^omega) are an algebraically closed field. Finite
    /// nimbers multiply as usual. Then omega is a cube root of 2, omega^3 a cube root of
    /// omega, and so on for 3; omega^omega is a fifth root of 4; and so on for all
    /// primes. Every power of omega is a product of such roots, and omega^e * n is the
    /// nim-product of omega^e and the finite n.
    ///
    /// # Errors
    /// A limit: factors that are too long.
    pub fn nim_product(&self, other: &Self) -> Result<Option<Self>> {
        let (Some(x), Some(y)) = (self.polynomial()?, other.polynomial()?) else {
            return Ok(None);
        };
        let mut work = MOST_WORK;
        let product = product(&x, &y, &mut work)?;
        let mut terms = BTreeMap::new();
        for (monomial, count) in product {
            let mut exponent = Surreal::zero();
            for (prime, digits) in monomial.into_iter().enumerate() {
                let power = i64::try_from(prime).expect("few primes");
                let place = Surreal::power_of_omega(&power.into())?;
                let digits: Surreal = Dyadic::from(IBig::from(digits)).into();
                exponent = exponent.add(&place.product(&digits)?)?;
            }
            terms.insert(exponent, count);
        }
        Heap::of_terms(terms).map(Some)
    }

    fn polynomial(&self) -> Result<Option<Polynomial>> {
        let mut polynomial = Polynomial::new();
        for (exponent, count) in self.terms() {
            if count.bit_len() > MOST_BITS {
                let message = format!("nimbers of more than {MOST_BITS} bits are not multiplied");
                return Err(Error::subgroup_limit(NAME, message));
            }
            let mut monomial = Monomial::new();
            for term in exponent.terms().iter().rev() {
                let prime = term.exponent.to_dyadic().as_ref().and_then(natural);
                let prime = prime.and_then(|prime| usize::try_from(prime).ok());
                let Some(prime) = prime.filter(|&prime| prime < ROOTS.len()) else {
                    return Ok(None);
                };
                monomial.resize(prime, UBig::ZERO);
                let digits = natural(&term.coefficient).expect("an ordinal");
                if digits.bit_len() > MOST_BITS {
                    let message = "an exponent is too large for nim-products";
                    return Err(Error::subgroup_limit(NAME, message));
                }
                monomial.push(digits);
            }
            polynomial.insert(monomial, count);
        }
        Ok(Some(polynomial))
    }
}

fn product(x: &Polynomial, y: &Polynomial, work: &mut usize) -> Result<Polynomial> {
    let mut sum = Polynomial::new();
    for (a, m) in x {
        for (b, n) in y {
            let count = finite_product(m, n, level(m).max(level(n)));
            for (monomial, times) in product_of_monomials(a, b, work)? {
                let count = finite_product(&count, &times, level(&count).max(level(&times)));
                *sum.entry(monomial).or_default() ^= count;
            }
        }
    }
    sum.retain(|_, count| !count.is_zero());
    Ok(sum)
}

/// The product of two products of bases, reduced.
fn product_of_monomials(a: &Monomial, b: &Monomial, work: &mut usize) -> Result<Polynomial> {
    *work = work
        .checked_sub(1)
        .ok_or_else(|| Error::subgroup_limit(NAME, "this nim-product takes too many steps"))?;
    let mut monomial = Monomial::new();
    // How often the nimber at the root of each prime is a factor besides.
    let mut roots = Vec::new();
    for (prime, root) in ROOTS.iter().enumerate().take(a.len().max(b.len())) {
        let digits = |of: &Monomial| of.get(prime).cloned().unwrap_or_default();
        let (digits, carry) = added(&digits(a), &digits(b), root.0);
        monomial.push(digits);
        if carry {
            roots.push(prime);
        }
    }
    while monomial.last().is_some_and(UBig::is_zero) {
        monomial.pop();
    }
    let mut sum = Polynomial::from([(monomial, UBig::ONE)]);
    // A root lies below the bases of its prime, so this ends.
    for prime in roots {
        sum = product(&sum, &root(prime), work)?;
    }
    Ok(sum)
}

/// The sum of two exponents of one prime, digit by digit, and whether a factor of the
/// root is left. p times a base is once the base before it, so that a carry goes down.
fn added(a: &UBig, b: &UBig, prime: u32) -> (UBig, bool) {
    let digits = |mut number: UBig| {
        let mut digits = Vec::new();
        while !number.is_zero() {
            digits.push(&number % prime);
            number /= prime;
        }
        digits
    };
    let (mut a, mut b) = (digits(a.clone()), digits(b.clone()));
    let length = a.len().max(b.len());
    a.resize(length, 0);
    b.resize(length, 0);
    let mut carry = 0;
    let mut sum = UBig::ZERO;
    for (x, y) in a.into_iter().zip(b).rev() {
        let digit = x + y + carry;
        sum = sum * prime + digit % prime;
        carry = digit / prime;
    }
    (sum, carry > 0)
}

/// The nimber of which the first base of the prime is the root.
fn root(prime: usize) -> Polynomial {
    let (_, base, count) = ROOTS[prime];
    let mut root = Polynomial::from([(Monomial::new(), UBig::from(count))]);
    if let Some(Base { prime, power }) = base {
        let mut monomial = vec![UBig::ZERO; prime];
        monomial.push(UBig::from(ROOTS[prime].0).pow(power as usize));
        root.insert(monomial, UBig::ONE);
    }
    root
}

/// The least k with x < 2^(2^k).
fn level(x: &UBig) -> u32 {
    x.bit_len().max(1).next_power_of_two().trailing_zeros()
}

/// The nim-product of finite nimbers below 2^(2^level): with F = 2^(2^(level - 1)),
/// (aF + b)(cF + d) = ((a + b)(c + d) + bd) F + bd + ac (F/2), since F F = F + F/2.
fn finite_product(x: &UBig, y: &UBig, level: u32) -> UBig {
    if level == 0 || x.is_zero() || y.is_zero() {
        return x & y;
    }
    let bits = 1usize << (level - 1);
    let halves = |x: &UBig| {
        let high = x >> bits;
        let low = x ^ (&high << bits);
        (high, low)
    };
    let ((a, b), (c, d)) = (halves(x), halves(y));
    let below = finite_product(&b, &d, level - 1);
    let high = finite_product(&(&a ^ &b), &(&c ^ &d), level - 1) ^ &below;
    let both = finite_product(&a, &c, level - 1);
    let rest = finite_product(&both, &(UBig::ONE << (bits - 1)), level - 1);
    (high << bits) ^ below ^ rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn degree_over_two(prime: u32) -> u32 {
        (1..).find(|&n| UBig::from(2u8).pow(n as usize) % prime == 1).expect("an order")
    }

    fn power(x: &Polynomial, exponent: &UBig) -> Polynomial {
        let mut power = Polynomial::from([(Monomial::new(), UBig::ONE)]);
        for bit in (0..exponent.bit_len()).rev() {
            power = product(&power, &power, &mut { MOST_WORK * 64 }).expect("few steps");
            if exponent.bit(bit) {
                power = product(&power, x, &mut { MOST_WORK * 64 }).expect("few steps");
            }
        }
        power
    }

    /// The degree of the least field with all of these: finite nimbers below 16, and the
    /// bases of these monomials with all smaller bases that they are roots over.
    fn degree(bases: &[Base]) -> u32 {
        let mut degree = 4;
        for base in bases {
            let mut base = Some(*base);
            while let Some(Base { prime, power }) = base {
                let (p, below, count) = ROOTS[prime];
                let factor = p.pow(power + 1);
                degree = lcm(degree, factor);
                if count >= 16 {
                    degree = lcm(degree, 8);
                }
                base = below;
            }
        }
        degree
    }

    fn lcm(a: u32, b: u32) -> u32 {
        let gcd = |mut a: u32, mut b: u32| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        a / gcd(a, b) * b
    }

    /// Each nimber of the table has no p-th root below, and each smaller one has.
    #[test]
    fn the_table_of_roots() {
        for (index, &(p, base, count)) in ROOTS.iter().enumerate() {
            let bases: Vec<Base> = base.into_iter().collect();
            let degree = if count >= 16 { 8 } else { degree(&bases) };
            let order = UBig::from(2u8).pow(degree as usize) - UBig::ONE;
            assert!(&order % p == 0, "{p} divides 2^{degree} - 1");
            // x has a p-th root exactly when x^((q - 1)/p) = 1. That it has none is so in all fields
            // of the same degree times something prime to p.
            let one = Polynomial::from([(Monomial::new(), UBig::ONE)]);
            let exponent = &order / UBig::from(p);
            let with = |count: u8| {
                let mut x = root(index);
                x.insert(Monomial::new(), count.into());
                x.retain(|_, count| !count.is_zero());
                x
            };
            assert_ne!(power(&with(count), &exponent), one, "{p}");
            for smaller in 0..count {
                let x = with(smaller);
                if !x.is_empty() {
                    assert_eq!(power(&x, &exponent), one, "{p}: {smaller}");
                }
            }
            // Below the base, all lies in fields whose degree over two p's own degree does not divide:
            // there every element has a p-th root. So the base is the least that is needed.
            if let Some(Base { prime, power }) = base {
                let needed = ROOTS[prime].0.pow(power + 1);
                assert_eq!(degree_over_two(p) % needed, 0, "{p}");
            }
        }
    }

    #[test]
    fn finite_products_are_those_by_the_definition() {
        const MOST: usize = 40;
        let mut table = vec![vec![0usize; MOST]; MOST];
        for a in 0..MOST {
            for b in 0..MOST {
                let mut seen = std::collections::BTreeSet::new();
                for x in 0..a {
                    for y in 0..b {
                        seen.insert(table[x][b] ^ table[a][y] ^ table[x][y]);
                    }
                }
                table[a][b] = (0..).find(|n| !seen.contains(n)).expect("a least one");
                let heap = |n: usize| Heap::finite(n.into());
                let product = heap(a).nim_product(&heap(b)).expect("small").expect("finite");
                assert_eq!(product, heap(table[a][b]), "{a} * {b}");
            }
        }
    }
}
