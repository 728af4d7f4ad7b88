//! Misère play in the language G: quotients, canonical forms, genera, and who wins.
//!
//! A position is looked at as it was typed. Where it is a sum of heaps of a function that is an octal game by its
//! definition, the misère quotient of that game answers, for heaps of any size; otherwise a search does.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cg_core::{Interrupt, Outcome, Player};
use cg_lang::{
    Asked, BuiltIn, Context, GamePosition, PositionArgument, Rules, RunError, RunResult, Value,
    Verdict,
};
use cg_misere::{
    Closure, Element, Form, Forms, Genera, HeapGame, MisereEnding, MisereError, MisereLimits,
    MisereSearch, PartizanQuotient, Quotient, Solution, Watch, WinningMoves,
};
use cg_octal::{HeapMove, Rules as Octal};
use cg_rulesets::Sign;
use dashu_int::IBig;
use serde::Serialize;

use crate::octal::recognised_moves;
use crate::reply_parts::WinningMoveReply;
use crate::sides::Sides;

/// Room for canonical forms, for positions of a closure, and for positions of a genus.
const MOST_FORMS: usize = 1 << 18;
const MOST_POSITIONS: usize = 1 << 16;
const MOST_SUMS: usize = 1 << 20;

/// Heaps in one sum.
const MOST_HEAPS: usize = 10_000;

/// Elements of a quotient that is looked for beside a search, and the time for it.
const MOST_ELEMENTS: usize = 256;
const LOOK: Duration = Duration::from_secs(2);

/// The cases of a definition are compared with the heaps of its code as far as this.
const LAST_CASE: u64 = 16;
const MOST_OF_CASE: usize = 1 << 12;

/// Quotients that are kept for the next call.
const KEPT: usize = 16;

/// Winning moves that are listed.
const MOST_LISTED: u64 = 200;

/// The quotients that were looked for, each as far as it was found.
type Quotients = Arc<Mutex<HashMap<Octal, Looked>>>;

/// What a function answers about a form.
type OfForm = fn(&Rules<'_>, &mut Forms, Form) -> RunResult<Value>;

/// The functions to add to a session.
pub(crate) fn functions() -> Vec<BuiltIn> {
    let known = Quotients::default();
    let (for_verdicts, for_reasons) = (Arc::clone(&known), Arc::clone(&known));
    let about = "Who wins a position under misère play, where who cannot move wins: by the quotient of an octal game, or by search.";
    let misere = BuiltIn::of_positions("misere", "misere(G)", about, 1..=1, move |rules, typed| {
        let position = one_position("misere", typed)?;
        let outcome = outcome(rules, &known, position)?;
        Ok(outcome.into())
    })
    .of_one()
    .with_verdicts(move |rules, typed, asked| {
        verdict(rules, &for_verdicts, one_position("misere", typed)?, asked)
    })
    .with_reasons(move |rules, typed| reasons(rules, &for_reasons, one_position("misere", typed)?));
    let mut functions = vec![misere, quotient(), genus(), tameness(), nim_value(), linked()];
    let forms: [(&str, &str, OfForm); 4] = [
        (
            "misereform",
            "The misère canonical form of a position or of a text; of several, of their sum.",
            |rules, forms, form| text_of(rules, "misereform", forms, form),
        ),
        (
            "miserebirthday",
            "The birthday of the misère canonical form of a position, or of a sum of several.",
            |rules, forms, form| {
                let birthday = forms.birthday(form);
                Ok(rules.with_context(|context| context.integer_value(birthday.into())))
            },
        ),
        (
            "miseremate",
            "The mate of the misère canonical form of a position: their sum is a P-position.",
            |rules, forms, form| {
                let mate = forms.mate(form).map_err(|error| failed(rules, "miseremate", error))?;
                text_of(rules, "miseremate", forms, mate)
            },
        ),
        (
            "misereparts",
            "All parts of the misère canonical form of a position: the games to which another adds up to it.",
            |rules, forms, form| {
                let parts =
                    forms.parts(form).map_err(|error| failed(rules, "misereparts", error))?;
                let mut texts = Vec::new();
                for part in parts {
                    texts.push(text_of(rules, "misereparts", forms, part)?);
                }
                rules.with_context(|context| context.list(texts))
            },
        ),
    ];
    for (name, help, answer) in forms {
        let usage = format!("{name}(G)");
        functions.push(BuiltIn::of_positions(
            name,
            usage,
            help,
            1..=usize::MAX,
            move |rules, typed| {
                let (mut forms, of_each) = forms_of(rules, name, typed)?;
                let sum = forms.sum_of(of_each).map_err(|error| failed(rules, name, error))?;
                answer(rules, &mut forms, sum)
            },
        ));
    }
    functions
}

fn refused(function: &str, message: impl Into<String>) -> RunError {
    RunError::Refused { function: function.into(), message: message.into() }
}

/// An error of the library: an interruption and a limit stay what they are.
fn failed(rules: &Rules<'_>, function: &str, error: MisereError) -> RunError {
    match error {
        MisereError::Interrupted => {
            // Says so in the words of the engine.
            let looked = rules.with_context(|context| context.engine.look(0));
            looked.err().map_or_else(|| RunError::Game(cg_core::Error::Interrupted), RunError::Game)
        }
        MisereError::Reached(error) => RunError::Game(error),
        limit @ (MisereError::Limit { .. }
        | MisereError::ManyElements { .. }
        | MisereError::Elements { .. }) => {
            RunError::Unfinished { function: function.into(), message: limit.to_string() }
        }
        other => refused(function, other.to_string()),
    }
}

fn one_position<'p>(function: &str, typed: &'p [PositionArgument]) -> RunResult<&'p GamePosition> {
    match typed {
        [PositionArgument::Position(position)] => Ok(position),
        _ => Err(refused(
            function,
            format!("it is about one position, as in {function}(Nim(3) + Nim(5))"),
        )),
    }
}

