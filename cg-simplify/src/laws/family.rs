//! The laws within the family: group, order, encodings and texts, on the samples and on elements of
//! any size.

use std::cmp::Ordering;

use cg_core::{Dyadic, Family, Notation, NumberUpsStar, Outcome, Player, Relation, Result};
use dashu_int::{IBig, UBig};
use fastrand::Rng;

use super::{Report, Sides, literals, named, named_form, options, simplified};

/// The number of samples that are tried in triples.
const TRIPLES: usize = 12;

/// If an element has more canonical options, they are not listed.
const MOST_OPTIONS: u64 = 64;

/// Random elements have up to 2^72 copies of a sample.
const MOST_BITS: u32 = 72;

const GROUP: &str = "the group operations succeed";
const RULES: &str = "the rules succeed";

pub(super) fn check<F: Family>(rules: &F, samples: &[F::Element], report: &mut Report) {
    for g in samples {
        let result = alone(rules, g, report);
        report.attempt(GROUP, result);
        for h in samples {
            let result = pair(rules, g, h, report);
            report.attempt(GROUP, result);
            let result = literals::views(rules, [g, h], report);
            report.attempt_large(GROUP, result);
        }
        texts(rules, g, report);
    }
    let few = &samples[..samples.len().min(TRIPLES)];
    for g in few {
        for h in few {
            for k in few {
                let result = triple(rules, [g, h, k], report);
                report.attempt(GROUP, result);
            }
        }
    }
}

fn alone<F: Family>(rules: &F, g: &F::Element, report: &mut Report) -> Result<()> {
    let zero = rules.zero()?;
    let negative = rules.negate(g)?;
    report.expect("g + 0 = g", rules.add(g, &zero)? == *g, || named(rules, &[g]));
    report.expect("g + (-g) = 0", rules.add(g, &negative)? == zero, || named(rules, &[g]));
    report.expect("-(-g) = g", rules.negate(&negative)? == *g, || named(rules, &[g]));
    report.expect(
        "the outcome of -g is that of g with the players exchanged",
        rules.outcome(&negative)? == -rules.outcome(g)?,
        || named(rules, &[g]),
    );
    let is_zero = rules.outcome(g)? == Outcome::Previous;
    report.expect("only 0 is a second player win", is_zero == (*g == zero), || named(rules, &[g]));
    let mut sum = zero;
    for count in 0i64..5 {
        report.expect(
            "n.g is the sum of n copies",
            rules.multiple(&count.into(), g)? == sum,
            || format!("{count} copies of {}", named(rules, &[g])),
        );
        let minus = rules.multiple(&(-count).into(), g)?;
        report.expect("(-n).g = -(n.g)", minus == rules.negate(&sum)?, || {
            format!("{count} copies of {}", named(rules, &[g]))
        });
        sum = rules.add(&sum, g)?;
    }
    views(rules, g, report)
}

/// An element that is a literal of the field behaves like that literal.
fn views<F: Family>(rules: &F, g: &F::Element, report: &mut Report) -> Result<()> {
    let counts = [rules.option_count(g, Player::Left)?, rules.option_count(g, Player::Right)?];
    if let Some(number) = rules.as_number(g)? {
        let expected: [u64; 2] = match (number.is_integer(), number.sign()) {
            (false, _) => [1, 1],
            (true, sign) => [u64::from(sign.is_gt()), u64::from(sign.is_lt())],
        };
        let law = "a number has at most one option a side, and an integer none on one side";
        report.expect(law, counts == expected, || named(rules, &[g]));
    }
    if let Some(nimber) = rules.as_nimber(g)? {
        let count = u64::try_from(&nimber).unwrap_or(u64::MAX);
        let law = "a nimber *n has n options a side";
        report.expect(law, counts == [count, count], || named(rules, &[g]));
    }
    if let Some(parts) = rules.number_ups_star(g)?
        && !parts.number.is_zero()
    {
        let expected = if parts.number.sign().is_gt() { Outcome::Left } else { Outcome::Right };
        let law = "a number plus an infinitesimal has the outcome of the number";
        report.expect(law, rules.outcome(g)? == expected, || named(rules, &[g]));
    }
    stops(rules, g, report)
}

