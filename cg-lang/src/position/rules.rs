//! The rules that a session defines as a [`Ruleset`], and misère play by its search.
//!
//! Values do not tell who wins sums under misère play, so there positions are
//! searched.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use cg_core::{Outcome, Player};
use cg_rulesets::{Convention, Known, OutcomeSearch, Ruleset, SearchError, Sign};
use dashu_int::IBig;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{
    Bindings, Component, Expression, Failure, Found, GamePosition, Part, Positions, Term, Tree,
};
use crate::ast::Symbol;
use crate::compile::FormOf;
use crate::context::RunResult;
use crate::error::{Error, ErrorKind, RunError};
use crate::machine::Machine;
use crate::value::Value;

/// The most components of a sum that is searched: more cannot be searched anyway.
const MOST_COMPONENTS: usize = 1000;

/// Steps of a search between two looks at its memory.
const STEPS_PER_LOOK: u32 = 1 << 10;

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
/// assert!(search.outcome(&rules, &[(star, Sign::Plus)]).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rules<'s> {
    positions: RefCell<Positions<'s>>,
    /// Whether nobody can move in a component.
    stuck: RefCell<HashMap<Component, bool, FxBuildHasher>>,
    /// Every game must be impartial: another is an error.
    impartial: bool,
}

impl<'s> Rules<'s> {
    pub(crate) fn new(machine: &'s mut Machine) -> Self {
        Rules {
            positions: RefCell::new(Positions::new(machine)),
            stuck: RefCell::default(),
            impartial: false,
        }
    }

    fn is_stuck(&self, component: &Component) -> Found<bool> {
        if let Some(&stuck) = self.stuck.borrow().get(component) {
            return Ok(stuck);
        }
        let mut positions = self.positions.borrow_mut();
        let mut stuck = true;
        for player in Player::BOTH {
            stuck &= positions.moves(component, player)?.is_empty();
        }
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
                return Err(self.refuse("the position has too many components"));
            };
            all += copies;
            alive.push((component.clone(), copies, sign));
        }
        Ok(alive)
    }

    fn refuse(&self, message: impl Into<String>) -> Failure {
        let function = if self.impartial { "misere" } else { "position" };
        Failure::Here(RunError::Refused { function: function.into(), message: message.into() })
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
        let text = self.positions.borrow_mut().component_text(component, true)?;
        Err(self.refuse(format!("{text} is not impartial: its players have different moves")))
    }

    fn moved(&self, position: &GamePosition, player: Player) -> Found<Vec<GamePosition>> {
        if self.impartial {
            for term in &*position.terms {
                self.check_impartial(&term.component)?;
            }
        }
        let part = |term: &Term| Part { term: term.clone(), braces: None };
        let parts: Vec<Part> = position.terms.iter().map(part).collect();
        let moves = self.positions.borrow_mut().moves_of_parts(&parts, player)?;
        Ok(moves.into_iter().map(|terms| position.with(terms)).collect())
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
        self.impartial
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

/// What a misère search remembers of components and positions. It holds as long
/// as no function of the session is defined anew.
#[derive(Debug)]
pub struct MisereMemo {
    search: OutcomeSearch<GamePosition>,
    stuck: HashMap<Component, bool, FxBuildHasher>,
}

impl Default for MisereMemo {
    fn default() -> Self {
        MisereMemo { search: OutcomeSearch::new(Convention::Misere), stuck: HashMap::default() }
    }
}

/// `misere(G)`: who wins the position that was typed, as a text.
pub(crate) fn misere(
    machine: &mut Machine,
    form: &FormOf,
    locals: Vec<(Symbol, Value)>,
) -> RunResult<Value> {
    let source = machine.current_source();
    let span = form.ast.span(form.node);
    let tree = Tree { ast: Arc::clone(&form.ast), source: source.clone() };
    let expression = Expression { tree, node: form.node, bindings: Bindings::new(locals) };
    let found = match Positions::new(machine).components(&expression) {
        Ok(terms) => {
            let position = GamePosition::new(terms, source, span);
            machine.misere_outcome(&position, &mut MisereMemo::default())
        }
        Err(failure) => Err(failure.located(&source, span)),
    };
    match found {
        Ok(outcome) => Ok(machine.context().bare_text(outcome.to_string())),
        // The machine says where it was.
        Err(error) => Err(match error.kind() {
            ErrorKind::Run(error) => error.clone(),
            other => RunError::Refused { function: "misere".into(), message: other.to_string() },
        }),
    }
}

impl Machine {
    /// The misère outcome of a position that is played.
    pub(crate) fn misere_outcome(
        &mut self,
        position: &GamePosition,
        memo: &mut MisereMemo,
    ) -> Result<Outcome, Error> {
        let mut rules = Rules::new(self);
        rules.impartial = true;
        rules.stuck = RefCell::new(std::mem::take(&mut memo.stuck));
        let mut steps = 0;
        let found = memo.search.outcome_within(
            &rules,
            &[(position.clone(), Sign::Plus)],
            &mut |footprint| {
                let machine = &mut rules.positions.borrow_mut().machine;
                steps += 1;
                if steps % STEPS_PER_LOOK == 0 {
                    return machine.engine.look(machine.memory() + footprint.bytes);
                }
                machine.engine.check()
            },
        );
        let found = found.map_err(|error| match error {
            SearchError::Rules(error) => error,
            SearchError::Stopped(error) => position.located(error.into()),
            other => position.located(rules.refuse(other.to_string())),
        });
        memo.stuck = rules.stuck.into_inner();
        found
    }

    /// Whether both players have the same moves in everything that the position can
    /// become. `None` when that takes a look at more than `most` moves.
    pub(crate) fn is_impartial(
        &mut self,
        position: &GamePosition,
        most: usize,
    ) -> Result<Option<bool>, Error> {
        let found = Positions::new(self).is_impartial(&position.terms, most);
        found.map_err(|failure| position.located(failure))
    }
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
                    counted.sort();
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