fn interrupt(rules: &Rules<'_>) -> Interrupt {
    rules.with_context(|context| context.engine.limits().interrupt.clone())
}

/// The limits of the session, for the library.
fn watch(rules: &Rules<'_>) -> Watch {
    rules.with_context(|context| Watch::new(context.engine.meter(), context.engine.memory()))
}

fn natural(context: &Context<'_>, number: u64) -> Value {
    context.integer_value(number.into())
}

// Octal games.

/// The octal game that a function of the program is by its definition, under misère play: where it has a
/// case of its own, the position there has the misère canonical form of the heap.
fn octal_game(rules: &Rules<'_>, function: &str) -> RunResult<Option<Octal>> {
    let Some(defined) = rules.heap_function(function) else {
        return Ok(None);
    };
    let Some(game) = recognised_moves(&defined) else {
        return Ok(None);
    };
    let Some(&last) = defined.cases.iter().max() else {
        return Ok(Some(game));
    };
    if last > LAST_CASE {
        return Ok(None);
    }
    // Limits here say that the game is not recognised, which is no error.
    let mut forms = Forms::new(MOST_OF_CASE).watched_by(watch(rules));
    let Ok(heaps) = forms.heaps(&game, last) else {
        return Ok(None);
    };
    for &case in &defined.cases {
        let number = rules.with_context(|context| natural(context, case));
        let position = rules.call(function, &[number]).expect("it is the function of a definition");
        let Ok(form) = form_of(rules, function, &mut forms, &position, MOST_OF_CASE) else {
            return Ok(None);
        };
        let heap = usize::try_from(case).expect("it is at most LAST_CASE");
        if form != heaps[heap] {
            return Ok(None);
        }
    }
    Ok(Some(game))
}

/// A heap as it would be typed. The function is a name, or the beginning of a call that names
/// the game.
fn call_of(function: &str, heap: u64) -> String {
    let open = if function.ends_with(' ') { "" } else { "(" };
    format!("{function}{open}{heap})")
}

/// A sum of heaps of a function that is an octal game.
struct SumOfHeaps {
    function: String,
    game: Octal,
    heaps: Vec<u64>,
}

/// The heaps that a call stands for, and the game when it is named in the call: `Kayles(7)`,
/// `octal(".77", [7, 5])`.
fn heaps_of_call(
    rules: &Rules<'_>,
    name: &str,
    arguments: &[Value],
) -> Option<(String, Option<Octal>, Vec<u64>)> {
    let size = |value: &Value| {
        let size = rules.with_context(|context| context.integer(value, "a heap"));
        size.ok().and_then(|size| u64::try_from(size).ok())
    };
    match arguments {
        [heap] => Some((name.to_owned(), None, vec![size(heap)?])),
        [Value::Text(code), heaps] if name == "octal" => {
            let game: Octal = code.as_str().parse().ok()?;
            let heaps = match heaps {
                Value::List(list) => list.items().iter().map(size).collect::<Option<Vec<u64>>>()?,
                heap => vec![size(heap)?],
            };
            Some((format!("octal(\"{}\", ", code.as_str()), Some(game), heaps))
        }
        _ => None,
    }
}

/// The heaps of an octal game whose sum a position is.
fn as_heaps(rules: &Rules<'_>, position: &GamePosition) -> RunResult<Option<SumOfHeaps>> {
    let parts = rules.parts(position)?;
    let mut function: Option<(String, Option<Octal>)> = None;
    let mut heaps = Vec::new();
    for part in parts {
        let Some((name, arguments)) = part.call else {
            return Ok(None);
        };
        let Some((name, game, own)) = heaps_of_call(rules, &name, &arguments) else {
            return Ok(None);
        };
        if function.get_or_insert_with(|| (name.clone(), game)).0 != name {
            return Ok(None);
        }
        // An impartial game is its own negative.
        let copies = if part.count < IBig::ZERO { -part.count } else { part.count };
        let room = MOST_HEAPS - heaps.len();
        let copies = usize::try_from(&copies).ok();
        let fits = |copies: &usize| copies.checked_mul(own.len()).is_some_and(|all| all <= room);
        let Some(copies) = copies.filter(fits) else {
            return Ok(None);
        };
        heaps.extend(own.repeat(copies));
    }
    let Some((function, named)) = function.filter(|_| !heaps.is_empty()) else {
        return Ok(None);
    };
    let game = match named {
        Some(game) => Some(game),
        None => octal_game(rules, &function)?,
    };
    Ok(game.map(|game| SumOfHeaps { function, game, heaps }))
}

