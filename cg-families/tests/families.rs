//! Families with proved rules: their groups, their corners, proofs as files, false corners, random
//! sums against canonical forms, and facts that other programs found.

use cg_core::{Game, Outcome};
use cg_families::{
    Corner, Family, NoRule, Proof, Report, RuleFound, Search, Settings, SumReport, TableFormat,
};
use cg_lang::Session;
use cg_simplify::Engine;
use dashu_int::IBig;

use crate::known::{KNOWN, components, engine, found};

/// The games that texts of the language stand for, in its engine.
fn games(session: &mut Session, texts: &[&str]) -> Vec<Game> {
    texts.iter().map(|text| session.evaluate_game(text).unwrap().0).collect()
}

/// The claims, corners and groups of the families, a proof file of each and its check by a new
/// engine, and random sums.
#[test]
fn families_have_their_groups_and_rules() {
    let mut random = fastrand::Rng::with_seed(3);
    for known in KNOWN {
        let title = known.title;
        let mut engine = engine();
        let values = (known.values)(&mut engine);
        let (family, found) = found(&mut engine, &values);
        assert_eq!(family.values().len(), known.count, "{title}");
        assert_eq!(family.group(), known.group, "{title}");
        assert_eq!(found.rule.classes.len(), known.classes, "{title}");
        assert_eq!(found.rule.corners(), known.corners, "{title}");
        assert!(found.rule.is_exact(), "{title}: no relation is missing");
        let finite = found.finite_generators(&family).unwrap();
        assert_eq!(finite.len() + family.rank(), family.least_generators(), "{title}");

        let names = vec!["value".to_owned(); known.count];
        let proof = Proof::of(&mut engine, title, &names, &family, &found).unwrap();
        let text = proof.write();
        let read = Proof::read(&text).unwrap();
        assert_eq!(read, proof, "{title}");
        let checked = read.check(&mut self::engine()).unwrap();
        assert_eq!((checked.classes, checked.corners), (known.classes, known.corners), "{title}");
        assert!(checked.exact, "{title}");

        for _ in 0..known.sums {
            let coefficients: Vec<i64> =
                (0..known.count).map(|_| random.i64(-known.width..=known.width)).collect();
            let value = family.value(&mut engine, &coefficients).unwrap();
            let expected = engine.outcome(value).unwrap();
            let large: Vec<IBig> = coefficients.iter().map(|&it| it.into()).collect();
            let element = found.rule.element(&large);
            assert_eq!(found.rule.outcome(&element), Some(expected), "{title} {coefficients:?}");
            assert_eq!(family.is_zero(&coefficients).unwrap(), value == Game::ZERO);
        }
    }
}

/// A box of rank 6 has too many sums to look at each, and few corners: the order is lexicographic.
#[test]
fn a_rule_of_rank_six_is_proved() {
    let mut session = Session::new(engine());
    let texts = ["^", "*", "tiny(1)", "tiny(2)", "tiny(3)", "tiny(4)", "tiny(5)"];
    let values = games(&mut session, &texts);
    let engine = session.engine();
    let (family, found) = found(engine, &values);
    assert_eq!((family.group().as_str(), found.rule.corners()), ("Z^6 + Z2", 14));
    assert!(found.beyond_all(0, 5).is_some() && found.beyond_all(5, 0).is_none());
    let names = vec!["value".to_owned(); values.len()];
    let proof = Proof::of(engine, "tinies", &names, &family, &found).unwrap();
    assert!(proof.check(&mut self::engine()).unwrap().exact);
    let mut random = fastrand::Rng::with_seed(6);
    for _ in 0..300 {
        let coefficients: Vec<i64> = values.iter().map(|_| random.i64(-2..=2)).collect();
        let value = family.value(engine, &coefficients).unwrap();
        let large: Vec<IBig> = coefficients.iter().map(|&it| it.into()).collect();
        let told = found.rule.outcome(&found.rule.element(&large));
        assert_eq!(told, Some(engine.outcome(value).unwrap()), "{coefficients:?}");
    }
}

