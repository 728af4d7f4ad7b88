//! The arena: all values of a calculator, each with one handle.

mod knowledge;
#[cfg(test)]
mod tests;

use std::hash::BuildHasher;
use std::mem::size_of;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::error::{Error, LimitReached, Result};
use crate::game::{Game, Owner};
use crate::limits::{Limits, Meter};
use crate::outcome::Player;
use crate::registry::{Place, Registry};
use crate::relations::Home;
use crate::slot::{Local, Slot, SubgroupSet};
use crate::text::Notation;

pub use knowledge::{Addition, Recognised, Recognition, Refusals};

/// The kind of a game: an element of one subgroup, or a node with canonical options.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Element { place: u8, local: Local },
    Node,
}

/// One game. When its options are known, they are `pool[start..start + left]` for Left and the next
/// `right` entries for Right.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u32,
    left: u32,
    right: u32,
    kind: Kind,
}

/// The `start` of an element whose options have not been needed yet.
const UNEXPANDED: u32 = u32::MAX;
/// The `start` of the draft, whose options are stored separately.
const DRAFT: u32 = u32::MAX - 1;
/// The largest `start` that is a place in the pool.
const MOST_START: u32 = DRAFT - 1;

/// Holds every value once: elements of subgroups, interned by their subgroup, and nodes, interned
/// by their canonical options. Equal games are the same [`Game`].
///
/// The arena stores values and calls subgroups. The algorithms on games are in `cg-simplify`.
pub struct Arena {
    owner: Owner,
    registry: Arc<Registry>,
    slots: Vec<Box<dyn Slot>>,
    entries: Vec<Entry>,
    pool: Vec<Game>,
    draft: Vec<Game>,
    nodes: HashTable<Game>,
    embeddings: FxHashMap<(Game, u8), Option<Local>>,
    /// The games that are not short: elements that say so, and nodes with such options.
    transfinite: FxHashSet<Game>,
    meter: Meter,
    notation: Notation,
}

impl Arena {
    /// An arena that holds only 0.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn new(registry: Arc<Registry>, limits: Limits) -> Result<Self> {
        let slots = registry.slots()?;
        let mut arena = Arena {
            owner: Owner::new(),
            registry,
            slots,
            entries: Vec::new(),
            pool: Vec::new(),
            draft: Vec::new(),
            nodes: HashTable::new(),
            embeddings: FxHashMap::default(),
            transfinite: FxHashSet::default(),
            meter: Meter::new(limits),
            notation: Notation::default(),
        };
        if arena.slots.is_empty() {
            arena.node(&[], &[])?;
        } else {
            let local = arena.slots[0].zero()?;
            let zero = arena.push(Entry {
                start: 0,
                left: 0,
                right: 0,
                kind: Kind::Element { place: 0, local },
            })?;
            for slot in &mut arena.slots {
                let local = slot.zero()?;
                slot.settled(local).game = Some(zero);
            }
        }
        arena.push(Entry { start: DRAFT, left: 0, right: 0, kind: Kind::Node })?;
        Ok(arena)
    }

    /// The subgroups.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Always false: 0 is always in the arena.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// About the number of bytes.
    pub fn memory(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
            + self.pool.capacity() * size_of::<Game>()
            + self.nodes.allocation_size()
            + self.transfinite.capacity() * (size_of::<Game>() + 1)
            + self.embeddings.capacity() * (size_of::<((Game, u8), Option<Local>)>() + 1)
            + self.slots.iter().map(|slot| slot.memory()).sum::<usize>()
    }

    /// The meter of the limits.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// The meter of the limits, to restart it or to change them.
    pub fn meter_mut(&mut self) -> &mut Meter {
        &mut self.meter
    }

    /// Counts a step of work outside the arena. The caller holds `more_memory` further bytes.
    ///
    /// # Errors
    /// [`Error::Interrupted`] and [`Error::Limit`].
    #[inline]
    pub fn tick(&mut self, more_memory: impl FnOnce() -> usize) -> Result<()> {
        if self.meter.due() {
            return self.meter.look(self.len(), self.memory() + more_memory());
        }
        Ok(())
    }

    /// The notation of games in errors.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// Sets the notation of games in errors.
    pub fn set_notation(&mut self, notation: Notation) {
        self.notation = notation;
    }

    fn push(&mut self, entry: Entry) -> Result<Game> {
        self.meter.admit_game(self.entries.len())?;
        let index = u32::try_from(self.entries.len())
            .map_err(|_| LimitReached::Games { limit: Limits::MOST_GAMES })?;
        self.entries.push(entry);
        self.tick(|| 0)?;
        Ok(Game::new(index, self.owner))
    }

    fn push_options(&mut self, options: &[Game]) -> Result<u32> {
        let start = u32::try_from(self.pool.len()).ok().filter(|&start| start <= MOST_START);
        let start = start.ok_or(LimitReached::Games { limit: Limits::MOST_GAMES })?;
        self.pool.extend_from_slice(options);
        Ok(start)
    }

    /// In builds with debug assertions, panics if another arena made `g`. Does nothing in other
    /// builds.
    #[inline]
    #[track_caller]
    pub fn check(&self, g: Game) {
        g.check(self.owner);
    }

    #[inline]
    fn entry(&self, g: Game) -> Entry {
        self.check(g);
        self.entries[g.index()]
    }

    fn element(&self, g: Game) -> Option<(Place, Local)> {
        match self.entry(g).kind {
            Kind::Element { place, local } => Some((usize::from(place), local)),
            Kind::Node => None,
        }
    }
}