/// The quotient of a game that is looked for beside a search, and why no more of it is looked for.
struct Looked {
    search: MisereSearch<Octal>,
    given_up: Option<MisereEnding>,
}

impl Looked {
    fn new(game: &Octal) -> Self {
        Looked { search: MisereSearch::new(game.clone()), given_up: None }
    }

    /// Looks on for the quotient of heaps to the largest one, for half of the time that is left
    /// at most. Says whether it is found; `None` after an interruption.
    fn look_to(
        &mut self,
        largest: u64,
        left: Option<Duration>,
        interrupt: &Interrupt,
    ) -> Option<bool> {
        let default = MisereLimits::default();
        let mut limits = MisereLimits {
            heaps: largest.min(default.heaps),
            elements: MOST_ELEMENTS,
            time: Some(left.map_or(LOOK, |left| (left / 2).min(LOOK))),
            ..default
        };
        let enough = |search: &MisereSearch<Octal>| {
            search.solution().period().is_some() || search.solution().last_heap() >= largest
        };
        // A heap beyond the limit needs a proof for all.
        while !enough(&self.search) && self.given_up.is_none() {
            match self.search.go(&limits, interrupt, &mut |_| {}) {
                MisereEnding::Interrupted => return None,
                MisereEnding::Heaps if limits.heaps < default.heaps => limits.heaps = default.heaps,
                MisereEnding::Proved => {}
                ending => self.given_up = Some(ending),
            }
        }
        Some(enough(&self.search))
    }
}

/// A position that a quotient answers.
struct Solved {
    sum: SumOfHeaps,
    solution: Solution,
}

/// A position for which no quotient is known.
enum Unsolved {
    /// It is no sum of heaps of an octal game.
    Other,
    /// The quotient was found for smaller heaps alone; how far, as the rest of a sentence with "the".
    Short(String),
}

/// The quotient that answers a position, if one is found soon.
fn solved(
    rules: &Rules<'_>,
    known: &Quotients,
    position: &GamePosition,
) -> RunResult<Result<Solved, Unsolved>> {
    let Some(sum) = as_heaps(rules, position)? else {
        return Ok(Err(Unsolved::Other));
    };
    let largest = sum.heaps.iter().copied().max().expect("a position with a call has a heap");
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if known.len() >= KEPT && !known.contains_key(&sum.game) {
        known.clear();
    }
    let looked = known.entry(sum.game.clone()).or_insert_with(|| Looked::new(&sum.game));
    let left = rules.with_context(|context| context.engine.limits().time);
    let Some(enough) = looked.look_to(largest, left, &interrupt(rules)) else {
        return Err(failed(rules, "misere", MisereError::Interrupted));
    };
    let search = &looked.search;
    Ok(if enough {
        Ok(Solved { sum, solution: search.solution().clone() })
    } else {
        let why = looked.given_up.map_or("", MisereEnding::words);
        Err(Unsolved::Short(format!(
            "misère quotient of {} is found for the heaps to {}, with {} elements ({why})",
            sum.game,
            search.solution().last_heap(),
            search.solution().quotient().order(),
        )))
    })
}

/// Whether who is to move wins heaps of a game in misère play, when a quotient says so.
///
/// # Errors
/// An interruption.
pub(crate) fn first_player_wins(
    game: &Octal,
    heaps: &[u64],
    limits: &cg_core::Limits,
) -> Result<Option<bool>, cg_core::Error> {
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let mut looked = Looked::new(game);
    match looked.look_to(largest, limits.time, &limits.interrupt) {
        None => Err(cg_core::Error::Interrupted),
        Some(false) => Ok(None),
        Some(true) => Ok(Some(looked.search.solution().wins(heaps).expect(KNOWN))),
    }
}

// Who wins.

const KNOWN: &str = "the quotient holds for these heaps";

/// Who wins a position under misère play, as data: of `misere(G)` and `?? misere(G)`.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MisereReply {
    /// Who wins: `first player win`.
    pub outcome: String,
    /// The quotient that answers; `null` where a search does.
    pub quotient: Option<QuotientReply>,
    /// The first moves that win; `null` where only who wins was asked.
    pub winning_moves: Option<MisereMovesReply>,
}

