//! Theories of play beyond normal play, in the language G: universes of misère play, entailing moves,
//! scores.
//!
//! A position is looked at as it was typed. Its options may hold the words `oo`, `end`, `score`,
//! `entails` and `again`, which are no games of normal play.

use std::cell::Cell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cg_core::{Outcome, Player, Relation};
use cg_lang::{
    BuiltIn, Error, GamePosition, PositionArgument, Rules, RunError, RunResult, Session, Value,
};
use cg_rulesets::{Ruleset, Sign};
use cg_universes::{
    Atom, Choices, Ends, Form, Playable, Score, Theory, Universe, UniverseError, least_universe,
};

/// The part of the memory limit beyond which what is known of all theories is forgotten.
const KEPT: u64 = 4;

/// The universes of a session, each made when it is asked for.
#[derive(Clone, Default)]
pub(crate) struct Known(Arc<Mutex<Vec<Universe>>>);

impl Known {
    /// Asks the universe of a theory, under the limits of the session.
    pub(crate) fn ask<A>(
        &self,
        theory: Theory,
        rules: &Rules<'_>,
        ask: impl FnOnce(&mut Universe) -> A,
    ) -> A {
        let (mut limits, held) = rules.with_context(|context| {
            (context.engine.limits().clone(), context.engine.memory() as u64)
        });
        let all =
            |universes: &[Universe]| universes.iter().map(Universe::memory).sum::<usize>() as u64;
        let mut universes = self.universes();
        if all(&universes) > limits.memory / KEPT {
            universes.clear();
        }
        let at = universes.iter().position(|universe| universe.ends() == theory);
        let known = at.map(|at| universes.swap_remove(at));
        let others = all(&universes);
        // A position may ask again while it is read, and is answered by another universe.
        drop(universes);
        let mut universe = known.unwrap_or_else(|| Universe::new(theory, limits.clone()));
        // The engine and the other universes hold a part of what may be used, and the engine
        // grows while games are read as forms: it may take as much.
        limits.memory = limits.memory.saturating_sub(held + others) / 2;
        universe.set_limits(limits);
        let answer = ask(&mut universe);
        let mut universes = self.universes();
        universes.retain(|other| other.ends() != theory);
        universes.push(universe);
        answer
    }

