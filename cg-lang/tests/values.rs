//! Every row of `testdata/values.tsv` through the language, in standard notation:
//! the wording of the areas becomes calls of functions. With the built-in
//! subgroups the printed text is compared, without any the value.

use cg_core::{Game, Limits, Registry};
use cg_lang::{AnswerKind, Event, Role, Session, Source, Value};
use cg_simplify::Engine;

use crate::common::{run_in, session};

/// Why a row is not covered; `None` when it is.
fn not_covered(input: &str) -> Option<&'static str> {
    const SELECTIVE: &str =
        "canonical form of selective sum (move in one or both) of literal forms ";
    if input.contains("*[[[2]],[2],0]") {
        return Some("there are no misere forms");
    }
    let sum = input.strip_prefix(SELECTIVE)?;
    // There the choice is open for the first move alone: `cg-simplify/tests/selective.rs`.
    matches!(sum, "G=*5, H=*6" | "G=+-1, H=^^").then_some("not the selective sum")
}

/// What stands before a game, and the function of it.
const OF_ONE: &[(&str, &str)] = &[
    ("atomic weight of ", "atomicweight"),
    ("birthday of ", "birthday"),
    ("lattice companion of ", "companion"),
    ("set of subpositions of canonical form of ", "followers"),
    ("G cooled by its own temperature, G = ", "freeze"),
    ("Left stop of ", "leftstop"),
    ("Right stop of ", "rightstop"),
    ("mean of ", "mean"),
    ("mean value of ", "mean"),
    ("stop count of ", "stopcount"),
    ("number of stopping positions in complete tree of ", "stopcount"),
    ("set of undominated incentives (Left and Right together) of ", "incentives"),
    ("undominated Left incentives GL-G of ", "leftincentives"),
    ("undominated Right incentives G-GR of ", "rightincentives"),
    ("reduced canonical form of ", "reduced"),
    ("temperature of ", "temperature"),
    (
        "thermograph (mast,[left-wall critical temps desc],[left slopes],mast,[right temps],[right slopes]) of ",
        "thermograph",
    ),
    ("uptimal expansion (number*nimber.d1d2..., \"-\" suffix = negative digit) of ", "uptimal"),
    ("canonical Left options of ", "left"),
    ("canonical Right options of ", "right"),
    ("normal-play outcome class of ", "outcome"),
    ("canonical form, printed: ", ""),
];

/// What stands before `G=..., H=...`, and the function of both.
const OF_TWO: &[(&str, &str)] = &[
    ("canonical form of Conway product of literal forms G=", "conway"),
    ("canonical form of conjunctive sum (move in both) of literal forms G=", "conjunctive"),
    ("canonical form of ordinal product of literal forms G=", "ordinalproduct"),
    ("canonical form of ordinal sum G:H of literal forms G=", "ordinal"),
    ("canonical form of selective sum (move in one or both) of literal forms G=", "selective"),
];

/// Rows worded each in its own way.
const WORDED: &[(&str, &str)] = &[
    ("Conway product of *19 and *23", "conway(*19, *23)"),
    ("Conway product of *6 and literal {0,*|0,*} (*2 form)", "conway(*6, '{0,*|0,*}')"),
    ("2 copies of ({*|*} literal : 1)", "2.ordinal('{*|*}', 1)"),
    ("canonical form of -2 copies of literal {|-1}", "(-2).'{|-1}'"),
    ("canonical form of {-1|1}:1 (literal base {-1|1})", "ordinal('{-1|1}', 1)"),
];