/// The corners of a class that are near one of its corners, and false: an entry lies one further,
/// or is infinite.
fn false_corners(corner: &Corner, step: i64) -> Vec<Corner> {
    let mut all = Vec::new();
    for (axis, entry) in corner.iter().enumerate() {
        if let Some(entry) = entry {
            for other in [Some(entry + step), None] {
                let mut wrong = corner.clone();
                wrong[axis] = other;
                all.push(wrong);
            }
        }
    }
    all
}

#[test]
fn false_corners_are_never_proved() {
    let mut tried = 0;
    for known in KNOWN {
        let mut engine = engine();
        let values = (known.values)(&mut engine);
        let (family, mut found) = found(&mut engine, &values);
        for (number, class) in found.rule.classes.clone().iter().enumerate() {
            let sides = [(&class.minimal, true, -1), (&class.maximal, false, 1)];
            for (corners, is_minimal, step) in sides {
                for wrong in corners.iter().flat_map(|corner| false_corners(corner, step)) {
                    let proved = found.proves(&mut engine, number, &wrong, is_minimal).unwrap();
                    assert!(!proved, "{}: class {number}, {wrong:?}", known.title);
                    tried += 1;
                }
            }
        }
        // The file with any of them does not pass the check.
        let names = vec![String::new(); family.values().len()];
        let proof = Proof::of(&mut engine, known.title, &names, &family, &found).unwrap();
        for number in 0..proof.rule.classes.len().min(3) {
            let class = proof.rule.classes[number].clone();
            for (at, corner) in class.minimal.iter().enumerate() {
                for wrong in false_corners(corner, -1) {
                    let mut forged = proof.clone();
                    forged.rule.classes[number].minimal[at] = wrong;
                    assert!(forged.check(&mut engine).is_err(), "{}", known.title);
                }
            }
            for (at, corner) in class.maximal.iter().enumerate() {
                for wrong in false_corners(corner, 1) {
                    let mut forged = proof.clone();
                    forged.rule.classes[number].maximal[at] = wrong;
                    assert!(forged.check(&mut engine).is_err(), "{}", known.title);
                }
            }
        }
    }
    assert!(tried > 900, "{tried}");
}

/// The values that a proof file is about, as games of an engine.
fn values_of(text: &str, engine: &mut Engine) -> Vec<Game> {
    let file: serde_json::Value = serde_json::from_str(text).unwrap();
    let numbers = |list: &serde_json::Value| -> Vec<usize> {
        let numbers = list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap());
        numbers.map(|number| usize::try_from(number).unwrap()).collect()
    };
    let mut games: Vec<Game> = Vec::new();
    for sides in file["games"].as_array().unwrap() {
        let [left, right] = [0, 1]
            .map(|side| numbers(&sides[side]).iter().map(|&at| games[at]).collect::<Vec<_>>());
        games.push(engine.game(&left, &right).unwrap());
    }
    numbers(&file["values"]).into_iter().map(|at| games[at]).collect()
}

/// A proof file with one digit changed is refused, or it is a proof still: then its rule is right
/// for its values.
#[test]
fn a_changed_proof_is_refused_or_true() {
    let known = &KNOWN[4];
    let mut engine = engine();
    let values = (known.values)(&mut engine);
    let (family, found) = found(&mut engine, &values);
    let names = vec![String::new(); family.values().len()];
    let text = Proof::of(&mut engine, known.title, &names, &family, &found).unwrap().write();
    let mut random = fastrand::Rng::with_seed(9);
    let (mut refused, mut passed) = (0, 0);
    let digits = text.match_indices(|sign: char| sign.is_ascii_digit());
    for (at, digit) in digits {
        let other = if digit == "0" { "1" } else { "0" };
        let forged = format!("{}{other}{}", &text[..at], &text[at + 1..]);
        let Ok(proof) = Proof::read(&forged) else {
            refused += 1;
            continue;
        };
        if proof.check(&mut engine).is_err() {
            refused += 1;
            continue;
        }
        passed += 1;
        let values = values_of(&forged, &mut engine);
        for _ in 0..20 {
            let mut sum = Game::ZERO;
            let mut coefficients = Vec::new();
            for &value in &values {
                let times = IBig::from(random.i64(-3..=3));
                let part = engine.multiple(&times, value).unwrap();
                sum = engine.add(sum, part).unwrap();
                coefficients.push(times);
            }
            let told = proof.rule.outcome(&proof.rule.element(&coefficients));
            assert_eq!(told, Some(engine.outcome(sum).unwrap()), "sign {at}");
        }
    }
    assert!(refused > 200 && passed > 0, "{refused} refused, {passed} passed");
}

