//! Components as numbers: what a search knows of rulesets.
//!
//! A search sees no boards. Each ruleset of a sum numbers its positions, one number
//! for each class of alike positions; a [`Signed`] is such a number with the ruleset
//! and a sign, in one word.

use std::any::Any;
use std::fmt::Display;
use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::Arc;

use cg_core::{Game, Player};
use cg_rulesets::{Dominoes, Hints, Known, Ruleset, Sign};
use cg_simplify::Engine;
use hashbrown::{HashMap, HashTable};
use rustc_hash::FxBuildHasher;
use smallvec::{SmallVec, smallvec};

use crate::database::{Attached, Database, Found};
use crate::error::SolveError;
use crate::nimbers::{Impartial, NimberWork, Nimbers, Part};
use crate::settings::Search;

/// A component of a sum: a numbered position of one of the rulesets, or its negative.
///
/// A position that is known to be its own negative has no other sign than plus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signed(u32);

/// The bits of a word that say which ruleset.
const RULESET_BITS: u32 = 5;

/// The most positions of a ruleset that have a number.
pub(crate) const MOST_NUMBERS: u32 = 1 << (31 - RULESET_BITS);

/// The most rulesets that one solver takes.
pub const MOST_RULESETS: usize = 1 << RULESET_BITS;

impl Signed {
    pub(crate) fn new(ruleset: usize, number: u32, sign: Sign) -> Self {
        let ruleset = u32::try_from(ruleset).expect("there are few rulesets");
        assert!(number < MOST_NUMBERS, "no more positions are numbered");
        Signed((number << RULESET_BITS | ruleset) << 1 | u32::from(sign == Sign::Minus))
    }

    pub(crate) fn ruleset(self) -> usize {
        (self.0 >> 1) as usize % MOST_RULESETS
    }

    pub(crate) fn number(self) -> usize {
        (self.0 >> (RULESET_BITS + 1)) as usize
    }

    pub(crate) fn sign(self) -> Sign {
        if self.0 & 1 == 0 { Sign::Plus } else { Sign::Minus }
    }

    /// The component without its sign.
    pub(crate) fn plus(self) -> Self {
        Signed(self.0 & !1)
    }

    /// The other sign; for a component that is its own negative, see
    /// [`Components::negative`].
    pub(crate) fn flipped(self) -> Self {
        Signed(self.0 ^ 1)
    }

    pub(crate) fn word(self) -> u32 {
        self.0
    }
}

/// SumList of components, one after the other in one list.
#[derive(Clone, Debug)]
pub struct SumList<T> {
    pub(crate) items: Vec<T>,
    /// Where the components of each sum end.
    pub(crate) ends: Vec<u32>,
}

pub(crate) type Lists = SumList<Signed>;

