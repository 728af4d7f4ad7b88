//! The arithmetic against independent accounts of the same numbers: the order and
//! the simplest number by normal forms against those by sign expansions, products and
//! sums against the laws of a ring, and all rows of the fact table.

use std::cmp::Ordering;
use std::ops::Bound;

use cg_core::{Dyadic, Notation, Player, Result, Subgroup, Text};
use cg_subgroups::simplest_between;
use cg_surreal::{Signs, Surreal, Surreals, birthday, simplest};
use fastrand::Rng;
use proptest::prelude::*;

fn read(text: &str) -> Surreal {
    Surreals.parse(text, Notation::Standard).unwrap_or_else(|error| panic!("{error}"))
}

fn power(exponent: &Surreal, coefficient: Dyadic) -> Surreal {
    let power = Surreal::power_of_omega(exponent).expect("small");
    power.product(&coefficient.into()).expect("small")
}

fn dyadic(rng: &mut Rng) -> Dyadic {
    let coefficients =
        [(1, 0), (1, 0), (2, 0), (3, 0), (1, 1), (1, 2), (3, 2), (5, 1), (3, 1), (5, 3)];
    let (numerator, exponent) = coefficients[rng.usize(..coefficients.len())];
    let numerator = if rng.u8(..3) == 0 { -numerator } else { numerator };
    Dyadic::new(i64::into(numerator), exponent).expect("small")
}

/// A number whose exponents are `depth` deep at most, with at most three terms a level.
fn any(rng: &mut Rng, depth: usize) -> Surreal {
    let mut sum = Surreal::zero();
    for _ in 0..rng.usize(..4) {
        let exponent = if depth == 0 { Surreal::zero() } else { any(rng, depth - 1) };
        sum = sum.add(&power(&exponent, dyadic(rng))).expect("small");
    }
    sum
}

/// x, or something near it, so that common beginnings are long.
fn near(rng: &mut Rng, x: &Surreal, depth: usize) -> Surreal {
    match rng.u8(..4) {
        0 => any(rng, depth),
        1 => {
            let kept = rng.usize(..=x.terms().len());
            x.terms()[..kept].iter().fold(any(rng, depth), |sum, term| {
                sum.add(&power(&term.exponent, term.coefficient.clone())).expect("small")
            })
        }
        _ => x.add(&any(rng, depth)).expect("small"),
    }
}

/// The order by normal forms is the order by signs.
#[test]
fn the_order_is_that_of_the_signs() {
    let mut rng = Rng::with_seed(1);
    let mut seen = [0; 3];
    for _ in 0..20_000 {
        let x = any(&mut rng, 2);
        let y = near(&mut rng, &x, 2);
        let [a, b] = [&x, &y].map(|x| Signs::of(x).expect("small"));
        let order = a.compare(&b).expect("small");
        assert_eq!(x.cmp(&y), order, "{x} and {y}: {a} and {b}");
        assert_eq!(y.cmp(&x), order.reverse(), "{x} and {y}");
        seen[usize::from(order.is_ge()) + usize::from(order.is_gt())] += 1;
    }
    assert!(seen.iter().all(|&times| times > 500), "{seen:?}");
}

/// Signs are read back: those of numbers, and any.
#[test]
fn signs_read_back() {
    let mut rng = Rng::with_seed(2);
    for _ in 0..5_000 {
        let x = any(&mut rng, 2);
        let signs = Signs::of(&x).expect("small");
        assert_eq!(signs.number().expect("small"), x, "{signs}");
    }
    let lengths = [
        "1",
        "2",
        "3",
        "omega",
        "omega+1",
        "omega+2",
        "2*omega",
        "2*omega+1",
        "omega**2",
        "omega**2+omega",
        "omega**2+1",
        "3*omega**2",
        "omega**3",
        "omega**omega",
        "omega**(omega+1)",
        "omega**omega+omega**2",
    ]
    .map(read);
    for _ in 0..20_000 {
        let mut signs = Signs::default();
        for _ in 0..rng.usize(..7) {
            let player = if rng.bool() { Player::Left } else { Player::Right };
            signs.push(player, &lengths[rng.usize(..lengths.len())]).expect("small");
        }
        let x = signs.number().expect("small");
        assert!(x.terms().windows(2).all(|two| two[0].exponent > two[1].exponent), "{signs}");
        assert_eq!(Signs::of(&x).expect("small"), signs, "{x}");
    }
}