    fn universes(&self) -> MutexGuard<'_, Vec<Universe>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds the functions, the theories and the words. What is known of all theories is shared by those who ask.
pub(crate) fn equip(session: &mut Session) -> Known {
    session.add_help(|| include_str!("../help/universes.md"));
    let known = Known::default();
    for theory in Theory::ALL {
        session.add_function(of_theory(&known, theory).that_keeps_sums());
    }
    for word in words() {
        session.add_function(word);
    }
    for function in functions(&known) {
        session.add_function(function.that_keeps_sums());
    }
    // What is known in normal play may be asked for a theory.
    let shared: [(&'static str, Asked); 2] = [
        ("outcome", |asking| Ok(asking.outcome()?.into())),
        ("simplest", |asking| {
            let text = asking.simplest()?;
            Ok(asking.bare(text))
        }),
    ];
    for (name, asked) in shared {
        let found = session.built_ins().iter().find(|function| function.name() == name);
        let function = found.expect("it is a function of normal play").clone();
        let known = known.clone();
        session.add_function(function.that_keeps_sums().with_theories(move |rules, typed| {
            let (theory, given) = in_theory(name, typed)?;
            asked(&mut Asking { known: &known, rules, name, theory, given })
        }));
    }
    known
}

pub(crate) fn refused(function: &str, message: impl Into<String>) -> RunError {
    RunError::Refused { function: function.into(), message: message.into() }
}

/// An error of the library: an interruption and a limit stay what they are.
fn failed(rules: &Rules<'_>, function: &str, error: UniverseError) -> RunError {
    match error {
        UniverseError::Core(cg_core::Error::Interrupted) => {
            // Says so in the words of the engine.
            let looked = rules.with_context(|context| context.engine.look(0));
            looked.err().map_or_else(|| RunError::Game(cg_core::Error::Interrupted), RunError::Game)
        }
        limit if limit.is_limit() => {
            RunError::Unfinished { function: function.into(), message: limit.to_string() }
        }
        other => refused(function, other.to_string()),
    }
}

// Words and theories.

fn words() -> Vec<BuiltIn> {
    let word = |name: &'static str, usage: &'static str, help, count, theory: Theory| {
        let message = match theory {
            Theory::Scoring => {
                "points decide it: mark the definition `scoring` and ask `? G`, or ask stops(G)"
                    .into()
            }
            theory => format!(
                "it is no game of normal play: ask in the theory, as in outcome({}, G)",
                theory.name()
            ),
        };
        BuiltIn::word(name, usage, help, count, refused(name, message))
    };
    vec![
        word("oo", "oo", "Left has won: a form of affine play.", 0..=0, Theory::Affine),
        word("end", "end(a)", "The player may stop, and a is scored.", 0..=1, Theory::Scoring),
        word("score", "score(a)", "A score, where nobody can move.", 1..=1, Theory::Scoring),
        word(
            "entails",
            "entails F(n)",
            "A move after which the opponent must answer in F(n).",
            1..=usize::MAX,
            Theory::Affine,
        ),
        word(
            "again",
            "again F(n)",
            "A move to F(n) after which the same player moves again.",
            1..=usize::MAX,
            Theory::Affine,
        ),
    ]
}

/// The name of a theory, which as a function says whether a position is one of its games.
fn of_theory(known: &Known, theory: Theory) -> BuiltIn {
    let name = theory.name();
    let about = "A theory of play; as a function, whether G is one of its games.";
    let known = known.clone();
    BuiltIn::of_positions(name, format!("{name}(G)"), about, 1..=1, move |rules, typed| {
        let mut asking = Asking { known: &known, rules, name, theory, given: typed };
        match asking.with_forms(|_, _| Ok(())) {
            Ok(()) => Ok(true.into()),
            Err(Failure::Universe(
                UniverseError::NotInUniverse { .. } | UniverseError::Mixed { .. },
            )) => Ok(false.into()),
            Err(failure) => Err(failure.of(rules, name)),
        }
    })
    .that_is_a_theory()
}

/// The theory that is the first argument, and the others.
pub(crate) fn in_theory<'t>(
    function: &str,
    typed: &'t [PositionArgument],
) -> RunResult<(Theory, &'t [PositionArgument])> {
    let theory = match typed {
        [PositionArgument::Function(name), ..] => Theory::named(name),
        _ => None,
    };
    let theory = theory.ok_or_else(|| {
        let names = Theory::ALL.map(|theory| theory.name()).join(", ");
        refused(function, format!("the first argument is a theory: one of {names}"))
    })?;
    Ok((theory, &typed[1..]))
}

// Positions in a theory.

/// A position as it was typed, or what a word makes of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Game(GamePosition),
    /// The player threatens to win at once, and the other must answer in the position.
    Entailed(GamePosition, Player),
    /// The same where the answer is the position: then the player moves again.
    Again(GamePosition, Player),
    Won(Player),
}

/// The rules of a session with the words.
pub(crate) struct WithWords<'r, 's> {
    rules: &'r Rules<'s>,
    /// Whether a word `end` was met.
    marks: Cell<bool>,
    /// Whether a score was met.
    scores: Cell<bool>,
    /// Whether a word `again` was met.
    agains: Cell<bool>,
}

impl<'r, 's> WithWords<'r, 's> {
    pub(crate) fn new(rules: &'r Rules<'s>) -> Self {
        let [marks, scores, agains] = [(); 3].map(|()| Cell::new(false));
        WithWords { rules, marks, scores, agains }
    }

