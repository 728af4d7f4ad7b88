//! The rules that a session defines as a [`Ruleset`], and what functions of positions ask besides the moves.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use cg_core::{Arrange, Outcome, Player};
use cg_loopy::LoopyOutcome;
use cg_rulesets::{Known, Ruleset, Sign};
use dashu_int::IBig;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{
    Component, Found, GamePosition, PositionArgument, PositionMove, PositionPart, Positions, Term,
};
use crate::builtin::{BuiltIn, Figure, Figured};
use crate::context::{Context, RunResult};
use crate::error::{Error, RunError};
use crate::heap_function::HeapFunction;
use crate::source::Source;
use crate::value::Value;

/// The most components of a sum that is searched: more cannot be searched anyway.
const MOST_COMPONENTS: usize = 1000;

/// The rules of the functions that a session defines: positions and moves as the
/// program writes them, for solvers and players of any ruleset.
///
/// Positions come from [`Session::position`](crate::Session::position). Moves look at
/// the limits of the session.
///
/// ```
/// use cg_core::{Limits, Player, Registry};
/// use cg_lang::{Session, Source};
/// use cg_rulesets::{Convention, OutcomeSearch, Ruleset, Sign};
///
/// let engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
/// let mut session = Session::new(engine);
/// let star = session.position(&Source::new("typed", "{0|0} + {0|0}"))?;
/// let rules = session.rules();
/// let mut after = Vec::new();
/// rules.moves(&star, Player::Left, &mut after)?;
/// assert_eq!(after.len(), 2);
/// let mut search = OutcomeSearch::new(Convention::Misere);
/// assert!(search.outcome(&rules, &[(star, Sign::Plus)])?.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rules<'s> {
    positions: RefCell<Positions<'s>>,
    /// Whether nobody can move in a component.
    stuck: RefCell<HashMap<Component, bool, FxBuildHasher>>,
    /// Every game must be impartial: another is an error.
    impartial: Cell<bool>,
    /// Whether that error came.
    partizan: Cell<bool>,
}

impl<'s> Rules<'s> {
    pub(super) fn new(positions: Positions<'s>) -> Self {
        Rules {
            positions: RefCell::new(positions),
            stuck: RefCell::default(),
            impartial: Cell::new(false),
            partizan: Cell::new(false),
        }
    }

    /// What `work` finds of a position.
    fn of<T>(
        &self,
        position: &GamePosition,
        work: impl FnOnce(&mut Positions<'s>, &[Term]) -> Found<T>,
    ) -> Result<T, Error> {
        let found = work(&mut self.positions.borrow_mut(), &position.terms);
        found.map_err(|failure| position.located(failure))
    }

    fn is_stuck(&self, component: &Component) -> Found<bool> {
        if let Some(&stuck) = self.stuck.borrow().get(component) {
            return Ok(stuck);
        }
        let mut positions = self.positions.borrow_mut();
        // A word has no moves, and still is something.
        if let Component::Ruled(number, _) = component
            && positions.machine.builtins.get(*number).is_word()
        {
            return Ok(false);
        }
        let mut stuck = true;
        for player in Player::BOTH {
            stuck &= positions.moves(component, player)?.is_empty();
        }
        // Moves of a large board take long, and many boards are asked about in a row.
        positions.machine.engine.look(0)?;
        self.stuck.borrow_mut().insert(component.clone(), stuck);
        Ok(stuck)
    }

    /// The components of a position in which somebody can move, each with its number
    /// of copies.
    fn alive(&self, terms: &[Term]) -> Found<Vec<(Component, usize, Sign)>> {
        let (mut alive, mut all) = (Vec::new(), 0_usize);
        for Term { count, component } in terms {
            if self.is_stuck(component)? {
                continue;
            }
            let negative = *count < IBig::ZERO;
            let (copies, sign) =
                if negative { (-count, Sign::Minus) } else { (count.clone(), Sign::Plus) };
            let copies =
                usize::try_from(&copies).ok().filter(|copies| copies + all <= MOST_COMPONENTS);
            let Some(copies) = copies else {
                let message = "it has too many components".into();
                return Err(RunError::Refused { function: "position".into(), message }.into());
            };
            all += copies;
            alive.push((component.clone(), copies, sign));
        }
        Ok(alive)
    }

    /// Fails when the players have different moves in a component.
    fn check_impartial(&self, component: &Component) -> Found<()> {
        let mut numbers = Numbers::default();
        let mut sides = [BTreeSet::new(), BTreeSet::new()];
        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
            let moves = self.positions.borrow_mut().moves(component, player)?;
            for moved in moves {
                let mut heaps = Vec::new();
                for (component, copies, _) in self.alive(&moved)? {
                    heaps.extend(std::iter::repeat_n(numbers.of(component), copies));
                }
                heaps.sort_unstable();
                side.insert(heaps);
            }
        }
        if sides[0] == sides[1] {
            return Ok(());
        }
        self.partizan.set(true);
        let position = self.positions.borrow_mut().component_text(component, true)?;
        Err(RunError::Partizan { position }.into())
    }

