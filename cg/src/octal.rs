//! The functions of G on octal games, and the directive `:period`: the period of a function of
//! G, and of the octal game that it is.
//!
//! A function *is* an octal game when at every n without a case of its own it has the options of
//! the code, and at the others its value: then all its values are those of the game, by induction
//! on n. Equal values alone prove nothing.

use std::collections::{BTreeSet, HashMap, hash_map};
use std::sync::{Arc, Mutex, PoisonError};

use crate::partizan_heaps::{self, Partizan};
use cg_core::Player;
use cg_lang::{
    AddedDirective, ArgumentKind, BuiltIn, Context, ErrorKind, HeapFunction, HeapOptions, MoveTo,
    RunError, RunResult, Session, Value,
};
use cg_octal::{
    Code, Limits, OctalError, PartizanRules, Period, Rules, Run, Sequence, Settings, find_period,
    nim_values, octal_codes,
};
use cg_rulesets::{Drawing, Heap};
use cg_simplify::Engine;
use cg_simplify::FunctionError;
use dashu_int::UBig;

/// Heaps among which `period` looks when nothing is said.
const LOOK: u64 = 100_000;

/// Heaps between two looks at the limits.
const STEP: usize = 1 << 10;

/// Sequences that are kept for the next call.
const KEPT: usize = 16;

/// Of a larger heap the period is looked for first, among so many heaps.
const FEW: u64 = 1 << 17;
const LOOKED_AT: u64 = 1 << 20;

/// What is known of the games that were asked for.
#[derive(Default)]
struct Games {
    /// Each as far as it was computed.
    sequences: HashMap<Rules, Sequence>,
    /// Proved periods; none where none was found.
    periods: HashMap<Rules, Option<Period>>,
    /// Games with a code for each player.
    partizan: Partizan,
}

type Sequences = Arc<Mutex<Games>>;

/// The heap games that are functions, and their names.
const HEAP_GAMES: [(&str, &str); 7] = [
    ("Nim", "Nim"),
    ("Kayles", "Kayles"),
    ("DawsonsKayles", "Dawson's Kayles"),
    ("Treblecross", "Treblecross"),
    ("Officers", "Officers"),
    ("Guiles", "Guiles"),
    ("Grundy", "Grundy's game"),
];

/// The functions of the heap games that have names: `Kayles(7)` is `octal("Kayles", 7)`.
fn heap_games(known: &Sequences) -> Vec<BuiltIn> {
    let function = |(function, game): (&'static str, &'static str)| {
        let known = Arc::clone(known);
        let help = format!(
            "The value of a heap of n tokens of {game}; for a list of heaps, of their sum."
        );
        let usage = format!("{function}(n)");
        let named = move |context: &mut Context<'_>, arguments: &[Value]| {
            [&[context.text(game)], arguments].concat()
        };
        BuiltIn::new(function, usage, help, 1..=1, move |context, arguments| {
            let arguments = named(context, arguments);
            value_of_heaps(context, &known, &arguments)
        })
        .with_moves(move |context, arguments, player| {
            let arguments = named(context, arguments);
            let mut calls = heap_moves(context, &arguments, player)?;
            for call in &mut calls {
                call.after.remove(0);
            }
            Ok(calls)
        })
        .with_drawing(drawing)
    };
    HEAP_GAMES.into_iter().map(function).collect()
}

/// The value of one heap, or of the sum of heaps: the code or the name of the game stands first.
fn value_of_heaps(
    context: &mut Context<'_>,
    known: &Sequences,
    arguments: &[Value],
) -> RunResult<Value> {
    let heaps = match &arguments[1] {
        Value::List(list) => heaps(context, list.items(), "octal")?,
        heap => vec![heap_size(context, heap, "octal")?],
    };
    if let Some(rules) = partizan_heaps::rules(&arguments[0], "octal")? {
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let value = known.partizan.sum(context.engine, &rules, &heaps)?;
        return Ok(Value::Game(value));
    }
    let game = named_game(&arguments[0], "octal")?;
    let values = heap_values(context.engine, known, &game, &heaps)?;
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    Ok(Value::Game(context.engine.nimber(&UBig::from(sum))?))
}