    /// The rules of the session.
    pub(crate) fn rules(&self) -> &'r Rules<'s> {
        self.rules
    }

    /// Whether a score was met.
    pub(crate) fn has_scores(&self) -> bool {
        self.scores.get()
    }

    /// Whether a move was met after which the same player moves again.
    pub(crate) fn has_again(&self) -> bool {
        self.agains.get()
    }

    /// The position behind `again`, if that is what a component is.
    pub(crate) fn again(&self, part: &GamePosition) -> Result<Option<GamePosition>, Failure> {
        match self.rules.built_in_call(part) {
            Some((word, arguments)) if word == "again" => self.behind(&word, &arguments).map(Some),
            _ => Ok(None),
        }
    }

    /// An option as it is written.
    pub(crate) fn text(&self, option: &Place) -> Result<String, Failure> {
        let (word, position) = match option {
            Place::Game(position) => ("", position),
            Place::Entailed(position, _) => ("entails ", position),
            Place::Again(position, _) => ("again ", position),
            Place::Won(Player::Left) => return Ok("oo".into()),
            Place::Won(Player::Right) => return Ok("-oo".into()),
        };
        let text = self.rules.text(position).map_err(Failure::Rules)?;
        Ok(format!("{word}{text}"))
    }

    /// The score that a word has.
    fn score(&self, word: &str, arguments: &[Value]) -> Result<Score, Failure> {
        let [value] = arguments else { return Ok(Score::ZERO) };
        self.scores.set(true);
        let text = self.rules.with_context(|context| context.show(value));
        let score = text.parse();
        score.map_err(|_| Failure::Run(refused(word, format!("{text} is no exact score"))))
    }

    /// The position that stands behind `entails` or `again`.
    fn behind(&self, word: &str, arguments: &[Value]) -> Result<GamePosition, Failure> {
        let [function, arguments @ ..] = arguments else {
            return Err(Failure::Run(refused(word, "a call stands behind it")));
        };
        let name = self.rules.with_context(|context| context.show(function));
        self.rules.call(&name, arguments).ok_or_else(|| {
            Failure::Run(refused(word, format!("`{name}` is no function of the program")))
        })
    }

    pub(crate) fn of_game(
        &self,
        position: &GamePosition,
        player: Player,
    ) -> Result<Choices<Place>, Failure> {
        let mut moves = Vec::new();
        self.rules.moves(position, player, &mut moves).map_err(Failure::Rules)?;
        let mut choices = Choices { options: Vec::new(), mark: None };
        for option in moves {
            let Some((word, arguments)) = self.rules.built_in_call(&option) else {
                choices.options.push(Place::Game(option));
                continue;
            };
            match word.as_str() {
                "end" => {
                    self.marks.set(true);
                    choices.mark = Some(self.score(&word, &arguments)?);
                    if arguments.is_empty() {
                        continue;
                    }
                }
                "entails" => {
                    let position = self.behind(&word, &arguments)?;
                    choices.options.push(Place::Entailed(position, player));
                }
                "again" => {
                    self.agains.set(true);
                    let position = self.behind(&word, &arguments)?;
                    choices.options.push(Place::Again(position, player));
                }
                _ => choices.options.push(Place::Game(option)),
            }
        }
        Ok(choices)
    }
}

impl Playable for WithWords<'_, '_> {
    type Position = Place;
    type Error = Failure;

    fn choices(&self, place: &Place, player: Player) -> Result<Choices<Place>, Failure> {
        let only = |place| Choices { options: vec![place], mark: None };
        match place {
            Place::Game(position) => self.of_game(position, player),
            Place::Entailed(_, by) | Place::Again(_, by) if *by == player => {
                Ok(only(Place::Won(player)))
            }
            Place::Entailed(position, _) => self.of_game(position, player),
            Place::Again(position, _) => Ok(only(Place::Game(position.clone()))),
            Place::Won(_) => unreachable!("it is an atom"),
        }
    }

