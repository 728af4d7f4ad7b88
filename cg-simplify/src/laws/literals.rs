//! The laws of the literals of a subgroup, and of its other views: a nimber, a number and an up are
//! right, at any size.
//!
//! A few equations determine the literals: `*n` by the simplification rule for small n and by
//! addition for all n, a number by `1 = {0 | }` and by addition, `^` by its options. Literals whose
//! sizes are powers of two, or next to them, become seeds. So elements of two bytes and more are
//! added, printed and read in the random phase.

use cg_core::{Dyadic, Family, Notation, Outcome, Player, Relation, Result};
use dashu_int::{IBig, UBig};
use fastrand::Rng;

use super::{Report, named};

/// Nimbers up to this are tested by the simplification rule.
const SMALL: u8 = 12;

/// The exponents of the sizes: borders of bytes, of words, and beyond.
const EXPONENTS: [usize; 16] = [1, 2, 3, 4, 7, 8, 9, 12, 15, 16, 24, 31, 32, 63, 64, 100];

/// The number of pairs of literals that are added.
const PAIRS: usize = 200;

const LITERALS: &str = "literals are made";
const NIMBER: &str = "the nimber of n is *n";
const NUMBER: &str = "the number of a dyadic is that number";
const UP: &str = "the up of an order is that up";

/// Tries the literals, and returns those that were made.
pub(super) fn check<F: Family>(rules: &F, rng: &mut Rng, report: &mut Report) -> Vec<F::Element> {
    let mut made = Vec::new();
    let results = [
        nimbers(rules, rng, &mut made, report),
        numbers(rules, rng, &mut made, report),
        ups(rules, &mut made, report),
        constants(rules, report),
    ];
    for result in results {
        report.attempt_large(LITERALS, result);
    }
    made
}

/// 2^e - 1, 2^e and 2^e + 1 for the exponents, and a number between.
fn sizes(rng: &mut Rng) -> Vec<UBig> {
    let mut sizes = Vec::new();
    for exponent in EXPONENTS {
        let power = UBig::ONE << exponent;
        sizes.extend([&power - 1u8, power.clone(), &power + 1u8]);
        sizes.push(power + UBig::from(rng.u128(..) >> (128 - exponent.min(100))));
    }
    sizes.sort();
    sizes.dedup();
    sizes
}

fn nimbers<F: Family>(
    rules: &F,
    rng: &mut Rng,
    made: &mut Vec<F::Element>,
    report: &mut Report,
) -> Result<()> {
    let mut small: Vec<F::Element> = Vec::new();
    for n in 0..SMALL {
        let Some(nimber) = rules.nimber(&n.into())? else { break };
        let below: Vec<&F::Element> = small.iter().collect();
        let expected = if n == 0 { Some(rules.zero()?) } else { rules.simplify(&below, &below)? };
        report.expect(NIMBER, expected.as_ref() == Some(&nimber), || {
            format!("n = {n}: {}", named(rules, &[&nimber]))
        });
        small.push(nimber);
    }
    let mut large: Vec<(UBig, F::Element)> = Vec::new();
    for n in sizes(rng) {
        let Some(nimber) = rules.nimber(&n)? else { continue };
        let example = || format!("n = {n}: {}", named(rules, &[&nimber]));
        let count = u64::try_from(&n).unwrap_or(u64::MAX);
        for player in Player::BOTH {
            report.expect(NIMBER, rules.option_count(&nimber, player)? == count, example);
        }
        report.expect(NIMBER, rules.outcome(&nimber)? == Outcome::Next, example);
        if let Some(seen) = rules.as_nimber(&nimber)? {
            report.expect(NIMBER, seen == n, example);
        }
        large.push((n, nimber));
    }
    for _ in 0..PAIRS {
        let (Some((n, g)), Some((m, h))) = (rng.choice(&large), rng.choice(&large)) else { break };
        let Some(expected) = rules.nimber(&(n ^ m))? else { continue };
        report.expect(NIMBER, rules.add(g, h)? == expected, || {
            format!(
                "{n} and {m}: the sum of {} is the nimber of their nim-sum",
                named(rules, &[g, h])
            )
        });
    }
    made.extend(large.into_iter().map(|(_, nimber)| nimber));
    Ok(())
}