/// Nodes and options.
impl Arena {
    /// The game with these canonical options. The registry was asked before and did not recognise
    /// them. The order of the options does not matter.
    ///
    /// The caller guarantees that the options are canonical: none dominated, none reversible, none
    /// repeated.
    ///
    /// # Errors
    /// A limit.
    pub fn node(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        left.iter().chain(right).for_each(|&option| self.check(option));
        let mut options = [left, right].concat();
        options[..left.len()].sort_unstable();
        options[left.len()..].sort_unstable();
        let (left, right) = (option_total(left)?, option_total(right)?);
        let hash = FxBuildHasher.hash_one((left, &options));
        let (entries, pool) = (&self.entries, &self.pool);
        let same = |&g: &Game| {
            let entry = entries[g.index()];
            (entry.left, entry.right) == (left, right)
                && slice(pool, entry.start, left, right) == options
        };
        if let Some(&known) = self.nodes.find(hash, same) {
            return Ok(known);
        }
        let start = self.push_options(&options)?;
        let node = self.push(Entry { start, left, right, kind: Kind::Node })?;
        if !self.transfinite.is_empty() && !options.iter().all(|&option| self.is_short(option)) {
            self.transfinite.insert(node);
        }
        let (entries, pool) = (&self.entries, &self.pool);
        self.nodes.insert_unique(hash, node, |g| {
            let entry = entries[g.index()];
            let options = slice(pool, entry.start, entry.left, entry.right);
            FxBuildHasher.hash_one((entry.left, options))
        });
        Ok(node)
    }