    fn components(&self, place: &Place) -> Result<Vec<(Place, Sign)>, Failure> {
        let Place::Game(position) = place else { return Ok(vec![(place.clone(), Sign::Plus)]) };
        let mut parts: Vec<(GamePosition, Sign)> = Vec::new();
        self.rules.split(position.clone(), &mut parts).map_err(Failure::Rules)?;
        Ok(parts.into_iter().map(|(part, sign)| (Place::Game(part), sign)).collect())
    }

    fn bytes(&self, place: &Place) -> usize {
        match place {
            Place::Game(position) | Place::Entailed(position, _) | Place::Again(position, _) => {
                position.bytes()
            }
            Place::Won(_) => 0,
        }
    }

    fn atom(&self, place: &Place) -> Result<Option<Atom>, Failure> {
        let position = match place {
            Place::Game(position) => position,
            Place::Won(player) => return Ok(Some(Atom::Won(*player))),
            Place::Entailed(..) | Place::Again(..) => return Ok(None),
        };
        let Some((word, arguments)) = self.rules.built_in_call(position) else { return Ok(None) };
        match word.as_str() {
            "oo" => Ok(Some(Atom::Won(Player::Left))),
            "score" => Ok(Some(Atom::Score(self.score(&word, &arguments)?))),
            "again" => {
                self.agains.set(true);
                let message = "with a score beside it, it has no theory of sums: ask for its stops";
                Err(Failure::Run(refused(&word, message)))
            }
            "end" | "entails" => {
                let message = "it stands for a whole option, not for a part of a sum";
                Err(Failure::Run(refused(&word, message)))
            }
            _ => Ok(None),
        }
    }
}

/// Why a position has no answer.
pub(crate) enum Failure {
    Rules(Error),
    Run(RunError),
    Universe(UniverseError),
}

impl Failure {
    pub(crate) fn of(self, rules: &Rules<'_>, function: &str) -> RunError {
        match self {
            Failure::Rules(error) => error.into(),
            Failure::Run(error) => error,
            Failure::Universe(error) => failed(rules, function, error),
        }
    }
}

impl From<UniverseError> for Failure {
    fn from(error: UniverseError) -> Self {
        Failure::Universe(error)
    }
}

/// A call of a function in a theory.
struct Asking<'a, 's> {
    known: &'a Known,
    rules: &'a Rules<'s>,
    name: &'static str,
    theory: Theory,
    given: &'a [PositionArgument],
}

/// A question with a text for an answer.
type Asked = fn(&mut Asking<'_, '_>) -> RunResult<Value>;

impl Asking<'_, '_> {
    /// Gives the forms of the arguments, in simplest form, to a question.
    fn with_forms<A>(
        &mut self,
        ask: impl FnOnce(&mut Universe, &[Form]) -> cg_universes::Result<A>,
    ) -> Result<A, Failure> {
        let Asking { known, rules, name, theory, given } = *self;
        known.ask(theory, rules, |universe| {
            let mut forms = Vec::new();
            for argument in given {
                let form = form(universe, &WithWords::new(rules), name, argument, false)?;
                forms.push(universe.simplest(form)?);
            }
            Ok(ask(universe, &forms)?)
        })
    }

    fn answer<A>(
        &mut self,
        ask: impl FnOnce(&mut Universe, &[Form]) -> cg_universes::Result<A>,
    ) -> RunResult<A> {
        let (rules, name) = (self.rules, self.name);
        self.with_forms(ask).map_err(|failure| failure.of(rules, name))
    }

    fn outcome(&mut self) -> RunResult<Outcome> {
        self.answer(|universe, forms| match forms {
            [g] => universe.outcome(*g),
            _ => Err(UniverseError::Refused("write outcome(T, G)".into())),
        })
    }