/// Stops fit those of -g, and the outcome.
fn stops<F: Family>(rules: &F, g: &F::Element, report: &mut Report) -> Result<()> {
    let stop = |g: &F::Element, player| match rules.number_ups_star(g)? {
        Some(parts) => Ok(Some(parts.number)),
        None => rules.stop(g, player),
    };
    let negative = rules.negate(g)?;
    for player in Player::BOTH {
        let Some(own) = stop(g, player)? else { continue };
        let law = "the stops of -g are those of g, negated and exchanged";
        let mirrored = stop(&negative, player.opponent())?;
        report.expect(law, mirrored == Some(-own.clone()), || named(rules, &[g]));
        let outcome = rules.outcome(g)?;
        let wins = outcome.won_by_first(player);
        let law = "who begins wins with a stop that is better than 0, and loses with a worse one";
        let fits = match (own.sign(), player) {
            (Ordering::Equal, _) => true,
            (Ordering::Greater, Player::Left) | (Ordering::Less, Player::Right) => wins,
            _ => !wins,
        };
        report.expect(law, fits, || named(rules, &[g]));
    }
    Ok(())
}

fn pair<F: Family>(rules: &F, g: &F::Element, h: &F::Element, report: &mut Report) -> Result<()> {
    let example = || named(rules, &[g, h]);
    let sum = rules.add(g, h)?;
    report.expect("g + h = h + g", sum == rules.add(h, g)?, example);
    report.expect(
        "-(g + h) = -g + -h",
        rules.negate(&sum)? == rules.add(&rules.negate(g)?, &rules.negate(h)?)?,
        example,
    );
    let difference = rules.add(g, &rules.negate(h)?)?;
    report.expect("g - h = g + (-h)", rules.subtract(g, h)? == difference, example);
    report.expect("(g - h) + h = g", rules.add(&difference, h)? == *g, example);
    let relation = rules.compare(g, h)?;
    report.expect(
        "g stands to h as the outcome of g - h says",
        relation == Relation::from(rules.outcome(&difference)?),
        example,
    );
    report.expect(
        "equal elements are equal games",
        (relation == Relation::Equal) == (g == h),
        example,
    );
    report.expect(
        "h stands to g as g to h reversed",
        rules.compare(h, g)? == relation.reversed(),
        example,
    );
    let parts = [g, h, &sum].map(|g| rules.number_ups_star(g));
    let [parts_g, parts_h, parts_sum] = parts;
    if let (Some(a), Some(b), Some(c)) = (parts_g?, parts_h?, parts_sum?) {
        let holds = c.number == &a.number + &b.number
            && c.nimber == &a.nimber ^ &b.nimber
            && c.ups == sum_of_ups(&a, &b);
        report.expect("the parts of a sum are the sums of the parts", holds, example);
    }
    Ok(())
}

fn sum_of_ups(a: &NumberUpsStar, b: &NumberUpsStar) -> Vec<(Dyadic, IBig)> {
    let mut sum: Vec<(Dyadic, IBig)> = Vec::new();
    let mut all: Vec<_> = a.ups.iter().chain(&b.ups).cloned().collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    for (order, count) in all {
        match sum.last_mut() {
            Some((last, copies)) if *last == order => *copies += count,
            _ => sum.push((order, count)),
        }
    }
    sum.retain(|(_, copies)| !copies.is_zero());
    sum
}

fn triple<F: Family>(rules: &F, all: [&F::Element; 3], report: &mut Report) -> Result<()> {
    let [g, h, k] = all;
    let example = || named(rules, &all);
    let left = rules.add(&rules.add(g, h)?, k)?;
    let right = rules.add(g, &rules.add(h, k)?)?;
    report.expect("(g + h) + k = g + (h + k)", left == right, example);
    report.expect("the sum of a list is that of its terms", rules.sum(&all)? == left, example);
    let chain = rules.compare(g, h)?.at_most() && rules.compare(h, k)?.at_most();
    if chain {
        let holds = rules.compare(g, k)?.at_most();
        report.expect("g <= h <= k gives g <= k", holds, example);
    }
    let shifted = rules.compare(&rules.add(g, k)?, &rules.add(h, k)?)?;
    let law = "g + k stands to h + k as g to h";
    report.expect(law, shifted == rules.compare(g, h)?, example);
    Ok(())
}

/// Encodings and texts are read back.
fn texts<F: Family>(rules: &F, g: &F::Element, report: &mut Report) {
    let result = encoding(rules, g, report);
    report.attempt("encoding succeeds", result);
    for notation in Notation::ALL {
        let result = printing(rules, g, notation, report);
        report.attempt("printing succeeds, and what is printed is parsed", result);
    }
}