impl<T> Default for SumList<T> {
    fn default() -> Self {
        SumList { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T> SumList<T> {
    fn with_capacity(items: usize, lists: usize) -> Self {
        SumList { items: Vec::with_capacity(items), ends: Vec::with_capacity(lists) }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, at: usize) -> &[T] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.items[start as usize..self.ends[at] as usize]
    }

    /// Adds a component to the next sum.
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Ends the sum whose components were added.
    pub fn close(&mut self) {
        self.ends.push(u32::try_from(self.items.len()).expect("a position has fewer moves"));
    }
}

impl Lists {
    /// Sorts each list, and leaves out lists that came before.
    pub(crate) fn tidied(mut self) -> Self {
        // The numbers of the lists that are kept, from 1, by their hashes; 0 is a free place.
        let places = (2 * self.len()).next_power_of_two();
        let mut kept: SmallVec<[u32; 64]> = smallvec![0; places];
        let (mut count, mut last, mut start) = (0u32, 0, 0);
        for at in 0..self.len() {
            let end = self.ends[at] as usize;
            let list = start..end;
            start = end;
            self.items[list.clone()].sort_unstable();
            let hash = FxBuildHasher.hash_one(&self.items[list.clone()]) >> 40;
            let mut place = hash as usize;
            let is_new = loop {
                place %= places;
                match kept[place] {
                    0 => break true,
                    before if self.get(before as usize - 1) == &self.items[list.clone()] => {
                        break false;
                    }
                    _ => place += 1,
                }
            };
            if is_new {
                self.items.copy_within(list.clone(), last);
                last += list.len();
                self.ends[count as usize] = u32::try_from(last).expect("no more than before");
                count += 1;
                kept[place] = count;
            }
        }
        self.items.truncate(last);
        self.ends.truncate(count as usize);
        self.items.shrink_to_fit();
        self.ends.shrink_to_fit();
        self
    }

    pub(crate) fn memory(&self) -> usize {
        self.items.capacity() * size_of::<Signed>() + self.ends.capacity() * size_of::<u32>()
    }
}

/// Room for so many items in a list that grows for long: a quarter more at a time, where
/// doubling would leave half of a large list empty.
pub(crate) fn reserve<T>(list: &mut Vec<T>, length: usize) {
    if length > list.capacity() {
        list.reserve_exact(length + length / 4 + 16 - list.len());
    }
}

/// The lines of a position.
pub(crate) type Words = SmallVec<[u64; 16]>;

/// Hands each item that extends it to a function.
pub(crate) struct Each<F>(pub(crate) F);

impl<T, F: FnMut(T)> Extend<T> for Each<F> {
    #[inline]
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(&mut self.0);
    }
}

/// A ruleset whose positions are numbered, whatever they are.
pub(crate) trait Numbered: Send {
    fn is_impartial(&self) -> bool;
    /// How many positions have a number.
    fn len(&self) -> usize;
    fn looks(&self, number: usize) -> Looks;
    fn is_small(&self, number: usize) -> bool;
    /// Whether estimates order the moves, even where they are 0 here and after all moves.
    fn has_order(&self, _number: usize) -> bool {
        false
    }
    /// The value, where the rules know it.
    fn value(&mut self, engine: &mut Engine, number: usize) -> Result<Option<Game>, SolveError>;
    /// The sums that `player` can move to.
    fn moves(
        &mut self,
        engine: &mut Engine,
        number: usize,
        player: Player,
    ) -> Result<Lists, SolveError>;
    fn lines(&self, number: usize, player: Player) -> u32;
    /// The lines of a position as words; none where the rules give none.
    fn line_words(&self, number: usize, player: Player) -> Words;
    /// A position as a board of dominoes, when it is one.
    fn dominoes(&self, _number: usize) -> Option<Dominoes> {
        None
    }
    /// Some lines of a position: the number of the band, and what it is the sum of when it
    /// was not met before. Bands have numbers of their own.
    fn band(
        &mut self,
        number: usize,
        player: Player,
        lines: Range<u32>,
    ) -> Result<(usize, Option<Lists>), String>;
    /// The numbers of bands begin anew.
    fn forget_bands(&mut self);
    fn text(&self, number: usize) -> String;
    /// The nimber of a position of an impartial ruleset, when the solver holds so many bytes.
    fn nimber(
        &mut self,
        engine: &mut Engine,
        number: usize,
        method: Search,
        held: usize,
    ) -> Result<u64, SolveError>;
    /// How much was done for nimbers.
    fn nimber_work(&self) -> NimberWork;
    /// The text by which databases know a position; `None` for one that no database keeps.
    fn key(&self, engine: &mut Engine, number: usize) -> Option<String>;
    /// What the database of the ruleset knows.
    fn look_up(&mut self, engine: &mut Engine, number: usize) -> Result<Option<Found>, SolveError>;
    fn memory(&self) -> usize;
    fn as_any(&mut self) -> &mut dyn Any;
    /// Whether other threads can ask it too.
    fn forks(&self) -> bool;
    /// The same ruleset for another thread, without positions.
    fn fork(&self) -> Box<dyn Numbered>;
    /// A component, in the numbers of the same ruleset for another thread.
    fn hand(&self, part: Signed, to: &mut dyn Numbered) -> Result<Signed, String>;
}

/// How a ruleset writes its positions, for explanations.
type Write<R> = fn(&R, &<R as Ruleset>::Position) -> String;

/// The positions of one ruleset with their numbers.
pub(crate) struct Interned<R: Ruleset> {
    pub(crate) rules: R,
    ruleset: usize,
    write: Write<R>,
    pub(crate) database: Option<Attached>,
    pub(crate) nimbers: Nimbers<R::Position>,
    /// The numbers, found by the hashes of their positions.
    numbers: HashTable<u32>,
    positions: Vec<Facts<R::Position>>,
    /// The numbers of the bands that were cut out, as they were cut.
    bands: HashMap<R::Position, u32, FxBuildHasher>,
    /// The components of moves, and their ends: empty, kept for the next moves that are made.
    made: (Vec<Normal<R::Position>>, Vec<usize>),
}

/// A component in its normal form, with its sign.
struct Normal<P> {
    part: Part<P>,
    sign: Sign,
}

/// What the rules say of a position at a glance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Looks {
    /// How good it seems for Left.
    pub(crate) estimate: f32,
    /// About how much there is to search; of what is larger, the largest such number.
    pub(crate) size: u16,
    pub(crate) own_negative: bool,
    /// Whether it is cut into lines for a player.
    pub(crate) has_lines: bool,
}

