//! Heap games of two players: values against a naive evaluation, laws far beyond their proofs.

use std::collections::BTreeMap;

use cg_core::{Error, Game, Interrupt, LimitReached, Limits, Outcome, Player, Registry};
use cg_octal::{
    Code, GameFinding, PartizanHeaps, PartizanOutcomes, PartizanRules, Rules, find_game_period,
};
use cg_simplify::Engine;

/// A heap, a period or a number of heaps as a place in a list.
fn index(number: u64) -> usize {
    usize::try_from(number).unwrap()
}

fn engine() -> Engine {
    Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap()
}

/// The values by the definition: every option is listed and summed, and nothing is remembered but
/// the values of smaller heaps.
fn naive(
    engine: &mut Engine,
    rules: &PartizanRules,
    cases: &BTreeMap<u64, Game>,
    count: u64,
) -> Vec<Game> {
    let mut values: Vec<Game> = Vec::new();
    for heap in 0..count {
        let options = Player::BOTH.map(|player| {
            let mut options = Vec::new();
            Rules::from(rules.code(player).clone()).each_option(heap, &mut |parts| {
                let parts: Vec<Game> = parts.iter().map(|&part| values[index(part)]).collect();
                options.push(engine.sum(&parts).unwrap());
            });
            options
        });
        let value = match cases.get(&heap) {
            Some(&value) => value,
            None => engine.game(&options[0], &options[1]).unwrap(),
        };
        values.push(value);
    }
    values
}

/// A code of up to `digits` digits below `base`.
fn code(random: &mut fastrand::Rng, digits: usize, base: u32) -> Code {
    let zero = if random.u32(..8) == 0 { 4 } else { 0 };
    let head = (0..random.usize(1..=digits)).map(|_| random.u32(..base)).collect();
    let tail = if random.u32(..10) == 0 { vec![random.u32(..base)] } else { Vec::new() };
    Code::new(zero, head, tail).unwrap()
}

fn pair(random: &mut fastrand::Rng, digits: usize, base: u32) -> PartizanRules {
    PartizanRules::new(code(random, digits, base), code(random, digits, base))
}

#[test]
fn values_are_those_of_the_definition() {
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..400 {
        // Every fourth engine knows no subgroup: no rule of a subgroup helps both sides.
        let registry = match round % 4 {
            0 => Registry::empty(),
            _ => cg_subgroups::standard().unwrap(),
        };
        let mut engine = Engine::new(registry, Limits::default()).unwrap();
        let (digits, base, count) = match round % 5 {
            0 => (3, 16, 8),
            _ => (4, 8, 10),
        };
        let rules = pair(&mut random, digits, base);
        let cases: BTreeMap<u64, Game> = match round % 3 {
            0 => [(1, engine.nimber(&2u8.into()).unwrap()), (3, Game::ZERO)].into(),
            _ => BTreeMap::new(),
        };
        let mut heaps = PartizanHeaps::with_cases(rules.clone(), cases.clone());
        heaps.extend(&mut engine, index(count)).unwrap();
        assert_eq!(heaps.values(), naive(&mut engine, &rules, &cases, count), "{rules}");
    }
}

/// Steps of the engine for one search.
const STEPS: u32 = 60_000;

/// Does work; `None` if its steps did not suffice.
fn bounded<T>(
    engine: &mut Engine,
    work: impl FnOnce(&mut Engine) -> Result<T, Error>,
) -> Option<T> {
    match engine.within(STEPS, work) {
        Err(Error::Limit(LimitReached::Steps { .. })) => None,
        done => Some(done.unwrap()),
    }
}