/// The functions to add to a session.
pub(crate) fn functions() -> Vec<BuiltIn> {
    let known = Sequences::default();
    let (for_game, for_list) = (Arc::clone(&known), Arc::clone(&known));
    let mut functions = heap_games(&known);
    functions.extend([
        BuiltIn::new(
            "octal",
            "octal(code, n)",
            "The value of a heap of n tokens of an octal game, or of one with a code for each player; for a list of heaps, of their sum.",
            2..=2,
            move |context, arguments| value_of_heaps(context, &for_game, arguments),
        )
        .with_moves(heap_moves)
        .with_drawing(drawing),
        BuiltIn::new(
            "nimsequence",
            "nimsequence(code, n)",
            "The nim-values of the heaps 0 to n of an octal game, or of the heaps in a list.",
            2..=2,
            move |context, arguments| {
                partizan_heaps::refuse_two_codes(&arguments[0], "nimsequence")?;
                let game = named_game(&arguments[0], "nimsequence")?;
                let heaps = match &arguments[1] {
                    Value::List(list) => heaps(context, list.items(), "nimsequence")?,
                    last => {
                        let last = heap_size(context, last, "nimsequence")?;
                        // Heaps, their values and the items of the list.
                        let bytes = last.saturating_mul(48).min(u64::from(u32::MAX) << 16);
                        context.engine.look(usize::try_from(bytes).unwrap_or(usize::MAX / 2))?;
                        (0..=last).collect()
                    }
                };
                let values = heap_values(context.engine, &for_list, &game, &heaps)?;
                let items = values.iter().map(|&value| context.integer_value(value.into()));
                let items = items.collect();
                context.list(items)
            },
        ),
        BuiltIn::new(
            "period",
            "period(code)",
            "The period of an octal game, as pairs of a name and a value; period(code, n) looks at n heaps. Of a list, the period of its values.",
            1..=2,
            |context, arguments| {
                if let [Value::List(list)] = arguments {
                    return crate::periods::record(context, list.items());
                }
                let two = partizan_heaps::rules(&arguments[0], "period")?;
                let most = match arguments.get(1) {
                    Some(most) => {
                        context.count(most, u64::MAX, "the number of heaps of `period`")?
                    }
                    None if two.is_some() => partizan_heaps::LOOK,
                    None => LOOK,
                };
                if let Some(rules) = two {
                    return partizan_heaps::record(context, rules, most);
                }
                let game = named_game(&arguments[0], "period")?;
                period_record(context, &game, most)
            },
        ),
    ]);
    functions
}

pub(crate) fn refused(function: &str, error: &OctalError) -> RunError {
    RunError::Refused { function: function.into(), message: error.to_string() }
}

fn named_game(value: &Value, function: &str) -> RunResult<Rules> {
    match value {
        Value::Text(text) => text.as_str().parse().map_err(|error| refused(function, &error)),
        _ => Err(RunError::Refused {
            function: function.into(),
            message: "the first argument is the code or name of a game, in quotation marks".into(),
        }),
    }
}

fn heap_size(context: &mut Context<'_>, value: &Value, function: &str) -> RunResult<u64> {
    context.count(value, u64::MAX, &format!("the heap of `{function}`"))
}

fn heaps(context: &mut Context<'_>, items: &[Value], function: &str) -> RunResult<Vec<u64>> {
    items.iter().map(|item| heap_size(context, item, function)).collect()
}

/// The moves in a sum of heaps, as arguments of calls: the heaps stay in their order.
fn heap_moves(
    context: &mut Context<'_>,
    arguments: &[Value],
    player: Player,
) -> RunResult<Vec<MoveTo>> {
    let game = match partizan_heaps::rules(&arguments[0], "octal")? {
        Some(rules) => Rules::from(rules.code(player).clone()),
        None => named_game(&arguments[0], "octal")?,
    };
    let sizes = match &arguments[1] {
        Value::List(list) => heaps(context, list.items(), "octal")?,
        heap => vec![heap_size(context, heap, "octal")?],
    };
    let work: u64 = sizes.iter().map(|&size| listing(&game, size)).fold(0, u64::saturating_add);
    if work > MOST_MOVES {
        return Err(RunError::Refused {
            function: "octal".into(),
            message: "these heaps have too many moves to list them: `?` says who wins".into(),
        });
    }
    let mut calls = Vec::new();
    for (at, &size) in sizes.iter().enumerate() {
        let mut options = Vec::new();
        game.each_option(size, &mut |parts| options.push(parts.to_vec()));
        for parts in options {
            let others = |&size: &u64| context.integer_value(size.into());
            let parts = parts.iter().map(|&part| context.integer_value(part.into()));
            let mut after: Vec<Value> = sizes[..at].iter().map(others).collect();
            after.extend(parts);
            after.extend(sizes[at + 1..].iter().map(others));
            let heaps = match &after[..] {
                [] => Value::Integer(0),
                [only] => only.clone(),
                _ => context.list(after)?,
            };
            calls.push(MoveTo { name: None, after: vec![arguments[0].clone(), heaps] });
        }
        context.engine.check()?;
    }
    Ok(calls)
}