#[test]
fn texts_that_are_no_proofs_are_refused() {
    for text in ["", "{}", "[1]", "{\"format\":\"other\"}"] {
        assert!(Proof::read(text).is_err(), "{text}");
    }
    let deep = "[".repeat(100_000);
    assert!(Proof::read(&deep).is_err());
}

/// The rows of `testdata/families.tsv`.
#[test]
fn facts_hold() {
    let mut session = Session::new(engine());
    let basis =
        ["{^^*|v*}", "{0|v*}", "{^^,^^*|vv}+{^^|vv*}", "{^^|vv*}", "{*,^|*,v}", "+-{3.^+*}"];
    let basis = games(&mut session, &basis);
    let values = components(session.engine(), "xt domineering", ".#", [3, 3]);
    let (family, found) = found(session.engine(), &values);
    // The six games as combinations of the values of the family: among those of the ball.
    let coefficients: Vec<Vec<i64>> = basis
        .iter()
        .map(|&game| family.coefficients(game).expect("it is a small combination"))
        .collect();
    let mut rows = 0;
    for row in include_str!("../../testdata/families.tsv").lines() {
        if row.starts_with('#') {
            continue;
        }
        rows += 1;
        let [kind, question, answer] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        match kind {
            "relation" | "no relation" => {
                let (left, right) = question.split_once('=').unwrap();
                let sides = games(&mut session, &[left, right]);
                assert_eq!((sides[0] == sides[1]).to_string(), answer, "{row}");
            }
            _ => {
                let times: Vec<i64> = question.split(',').map(|it| it.parse().unwrap()).collect();
                let mut sum = vec![IBig::ZERO; family.values().len()];
                for (times, coefficients) in times.iter().zip(&coefficients) {
                    for (sum, coefficient) in sum.iter_mut().zip(coefficients) {
                        *sum += IBig::from(*times) * IBig::from(*coefficient);
                    }
                }
                let told = found.rule.outcome(&found.rule.element(&sum)).unwrap();
                assert_eq!(told.to_string(), answer, "{row}");
                if kind == "sum" {
                    let mut value = Game::ZERO;
                    for (&times, &game) in times.iter().zip(&basis) {
                        let part = session.engine().multiple(&IBig::from(times), game).unwrap();
                        value = session.engine().add(value, part).unwrap();
                    }
                    assert_eq!(session.engine().outcome(value).unwrap(), told, "{row}");
                }
            }
        }
    }
    assert!(rows > 50);
}

/// The eight infinitesimals of the sub-boards of 3x3 generate all twelve values, and six do.
#[test]
fn eight_infinitesimals_are_enough_for_xt_domineering() {
    let mut session = Session::new(engine());
    let eight =
        ["*", "^", "{^|*}", "{*,^|*,v}", "{^^*|v*}", "{^^|vv*}", "{^^,^^*|vv}", "+-(3.^+*)"];
    let eight = games(&mut session, &eight);
    let values = components(session.engine(), "xt domineering", ".#", [3, 3]);
    let settings = Settings::default();
    let of_values = Family::find(session.engine(), &values, &settings).unwrap();
    let of_eight = Family::find(session.engine(), &eight, &settings).unwrap();
    let all: Vec<Game> = values.iter().chain(&eight).copied().collect();
    let of_all = Family::find(session.engine(), &all, &settings).unwrap();
    for family in [&of_values, &of_eight, &of_all] {
        assert_eq!(family.group(), "Z^3 + Z2 + Z2 + Z4");
        assert_eq!(family.least_generators(), 6);
    }
    for &value in of_values.values() {
        assert!(of_eight.coefficients(value).is_some());
    }
    for &value in &eight {
        assert!(of_values.coefficients(value).is_some());
    }
}

