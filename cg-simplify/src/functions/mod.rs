//! Functions on games.
//!
//! Each function is a method of [`Engine`]. [`FUNCTIONS`] lists them by the names
//! that the language uses, with their number of arguments.
//!
//! If a subgroup knows an element as number plus ups plus nimber
//! ([`cg_core::Views::number_ups_star`]) and there is a closed form, the closed form gives the
//! answer. The general algorithms handle all other games, and the tests compare the closed forms
//! with them.
//!
//! | file | functions |
//! | --- | --- |
//! | `kinds` | is it a number, a nimber, infinitesimal, all-small, hot, a switch? |
//! | `moves` | incentives, sensible options and lines, companion, birthday, stopping positions, followers, tempers |
//! | `forms` | forms, their values and their compounds |
//! | `hot` | stops, thermographs, mean, temperature, cooling, heating, products |
//! | `small` | atomic weight, uptimal expansion, reduced canonical form, powers of games {0|H}, what stands on a base |
//! | `nim` | nim products, inverses, square roots |

mod enriched;
mod forms;
mod hot;
mod kinds;
mod moves;
mod nim;
mod small;
mod thermograph;
mod wall;

use std::sync::Arc;

use cg_core::{Dyadic, Error, Game, Player};
use dashu_int::UBig;
use thiserror::Error as ThisError;

use crate::engine::Engine;
use crate::form::Form;

pub use small::Uptimal;
pub use thermograph::{Stops, Thermograph};
pub use wall::{Point, Wall};

/// Why a function on games has no answer.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum FunctionError {
    /// A computation on games failed: a limit, an interrupt, a subgroup.
    #[error(transparent)]
    Game(#[from] Error),
    /// A function of numbers got another game.
    #[error("{function} takes a number here, and {game} is none")]
    NotANumber {
        /// The name of the function in the language.
        function: &'static str,
        /// The game.
        game: String,
    },
    /// A function of the numbers of short games got another number.
    #[error("{function} takes a dyadic number here, and {game} is none")]
    NotDyadic {
        /// The name of the function in the language.
        function: &'static str,
        /// The number.
        game: String,
    },
    /// `simplest(a, b)` with a >= b.
    #[error("no number lies strictly between {low} and {high}: the smaller bound comes first")]
    NothingBetween {
        /// The first bound.
        low: String,
        /// The second.
        high: String,
    },
    /// `nimvalue` of a game that is not a nimber.
    #[error("{game} is no nimber, so it has no nim-value")]
    NotANimber {
        /// The game.
        game: String,
    },
    /// A nimber of an infinite heap with an unknown answer.
    #[error("{game} lies beyond the nimbers for which this is known")]
    BeyondNimbers {
        /// The nimber.
        game: String,
    },
    /// The game has no atomic weight.
    #[error("{game} has no atomic weight")]
    NotAtomic {
        /// The game.
        game: String,
    },
    /// `uptimal` of a game that is not a number plus an uptimal plus a nimber.
    #[error("{game} is no number plus uptimal plus nimber")]
    NotAnUptimal {
        /// The game.
        game: String,
    },
    /// Cooling below the temperature of the integers.
    #[error("cooling by {temperature} is not defined: the coldest games have temperature -1")]
    TooCold {
        /// The requested temperature.
        temperature: String,
    },
    /// Coupons that do not become smaller.
    #[error("the step of the coupons is a positive number, such as 1/8, and {step} is none")]
    BadStep {
        /// The step.
        step: String,
    },
    /// A largest coupon that the steps do not reach.
    #[error("the largest coupon is a multiple of the step {step}, or 0, and {top} is none")]
    BadTop {
        /// The largest coupon.
        top: String,
        /// The step.
        step: String,
    },
    /// More coupons than are played with.
    #[error("{count} coupons are too many (the limit is {limit}): take a larger step")]
    TooManyCoupons {
        /// Their number.
        count: String,
        /// The limit.
        limit: u64,
    },
    /// The unit of a product, or the x of a tiny, must be positive.
    #[error("{function} takes a positive game here, and {game} is none")]
    NotPositive {
        /// The name of the function in the language.
        function: &'static str,
        /// The game.
        game: String,
    },
    /// A set of games is too large to be listed.
    #[error("{game} has {count} followers, too many to list (the limit is {limit})")]
    TooManyFollowers {
        /// The game.
        game: String,
        /// The number of followers.
        count: String,
        /// The largest number that is listed.
        limit: u64,
    },
    /// Powers of a game that is not {0|H}.
    #[error("{game} has no powers: they are those of games {{0|H}}")]
    NoPowers {
        /// The game.
        game: String,
    },
    /// An exponent that is not an integer or too small.
    #[error("the exponent of {function} is an integer, {least} or more")]
    BadExponent {
        /// The name of the function in the language.
        function: &'static str,
        /// The least exponent.
        least: u8,
    },
    /// No game on this base has this ordinal sum.
    #[error(
        "no game on the base {base} is {game}: there is no H with ordinal({base}, H) == {game}"
    )]
    NotSubordinate {
        /// The game.
        game: String,
        /// The base.
        base: String,
    },
    /// There are more lines of play than can be listed.
    #[error(
        "there are more than {limit} sensible lines: `leftsensible` and `rightsensible` list one move"
    )]
    TooManyLines {
        /// The largest number.
        limit: usize,
    },
    /// 0 has no nim inverse.
    #[error("0 has no inverse")]
    NoInverse,
    /// A nimber that is too long to be multiplied.
    #[error("nimbers of more than {limit} bits are not multiplied")]
    LongNimber {
        /// The largest number of bits.
        limit: usize,
    },
    /// A function was called with too many or too few arguments.
    #[error("{function} is called as {usage}")]
    WrongArguments {
        /// The name of the function in the language.
        function: &'static str,
        /// The usage of the function.
        usage: &'static str,
    },
}