struct Facts<P> {
    position: P,
    looks: Looks,
}

impl<R: Hints<Error: Display>> Interned<R> {
    pub(crate) fn new(rules: R, ruleset: usize, write: Write<R>) -> Self {
        Interned {
            rules,
            ruleset,
            write,
            database: None,
            nimbers: Nimbers::default(),
            numbers: HashTable::new(),
            positions: Vec::new(),
            bands: HashMap::default(),
            made: (Vec::new(), Vec::new()),
        }
    }

    /// The same ruleset with its database, without positions.
    pub(crate) fn without_positions(&self) -> Self
    where
        R: Clone,
    {
        let database = self.database.as_ref().map(Attached::again);
        Interned { database, ..Interned::new(self.rules.clone(), self.ruleset, self.write) }
    }

    /// A component that the same ruleset has numbered elsewhere.
    pub(crate) fn adopt(&mut self, from: &Self, part: Signed) -> Result<Signed, String> {
        let part = Normal {
            part: Part::new(from.positions[part.number()].position.clone()),
            sign: part.sign(),
        };
        Ok(self.number(part)?.expect("it has a number elsewhere, so it is not over"))
    }

    /// From now on the components are looked up in a database.
    pub(crate) fn attach(&mut self, database: Arc<Database>) {
        self.database = Some(Attached::new(database));
    }

    /// Adds the components of a position to a list.
    pub(crate) fn split(
        &mut self,
        position: R::Position,
        add: &mut impl FnMut(Signed),
    ) -> Result<(), String> {
        let mut parts: SmallVec<[Normal<R::Position>; 4]> = SmallVec::new();
        self.parts(position, &mut |part| parts.push(part))?;
        for normal in parts {
            if let Some(found) = self.number(normal)? {
                add(found);
            }
        }
        Ok(())
    }

    /// Hands the components of a position to a function, in normal form.
    fn parts(
        &self,
        position: R::Position,
        take: &mut dyn FnMut(Normal<R::Position>),
    ) -> Result<(), String> {
        let found = &mut Each(|(part, sign)| {
            let (part, normal_sign) = self.rules.normal(part);
            take(Normal { part: Part::new(part), sign: sign * normal_sign });
        });
        self.rules.split(position, found).map_err(|error| error.to_string())
    }

    /// Hands the components of each move to `take`, and `None` behind those of a move, until
    /// that answers no. There is no other call of the moves, so that they are compiled once.
    fn each_move(
        &self,
        position: &R::Position,
        player: Player,
        take: &mut dyn FnMut(Option<Normal<R::Position>>) -> bool,
    ) -> Result<(), String> {
        let mut take = |part: Option<(R::Position, Sign)>| {
            take(part.map(|(part, sign)| Normal { part: Part::new(part), sign }))
        };
        let moved = self.rules.settled_options(position, player, &mut take);
        moved.map_err(|error| error.to_string())
    }