    fn simplest(&mut self) -> RunResult<String> {
        self.answer(|universe, forms| match forms {
            [g] => universe.text(*g),
            _ => Err(UniverseError::Refused("write simplest(T, G)".into())),
        })
    }
}

/// The form of an argument: as it is played, or one that is equal in the theory.
pub(crate) fn form(
    universe: &mut Universe,
    words: &WithWords<'_, '_>,
    function: &str,
    argument: &PositionArgument,
    played: bool,
) -> Result<Form, Failure> {
    match argument {
        PositionArgument::Position(position) => {
            let place = Place::Game(position.clone());
            if played {
                return universe.form_of(words, &place);
            }
            let simplest = universe.simplest_of(words, &place);
            if !words.marks.get() {
                return simplest;
            }
            // With marks it is taken for a simplest form.
            let form = universe.form_of::<_, Failure>(words, &place)?;
            universe.expect_member(form)?;
            Ok(form)
        }
        PositionArgument::Value(Value::Text(text)) => {
            let form = universe.read(text.as_str())?;
            if !played {
                universe.expect_member(form)?;
            }
            Ok(form)
        }
        _ => {
            let message = "it is about positions and forms, as in '{0|*}' or Nim(3)";
            Err(Failure::Run(refused(function, message)))
        }
    }
}

// The functions.

fn functions(known: &Known) -> Vec<BuiltIn> {
    let mut functions = Vec::new();
    let mut in_theory_of =
        |name: &'static str,
         usage: &'static str,
         about: &'static str,
         games: usize,
         answer: fn(&mut Asking<'_, '_>) -> RunResult<Value>| {
            let known = known.clone();
            let count = games + 1..=games + 1;
            functions.push(BuiltIn::of_positions(
                name,
                usage,
                about,
                count,
                move |rules, typed| {
                    let (theory, given) = in_theory(name, typed)?;
                    answer(&mut Asking { known: &known, rules, name, theory, given })
                },
            ));
        };
    in_theory_of(
        "compare",
        "compare(T, G, H)",
        "How G stands to H in a theory of play: a text, one of < > = <>.",
        2,
        |asking| {
            let relation = asking.answer(|universe, forms| universe.compare(forms[0], forms[1]))?;
            let sign = if relation == Relation::Equal { "=".into() } else { relation.to_string() };
            Ok(asking.rules.with_context(|context| context.text(sign)))
        },
    );
    in_theory_of(
        "member",
        "member(T, G)",
        "A game of the universe T that is equal to G, in few forms.",
        1,
        |asking| {
            let text = asking.answer(|universe, forms| {
                let member = universe.member(forms[0])?;
                universe.text(member)
            })?;
            Ok(asking.bare(text))
        },
    );
    in_theory_of(
        "inverse",
        "inverse(T, G)",
        "The game that added to G is 0 in a theory of play: its conjugate, where it has one.",
        1,
        |asking| {
            let text = asking.answer(|universe, forms| {
                let inverse = universe.inverse(forms[0])?;
                universe.text(inverse)
            })?;
            Ok(asking.bare(text))
        },
    );
    in_theory_of(
        "separator",
        "separator(T, G, H)",
        "A game of T beside which G and H do not do equally well, by a search; or none found.",
        2,
        |asking| {
            let text = asking.answer(|universe, forms| {
                let (g, h) = (forms[0], forms[1]);
                if universe.compare(g, h)? == Relation::Equal {
                    return Ok("none: they are equal".into());
                }
                let found = match universe.separator(g, h)? {
                    None => universe.separator(h, g)?,
                    found => found,
                };
                found.map_or_else(|| Ok("none found".into()), |x| universe.text(x))
            })?;
            Ok(asking.bare(text))
        },
    );
    functions.push(comparison(known));
    functions.push(universe_of(known));
    functions.push(p_free(known));
    functions.push(loony(known));
    functions.push(classes(known));
    functions.push(monoid(known));
    functions
}

