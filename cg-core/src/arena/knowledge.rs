//! The knowledge of subgroups about their elements, and the reasons: the calls of subgroups.

use dashu_int::{IBig, UBig};

use super::{Arena, all_places, places};
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::limits::beside;
use crate::number_ups_star::NumberUpsStar;
use crate::outcome::{Outcome, Player, Relation};
use crate::registry::Place;
use crate::relations::Home;
use crate::slot::{Local, Slot, SubgroupSet};
use crate::text::Notation;

/// Elements with this many bytes, or with numbers of this many bits, are printed on another thread,
/// because that may take seconds.
const LARGE: usize = 1 << 15;

/// The answers of the subgroups to a form `{left | right}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognition {
    /// The subgroups that contain all the options, but by whose rule the form is not an element;
    /// smallest first.
    pub refused: Vec<String>,
    /// The subgroup that recognised it, if there is one.
    pub found: Option<Recognised>,
}

/// A form that a subgroup recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognised {
    /// The value.
    pub value: Game,
    /// The subgroup whose simplification rule gave the value.
    pub subgroup: String,
    /// The subgroup's reason, if it gives one.
    pub reason: Option<String>,
}

/// Subgroups by whose rules a form is not an element. A rule finds each form of its elements, so the
/// value is no element, whatever other form it has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Refusals(SubgroupSet);

/// How elements of subgroups were added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// The least common home of the terms.
    pub subgroup: String,
    /// The subgroup's reason, if it gives one.
    pub reason: Option<String>,
}

/// Knowledge of subgroups. An answer is `None` if no subgroup can give it. Then the general
/// algorithm must.
impl Arena {
    fn settle_some(&mut self, place: Place, local: Option<Local>) -> Result<Option<Game>> {
        local.map(|local| self.settle(place, local)).transpose()
    }

    fn make(
        &mut self,
        place: Option<Place>,
        make: impl FnOnce(&mut dyn Slot) -> Result<Option<Local>>,
    ) -> Result<Option<Game>> {
        let Some(place) = place else { return Ok(None) };
        let local = make(&mut *self.slots[place])?;
        self.settle_some(place, local)
    }

    /// Whether `g` is an element of a subgroup.
    #[inline]
    pub fn is_element(&self, g: Game) -> bool {
        self.element(g).is_some()
    }

    /// The name of the subgroup that is the home of `g`.
    pub fn subgroup_name(&self, g: Game) -> Option<&str> {
        self.element(g).map(|(place, _)| self.registry.name(place))
    }