/// How a misère quotient answers for a sum of heaps.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct QuotientReply {
    /// The code of the game: `.77`.
    pub code: String,
    /// The function that is this game by its definition: `Kayles`.
    pub function: String,
    /// The number of elements.
    pub order: usize,
    /// How many of them are in P.
    pub p_positions: usize,
    /// The last heap for which the quotient is verified.
    pub heaps: u64,
    /// Whether it is proved for all heaps.
    pub proved: bool,
    /// The heap from which Phi is periodic, where that is proved.
    pub preperiod: Option<u64>,
    /// Its period.
    pub period: Option<u64>,
    /// The heaps of the sum, each with its word.
    pub sum: Vec<HeapWord>,
    /// Their product: the word of the sum.
    pub word: String,
    /// Whether it is in P: then who is to move loses.
    pub in_p: bool,
}

/// A heap and the word of its element.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct HeapWord {
    /// The heap.
    pub heap: u64,
    /// The word: `h1 h2^2`.
    pub word: String,
}

/// The first moves that win.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MisereMovesReply {
    /// How many there are, for each player.
    pub count: Sides<u64>,
    /// The moves, under `left` and `right`; `null` where there are more than 200.
    #[serde(flatten)]
    pub list: Sides<Option<Vec<WinningMoveReply>>>,
    /// The moves in classes, by what the smaller heap leaves modulo the period, for both players; `null`
    /// where a search answers.
    pub sets: Option<Vec<WinningMoves>>,
}

/// Who wins a position.
fn outcome(rules: &Rules<'_>, known: &Quotients, position: &GamePosition) -> RunResult<Outcome> {
    match solved(rules, known, position)? {
        Ok(solved) => Ok(solved.outcome()),
        Err(unsolved) => by_search(rules, position, &unsolved),
    }
}

/// Who wins a position, and how, as text and as data.
fn verdict(
    rules: &Rules<'_>,
    known: &Quotients,
    position: &GamePosition,
    asked: Asked,
) -> RunResult<Verdict> {
    let (outcome, quotient, moves) = match solved(rules, known, position)? {
        Ok(solved) => {
            let moves = match asked {
                Asked::Outcome => None,
                Asked::Moves => Some(moves_by_quotient(rules, &solved)?),
            };
            (solved.outcome(), Some(solved.reply()), moves)
        }
        Err(unsolved) => {
            let outcome = by_search(rules, position, &unsolved)?;
            let moves = match asked {
                Asked::Outcome => None,
                Asked::Moves => Some(moves_by_search(rules, position, &unsolved)?),
            };
            (outcome, None, moves)
        }
    };
    let function = quotient.as_ref().map(|quotient| quotient.function.as_str());
    let listed = moves.as_ref().map_or_else(String::new, |moves| moves.text(function));
    let text = format!("{outcome}{listed}");
    let reply = MisereReply { outcome: outcome.to_string(), quotient, winning_moves: moves };
    Ok(Verdict { outcome, text, data: Arc::new(reply) })
}

/// The outcome by search. A limit says what is known, and how far the quotient was looked for.
fn by_search(
    rules: &Rules<'_>,
    position: &GamePosition,
    unsolved: &Unsolved,
) -> RunResult<Outcome> {
    let found = rules.misere_outcome(position).map_err(RunError::from);
    found.map_err(|error| match (error, unsolved) {
        (RunError::Stopped { error, mut known }, Unsolved::Short(how_far)) => {
            known.terms.push(format!("The {how_far}."));
            RunError::Stopped { error, known }
        }
        (error, _) => error,
    })
}

fn moves_by_search(
    rules: &Rules<'_>,
    position: &GamePosition,
    unsolved: &Unsolved,
) -> RunResult<MisereMovesReply> {
    let of_player = |player: Player| -> RunResult<_> {
        let moves = rules.written_moves(position, player);
        let mut list = Vec::new();
        for one in moves? {
            let after = by_search(rules, &one.after, unsolved)?;
            // The opponent is to move after it.
            if !after.won_by_first(player.opponent()) {
                list.push(WinningMoveReply::new(one.component, one.becomes));
            }
        }
        Ok(list)
    };
    let (left, right) = (of_player(Player::Left)?, of_player(Player::Right)?);
    Ok(MisereMovesReply {
        count: Sides { left: left.len() as u64, right: right.len() as u64 },
        list: Sides { left: Some(left), right: Some(right) },
        sets: None,
    })
}

fn moves_by_quotient(rules: &Rules<'_>, solved: &Solved) -> RunResult<MisereMovesReply> {
    let Solved { sum: SumOfHeaps { function, game, heaps }, solution } = solved;
    let sets = solution
        .winning_moves(game, heaps, &interrupt(rules))
        .map_err(|error| failed(rules, "misere", error))?;
    let count: u64 = sets.iter().map(WinningMoves::count).sum();
    let list = (count <= MOST_LISTED).then(|| {
        let call = |heap: &u64| call_of(function, *heap);
        let reply = |one: HeapMove| {
            let left: Vec<String> = one.left.iter().map(call).collect();
            let to = if left.is_empty() { "0".to_owned() } else { left.join("+") };
            WinningMoveReply::new(call(&one.heap), to)
        };
        sets.iter().flat_map(WinningMoves::iter).map(reply).collect::<Vec<_>>()
    });
    Ok(MisereMovesReply {
        count: Sides { left: count, right: count },
        list: Sides { left: list.clone(), right: list },
        sets: Some(sets),
    })
}