/// Sums of heaps with more moves are not listed.
const MOST_MOVES: u64 = 20_000;

/// At least how many options a heap has, by the digits of its code: so many steps are made to
/// list them.
fn listing(game: &Rules, heap: u64) -> u64 {
    let Rules::Code(code) = game else { return heap / 2 };
    let most = code.length().map_or(heap, |length| heap.min(length as u64));
    let mut steps = 0u64;
    for take in 0..=most {
        // A partition into `parts` has that many less one to choose.
        let parts = (u32::BITS - code.digit(take).leading_zeros()).saturating_sub(2);
        steps = steps.saturating_add((heap - take).saturating_add(1).saturating_pow(parts));
        if steps > MOST_MOVES {
            break;
        }
    }
    steps
}

/// The heaps of a call.
fn drawing(arguments: &[Value]) -> Option<Drawing> {
    let sizes: Vec<u64> = match arguments.last()? {
        Value::List(list) => list.items().iter().map(size).collect::<Option<_>>()?,
        heap => vec![size(heap)?],
    };
    let heap = |(at, tokens)| Heap { label: format!("heap {}", at + 1), tokens };
    let heaps = sizes.into_iter().enumerate().map(heap).collect();
    Some(Drawing::Heaps { heaps, token: '|' })
}

fn size(value: &Value) -> Option<u64> {
    u64::try_from(value.held_integer()?).ok()
}

/// The settings of the library within the limits of the session.
fn settings(engine: &Engine) -> Settings {
    let default = Settings::default();
    let memory = usize::try_from(engine.limits().memory).unwrap_or(usize::MAX);
    Settings { memory: default.memory.min(memory), ..default }
}

/// The nim-sum of heaps of any size.
///
/// # Errors
/// A heap whose value is not known within the limits of the engine.
pub(crate) fn nim_sum(engine: &Engine, game: &Rules, heaps: &[u64]) -> RunResult<u64> {
    let values = heap_values(engine, &Sequences::default(), game, heaps)?;
    Ok(values.iter().fold(0, |sum, value| sum ^ value))
}

/// The values of `heaps`: large ones by the period where it is proved, others computed as far as
/// needed.
fn heap_values(
    engine: &Engine,
    known: &Sequences,
    game: &Rules,
    heaps: &[u64],
) -> RunResult<Vec<u64>> {
    if game.name() == Some("Nim") {
        return Ok(heaps.to_vec());
    }
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if known.sequences.len() >= KEPT && !known.sequences.contains_key(game) {
        *known = Games::default();
    }
    let largest = heaps.iter().max().copied().unwrap_or(0);
    let period = match largest > FEW {
        true => proved_period(engine, &mut known, game, largest)?,
        false => None,
    };
    // Each heap as a smaller one, and by how much its value is larger.
    let within = |&heap: &u64| match period {
        Some(Period { preperiod, period, saltus }) if heap >= preperiod => {
            let rounds = (heap - preperiod) / period;
            Some((preperiod + (heap - preperiod) % period, rounds.checked_mul(saltus)?))
        }
        _ => Some((heap, 0)),
    };
    let too_large = || RunError::Refused {
        function: "octal".into(),
        message: "the value of this heap does not fit into 64 bits".into(),
    };
    let placed: Vec<(u64, u64)> =
        heaps.iter().map(within).collect::<Option<_>>().ok_or_else(too_large)?;
    let count = placed.iter().map(|&(heap, _)| heap.saturating_add(1)).max().unwrap_or(0);
    let count = usize::try_from(count).map_err(|_| too_large())?;
    let sequence = match known.sequences.entry(game.clone()) {
        hash_map::Entry::Occupied(entry) => entry.into_mut(),
        hash_map::Entry::Vacant(entry) => {
            let sequence = Sequence::new(game, settings(engine));
            entry.insert(sequence.map_err(|error| refused("nimsequence", &error))?)
        }
    };
    while sequence.known() < count {
        let target = (sequence.known() + STEP).min(count);
        let interrupt = engine.limits().interrupt.clone();
        let extended = sequence.extend(target, &interrupt);
        // Says that it was interrupted in the words of the engine.
        engine.look(0)?;
        extended.map_err(|error| refused("nimsequence", &error))?;
    }
    let value = |&(heap, more): &(u64, u64)| {
        let heap = usize::try_from(heap).expect("it is below the count");
        let value = sequence.value(heap).ok_or_else(|| RunError::Refused {
            function: "nimsequence".into(),
            message: format!("the value of heap {heap} was dropped to save memory"),
        })?;
        more.checked_add(value.into()).ok_or_else(too_large)
    };
    placed.iter().map(value).collect()
}