/// Searches a period within some steps, and tests a proved one on four times as many heaps and
/// more, as far as further steps reach. The number of further heaps is the second answer.
fn tested(rules: &PartizanRules, cases: &BTreeMap<u64, i64>) -> Option<(GameFinding, usize)> {
    let mut engine = engine();
    let mut given = BTreeMap::new();
    for (&heap, &value) in cases {
        given.insert(heap, engine.integer(&value.into()).unwrap());
    }
    let mut heaps = PartizanHeaps::with_cases(rules.clone(), given);
    let mut found = None;
    bounded(&mut engine, |engine| heaps.search(engine, 300, &mut found))?;
    let found = found?;
    let proof = usize::try_from(found.proof?).unwrap();
    let known = heaps.values().len();
    bounded(&mut engine, |engine| heaps.extend(engine, 4 * proof + 40));
    let (first, period) = (index(found.period.preperiod), index(found.period.period));
    let values = heaps.values();
    for at in first..values.len() - period {
        let grown = engine.add(values[at], found.period.saltus).unwrap();
        assert_eq!(grown, values[at + period], "{rules} {cases:?}: heap {at}, {found:?}");
    }
    // The preperiod is the least, and no shorter period has a saltus of this kind.
    if first > 0 {
        let grown = engine.add(values[first - 1], found.period.saltus).unwrap();
        assert_ne!(grown, values[first - 1 + period], "{rules}");
    }
    for shorter in 1..period {
        let saltus = engine.subtract(values[first + shorter], values[first]).unwrap();
        let mut holds = (saltus == Game::ZERO) == (found.period.saltus == Game::ZERO);
        for at in first..first + period {
            holds = holds && engine.add(values[at], saltus).unwrap() == values[at + shorter];
        }
        assert!(!holds, "{rules}: {found:?}, but {shorter} is a period");
    }
    Some((found, values.len().saturating_sub(known)))
}

#[test]
fn proved_laws_hold_far_beyond_their_proofs() {
    let mut random = fastrand::Rng::with_seed(3);
    let (mut proved, mut grown, mut further) = (0, 0, 0);
    let digits = |number: u32| Code::new(0, vec![number], Vec::new()).unwrap();
    let mut all: Vec<PartizanRules> = (0..8)
        .flat_map(|left| (0..8).map(move |right| PartizanRules::new(digits(left), digits(right))))
        .collect();
    all.extend((0..250).map(|_| pair(&mut random, 3, 8)));
    all.extend((0..50).map(|_| pair(&mut random, 2, 16)));
    for (round, rules) in all.iter().enumerate() {
        let cases = match round % 3 {
            0 => (1..3).map(|_| (random.u64(1..6), random.i64(-2..3))).collect(),
            _ => BTreeMap::new(),
        };
        if let Some((found, more)) = tested(rules, &cases) {
            proved += 1;
            grown += usize::from(found.period.saltus != Game::ZERO);
            further += more;
        }
    }
    assert!(proved > 140 && grown > 100 && further > 5000, "{proved} {grown} {further}");
}

#[test]
fn partisan_kayles_has_period_8() {
    let (found, _) = tested(&".7|.17".parse().unwrap(), &BTreeMap::new()).unwrap();
    let law = found.period;
    assert_eq!((law.preperiod, law.period, law.saltus), (0, 8, Game::ZERO));
    // The games with one code: the periods of impartial games are found as well.
    for (code, preperiod, period) in [(".07", 53, 34), (".77", 71, 12), (".1", 2, 1)] {
        let mut engine = engine();
        let mut found = None;
        let rules = PartizanRules::new(code.parse().unwrap(), code.parse().unwrap());
        PartizanHeaps::new(rules).search(&mut engine, 300, &mut found).unwrap();
        let law = found.unwrap().period;
        assert_eq!((law.preperiod, law.period), (preperiod, period), "{code}");
        assert!(found.unwrap().proof.is_some(), "{code}");
    }
}

/// The first heaps of .4 have the value 0, and seem to have period 1.
#[test]
fn a_law_that_ends_is_not_proved() {
    for (code, case) in [(".4|.4", None), (".0004|.0004", None), (".2|.2", Some((7, 5)))] {
        let mut engine = engine();
        let cases: BTreeMap<u64, Game> = case
            .iter()
            .map(|&(heap, value): &(u64, i64)| (heap, engine.integer(&value.into()).unwrap()))
            .collect();
        let mut heaps = PartizanHeaps::with_cases(code.parse().unwrap(), cases);
        for count in 1..40 {
            heaps.extend(&mut engine, count).unwrap();
            let Some(found) =
                heaps.finding(&mut engine).unwrap().filter(|found| found.proof.is_some())
            else {
                continue;
            };
            let (first, period) = (index(found.period.preperiod), index(found.period.period));
            let mut longer = heaps.clone();
            longer.extend(&mut engine, 120).unwrap();
            let values = longer.values();
            assert!(
                (first..120 - period).all(|at| values[at] == values[at + period]),
                "{code} at {count}"
            );
        }
    }
}