    fn moved(&self, position: &GamePosition, player: Player) -> Found<Vec<GamePosition>> {
        if self.impartial.get() {
            for term in &*position.terms {
                self.check_impartial(&term.component)?;
            }
        }
        let moves = self.positions.borrow_mut().moves_of_components(&position.terms, player)?;
        self.positions.borrow().machine.engine.look(0)?;
        Ok(moves.into_iter().map(|terms| position.with(terms)).collect())
    }
}

/// What functions of positions ask besides the moves.
impl Rules<'_> {
    /// From here on every game must be impartial, or not. A component in which the players have different
    /// moves is an error then, as soon as its moves are asked for. Earlier refusals are forgotten.
    pub fn expect_impartial(&self, expected: bool) {
        self.impartial.set(expected);
        if expected {
            self.partizan.set(false);
        }
    }

    /// Whether a game was refused since it is not impartial.
    pub fn met_partizan(&self) -> bool {
        self.partizan.get()
    }

    /// Operations on values, under the limits of the session.
    pub fn with_context<T>(&self, act: impl FnOnce(&mut Context<'_>) -> T) -> T {
        act(&mut self.positions.borrow_mut().machine.context())
    }

    /// The value of a position in normal play.
    ///
    /// # Errors
    /// A value that goes on for ever; errors of the rules; limits.
    pub fn value(&self, position: &GamePosition) -> Result<cg_core::Game, Error> {
        self.of(position, Positions::position_game)
    }

    /// The value of a position: a game, or one that may go on for ever.
    pub(crate) fn loopy_value(&self, position: &GamePosition) -> Result<Value, Error> {
        match self.value(position) {
            Ok(game) => Ok(Value::Game(game)),
            Err(error) if error.is_limit() || error.is_interruption() => Err(error),
            Err(_) => self.of(position, |positions, terms| positions.loopy_sum(terms, &IBig::ONE)),
        }
    }

    /// Who wins a position when `first` moves first, in a game that ends.
    pub(crate) fn winner(&self, position: &GamePosition, first: Player) -> Result<Player, Error> {
        self.of(position, |positions, terms| positions.winner(terms, first))
    }

    /// Whether the value of a component is loopy, or the rules of one let positions come back.
    pub(crate) fn comes_back(&self, position: &GamePosition) -> Result<bool, Error> {
        self.of(position, Positions::come_back)
    }

    /// Whether a component may go on for ever, by what is typed.
    pub(crate) fn is_loopy(&self, position: &GamePosition) -> bool {
        self.positions.borrow().comes_back_as_typed(&position.terms)
    }

    /// Whether both players have the same moves in everything that the position can
    /// become. `None` when that takes a look at more than `most` moves.
    pub(crate) fn looks_impartial(
        &self,
        position: &GamePosition,
        most: usize,
    ) -> Result<Option<bool>, Error> {
        self.of(position, |positions, terms| positions.is_impartial(terms, most))
    }

    /// The components of a position as data, in order.
    ///
    /// # Errors
    /// A text that is too long; other limits.
    pub fn parts(&self, position: &GamePosition) -> Result<Vec<PositionPart>, Error> {
        self.of(position, Positions::parts)
    }

    /// The position as it would be typed.
    ///
    /// # Errors
    /// A text that is too long; other limits.
    pub fn text(&self, position: &GamePosition) -> Result<String, Error> {
        self.of(position, Positions::position_text)
    }

    /// The moves of a player as text and as positions, those that are written alike once.
    ///
    /// # Errors
    /// Too many moves to list; errors of the rules; limits.
    pub fn written_moves(
        &self,
        position: &GamePosition,
        player: Player,
    ) -> Result<Vec<PositionMove>, Error> {
        self.of(position, |positions, _| positions.played_moves(position, player))
    }

    /// The call of a function of the program, as a position. `None` when there is no such function.
    pub fn call(&self, function: &str, arguments: &[Value]) -> Option<GamePosition> {
        let positions = self.positions.borrow();
        let number = positions.machine.function_names.find(function)?;
        let source = Source::new("<call>", function);
        let terms = vec![Term::one(Component::Call(number, arguments.to_vec()))];
        let span = source.whole();
        Some(GamePosition::new(terms, source, span))
    }

    /// The built-in function that a position calls, which knows its moves, with the arguments; `None`
    /// for other positions, and for sums and differences.
    pub fn built_in_call(&self, position: &GamePosition) -> Option<(String, Vec<Value>)> {
        let [Term { count, component: Component::Ruled(number, arguments) }] = &*position.terms
        else {
            return None;
        };
        let positions = self.positions.borrow();
        let name = positions.machine.builtins.get(*number).name().to_owned();
        count.is_one().then(|| (name, arguments.clone()))
    }

    /// The moves of a function, when its definition consists of cases for whole numbers and a
    /// default whose options are, for each player, sums of one or two calls of the function itself,
    /// each alone or with one generator. `None` says nothing about other definitions.
    pub fn heap_function(&self, function: &str) -> Option<HeapFunction> {
        let machine = &*self.positions.borrow().machine;
        let defined = machine.defined(machine.function_names.find(function)?)?;
        HeapFunction::of(&defined.ast, &defined.definition)
    }

    /// Who wins a position, by search where its value would take long.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub fn outcome(&self, position: &GamePosition) -> Result<LoopyOutcome, RunError> {
        let searched = self.positions.borrow_mut().machine.searched_outcome(&position.terms)?;
        if let Some(outcome) = searched {
            return Ok(outcome.into());
        }
        let value = self.loopy_value(position)?;
        let machine = &mut *self.positions.borrow_mut().machine;
        match &value {
            Value::Loopy(_) => machine.context().loopy_outcome(&value, "what `outcome` asks about"),
            value => {
                let game = machine.context().game(value, "the argument of `outcome`")?;
                Ok(machine.engine.outcome(game)?.into())
            }
        }
    }

    /// A figure of a position, by its walls where its value would take long; `None` where its value
    /// tells.
    ///
    /// # Errors
    /// Errors of the rules; limits, with what is known of the figure.
    pub fn figure(&self, position: &GamePosition, asked: Figure) -> RunResult<Option<Figured>> {
        self.positions.borrow_mut().machine.searched_figure(&position.terms, asked)
    }

    /// How a figure of a position is come by, where [`Rules::figure`] works it out.
    ///
    /// # Errors
    /// Those of [`Rules::figure`].
    pub fn figure_reasons(
        &self,
        position: &GamePosition,
        asked: Figure,
    ) -> RunResult<Option<Vec<String>>> {
        self.positions.borrow_mut().machine.searched_figure_reasons(&position.terms, asked)
    }

    /// What a built-in function answers about the value of a position.
    pub(crate) fn of_value(&self, position: &GamePosition, function: &str) -> RunResult<Value> {
        let value = self.loopy_value(position)?;
        let machine = &mut *self.positions.borrow_mut().machine;
        // As it is registered: others may know more games.
        let number = machine.builtins.find(function).expect("it is the function that asks");
        let function = machine.builtins.get(number).clone();
        function.call(&mut machine.context(), &[value])
    }

    /// Who wins under misère play, where who cannot move wins: by the solver of the session. Games need not be
    /// impartial.
    ///
    /// # Errors
    /// Errors of the rules; positions that come back; a session without a solver; limits.
    pub fn misere_outcome(&self, position: &GamePosition) -> Result<Outcome, Error> {
        self.of(position, |positions, terms| Ok(positions.machine.searched_misere(terms)?))
    }
}