    /// The element that `{left | right}` equals, by **the simplification rule** of the subgroups that
    /// contain all the options. A subgroup that another of them includes is not asked: the rule of
    /// the larger one answers for both.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn recognise(&mut self, left: &[Game], right: &[Game]) -> Result<Option<Game>> {
        self.recognise_unless(left, right, &mut Refusals::default())
    }

    /// [`Arena::recognise`] for another form of the same value: the subgroups that refused a form
    /// before are not asked again. Those that refuse this one are added to them.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn recognise_unless(
        &mut self,
        left: &[Game],
        right: &[Game],
        refusals: &mut Refusals,
    ) -> Result<Option<Game>> {
        self.recognise_among(SubgroupSet::MAX, left, right, refusals)
    }

    /// [`Arena::recognise_unless`] by the homes of numbers and of nimbers alone. Their rules look
    /// once at each option, so they may be asked before dominated options are removed.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn recognise_number_or_nimber(
        &mut self,
        left: &[Game],
        right: &[Game],
        refusals: &mut Refusals,
    ) -> Result<Option<Game>> {
        let makers = self.registry.makers();
        let homes = [makers.number, makers.nimber].into_iter().flatten();
        let homes = homes.fold(0, |homes, place| homes | 1 << place);
        self.recognise_among(homes, left, right, refusals)
    }

    fn recognise_among(
        &mut self,
        asked: SubgroupSet,
        left: &[Game],
        right: &[Game],
        refusals: &mut Refusals,
    ) -> Result<Option<Game>> {
        let common = self.common_holders(left, right, asked & !refusals.0)?;
        let mut locals = Vec::new();
        for place in places(common) {
            // The rule of a larger subgroup answers for those that it includes.
            if places(common).any(|other| other != place && self.registry.includes(other, place)) {
                continue;
            }
            if let Some(local) = self.ask(place, left, right, &mut locals)? {
                return self.settle(place, local).map(Some);
            }
            refusals.0 |= self.registry.included(place);
        }
        Ok(None)
    }

    /// Right's options, unless they are the same list as Left's: an impartial game has the same
    /// options twice, and one look at each is enough.
    fn others<'a>(left: &[Game], right: &'a [Game]) -> &'a [Game] {
        if std::ptr::eq(left, right) { &[] } else { right }
    }

    /// The subgroups of a set that contain all the options.
    fn common_holders(
        &mut self,
        left: &[Game],
        right: &[Game],
        among: SubgroupSet,
    ) -> Result<SubgroupSet> {
        let mut common = among & all_places(self.slots.len());
        for &option in left.iter().chain(Self::others(left, right)) {
            if common == 0 {
                break;
            }
            self.tick(|| 0)?;
            common &= self.holders(option)?;
        }
        Ok(common)
    }

    /// The answer of a subgroup that contains all the options. They are left in `locals`.
    fn ask(
        &mut self,
        place: Place,
        left: &[Game],
        right: &[Game],
        locals: &mut Vec<Local>,
    ) -> Result<Option<Local>> {
        locals.clear();
        for &option in left.iter().chain(Self::others(left, right)) {
            self.tick(|| locals.capacity() * size_of::<Local>())?;
            locals.push(self.held(option, place)?);
        }
        if std::ptr::eq(left, right) {
            locals.extend_from_within(..);
        }
        let (left, right) = locals.split_at(left.len());
        self.slots[place].simplify(left, right)
    }

    /// g + h, if a subgroup contains both.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn add(&mut self, g: Game, h: Game) -> Result<Option<Game>> {
        let Some((place, g, h)) = self.meet(g, h)? else { return Ok(None) };
        let sum = self.slots[place].add(g, h)?;
        self.settle(place, sum).map(Some)
    }

    /// A few games with the same sum: the sum of the terms at home in each subgroup, and the terms
    /// that are not elements.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn sums_by_home(&mut self, terms: &[Game]) -> Result<Vec<Game>> {
        let mut sums = Vec::with_capacity(terms.len());
        let mut at_home = Vec::new();
        for &term in terms {
            match self.element(term) {
                Some((place, local)) => at_home.push((place, local, term)),
                None => sums.push(term),
            }
        }
        at_home.sort_unstable();
        for terms in at_home.chunk_by(|(one, ..), (other, ..)| one == other) {
            match *terms {
                // Nobody is asked for the sum of one.
                [(.., term)] => sums.push(term),
                [(place, ..), ..] => {
                    let locals: Vec<Local> = terms.iter().map(|&(_, local, _)| local).collect();
                    let sum = self.slots[place].sum(&locals)?;
                    sums.push(self.settle(place, sum)?);
                }
                [] => {}
            }
        }
        Ok(sums)
    }

    /// -g, if g is an element.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn negate(&mut self, g: Game) -> Result<Option<Game>> {
        let Some((place, local)) = self.element(g) else { return Ok(None) };
        let negative = self.slots[place].negate(local)?;
        self.settle(place, negative).map(Some)
    }

    /// `count` copies of g, if g is an element.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn multiple(&mut self, count: &IBig, g: Game) -> Result<Option<Game>> {
        let Some((place, local)) = self.element(g) else { return Ok(None) };
        let multiple = self.slots[place].multiple(count, local)?;
        self.settle(place, multiple).map(Some)
    }

    /// **The outcome rule**, if g is an element.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn outcome(&self, g: Game) -> Result<Option<Outcome>> {
        self.element(g).map(|(place, local)| self.slots[place].outcome(local)).transpose()
    }

    /// The relation of g to h, if a subgroup contains both.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn compare(&mut self, g: Game, h: Game) -> Result<Option<Relation>> {
        let Some((place, g, h)) = self.meet(g, h)? else { return Ok(None) };
        self.slots[place].compare(g, h).map(Some)
    }

    /// The number `value`, if a subgroup makes numbers.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn number(&mut self, value: &Dyadic) -> Result<Option<Game>> {
        let place = self.registry.makers().number;
        self.make(place, |slot| slot.number(value))
    }

    /// The nimber `*value`, if a subgroup makes nimbers.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn nimber(&mut self, value: &UBig) -> Result<Option<Game>> {
        let place = self.registry.makers().nimber;
        self.make(place, |slot| slot.nimber(value))
    }

    /// The up of `order`, a positive number, if a subgroup makes ups.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn up(&mut self, order: &Dyadic) -> Result<Option<Game>> {
        let place = self.registry.makers().up;
        self.make(place, |slot| slot.up(order))
    }

    /// The number g, if its home knows that it is one.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn as_number(&self, g: Game) -> Result<Option<Dyadic>> {
        let Some((place, local)) = self.element(g) else { return Ok(None) };
        self.slots[place].as_number(local)
    }

    /// The n of the nimber `*n`, if the home of g knows that g is one (0 is `*0`).
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn as_nimber(&self, g: Game) -> Result<Option<UBig>> {
        if g == Game::ZERO {
            return Ok(Some(UBig::ZERO));
        }
        let Some((place, local)) = self.element(g) else { return Ok(None) };
        self.slots[place].as_nimber(local)
    }

    /// g as a number plus ups plus a nimber, if its home knows it in that form (0 always is).
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn number_ups_star(&self, g: Game) -> Result<Option<NumberUpsStar>> {
        if g == Game::ZERO {
            return Ok(Some(NumberUpsStar::default()));
        }
        let Some((place, local)) = self.element(g) else { return Ok(None) };
        self.slots[place].number_ups_star(local)
    }

    /// The left and the right stop of `g`, if its subgroup tells them: see
    /// [`Views::stop`](crate::Views::stop).
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn stops(&self, g: Game) -> Result<Option<[Dyadic; 2]>> {
        let Some((place, local)) = self.element(g) else { return Ok(None) };
        let Some(left) = self.slots[place].stop(local, Player::Left)? else { return Ok(None) };
        let right = self.slots[place].stop(local, Player::Right)?;
        Ok(right.map(|right| [left, right]))
    }

    /// The relation of `g` to its stop when `player` begins, if its subgroup tells it: see
    /// [`Views::compare_to_stop`](crate::Views::compare_to_stop).
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn compare_to_stop(&self, g: Game, player: Player) -> Result<Option<Relation>> {
        let Some((place, local)) = self.element(g) else { return Ok(None) };
        self.slots[place].compare_to_stop(local, player)
    }

    /// `g` as its subgroup prints it, if it is an element that is not written in braces. The digits
    /// of a large element take seconds, so the limits are checked meanwhile.
    ///
    /// # Errors
    /// A failing subgroup, limits.
    pub fn print_element(&self, g: Game, notation: Notation) -> Result<Option<String>> {
        let Some((place, local)) = self.element(g) else { return Ok(None) };
        if self.slots[place].in_braces(local, notation)? {
            return Ok(None);
        }
        self.print_local(place, local, notation).map(Some)
    }

    /// Whether `g` is an element that its subgroup writes without braces in all notations.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn is_written_without_braces(&self, g: Game) -> Result<bool> {
        let Some((place, local)) = self.element(g) else { return Ok(false) };
        for notation in Notation::ALL {
            if self.slots[place].in_braces(local, notation)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The element with this number as its subgroup prints it.
    pub(super) fn print_local(
        &self,
        place: Place,
        local: Local,
        notation: Notation,
    ) -> Result<String> {
        let slot = &self.slots[place];
        // A fraction with few bytes can have a denominator with millions of digits.
        let large = match slot.number_ups_star(local)? {
            Some(sum) => sum.longest() / 8 >= LARGE,
            None => slot.heap_bytes(local)? >= LARGE,
        };
        if !large {
            return slot.print(local, notation);
        }
        let (games, memory) = (self.len(), self.memory());
        beside(|| self.meter.look(games, memory), slot.printing(local, notation))?
    }

    /// The element of the named subgroup with this text.
    ///
    /// # Errors
    /// [`Error::Parse`], or an unknown name.
    pub fn parse_element(
        &mut self,
        subgroup: &str,
        text: &str,
        notation: Notation,
    ) -> Result<Game> {
        let place = self.place(subgroup)?;
        let local = self.slots[place].parse(text, notation)?;
        self.settle(place, local)
    }

    /// The value with these bytes in the named subgroup.
    ///
    /// # Errors
    /// Malformed bytes, or an unknown name.
    pub fn decode_element(&mut self, subgroup: &str, bytes: &[u8]) -> Result<Game> {
        let place = self.place(subgroup)?;
        let local = self.slots[place].decode(bytes)?;
        self.settle(place, local)
    }

    /// The name of the home of `g` and its encoding there, if it is an element.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn encode_element(&self, g: Game) -> Result<Option<(&str, Vec<u8>)>> {
        let Some((place, local)) = self.element(g) else { return Ok(None) };
        Ok(Some((self.registry.name(place), self.slots[place].encode(local))))
    }

    fn place(&self, subgroup: &str) -> Result<Place> {
        self.registry
            .place(subgroup)
            .ok_or_else(|| Error::subgroup(subgroup, "there is no such subgroup"))
    }
}

