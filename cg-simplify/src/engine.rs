//! The engine: an arena of values, and results about them.
//!
//! It also has the loop of most functions on games: it computes an answer for each follower of a
//! game, from the leaves up ([`Engine::over_followers`]).

use std::hash::Hash;
use std::mem::size_of;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cg_core::{
    Arena, Dyadic, Game, Limits, Meter, Notation, NumberUpsStar, Player, Registry, Result,
};
use dashu_int::UBig;

use crate::bounds::BoundsMemo;
use crate::counts::Counts;
use crate::memo::{Answers, GameMemo, KnownSums, Memos, OrderMemo, PairMemo};
use crate::options_memo::OptionsMemo;
use crate::order::OrderStacks;

/// The number of engines so far.
static ENGINES: AtomicU64 = AtomicU64::new(0);

/// Computes with games. Equal games have equal handles, so `==` on two values is
/// equality of games.
///
/// Every operation can fail with a limit ([`cg_core::Error::is_limit`]), with
/// [`cg_core::Error::Interrupted`], or with the failure of a subgroup. Values computed before it
/// stay valid, and the engine can be used again.
pub struct Engine {
    id: u64,
    pub(crate) arena: Arena,
    /// Intervals, if they can be kept.
    pub(crate) bounds: BoundsMemo,
    /// Whether g <= h.
    pub(crate) order: OrderMemo,
    pub(crate) order_stacks: OrderStacks,
    pub(crate) sums: PairMemo<Game>,
    pub(crate) negatives: GameMemo,
    /// The values of the last forms.
    pub(crate) values: OptionsMemo,
    /// The games that families of sums know, once they were asked for.
    pub(crate) sum_families: Option<KnownSums>,
    /// The memory of functions on games.
    pub(crate) functions: Memos,
    /// How questions were decided, in builds with debug assertions.
    pub(crate) counts: Counts,
    /// Whether a game outside the home of numbers is certainly not a number.
    pub(crate) numbers_known: bool,
    /// Whether the draft is certainly not a number.
    pub(crate) draft_is_no_number: bool,
}

