//! Errors of a program that is compiled or runs.

use std::fmt;

use cg_core::{Error as GameError, LimitReached, Player};
use thiserror::Error as ThisError;

use super::Error;

use crate::directive::Directive;

/// An error of the compiler or the evaluator, or of a directive such as `:load nim.g`.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum RunError {
    /// The engine gave no value: a limit, an interruption, a failing plugin.
    #[error("{0}")]
    Game(#[from] GameError),
    /// A call of a function that is not defined.
    #[error("there is no function `{name}`")]
    UnknownFunction {
        /// The name.
        name: String,
        /// A known name that looks like it.
        similar: Option<String>,
        /// How many arguments it was given.
        count: usize,
    },
    /// A name that is not bound.
    #[error("the name `{name}` is not bound")]
    UnknownName {
        /// The name.
        name: String,
        /// A known name that looks like it.
        similar: Option<String>,
        /// It stands in a definition.
        inside: bool,
    },
    /// `it` before anything was answered.
    #[error("`it` is the last answer, and nothing was answered yet")]
    NoAnswerYet,
    /// A name of a function where a value belongs.
    #[error("`{name}` is a function, not a value")]
    FunctionAsValue {
        /// The function.
        name: String,
    },
    /// A call with the wrong number of arguments.
    #[error("`{name}` takes {expected} argument{}, not {found}", if *expected == 1 { "" } else { "s" })]
    ArgumentCount {
        /// The function.
        name: String,
        /// How many it takes.
        expected: usize,
        /// How many it was given.
        found: usize,
    },
    /// No clause of the definition fits the arguments.
    #[error("no clause of `{name}` fits {call}")]
    NoClause {
        /// The function.
        name: String,
        /// The call.
        call: String,
    },
    /// A call that needs its own value.
    #[error("{} needs its own value", calls.first().map_or("this call", String::as_str))]
    Cycle {
        /// The calls of the cycle; the last is the first again.
        calls: Vec<String>,
    },
    /// Calls inside calls of which none can be the last.
    #[error("each call of `{name}` needs another: its argument only gets {}, and no `case` is left to end that", if *smaller { "smaller" } else { "larger" })]
    Endless {
        /// The function.
        name: String,
        /// The argument gets smaller, not larger.
        smaller: bool,
        /// The first calls, outermost first.
        calls: Vec<String>,
    },
    /// Calls inside calls until the memory limit was reached.
    #[error("the calls never end, or need more than the memory limit of {limit} bytes")]
    TooDeep {
        /// The limit.
        limit: u64,
        /// How many calls were waiting.
        depth: usize,
        /// The first of them, outermost first.
        calls: Vec<String>,
    },
    /// The memory of lists, texts and remembered values reached the limit.
    #[error("memory limit of {limit} bytes reached by lists, texts and remembered values")]
    Memory {
        /// The limit.
        limit: u64,
    },
    /// `case n % 2 == 0:`, where the argument is no truth value.
    #[error("this case is `true` or `false`, and the argument is {argument}")]
    TruthAsCase {
        /// The argument.
        argument: String,
    },
    /// An outcome compared with a text that says none.
    #[error("`{text}` is no outcome")]
    NoOutcome {
        /// The text.
        text: String,
    },
    /// A value of the wrong kind.
    #[error("{place} is {found}, not {expected}")]
    WrongKind {
        /// Which value: "the argument of `*`".
        place: String,
        /// What it must be.
        expected: String,
        /// What it is.
        found: String,
        /// What to write instead, if that is clear.
        help: Option<String>,
    },
    /// An integer beyond [`MOST_INTEGER_BITS`](crate::MOST_INTEGER_BITS) bits.
    #[error("an integer would need more than 2^22 binary digits")]
    IntegerTooLarge,
    /// A product with a game that is not a number.
    #[error("a product takes integers and numbers")]
    ProductOfGame {
        /// What to write instead.
        help: String,
    },
    /// A quotient of 0.
    #[error("division by zero")]
    DivisionByZero,
    /// A quotient that is not a dyadic rational.
    #[error("{quotient} is the value of no finite game: its denominator is not a power of 2")]
    NotDyadic {
        /// The quotient in lowest terms.
        quotient: String,
    },
    /// A nimber of a negative number.
    #[error("there is no nimber {0}: nimbers count from 0")]
    NegativeNimber(String),
    /// An index outside its list or text.
    #[error("index {index} lies outside: the length is {length}")]
    OutOfRange {
        /// The index.
        index: String,
        /// The length of the list or text.
        length: usize,
    },
    /// A dictionary without a value for a key.
    #[error("the dictionary has no key {key}")]
    NoKey {
        /// The key.
        key: String,
    },
    /// Lists inside lists without end.
    #[error("lists are nested more than {0} deep")]
    NestedTooDeep(u32),
    /// A position that lies in itself: a name in it was bound to it.
    #[error("positions lie inside each other more than {0} deep")]
    PositionsTooDeep(u32),
    /// A `pass`, a label or a call that is under way where a known game is needed.
    #[error("a `pass`, a label and a call that is under way stand only as options, in braces")]
    StillOpen,
    /// Sums of calls that are under way lead to more and more positions.
    #[error("the sums in this loop lead to more than {limit} positions")]
    EndlessSums {
        /// How many there may be.
        limit: usize,
    },
    /// A value without moves beside a call that is under way.
    #[error("{value} has two sides and no moves: it is not added to what is not known yet")]
    SidesInSum {
        /// The value.
        value: String,
    },
    /// A label or a call that says nothing of itself but that it is itself.
    #[error("a game that is nothing but itself has no options")]
    NothingButItself,
    /// A game without sides that were found, where a value is needed.
    #[error("{place} is not stopper-sided, as far as looked: it has no value to compute with")]
    NoSides {
        /// Which value: "the sum".
        place: String,
    },
    /// A function met a limit of its own, or one of the session, before it was done.
    #[error("`{function}`: {message}")]
    Unfinished {
        /// The function.
        function: String,
        /// How far it got, and the limit.
        message: String,
    },
    /// A limit, or an interruption, ended a search; something is known nevertheless.
    #[error("{error}")]
    Stopped {
        /// What ended it.
        error: GameError,
        /// The answer as far as it is known.
        known: Box<PartialAnswer>,
    },
    /// An error in the rules that were asked, with its own place.
    #[error("{0}")]
    Elsewhere(Box<Error>),
    /// An impartial game is needed, and its players have different moves.
    #[error("{position} is not impartial: its players have different moves")]
    Partizan {
        /// The component with the different moves.
        position: String,
    },
    /// A function cannot do this with these arguments.
    #[error("`{function}`: {message}")]
    Refused {
        /// The function.
        function: String,
        /// Why.
        message: String,
    },
    /// A built-in function with the wrong number of arguments.
    #[error("`{name}` takes {expected}, not {found}")]
    BuiltInArgumentCount {
        /// The function.
        name: String,
        /// How many it takes, in words.
        expected: String,
        /// How many it was given.
        found: usize,
        /// How it is written.
        usage: String,
    },
    /// `F(x -> x + 1, list)` with a function F of the program.
    #[error("`{name}` takes no function without a name")]
    NoFunctionTaken {
        /// The function.
        name: String,
    },
    /// A function of positions inside a definition.
    #[error("`{name}` is about a position that a query names, not inside a definition")]
    PositionInside {
        /// The function.
        name: String,
    },
    /// `it` inside a definition.
    #[error("`it` is the last answer, which changes: a definition cannot use it")]
    ItInside,
    /// No directive of this name.
    #[error("there is no directive `:{name}`")]
    UnknownDirective {
        /// The name.
        name: String,
        /// A known name that looks like it.
        similar: Option<String>,
    },
    /// A directive with an argument it does not take.
    #[error("{problem}")]
    BadArgument {
        /// The fault.
        problem: String,
        /// How the directive is written.
        usage: &'static str,
    },
    /// A file that cannot be read or written.
    #[error("cannot {action} {path}: {reason}")]
    File {
        /// "read" or "write".
        action: &'static str,
        /// The file.
        path: String,
        /// Why, as the system says.
        reason: String,
        /// A file that may have been meant.
        similar: Option<String>,
    },
    /// A file that would be lost if it were written over.
    #[error("there is a file {path} already")]
    FileExists {
        /// The file.
        path: String,
    },
    /// The last answer, when there is none.
    #[error("nothing was answered yet")]
    NothingAnswered,
    /// Files that load each other.
    #[error("files load each other more than {0} deep")]
    NestedLoad(usize),
    /// Files that use each other.
    #[error("these files use each other: {chain}")]
    UseInCircle {
        /// The files, the first again at the end.
        chain: String,
    },
    /// Help on a name that is unknown.
    #[error("there is no help on `{name}`")]
    NoHelp {
        /// The name.
        name: String,
        /// A known name that looks like it.
        similar: Option<String>,
    },
    /// Something else than one expression where a directive needs one.
    #[error("an expression is due here, and nothing else")]
    NoExpression,
    /// A binding that cannot be written as source.
    #[error("cannot save `{name}`: {reason}")]
    NotSaved {
        /// The binding.
        name: String,
        /// Why.
        reason: String,
    },
}

