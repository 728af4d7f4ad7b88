//! How long programs take, from text to printed answer, and whether the answers
//! are right.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

use cg_core::{Limits, Registry};
use cg_lang::{AnswerKind, Event, Role, Session, Source, Value};
use cg_simplify::Engine;

const KAYLES: &str = "
Kayles(n)
{
  case 0: 0;
  case 1: *(1);
  default: { Kayles(k)+Kayles(n-k-1) : k = 0..n-1, Kayles(k)+Kayles(n-k-2) : k = 0..n-2
           | Kayles(k)+Kayles(n-k-1) : k = 0..n-1, Kayles(k)+Kayles(n-k-2) : k = 0..n-2 };
}
[nimvalue(Kayles(k)) : k = 0..2000]
";

const PARTISAN: &str = "
PK(n)
{
  case 0: 0;
  case 1: *(1);
  default: { PK(k)+PK(n-k-1) : k = 0..n-1 | PK(k)+PK(n-k-2) : k = 0..n-2 };
}
table = [0, *, -^, ^, *, 0, -^+*, ^+*]
values = [PK(n) : n = 0..1000]
[n : n = 0..1000, if values[n] != table[n % 8]]
";

fn session() -> Session {
    let registry = cg_subgroups::register(Registry::builder()).close().expect("they agree");
    Session::new(Engine::new(registry, Limits::default()).expect("an engine starts"))
}

fn last_answer(session: &mut Session, source: &Source) -> AnswerKind {
    let mut last = None;
    session.run(source, Role::Program, &mut |_, event| match event {
        Event::Answer(answer) => last = Some(answer.kind().clone()),
        Event::Note(_) => {}
        Event::Error(error) => panic!("{error}"),
    });
    last.expect("the program has an answer")
}

fn integers(answer: &AnswerKind) -> Vec<i64> {
    let AnswerKind::Value(Value::List(list)) = answer else { panic!("{answer:?}") };
    let integer = |item: &Value| match item {
        Value::Integer(value) => *value,
        other => panic!("{other:?}"),
    };
    list.items().iter().map(integer).collect()
}

/// The nim-values of Kayles by their definition, on plain arrays.
fn kayles_values(most: usize) -> Vec<i64> {
    let mut values: Vec<i64> = vec![0];
    for n in 1..=most {
        let mut seen = [false; 64];
        for taken in 1..=2.min(n) {
            for k in 0..=n - taken {
                seen[usize::try_from(values[k] ^ values[n - taken - k]).unwrap()] = true;
            }
        }
        values.push(i64::try_from(seen.iter().position(|&s| !s).unwrap()).unwrap());
    }
    values
}

fn kayles_to_2000_from_cold(c: &mut Criterion) {
    let source = Source::new("kayles", KAYLES);
    let expected = kayles_values(2000);
    assert_eq!(integers(&last_answer(&mut session(), &source)), expected);
    c.bench_function("kayles_to_2000_from_cold", |b| {
        b.iter_batched(
            session,
            |mut session| last_answer(&mut session, &source),
            BatchSize::PerIteration,
        );
    });
}

fn partisan_kayles_to_1000_from_cold(c: &mut Criterion) {
    let source = Source::new("partisan", PARTISAN);
    assert!(integers(&last_answer(&mut session(), &source)).is_empty());
    c.bench_function("partisan_kayles_to_1000_from_cold", |b| {
        b.iter_batched(
            session,
            |mut session| last_answer(&mut session, &source),
            BatchSize::PerIteration,
        );
    });
}

/// A statement that was parsed, compiled and run before; what is timed is one
/// call of a function whose body it is, its memo forgotten by a new argument.
fn per_call(c: &mut Criterion, name: &str, body: &str, check: &str, expected: &str) {
    let mut session = session();
    let mut answers = Vec::new();
    let program = Source::new("check", check);
    session.run(&program, Role::Program, &mut |session, event| match event {
        Event::Answer(answer) => answers.push(answer.to_text(session).expect("it prints")),
        Event::Note(_) => {}
        Event::Error(error) => panic!("{error}"),
    });
    assert_eq!(answers, [expected]);
    // A thousand evaluations of the same expression in one statement.
    let repeated = Source::new("repeated", format!("len([{body} : k = 1..1000])"));
    c.bench_function(&format!("{name}_a_thousand_times"), |b| {
        b.iter(|| last_answer(&mut session, &repeated));
    });
}

fn closed_sum_of_nimbers(c: &mut Criterion) {
    let sum = "*(1000000000000)+*(1)";
    per_call(c, "closed_sum_of_nimbers", sum, sum, "*(1000000000001)");
}

fn outcome_of_up_minus_star(c: &mut Criterion) {
    let game = "1000000^(1/1024) - *(5)";
    let (body, check) = (format!("outcome({game})"), format!("? {game}"));
    per_call(c, "outcome_of_up_minus_star", &body, &check, "left player win");
}

/// The outcome of Domineering 5x5 by two recursions with `any`, one for each player.
fn outcomes_of_domineering_5x5_by_hand(c: &mut Criterion) {
    let program = Source::new(
        "hand",
        "L(b) { default: any([not R(put(b, r, c, \"#\", r+1, c, \"#\")) : r = 0..rows(b)-2, \
         c = 0..cols(b)-1, if b[r, c] == \".\" and b[r+1, c] == \".\"]) }\n\
         R(b) { default: any([not L(put(b, r, c, \"#\", r, c+1, \"#\")) : r = 0..rows(b)-1, \
         c = 0..cols(b)-2, if b[r, c] == \".\" and b[r, c+1] == \".\"]) }\n\
         [L(board(b)) or R(board(b)) : b in [\".....|.....|.....|.....|.....\"]]",
    );
    c.bench_function("outcomes_of_domineering_5x5_by_hand", |b| {
        b.iter_batched(
            session,
            |mut session| {
                let AnswerKind::Value(Value::List(list)) = last_answer(&mut session, &program)
                else {
                    panic!("a list");
                };
                assert_eq!(list.items(), [Value::Truth(false)]);
                session
            },
            BatchSize::PerIteration,
        );
    });
}

/// Functions each of which calls the next one, which is defined after it: a definition concerns all before it.
fn functions_before_those_that_they_call(c: &mut Criterion) {
    for count in [500, 1_000, 2_000] {
        let functions = (0..count).map(|n| format!("F{n}(n) {{ default: F{}(n); }}\n", n + 1));
        let text =
            functions.collect::<String>() + &format!("F{count}(n) {{ default: n; }}\n[F0(7)]");
        let program = Source::new("chain", text);
        c.bench_function(&format!("{count}_functions_before_those_that_they_call"), |b| {
            b.iter_batched(
                session,
                |mut session| {
                    assert_eq!(integers(&last_answer(&mut session, &program)), [7]);
                    session
                },
                BatchSize::PerIteration,
            );
        });
    }
}

criterion_group! {
    name = programs;
    config = Criterion::default().sample_size(10);
    targets = kayles_to_2000_from_cold, partisan_kayles_to_1000_from_cold,
        functions_before_those_that_they_call, outcomes_of_domineering_5x5_by_hand, closed_sum_of_nimbers,
        outcome_of_up_minus_star
}
criterion_main!(programs);