fn encoding<F: Family>(rules: &F, g: &F::Element, report: &mut Report) -> Result<()> {
    let bytes = rules.encode(g);
    report.expect("decode(encode(g)) = g", rules.decode(&bytes)? == *g, || named(rules, &[g]));
    // Damaged bytes are refused, or are the one encoding of another element.
    for position in 0..bytes.len().min(64) {
        for flip in [0x01, 0x02, 0x7f, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[position] ^= flip;
            check_canonical(rules, &damaged, report);
        }
        check_canonical(rules, &bytes[..position], report);
        // A count that uses more groups of bits than it needs.
        let mut longer = bytes.clone();
        longer[position] |= 0x80;
        longer.insert(position + 1, 0);
        check_canonical(rules, &longer, report);
    }
    let mut longer = bytes;
    longer.push(0);
    check_canonical(rules, &longer, report);
    Ok(())
}

fn check_canonical<F: Family>(rules: &F, bytes: &[u8], report: &mut Report) {
    if let Ok(element) = rules.decode(bytes) {
        let law = "bytes that decode are the encoding of what they decode to";
        report.expect(law, rules.encode(&element) == bytes, || format!("{bytes:02x?}"));
        // If an element is not in normal form, its sum with 0 differs from it.
        let same = rules.zero().and_then(|zero| rules.add(&element, &zero));
        let same = same.is_ok_and(|same| same == element);
        let law = "bytes that decode are an element in normal form";
        report.expect(law, same, || format!("{bytes:02x?}"));
    }
}

fn printing<F: Family>(
    rules: &F,
    g: &F::Element,
    notation: Notation,
    report: &mut Report,
) -> Result<()> {
    let text = rules.print(g, notation)?;
    report.expect("an element prints as something", !text.is_empty(), || named(rules, &[g]));
    // The other notations are for output only.
    if matches!(notation, Notation::Paper | Notation::Standard) {
        let read = rules.parse(&text, notation)?;
        report.expect("what is printed reads back", read == *g, || {
            let read = named(rules, &[&read]);
            format!("{text:?} is printed in {notation} notation, and reads as {read}")
        });
        // In no notation does a text continue like this.
        for junk in [
            format!("{text}\u{1}"),
            format!("{text} )"),
            format!("{text}]x"),
            format!("\u{1}{text}"),
        ] {
            let law = "a text with something behind or before an element is refused";
            report.expect(law, rules.parse(&junk, notation).is_err(), || format!("{junk:?}"));
        }
    }
    Ok(())
}

/// Elements of any size.
struct Any<'a, F: Family> {
    rules: &'a F,
    /// The samples, and large elements that other subgroups made.
    seeds: Vec<F::Element>,
    rng: &'a mut Rng,
}

impl<F: Family> Any<'_, F> {
    fn seed(&mut self) -> F::Element {
        self.seeds[self.rng.usize(..self.seeds.len())].clone()
    }

    /// An integer with any number of bits up to [`MOST_BITS`].
    fn integer(&mut self) -> IBig {
        let bits = self.rng.u32(..=MOST_BITS);
        let magnitude = UBig::from(self.rng.u128(..) >> (128 - bits.max(1)));
        let integer = IBig::from(magnitude);
        if self.rng.bool() { -integer } else { integer }
    }

    /// A sum of up to three multiples of seeds.
    fn element(&mut self) -> Result<F::Element> {
        let mut sum = self.rules.zero()?;
        for _ in 0..self.rng.usize(1..=3) {
            let seed = self.seed();
            let term = match self.rng.u8(..4) {
                0 => seed,
                1 => self.rules.negate(&seed)?,
                _ => self.rules.multiple(&self.integer(), &seed)?,
            };
            sum = self.rules.add(&sum, &term)?;
        }
        Ok(sum)
    }

    /// An element that is likely to be close to `g`.
    fn near(&mut self, g: &F::Element) -> Result<F::Element> {
        let base = match self.rng.u8(..4) {
            0 => return Ok(self.seed()),
            1 => g.clone(),
            _ => {
                let player = if self.rng.bool() { Player::Left } else { Player::Right };
                match self.rules.option_count(g, player)? {
                    0 => g.clone(),
                    count => {
                        let index = self.rng.u64(..count.min(MOST_OPTIONS));
                        self.rules.option(g, player, index)?
                    }
                }
            }
        };
        match self.rng.bool() {
            true => Ok(base),
            false => {
                let seed = self.seed();
                let seed = if self.rng.bool() { self.rules.negate(&seed)? } else { seed };
                self.rules.add(&base, &seed)
            }
        }
    }

    /// Options near `g`, up to four for each player.
    fn form(&mut self, g: &F::Element) -> Result<Sides<F::Element>> {
        let mut sides = [Vec::new(), Vec::new()];
        for side in &mut sides {
            for _ in 0..self.rng.usize(..=4) {
                side.push(self.near(g)?);
            }
        }
        Ok(sides)
    }
}

