//! Answers to calls, from a calculator: the replies of the library as JSON.

use std::time::{Duration, Instant};

use cg_calculator::cg_lang::help::topics;
use cg_calculator::cg_octal::{
    self, Effort, PartizanEffort, PartizanReport, PartizanRules, Report, Rules, Run,
};
use cg_calculator::cg_rulesets::{Entry, LoopyRules};
use cg_calculator::{
    Calculator, Claims, Content, Notation, Relation, Reply, Role, RulesetDescription, Source,
    SumQuestion, SumReport, SumSolver, no_such_ruleset,
};
use cg_prove::ProveError;
use serde_json::{Map, Value, json};

use crate::tools::{
    Asked, Call, Compare, Evaluate, Explain, Octal, Position, Prove, RulesetHelp, Solve, Subject,
};

/// The answer to a call.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) value: Value,
    /// Whether it is an error for whoever called.
    pub(crate) failed: bool,
}

impl Answer {
    fn good(value: Value) -> Self {
        Answer { value, failed: false }
    }

    /// An error in the words of `message`.
    pub(crate) fn error(code: &str, message: impl std::fmt::Display, limit: bool) -> Self {
        let message = message.to_string();
        let error = json!({ "code": code, "message": message, "limit": limit });
        Answer { value: json!({ "kind": "error", "error": error }), failed: true }
    }

    fn of_reply(reply: &Reply) -> Self {
        let failed = matches!(reply.content, Content::Error { .. });
        Answer { value: json(reply), failed }
    }
}

fn json(reply: &Reply) -> Value {
    serde_json::to_value(reply).expect("a reply is plain data with names for keys")
}

/// The most bytes of replies that are kept of a program; later ones are counted.
const MOST_REPLIES: usize = 1 << 20;

/// Carries out a call within the calculator's limits.
pub(crate) fn answer(calculator: &mut Calculator, asked: &Asked) -> Answer {
    if let Some(definitions) = &asked.common.definitions {
        let wrong = calculator
            .evaluate(definitions.as_str())
            .into_iter()
            .find(|reply| matches!(reply.content, Content::Error { .. }));
        if let Some(wrong) = wrong {
            return Answer::of_reply(&wrong);
        }
    }
    match &asked.call {
        Call::Evaluate(Evaluate { program }) => evaluate(calculator, program),
        Call::WhoWins(Position { game, misere }) => match misere {
            true => one(calculator, &format!("misere({game})")),
            false => one(calculator, &format!("? {game}")),
        },
        Call::WinningMoves(Position { game, misere }) => match misere {
            true => one(calculator, &format!("?? misere({game})")),
            false => one(calculator, &format!("?? {game}")),
        },
        Call::Explain(Explain { game, subject }) => match subject {
            Subject::Value => one(calculator, &format!(":why {game}")),
            Subject::Outcome => one(calculator, &format!(":why ? {game}")),
        },
        Call::Compare(Compare { left, right }) => compare(calculator, left, right),
        Call::RulesetHelp(RulesetHelp { name }) => help(calculator, name.as_deref()),
        Call::Solve(question) => solve(calculator, question),
        Call::Octal(question) => octal(calculator, question),
        Call::Prove(question) => prove(calculator, question),
    }
}

/// A reply for each statement.
fn evaluate(calculator: &mut Calculator, program: &str) -> Answer {
    let source = Source::new("<input>", program);
    let (mut replies, mut bytes, mut left_out) = (Vec::new(), 0, 0);
    let summary = calculator.run(&source, Role::Typed, &mut |session, event| {
        if bytes > MOST_REPLIES {
            left_out += 1;
            return;
        }
        let reply = json(&Reply::new(session, &event));
        bytes += reply.to_string().len();
        replies.push(reply);
    });
    let errors = replies.iter().filter(|reply| reply["kind"] == "error").count();
    let failed = errors > 0 || summary.errors > 0;
    let mut object = Map::new();
    object.insert("replies".into(), replies.into());
    object.insert("errors".into(), errors.max(summary.errors).into());
    if left_out > 0 {
        object.insert("left_out".into(), left_out.into());
    }
    Answer { value: object.into(), failed }
}

/// The reply to a question, which is one statement.
fn one(calculator: &mut Calculator, question: &str) -> Answer {
    match &calculator.evaluate(question)[..] {
        [reply] => Answer::of_reply(reply),
        // An error ends its statement alone, so that there may be other replies.
        [first, ..] if matches!(first.content, Content::Error { .. }) => Answer::of_reply(first),
        _ => Answer::error("not-one-expression", "write one expression, without `;`", false),
    }
}