/// The simplest number between two, from their normal forms: term by term, with the
/// candidate that is born first. Of bounds that are `None` there are none. The answer z has
/// exponents below `top`, lies between `low` and `high`, and c + z is the simplest.
fn by_normal_forms(
    low: Option<&Surreal>,
    high: Option<&Surreal>,
    c: &Surreal,
    top: Option<&Surreal>,
) -> Result<Surreal> {
    let zero = Surreal::zero();
    let negative = |x: Option<&Surreal>| x.map(Surreal::negate);
    if low.is_none_or(|low| *low < zero) && high.is_none_or(|high| zero < *high) {
        return Ok(zero);
    }
    if high.is_some_and(|high| *high <= zero) {
        let (low, high) = (negative(high), negative(low));
        return by_normal_forms(low.as_ref(), high.as_ref(), &c.negate(), top).map(|z| z.negate());
    }
    let low = low.expect("0 does not lie between, and not above");
    // The leading terms and the rests. Below all exponents stands that of 0, above all the top.
    let split = |x: &Surreal| -> Result<Option<(Surreal, Dyadic, Surreal, Surreal)>> {
        let Some(first) = x.terms().first() else { return Ok(None) };
        let leading = power(&first.exponent, first.coefficient.clone());
        let rest = x.subtract(&leading)?;
        Ok(Some((first.exponent.clone(), first.coefficient.clone(), leading, rest)))
    };
    let first = split(low)?;
    let second = high.map(split).transpose()?.flatten();
    let mut candidates = Vec::new();
    let after_low = |(a, _, leading, rest): &(Surreal, Dyadic, Surreal, Surreal)| {
        let tail = by_normal_forms(Some(rest), None, &c.add(leading)?, Some(a))?;
        leading.add(&tail)
    };
    let before_high = |(b, _, leading, rest): &(Surreal, Dyadic, Surreal, Surreal)| {
        let tail = by_normal_forms(None, Some(rest), &c.add(leading)?, Some(b))?;
        leading.add(&tail)
    };
    if let (Some((a, t, leading, rest)), Some((b, s, _, other))) = (&first, &second)
        && a == b
    {
        if t == s {
            if *rest < zero && zero < *other {
                return Ok(leading.clone());
            }
            let tail = by_normal_forms(Some(rest), Some(other), &c.add(leading)?, Some(a))?;
            return leading.add(&tail);
        }
        let from = if *rest < zero { Bound::Included(t) } else { Bound::Excluded(t) };
        let to = if *other > zero { Bound::Included(s) } else { Bound::Excluded(s) };
        let q = simplest_between(from, to)?.expect("t < s");
        candidates.push(power(a, q));
    } else {
        if let Some((a, t, _, rest)) = &first {
            let from = if *rest < zero { Bound::Included(t) } else { Bound::Excluded(t) };
            let q = simplest_between(from, Bound::Unbounded)?.expect("above t");
            candidates.push(power(a, q));
        }
        if let Some((b, s, _, rest)) = &second {
            let to = if *rest > zero { Bound::Included(s) } else { Bound::Excluded(s) };
            let q = simplest_between(Bound::Excluded(&Dyadic::ZERO), to)?.expect("0 < s");
            candidates.push(power(b, q));
        }
        let (a, b) =
            (first.as_ref().map(|first| &first.0), second.as_ref().map(|second| &second.0));
        let b = b.or(top);
        let e = by_normal_forms(a, b, &zero, None)?;
        candidates.push(Surreal::power_of_omega(&e)?);
    }
    if let Some(first) = first.as_ref().filter(|first| first.3 >= zero) {
        candidates.push(after_low(first)?);
    }
    if let Some(second) = second.as_ref().filter(|second| second.3 <= zero) {
        candidates.push(before_high(second)?);
    }
    let mut best: Option<(Surreal, Surreal)> = None;
    for z in candidates {
        let day = birthday(&c.add(&z)?)?;
        if best.as_ref().is_none_or(|(earliest, _)| day < *earliest) {
            best = Some((day, z));
        }
    }
    Ok(best.expect("there is a candidate").1)
}

