//! Forms, each kept once.

use std::hash::BuildHasher;
use std::ops::Range;

use cg_core::{Arrange, Meter, Player};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::{Result, Score, UniverseError};

/// A form, in the [`Forms`] that made it. Forms are equal when they are written alike, in any
/// order of options; whether games are equal depends on the theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

impl Form {
    /// The form `{|}`: nobody has a move.
    pub const EMPTY: Form = Form(0);
    /// The form `oo`: Left has won.
    pub const LEFT_HAS_WON: Form = Form(1);
    /// The form `-oo`: Right has won.
    pub const RIGHT_HAS_WON: Form = Form(2);

    /// The form in which `player` has won.
    pub const fn won_by(player: Player) -> Form {
        match player {
            Player::Left => Self::LEFT_HAS_WON,
            Player::Right => Self::RIGHT_HAS_WON,
        }
    }

    /// Who has won, when the form is `oo` or `-oo`.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::LEFT_HAS_WON => Some(Player::Left),
            Self::RIGHT_HAS_WON => Some(Player::Right),
            _ => None,
        }
    }

    /// The place of the form in the order in which forms were made: options come first.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The marks of a form, for Left and for Right: a player with a mark may stop there, besides her
/// options. Under misère play a mark is written `end`, in scoring `end(a)`; there it is also what
/// a side without options has.
pub type Marks = [Option<Score>; 2];

/// No mark on either side.
pub const NO_MARKS: Marks = [None, None];

#[derive(Clone, Debug)]
struct Entry {
    /// Left's options are those of the pool from the first to the second place, Right's to the third.
    bounds: [u32; 3],
    rank: u32,
    marks: Marks,
}

/// An arena of forms.
#[derive(Clone, Debug)]
pub struct Forms {
    entries: Vec<Entry>,
    pool: Vec<Form>,
    numbers: HashTable<Form>,
}

fn hash(left: &[Form], right: &[Form], marks: &Marks) -> u64 {
    FxBuildHasher.hash_one((left, right, marks))
}

impl Default for Forms {
    fn default() -> Self {
        let mut forms = Forms { entries: Vec::new(), pool: Vec::new(), numbers: HashTable::new() };
        // `oo` and `-oo` have places, and nothing else is written like them.
        for _ in [Form::EMPTY, Form::LEFT_HAS_WON, Form::RIGHT_HAS_WON] {
            forms.entries.push(Entry { bounds: [0; 3], rank: 0, marks: NO_MARKS });
        }
        let code = hash(&[], &[], &NO_MARKS);
        forms.numbers.insert_unique(code, Form::EMPTY, |_| code);
        forms
    }
}

impl Forms {
    fn entry(&self, form: Form) -> &Entry {
        &self.entries[form.index()]
    }

    /// How many forms there are.
    pub(crate) fn count(&self) -> usize {
        self.entries.len()
    }

    /// Bytes that they take.
    pub(crate) fn memory(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
            + self.pool.capacity() * size_of::<Form>()
            + self.numbers.capacity() * (size_of::<Form>() + 1)
    }

    /// Bytes that are taken besides when a form with so many options is made: a full table is made anew
    /// beside the old one.
    pub(crate) fn growth(&self, options: usize) -> usize {
        let grown = |length: usize, more: usize, capacity: usize| {
            if length + more <= capacity { 0 } else { more.max(capacity) }
        };
        grown(self.entries.len(), 1, self.entries.capacity()) * size_of::<Entry>()
            + grown(self.pool.len(), options, self.pool.capacity()) * size_of::<Form>()
            + 2 * grown(self.numbers.len(), 1, self.numbers.capacity()) * (size_of::<Form>() + 1)
    }

    /// The options of `player`, in the order in which they were made.
    pub fn options(&self, form: Form, player: Player) -> &[Form] {
        &self.pool[self.places(form, player)]
    }

    /// The places of the options of `player`. They stay valid when forms are made.
    pub(crate) fn places(&self, form: Form, player: Player) -> Range<usize> {
        let [first, middle, last] = self.entry(form).bounds.map(|place| place as usize);
        match player {
            Player::Left => first..middle,
            Player::Right => middle..last,
        }
    }

    /// The option at a place.
    pub(crate) fn at(&self, place: usize) -> Form {
        self.pool[place]
    }

    /// The mark of `player`.
    pub fn mark(&self, form: Form, player: Player) -> Option<Score> {
        self.entry(form).marks[player as usize]
    }

    /// Both marks.
    pub fn marks(&self, form: Form) -> Marks {
        self.entry(form).marks
    }

    /// Whether `player` has no option.
    pub fn is_end(&self, form: Form, player: Player) -> bool {
        self.places(form, player).is_empty()
    }

    /// The length of the longest line of play, alternating or not.
    pub fn rank(&self, form: Form) -> u32 {
        self.entry(form).rank
    }

    /// The form with some options and marks. Options may come in any order and more than once.
    pub(crate) fn intern(
        &mut self,
        mut sides: [Vec<Form>; 2],
        marks: Marks,
        meter: &Meter,
    ) -> Result<Form> {
        for side in &mut sides {
            side.arrange();
            side.dedup();
        }
        let [left, right] = &sides;
        let code = hash(left, right, &marks);
        let Forms { entries, pool, numbers } = self;
        let of = |form: Form| {
            let entry: &Entry = &entries[form.index()];
            let [first, middle, last] = entry.bounds.map(|place| place as usize);
            (&pool[first..middle], &pool[middle..last], &entry.marks)
        };
        let alike = |form: &Form| of(*form) == (&left[..], &right[..], &marks);
        if let Some(&known) = numbers.find(code, alike) {
            return Ok(known);
        }
        meter.admit_game(entries.len())?;
        let rank = left.iter().chain(right).map(|option| entries[option.index()].rank + 1).max();
        let rank = rank.unwrap_or(0);
        let form = Form(u32::try_from(entries.len()).expect("the limit is below 2^32"));
        numbers.insert_unique(code, form, |&form| {
            let (left, right, marks) = of(form);
            hash(left, right, marks)
        });
        let mut bounds = [0; 3];
        let ends = [0, left.len(), left.len() + right.len()];
        for (bound, end) in bounds.iter_mut().zip(ends) {
            *bound = u32::try_from(pool.len() + end).map_err(|_| {
                UniverseError::from(cg_core::LimitReached::Games { limit: entries.len() as u64 })
            })?;
        }
        entries.push(Entry { bounds, rank, marks });
        pool.extend_from_slice(left);
        pool.extend_from_slice(right);
        Ok(form)
    }

    /// All followers of a form, and the form itself, which comes last: options come before the forms
    /// that have them.
    pub fn followers(&self, form: Form) -> Vec<Form> {
        let mut found = rustc_hash::FxHashSet::from_iter([form]);
        let mut open = vec![form];
        while let Some(form) = open.pop() {
            for player in Player::BOTH {
                let new = self.options(form, player).iter().filter(|&&option| found.insert(option));
                open.extend(new);
            }
        }
        let mut followers: Vec<Form> = found.into_iter().collect();
        followers.arrange();
        followers
    }
}