impl Ruleset for Rules<'_> {
    type Position = GamePosition;
    type Error = Error;

    fn moves(
        &self,
        position: &GamePosition,
        player: Player,
        out: &mut impl Extend<GamePosition>,
    ) -> Result<(), Error> {
        out.extend(self.moved(position, player).map_err(|failure| position.located(failure))?);
        Ok(())
    }

    fn is_impartial(&self) -> bool {
        self.impartial.get()
    }

    /// The components, each copy by itself; at most a thousand.
    fn split(
        &self,
        position: GamePosition,
        parts: &mut impl Extend<(GamePosition, Sign)>,
    ) -> Result<(), Error> {
        let alive = self.alive(&position.terms).map_err(|failure| position.located(failure))?;
        for (component, copies, sign) in alive {
            let part = position.with(vec![Term::one(component)]);
            parts.extend(std::iter::repeat_n((part, sign), copies));
        }
        Ok(())
    }

    fn known(&self, position: &GamePosition) -> Result<Option<Known>, Error> {
        for term in &*position.terms {
            if !self.is_stuck(&term.component).map_err(|failure| position.located(failure))? {
                return Ok(None);
            }
        }
        Ok(Some(Known::Ended))
    }
}

/// Numbers for components, in the order in which they come.
#[derive(Default)]
struct Numbers(HashMap<Component, usize, FxBuildHasher>);