/// One pair of bounds at random: by signs, by normal forms, and by what simplest means. It
/// lies between, and nothing that its signs begin with does. Says whether there was a pair.
fn simplest_of_a_pair(rng: &mut Rng) -> bool {
    let x = any(rng, 2);
    let y = near(rng, &x, 2);
    let (low, high) = match x.cmp(&y) {
        Ordering::Less => (x, y),
        Ordering::Greater => (y, x),
        Ordering::Equal => return false,
    };
    let (low, high) = match rng.u8(..12) {
        0 => (None, Some(high)),
        1 => (Some(low), None),
        _ => (Some(low), Some(high)),
    };
    let bound = |x: &Option<Surreal>| x.clone().map_or(Bound::Unbounded, Bound::Excluded);
    let [from, to] = [bound(&low), bound(&high)];
    let z = simplest(from.as_ref(), to.as_ref()).expect("small").expect("low < high");
    let z_by_forms = by_normal_forms(low.as_ref(), high.as_ref(), &Surreal::zero(), None);
    assert_eq!(z, z_by_forms.expect("small"), "{low:?} and {high:?}");
    let fits = |x: &Surreal| {
        low.as_ref().is_none_or(|low| low < x) && high.as_ref().is_none_or(|high| x < high)
    };
    assert!(fits(&z), "{low:?} and {high:?}: {z}");
    for player in Player::BOTH {
        let count = Surreals.option_count(&z, player).expect("small");
        for index in [0, 1, 2, 7, 1_000_000].into_iter().filter(|&index| index < count) {
            let option = Surreals.option(&z, player, index).expect("small");
            assert!(!fits(&option), "{low:?} and {high:?}: {z} and {option}");
        }
    }
    true
}

#[test]
fn the_simplest_number_between_two() {
    let mut rng = Rng::with_seed(3);
    let mut tried = 0;
    while tried < 19_000 {
        tried += usize::from(simplest_of_a_pair(&mut rng));
    }
}

proptest! {
    #![proptest_config(cg_properties::cases(200))]

    /// The same from seeds that change, where more cases are asked for.
    #[test]
    fn simplest_numbers_from_any_seed(seed: u64) {
        simplest_of_a_pair(&mut Rng::with_seed(seed));
    }
}

/// Bounds that may be taken: the simplest of them, or between.
#[test]
fn the_simplest_number_from_one_to_another() {
    let mut rng = Rng::with_seed(4);
    let mut ends = 0;
    for _ in 0..3_000 {
        let x = any(&mut rng, 1);
        let y = near(&mut rng, &x, 1);
        let (low, high) = if x <= y { (x, y) } else { (y, x) };
        let open = simplest(Bound::Excluded(&low), Bound::Excluded(&high)).expect("small");
        let candidates = [Some(low.clone()), Some(high.clone()), open.clone()];
        let earliest = candidates.into_iter().flatten().min_by_key(|x| birthday(x).expect("small"));
        let closed = simplest(Bound::Included(&low), Bound::Included(&high)).expect("small");
        assert_eq!(closed, earliest, "{low} and {high}");
        ends += usize::from(closed != open);
        assert_eq!(open.is_none(), low == high);
    }
    assert!(ends > 500, "{ends}");
}