/// Rounds with elements of any size, and the laws that need no general algorithm.
pub(super) fn at_random<F: Family>(
    rules: &F,
    seeds: [&[F::Element]; 2],
    rounds: usize,
    rng: &mut Rng,
    report: &mut Report,
) {
    let mut any = Any { rules, seeds: seeds.concat(), rng };
    if any.seeds.is_empty() {
        return;
    }
    for _ in 0..rounds {
        let elements = (any.element(), any.element());
        if let (Ok(g), Ok(h)) = elements {
            let k = any.near(&g).unwrap_or_else(|_| h.clone());
            round(&mut any, [&g, &h, &k], report);
        }
        let seed = any.seed();
        let results = [gifts(&mut any, &seed, report), form(&mut any, &seed, report)];
        for result in results {
            report.attempt_large(RULES, result);
        }
    }
}

/// Each law is tried separately: one may reach a limit when others do not.
fn round<F: Family>(any: &mut Any<'_, F>, [g, h, k]: [&F::Element; 3], report: &mut Report) {
    let rules = any.rules;
    texts(rules, g, report);
    let results = [
        alone(rules, g, report),
        pair(rules, g, h, report),
        pair(rules, g, k, report),
        triple(rules, [g, h, k], report),
        literals::views(rules, [g, h], report),
        multiples(any, g, h, report),
        sums(any, report),
        some_options(any, g, report),
        gifts(any, g, report),
        gifts(any, k, report),
        form(any, k, report),
    ];
    for result in results {
        report.attempt_large(RULES, result);
    }
}

fn multiples<F: Family>(
    any: &mut Any<'_, F>,
    g: &F::Element,
    h: &F::Element,
    report: &mut Report,
) -> Result<()> {
    let rules = any.rules;
    let (n, m) = (any.integer(), any.integer());
    let [n_g, m_g, n_h] = [(&n, g), (&m, g), (&n, h)].map(|(n, g)| rules.multiple(n, g));
    let (n_g, m_g, n_h) = (n_g?, m_g?, n_h?);
    let example = || format!("{n} and {m} copies of {}", named(rules, &[g, h]));
    let law = "(n + m).g = n.g + m.g";
    report.expect(law, rules.multiple(&(&n + &m), g)? == rules.add(&n_g, &m_g)?, example);
    let law = "n.(g + h) = n.g + n.h";
    let sum = rules.add(g, h)?;
    report.expect(law, rules.multiple(&n, &sum)? == rules.add(&n_g, &n_h)?, example);
    let law = "(-n).g = -(n.g)";
    report.expect(law, rules.multiple(&-&n, g)? == rules.negate(&n_g)?, example);
    let law = "(2n).g = n.g + n.g";
    report.expect(law, rules.multiple(&(&n + &n), g)? == rules.add(&n_g, &n_g)?, example);
    Ok(())
}

fn sums<F: Family>(any: &mut Any<'_, F>, report: &mut Report) -> Result<()> {
    let rules = any.rules;
    let mut terms = Vec::new();
    let mut sum = rules.zero()?;
    for _ in 0..any.rng.usize(..10) {
        let term = any.element()?;
        sum = rules.add(&sum, &term)?;
        terms.push(term);
    }
    let terms: Vec<&F::Element> = terms.iter().collect();
    let law = "the sum of a list is that of its terms";
    report.expect(law, rules.sum(&terms)? == sum, || named(rules, &terms));
    Ok(())
}