impl Numbers {
    fn of(&mut self, component: Component) -> usize {
        let next = self.0.len();
        *self.0.entry(component).or_insert(next)
    }
}

/// `misere(G)`: who wins the position that was typed.
pub(crate) fn misere() -> BuiltIn {
    let help = "Who wins a position under misere play, where who cannot move wins.";
    BuiltIn::of_positions("misere", "misere(G)", help, 1..=1, |rules, typed| {
        let [PositionArgument::Position(position)] = typed else {
            let message = "it is about one position, as in misere(Nim(3) + Nim(5))".into();
            return Err(RunError::Refused { function: "misere".into(), message });
        };
        Ok(rules.misere_outcome(position)?.into())
    })
}

impl Positions<'_> {
    fn is_impartial(&mut self, terms: &[Term], most: usize) -> Found<Option<bool>> {
        let mut numbers = Numbers::default();
        let mut seen = BTreeSet::new();
        let mut looked_at = 0;
        let mut waiting: Vec<Component> = terms.iter().map(|term| term.component.clone()).collect();
        while let Some(component) = waiting.pop() {
            if !seen.insert(numbers.of(component.clone())) {
                continue;
            }
            if looked_at > most {
                return Ok(None);
            }
            self.machine.engine.check()?;
            let mut sides = [BTreeSet::new(), BTreeSet::new()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                for moved in self.moves(&component, player)? {
                    let mut counted: Vec<(usize, IBig)> = Vec::new();
                    for Term { count, component } in moved {
                        let copies = if count < IBig::ZERO { -count } else { count };
                        counted.push((numbers.of(component.clone()), copies));
                        waiting.push(component);
                    }
                    counted.arrange();
                    side.insert(counted);
                }
            }
            if sides[0] != sides[1] {
                return Ok(Some(false));
            }
            looked_at += sides[0].len();
        }
        Ok(Some(true))
    }
}