/// Values that a sequence shows, whatever it is a sequence of.
#[test]
fn periods_of_lists_of_games() {
    let mut engine = engine();
    let up = engine.up(&cg_core::Dyadic::ONE).unwrap();
    let mut values = vec![Game::ZERO, Game::ZERO];
    for at in 0..12 {
        values.push(engine.add(values[at], up).unwrap());
    }
    let mut asked = Vec::new();
    let found = find_game_period(&mut engine, &values, |_, law| {
        asked.push(law);
        Ok(2 * (law.preperiod + law.period) < 14)
    });
    let found = found.unwrap().unwrap();
    assert_eq!((found.preperiod, found.period, found.saltus), (0, 2, up));
    assert!(asked.len() > 10);
}

fn sets(random: &mut fastrand::Rng) -> PartizanRules {
    let mut code = || {
        // A digit 1 takes whole heaps, 2 leaves one.
        let head = (0..random.usize(1..5)).map(|_| random.u32(..4)).collect();
        Code::new(0, head, Vec::new()).unwrap()
    };
    PartizanRules::new(code(), code())
}

#[test]
fn outcomes_are_those_of_the_values_and_repeat_as_proved() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut proved = 0;
    for _ in 0..300 {
        let rules = sets(&mut random);
        let mut outcomes = PartizanOutcomes::new(&rules).unwrap();
        outcomes.extend(12, &Interrupt::new()).unwrap();
        let mut engine = engine();
        let values = naive(&mut engine, &rules, &BTreeMap::new(), 12);
        for (heap, value) in values.into_iter().enumerate() {
            assert_eq!(
                outcomes.outcome(heap),
                Some(engine.outcome(value).unwrap()),
                "{rules} {heap}"
            );
        }
        let Some(found) = outcomes.search(4000, &Interrupt::new()).unwrap() else { continue };
        proved += 1;
        outcomes.extend(4 * index(found.proof) + 100, &Interrupt::new()).unwrap();
        let row: Vec<Outcome> =
            (0..outcomes.known()).map(|heap| outcomes.outcome(heap).unwrap()).collect();
        let repeats = |first: usize, period: usize| {
            (first..row.len() - period).all(|at| row[at] == row[at + period])
        };
        let (first, period) = (index(found.preperiod), index(found.period));
        assert!(repeats(first, period), "{rules}: {found:?}");
        assert!(first == 0 || !repeats(first - 1, period), "{rules}: {found:?}");
        assert!(
            (1..period).all(|shorter| !repeats(index(found.proof), shorter)),
            "{rules}: {found:?}"
        );
    }
    assert!(proved > 280, "{proved}");
}

#[test]
fn codes_that_are_refused_say_where() {
    let refused = |text: &str| text.parse::<PartizanRules>().unwrap_err().to_string();
    for (text, what) in [
        (".7", "Right's code is missing at byte 2 of `.7`"),
        (".7|", "Right's code is missing at byte 3"),
        ("|.7", "Left's code is missing at byte 0"),
        (".7|.07|.7", "a third code is one too many at byte 6"),
        (".7|.0x", "unexpected `x` at byte 5"),
        ("Grundy|.7", "Grundy's game has no code at byte 0"),
    ] {
        assert!(refused(text).contains(what), "{text}: {}", refused(text));
    }
    assert!(refused(".7|3.7").contains("before the point"));
    let split = PartizanOutcomes::new(&".7|.3".parse().unwrap()).unwrap_err().to_string();
    assert!(split.contains("a move can split a heap"), "{split}");
    assert!(PartizanOutcomes::new(&".3...|.3".parse().unwrap()).is_err());
    let endless: PartizanRules = ".3...|.3".parse().unwrap();
    assert_eq!(endless.length(), None);
}