/// The period of a game, where one is proved among few heaps.
fn proved_period(
    engine: &Engine,
    known: &mut Games,
    game: &Rules,
    largest: u64,
) -> RunResult<Option<Period>> {
    if let Some(&period) = known.periods.get(game) {
        return Ok(period);
    }
    let fail = |error: OctalError| refused("octal", &error);
    let most = usize::try_from(largest.min(LOOKED_AT)).expect("few heaps");
    let mut run = Run::new(game, settings(engine)).map_err(fail)?;
    let interrupt = engine.limits().interrupt.clone();
    while run.finding().is_none() && run.sequence().known() < most {
        let heaps = (run.sequence().known() + STEP).min(most);
        let limits = Limits { heaps, time: None, all_heaps: false };
        let ending = run.go(limits, &interrupt, &mut |_| Ok(()));
        engine.look(0)?;
        if let cg_octal::Ending::Limit(_) = ending.map_err(fail)? {
            break;
        }
    }
    let proved = run.finding().filter(|found| found.method.is_some());
    let period = proved.map(|found| found.period);
    known.periods.insert(game.clone(), period);
    Ok(period)
}

/// What is found about the period among `most` heaps.
fn period_record(context: &mut Context<'_>, game: &Rules, most: u64) -> RunResult<Value> {
    let fail = |error: OctalError| refused("period", &error);
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let mut run = Run::new(game, settings(context.engine)).map_err(fail)?;
    let interrupt = context.engine.limits().interrupt.clone();
    while run.finding().is_none() && run.sequence().known() < most {
        let heaps = (run.sequence().known() + STEP).min(most);
        let ending =
            run.go(Limits { heaps, time: None, all_heaps: false }, &interrupt, &mut |_| Ok(()));
        context.engine.look(0)?;
        if let cg_octal::Ending::Limit(message) = ending.map_err(fail)? {
            return Err(RunError::Refused { function: "period".into(), message });
        }
    }
    let mut record: Vec<(&str, Value)> = Vec::new();
    let natural = |value: u64| context.integer_value(value.into());
    if let Some(finding) = run.finding() {
        record.push(("period", natural(finding.period.period)));
        record.push(("preperiod", natural(finding.period.preperiod)));
        record.push(("saltus", natural(finding.period.saltus)));
    }
    record
        .push(("proved", Value::Truth(run.finding().is_some_and(|found| found.method.is_some()))));
    record.push(("heaps", natural(run.sequence().known() as u64)));
    record.push(("maximum", natural(run.maximum().0.into())));
    crate::periods::named(context, record)
}

/// Values of a function that are computed when nothing is said, and the most.
const LAST: u32 = 1000;
const MOST_LAST: u32 = 1_000_000;
/// The same of values that are no nimbers.
const FEW_LAST: u32 = 100;

/// Values by which most games are told apart.
const FIRST: usize = 100;

/// Octal games of so many digits are compared.
const DIGITS: usize = 3;

/// Heaps within which the period of an octal game is proved.
const PROOF: usize = 1 << 16;