impl Engine {
    /// An engine over the subgroups of `registry`.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn new(registry: impl Into<Arc<Registry>>, limits: Limits) -> Result<Self> {
        let registry = registry.into();
        let numbers_known = registry.makes_numbers();
        let (memory, memos) = (limits.memory, limits.memos);
        let mut engine = Engine {
            id: ENGINES.fetch_add(1, Ordering::Relaxed),
            arena: Arena::new(registry, limits)?,
            bounds: BoundsMemo::default(),
            order: OrderMemo::default(),
            order_stacks: OrderStacks::default(),
            sums: PairMemo::default(),
            negatives: GameMemo::default(),
            values: OptionsMemo::within(memory),
            sum_families: None,
            functions: Memos::default(),
            counts: Counts::default(),
            numbers_known,
            draft_is_no_number: false,
        };
        engine.bound_memos(memos);
        Ok(engine)
    }

    /// Half of `bytes` for sums, half for the order.
    fn bound_memos(&mut self, bytes: u64) {
        self.sums.bound(bytes / 2);
        self.order.bound(bytes / 2);
    }

    /// A number that no other engine of this process has. Code that keeps games outside the engine
    /// keeps this number with them, because they have no meaning in another engine.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The subgroups.
    pub fn registry(&self) -> &Arc<Registry> {
        self.arena.registry()
    }

    /// The current limits.
    pub fn limits(&self) -> &Limits {
        self.arena.meter().limits()
    }

    /// Replaces the limits.
    pub fn set_limits(&mut self, limits: Limits) {
        self.bound_memos(limits.memos);
        self.values.bound(limits.memory);
        self.arena.meter_mut().set_limits(limits);
    }

    /// Restarts the clock of the time limit. Call it before each statement.
    pub fn restart_clock(&mut self) {
        self.arena.meter_mut().restart();
    }

    /// The notation of games in errors: the paper's by default.
    pub fn notation(&self) -> Notation {
        self.arena.notation()
    }

    /// Sets the notation of games in errors.
    pub fn set_notation(&mut self, notation: Notation) {
        self.arena.set_notation(notation);
    }

    /// Forgets all results about games. The games and their handles stay. This frees memory, and
    /// lets a measurement start from cold.
    pub fn forget(&mut self) {
        self.order.forget();
        self.sums.clear();
        self.negatives = GameMemo::default();
        self.values.clear();
        self.functions.forget();
    }

    /// How often each way to decide a question was taken. Empty in builds without debug assertions,
    /// which do not count.
    pub fn counts(&self) -> Vec<(&'static str, u64)> {
        self.counts.listed()
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.arena.len()
    }

    /// About the number of bytes of values and memo tables.
    pub fn memory(&self) -> usize {
        self.arena.memory() + self.memo_memory()
    }

    fn memo_memory(&self) -> usize {
        self.bounds.memory()
            + self.order.memory()
            + self.sums.memory()
            + self.negatives.memory()
            + self.values.memory()
            + self.functions.memory()
    }

    /// Counts a small step of work, so that limits and interrupts are checked. It is for callers
    /// that loop over cheap operations.
    ///
    /// # Errors
    /// [`cg_core::Error::Interrupted`] and [`cg_core::Error::Limit`].
    #[inline]
    pub fn check(&mut self) -> Result<()> {
        if self.arena.meter_mut().due() {
            return self.look(0);
        }
        Ok(())
    }

    /// A copy of the meter, for work that checks the limits itself. Its clock started with the
    /// statement.
    pub fn meter(&self) -> Meter {
        self.arena.meter().clone()
    }

    /// Checks the limits now. The caller holds `more_memory` further bytes.
    ///
    /// # Errors
    /// [`cg_core::Error::Interrupted`] and [`cg_core::Error::Limit`].
    pub fn look(&self, more_memory: usize) -> Result<()> {
        self.arena.meter().look(self.arena.len(), self.memory() + more_memory)
    }

    /// Does work with a bound on its steps: comparisons, sums and forms that need their options. If
    /// the steps do not suffice, the work ends with [`cg_core::LimitReached::Steps`], and its
    /// results so far stay. Bounds may be nested.
    ///
    /// ```
    /// use cg_core::{Error, LimitReached, Limits, Registry};
    /// use cg_simplify::Engine;
    ///
    /// let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    /// let day = engine.within(100, |engine| engine.born_by(3));
    /// assert!(matches!(day, Err(Error::Limit(LimitReached::Steps { .. }))));
    /// assert_eq!(engine.born_by(2)?.len(), 22);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn within<T>(&mut self, steps: u32, work: impl FnOnce(&mut Engine) -> T) -> T {
        let before = self.bound(steps);
        let done = work(self);
        self.restore(before, steps);
        done
    }

    /// Begins what [`Engine::within`] does, for work of something that holds the engine; returns what
    /// [`Engine::restore`] needs to end it.
    pub fn bound(&mut self, steps: u32) -> u32 {
        self.arena.meter_mut().bound(steps)
    }

    /// Ends a bound of so many steps.
    pub fn restore(&mut self, before: u32, steps: u32) {
        self.arena.meter_mut().restore(before, steps);
    }

    /// Counts steps of other work against the bound of [`Engine::within`].
    pub fn spend(&mut self, steps: u32) {
        self.arena.meter_mut().spend(steps);
    }

    /// The number, ups and nimber whose sum is `g`, if a subgroup knows them.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn number_ups_star(&self, g: Game) -> Result<Option<NumberUpsStar>> {
        self.arena.number_ups_star(g)
    }

    /// The canonical options of `player` in `g`.
    ///
    /// # Errors
    /// [`cg_core::Error::TooManyOptions`], other limits.
    pub fn options(&mut self, g: Game, player: Player) -> Result<Vec<Game>> {
        self.arena.expand(g)?;
        Ok(self.arena.options(g, player).to_vec())
    }

    /// How many canonical options `player` has in `g`, [`u64::MAX`] when they
    /// are that many or more. Lists none of them.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn option_count(&self, g: Game, player: Player) -> Result<u64> {
        self.arena.option_count(g, player)
    }

    /// The name of the subgroup that holds `g`, if one does.
    pub fn subgroup_name(&self, g: Game) -> Option<&str> {
        self.arena.subgroup_name(g)
    }

    /// The number that `g` is. `None` when it is none, or when no subgroup
    /// makes numbers.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn as_number(&self, g: Game) -> Result<Option<Dyadic>> {
        self.arena.as_number(g)
    }

    /// The n of the nimber `*n` that `g` is. `None` when it is none, or when no
    /// subgroup makes nimbers.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn as_nimber(&self, g: Game) -> Result<Option<UBig>> {
        self.arena.as_nimber(g)
    }

    /// The value that `bytes` encode in the named subgroup (see
    /// [`cg_core::Family::encode`]).
    ///
    /// # Errors
    /// Malformed bytes, an unknown name.
    pub fn decode(&mut self, subgroup: &str, bytes: &[u8]) -> Result<Game> {
        self.arena.decode_element(subgroup, bytes)
    }

    /// The name of the home of `g` and its encoding there, if a subgroup holds it.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn encode(&self, g: Game) -> Result<Option<(&str, Vec<u8>)>> {
        self.arena.encode_element(g)
    }
}