/// The answer to a question whose search ended early, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartialAnswer {
    /// The winner by who moves first, if who wins was asked.
    pub winners: Option<[Option<Player>; 2]>,
    /// Facts about the terms, a sentence each: a value, or bounds.
    pub terms: Vec<String>,
    /// How many positions were looked at, where they were counted.
    pub positions: Option<u64>,
}

impl PartialAnswer {
    /// The winners that are known after a look at so many positions.
    pub fn of_winners(winners: [Option<Player>; 2], terms: Vec<String>, positions: u64) -> Self {
        PartialAnswer { winners: Some(winners), terms, positions: Some(positions) }
    }

    /// Facts about the terms, where no winner was asked for.
    pub fn of_terms(terms: Vec<String>) -> Self {
        PartialAnswer { terms, ..PartialAnswer::default() }
    }
}

impl fmt::Display for PartialAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = |first: Player, winner: Option<Player>| match winner {
            Some(winner) => format!("{first} moves first: {winner} wins."),
            None => format!("{first} moves first: not known."),
        };
        let winners = self
            .winners
            .iter()
            .flat_map(|winners| Player::BOTH.map(|first| winner(first, winners[first as usize])));
        let positions =
            self.positions.map(|positions| format!("Positions looked at: {positions}."));
        let sentences: Vec<String> =
            winners.chain(self.terms.iter().cloned()).chain(positions).collect();
        f.write_str(&sentences.join(" "))
    }
}