    /// The number of canonical options of `player` in `g`, at most [`u64::MAX`]. It lists none of
    /// them.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn option_count(&self, g: Game, player: Player) -> Result<u64> {
        let entry = self.entry(g);
        match entry.kind {
            Kind::Element { place, local } if entry.start == UNEXPANDED => {
                self.slots[usize::from(place)].option_count(local, player)
            }
            _ => Ok(u64::from(match player {
                Player::Left => entry.left,
                Player::Right => entry.right,
            })),
        }
    }

    /// Whether `g` is a short game: it has finitely many followers. The options are not examined.
    #[inline]
    pub fn is_short(&self, g: Game) -> bool {
        self.check(g);
        self.transfinite.is_empty() || !self.transfinite.contains(&g)
    }

    /// Prepares the options of `g` for [`Arena::options`].
    ///
    /// # Errors
    /// [`Error::TooManyOptions`], [`Error::NotShort`], another limit, a failing
    /// subgroup.
    #[inline]
    pub fn expand(&mut self, g: Game) -> Result<()> {
        if self.entry(g).start == UNEXPANDED {
            self.expand_element(g)?;
        }
        Ok(())
    }

    /// The error for too many options, with the game and the player.
    fn too_many_options(
        &self,
        place: Place,
        local: Local,
        player: Player,
        there: u64,
    ) -> Result<Error> {
        const MOST_SHOWN: usize = 100;
        let mut game = self.print_local(place, local, self.notation)?;
        if let Some((end, _)) = game.char_indices().nth(MOST_SHOWN) {
            game.truncate(end);
            game += "...";
        }
        if self.slots[place].is_transfinite(local)? {
            return Ok(Error::NotShort { game, player });
        }
        let count = match there {
            u64::MAX => format!("at least {there}"),
            there => there.to_string(),
        };
        Ok(Error::TooManyOptions { game, count, player, limit: self.meter.limits().options })
    }

    #[cold]
    fn expand_element(&mut self, g: Game) -> Result<()> {
        let Some((place, local)) = self.element(g) else { return Ok(()) };
        let mut counts = [0u32; 2];
        let limit = self.meter.limits().options.min(u64::from(u32::MAX));
        for (count, player) in counts.iter_mut().zip(Player::BOTH) {
            let there = self.slots[place].option_count(local, player)?;
            *count = match u32::try_from(there) {
                Ok(count) if there <= limit => count,
                _ => return Err(self.too_many_options(place, local, player, there)?),
            };
        }
        let mut options = Vec::new();
        for (count, player) in counts.into_iter().zip(Player::BOTH) {
            for index in 0..u64::from(count) {
                let option = self.slots[place].option(local, player, index)?;
                options.push(self.settle(place, option)?);
                self.tick(|| 0)?;
            }
        }
        let start = self.push_options(&options)?;
        let entry = &mut self.entries[g.index()];
        (entry.start, entry.left, entry.right) = (start, counts[0], counts[1]);
        Ok(())
    }

    /// The canonical options of `player` in `g`, after [`Arena::expand`]; empty before it.
    #[inline]
    pub fn options(&self, g: Game, player: Player) -> &[Game] {
        let entry = self.entry(g);
        let (pool, start) = match entry.start {
            UNEXPANDED => return &[],
            DRAFT => (&self.draft, 0),
            start => (&self.pool, start),
        };
        match player {
            Player::Left => slice(pool, start, entry.left, 0),
            Player::Right => slice(pool, start + entry.left, entry.right, 0),
        }
    }

    /// Makes [`Game::DRAFT`] represent the form `{left | right}`.
    ///
    /// # Errors
    /// More options than can be counted.
    pub fn set_draft(&mut self, left: &[Game], right: &[Game]) -> Result<()> {
        left.iter().chain(right).for_each(|&option| self.check(option));
        let entry = &mut self.entries[Game::DRAFT.index()];
        (entry.left, entry.right) = (option_total(left)?, option_total(right)?);
        self.draft.clear();
        self.draft.extend_from_slice(left);
        self.draft.extend_from_slice(right);
        Ok(())
    }
}

fn option_total(options: &[Game]) -> Result<u32> {
    u32::try_from(options.len())
        .map_err(|_| LimitReached::Games { limit: Limits::MOST_GAMES }.into())
}

fn slice(pool: &[Game], start: u32, left: u32, right: u32) -> &[Game] {
    &pool[start as usize..][..left as usize + right as usize]
}

/// Homes of elements.
impl Arena {
    /// The handle of an element, in its smallest home.
    fn settle(&mut self, place: Place, local: Local) -> Result<Game> {
        if let Some(game) = self.slots[place].settled(local).game {
            return Ok(game);
        }
        let (mut place, mut local) = (place, local);
        let mut path = Vec::new();
        let game = loop {
            if let Some(game) = self.slots[place].settled(local).game {
                break game;
            }
            path.push((place, local));
            match self.slots[place].settle(local)? {
                Home::Here => {
                    let kind = Kind::Element { place: mask_place(place), local };
                    let transfinite = self.slots[place].is_transfinite(local)?;
                    let entry = Entry { start: UNEXPANDED, left: 0, right: 0, kind };
                    let game = self.push(entry)?;
                    if transfinite {
                        self.transfinite.insert(game);
                    }
                    break game;
                }
                Home::In { subgroup, element } => {
                    let name = self.registry.name(place);
                    // Each step must go to an earlier place; otherwise settling might not end.
                    let smaller = self.registry.place(&subgroup).filter(|&to| to < place);
                    let smaller = smaller.ok_or_else(|| {
                        let message = format!("settles an element in {subgroup:?}, not before it");
                        Error::subgroup(name, message)
                    })?;
                    let restored = self.slots[smaller].restored(&element).map_err(|error| {
                        let what = format!(
                            "settles an element in {subgroup}, where its bytes are refused: {error}"
                        );
                        Error::subgroup(name, what)
                    })?;
                    (place, local) = (smaller, restored);
                }
            }
        };
        for (place, local) in path {
            self.slots[place].settled(local).game = Some(game);
        }
        Ok(game)
    }

