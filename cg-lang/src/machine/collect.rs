//! Lists and games whose items are being collected.

use std::hash::{Hash, Hasher};

use cg_core::Game;
use rustc_hash::FxHasher;

use super::Machine;
use crate::context::RunResult;
use crate::value::Value;

/// The values of the last forms: many positions have the same options.
#[derive(Default)]
pub(super) struct Forms {
    slots: Vec<Option<Form>>,
    /// How many options they have.
    options: usize,
}

struct Form {
    /// Left's options, unless both players have the same.
    left: Option<Box<[Game]>>,
    right: Box<[Game]>,
    value: Game,
}

impl Form {
    fn options(&self) -> usize {
        self.left.as_deref().map_or(0, <[Game]>::len) + self.right.len()
    }
}

impl Forms {
    /// How many forms are kept. A new one takes the place of an old one.
    const MOST: usize = 1 << 12;
    /// Impartial games with more options are asked for at once: few have the same options.
    const MOST_OPTIONS: usize = 32;

    fn place(left: Option<&[Game]>, right: &[Game]) -> usize {
        let mut hasher = FxHasher::default();
        (left, right).hash(&mut hasher);
        usize::try_from(hasher.finish() % Self::MOST as u64).expect("a place in the table")
    }

    /// The value of the form with these options, each side in ascending order.
    fn find(&self, left: Option<&[Game]>, right: &[Game]) -> Option<Game> {
        let form = self.slots.get(Self::place(left, right))?.as_ref()?;
        (form.left.as_deref() == left && *form.right == *right).then_some(form.value)
    }

    fn keep(&mut self, left: Option<&[Game]>, right: &[Game], value: Game) {
        if self.slots.is_empty() {
            self.slots.resize_with(Self::MOST, || None);
        }
        let form = Form { left: left.map(Box::from), right: right.into(), value };
        self.options += form.options();
        let old = self.slots[Self::place(left, right)].replace(form);
        self.options -= old.map_or(0, |old| old.options());
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        self.slots.capacity() * size_of::<Option<Form>>() + self.options * size_of::<Game>()
    }
}

/// Why a game is being collected.
pub(super) const NO_GAME: &str =
    "the compiler puts options between the start and the end of a game";

/// A list or a game that is open.
#[derive(Clone, Copy)]
pub(super) enum Collecting {
    /// The items lie on the stack from here on.
    List(usize),
    /// The items lie in [`Machine::items`] from here on.
    Items(usize),
    /// The options lie in [`Machine::options`].
    Game {
        /// Left's from here on.
        left: usize,
        /// Right's from here on, when they have begun.
        right: Option<usize>,
        /// The stamp of the side that is being collected.
        stamp: u32,
    },
}

impl Machine {
    /// A stamp that no game carries yet.
    pub(super) fn new_stamp(&mut self) -> u32 {
        if self.last_stamp == u32::MAX {
            self.stamps.fill(0);
            self.last_stamp = 0;
        }
        self.last_stamp += 1;
        self.last_stamp
    }

    pub(super) fn start_list(&mut self) {
        self.collecting.push(Collecting::List(self.stack.len()));
    }

    pub(super) fn end_list(&mut self) -> RunResult<()> {
        let Some(Collecting::List(start)) = self.collecting.pop() else {
            unreachable!("the compiler ends lists where it began them")
        };
        let items = self.stack.split_off(start);
        let list = self.context().list(items)?;
        self.stack.push(list);
        Ok(())
    }

    pub(super) fn start_game(&mut self) {
        let stamp = self.new_stamp();
        self.collecting.push(Collecting::Game { left: self.options.len(), right: None, stamp });
    }

    /// Adds an option, unless it is there already.
    #[inline]
    pub(super) fn option(&mut self, option: &Value) -> RunResult<()> {
        match option {
            Value::Game(game) => self.add_option(*game),
            position @ Value::Position(_) => {
                let value = self.valued(position.clone())?;
                return self.option(&value);
            }
            value => self.unusual_option(value)?,
        }
        Ok(())
    }