/// The answer of a function on games.
pub type FunctionResult<T> = Result<T, FunctionError>;

/// An argument of a function: a value or a form. A function on values takes the value of a form. A
/// function on forms takes the canonical form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// A value.
    Game(Game),
    /// A form, not simplified.
    Form(Form),
}

/// The answer of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// A game.
    Game(Game),
    /// A form, which is not simplified until it is used as a value.
    Form(Form),
    /// A number that is not used as a game, such as a temperature.
    Number(Dyadic),
    /// A count.
    Count(UBig),
    /// Yes or no.
    Flag(bool),
    /// A set of games, in the order of printing.
    Games(Vec<Game>),
    /// Lines of play, each as the list of its games.
    Lines(Vec<Vec<Game>>),
    /// The score where Left moves first, and the one where Right does.
    Scores([Dyadic; 2]),
    /// A thermograph.
    Thermograph(Arc<Thermograph>),
    /// An uptimal expansion.
    Uptimal(Uptimal),
}

/// A function on games, as in the language.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// Its usage, with one letter for each argument.
    pub usage: &'static str,
    /// The number of arguments.
    pub arity: usize,
    /// Its answer, in one line.
    pub summary: &'static str,
    /// The place of its answer on the thermograph of its first argument, in words.
    pub seen: Option<&'static str>,
    run: fn(&mut Engine, &[Argument]) -> FunctionResult<Answer>,
}

impl Function {
    /// Adds the place of its answer on a thermograph.
    const fn seen(mut self, seen: &'static str) -> Self {
        self.seen = Some(seen);
        self
    }

    /// The answer for these arguments.
    ///
    /// # Errors
    /// [`FunctionError::WrongArguments`] for a wrong number of arguments; other errors are
    /// documented at the method of [`Engine`] for the function.
    ///
    /// ```
    /// use cg_core::{Dyadic, Limits, Registry};
    /// use cg_simplify::{Answer, Argument, Engine, function};
    /// let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    /// let half = engine.number(&Dyadic::ONE.half()?)?;
    /// let temperature = function("temperature").unwrap();
    /// let answer = temperature.call(&mut engine, &[Argument::Game(half)])?;
    /// assert_eq!(answer, Answer::Number(-Dyadic::ONE.half()?));
    /// # Ok::<(), cg_simplify::FunctionError>(())
    /// ```
    pub fn call(&self, engine: &mut Engine, arguments: &[Argument]) -> FunctionResult<Answer> {
        if arguments.len() != self.arity {
            return Err(FunctionError::WrongArguments { function: self.name, usage: self.usage });
        }
        (self.run)(engine, arguments)
    }
}

/// The function of this name.
pub fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

fn values<const N: usize>(
    engine: &mut Engine,
    arguments: &[Argument],
) -> FunctionResult<[Game; N]> {
    let mut games = [Game::ZERO; N];
    for (game, &argument) in games.iter_mut().zip(arguments) {
        *game = match argument {
            Argument::Game(game) => game,
            Argument::Form(form) => engine.value(form)?,
        };
    }
    Ok(games)
}

fn forms(engine: &mut Engine, arguments: &[Argument]) -> FunctionResult<[Form; 2]> {
    let zero = engine.canonical_form(Game::ZERO)?;
    let mut forms = [zero; 2];
    for (form, &argument) in forms.iter_mut().zip(arguments) {
        *form = match argument {
            Argument::Form(form) => form,
            Argument::Game(game) => engine.canonical_form(game)?,
        };
    }
    Ok(forms)
}