/// How a limit is raised.
fn raised(limit: &LimitReached) -> Option<&'static str> {
    match limit {
        LimitReached::Memory { .. } => Some("`:limit memory 16GiB` raises the limit"),
        LimitReached::Time { .. } => Some("`:limit time 10min` raises the limit"),
        LimitReached::Games { .. } => Some("`:limit games N` raises the limit"),
        _ => None,
    }
}

impl RunError {
    /// The text behind the name of an added directive is wrong. The session says how it is written.
    pub fn argument(problem: impl Into<String>) -> Self {
        RunError::BadArgument { problem: problem.into(), usage: "" }
    }

    /// A file that cannot be written.
    pub fn unwritten(path: &str, error: &std::io::Error) -> Self {
        let (path, reason) = (path.to_owned(), error.to_string());
        RunError::File { action: "write", path, reason, similar: None }
    }

    pub(super) fn code(&self) -> &'static str {
        match self {
            RunError::Game(error) | RunError::Stopped { error, .. } => match error {
                GameError::Interrupted => "interrupted",
                GameError::Limit(_) => "limit",
                _ => "game",
            },
            RunError::UnknownFunction { .. } => "unknown-function",
            RunError::UnknownName { .. } => "unknown-name",
            RunError::NoAnswerYet => "no-answer-yet",
            RunError::FunctionAsValue { .. } => "function-as-value",
            RunError::ArgumentCount { .. } => "call-argument-count",
            RunError::NoClause { .. } => "no-clause",
            RunError::Cycle { .. } => "cycle",
            RunError::Endless { .. } => "endless",
            RunError::TooDeep { .. } => "too-deep",
            RunError::Memory { .. } => "memory",
            RunError::TruthAsCase { .. } => "truth-as-case",
            RunError::NoOutcome { .. } => "no-outcome",
            RunError::WrongKind { .. } => "wrong-kind",
            RunError::IntegerTooLarge => "integer-too-large",
            RunError::ProductOfGame { .. } => "product-of-game",
            RunError::DivisionByZero => "division-by-zero",
            RunError::NotDyadic { .. } => "not-dyadic",
            RunError::NegativeNimber(_) => "negative-nimber",
            RunError::OutOfRange { .. } => "out-of-range",
            RunError::NoKey { .. } => "no-key",
            RunError::NestedTooDeep(_) => "nested-too-deep",
            RunError::PositionsTooDeep(_) => "positions-too-deep",
            RunError::StillOpen => "still-open",
            RunError::EndlessSums { .. } => "endless-sums",
            RunError::SidesInSum { .. } => "sides-in-sum",
            RunError::NothingButItself => "nothing-but-itself",
            RunError::NoSides { .. } => "no-sides",
            RunError::Elsewhere(error) => error.code(),
            RunError::Unfinished { .. } => "unfinished",
            RunError::Partizan { .. } => "partizan",
            RunError::Refused { .. } => "refused",
            RunError::BuiltInArgumentCount { .. } => "argument-count",
            RunError::NoFunctionTaken { .. } => "no-function-taken",
            RunError::PositionInside { .. } => "position-inside",
            RunError::ItInside => "it-inside",
            RunError::UnknownDirective { .. } => "unknown-directive",
            RunError::BadArgument { .. } => "bad-argument",
            RunError::File { .. } => "file",
            RunError::FileExists { .. } => "file-exists",
            RunError::NothingAnswered => "nothing-answered",
            RunError::NestedLoad(_) => "nested-load",
            RunError::UseInCircle { .. } => "use-in-circle",
            RunError::NoHelp { .. } => "no-help",
            RunError::NoExpression => "no-expression",
            RunError::NotSaved { .. } => "not-saved",
        }
    }

    pub(super) fn help(&self) -> Option<String> {
        Some(match self {
            RunError::BuiltInArgumentCount { usage, .. } => format!("write `{usage}`"),
            RunError::NoFunctionTaken { .. } => {
                "`map`, `filter`, `any`, `all`, `count` and `find` take one; \
                 else give it a name in a line of its own: `f = x -> x + 1`"
                    .into()
            }
            RunError::PositionInside { name } => {
                format!("write `{name}(Nim(3) + Nim(5))` as a query")
            }
            RunError::ItInside => {
                "bind it to a name first, `x = it`, or make it a parameter".into()
            }
            RunError::Game(GameError::Limit(limit)) => raised(limit)?.into(),
            RunError::Stopped { error: GameError::Limit(limit), known } => match raised(limit) {
                Some(raised) => format!("{known} {raised}"),
                None => known.to_string(),
            },
            RunError::Stopped { known, .. } => known.to_string(),
            RunError::Elsewhere(error) => return error.help(),
            RunError::Game(GameError::NotShort { .. }) => {
                "of games that are not short, numbers and heaps of Nim are known, each among \
                 themselves, and numbers beside short games: `:help omega`"
                    .into()
            }
            RunError::Memory { .. } => "`:limit memory 16GiB` raises the limit".into(),
            RunError::UnknownName { name, .. } if no_name(name).is_some() => no_name(name)?,
            RunError::UnknownFunction { name, .. } if called_here(name).is_some() => {
                called_here(name)?.to_owned()
            }
            RunError::UnknownFunction { similar, .. } | RunError::UnknownName { similar, .. } => {
                match similar {
                    Some(similar) => format!("did you mean `{similar}`?"),
                    None => match self {
                        RunError::UnknownFunction { name, count: 1, .. } => {
                            format!("define it: `{name}(n) {{ case 0: 0; default: {{ ... }}; }}`")
                        }
                        RunError::UnknownFunction { name, count, .. } => {
                            const LETTERS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
                            let parameters = match LETTERS.get(..*count) {
                                Some(letters) => letters.join(", "),
                                None => "a, b, ...".to_owned(),
                            };
                            format!("define it: `{name}({parameters}) {{ default: {{ ... }}; }}`")
                        }
                        RunError::UnknownName { name, inside: true, .. } => format!(
                            "each option has its own generators: `F({name}) : {name} = 0..n`"
                        ),
                        RunError::UnknownName { name, .. } => format!("bind it: `{name} = ...`"),
                        _ => return None,
                    },
                }
            }
            RunError::NoAnswerYet | RunError::NothingAnswered => "ask something first".into(),
            RunError::FunctionAsValue { name } => format!("call it: `{name}(...)`"),
            RunError::NoClause { .. } => "add a `case` for it, or a `default`".into(),
            RunError::Endless { calls, .. } => format!("{} -> ...", chain(calls)),
            RunError::Cycle { calls } => format!(
                "{}; if positions may come back, mark the definition: `loopy {}(...) {{ ... }}`",
                chain(calls),
                calls.first().and_then(|call| call.split('(').next()).unwrap_or("F"),
            ),
            RunError::StillOpen => {
                "write it between braces, as in `{0|pass}` or `a{0|a}`; labels and \
                                    calls may be added there, as in `{F(n-1) + F(n)|}`; what \
                                    the loop decides is known when it is closed"
                    .into()
            }
            RunError::EndlessSums { .. } => {
                "does each round of the loop add a summand, as `a{a + 1|}` does?".into()
            }
            RunError::SidesInSum { .. } => "`onside(G)` and `offside(G)` have moves".into(),
            RunError::NothingButItself => "give it options: `a{0|a}`".into(),
            RunError::NoSides { .. } => "`? G` says who wins it".into(),
            RunError::TooDeep { depth, calls, .. } => {
                format!("{} -> ..., {depth} calls deep", chain(calls))
            }
            RunError::TruthAsCase { .. } => {
                "a condition stands behind `if`: `case if n % 2 == 0:`".into()
            }
            RunError::NoOutcome { .. } => {
                "outcomes are N, P, L and R, or the sentences \"first player win\", \"second player win\", \
                 \"left player win\", \"right player win\"; with draws the sentences that `?` answers"
                    .into()
            }
            RunError::WrongKind { help, .. } => help.clone()?,
            RunError::ProductOfGame { help } => help.clone(),
            RunError::NoKey { key } => format!("`get(d, {key}, x)` is x then"),
            RunError::OutOfRange { length: 0, .. } => "there is nothing in it".into(),
            RunError::OutOfRange { length, .. } => format!("indices go from 0 to {}", length - 1),
            RunError::UnknownDirective { name, .. }
                if matches!(&name[..], "quit" | "exit" | "q" | "bye") =>
            {
                "Ctrl-D leaves the session".into()
            }
            RunError::UnknownDirective { similar: Some(similar), .. } => {
                format!("did you mean `:{similar}`?")
            }
            RunError::UnknownDirective { .. } => "`:help` lists the directives".into(),
            RunError::BadArgument { usage, .. } => format!("write `{usage}`"),
            RunError::File { similar: Some(similar), .. }
            | RunError::NoHelp { similar: Some(similar), .. } => {
                format!("did you mean `{similar}`?")
            }
            RunError::NoHelp { .. } => "`:help` lists what there is".into(),
            RunError::FileExists { path } => format!("`:write! {path}` writes over it"),
            RunError::UseInCircle { .. } => {
                "put what they share into a file that both use".into()
            }
            _ => return None,
        })
    }
}