fn numbers<F: Family>(
    rules: &F,
    rng: &mut Rng,
    made: &mut Vec<F::Element>,
    report: &mut Report,
) -> Result<()> {
    let number = |x: &Dyadic| rules.number(x);
    if let Some(zero) = number(&Dyadic::from(0))? {
        report.expect(NUMBER, zero == rules.zero()?, || format!("0: {}", named(rules, &[&zero])));
    }
    if let Some(one) = number(&Dyadic::from(1))? {
        let zero = rules.zero()?;
        let alone = rules.option_count(&one, Player::Left)? == 1
            && rules.option_count(&one, Player::Right)? == 0
            && rules.option(&one, Player::Left, 0)? == zero;
        report.expect(NUMBER, alone, || format!("1: {}", named(rules, &[&one])));
    }
    let mut dyadics: Vec<Dyadic> = Vec::new();
    for size in sizes(rng) {
        let size = IBig::from(size);
        let exponent = rng.usize(..80);
        for (numerator, exponent) in [(size.clone(), 0), (-&size, exponent), (IBig::ONE, exponent)]
        {
            dyadics.push(Dyadic::new(numerator, exponent)?);
        }
    }
    let mut known: Vec<(Dyadic, F::Element)> = Vec::new();
    for x in dyadics {
        let Some(element) = number(&x)? else { continue };
        let example = || format!("{x}: {}", named(rules, &[&element]));
        let wins = if x.sign().is_gt() { Outcome::Left } else { Outcome::Right };
        report.expect(NUMBER, rules.outcome(&element)? == wins, example);
        if let Some(seen) = rules.as_number(&element)? {
            report.expect(NUMBER, seen == x, example);
        }
        if let Some(negative) = number(&-&x)? {
            report.expect(NUMBER, rules.negate(&element)? == negative, example);
        }
        if let Some(half) = number(&x.half()?)? {
            report.expect(NUMBER, rules.add(&half, &half)? == element, example);
        }
        known.push((x, element));
    }
    for _ in 0..PAIRS {
        let (Some((x, g)), Some((y, h))) = (rng.choice(&known), rng.choice(&known)) else { break };
        let Some(expected) = number(&x.checked_add(y)?)? else { continue };
        report.expect(NUMBER, rules.add(g, h)? == expected, || {
            format!("{x} and {y}: the sum of {} is the number of their sum", named(rules, &[g, h]))
        });
    }
    made.extend(known.into_iter().map(|(_, element)| element));
    Ok(())
}

fn ups<F: Family>(rules: &F, made: &mut Vec<F::Element>, report: &mut Report) -> Result<()> {
    if let Some(up) = rules.up(&Dyadic::from(1))? {
        let zero = rules.zero()?;
        let counts = Player::BOTH.map(|player| rules.option_count(&up, player));
        let [left, right] = counts;
        // ^ = {0 | *}, and * = {0 | 0}.
        let mut is_up = (left?, right?) == (1, 1) && rules.option(&up, Player::Left, 0)? == zero;
        if is_up {
            let star = rules.option(&up, Player::Right, 0)?;
            for player in Player::BOTH {
                is_up = is_up
                    && rules.option_count(&star, player)? == 1
                    && rules.option(&star, player, 0)? == zero;
            }
        }
        report.expect(UP, is_up, || format!("1: {}", named(rules, &[&up])));
    }
    let mut known: Vec<(Dyadic, F::Element)> = Vec::new();
    for (numerator, exponent) in [(1, 20), (1, 1), (1, 0), (3, 1), (2, 0), (5, 2), (1 << 20, 0)] {
        let order = Dyadic::new(IBig::from(numerator), exponent)?;
        let Some(up) = rules.up(&order)? else { continue };
        let example = || format!("order {order}: {}", named(rules, &[&up]));
        report.expect(UP, rules.outcome(&up)? == Outcome::Left, example);
        if let Some(parts) = rules.number_ups_star(&up)? {
            let alone = parts.number.is_zero() && parts.nimber == UBig::ZERO;
            let holds = alone && parts.ups == [(order.clone(), IBig::ONE)];
            report.expect(UP, holds, example);
        }
        known.push((order, up));
    }
    for (n, (order, up)) in known.iter().enumerate() {
        for (other, second) in &known[..n] {
            let differ = rules.compare(up, second)? != Relation::Equal;
            report.expect(UP, differ == (order != other), || named(rules, &[up, second]));
        }
    }
    made.extend(known.into_iter().map(|(_, up)| up));
    Ok(())
}

/// The constants are read.
fn constants<F: Family>(rules: &F, report: &mut Report) -> Result<()> {
    for index in 0..64 {
        let Some(constant) = rules.constant(index)? else { break };
        let read = rules.parse(&constant, Notation::Standard);
        report.expect("a constant reads as an element", read.is_ok(), || constant.clone());
    }
    Ok(())
}

/// The views of an element apart from its options, and its operations with other elements. Each is
/// tested by its inverse.
pub(super) fn views<F: Family>(
    rules: &F,
    [g, h]: [&F::Element; 2],
    report: &mut Report,
) -> Result<()> {
    let example = || named(rules, &[g, h]);
    if let Some(product) = rules.product(g, h)? {
        let turned = rules.product(h, g)?;
        report.expect("g times h is h times g", turned.as_ref() == Some(&product), example);
        let zero = rules.zero()?;
        if let Some(quotient) = rules.quotient(&product, h)?
            && *h != zero
        {
            report.expect("(g times h) over h is g", quotient == *g, example);
        }
    }
    if let Some(signs) = rules.signs(g)?
        && let Some(read) = rules.of_signs(&signs)?
    {
        report.expect("a sign expansion is that of its number", read == *g, example);
    }
    if rules.is_number(g)? && rules.is_number(h)? {
        let relation = rules.compare(g, h)?;
        report.expect("numbers are not confused", relation != Relation::Confused, example);
    }
    // Reasons are for people. The test only asks whether they can be made.
    for notation in [Notation::Paper, Notation::Standard] {
        let reasons = [rules.explain_outcome(g, notation), rules.explain_sum(&[g, h], notation)];
        for reason in reasons {
            let text = reason?;
            let law = "a reason that is given says something";
            report.expect(law, text.is_none_or(|text| !text.trim().is_empty()), example);
        }
        rules.in_braces(g, notation)?;
    }
    // A size that is out of proportion is a leak or a wrong count.
    let law = "an element takes at least its bytes, and not more than thousands of times as many";
    let bytes = rules.encode(g).len();
    let holds = rules.heap_bytes(g)? <= 4096 * (bytes + 16);
    report.expect(law, holds, example);
    Ok(())
}