/// Knowledge about numbers and nimbers that need not be short.
impl Arena {
    /// The first answer of the subgroups that contain all of `games`, smallest first.
    fn first_of_holders<T>(
        &mut self,
        games: &[Game],
        mut ask: impl FnMut(&mut dyn Slot, &[Local]) -> Result<Option<T>>,
    ) -> Result<Option<(Place, T)>> {
        let mut common = SubgroupSet::MAX;
        for &game in games {
            common &= self.holders(game)?;
        }
        let there = self.slots.len();
        for place in places(common).take_while(|&place| place < there) {
            let locals = games.iter().map(|&game| self.held(game, place));
            let locals = locals.collect::<Result<Vec<_>>>()?;
            if let Some(said) = ask(&mut *self.slots[place], &locals)? {
                return Ok(Some((place, said)));
            }
        }
        Ok(None)
    }

    fn first_game(
        &mut self,
        games: &[Game],
        ask: impl FnMut(&mut dyn Slot, &[Local]) -> Result<Option<Local>>,
    ) -> Result<Option<Game>> {
        let found = self.first_of_holders(games, ask)?;
        found.map(|(place, local)| self.settle(place, local)).transpose()
    }

    /// Whether the home of `g` knows that it is a number, short or not.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn is_number(&self, g: Game) -> Result<bool> {
        let Some((place, local)) = self.element(g) else { return Ok(false) };
        let slot = &self.slots[place];
        Ok(slot.as_number(local)?.is_some() || slot.is_number(local)?)
    }

    /// The simplest number above the first of these numbers, at least the second, at most the
    /// third, and below the last. It is the answer of [`crate::Views::number_between`] in their
    /// smallest common home. Without any bounds it is 0.
    ///
    /// # Errors
    /// A limit, a failing subgroup; numbers without a common home.
    pub fn number_between(&mut self, bounds: [&[Game]; 4]) -> Result<Option<Game>> {
        let games = bounds.concat();
        if games.is_empty() {
            return Ok(Some(Game::ZERO));
        }
        // The smallest home decides, whether or not a number fits.
        let said = self.first_of_holders(&games, |slot, locals| {
            let mut rest = locals;
            let [above, from, to, below] = bounds.map(|side| {
                let (side, others) = rest.split_at(side.len());
                rest = others;
                side
            });
            slot.number_between(above, from, to, below).map(Some)
        })?;
        let (place, number) = said.ok_or_else(|| {
            Error::subgroup("numbers", "these numbers have no common home that could be asked")
        })?;
        self.settle_some(place, number)
    }

    /// The Conway product of two elements, if a subgroup that contains both knows it.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn product(&mut self, g: Game, h: Game) -> Result<Option<Game>> {
        self.first_game(&[g, h], |slot, locals| slot.product(locals[0], locals[1]))
    }

    /// The element whose Conway product with h is g, if a subgroup knows it.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn quotient(&mut self, g: Game, h: Game) -> Result<Option<Game>> {
        self.first_game(&[g, h], |slot, locals| slot.quotient(locals[0], locals[1]))
    }

    /// g to the power h, if a subgroup that contains both knows it.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn power(&mut self, g: Game, h: Game) -> Result<Option<Game>> {
        self.first_game(&[g, h], |slot, locals| slot.power(locals[0], locals[1]))
    }

    /// The birthday, an ordinal, of an element that is not short, if a subgroup knows it.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn birthday(&mut self, g: Game) -> Result<Option<Game>> {
        let said = self.first_of_holders(&[g], |slot, locals| slot.birthday(locals[0]))?;
        let Some((place, home)) = said else { return Ok(None) };
        let Home::In { subgroup, element } = home else { return Ok(Some(g)) };
        let there = self.registry.place(&subgroup).ok_or_else(|| {
            let message = format!("a birthday in {subgroup:?}, which is not registered");
            Error::subgroup(self.registry.name(place), message)
        })?;
        let local = self.slots[there].restored(&element)?;
        self.settle(there, local).map(Some)
    }

    /// The sign expansion of a number, if a subgroup writes it.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn signs(&mut self, g: Game) -> Result<Option<String>> {
        let said = self.first_of_holders(&[g], |slot, locals| slot.signs(locals[0]))?;
        Ok(said.map(|(_, text)| text))
    }

    /// The number with this sign expansion, if a subgroup reads it.
    ///
    /// # Errors
    /// A limit, a failing subgroup; [`Error::Parse`] for a text that is not a sign expansion.
    pub fn of_signs(&mut self, text: &str) -> Result<Option<Game>> {
        for place in 0..self.slots.len() {
            if let Some(local) = self.slots[place].of_signs(text)? {
                return self.settle(place, local).map(Some);
            }
        }
        Ok(None)
    }

    /// The nimber `*size`, if `size` is an element and a subgroup makes such nimbers.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn nimber_of(&mut self, size: Game) -> Result<Option<Game>> {
        let Some((home, local)) = self.element(size) else { return Ok(None) };
        let bytes = self.slots[home].encode(local);
        let registry = std::sync::Arc::clone(&self.registry);
        for place in 0..self.slots.len() {
            if let Some(local) = self.slots[place].nimber_of(registry.name(home), &bytes)? {
                return self.settle(place, local).map(Some);
            }
        }
        Ok(None)
    }

    /// The element with this name, if a subgroup has one
    /// ([`Registry::constants`](crate::Registry::constants)).
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn constant(&mut self, name: &str) -> Result<Option<Game>> {
        let Some(place) = self.registry.constant(name) else { return Ok(None) };
        let local = self.slots[place].parse(name, self.notation)?;
        self.settle(place, local).map(Some)
    }
}