impl MisereMovesReply {
    /// What stands behind the outcome; `function` gives the heaps their name.
    fn text(&self, function: Option<&str>) -> String {
        let Sides { left: Some(left), right: Some(right) } = &self.list else {
            let function = function.expect("a search lists its moves");
            let head = format!(
                "; either player: {} winning moves, of heaps of {function}",
                self.count.left
            );
            let sets = self.sets.iter().flatten().map(|set| format!("\n  {set}"));
            return head + &sets.collect::<String>();
        };
        let shown = |list: &[WinningMoveReply]| {
            let item = |(number, one): (usize, &WinningMoveReply)| {
                format!("\n  {number}. {} -> {}", one.from, one.to)
            };
            if list.is_empty() {
                " no winning move".to_owned()
            } else {
                (1..).zip(list).map(item).collect()
            }
        };
        if left == right {
            return format!("; either player:{}", shown(left));
        }
        let sides = Player::BOTH.into_iter().zip([left, right]);
        sides.map(|(player, list)| format!("\n{player}:{}", shown(list))).collect()
    }
}

impl Solved {
    fn outcome(&self) -> Outcome {
        let wins = self.solution.wins(&self.sum.heaps).expect(KNOWN);
        if wins { Outcome::Next } else { Outcome::Previous }
    }

    fn reply(&self) -> QuotientReply {
        let Self { sum: SumOfHeaps { function, game, heaps }, solution } = self;
        let (quotient, period) = (solution.quotient(), solution.period());
        let element = solution.sum(heaps).expect(KNOWN);
        let of_heap = |&heap: &u64| {
            let value = solution.value(heap).expect(KNOWN);
            HeapWord { heap, word: quotient.word(value).to_string() }
        };
        QuotientReply {
            code: game.to_string(),
            function: function.split_once('(').map_or(&function[..], |(name, _)| name).to_owned(),
            order: quotient.order(),
            p_positions: quotient.p_positions().count(),
            heaps: solution.last_heap(),
            proved: period.is_some(),
            preperiod: period.map(|period| period.preperiod),
            period: period.map(|period| period.period),
            sum: heaps.iter().map(of_heap).collect(),
            word: quotient.word(element).to_string(),
            in_p: quotient.is_p(element),
        }
    }
}

/// What `:why misere(G)` says.
fn reasons(
    rules: &Rules<'_>,
    known: &Quotients,
    position: &GamePosition,
) -> RunResult<Vec<String>> {
    let solved = match solved(rules, known, position)? {
        Ok(solved) => solved,
        Err(Unsolved::Other) => {
            return Ok(vec!["Found by search: no misère quotient of its heaps is known.".into()]);
        }
        Err(Unsolved::Short(how_far)) => {
            return Ok(vec![format!("Found by search: the {how_far}.")]);
        }
    };
    let Solved { sum: SumOfHeaps { game, heaps, .. }, solution } = solved;
    let quotient = solution.quotient();
    let name = game.name().map(|name| format!(" ({name})")).unwrap_or_default();
    let mut words = Vec::new();
    for &heap in heaps.iter().take(20) {
        let value = solution.value(heap).expect(KNOWN);
        words.push(format!("heap {heap} is {}", quotient.word(value)));
    }
    let more = heaps.len().saturating_sub(words.len());
    let more = if more > 0 { format!(", and {more} more heaps") } else { String::new() };
    let element = solution.sum(&heaps).expect(KNOWN);
    let side = if quotient.is_p(element) {
        "in P: who is to move loses"
    } else {
        "not in P: who is to move wins"
    };
    Ok(vec![
        format!(
            "By its definition this is {game}{name}. Its misère quotient has {} elements, {}.",
            quotient.order(),
            solution.claim()
        ),
        format!("In it {}{more}.", words.join(", ")),
        format!("The sum is the product, {}, which is {side}.", quotient.word(element)),
    ])
}

// Quotients.

/// The most elements of a quotient of partizan positions. Quotients with more seem to be infinite.
const MOST_PARTIZAN_ELEMENTS: usize = 100;

fn quotient() -> BuiltIn {
    let about = "The misère quotient of an octal game (its code, or a function that is one), or of some positions, as pairs of a name and a value; with n, of the heaps to n.";
    BuiltIn::of_positions("quotient", "quotient(code)", about, 1..=2, |rules, typed| {
        match looked_for(rules, typed)? {
            QuotientOf::Game(search, ending) => of_game(rules, &search, ending),
            QuotientOf::Positions(search, ending) => of_positions(rules, &search, ending),
            QuotientOf::Partizan(closure) => of_partizan(rules, &closure),
        }
    })
}