/// What a function of other programs and of textbooks is here.
fn called_here(name: &str) -> Option<&'static str> {
    const WORDS: &[(&str, &str)] = &[
        ("grundy", "the Grundy value of G is `nimvalue(G)`"),
        ("Grundyvalue", "the Grundy value of G is `nimvalue(G)`"),
        ("mex", "`nimvalue(G)` is the mex of the Grundy values of the options of G"),
        ("temp", "write `temperature(G)`"),
        ("up", "write `^(x)`, and `2.^` for two ups"),
        ("down", "write `v`, or `-^(x)`"),
        ("star", "write `*(n)`"),
        ("quit", "Ctrl-D leaves the session"),
        ("exit", "Ctrl-D leaves the session"),
        // Methods of CGSuite.
        ("AtomicWeight", "functions stand before the game: `atomicweight(G)`"),
        ("Birthday", "functions stand before the game: `birthday(G)`"),
        ("CanonicalForm", "functions stand before the game: `canonical(G)`"),
        ("Companion", "functions stand before the game: `companion(G)`"),
        ("ConwayMultiply", "functions stand before the games: `conway(G, H)`"),
        ("Cool", "functions stand before the game: `cool(G, t)`"),
        ("Followers", "functions stand before the game: `followers(G)`"),
        ("Freeze", "functions stand before the game: `freeze(G)`"),
        ("Heat", "functions stand before the game: `heat(G, t)`"),
        ("Incentives", "functions stand before the game: `incentives(G)`"),
        ("IsInfinitesimal", "functions stand before the game: `isinfinitesimal(G)`"),
        ("IsNumber", "functions stand before the game: `isnumber(G)`"),
        ("LeftIncentives", "functions stand before the game: `leftincentives(G)`"),
        ("LeftOptions", "functions stand before the game: `left(G)`"),
        ("LeftStop", "functions stand before the game: `leftstop(G)`"),
        ("Mean", "functions stand before the game: `mean(G)`"),
        ("NimValue", "functions stand before the game: `nimvalue(G)`"),
        ("NortonMultiply", "functions stand before the games: `norton(G, U)`"),
        ("Options", "functions stand before the game: `options(G)`"),
        ("OrdinalSum", "functions stand before the games: `ordinal(G, H)`"),
        ("OutcomeClass", "functions stand before the game: `outcome(G)`"),
        ("Overheat", "functions stand before the game: `overheat(G, s, t)`"),
        ("Pow", "functions stand before the game: `power(G, n)`; the third power of up is `^<3>`"),
        ("ReducedCanonicalForm", "functions stand before the game: `reduced(G)`"),
        ("RightIncentives", "functions stand before the game: `rightincentives(G)`"),
        ("RightOptions", "functions stand before the game: `right(G)`"),
        ("RightStop", "functions stand before the game: `rightstop(G)`"),
        ("StopCount", "functions stand before the game: `stopcount(G)`"),
        ("Temperature", "functions stand before the game: `temperature(G)`"),
        ("Thermograph", "functions stand before the game: `thermograph(G)`"),
    ];
    WORDS.iter().find(|(word, _)| *word == name).map(|(_, here)| *here)
}

/// What to write instead of a word that was hardly meant as a name.
fn no_name(name: &str) -> Option<String> {
    match name {
        "quit" | "exit" => Some("Ctrl-D leaves the session".into()),
        _ => Directive::from_name(name).map(|directive| {
            format!("a directive begins with a colon: `:{}`", directive.written().name)
        }),
    }
}

fn chain(calls: &[String]) -> String {
    calls.join(" -> ")
}