/// If a step depends on more nodes than this, the limits are checked at once.
const MANY_NEEDED: usize = 1 << 12;

impl Engine {
    /// Computes answers for `root` and for all nodes on which it depends, into `done`.
    ///
    /// `visit` either answers at once, or returns `None` and pushes the nodes on which the answer
    /// depends. Later `combine` is called, when `done` has the answers for these. A node must
    /// depend on simpler nodes only; otherwise the work does not end.
    pub(crate) fn bottom_up<N: Copy + Eq + Hash, T>(
        &mut self,
        root: N,
        done: &mut Answers<N, T>,
        mut visit: impl FnMut(&mut Engine, N, &mut Vec<N>) -> Result<Option<T>>,
        mut combine: impl FnMut(&mut Engine, N, &Answers<N, T>) -> Result<T>,
    ) -> Result<()> {
        let mut stack = vec![(root, false)];
        let mut needed = Vec::new();
        while let Some((node, visited)) = stack.pop() {
            self.check_with(done.memory() + stack.capacity() * size_of::<(N, bool)>())?;
            if done.get(node).is_some() {
                continue;
            }
            if visited {
                let answer = combine(self, node, done)?;
                done.insert(node, answer);
                continue;
            }
            if let Some(answer) = visit(self, node, &mut needed)? {
                done.insert(node, answer);
                continue;
            }
            stack.push((node, true));
            if needed.len() > MANY_NEEDED {
                // The stack may be copied when it grows.
                let entries = 2 * stack.capacity() + needed.len();
                let waiting = needed.capacity() * size_of::<N>();
                self.look(done.memory() + entries * size_of::<(N, bool)>() + waiting)?;
            }
            stack.extend(needed.drain(..).map(|needed| (needed, false)));
        }
        Ok(())
    }

    /// [`Engine::bottom_up`] over the followers of `g`. `leaf` answers for a game without its
    /// options, or returns `None`. Then `combine` answers from the answers for the options
    /// ([`Engine::answers`]).
    pub(crate) fn over_followers<T>(
        &mut self,
        g: Game,
        done: &mut Answers<Game, T>,
        mut leaf: impl FnMut(&mut Engine, Game) -> Result<Option<T>>,
        combine: impl FnMut(&mut Engine, Game, &Answers<Game, T>) -> Result<T>,
    ) -> Result<()> {
        self.arena.check(g);
        let visit = |engine: &mut Engine, game: Game, needed: &mut Vec<Game>| {
            let answer = leaf(engine, game)?;
            if answer.is_none() {
                engine.arena.expand(game)?;
                for player in Player::BOTH {
                    needed.extend_from_slice(engine.arena.options(game, player));
                }
            }
            Ok(answer)
        };
        self.bottom_up(g, done, visit, combine)
    }