/// The quotient that a call of `quotient` with these arguments is about, with a title for its picture.
#[cfg(feature = "plot")]
pub(crate) fn pictured(
    session: &mut cg_lang::Session,
    arguments: &str,
) -> Result<(Option<String>, Solution), cg_lang::Error> {
    let call = cg_lang::Source::new("<expression>", format!("quotient({arguments})"));
    session.with_positions(&call, |rules, typed| {
        Ok(match looked_for(rules, typed)? {
            QuotientOf::Game(search, _) => {
                let title = crate::quotient_pictures::title(search.game());
                (Some(title), search.into_solution())
            }
            QuotientOf::Positions(search, _) => (None, search.into_solution()),
            QuotientOf::Partizan(_) => {
                let message = "there is no picture of a quotient whose positions are partizan";
                return Err(refused("quotient", message));
            }
        })
    })
}

/// What was found for the arguments of `quotient`.
enum QuotientOf {
    Game(MisereSearch<Octal>, MisereEnding),
    Positions(MisereSearch<Closure<GamePosition>>, MisereEnding),
    /// The closure of partizan positions, before the search.
    Partizan(Closure<GamePosition>),
}

fn looked_for(rules: &Rules<'_>, typed: &[PositionArgument]) -> RunResult<QuotientOf> {
    let heaps = match typed.get(1) {
        None => MisereLimits::default().heaps,
        Some(argument) => whole_number(rules, argument)
            .ok_or_else(|| refused("quotient", "the second argument is a number of heaps"))?,
    };
    let limits = MisereLimits { heaps, ..MisereLimits::default() };
    let of_code = |game: Octal| {
        let (search, ending) = searched(rules, &limits, game)?;
        Ok(QuotientOf::Game(search, ending))
    };
    let of_list = |positions: &[GamePosition]| {
        let closure = match closure(rules, "quotient", positions, MOST_POSITIONS) {
            Err(_) if rules.met_partizan() => return partizan(rules, positions),
            closure => closure?,
        };
        let limits = MisereLimits { heaps: closure.len() as u64, ..limits.clone() };
        let (search, ending) = searched(rules, &limits, closure)?;
        Ok(QuotientOf::Positions(search, ending))
    };
    match &typed[0] {
        PositionArgument::Value(Value::Text(code)) => {
            let game = code.as_str().parse::<Octal>();
            of_code(game.map_err(|error| refused("quotient", error.to_string()))?)
        }
        PositionArgument::Function(name) => match octal_game(rules, name)? {
            Some(game) => of_code(game),
            None => Err(refused(
                "quotient",
                format!(
                    "`{name}` is no octal game by its definition: name positions, as in quotient({name}(1..20))"
                ),
            )),
        },
        PositionArgument::Position(position) => of_list(std::slice::from_ref(position)),
        PositionArgument::List(positions) => of_list(positions),
        _ => Err(refused(
            "quotient",
            "it is about a code in quotation marks, a function that is an octal game, or positions",
        )),
    }
}

fn partizan(rules: &Rules<'_>, positions: &[GamePosition]) -> RunResult<QuotientOf> {
    let closure = Closure::partizan(rules, positions, MOST_POSITIONS, &watch(rules))
        .map_err(|error| failed(rules, "quotient", error))??;
    Ok(QuotientOf::Partizan(closure))
}

/// A whole number that was typed.
fn whole_number(rules: &Rules<'_>, typed: &PositionArgument) -> Option<u64> {
    let text = match typed {
        PositionArgument::Position(position) => rules.text(position).ok()?,
        _ => return None,
    };
    text.parse().ok()
}

fn of_game(
    rules: &Rules<'_>,
    search: &MisereSearch<Octal>,
    ending: MisereEnding,
) -> RunResult<Value> {
    let period = search.solution().period();
    rules.with_context(|context| {
        let mut record = record(context, search, ending)?;
        if let Some(period) = period {
            record.push(("preperiod", natural(context, period.preperiod)));
            record.push(("period", natural(context, period.period)));
        }
        record.push(("ending", context.text(ending.words())));
        pairs(context, record)
    })
}

fn of_positions(
    rules: &Rules<'_>,
    search: &MisereSearch<Closure<GamePosition>>,
    ending: MisereEnding,
) -> RunResult<Value> {
    let named = generators(rules, search.game(), search.solution().quotient())?;
    rules.with_context(|context| {
        let mut record = record(context, search, ending)?;
        record.push(("positions", text_pairs(context, named)?));
        record.push(("ending", context.text(ending.words())));
        pairs(context, record)
    })
}