    /// The number of `g` in the subgroup at `place`, if `g` is in it.
    fn local_in(&mut self, g: Game, place: Place) -> Result<Option<Local>> {
        let Some((home, local)) = self.element(g) else { return Ok(None) };
        if home == place {
            return Ok(Some(local));
        }
        if g == Game::ZERO {
            return self.slots[place].zero().map(Some);
        }
        if self.registry.homes(place) & (1 << home) == 0 {
            return Ok(None);
        }
        let key = (g, mask_place(place));
        if let Some(&known) = self.embeddings.get(&key) {
            return Ok(known);
        }
        let mut found = None;
        let registry = Arc::clone(&self.registry);
        for relative in registry.relative_places(place) {
            // Included subgroups have earlier places, so this recursion ends.
            let here = match (relative.place == home, relative.included) {
                (true, _) => Some(local),
                (false, true) => self.local_in(g, relative.place)?,
                (false, false) => None,
            };
            let Some(here) = here else { continue };
            let element = self.slots[relative.place].erased(here);
            let from = registry.name(relative.place);
            found = self.slots[place].embed(from, &element)?;
            if found.is_none() && relative.included {
                let message = format!("does not embed an element of {from}, which it includes");
                return Err(Error::subgroup(registry.name(place), message));
            }
            if found.is_some() {
                break;
            }
        }
        self.embeddings.insert(key, found);
        Ok(found)
    }

    /// The number of `g` in the subgroup at `place`, which contains it.
    fn held(&mut self, g: Game, place: Place) -> Result<Local> {
        Ok(self.local_in(g, place)?.expect("a subgroup that holds a game knows it"))
    }

    /// The subgroups that contain `g`.
    fn holders(&mut self, g: Game) -> Result<SubgroupSet> {
        let Some((home, local)) = self.element(g) else { return Ok(0) };
        if let Some(holders) = self.slots[home].settled(local).holders {
            return Ok(holders);
        }
        let mut holders = 0;
        for place in 0..self.slots.len() {
            if self.local_in(g, place)?.is_some() {
                holders |= 1 << place;
            }
        }
        self.slots[home].settled(local).holders = Some(holders);
        Ok(holders)
    }

    /// The smallest home that `g` and `h` share, and their numbers in it.
    fn meet(&mut self, g: Game, h: Game) -> Result<Option<(Place, Local, Local)>> {
        if let (Some((place, g)), Some((other, h))) = (self.element(g), self.element(h))
            && place == other
        {
            return Ok(Some((place, g, h)));
        }
        let common = self.holders(g)? & self.holders(h)?;
        let Some(place) = places(common).next() else { return Ok(None) };
        Ok(Some((place, self.held(g, place)?, self.held(h, place)?)))
    }
}

/// The place as it is stored in entries and keys. There are at most 64.
#[allow(clippy::cast_possible_truncation, reason = "a registry has at most 64 subgroups")]
fn mask_place(place: Place) -> u8 {
    place as u8
}

/// The set of the first `count` places.
fn all_places(count: usize) -> SubgroupSet {
    if count >= SubgroupSet::BITS as usize { SubgroupSet::MAX } else { (1 << count) - 1 }
}

/// The members of a set, smallest first.
fn places(mut set: SubgroupSet) -> impl Iterator<Item = Place> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as Place;
        (set != 0).then(|| {
            set &= set - 1;
            place
        })
    })
}