/// The directive to add to a session.
pub(crate) fn directive() -> AddedDirective {
    AddedDirective::new(
        "period",
        ":period NAME [N]",
        "The period of a function of one integer, among its values at 0 to N; `F(3, _)` leaves one argument open.",
        |session, argument| {
            let (call, last) = read(argument).map_err(RunError::argument)?;
            let values = values(session, &call, last)?;
            let nimbers = nimbers(session, &values)?;
            let defined = match call.arguments.len() {
                1 => session.rules().heap_function(call.name),
                _ => None,
            };
            if let Some(function) = &defined
                && (nimbers.is_none() || function.impartial().is_none())
                && let Some(rules) = moves_of_players(function)
                && let Some(report) =
                    partizan_heaps::report(session, &call.text(), rules, &function.cases, &values)?
            {
                return Ok(report);
            }
            if let Some(nimbers) = nimbers {
                let game = match defined {
                    Some(function) => recognised(&function, &nimbers),
                    None => heap_game(session, &call),
                };
                return Ok(report(&call.text(), &nimbers, game));
            }
            let last = values.len() - 1;
            let found = session.rules().with_context(|context| {
                let shown = crate::periods::shown(context, &values)?;
                shown.map(|law| crate::periods::words(context, law)).transpose()
            });
            let found = found.map_err(|error| RunError::argument(error.to_string()))?;
            let shown = found.map_or_else(
                || "no period seen".to_owned(),
                |words| format!("{words}, as far as seen"),
            );
            Ok(format!("{}: {shown}: n = 0 to {last}", call.text()))
        },
    )
    .with_argument(ArgumentKind::Expression)
}

/// The game of a built-in function that is called: a definition of its name hides it.
fn heap_game(session: &Session, call: &OpenCall<'_>) -> Option<Rules> {
    let is_built_in = |word: &cg_lang::Word| word.kind == cg_lang::WordKind::BuiltIn;
    session.vocabulary().word(call.name).filter(|word| is_built_in(word))?;
    let (_, game) = HEAP_GAMES.iter().find(|(function, _)| *function == call.name)?;
    game.parse().ok()
}

/// A function with one open argument.
struct OpenCall<'a> {
    name: &'a str,
    /// None is the open one.
    arguments: Vec<Option<&'a str>>,
}

impl OpenCall<'_> {
    /// As it is written, with n for the open argument.
    fn text(&self) -> String {
        let arguments: Vec<&str> =
            self.arguments.iter().map(|argument| argument.unwrap_or("n")).collect();
        format!("{}({})", self.name, arguments.join(", "))
    }
}

/// The function, and the last n if it is given.
fn read(argument: &str) -> Result<(OpenCall<'_>, Option<u32>), String> {
    let argument = argument.trim();
    let end = argument.find(|sign: char| !(sign.is_alphanumeric() || sign == '_'));
    let (name, rest) = argument.split_at(end.unwrap_or(argument.len()));
    if argument.is_empty() {
        return Err("the name of a function is missing".into());
    }
    if name.is_empty() || name.starts_with(|sign: char| sign.is_ascii_digit()) {
        let word = argument.split_whitespace().next().unwrap_or_default();
        return Err(format!("`{word}` is not the name of a function"));
    }
    let (arguments, rest) = match rest.strip_prefix('(') {
        None => (vec![None], rest),
        Some(inside) => {
            let (inside, rest) =
                inside.rsplit_once(')').ok_or("a bracket `)` is missing behind the arguments")?;
            let open = |text: &&str| *text != "_";
            (parted(inside).into_iter().map(|text| Some(text.trim()).filter(open)).collect(), rest)
        }
    };
    if arguments.iter().filter(|argument| argument.is_none()).count() != 1 {
        return Err(format!("leave one argument open with `_`, as in `{name}(3, _)`"));
    }
    let number = |word: &str| word.parse().ok().filter(|&last| last <= MOST_LAST);
    let mut words = rest.split_whitespace();
    let last = words.next().map(|word| {
        let problem = || format!("`{word}` is not a whole number of at most {MOST_LAST}");
        number(word).ok_or_else(problem)
    });
    match words.next() {
        Some(word) => Err(format!("`{word}` is one word too many")),
        None => Ok((OpenCall { name, arguments }, last.transpose()?)),
    }
}