fn compare(calculator: &mut Calculator, left: &str, right: &str) -> Answer {
    let mut holds = [false; 2];
    for (sign, holds) in ["<=", ">="].into_iter().zip(&mut holds) {
        let replies = calculator.evaluate(format!("({left}) {sign} ({right})"));
        match &replies[..] {
            [Reply { content: Content::Truth { value }, .. }] => *holds = *value,
            [wrong @ Reply { content: Content::Error { .. }, .. }, ..] => {
                return Answer::of_reply(wrong);
            }
            _ => {
                let message = "write two expressions whose values are games";
                return Answer::error("not-two-games", message, false);
            }
        }
    }
    let relation = Relation::from_bounds(holds[0], holds[1]);
    let (sign, words) = match relation {
        Relation::Equal => ("==", "equal to"),
        Relation::Less => ("<", "less than"),
        Relation::Greater => (">", "greater than"),
        Relation::Confused => ("<>", "confused with"),
    };
    Answer::good(json!({
        "kind": "comparison", "left": left, "right": right, "relation": sign, "words": words,
        "at_most": holds[0], "at_least": holds[1],
    }))
}

fn help(calculator: &mut Calculator, name: Option<&str>) -> Answer {
    let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else {
        let row = |name: &str, function: &str, title: &str, example: &str| json!({ "name": name, "function": function, "title": title, "example": example });
        let ending = Entry::all();
        let ending = ending.iter().map(|it| row(it.name, it.function, it.title, it.example));
        let loopy = LoopyRules::ALL;
        let loopy = loopy.map(|it| row(it.name(), it.function(), it.title(), it.example()));
        let all: Vec<Value> = ending.chain(loopy).collect();
        return Answer::good(json!({ "kind": "rulesets", "rulesets": all }));
    };
    if let Some(ruleset) = RulesetDescription::named(name) {
        return Answer::good(serde_json::to_value(ruleset).expect("an object of texts"));
    }
    let pages = calculator.session().help_pages();
    let found: Vec<String> = topics(&pages, name).iter().map(|topic| topic.shown(80)).collect();
    if found.is_empty() {
        return Answer::error("no-such-name", no_such_ruleset(name), false);
    }
    Answer::good(json!({ "kind": "help", "topic": name, "text": found.join("\n\n") }))
}

fn solve(calculator: &mut Calculator, asked: &Solve) -> Answer {
    let start = Instant::now();
    let mut solver = SumSolver::new(cg_calculator::cg_solve::Settings::default());
    let mut question = SumQuestion {
        moves: asked.moves,
        value: asked.value,
        why: asked.why,
        misere: asked.misere,
        ..SumQuestion::default()
    };
    if let Some(first) = asked.first {
        question.movers = vec![first.into()];
    }
    calculator.engine().restart_clock();
    let sum = match solver.read(calculator.session(), &asked.sum) {
        Ok(sum) => sum,
        Err(error) => return Answer::error("not-a-sum", error, false),
    };
    if asked.misere
        && let Err(error) = solver.check_misere(calculator.session(), &sum)
    {
        return Answer::error("not-a-misere-sum", error, false);
    }
    let mut report = SumReport::default();
    let end = solver.report(calculator.session(), &sum, &question, Notation::Standard, &mut report);
    let object = report.object(start.elapsed().as_secs_f64(), end.as_ref().err());
    let value = serde_json::to_value(object).expect("an object of texts and numbers");
    Answer { value, failed: end.is_err() }
}

/// How many nim-values are listed, and how many heaps are computed, unless told otherwise.
const VALUES: u32 = 32;
const HEAPS: u32 = 100_000;
/// The most of both.
const MOST_VALUES: u32 = 10_000;
const MOST_HEAPS: u32 = 10_000_000;
/// The most positions of a misère search: about a quarter of a gigabyte.
const MOST_POSITIONS: usize = 2_000_000;