/// What is typed for a row.
fn typed(input: &str) -> String {
    if let Some((_, typed)) = WORDED.iter().find(|(words, _)| *words == input) {
        return (*typed).to_owned();
    }
    for (words, name) in OF_ONE {
        if let Some(game) = input.strip_prefix(words) {
            return if name.is_empty() { game.to_owned() } else { format!("{name}({game})") };
        }
    }
    for (words, name) in OF_TWO {
        if let Some((g, h)) = input.strip_prefix(words).and_then(|text| text.split_once(", H=")) {
            return format!("{name}({g}, {h})");
        }
    }
    let sum = "canonical form of disjunctive sum of literal forms G=";
    if let Some((g, h)) = input.strip_prefix(sum).and_then(|text| text.split_once(", H=")) {
        return format!("({g}) + ({h})");
    }
    let followers = "number of distinct subpositions (incl. itself) of canonical form of ";
    if let Some(game) = input.strip_prefix(followers) {
        return format!("len(followers({game}))");
    }
    if let Some(product) = input.strip_prefix("Norton product ") {
        let (game, unit) = product.rsplit_once(" . ").expect("a unit");
        return format!("norton({game}, {unit})");
    }
    for (words, name) in [(" cooled by ", "cool"), (" heated by ", "heat")] {
        if let Some((game, t)) = input.split_once(words) {
            return format!("{name}({game}, {t})");
        }
    }
    if let Some((g, h)) = input.split_once(" compared with ") {
        return format!("if {g} <> {h} then \"confused\" else \"in order\"");
    }
    input.to_owned()
}

/// What is printed for a row.
fn printed(input: &str, expected: &str) -> String {
    let letter = || match expected {
        "P" => "second player win",
        "N" => "first player win",
        "L" => "left player win",
        "R" => "right player win",
        other => panic!("{other} is no outcome"),
    };
    if input.starts_with("normal-play outcome") {
        letter().to_owned()
    } else if expected == "confused" {
        "\"confused\"".to_owned()
    } else {
        expected.replace("Tiny", "tiny").replace("Miny", "miny")
    }
}

fn is_set(call: &str) -> bool {
    ["followers(", "incentives(", "leftincentives(", "rightincentives(", "left(", "right("]
        .iter()
        .any(|name| call.starts_with(name))
}

fn number(text: &str) -> f64 {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let part = |text: &str| text.trim().parse::<f64>().expect("a small number");
    part(numerator) / part(denominator)
}

/// One wall, `left (1, 3) (5, -1)`, as the mast, the temperatures where the slope
/// changes, and the slopes.
fn wall(text: &str) -> String {
    let points: Vec<(&str, &str)> = text
        .split('(')
        .skip(1)
        .map(|point| point.trim_end().trim_end_matches(')').split_once(", ").expect("a point"))
        .collect();
    // The foot of the mast is a point also where the wall goes on vertically below it.
    let points = match points[..] {
        [foot, next, ..] if foot.0 == next.0 => points[1..].to_vec(),
        _ => points,
    };
    let critical: Vec<&str> = points[..points.len() - 1].iter().map(|&(_, t)| t).collect();
    let slopes = points.windows(2).map(|ends| {
        let (hot, cold) = (ends[0], ends[1]);
        (number(hot.0) - number(cold.0)) / (number(hot.1) - number(cold.1))
    });
    let slopes: Vec<String> = std::iter::once(0.0).chain(slopes).map(|s| s.to_string()).collect();
    format!("{},[{}],[{}]", points[0].0, critical.join(","), slopes.join(","))
}

/// An answer in the words of the table.
fn in_the_tables_words(call: &str, answer: &str) -> String {
    if answer.contains("has no atomic weight") {
        return "none (not atomic)".to_owned();
    }
    if answer.contains("is no number plus uptimal plus nimber") {
        return "none (not an uptimal)".to_owned();
    }
    if call.starts_with("thermograph(") {
        let (left, right) = answer
            .split_once("; left")
            .and_then(|(_, walls)| walls.split_once("; right"))
            .expect("two walls");
        return format!("Thermograph({},{})", wall(left), wall(right));
    }
    if is_set(call) {
        let items = answer.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        return format!("{{{}}}", items.unwrap_or(answer).replace(", ", ","));
    }
    answer.to_owned()
}

/// The rows that are covered, with what is typed for each.
fn rows() -> impl Iterator<Item = (usize, String, &'static str, &'static str)> {
    let table = include_str!("../../testdata/values.tsv");
    table.lines().enumerate().skip(1).filter_map(|(line, row)| {
        let columns: Vec<&str> = row.split('\t').collect();
        let [_, input, expected] = columns[..] else { panic!("line {}", line + 1) };
        let call = typed(&input.replace("Tiny", "tiny").replace("Miny", "miny"));
        not_covered(input).is_none().then_some((line + 1, call, input, expected))
    })
}