/// The order of the basis of ups and tinies is lexicographic: each is beyond all multiples of the
/// next. In XT Domineering it is not.
#[test]
fn multiples_are_compared() {
    let mut engine = engine();
    let values = (KNOWN[6].values)(&mut engine);
    let (_, tinies) = found(&mut engine, &values);
    let mut beyond = 0;
    for large in 0..4 {
        for small in (0..4).filter(|&small| small != large) {
            let expected = engine.le(tinies.basis[small], tinies.basis[large]).unwrap();
            assert_eq!(tinies.beyond_all(large, small), expected.then_some(1));
            beyond += usize::from(expected);
        }
    }
    assert_eq!(beyond, 6);
    let values = (KNOWN[3].values)(&mut engine);
    let (_, xt) = found(&mut engine, &values);
    let pairs: Vec<Vec<Option<i64>>> =
        (0..3).map(|large| (0..3).map(|small| xt.beyond_all(large, small)).collect()).collect();
    let count = pairs.iter().flatten().flatten().count();
    assert_eq!(count, 2, "one game of the basis is beyond the two others, which are confused");
}

/// Where a group is too large, or has no rule, the search says so.
#[test]
fn families_without_a_rule_say_why() {
    let mut engine = engine();
    let values = components(&mut engine, "clobber", ".xo", [1, 6]);
    let settings = Settings::default();
    let family = Family::find(&mut engine, &values, &settings).unwrap();
    assert_eq!((family.values().len(), family.rank()), (16, 6));
    let why = family.rule(&mut engine, &settings).unwrap();
    assert!(matches!(why, Search::None(NoRule::TooMany)));
    // Nothing at all is a family, too.
    let (nothing, rule) = found(&mut engine, &[]);
    assert_eq!(nothing.group(), "0");
    assert_eq!(rule.rule.outcome(&rule.rule.zero()), Some(Outcome::Previous));
}

/// Limits end a search with an error.
#[test]
fn limits_are_errors() {
    let mut engine = engine();
    let values = components(&mut engine, "xt domineering", ".#", [3, 3]);
    let settings = Settings::default();
    let ended = engine.within(100, |engine| Family::find(engine, &values, &settings));
    assert!(ended.unwrap_err().is_limit());
    let family = Family::find(&mut engine, &values, &settings).unwrap();
    let ended = engine.within(100, |engine| family.rule(engine, &settings));
    assert!(ended.unwrap_err().is_limit());
}

/// The text, the tables and the object of each family.
#[test]
fn reports_say_what_was_found() {
    let mut engine = engine();
    for known in KNOWN {
        let values = (known.values)(&mut engine);
        let games: Vec<(String, Game)> =
            values.iter().enumerate().map(|(at, &game)| (format!("n{at}"), game)).collect();
        let report = Report::of(&mut engine, known.title, &games, &Settings::default()).unwrap();
        let text = report.text();
        for expected in [
            format!("{}: {} values", known.title, known.count),
            format!("group: {}, ", known.group),
            format!("rule: {} corners", known.corners),
            "no relation is missing: the rule shows it".into(),
        ] {
            assert!(text.contains(&expected), "{expected}: {text}");
        }
        for (format, more) in
            [(TableFormat::Markdown, 2), (TableFormat::Csv, 1), (TableFormat::Latex, 4)]
        {
            let table = report.table(format);
            assert_eq!(table.lines().count(), known.count + more, "{table}");
        }
        let RuleFound::Proved { corners, .. } = report.reply().rule.found else {
            panic!("{text}");
        };
        assert_eq!(corners, known.corners);
        let zeros = vec![0; known.count];
        let SumReport { outcome, element: sum } = report.who_wins(&mut engine, &zeros).unwrap();
        assert_eq!((outcome, sum.as_deref()), (Outcome::Previous, Some("0")));
    }
}