    fn number(&mut self, normal: Normal<R::Position>) -> Result<Option<Signed>, String> {
        let Normal { part: Part { position: part, hash }, sign } = normal;
        let positions = &self.positions;
        let known = self.numbers.find(hash, |&number| positions[number as usize].position == part);
        let number = match known {
            Some(&number) => number,
            None => {
                let known = self.rules.known(&part).map_err(|error| error.to_string())?;
                if known == Some(Known::Ended) {
                    return Ok(None);
                }
                let number = u32::try_from(self.positions.len())
                    .ok()
                    .filter(|&number| number < MOST_NUMBERS)
                    .ok_or_else(|| format!("there are more than {MOST_NUMBERS} positions"))?;
                let own_negative = self.rules.is_own_negative(&part);
                let has_lines =
                    Player::BOTH.iter().any(|&player| self.rules.lines(&part, player) > 0);
                reserve(&mut self.positions, number as usize + 1);
                let looks = Looks {
                    estimate: self.rules.estimate(&part),
                    size: u16::try_from(self.rules.size(&part)).unwrap_or(u16::MAX),
                    own_negative,
                    has_lines,
                };
                self.positions.push(Facts { position: part, looks });
                let positions = &self.positions;
                self.numbers.insert_unique(hash, number, |&number| {
                    FxBuildHasher.hash_one(&positions[number as usize].position)
                });
                number
            }
        };
        let own_negative = self.positions[number as usize].looks.own_negative;
        let sign = if own_negative { Sign::Plus } else { sign };
        Ok(Some(Signed::new(self.ruleset, number, sign)))
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &R {
        &self.rules
    }

    /// What the database knows of a position in normal form.
    pub(crate) fn find(
        &mut self,
        engine: &mut Engine,
        position: &R::Position,
    ) -> Result<Option<Found>, SolveError> {
        let Some(database) = &mut self.database else { return Ok(None) };
        database.find(engine, &(self.write)(&self.rules, position))
    }
}

impl<R> Numbered for Interned<R>
where
    R: Hints<Error: Display> + Clone + Send + 'static,
    R::Position: Send + 'static,
{
    fn is_impartial(&self) -> bool {
        self.rules.is_impartial()
    }

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn looks(&self, number: usize) -> Looks {
        self.positions[number].looks
    }

    fn is_small(&self, number: usize) -> bool {
        self.rules.is_small(&self.positions[number].position)
    }

    fn value(&mut self, engine: &mut Engine, number: usize) -> Result<Option<Game>, SolveError> {
        match self.rules.known(&self.positions[number].position) {
            Ok(Some(Known::Value(value))) => Ok(Some(engine.closed_form(&value)?)),
            Ok(_) => Ok(None),
            Err(error) => Err(SolveError::rules(error.to_string())),
        }
    }

    fn moves(
        &mut self,
        _: &mut Engine,
        number: usize,
        player: Player,
    ) -> Result<Lists, SolveError> {
        // First the normal forms, then their numbers: so the processor waits for several
        // places of memory at a time.
        let (mut parts, mut ends) = std::mem::take(&mut self.made);
        self.each_move(&self.positions[number].position, player, &mut |found| {
            match found {
                Some(part) => parts.push(part),
                None => ends.push(parts.len()),
            }
            true
        })
        .map_err(SolveError::rules)?;
        let mut lists = Lists::with_capacity(parts.len(), ends.len());
        let mut rest = parts.drain(..);
        let mut start = 0;
        for end in ends.drain(..) {
            for normal in rest.by_ref().take(end - start) {
                if let Some(found) = self.number(normal).map_err(SolveError::rules)? {
                    lists.push(found);
                }
            }
            lists.close();
            start = end;
        }
        drop(rest);
        self.made = (parts, ends);
        Ok(lists.tidied())
    }

    fn lines(&self, number: usize, player: Player) -> u32 {
        self.rules.lines(&self.positions[number].position, player)
    }

    fn line_words(&self, number: usize, player: Player) -> Words {
        let mut words = Words::new();
        self.rules.line_words(&self.positions[number].position, player, &mut words);
        words
    }

    fn dominoes(&self, number: usize) -> Option<Dominoes> {
        self.rules.dominoes(&self.positions[number].position)
    }

    fn band(
        &mut self,
        number: usize,
        player: Player,
        lines: Range<u32>,
    ) -> Result<(usize, Option<Lists>), String> {
        let band = self.rules.band(&self.positions[number].position, player, lines);
        if let Some(&known) = self.bands.get(&band) {
            return Ok((known as usize, None));
        }
        let mut lists = Lists::default();
        self.split(band.clone(), &mut |part| lists.push(part))?;
        lists.close();
        let next = self.bands.len();
        self.bands.insert(band, u32::try_from(next).expect("memory ends before"));
        Ok((next, Some(lists)))
    }

    fn forget_bands(&mut self) {
        self.bands = HashMap::default();
    }

    fn text(&self, number: usize) -> String {
        (self.write)(&self.rules, &self.positions[number].position)
    }

    fn key(&self, _: &mut Engine, number: usize) -> Option<String> {
        // A board without cells has no text, and no moves.
        Some(self.text(number)).filter(|text| !text.is_empty())
    }

    fn look_up(&mut self, engine: &mut Engine, number: usize) -> Result<Option<Found>, SolveError> {
        if self.database.is_none() {
            return Ok(None);
        }
        let position = self.positions[number].position.clone();
        self.find(engine, &position)
    }

    fn nimber(
        &mut self,
        engine: &mut Engine,
        number: usize,
        method: Search,
        held: usize,
    ) -> Result<u64, SolveError> {
        let position = self.positions[number].position.clone();
        let held = held.saturating_sub(self.nimbers.memory());
        // They are lent to the search, which asks the rules beside them.
        let mut nimbers = std::mem::take(&mut self.nimbers);
        let found = nimbers.find(self, engine, position, method, held);
        self.nimbers = nimbers;
        found
    }

    fn nimber_work(&self) -> NimberWork {
        self.nimbers.work()
    }

    fn memory(&self) -> usize {
        let positions = self.positions.capacity() * size_of::<Facts<R::Position>>();
        let database = self.database.as_ref().map_or(0, Attached::memory);
        let bands = self.bands.allocation_size();
        positions + self.numbers.allocation_size() + bands + database + self.nimbers.memory()
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }

    fn forks(&self) -> bool {
        true
    }

    fn fork(&self) -> Box<dyn Numbered> {
        Box::new(self.without_positions())
    }

    fn hand(&self, part: Signed, to: &mut dyn Numbered) -> Result<Signed, String> {
        let to: &mut Self = to.as_any().downcast_mut().expect("it is the same ruleset");
        to.adopt(self, part)
    }
}

impl<R: Hints<Error: Display>> Impartial<R::Position> for Interned<R> {
    fn each_move(
        &self,
        position: &R::Position,
        take: &mut dyn FnMut(Option<Part<R::Position>>) -> bool,
    ) -> Result<(), String> {
        self.each_move(position, Player::Left, &mut |found| take(found.map(|found| found.part)))
    }