fn of_partizan(rules: &Rules<'_>, closure: &Closure<GamePosition>) -> RunResult<Value> {
    let found = PartizanQuotient::find(closure, MOST_PARTIZAN_ELEMENTS, &watch(rules))
        .map_err(|error| failed(rules, "quotient", error))?;
    let quotient = found.quotient();
    let named = generators(rules, closure, quotient)?;
    rules.with_context(|context| {
        let word = |x: Element| quotient.word(x).to_string();
        let mut outcomes = Vec::new();
        for outcome in [Outcome::Left, Outcome::Next, Outcome::Previous, Outcome::Right] {
            let elements = quotient.elements().filter(|&x| found.outcome(x) == outcome);
            let elements = texts(context, elements.map(word))?;
            outcomes.push((outcome.letter().to_string(), elements));
        }
        let generators = quotient.generators().into_keys().map(|heap| format!("h{heap}"));
        let record = vec![
            ("order", natural(context, quotient.order() as u64)),
            ("proved", true.into()),
            ("heaps", natural(context, closure.last_heap().expect("a closure is finite"))),
            ("generators", texts(context, generators)?),
            ("relations", texts(context, quotient.relations().iter().map(ToString::to_string))?),
            ("outcomes", pairs(context, outcomes)?),
            ("phi", texts(context, found.values().iter().map(|&x| word(x)))?),
            ("patterns", natural(context, found.patterns() as u64)),
            ("positions", text_pairs(context, named)?),
        ];
        pairs(context, record)
    })
}

/// The generators of a quotient, as names and positions.
fn generators(
    rules: &Rules<'_>,
    closure: &Closure<GamePosition>,
    quotient: &Quotient,
) -> RunResult<Vec<(String, String)>> {
    let mut named = Vec::new();
    for &heap in quotient.generators().keys() {
        let (position, sign) =
            closure.component(heap).expect("a generator is a heap of the closure");
        let text = rules.text(position)?;
        let sign = if *sign == Sign::Plus { "" } else { "-" };
        named.push((format!("h{heap}"), format!("{sign}{text}")));
    }
    Ok(named)
}

fn texts(context: &mut Context<'_>, words: impl IntoIterator<Item = String>) -> RunResult<Value> {
    let items = words.into_iter().map(|word| context.text(word)).collect();
    context.list(items)
}

fn text_pairs(context: &mut Context<'_>, named: Vec<(String, String)>) -> RunResult<Value> {
    let mut list = Vec::new();
    for (name, text) in named {
        list.push(texts(context, [name, text])?);
    }
    context.list(list)
}

fn searched<G: HeapGame>(
    rules: &Rules<'_>,
    limits: &MisereLimits,
    game: G,
) -> RunResult<(MisereSearch<G>, MisereEnding)> {
    let mut search = MisereSearch::new(game);
    let (time, memory) = rules.with_context(|context| {
        let limits = context.engine.limits();
        (limits.time, limits.memory)
    });
    let limits = MisereLimits { time, memory: limits.memory.min(memory), ..limits.clone() };
    match search.go(&limits, &interrupt(rules), &mut |_| {}) {
        MisereEnding::Interrupted => Err(failed(rules, "quotient", MisereError::Interrupted)),
        // There is no time left to write the quotient.
        ending @ (MisereEnding::Time | MisereEnding::Memory) => {
            let solution = search.solution();
            let message = format!(
                "{}: the quotient is verified for the heaps to {}, with {} elements; with a second \
                 argument it is that of the heaps to a number",
                ending.words(),
                solution.last_heap(),
                solution.quotient().order(),
            );
            Err(RunError::Unfinished { function: "quotient".into(), message })
        }
        ending => Ok((search, ending)),
    }
}

/// What is known of a quotient, under the names of the command's JSON.
fn record<G: HeapGame>(
    context: &mut Context<'_>,
    search: &MisereSearch<G>,
    ending: MisereEnding,
) -> RunResult<Vec<(&'static str, Value)>> {
    let solution = search.solution();
    let quotient = solution.quotient();
    let word = |x: Element| quotient.word(x).to_string();
    let mut changes = Vec::new();
    for change in search.changes() {
        let pair = vec![natural(context, change.heap), natural(context, change.order as u64)];
        changes.push(context.list(pair)?);
    }
    let generators = quotient.generators().into_keys().map(|heap| format!("h{heap}"));
    Ok(vec![
        ("order", natural(context, quotient.order() as u64)),
        ("p_positions", natural(context, quotient.p_positions().count() as u64)),
        ("proved", (ending == MisereEnding::Proved).into()),
        ("heaps", natural(context, solution.last_heap())),
        ("changes", context.list(changes)?),
        ("generators", texts(context, generators)?),
        ("relations", texts(context, quotient.relations().iter().map(ToString::to_string))?),
        ("p", texts(context, quotient.p_positions().map(word))?),
        ("phi", texts(context, solution.phi().iter().map(|&x| word(x)))?),
    ])
}

fn pairs(context: &mut Context<'_>, record: Vec<(impl AsRef<str>, Value)>) -> RunResult<Value> {
    let mut pairs = Vec::new();
    for (name, value) in record {
        let name = context.text(name.as_ref());
        pairs.push(context.list(vec![name, value])?);
    }
    context.list(pairs)
}

// Forms and genera.