/// The parts between commas that stand in no brackets.
fn parted(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, sign) in text.char_indices() {
        match sign {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The values at 0 to `last`. Where nothing is said, there are fewer of values that are no nimbers:
/// they may be large.
fn values(
    session: &mut Session,
    call: &OpenCall<'_>,
    last: Option<u32>,
) -> Result<Vec<Value>, ErrorKind> {
    let mut arguments = Vec::new();
    for argument in &call.arguments {
        arguments.push(match argument {
            Some(text) => session.evaluate(text)?,
            None => Value::Integer(0),
        });
    }
    let open = call.arguments.iter().position(Option::is_none).expect("one argument is open");
    let mut values = Vec::new();
    let (mut n, mut end) = (0, last.unwrap_or(LAST));
    while n <= end {
        arguments[open] = Value::Integer(n.into());
        let value = session.call_function(call.name, &arguments)?;
        if last.is_none() && end > FEW_LAST && nimber(session, &value)?.is_none() {
            end = FEW_LAST.max(n);
        }
        values.push(value);
        n += 1;
    }
    Ok(values)
}

/// The nim-value of a value that is a nimber.
fn nimber(session: &mut Session, value: &Value) -> Result<Option<u32>, ErrorKind> {
    let game = match value {
        Value::Game(game) => *game,
        Value::Integer(0) => cg_core::Game::ZERO,
        _ => return Ok(None),
    };
    match session.engine().nim_value(game) {
        Ok(value) => Ok(u32::try_from(value).ok()),
        Err(FunctionError::Game(error)) => Err(error.into()),
        Err(_) => Ok(None),
    }
}

/// The nim-values, where all values are nimbers.
fn nimbers(session: &mut Session, values: &[Value]) -> Result<Option<Vec<u32>>, ErrorKind> {
    values.iter().map(|value| nimber(session, value)).collect()
}

/// What is known of the call `name`, which is `defined` by its definition.
fn report(name: &str, values: &[u32], defined: Option<Rules>) -> String {
    let last = values.len().saturating_sub(1);
    let called = |game: &Rules| match game.name() {
        Some(name) => format!("{game} ({name})"),
        None => game.to_string(),
    };
    if let Some(game) = defined {
        let mut text = format!("{name} is {} by its definition", called(&game));
        let seen = find_period(values, |p| 2 * (p.preperiod + p.period) <= last as u64);
        text += &match (proved(&game), seen) {
            (Some(period), _) => format!("\nproved for ever: {period}"),
            (None, Some(period)) => format!("\n{period}, as far as seen: n = 0 to {last}"),
            (None, None) => format!("\nno period seen: n = 0 to {last}"),
        };
        return text;
    }
    let enough = |p: Period| 2 * (p.preperiod + p.period) <= last as u64;
    let mut text = match find_period(values, enough) {
        Some(period) => format!("{name}: {period}, as far as seen"),
        None => format!("{name}: no period seen"),
    };
    text += &format!(": n = 0 to {last}");
    let Some(game) = same_game(values) else {
        return text;
    };
    text += &format!("\nits values at 0 to {last} are those of {}", called(&game));
    if let Some(period) = proved(&game) {
        text += &format!(", of which it is proved: {period}");
    }
    text += &format!("\nthat {name} goes on like that is a conjecture");
    text
}

/// A game with exactly these values, of those with a name or with few digits. That the
/// function goes on as the game does is not proved by this.
fn same_game(values: &[u32]) -> Option<Rules> {
    if values.len() < FIRST {
        return None;
    }
    let named = Rules::names().filter_map(|name| name.parse().ok());
    let codes = octal_codes(DIGITS).ok()?.into_iter().map(Rules::from);
    let agrees = |game: &Rules, count: usize| {
        nim_values(game, count).is_ok_and(|known| known == values[..count])
    };
    let mut games = named.chain(codes);
    games.find(|game| agrees(game, FIRST) && agrees(game, values.len()))
}

/// The period of an octal game, if it is proved soon.
fn proved(game: &Rules) -> Option<Period> {
    let mut run = Run::new(game, Settings::default()).ok()?;
    let limits = Limits { heaps: PROOF, time: None, all_heaps: false };
    run.go(limits, &Default::default(), &mut |_| Ok(())).ok()?;
    run.finding().filter(|finding| finding.method.is_some()).map(|finding| finding.period)
}

/// Arguments at which the options are compared one by one as well.
const COMPARED: u64 = 60;
/// The most tokens that a move may take.
const MOST_TAKEN: usize = 1000;

/// The game of `function`, whose first values are `values`.
fn recognised(function: &HeapFunction, values: &[u32]) -> Option<Rules> {
    let game = recognised_moves(function)?;
    let known = nim_values(&game, values.len()).ok()?;
    let cases_seen = function.cases.iter().all(|&case| case < values.len() as u64);
    (cases_seen && known == values).then_some(game)
}

/// The game whose moves `function` has wherever it has no case of its own. About the cases it says
/// nothing.
pub(crate) fn recognised_moves(function: &HeapFunction) -> Option<Rules> {
    Some(Rules::from(moves_of(&function.cases, function.impartial()?)?))
}

/// The same for definitions with a code for each player.
fn moves_of_players(function: &HeapFunction) -> Option<PartizanRules> {
    let [left, right] = &function.options;
    let code = |options| moves_of(&function.cases, options);
    Some(PartizanRules::new(code(left)?, code(right)?))
}

/// The code of these options at all n that are no cases.
fn moves_of(cases: &[u64], options: &[HeapOptions]) -> Option<Code> {
    let code = code(options)?;
    let game = Rules::from(code.clone());
    let same = (0..COMPARED).filter(|n| !cases.contains(n)).all(|n| {
        let mut found = BTreeSet::new();
        game.each_option(n, &mut |parts| {
            found.insert(sorted(parts));
        });
        found == options_at(options, n)
    });
    same.then_some(code)
}

/// The code with these moves, if there is one.
fn code(options: &[HeapOptions]) -> Option<Code> {
    if options.is_empty() {
        return Code::new(0, Vec::new(), Vec::new()).ok();
    }
    let longest = options.iter().map(|options| match *options {
        HeapOptions::One { taken }
        | HeapOptions::Any { taken, .. }
        | HeapOptions::Two { taken, .. }
        | HeapOptions::Half { taken, .. } => taken,
        _ => u64::MAX,
    });
    let length = usize::try_from(longest.max()?).ok().filter(|&length| length <= MOST_TAKEN)?;
    // The digit of 0 tokens, those of 1 to `length`, and that of all more.
    let mut digits = vec![0u32; length + 2];
    for options in options {
        let (taken, digit) = match *options {
            HeapOptions::One { taken } => (taken, 3),
            HeapOptions::Any { least, taken } => {
                let digit = match least {
                    0 => 3,
                    1 => 2,
                    _ => return None,
                };
                let taken = usize::try_from(taken).ok()?;
                digits[taken..].iter_mut().for_each(|each| *each |= digit);
                continue;
            }
            HeapOptions::Two { taken, first, second } => match (first, second) {
                (0, 0) => (taken, 7),
                (0, 1) | (1, 0) => (taken, 6),
                (1, 1) => (taken, 4),
                _ => return None,
            },
            HeapOptions::Half { taken, first: 0 } => (taken, 7),
            HeapOptions::Half { taken, first: 1 } => (taken, 4),
            _ => return None,
        };
        digits[usize::try_from(taken).ok()?] |= digit;
    }
    let tail = digits.pop().filter(|&digit| digit != 0).into_iter().collect();
    let zero = digits.remove(0);
    Code::new(zero, digits, tail).ok()
}

/// The options of the definition at `n`, as parts that are not empty.
fn options_at(options: &[HeapOptions], n: u64) -> BTreeSet<Vec<u64>> {
    let mut all = BTreeSet::new();
    for options in options {
        match *options {
            HeapOptions::One { taken } => {
                all.extend(n.checked_sub(taken).map(|rest| sorted(&[rest])));
            }
            HeapOptions::Any { least, taken } => {
                let most = n.checked_sub(taken);
                all.extend(most.into_iter().flat_map(|most| least..=most).map(|k| sorted(&[k])));
            }
            HeapOptions::Two { taken, first, second } => {
                let rest = n.checked_sub(taken);
                let parts =
                    rest.into_iter().flat_map(|rest| (first..=rest).map(move |a| [a, rest - a]));
                all.extend(parts.filter(|&[_, b]| b >= second).map(|parts| sorted(&parts)));
            }
            HeapOptions::Half { taken, first } => {
                let rest = n.checked_sub(taken);
                let parts = rest
                    .into_iter()
                    .flat_map(|rest| (first..=rest / 2).map(move |a| [a, rest - a]));
                all.extend(parts.map(|parts| sorted(&parts)));
            }
            _ => {}
        }
    }
    all
}

fn sorted(parts: &[u64]) -> Vec<u64> {
    let mut parts: Vec<u64> = parts.iter().copied().filter(|&part| part > 0).collect();
    parts.sort_unstable();
    parts
}
