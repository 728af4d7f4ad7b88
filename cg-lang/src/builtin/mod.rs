//! The table of built-in functions: one place for the evaluator, `:help`,
//! completion and did-you-mean. Whoever embeds the language adds to it.

mod figure;
mod solver;

pub use figure::{Figure, Figured};
pub use solver::{PositionSolver, Reasons};

use std::any::Any;
use std::borrow::Cow;
use std::cmp;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cg_core::{Outcome, Player};
use cg_rulesets::{Drawing, NamedMove};

use crate::board::OfBoards;
use crate::context::{Context, RunResult};
use crate::error::{Error, RunError};
use crate::position::{GamePosition, PositionArgument, Rules};
use crate::value::{Names, Value};

/// What a built-in function does with its arguments.
type Body = dyn Fn(&mut Context<'_>, &[Value]) -> RunResult<Value> + Send + Sync;

/// What a function does with positions as they were typed.
type OfPositions<T> = dyn Fn(&Rules<'_>, &[PositionArgument]) -> RunResult<T> + Send + Sync;

/// What a function says of who wins a position.
type Verdicts = dyn Fn(&Rules<'_>, &[PositionArgument], Asked) -> RunResult<Verdict> + Send + Sync;

/// What is asked about who wins a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Who wins.
    Outcome,
    /// Who wins, and by which first moves: `??`.
    Moves,
}

/// Who wins a position, as a function of positions says it.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Who wins.
    pub outcome: Outcome,
    /// All that was asked, as text, possibly of several lines.
    pub text: String,
    /// The same as data, of a type that whoever added the function knows.
    pub data: Arc<dyn Any + Send + Sync>,
}

/// The scores of a position that points decide.
#[derive(Clone, Debug)]
pub struct Scored {
    /// The scores when Left starts and when Right starts: what `it` is then.
    pub value: Value,
    /// All that was asked, as text, possibly of several lines.
    pub text: String,
    /// The same as data, of a type that whoever added the function knows.
    pub data: Arc<dyn Any + Send + Sync>,
}

/// A position that points decide, with its scores.
#[derive(Clone, Debug)]
pub struct ScoredPosition {
    /// The position.
    pub position: GamePosition,
    /// Its scores, or why they are not known.
    pub scored: Result<Scored, Error>,
}

/// A function that tells the scores of a position.
type Scorer = dyn Fn(&Rules<'_>, &GamePosition, Asked) -> RunResult<Scored> + Send + Sync;

/// A move in a component of a position, with its name where that says all. In a call of a function that knows
/// its moves, it leads to the arguments of another call.
pub type MoveTo<P = Vec<Value>> = NamedMove<P, Option<String>>;

/// The moves of a player in a call of a function.
type Moves = dyn Fn(&mut Context<'_>, &[Value], Player) -> RunResult<Vec<MoveTo>> + Send + Sync;

/// What is to be seen of a call with these arguments.
type Draw = dyn Fn(&[Value]) -> Option<Drawing> + Send + Sync;

/// What the evaluator has to know of a function beside its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    /// Nothing: the body does it all.
    None,
    /// `map`, which the machine does.
    Map,
    /// `filter`, which the machine does.
    Filter,
    /// The body gets positions as they were typed, which values forget.
    Positions,
    /// The same of one position, which may also stand in definitions.
    Position,
    /// With two arguments of which the first is a function, the function is applied to
    /// the items of the list and the body gets the list of its values.
    OverItems,
    /// `any` and `all`: the first answer that is this one decides.
    First(bool),
    /// With two arguments of which the first is a function, the function gives the keys of the
    /// items of the list.
    ByKey,
    /// `sum`, whose items are components of a position.
    Sum,
    /// With a function of the program before the other arguments, the machine lists its boards.
    Boards,
    /// A call of a built-in function as the only argument is handed over as that function and
    /// its arguments.
    Apart,
    /// Declarations that are made of it are read as a normal form.
    OfBoards(OfBoards),
}

/// The functions that typed code has instructions for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Native {
    Rows,
    Cols,
    Length,
    Put,
    Near,
    Neighbours,
    Cells,
    /// The least or the greatest of numbers: as it stands to the others.
    Extreme(cmp::Ordering),
}

/// A function of the language that is not written in it.
///
/// ```
/// use cg_lang::{BuiltIn, Value};
/// let double = BuiltIn::new("double", "double(n)", "Twice n.", 1..=1, |context, arguments| {
///     let n = context.integer(&arguments[0], "the argument of `double`")?;
///     Ok(context.integer_value(n * 2))
/// });
/// assert_eq!(double.usage(), "double(n)");
/// ```
#[derive(Clone)]
pub struct BuiltIn {
    name: Cow<'static, str>,
    usage: Cow<'static, str>,
    help: Cow<'static, str>,
    count: RangeInclusive<usize>,
    special: Special,
    instruction: Option<Native>,
    seen: Option<&'static str>,
    body: Arc<Body>,
    keyed: Option<Arc<Body>>,
    of_positions: Option<Arc<OfPositions<Value>>>,
    is_word: bool,
    keeps_sums: bool,
    keeps_positions: bool,
    of_values: bool,
    in_normal_play: bool,
    is_theory: bool,
    in_theories: Option<Arc<OfPositions<Value>>>,
    needs_moves: bool,
    verdicts: Option<Arc<Verdicts>>,
    reasons: Option<Arc<OfPositions<Vec<String>>>>,
    scorer: Option<Arc<Scorer>>,
    moves: Option<Arc<Moves>>,
    comes_back: bool,
    scores: bool,
    draw: Option<Arc<Draw>>,
}

impl BuiltIn {
    /// A function `name`, written as `usage` says, that takes `count`
    /// arguments; `help` is one line, for lists of functions. `:help` says more in a topic of its name:
    /// see [`Session::add_help`](crate::Session::add_help).
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        usage: impl Into<Cow<'static, str>>,
        help: impl Into<Cow<'static, str>>,
        count: RangeInclusive<usize>,
        body: impl Fn(&mut Context<'_>, &[Value]) -> RunResult<Value> + Send + Sync + 'static,
    ) -> Self {
        BuiltIn {
            name: name.into(),
            usage: usage.into(),
            help: help.into(),
            count,
            special: Special::None,
            instruction: None,
            seen: None,
            body: Arc::new(body),
            keyed: None,
            of_positions: None,
            is_word: false,
            keeps_sums: false,
            keeps_positions: false,
            of_values: false,
            in_normal_play: false,
            is_theory: false,
            in_theories: None,
            needs_moves: false,
            verdicts: None,
            reasons: None,
            scorer: None,
            moves: None,
            comes_back: false,
            scores: false,
            draw: None,
        }
    }

    /// The same function, which sees what it is asked about, and not only its value: when its
    /// only argument is a call of a built-in function, the body gets that function and then
    /// the arguments of the call. `f(g(1, 2))` is then the same as `f(g, 1, 2)`.
    #[must_use]
    pub fn with_calls_apart(self) -> Self {
        self.special_form(Special::Apart)
    }

    /// The same function. Where its first argument is a function of the program, and two or three
    /// others follow, its answer is the list of the boards of that function: `boards(F, rows, columns)`.
    #[must_use]
    pub fn that_lists_boards(self) -> Self {
        self.special_form(Special::Boards)
    }

    /// A function of positions as they were typed, with what [`Rules`] tells of them. It can be called in
    /// queries and bindings, not inside definitions, and is no value.
    ///
    /// ```
    /// use cg_core::{Limits, Player, Registry};
    /// use cg_lang::{BuiltIn, Event, PositionArgument, Role, RunError, Session, Source};
    /// use cg_rulesets::Ruleset;
    ///
    /// let moves = BuiltIn::of_positions("moves", "moves(G)", "How many moves Left has.", 1..=1, |rules, given| {
    ///     let refused = |message: &str| RunError::Refused { function: "moves".into(), message: message.into() };
    ///     let PositionArgument::Position(position) = &given[0] else { return Err(refused("no position")) };
    ///     let mut moves = Vec::new();
    ///     rules.moves(position, Player::Left, &mut moves)?;
    ///     Ok(rules.with_context(|context| context.integer_value(moves.len().into())))
    /// });
    /// let mut session = Session::new(cg_simplify::Engine::new(Registry::empty(), Limits::default())?);
    /// session.add_function(moves);
    /// session.run(&Source::new("example", "moves({0, 0 + {0|}|} + {0|0})"), Role::Typed, &mut |session, event| {
    ///     let Event::Answer(answer) = event else { panic!("no answer") };
    ///     assert_eq!(answer.to_text(session).unwrap(), "3");
    /// });
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn of_positions(
        name: impl Into<Cow<'static, str>>,
        usage: impl Into<Cow<'static, str>>,
        help: impl Into<Cow<'static, str>>,
        count: RangeInclusive<usize>,
        body: impl Fn(&Rules<'_>, &[PositionArgument]) -> RunResult<Value> + Send + Sync + 'static,
    ) -> Self {
        let mut function = Self::new(name, usage, help, count, only_compiled);
        function.special = Special::Positions;
        function.of_positions = Some(Arc::new(body));
        function
    }

    /// The same, which is about one position and may also be called inside definitions and
    /// loops. A game that was computed forgot its moves and is refused.
    #[must_use]
    pub fn of_one(mut self) -> Self {
        self.special = Special::Position;
        self.needs_moves = true;
        self
    }

    /// A function of one argument that gets its positions as they were typed: then `body`
    /// answers, and else the function as before.
    #[must_use]
    pub fn with_positions(
        mut self,
        body: impl Fn(&Rules<'_>, &GamePosition) -> RunResult<Value> + Send + Sync + 'static,
    ) -> Self {
        self.special = Special::Position;
        self.of_positions = Some(Arc::new(move |rules, typed| match typed {
            [PositionArgument::Position(position)] => body(rules, position),
            _ => unreachable!("it is asked about one position"),
        }));
        self
    }

    /// A word of positions that are no games of normal play, such as `oo`: its calls stay components of
    /// positions ([`Rules::built_in_call`](crate::Rules::built_in_call)). Whoever asks for its value or its
    /// moves gets the error `refusal`.
    ///
    /// ```
    /// use cg_lang::{BuiltIn, RunError};
    /// let refusal = RunError::Refused { function: "oo".into(), message: "Left has won".into() };
    /// assert_eq!(BuiltIn::word("oo", "oo", "Left has won.", 0..=0, refusal).name(), "oo");
    /// ```
    pub fn word(
        name: impl Into<Cow<'static, str>>,
        usage: impl Into<Cow<'static, str>>,
        help: impl Into<Cow<'static, str>>,
        count: RangeInclusive<usize>,
        refusal: RunError,
    ) -> Self {
        let of_moves = refusal.clone();
        let mut word = Self::new(name, usage, help, count, move |_, _| Err(refusal.clone()))
            .with_moves(move |_, _, _| Err(of_moves.clone()));
        word.is_word = true;
        word
    }

    /// The same function, asked by `? G` and `?? G` for scores
    /// ([`AnswerKind::Scored`](crate::AnswerKind::Scored)) if a component of G is a call of a definition marked
    /// `scoring`, or of a function [`BuiltIn::that_scores`].
    #[must_use]
    pub fn with_scores(
        mut self,
        body: impl Fn(&Rules<'_>, &GamePosition, Asked) -> RunResult<Scored> + Send + Sync + 'static,
    ) -> Self {
        self.scorer = Some(Arc::new(body));
        self
    }

    /// The same function. Points decide the positions that its calls are.
    #[must_use]
    pub fn that_scores(mut self) -> Self {
        self.scores = true;
        self
    }

    /// The same, to which `1 - 1` is a sum of two positions, and not the number 0.
    #[must_use]
    pub fn that_keeps_sums(mut self) -> Self {
        self.keeps_sums = true;
        self
    }

    /// The same function of positions, which needs their values alone: a game that forgot its moves will
    /// do. Two arguments may be a function and a list: then it gets one, the list of the calls of
    /// that function, one for each item.
    #[must_use]
    pub fn of_values(mut self) -> Self {
        self.of_values = true;
        self
    }

    /// The same under another name.
    pub(crate) fn renamed(
        self,
        name: impl Into<Cow<'static, str>>,
        usage: impl Into<Cow<'static, str>>,
    ) -> Self {
        BuiltIn { name: name.into(), usage: usage.into(), ..self }
    }

    /// The same, whose positions have values in normal play alone: functions that need moves refuse
    /// its calls.
    #[must_use]
    pub fn in_normal_play_alone(mut self) -> Self {
        self.in_normal_play = true;
        self
    }

    /// The same, which only moves the items of its lists: positions among them stay positions.
    pub(crate) fn that_keeps_positions(mut self) -> Self {
        self.keeps_positions = true;
        self
    }

    /// The same, whose name stands for a theory of play: as the first argument it makes a call one
    /// in that theory, see [`BuiltIn::with_theories`].
    #[must_use]
    pub fn that_is_a_theory(mut self) -> Self {
        self.is_theory = true;
        self
    }

    /// The same, which a theory of play may be asked for: a call with the name of one as its first
    /// argument is answered by `body`, which gets positions as they were typed.
    #[must_use]
    pub fn with_theories(
        mut self,
        body: impl Fn(&Rules<'_>, &[PositionArgument]) -> RunResult<Value> + Send + Sync + 'static,
    ) -> Self {
        self.in_theories = Some(Arc::new(body));
        self
    }

    /// The same, which tells who wins: a call of it that is a query, alone or behind `?` or `??`, is answered by
    /// `body`, as text and as data ([`AnswerKind::Verdict`](crate::AnswerKind::Verdict)). Inside other
    /// expressions it is a value as before, which should print what `body` says of the outcome.
    #[must_use]
    pub fn with_verdicts(
        mut self,
        body: impl Fn(&Rules<'_>, &[PositionArgument], Asked) -> RunResult<Verdict>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.verdicts = Some(Arc::new(body));
        self
    }

    /// The same with reasons that `:why` shows, a sentence or more in each item.
    #[must_use]
    pub fn with_reasons(
        mut self,
        body: impl Fn(&Rules<'_>, &[PositionArgument]) -> RunResult<Vec<String>> + Send + Sync + 'static,
    ) -> Self {
        self.reasons = Some(Arc::new(body));
        self
    }

    /// The same, whose calls are positions with these moves: for `??`, and for functions of positions. Without
    /// them the moves are those of the value.
    #[must_use]
    pub fn with_moves(
        mut self,
        moves: impl Fn(&mut Context<'_>, &[Value], Player) -> RunResult<Vec<MoveTo>>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.moves = Some(Arc::new(moves));
        self
    }

    /// The same, whose positions come back, so that play may go on for ever.
    #[must_use]
    pub fn that_comes_back(mut self) -> Self {
        self.comes_back = true;
        self
    }

    /// The same, whose calls are drawn so where there is something to draw: see
    /// [`PositionPart::drawing`](crate::PositionPart::drawing).
    #[must_use]
    pub fn with_drawing(
        mut self,
        draw: impl Fn(&[Value]) -> Option<Drawing> + Send + Sync + 'static,
    ) -> Self {
        self.draw = Some(Arc::new(draw));
        self
    }

    /// The same function, with `first` asked before: where that gives a value, it is the
    /// answer.
    ///
    /// ```
    /// use cg_lang::{BuiltIn, Value};
    /// let known = BuiltIn::new("size", "size(x)", "The size of x.", 1..=1, |_, _| Ok(Value::Integer(1)));
    /// let more = known.extended(|_, values| {
    ///     Ok(matches!(values[0], Value::Text(_)).then_some(Value::Integer(0)))
    /// });
    /// assert_eq!(more.name(), "size");
    /// ```
    #[must_use]
    pub fn extended(
        &self,
        first: impl Fn(&mut Context<'_>, &[Value]) -> RunResult<Option<Value>> + Send + Sync + 'static,
    ) -> Self {
        let known = Arc::clone(&self.body);
        let body = move |context: &mut Context<'_>, values: &[Value]| match first(context, values)?
        {
            Some(value) => Ok(value),
            None => known(context, values),
        };
        BuiltIn { body: Arc::new(body), ..self.clone() }
    }

    /// The same function of lists and texts, to which an outcome is its sentence.
    pub(crate) fn with_sentences(self) -> Self {
        let known = Arc::clone(&self.body);
        let body = move |context: &mut Context<'_>, values: &[Value]| match values {
            [Value::Outcome(outcome), rest @ ..] => {
                let mut values = vec![context.bare_text(outcome.to_string())];
                values.extend_from_slice(rest);
                known(context, &values)
            }
            values => known(context, values),
        };
        BuiltIn { body: Arc::new(body), ..self }
    }

    /// The same, which may be called with a function and a list: then `body` gets one list, of the
    /// pairs of the value of the function and the item.
    pub(crate) fn with_keys(
        mut self,
        body: impl Fn(&mut Context<'_>, &[Value]) -> RunResult<Value> + Send + Sync + 'static,
    ) -> Self {
        self.keyed = Some(Arc::new(body));
        self.special_form(Special::ByKey)
    }

    pub(crate) fn keyed(&self) -> Option<&Arc<Body>> {
        self.keyed.as_ref()
    }

    /// Typed code has an instruction for it.
    pub(crate) fn with_instruction(mut self, instruction: Native) -> Self {
        self.instruction = Some(instruction);
        self
    }

    pub(crate) fn special_form(mut self, special: Special) -> Self {
        self.special = special;
        self
    }

    pub(crate) fn seen_on_thermographs(mut self, seen: Option<&'static str>) -> Self {
        self.seen = seen;
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it is written.
    pub fn usage(&self) -> &str {
        &self.usage
    }

    /// What it does, in one line.
    pub fn help(&self) -> &str {
        &self.help
    }

    /// The instruction that typed code has for it.
    pub(crate) fn instruction(&self) -> Option<Native> {
        self.instruction
    }

    pub(crate) fn special(&self) -> Special {
        self.special
    }

    /// Where its answer is seen on the thermograph of its argument, in words.
    pub(crate) fn seen(&self) -> Option<&'static str> {
        self.seen
    }

    pub(crate) fn takes(&self, count: usize) -> bool {
        self.count.contains(&count)
    }

    /// The fewest arguments it takes.
    pub(crate) fn fewest(&self) -> usize {
        *self.count.start()
    }

    /// How many arguments it takes, in words.
    pub(crate) fn expects(&self) -> String {
        let (least, most) = (*self.count.start(), *self.count.end());
        let arguments = |n: usize| if n == 1 { "argument" } else { "arguments" };
        if least == most {
            format!("{least} {}", arguments(least))
        } else if most == usize::MAX {
            format!("{least} {} or more", arguments(least))
        } else {
            format!("{least} to {most} arguments")
        }
    }

    /// Whether a game that was computed will not do.
    pub(crate) fn needs_moves(&self) -> bool {
        self.needs_moves
    }

    pub(crate) fn keeps_sums(&self) -> bool {
        self.keeps_sums
    }

    pub(crate) fn is_in_normal_play(&self) -> bool {
        self.in_normal_play
    }

    pub(crate) fn is_of_values(&self) -> bool {
        self.of_values
    }

    pub(crate) fn keeps_positions(&self) -> bool {
        self.keeps_positions
    }

    pub(crate) fn is_word(&self) -> bool {
        self.is_word
    }

    pub(crate) fn is_theory(&self) -> bool {
        self.is_theory
    }

    pub(crate) fn in_theories(&self) -> Option<&OfPositions<Value>> {
        self.in_theories.as_deref()
    }

    pub(crate) fn of_typed(&self) -> Option<&OfPositions<Value>> {
        self.of_positions.as_deref()
    }

    pub(crate) fn verdicts(&self) -> Option<&Verdicts> {
        self.verdicts.as_deref()
    }

    pub(crate) fn reasons(&self) -> Option<&OfPositions<Vec<String>>> {
        self.reasons.as_deref()
    }

    pub(crate) fn scores(&self) -> bool {
        self.scores
    }

    pub(crate) fn comes_back(&self) -> bool {
        self.comes_back
    }

    pub(crate) fn moves(&self) -> Option<&Moves> {
        self.moves.as_deref()
    }

    /// What is to be seen of a call with these arguments.
    pub(crate) fn drawing(&self, arguments: &[Value]) -> Option<Drawing> {
        self.draw.as_ref().and_then(|draw| draw(arguments))
    }

    pub(crate) fn call(&self, context: &mut Context<'_>, arguments: &[Value]) -> RunResult<Value> {
        (self.body)(context, arguments)
    }
}

impl std::fmt::Debug for BuiltIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BuiltIn").field("usage", &self.usage).finish_non_exhaustive()
    }
}

/// The body of a function that the evaluator does itself.
pub(crate) fn only_compiled(_: &mut Context<'_>, _: &[Value]) -> RunResult<Value> {
    Err(RunError::Refused {
        function: "this function".into(),
        message: "it is not a value; call it".into(),
    })
}

/// All built-in functions of a session.
#[derive(Clone, Debug, Default)]
pub(crate) struct BuiltIns {
    functions: Vec<BuiltIn>,
    /// Their names, with the same numbers.
    names: Names,
    /// Those whose names the program has given to functions of its own.
    hidden: HashSet<u32>,
    /// No file may be read: see [`Session::confine`](crate::Session::confine).
    closed: Arc<AtomicBool>,
    /// Who tells who wins positions whose values are too large.
    solver: Option<Arc<dyn PositionSolver>>,
}

impl BuiltIns {
    /// Adds a function; one of the same name is replaced.
    pub(crate) fn add(&mut self, function: BuiltIn) {
        let number = self.names.number(&function.name) as usize;
        match self.functions.get_mut(number) {
            Some(known) => *known = function,
            None => self.functions.push(function),
        }
    }

    /// From here on no file is read.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Whether files may be read, for the functions that read them.
    pub(crate) fn closed(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.closed)
    }

    pub(crate) fn set_solver(&mut self, solver: Arc<dyn PositionSolver>) {
        self.solver = Some(solver);
    }

    /// The function that tells scores, if there is one.
    pub(crate) fn scorer(&self) -> Option<Arc<Scorer>> {
        self.functions.iter().find_map(|function| function.scorer.clone())
    }

    pub(crate) fn solver(&self) -> Option<Arc<dyn PositionSolver>> {
        self.solver.clone()
    }

    /// The function of this name, unless the program has one of its own.
    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        self.names.find(name).filter(|number| !self.hidden.contains(number))
    }

    /// The program defines a function of this name. True when it hides one from here on.
    pub(crate) fn hide(&mut self, name: &str) -> bool {
        self.names.find(name).is_some_and(|number| self.hidden.insert(number))
    }

    /// The program has no function of this name after all.
    pub(crate) fn show(&mut self, name: &str) {
        if let Some(number) = self.names.find(name) {
            self.hidden.remove(&number);
        }
    }

    /// The program has no functions any more.
    pub(crate) fn show_all(&mut self) {
        self.hidden.clear();
    }

    /// The number of the function that is special in this way.
    pub(crate) fn special(&self, special: Special) -> u32 {
        let found = self.functions.iter().zip(0..).find(|(f, _)| f.special == special);
        found.expect("the language has one").1
    }

    pub(crate) fn get(&self, number: u32) -> &BuiltIn {
        &self.functions[number as usize]
    }

    /// The names by number.
    pub(crate) fn names(&self) -> &Names {
        &self.names
    }

    pub(crate) fn all(&self) -> &[BuiltIn] {
        &self.functions
    }
}