fn octal(calculator: &mut Calculator, asked: &Octal) -> Answer {
    let failed = |error: cg_octal::OctalError| {
        let limit = matches!(error, cg_octal::OctalError::Limit { .. });
        Answer::error("octal", error, limit)
    };
    let (count, heaps) = (asked.count.unwrap_or(VALUES), asked.heaps.unwrap_or(HEAPS));
    if count > MOST_VALUES || heaps > MOST_HEAPS {
        let message = format!(
            "at most {MOST_VALUES} values are listed, and at most {MOST_HEAPS} heaps computed"
        );
        return Answer::error("too-many", message, true);
    }
    if PartizanRules::is_meant_by(&asked.code) {
        return match asked.code.parse() {
            Ok(rules) => partizan(calculator, asked, rules),
            Err(error) => failed(error),
        };
    }
    let rules: Rules = match asked.code.parse() {
        Ok(rules) => rules,
        Err(error) => return failed(error),
    };
    let limits = calculator.limits().clone();
    let memory = usize::try_from(limits.memory).unwrap_or(usize::MAX);
    let start = Instant::now();
    let left = || limits.time.map(|time| time.saturating_sub(start.elapsed()));
    let sum = match &asked.position {
        None => None,
        Some(position) => {
            let positions = if asked.misere { MOST_POSITIONS } else { usize::MAX };
            let effort = Effort { positions, memory, interrupt: limits.interrupt.clone() };
            match cg_octal::SumReport::new(&rules, position, asked.misere, &effort) {
                Ok(report) => Some(report),
                Err(error) => return failed(error),
            }
        }
    };
    let settings = cg_octal::Settings { memory, ..cg_octal::Settings::default() };
    let work = || -> cg_octal::Result<Report> {
        let mut run = Run::new(&rules, settings)?;
        let within = |heaps: u32, all_heaps: bool| cg_octal::Limits {
            heaps: usize::try_from(heaps).expect("at most ten million"),
            time: left(),
            all_heaps,
        };
        // First what is listed, then the search for the period.
        run.go(within(count, true), &limits.interrupt, &mut |_| Ok(()))?;
        let ending = run.go(within(heaps.max(count), false), &limits.interrupt, &mut |_| Ok(()))?;
        let listed = usize::try_from(count).expect("at most ten thousand");
        Ok(Report::new(&run, ending, start.elapsed().as_secs_f64(), listed))
    };
    match work() {
        Ok(report) => Answer::good(json!({
            "kind": "octal", "words": rules.explain(), "sequence": report, "sum": sum,
        })),
        Err(error) => failed(error),
    }
}

/// The same of a game with a code for each player. A position is a query of the language.
fn partizan(calculator: &mut Calculator, asked: &Octal, rules: PartizanRules) -> Answer {
    if asked.misere {
        let message =
            format!("misère play needs a game with one code, and {rules} has one for each player");
        return Answer::error("octal", message, false);
    }
    let words = rules.explain();
    let sum = match &asked.position {
        None => None,
        Some(position) => {
            let query = format!("?? octal(\"{rules}\", {position:?})");
            let reply = calculator.evaluate(query).pop().expect("a query has a reply");
            if reply.is_error() {
                return Answer::of_reply(&reply);
            }
            Some(json(&reply))
        }
    };
    let effort = PartizanEffort::default();
    let of_u32 = |count: u32| usize::try_from(count).expect("at most ten million");
    let shown = of_u32(asked.count.unwrap_or(VALUES));
    let heaps = asked.heaps.map_or(effort.heaps, of_u32).max(shown);
    calculator.engine().restart_clock();
    let effort = PartizanEffort { shown: Some(shown), heaps, ..effort };
    match PartizanReport::of(calculator.engine(), rules, effort) {
        Ok(report) => Answer::good(json!({
            "kind": "octal", "words": words, "sequence": report, "sum": sum,
        })),
        Err(error) => Answer::error("octal", &error, error.is_limit()),
    }
}

/// The most bytes of a file for Coq that an answer has.
const MOST_COQ: usize = 32 << 10;

fn prove(calculator: &mut Calculator, asked: &Prove) -> Answer {
    calculator.engine().restart_clock();
    let claimed = asked.outcome.map(Into::into);
    let proof = match Claims(calculator.session()).prove(&asked.claim, claimed) {
        Ok(proof) => proof,
        Err(error) => {
            let (code, limit) = match &error {
                ProveError::Text(_) => ("not-a-claim", false),
                ProveError::False(_) => ("false", false),
                ProveError::Limit(error) => ("limit", error.is_limit()),
                _ => ("not-proved", false),
            };
            return Answer::error(code, error, limit);
        }
    };
    let mut object = Map::new();
    object.insert("kind".into(), "proof".into());
    object.insert("claim".into(), proof.claim().into());
    object.insert("summary".into(), proof.summary().into());
    object.insert("certificate".into(), proof.json());
    if asked.coq {
        let coq = proof.coq();
        match coq.len() <= MOST_COQ {
            true => object.insert("coq".into(), coq.into()),
            false => object.insert(
                "coq_too_large".into(),
                format!("{} bytes: `cg prove` writes the file", coq.len()).into(),
            ),
        };
    }
    Answer::good(object.into())
}

/// The time limit of a call as the calculator knows it.
pub(crate) fn limit_time(calculator: &mut Calculator, time: Duration) {
    let mut limits = calculator.limits().clone();
    limits.time = Some(time);
    calculator.set_limits(limits);
}
