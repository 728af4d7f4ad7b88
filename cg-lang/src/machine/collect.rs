//! Lists and games whose items are being collected.

use cg_core::Game;

use super::Machine;
use crate::context::RunResult;
use crate::value::Value;

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
        let result = match right {
            Some(right) => self.engine.game(&self.options[left..right], &self.options[right..]),
            None => self.engine.game(&self.options[left..], &self.options[left..]),
        };
        self.options.truncate(left);
        Ok(Value::Game(result?))
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