#[test]
fn the_laws_of_an_ordered_ring() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..3_000 {
        let [x, y, z] = [(); 3].map(|()| any(&mut rng, 2));
        let sum = |x: &Surreal, y: &Surreal| x.add(y).expect("small");
        let product = |x: &Surreal, y: &Surreal| x.product(y).expect("small");
        assert_eq!(sum(&x, &y), sum(&y, &x));
        assert_eq!(sum(&sum(&x, &y), &z), sum(&x, &sum(&y, &z)));
        assert_eq!(sum(&sum(&x, &y), &y.negate()), x);
        assert_eq!(product(&x, &y), product(&y, &x));
        assert_eq!(product(&product(&x, &y), &z), product(&x, &product(&y, &z)));
        assert_eq!(product(&x, &sum(&y, &z)), sum(&product(&x, &y), &product(&x, &z)));
        assert_eq!(sum(&x, &z).cmp(&sum(&y, &z)), x.cmp(&y));
        let turned = if y.sign().is_lt() { x.sign().reverse() } else { x.sign() };
        let sign = if y.is_zero() { Ordering::Equal } else { turned };
        assert_eq!(product(&x, &y).sign(), sign, "{x} * {y}");
        if !y.is_zero() {
            assert_eq!(product(&x, &y).quotient(&y).expect("small"), Some(x.clone()), "{x} * {y}");
        }
    }
}

/// The sum of games: of the cut that defines it, sampled, the sum is the simplest
/// number.
#[test]
fn sums_are_those_of_games() {
    let mut rng = Rng::with_seed(6);
    for _ in 0..400 {
        let [x, y] = [(); 2].map(|()| any(&mut rng, 1));
        let sum = x.add(&y).expect("small");
        let mut best: [Option<Surreal>; 2] = [None, None];
        for (a, b) in [(&x, &y), (&y, &x)] {
            for (side, player) in Player::BOTH.into_iter().enumerate() {
                let count = Surreals.option_count(a, player).expect("small");
                for index in [0, 1, 5, 60].into_iter().filter(|&index| index < count) {
                    let moved = Surreals.option(a, player, index).expect("small");
                    let moved = moved.add(b).expect("small");
                    let better = |best: &Surreal| match player {
                        Player::Left => moved > *best,
                        Player::Right => moved < *best,
                    };
                    if best[side].as_ref().is_none_or(better) {
                        best[side] = Some(moved);
                    }
                }
            }
        }
        let bound = |x: &Option<Surreal>| x.clone().map_or(Bound::Unbounded, Bound::Excluded);
        let z = simplest(bound(&best[0]).as_ref(), bound(&best[1]).as_ref()).expect("small");
        let z = z.unwrap_or_else(|| panic!("{x} + {y}: {best:?}"));
        // Samples of the cut leave more room: the sum's signs begin with what they give.
        let [a, b] = [&z, &sum].map(|x| Signs::of(x).expect("small"));
        assert!(a.begins(&b).expect("small"), "{x} + {y}: {z} and {sum}");
    }
}

/// Every row of the table: birthdays, signs, outcomes, comparisons, sums, simplest
/// numbers.
#[test]
fn the_fact_table() {
    let mut rows = 0;
    for (line, row) in include_str!("../../../testdata/transfinite.tsv").lines().enumerate().skip(1)
    {
        let at = format!("line {}: {row}", line + 1);
        let cells: Vec<&str> = row.split('\t').collect();
        let [expression, property, expected, _] = cells[..] else { panic!("{at}") };
        rows += 1;
        match property {
            "birthday" => {
                assert_eq!(birthday(&read(expression)).expect("small"), read(expected), "{at}");
            }
            "signs" => {
                let signs = Signs::of(&read(expression)).expect("small");
                assert_eq!(signs.to_string(), expected, "{at}");
                assert_eq!(signs.number().expect("small"), read(expression), "{at}");
            }
            "outcome" => {
                let outcome = Surreals.outcome(&read(expression)).expect("small");
                assert_eq!(outcome.letter().to_string(), expected, "{at}");
            }
            "compare" => {
                let (x, y) = expression.split_once(" ? ").expect(&at);
                let sign = match read(x).cmp(&read(y)) {
                    Ordering::Less => "<",
                    Ordering::Equal => "=",
                    Ordering::Greater => ">",
                };
                assert_eq!(sign, expected, "{at}");
            }
            "sum" => assert_eq!(read(expression), read(expected), "{at}"),
            "value" => {
                let inner = expression.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
                let (left, right) = inner.and_then(|text| text.split_once('|')).expect(&at);
                let side = |text: &str| if text.is_empty() { vec![] } else { vec![read(text)] };
                let (left, right) = (side(left), side(right));
                let value = Surreals
                    .simplify(&left.iter().collect::<Vec<_>>(), &right.iter().collect::<Vec<_>>());
                assert_eq!(value.expect("small"), Some(read(expected)), "{at}");
            }
            "nim sum" => rows -= 1,
            other => panic!("{at}: {other}"),
        }
    }
    assert_eq!(rows, ROWS);
}