#[test]
fn every_row_agrees() {
    let mut session = session();
    let mut checked = 0;
    let mut failures = Vec::new();
    for (line, call, input, expected) in rows() {
        checked += 1;
        let program = format!(":notation standard\n{call}");
        let answers = run_in(&mut session, &program);
        let found: Vec<String> =
            answers.iter().map(|answer| in_the_tables_words(&call, answer)).collect();
        if found != [printed(input, expected)] {
            let found = found.join("; ");
            failures.push(format!("line {line}: {call}: {expected}, not {found}"));
        }
    }
    assert!(failures.is_empty(), "{} rows:\n{}", failures.len(), failures.join("\n"));
    let table = include_str!("../../testdata/values.tsv");
    assert_eq!((checked, table.lines().count() - 1), (339, 345));
}

/// The value of an expression in standard notation, or its error.
fn value(session: &mut Session, text: &str) -> Result<Value, String> {
    let source = Source::new("test", format!(":notation standard\n{text}"));
    let mut found = Err("no answer".to_owned());
    session.run(&source, Role::Program, &mut |_, event| {
        found = match event {
            Event::Answer(answer) => match answer.kind() {
                AnswerKind::Value(value) => Ok(value.clone()),
                other => Err(format!("{other:?}")),
            },
            Event::Note(_) => return,
            Event::Error(error) => Err(error.to_string()),
        };
    });
    found
}

/// The same games in any order.
fn sorted(session: &mut Session, value: Value) -> Vec<Game> {
    let mut games = Vec::new();
    if let Value::List(list) = value {
        for item in list.items() {
            games.push(game(session, item).expect("an item is a game"));
        }
    }
    games.sort_unstable();
    games
}

fn game(session: &mut Session, value: &Value) -> Option<Game> {
    match value {
        Value::Game(game) => Some(*game),
        value => Some(session.engine().integer(&value.held_integer()?).expect("no limit")),
    }
}

/// Without any subgroup everything is done by the general algorithm. The values
/// are compared, not their texts, which are braces to the end. Integers and
/// nimbers are made one by one: rows with an integer of 13 digits or with *86 are
/// left out, and so are uptimals, which are not known then.
#[test]
fn every_row_agrees_without_subgroups() {
    let engine = Engine::new(Registry::empty(), Limits::default()).expect("an engine starts");
    let mut session = Session::new(engine);
    let mut checked = 0;
    let mut failures = Vec::new();
    for (line, call, input, expected) in rows() {
        let out = ["1823437481924", "*23", "uptimal expansion"];
        if out.iter().any(|words| input.contains(words)) {
            continue;
        }
        checked += 1;
        let holds = match value(&mut session, &call) {
            Err(error) => in_the_tables_words(&call, &error) == expected,
            Ok(Value::Text(found)) => {
                let text = in_the_tables_words(&call, found.as_str());
                text == printed(input, expected).replace('"', "")
            }
            Ok(Value::Outcome(found)) => found.to_string() == printed(input, expected),
            Ok(found @ Value::List(_)) => {
                let wanted = printed(input, expected);
                let items = wanted.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
                let wanted = value(&mut session, &format!("[{}]", items.expect("a set")));
                let wanted = wanted.expect("the games of a row");
                sorted(&mut session, found) == sorted(&mut session, wanted)
            }
            Ok(found) => {
                let wanted = value(&mut session, &printed(input, expected));
                let wanted = wanted.expect("the value of a row");
                let found = game(&mut session, &found);
                found.is_some() && found == game(&mut session, &wanted)
            }
        };
        if !holds {
            failures.push(format!("line {line}: {call}: {expected}"));
        }
    }
    assert!(failures.is_empty(), "{} rows:\n{}", failures.len(), failures.join("\n"));
    assert_eq!(checked, 315);
}