    /// The answer for `g` alone, by [`Engine::over_followers`].
    pub(crate) fn by_followers<T: Clone>(
        &mut self,
        g: Game,
        leaf: impl FnMut(&mut Engine, Game) -> Result<Option<T>>,
        combine: impl FnMut(&mut Engine, Game, &Answers<Game, T>) -> Result<T>,
    ) -> Result<T> {
        let mut done = Answers::default();
        self.over_followers(g, &mut done, leaf, combine)?;
        Ok(done.of(g).clone())
    }

    /// The result of `work` for `node`, which can use the answers of earlier calls. They are kept
    /// in `memo`, even if `work` fails.
    pub(crate) fn remembered<N: Copy + Eq + Hash, T: Clone>(
        &mut self,
        node: N,
        memo: fn(&mut Memos) -> &mut Answers<N, T>,
        work: impl FnOnce(&mut Engine, &mut Answers<N, T>) -> Result<()>,
    ) -> Result<T> {
        let mut done = std::mem::take(memo(&mut self.functions));
        let worked = work(self, &mut done);
        let answer = worked.map(|()| done.of(node).clone());
        *memo(&mut self.functions) = done;
        answer
    }

    /// The answers for `player`'s options of `game`, which must have been computed.
    pub(crate) fn answers<'a, T>(
        &'a self,
        game: Game,
        player: Player,
        done: &'a Answers<Game, T>,
    ) -> impl Iterator<Item = &'a T> {
        self.arena.options(game, player).iter().map(|&option| done.of(option))
    }

    /// [`Engine::check`], for a caller that holds `more_memory` further bytes.
    #[inline]
    pub(crate) fn check_with(&mut self, more_memory: usize) -> Result<()> {
        if self.arena.meter_mut().due() {
            return self.look(more_memory);
        }
        Ok(())
    }
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    fn engine() -> Engine {
        Engine::new(Registry::empty(), Limits::default()).expect("no subgroup fails")
    }

    /// A star of another engine is detected in all questions. 0 is the same in every engine.
    #[test]
    fn a_game_of_another_engine_is_caught() {
        let star = engine().nimber(&UBig::ONE).expect("it is small");
        let uses: [fn(&mut Engine, Game) -> bool; 8] = [
            |engine, g| engine.add(g, g).is_ok(),
            |engine, g| engine.negate(g).is_ok(),
            |engine, g| engine.le(g, Game::ZERO).is_ok(),
            |engine, g| engine.outcome(g).is_ok(),
            |engine, g| engine.game(&[g], &[]).is_ok(),
            |engine, g| engine.stops(g).is_ok(),
            |engine, g| engine.print(g, Notation::Paper).is_ok(),
            |engine, g| engine.options(g, Player::Left).is_ok_and(|options| options.len() == 1),
        ];
        for (index, used) in uses.into_iter().enumerate() {
            let own = || {
                let mut engine = engine();
                let own = engine.nimber(&UBig::ONE).expect("it is small");
                used(&mut engine, own) && used(&mut engine, own)
            };
            assert!(own(), "use {index}");
            let foreign = catch_unwind(|| {
                let mut engine = engine();
                engine.nimber(&UBig::ONE).expect("it is small");
                used(&mut engine, star)
            });
            let panic = foreign.expect_err("it is caught");
            let message = panic.downcast_ref::<&str>().expect("a message");
            assert!(message.starts_with("a Game of one engine meets another engine"), "{message}");
        }
        assert!(catch_unwind(|| star == engine().nimber(&UBig::ONE).expect("small")).is_err());
        assert_eq!(engine().add(Game::ZERO, Game::ZERO), Ok(Game::ZERO));
    }
}