impl Asking<'_, '_> {
    fn bare(&self, text: String) -> Value {
        self.rules.with_context(|context| context.bare_text(text))
    }
}

/// `G <= H mod T`, which is the call `mod(T, "<=", G, H)`.
fn comparison(known: &Known) -> BuiltIn {
    let name = "mod";
    let about = "A comparison in a theory of play: true or false.";
    let known = known.clone();
    BuiltIn::of_positions(name, "G <= H mod T", about, 4..=4, move |rules, typed| {
        let (theory, given) = in_theory(name, typed)?;
        let [PositionArgument::Value(Value::Text(sign)), given @ ..] = given else {
            return Err(refused(name, "write G <= H mod T"));
        };
        let mut asking = Asking { known: &known, rules, name, theory, given };
        let relation = asking.answer(|universe, forms| universe.compare(forms[0], forms[1]))?;
        let holds = match sign.as_str() {
            "==" => relation == Relation::Equal,
            "!=" => relation != Relation::Equal,
            "<=" => relation.at_most(),
            ">=" => relation.at_least(),
            "<" => relation == Relation::Less,
            ">" => relation == Relation::Greater,
            "<>" => relation == Relation::Confused,
            other => return Err(refused(name, format!("`{other}` is no comparison"))),
        };
        Ok(holds.into())
    })
}

/// `universe(G)`: the least theory that holds a position as it is played.
fn universe_of(known: &Known) -> BuiltIn {
    let name = "universe";
    let about = "The least universe that holds G: dicots, deadending, blocking or misereplay; affine or scoring.";
    let known = known.clone();
    BuiltIn::of_positions(name, "universe(G)", about, 1..=1, move |rules, typed| {
        let least = match &typed[0] {
            PositionArgument::Position(position) => {
                let words = WithWords::new(rules);
                let place = Place::Game(position.clone());
                let found = known.ask(Theory::AllMisere, rules, |universe| {
                    universe.universe_of::<_, Failure>(&words, &place)
                });
                match found {
                    Ok(_) if words.scores.get() => Theory::Scoring,
                    Ok(least) => least,
                    Err(Failure::Universe(UniverseError::Mixed { theory, .. })) => {
                        Theory::named(theory).expect("errors name theories")
                    }
                    Err(failure) => return Err(failure.of(rules, name)),
                }
            }
            PositionArgument::Value(Value::Text(text)) => {
                let limits = rules.with_context(|context| context.engine.limits().clone());
                let least = least_universe(text.as_str(), limits);
                least.map_err(|error| failed(rules, name, error))?
            }
            _ => return Err(refused(name, "it is about one position, as in universe(Nim(3))")),
        };
        Ok(rules.with_context(|context| context.bare_text(least.name())))
    })
}

/// `pfree(G)`: whether no follower is won by who moves second, under misère play.
fn p_free(known: &Known) -> BuiltIn {
    let name = "pfree";
    let about =
        "Whether no follower of G, as it is played, is won by the second player in misère play.";
    let known = known.clone();
    BuiltIn::of_positions(name, "pfree(G)", about, 1..=1, move |rules, typed| {
        let free = known.ask(Theory::AllMisere, rules, |universe| {
            let form = form(universe, &WithWords::new(rules), name, &typed[0], true)?;
            Ok(universe.is_p_free(form)?)
        });
        Ok(free.map_err(|failure: Failure| failure.of(rules, name))?.into())
    })
}

/// `loony(G)`: whether who moves wins, whatever nimber is beside the position.
fn loony(known: &Known) -> BuiltIn {
    let name = "loony";
    let about = "Whether G is loony: who moves wins, whatever nimber is beside it.";
    let known = known.clone();
    BuiltIn::of_positions(name, "loony(G)", about, 1..=1, move |rules, typed| {
        let loony = known.ask(Theory::Affine, rules, |universe| {
            let form = form(universe, &WithWords::new(rules), name, &typed[0], true)?;
            Ok(universe.is_loony(form)?)
        });
        let loony = loony.map_err(|failure: Failure| failure.of(rules, name))?;
        Ok(loony.into())
    })
}