    #[inline]
    pub(super) fn add_option(&mut self, option: Game) {
        let Some(&Collecting::Game { stamp, .. }) = self.collecting.last() else {
            unreachable!("{NO_GAME}")
        };
        let index = option.index();
        if index >= self.stamps.len() {
            self.stamps.resize((index + 1).next_power_of_two(), 0);
        }
        // Games collected in between may have taken the stamp away: then an
        // option is there twice, which changes nothing.
        if self.stamps[index] != stamp {
            self.stamps[index] = stamp;
            self.options.push(option);
        }
    }

    pub(super) fn middle_of_game(&mut self) {
        let fresh = self.new_stamp();
        let middle = self.options.len();
        let Some(Collecting::Game { right, stamp, .. }) = self.collecting.last_mut() else {
            unreachable!("{NO_GAME}")
        };
        *right = Some(middle);
        *stamp = fresh;
    }

    /// Gives Right the negatives of Left's options.
    pub(super) fn mirror_options(&mut self) -> RunResult<()> {
        let Some(&Collecting::Game { left, .. }) = self.collecting.last() else {
            unreachable!("{NO_GAME}")
        };
        let end = self.options.len();
        self.mirror_loose()?;
        self.middle_of_game();
        for at in left..end {
            let negative = self.engine.negate(self.options[at])?;
            self.add_option(negative);
        }
        Ok(())
    }

    /// The game with the options that were collected.
    pub(super) fn end_game(&mut self) -> RunResult<Value> {
        let Some(Collecting::Game { left, right, .. }) = self.collecting.pop() else {
            unreachable!("{NO_GAME}")
        };
        if self.loose.last().is_some_and(|loose| loose.belongs_to(self.collecting.len() + 1)) {
            let result = self.end_loose_game(left, right);
            self.options.truncate(left);
            return result;
        }
        let result = self.game_of_options(left, right);
        self.options.truncate(left);
        Ok(Value::Game(result?))
    }

    /// The game with the options from `left` on, Right's from `right` on; without `right` both
    /// players have all of them.
    fn game_of_options(&mut self, left: usize, right: Option<usize>) -> RunResult<Game> {
        if right.is_none() && self.options.len() - left > Forms::MOST_OPTIONS {
            return Ok(self.engine.impartial_game(&self.options[left..])?);
        }
        let (lefts, rights) = self.options[left..].split_at_mut(right.map_or(0, |at| at - left));
        lefts.sort_unstable_by_key(|game| game.index());
        rights.sort_unstable_by_key(|game| game.index());
        let lefts = right.map(|_| &*lefts);
        if let Some(game) = self.forms.find(lefts, rights) {
            return Ok(game);
        }
        let game = self.engine.game(lefts.unwrap_or(rights), rights)?;
        self.forms.keep(lefts, rights, game);
        Ok(game)
    }

    /// Forgets what was being collected, but for the first `kept`.
    pub(super) fn close_collections(&mut self, kept: usize) {
        for open in self.collecting.drain(kept.min(self.collecting.len())..).rev() {
            match open {
                Collecting::Game { left, .. } => self.options.truncate(left),
                Collecting::Items(first) => self.items.truncate(first),
                Collecting::List(_) => {}
            }
        }
        self.close_loose();
    }
}

#[cfg(test)]
mod tests {
    use cg_core::Registry;

    use super::*;

    #[test]
    fn a_form_has_the_value_that_was_kept_for_it() {
        let registry = Registry::builder().close().unwrap();
        let mut engine = cg_simplify::Engine::new(registry, cg_core::Limits::default()).unwrap();
        let mut games = vec![Game::ZERO];
        for _ in 0..10 {
            let last = games[games.len() - 1];
            games.push(engine.game(&[last], &[]).unwrap());
        }
        let mut forms = Forms::default();
        for (l, &left) in games.iter().enumerate() {
            for (r, &right) in games.iter().enumerate() {
                let value = games[(l * r) % games.len()];
                forms.keep(Some(&[left]), &[right], value);
                assert_eq!(forms.find(Some(&[left]), &[right]), Some(value));
                forms.keep(None, &[left, right], left);
                assert_eq!(forms.find(None, &[left, right]), Some(left));
            }
        }
        assert_eq!(forms.find(Some(&[]), &[games[0], games[1]]), None);
        let kept: usize = forms.slots.iter().flatten().map(Form::options).sum();
        assert_eq!(
            forms.memory(),
            forms.slots.capacity() * size_of::<Option<Form>>() + kept * size_of::<Game>()
        );
    }
}