    fn is_zero(&self, position: &R::Position) -> Result<bool, String> {
        let known = self.rules.known(position).map_err(|error| error.to_string())?;
        Ok(known == Some(Known::Ended) || self.rules.is_copied(position))
    }

    fn size(&self, position: &R::Position) -> u32 {
        self.rules.size(position)
    }

    fn has_database(&self) -> bool {
        self.database.is_some()
    }

    fn find(
        &mut self,
        engine: &mut Engine,
        position: &R::Position,
    ) -> Result<Option<Found>, SolveError> {
        self.find(engine, position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists of few items, so that many are equal, against lists that are compared one by one.
    #[test]
    fn lists_that_came_before_are_left_out() {
        let mut random = fastrand::Rng::with_seed(3);
        for count in 0..200 {
            let mut lists = Lists::default();
            let mut expected: Vec<Vec<Signed>> = Vec::new();
            for _ in 0..count {
                let length = random.usize(..4);
                let item = |_| Signed::new(0, random.u32(..6), Sign::Plus);
                let mut list: Vec<Signed> = (0..length).map(item).collect();
                list.iter().for_each(|&item| lists.push(item));
                lists.close();
                list.sort_unstable();
                if !expected.contains(&list) {
                    expected.push(list);
                }
            }
            let tidy = lists.tidied();
            let found: Vec<&[Signed]> = (0..tidy.len()).map(|at| tidy.get(at)).collect();
            assert_eq!(found, expected);
        }
    }
}