/// The reasons of subgroups.
impl Arena {
    /// [`Arena::recognise`] with the answers of all subgroups, smallest first.
    ///
    /// # Errors
    /// The errors of [`Arena::recognise`].
    pub fn recognition(
        &mut self,
        left: &[Game],
        right: &[Game],
        notation: Notation,
    ) -> Result<Recognition> {
        let mut refused = Vec::new();
        let mut locals = Vec::new();
        for place in places(self.common_holders(left, right, SubgroupSet::MAX)?) {
            let subgroup = self.registry.name(place).to_owned();
            let Some(local) = self.ask(place, left, right, &mut locals)? else {
                refused.push(subgroup);
                continue;
            };
            let (left, right) = locals.split_at(left.len());
            let reason = self.slots[place].explain_value(left, right, local, notation)?;
            let value = self.settle(place, local)?;
            let found = Some(Recognised { value, subgroup, reason });
            return Ok(Recognition { refused, found });
        }
        Ok(Recognition { refused, found: None })
    }

    /// The reason for the outcome of `g`, if it is an element and its home gives one.
    ///
    /// # Errors
    /// A failing subgroup.
    pub fn outcome_reason(&self, g: Game, notation: Notation) -> Result<Option<String>> {
        let Some((place, local)) = self.element(g) else { return Ok(None) };
        self.slots[place].explain_outcome(local, notation)
    }

    /// How these games are added, if a subgroup contains them all.
    ///
    /// # Errors
    /// A limit, or a failing subgroup.
    pub fn addition(&mut self, terms: &[Game], notation: Notation) -> Result<Option<Addition>> {
        let mut common = SubgroupSet::MAX;
        for &term in terms {
            common &= self.holders(term)?;
        }
        let there = self.slots.len();
        let Some(place) = places(common).next().filter(|&place| place < there) else {
            return Ok(None);
        };
        let mut locals = Vec::with_capacity(terms.len());
        for &term in terms {
            locals.push(self.held(term, place)?);
        }
        let reason = self.slots[place].explain_sum(&locals, notation)?;
        Ok(Some(Addition { subgroup: self.registry.name(place).to_owned(), reason }))
    }
}