const ROWS: usize = 232;

/// Results that surprise, and forms that are no numbers.
#[test]
fn traps_of_the_simplest_number() {
    let rows = [
        ("omega", "omega**2", "omega+1"),
        ("omega", "omega**omega", "omega+1"),
        ("omega-1", "omega", "omega-1/2"),
        ("omega/2", "omega", "omega-1"),
        ("omega/4", "omega/2", "omega/2-1"),
        ("1/omega", "1", "1/2"),
        ("1/omega", "2/omega", "3/(2*omega)"),
        ("0", "1/omega", "1/(2*omega)"),
        ("omega**(1/2)", "omega", "omega-1"),
        ("omega**(1/4)", "omega**(1/2)", "omega**(1/2)-1"),
        ("1", "1+1/omega", "1+1/(2*omega)"),
        ("-omega", "omega-5", "0"),
        ("3*omega", "4*omega", "3*omega+1"),
        ("0", "1", "1/2"),
    ];
    for (low, high, expected) in rows {
        let value = Surreals.simplify(&[&read(low)], &[&read(high)]).expect("small");
        assert_eq!(value, Some(read(expected)), "{{{low}|{high}}}");
    }
    for (low, high) in [("omega", "omega"), ("1", "1/omega"), ("omega", "-omega")] {
        assert_eq!(Surreals.simplify(&[&read(low)], &[&read(high)]), Ok(None));
    }
    assert_eq!(Surreals.simplify(&[&read("3*omega")], &[]), Ok(Some(read("3*omega+1"))));
    assert_eq!(Surreals.simplify(&[&read("omega-1")], &[]), Ok(Some(read("omega"))));
    assert_eq!(Surreals.simplify(&[], &[&read("-omega/2")]), Ok(Some(read("-omega"))));
    assert_eq!(Surreals.simplify(&[], &[]), Ok(Some(Surreal::zero())));
}

/// What is too large is an error, and takes no time.
#[test]
fn limits_are_errors() {
    let mut tower = Surreal::omega();
    while let Ok(higher) = Surreal::power_of_omega(&tower) {
        tower = higher;
    }
    assert!(Surreal::power_of_omega(&tower).expect_err("too deep").is_limit());
    let sum = read("omega+1");
    assert!(sum.power(&read("2000")).expect_err("too many terms").is_limit());
    assert!(sum.power(&read("10**30")).expect_err("too many terms").is_limit());
    assert_eq!(sum.power(&read("500")).expect("fits").expect("a power").terms().len(), 501);
    assert!(read("2").power(&read("10**30")).expect_err("too large").is_limit());
    assert_eq!(read("omega**(10**300)").power(&read("1/2")), Ok(Some(read("omega**(5*10**299)"))));
    // 1/(omega + 1) is an infinite sum; its exponents go below every bound that the last
    // term of a quotient must keep.
    assert_eq!(read("1").quotient(&sum), Ok(None));
    assert_eq!(read("omega**2-1").quotient(&sum), Ok(Some(read("omega-1"))));
    assert_eq!(read("1").quotient(&read("3*omega")), Ok(None));
    assert_eq!(read("1").quotient(&Surreal::zero()), Ok(None));
    assert!(
        read("omega**omega").quotient(&sum).is_ok_and(|quotient| quotient.is_none())
            || read("omega**omega").quotient(&sum).is_err_and(|error| error.is_limit())
    );
    for bad in
        ["", "omega*", "(omega", "omega)", "w", "1/3", "1/0", "2**omega", "omega^2", "--1", "1 2"]
    {
        assert!(Surreals.parse(bad, Notation::Standard).is_err(), "{bad:?}");
    }
    for deep in ["(".repeat(100_000), "omega**".repeat(100_000), "-".repeat(100_000)] {
        assert!(Surreals.parse(&deep, Notation::Standard).is_err());
    }
}