/// One row: name, arguments, kind of answer, computation, summary.
macro_rules! row {
    ($name:literal($($argument:ident),+) -> $answer:ident, $summary:literal, |$engine:ident| $work:expr) => {
        Function {
            name: $name,
            usage: concat!($name, "(", row!(@list $($argument),+), ")"),
            arity: [$(stringify!($argument)),+].len(),
            summary: $summary,
            seen: None,
            run: |$engine, arguments| {
                let [$($argument),+] = values($engine, arguments)?;
                Ok(Answer::$answer($work?))
            },
        }
    };
    // The closed form `known`, of two values, comes first.
    ($name:literal: forms($g:ident, $h:ident) or $known:ident -> $answer:ident, $summary:literal, |$engine:ident| $work:expr) => {
        Function {
            name: $name,
            usage: concat!($name, "(", row!(@list $g, $h), ")"),
            arity: 2,
            summary: $summary,
            seen: None,
            run: |$engine, arguments| {
                if let [Argument::Game(g), Argument::Game(h)] = *arguments
                    && let Some(known) = $engine.$known(g, h)?
                {
                    return Ok(Answer::Game(known));
                }
                let [$g, $h] = forms($engine, arguments)?;
                Ok(Answer::$answer($work?))
            },
        }
    };
    ($name:literal: forms($g:ident, $h:ident) -> $answer:ident, $summary:literal, |$engine:ident| $work:expr) => {
        Function {
            name: $name,
            usage: concat!($name, "(", row!(@list $g, $h), ")"),
            arity: 2,
            summary: $summary,
            seen: None,
            run: |$engine, arguments| {
                let [$g, $h] = forms($engine, arguments)?;
                Ok(Answer::$answer($work?))
            },
        }
    };
    (@list $first:ident $(, $rest:ident)*) => {
        concat!(stringify!($first) $(, ", ", stringify!($rest))*)
    };
}