/// The closure of some impartial positions.
fn closure(
    rules: &Rules<'_>,
    function: &str,
    positions: &[GamePosition],
    most: usize,
) -> RunResult<Closure<GamePosition>> {
    rules.expect_impartial(true);
    let found = Closure::new(rules, positions, most, &watch(rules));
    rules.expect_impartial(false);
    match found {
        Err(error) => Err(failed(rules, function, error)),
        Ok(Ok(closure)) => Ok(closure),
        Ok(Err(error)) => Err(error.into()),
    }
}

/// The misère canonical form of a position.
fn form_of(
    rules: &Rules<'_>,
    function: &str,
    forms: &mut Forms,
    position: &GamePosition,
    most: usize,
) -> RunResult<Form> {
    let closure = closure(rules, function, std::slice::from_ref(position), most)?;
    let last = closure.last_heap().expect("a closure is finite");
    let heaps = closure.heaps(rules, position.clone());
    let heaps = heaps?;
    let heaps = heaps.expect("the position is in its closure");
    let known = forms.heaps(&closure, last).map_err(|error| failed(rules, function, error))?;
    let of_heap = |heap: u64| known[usize::try_from(heap).expect("heaps are in memory")];
    forms.sum_of(heaps.into_iter().map(of_heap)).map_err(|error| failed(rules, function, error))
}

/// The forms of arguments: positions, lists of them, and texts.
fn forms_of(
    rules: &Rules<'_>,
    function: &str,
    typed: &[PositionArgument],
) -> RunResult<(Forms, Vec<Form>)> {
    let mut forms = Forms::new(MOST_FORMS).watched_by(watch(rules));
    let mut found = Vec::new();
    for argument in typed {
        match argument {
            PositionArgument::Position(position) => {
                found.push(form_of(rules, function, &mut forms, position, MOST_POSITIONS)?);
            }
            PositionArgument::Value(Value::Text(text)) => {
                let form = forms.read(text.as_str());
                found.push(form.map_err(|error| failed(rules, function, error))?);
            }
            _ => {
                let message = format!(
                    "it is about positions and texts, as in {function}(Nim(3)) and {function}(\"*[2[3],0]\")"
                );
                return Err(refused(function, message));
            }
        }
    }
    Ok((forms, found))
}

fn text_of(rules: &Rules<'_>, function: &str, forms: &mut Forms, form: Form) -> RunResult<Value> {
    let text = forms.text(form).map_err(|error| failed(rules, function, error))?;
    Ok(rules.with_context(|context| context.bare_text(text)))
}

/// The genus and the temper of a position, by search, or of a text, by its form.
fn genus_of(
    rules: &Rules<'_>,
    function: &str,
    typed: &[PositionArgument],
) -> RunResult<(cg_misere::Genus, cg_misere::Temper)> {
    if let [PositionArgument::Position(position)] = typed {
        let closure = closure(rules, function, std::slice::from_ref(position), MOST_POSITIONS)?;
        let heaps = closure.heaps(rules, position.clone());
        let heaps = heaps?;
        let heaps = heaps.expect("the position is in its closure");
        let found = Genera::new(MOST_SUMS).of(&closure, &heaps, &watch(rules));
        return found.map_err(|error| failed(rules, function, error));
    }
    let (mut forms, found) = forms_of(rules, function, typed)?;
    let sum = forms.sum_of(found).map_err(|error| failed(rules, function, error))?;
    Ok((forms.genus(sum).clone(), forms.temper(sum)))
}

fn genus() -> BuiltIn {
    let about = "The genus of an impartial position and its temper: `2^{1420} restless`.";
    BuiltIn::of_positions("genus", "genus(G)", about, 1..=1, |rules, typed| {
        let (genus, temper) = genus_of(rules, "genus", typed)?;
        Ok(rules.with_context(|context| context.bare_text(format!("{genus} {temper}"))))
    })
}

fn tameness() -> BuiltIn {
    let about =
        "How far the misère play of a position is from Nim: tame, restive, restless or wild.";
    BuiltIn::of_positions("tameness", "tameness(G)", about, 1..=1, |rules, typed| {
        let (_, temper) = genus_of(rules, "tameness", typed)?;
        Ok(rules.with_context(|context| context.bare_text(temper.to_string())))
    })
}

fn nim_value() -> BuiltIn {
    let about = "The misère nim-value of an impartial position: 0 when who is to move loses.";
    BuiltIn::of_positions("miserenimvalue", "miserenimvalue(G)", about, 1..=1, |rules, typed| {
        let (genus, _) = genus_of(rules, "miserenimvalue", typed)?;
        Ok(rules.with_context(|context| natural(context, genus.misere(0).into())))
    })
}

fn linked() -> BuiltIn {
    let about = "Whether some game added to both makes P-positions of G and H under misère play.";
    BuiltIn::of_positions("miserelinked", "miserelinked(G, H)", about, 2..=2, |rules, typed| {
        let (forms, found) = forms_of(rules, "miserelinked", typed)?;
        Ok(forms.linked(found[0], found[1]).into())
    })
}