/// Some options of an element that may have very many.
fn some_options<F: Family>(
    any: &mut Any<'_, F>,
    g: &F::Element,
    report: &mut Report,
) -> Result<()> {
    let rules = any.rules;
    for player in Player::BOTH {
        let count = rules.option_count(g, player)?;
        if count == 0 {
            continue;
        }
        // Any two numbers, or two that differ in one bit.
        let (i, other) = (any.rng.u64(..count), any.rng.u64(..count));
        let close = i ^ 1 << any.rng.u32(..64);
        let j = if close < count && any.rng.bool() { close } else { other };
        let [first, second] = [i, j].map(|index| rules.option(g, player, index));
        let (first, second) = (first?, second?);
        let relation = rules.compare(&first, g)?;
        let law = "an option is not as good for its player as the game";
        report.expect(law, !is_as_good(relation, player), || named(rules, &[&first, g]));
        if rules.is_transfinite(g)? {
            // If infinitely many options come nearer and nearer, none of them is the best.
            continue;
        }
        let relation = rules.compare(&first, &second)?;
        let law = "the options of a player are confused with each other";
        let holds = if i == j { first == second } else { relation == Relation::Confused };
        report.expect(law, holds, || {
            format!("options {i} and {j} of {}", named(rules, &[g, &first, &second]))
        });
    }
    Ok(())
}

/// Whether a game in this relation to another is at least as good for `player`.
fn is_as_good(relation: Relation, player: Player) -> bool {
    match player {
        Player::Left => relation.at_least(),
        Player::Right => relation.at_most(),
    }
}

/// The gift horse principle: options that are not as good for their player as the game itself
/// change nothing. So the value of the canonical options with any number of such gifts is known,
/// for games of any size.
fn gifts<F: Family>(any: &mut Any<'_, F>, g: &F::Element, report: &mut Report) -> Result<()> {
    let rules = any.rules;
    let Some(mut sides) = options(rules, g, MOST_OPTIONS)? else { return Ok(()) };
    for (side, player) in sides.iter_mut().zip(Player::BOTH) {
        for _ in 0..any.rng.usize(..=5) {
            let gift = any.near(g)?;
            if !is_as_good(rules.compare(&gift, g)?, player) {
                side.push(gift);
            }
        }
        any.rng.shuffle(side);
    }
    let found = simplified(rules, &sides)?;
    let law = "simplification rule: options that are worse than the value change nothing";
    report.expect(law, found.as_ref() == Some(g), || {
        let found = found.map_or_else(|| "nothing".into(), |found| named(rules, &[&found]));
        format!(
            "{} is {}, and the rule says {found}",
            named_form(rules, &sides),
            named(rules, &[g])
        )
    });
    Ok(())
}

/// A form that may or may not be an element.
fn form<F: Family>(any: &mut Any<'_, F>, g: &F::Element, report: &mut Report) -> Result<()> {
    let rules = any.rules;
    let sides = any.form(g)?;
    let found = simplified(rules, &sides)?;
    let example = || named_form(rules, &sides);
    let [left, right] = &sides;
    let negatives = |side: &[F::Element]| -> Result<Vec<F::Element>> {
        side.iter().map(|g| rules.negate(g)).collect()
    };
    let mirrored = simplified(rules, &[negatives(right)?, negatives(left)?])?;
    let negative = found.as_ref().map(|found| rules.negate(found)).transpose()?;
    let law = "simplification rule: -{L | R} = {-R | -L}";
    report.expect(law, mirrored == negative, example);
    let mut again = sides.clone();
    for side in &mut again {
        let repeated: Vec<_> = side.iter().filter(|_| any.rng.bool()).cloned().collect();
        side.extend(repeated);
        any.rng.shuffle(side);
    }
    let law = "simplification rule: order and repetition do not matter";
    report.expect(law, simplified(rules, &again)? == found, example);
    let Some(value) = found else { return Ok(()) };
    let Some(canonical) = options(rules, &value, MOST_OPTIONS)? else { return Ok(()) };
    // {L | R} is the value exactly if no option is as good as it, and each of its canonical options
    // is matched by an option (these are not reversible).
    let mut holds = true;
    for ((side, wanted), player) in sides.iter().zip(&canonical).zip(Player::BOTH) {
        for option in side {
            holds &= !is_as_good(rules.compare(option, &value)?, player);
        }
        for wanted in wanted {
            let mut reached = false;
            for option in side {
                reached |= is_as_good(rules.compare(option, wanted)?, player);
            }
            holds &= reached;
        }
    }
    let law = "simplification rule: the value, by its own canonical options";
    let said = || format!("{} is said to be {}", example(), named(rules, &[&value]));
    report.expect(law, holds, said);
    Ok(())
}