/// All functions, by theme.
///
/// | theme | functions |
/// | --- | --- |
/// | hot games | `leftstop rightstop mean temperature thermograph enriched cool heat overheat freeze` |
/// | products and sums | `norton conway ordinal ordinalproduct conjunctive selective` |
/// | small games | `atomicweight reduced uptimal tiny miny` |
/// | moves and shape | `incentives leftincentives rightincentives birthday stopcount followers companion` |
/// | kinds | `isnumber isinteger isnimber isinfinitesimal isallsmall isnumberish ishot isswitch` |
/// | numbers | `nimvalue simplest nimproduct niminverse nimroot` |
/// | powers | `power cumulative subordinate iseventempered isoddtempered leftsensible rightsensible leftlines rightlines` |
pub const FUNCTIONS: &[Function] = &[
    row!("leftstop"(g) -> Number, "the number that play reaches with Left moving first", |e| e.left_stop(g))
        .seen("the left stop is where the left wall stands at t = 0"),
    row!("rightstop"(g) -> Number, "the number that play reaches with Right moving first", |e| e.right_stop(g))
        .seen("the right stop is where the right wall stands at t = 0"),
    row!("mean"(g) -> Number, "the mean value", |e| e.mean(g))
        .seen("the mean is where the mast stands"),
    row!("temperature"(g) -> Number, "the temperature: what a move is worth", |e| e.temperature(g))
        .seen("the temperature is where the mast begins"),
    row!("thermograph"(g) -> Thermograph, "both walls and the mast, for t >= -1", |e| e.thermograph(g)),
    row!("cool"(g, t) -> Game, "g with each move taxed by the number t", |e| {
        let t = e.expect_number("cool", t)?;
        e.cool(g, &t)
    }),
    row!("enriched"(g, t, d) -> Scores, "the scores of g with coupons t, t - d, ..., d, for each player who moves first", |e| {
        let t = e.expect_number("enriched", t)?;
        let d = e.expect_number("enriched", d)?;
        e.enriched(g, &t, &d)
    }),
    row!("heat"(g, t) -> Game, "g with each move worth t more", |e| e.heat(g, t)),
    row!("overheat"(g, s, t) -> Game, "g overheated from s to t", |e| e.overheat(g, s, t)),
    row!("freeze"(g) -> Game, "g cooled by its own temperature", |e| e.freeze(g))
        .seen("the game is cooled by the temperature at which the mast begins"),
    row!("norton"(g, u) -> Game, "the Norton product g . u, u > 0", |e| e.norton(g, u)),
    row!("conway": forms(g, h) or field_product -> Game, "the Conway product", |e| e.conway(g, h)),
    row!("ordinal": forms(g, h) or ordinal_on_nimber -> Form, "the ordinal sum g:h, a form", |e| e.ordinal(g, h)),
    row!("ordinalproduct": forms(g, h) -> Form, "h with a copy of g for each move, a form", |e| e.ordinal_product(g, h)),
    row!("conjunctive": forms(g, h) -> Form, "the sum in which one moves in both, a form", |e| e.conjunctive(g, h)),
    row!("selective": forms(g, h) -> Form, "the sum in which one moves in one or both, a form", |e| e.selective(g, h)),
    row!("incentives"(g) -> Games, "the undominated incentives of both players", |e| e.incentives(g)),
    row!("leftincentives"(g) -> Games, "the undominated incentives of Left", |e| e.incentives_of(g, Player::Left)),
    row!("rightincentives"(g) -> Games, "the undominated incentives of Right", |e| e.incentives_of(g, Player::Right)),
    row!("atomicweight"(g) -> Game, "the atomic weight, where there is one", |e| e.atomic_weight(g)),
    row!("reduced"(g) -> Game, "the reduced canonical form: g up to infinitesimals", |e| e.reduced(g)),
    row!("companion"(g) -> Game, "the companion in the lattice of games born by a day", |e| e.companion(g)),
    Function {
        name: "birthday",
        usage: "birthday(g)",
        arity: 1,
        summary: "the depth of the canonical form",
        seen: None,
        run: |e, arguments| {
            let [g] = values(e, arguments)?;
            Ok(match e.infinite_birthday(g)? {
                Some(ordinal) => Answer::Game(ordinal),
                None => Answer::Count(e.birthday(g)?),
            })
        },
    },
    row!("stopcount"(g) -> Count, "how many stopping positions the canonical form has", |e| e.stop_count(g)),
    row!("followers"(g) -> Games, "all positions of the canonical form, g included", |e| e.followers(g)),
    row!("isnumber"(g) -> Flag, "whether g is a number", |e| e.is_number(g)),
    row!("isinteger"(g) -> Flag, "whether g is an integer", |e| e.is_integer(g)),
    row!("isnimber"(g) -> Flag, "whether g is a nimber, 0 included", |e| e.is_nimber(g)),
    row!("isinfinitesimal"(g) -> Flag, "whether both stops are 0", |e| e.is_infinitesimal(g)),
    row!("isallsmall"(g) -> Flag, "whether everywhere both can move or neither", |e| e.is_all_small(g)),
    row!("isnumberish"(g) -> Flag, "whether the stops agree", |e| e.is_numberish(g)),
    row!("ishot"(g) -> Flag, "whether the left stop exceeds the right stop", |e| e.is_hot(g)),
    row!("isswitch"(g) -> Flag, "whether g is {x|y} with numbers x > y", |e| e.is_switch(g)),
    row!("nimvalue"(g) -> Count, "the n of the nimber *n that g is", |e| e.nim_value(g)),
    row!("simplest"(a, b) -> Game, "the simplest number between the numbers a < b", |e| e.simplest(a, b)),
    row!("uptimal"(g) -> Uptimal, "the digits of a number plus nimber plus powers of up", |e| e.uptimal(g)),
    row!("nimproduct"(g, h) -> Game, "the nim product of two nimbers", |e| e.nim_product(g, h)),
    row!("niminverse"(g) -> Game, "the nimber whose nim product with g is *", |e| e.nim_inverse(g)),
    row!("nimroot"(g) -> Game, "the nimber whose nim product with itself is g", |e| e.nim_root(g)),
    row!("power"(g, n) -> Game, "the n-th power of a game {0|H}", |e| {
        let n = e.exponent("power", 1, n)?;
        e.power(g, &n)
    }),
    row!("cumulative"(g, n) -> Game, "the sum of the first n powers of a game {0|H}", |e| {
        let n = e.exponent("cumulative", 0, n)?;
        e.cumulative(g, &n)
    }),
    row!("subordinate"(g, b) -> Game, "the game h with ordinal(b, h) == g", |e| e.subordinate(g, b)),
    row!("iseventempered"(g) -> Flag, "whether all play to a number takes an even number of moves", |e| e.is_even_tempered(g)),
    row!("isoddtempered"(g) -> Flag, "whether all play to a number takes an odd number of moves", |e| e.is_odd_tempered(g)),
    row!("leftsensible"(g) -> Games, "Left's canonical options that keep the left stop", |e| e.sensible_options(g, Player::Left)),
    row!("rightsensible"(g) -> Games, "Right's canonical options that keep the right stop", |e| e.sensible_options(g, Player::Right)),
    row!("leftlines"(g) -> Lines, "the sensible lines of play to a number, Left moving first", |e| e.sensible_lines(g, Player::Left)),
    row!("rightlines"(g) -> Lines, "the sensible lines of play to a number, Right moving first", |e| e.sensible_lines(g, Player::Right)),
    row!("tiny"(x) -> Game, "{0||0|-x} for x > 0", |e| e.tiny(x)),
    row!("miny"(x) -> Game, "{x|0||0} for x > 0", |e| e.miny(x)),
];