/// `classes(T, n)`: how many games are born by a day.
fn classes(known: &Known) -> BuiltIn {
    let name = "classes";
    let about =
        "How many games of a theory are born by day n; in scoring, with the scores of a list.";
    let known = known.clone();
    BuiltIn::of_positions(name, "classes(T, n)", about, 2..=3, move |rules, typed| {
        let (theory, given) = in_theory(name, typed)?;
        let day = whole(rules, name, &given[0])?;
        let day = u32::try_from(day).map_err(|_| refused(name, "the day is out of reach"))?;
        let mut scores = Vec::new();
        match given.get(1) {
            None => {}
            Some(PositionArgument::List(list)) => {
                for position in list {
                    let text = rules.text(position)?;
                    let score = text.parse().map_err(|error| failed(rules, name, error))?;
                    scores.push(score);
                }
            }
            Some(_) => {
                return Err(refused(name, "the scores are a list: classes(scoring, 1, [0, 1])"));
            }
        }
        if theory == Theory::Scoring && scores.is_empty() {
            return Err(refused(name, "name the scores: classes(scoring, 1, [0, 1])"));
        }
        let found = known.ask(theory, rules, |universe| universe.classes(day, &scores));
        let count = found.map_err(|error| failed(rules, name, error))?.len();
        Ok(rules.with_context(|context| context.integer_value(count.into())))
    })
}

/// A whole number that was typed.
fn whole(rules: &Rules<'_>, function: &str, typed: &PositionArgument) -> RunResult<u64> {
    let PositionArgument::Position(position) = typed else {
        return Err(refused(function, "a whole number is missing"));
    };
    let value = rules.value(position)?;
    let number = rules.with_context(|context| context.integer(&Value::Game(value), "a number"))?;
    u64::try_from(&number).map_err(|_| refused(function, "a whole number is missing"))
}

/// `monoid(F, n, k)`: the classes of sums of at most k heaps to n, as such sums tell them apart.
fn monoid(known: &Known) -> BuiltIn {
    let name = "monoid";
    let about = "The sums of at most k of F(1) to F(n), in misère play, one of each class that such sums tell apart.";
    let known = known.clone();
    BuiltIn::of_positions(name, "monoid(F, n, k)", about, 3..=3, move |rules, typed| {
        let PositionArgument::Function(function) = &typed[0] else {
            return Err(refused(name, "it is about a function of heaps: monoid(F, 5, 4)"));
        };
        let (heaps, most) = (whole(rules, name, &typed[1])?, whole(rules, name, &typed[2])?);
        let most = usize::try_from(most).map_err(|_| refused(name, "the sums are too many"))?;
        let found = known.ask(Theory::AllMisere, rules, |universe| {
            let mut games = Vec::new();
            for heap in 1..=heaps {
                let size = rules.with_context(|context| context.integer_value(heap.into()));
                let position = rules.call(function, &[size]).ok_or_else(|| {
                    Failure::Run(refused(
                        name,
                        format!("`{function}` is no function of the program"),
                    ))
                })?;
                let words = WithWords::new(rules);
                games.push(universe.simplest_of::<_, Failure>(&words, &Place::Game(position))?);
            }
            Ok(universe.monoid(&games, most)?)
        });
        let classes = found.map_err(|failure: Failure| failure.of(rules, name))?;
        rules.with_context(|context| {
            let mut sums = Vec::new();
            for heaps in classes {
                let heaps = heaps.into_iter().map(|at| context.integer_value((at + 1).into()));
                let heaps = heaps.collect();
                sums.push(context.list(heaps)?);
            }
            context.list(sums)
        })
    })
}
