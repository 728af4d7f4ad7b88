//! Changed boards, joined texts and lists in typed code, and calls whose first argument is one.
//!
//! Most options of a position are calls whose value is known. So the argument is made in a place
//! that is kept for it, and looked up there; it becomes a value only when the call begins.

use std::hash::{Hash, Hasher};

use cg_core::Game;
use rustc_hash::FxHasher;

use super::Machine;
use super::collect::Collecting;
use super::memo::{self, Slot};
use super::typed::{ascii, int_of};
use crate::board::Normal;
use crate::compile::typed::{CallWith, First, Part, Put, Typed};
use crate::value::{Value, hash_of_items, hash_of_text};

/// Says so when so much may be joined by typed code: more is not even begun.
fn is_short(length: usize) -> Option<()> {
    (length <= MOST_JOINED).then_some(())
}

/// How many bytes of a list or text are copied in about the time of a step: a look comes after 1 MiB of them.
const BYTES_PER_STEP: usize = 1 << 8;

/// Longer texts and lists are joined by the stack machine, which looks at the memory.
const MOST_JOINED: usize = 1 << 12;

impl Machine {
    /// A board with some cells changed, in [`Machine::board`].
    fn put_board(&mut self, typed: &Typed, base: usize, integers: usize, put: &Put) -> Option<()> {
        let Value::Board(board) = &self.stack[base + usize::from(put.base)] else { return None };
        let (rows, cols) = (board.rows(), board.cols());
        let index = |int| usize::try_from(int_of(&self.integers, typed, integers, int)?).ok();
        self.board.clone_from(board);
        self.board.change(|cells| {
            for &(row, col, cell) in &put.changes {
                let (row, col) = (index(row)?, index(col)?);
                if row >= rows || col >= cols {
                    return None;
                }
                cells[row * cols + col] = cell;
            }
            Some(())
        })
    }

    /// A strip with some cells changed, in `bytes`.
    fn put_text(
        &self,
        typed: &Typed,
        base: usize,
        integers: usize,
        put: &Put,
        bytes: &mut Vec<u8>,
    ) -> Option<()> {
        let Value::Text(text) = &self.stack[base + usize::from(put.base)] else { return None };
        bytes.extend_from_slice(ascii(text)?);
        for &(_, at, cell) in &put.changes {
            *bytes.get_mut(self.index(typed, integers, at)?)? = cell;
        }
        Some(())
    }

    pub(super) fn put(
        &mut self,
        typed: &Typed,
        base: usize,
        integers: usize,
        put: &Put,
    ) -> Option<Value> {
        if let Value::Board(_) = self.stack[base + usize::from(put.base)] {
            self.put_board(typed, base, integers, put)?;
            return Some(self.heap.board(self.board.clone()));
        }
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        let done = self.put_text(typed, base, integers, put, &mut bytes);
        let value = done.map(|()| self.heap.ascii(&bytes));
        self.bytes = bytes;
        value
    }

    /// Whether texts are joined, not lists.
    fn joins_texts(&self, typed: &Typed, base: usize, parts: &[Part]) -> bool {
        match parts[0] {
            Part::Cell(_) => true,
            Part::Whole(place) => matches!(self.place(typed, base, place), Value::Text(_)),
            Part::Item(_) => false,
            Part::Stretch(stretch) => {
                stretch.item.is_some()
                    || matches!(self.stack[base + usize::from(stretch.base)], Value::Text(_))
            }
        }
    }

    fn join_texts(
        &self,
        typed: &Typed,
        base: usize,
        integers: usize,
        parts: &[Part],
        bytes: &mut Vec<u8>,
    ) -> Option<()> {
        for part in parts {
            match *part {
                Part::Cell(cell) => bytes.push(cell),
                Part::Whole(place) => {
                    let Value::Text(text) = self.place(typed, base, place) else { return None };
                    let text = ascii(text)?;
                    is_short(bytes.len() + text.len())?;
                    bytes.extend_from_slice(text);
                }
                Part::Stretch(stretch) => {
                    let (value, from, end) = self.stretch(typed, base, integers, stretch)?;
                    let Value::Text(text) = value else { return None };
                    is_short(bytes.len() + (end - from))?;
                    bytes.extend_from_slice(&text.bytes()[from..end]);
                }
                Part::Item(_) => return None,
            }
        }
        Some(())
    }

    fn join_items(
        &mut self,
        typed: &Typed,
        base: usize,
        integers: usize,
        parts: &[Part],
        items: &mut Vec<Value>,
    ) -> Option<()> {
        for part in parts {
            match *part {
                Part::Item(place) => {
                    let mut value = self.place(typed, base, place).clone();
                    self.context().normalize(&mut value).ok()?;
                    items.push(value);
                }
                Part::Whole(place) => {
                    let Value::List(list) = self.place(typed, base, place) else { return None };
                    is_short(items.len() + list.length())?;
                    items.extend_from_slice(list.items());
                }
                Part::Stretch(stretch) => {
                    let (value, from, end) = self.stretch(typed, base, integers, stretch)?;
                    let Value::List(list) = value else { return None };
                    is_short(items.len() + (end - from))?;
                    items.extend_from_slice(&list.items()[from..end]);
                }
                Part::Cell(_) => return None,
            }
        }
        Some(())
    }

    /// Moves the items that were collected last to [`Machine::joined`].
    fn take_items(&mut self) -> Option<()> {
        let Some(Collecting::Items(first)) = self.collecting.pop() else {
            unreachable!("typed code ends lists where it began them")
        };
        let mut items = std::mem::take(&mut self.joined);
        items.clear();
        match first {
            0 => std::mem::swap(&mut items, &mut self.items),
            _ => items.extend(self.items.drain(first..)),
        }
        let unusual = |item: &&mut Value| matches!(item, Value::Game(_) | Value::Open(_));
        let mut unusual = items.iter_mut().filter(unusual);
        let done = unusual.try_for_each(|item| self.context().normalize(item));
        self.joined = items;
        done.ok()
    }

    pub(super) fn joined(
        &mut self,
        typed: &Typed,
        base: usize,
        integers: usize,
        parts: &[Part],
    ) -> Option<Value> {
        if self.joins_texts(typed, base, parts) {
            let mut bytes = std::mem::take(&mut self.bytes);
            bytes.clear();
            let done = self.join_texts(typed, base, integers, parts, &mut bytes);
            self.tick_often(bytes.len() / BYTES_PER_STEP).ok()?;
            let value = done.map(|()| self.heap.ascii(&bytes));
            self.bytes = bytes;
            return value;
        }
        let mut items = Vec::with_capacity(8);
        self.join_items(typed, base, integers, parts, &mut items)?;
        self.tick_often(size_of_val(&items[..]) / BYTES_PER_STEP).ok()?;
        self.heap.list(items)
    }

    /// Calls a function whose first argument is made only when the call is not remembered.
    /// Its value is in the register of the result, unless a frame has begun.
    pub(super) fn call_with(
        &mut self,
        typed: &Typed,
        base: usize,
        integers: usize,
        call: &CallWith,
    ) -> Option<()> {
        let first = match &call.first {
            First::Items => {
                self.take_items()?;
                Made::Items
            }
            First::Put(put) => match self.stack[base + usize::from(put.base)] {
                Value::Board(_) => {
                    self.put_board(typed, base, integers, put)?;
                    Made::Board
                }
                _ => self.text_made(|machine, bytes| {
                    machine.put_text(typed, base, integers, put, bytes)
                })?,
            },
            First::Join(parts) if self.joins_texts(typed, base, parts) => {
                self.text_made(|machine, bytes| {
                    machine.join_texts(typed, base, integers, parts, bytes)
                })?
            }
            First::Join(parts) => {
                let mut items = std::mem::take(&mut self.joined);
                items.clear();
                let done = self.join_items(typed, base, integers, parts, &mut items);
                self.joined = items;
                done?;
                Made::Items
            }
        };
        let mut found = self.look_up(typed, base, call, first);
        if found.is_none()
            && let (Some(normal), Made::Board) = (&call.normal, first)
        {
            found = self.declared(call.function, normal)?.map(Value::Game);
        }
        match found {
            Some(value) => {
                self.tick().ok()?;
                self.stack[base + usize::from(call.result)] = value;
                Some(())
            }
            None => {
                let value = match first {
                    Made::Board => self.heap.board(self.board.clone()),
                    Made::Text => self.heap.ascii(&self.bytes),
                    Made::Items => self.heap.list(self.joined.clone())?,
                };
                self.stack.push(value);
                for &place in &call.rest {
                    let value = self.place(typed, base, place).clone();
                    self.stack.push(value);
                }
                let depth = self.frames.len();
                self.call(call.function, 1 + call.rest.len()).ok()?;
                if self.frames.len() == depth {
                    let value = self.pop();
                    self.stack[base + usize::from(call.result)] = value;
                }
                Some(())
            }
        }
    }

    /// A text in [`Machine::bytes`].
    fn text_made(
        &mut self,
        make: impl FnOnce(&Machine, &mut Vec<u8>) -> Option<()>,
    ) -> Option<Made> {
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        let done = make(self, &mut bytes);
        self.bytes = bytes;
        done.map(|()| Made::Text)
    }

    /// What a call is known to give; `None` also for one that is being computed.
    fn look_up(&self, typed: &Typed, base: usize, call: &CallWith, first: Made) -> Option<Value> {
        let mut hasher = FxHasher::default();
        hasher.write_u64(match first {
            Made::Board => self.board.hash_code(),
            Made::Text => hash_of_text(&self.bytes),
            Made::Items => hash_of_items(&self.joined),
        });
        for &place in &call.rest {
            let value = self.place(typed, base, place);
            // A game that is an integer is looked up as one.
            if let Value::Game(_) = value {
                return None;
            }
            value.hash(&mut hasher);
        }
        let hash = hasher.finish();
        let same = |key: &[Value]| {
            let Some((position, others)) = key.split_first() else { return false };
            let same = match (first, position) {
                (Made::Board, Value::Board(other)) => self.board == **other,
                (Made::Text, Value::Text(other)) => *self.bytes == *other.bytes(),
                (Made::Items, Value::List(other)) => *self.joined == *other.items(),
                _ => false,
            };
            let mut rest = call.rest.iter().map(|&place| self.place(typed, base, place));
            same && others.len() == call.rest.len() && others.iter().all(|v| rest.next() == Some(v))
        };
        let function = &self.functions[call.function as usize];
        match function.memo.find_by(hash, same) {
            Some(slot) => function.memo.value(slot),
            None => function.recent.find_by(hash, same),
        }
    }

    /// The value of [`Machine::board`] by what a function declares of boards, when the values of
    /// its parts are known. A board with the same value may take its place.
    fn declared(&mut self, function: u32, normal: &Normal) -> Option<Option<Game>> {
        let mut form = normal.form(&self.board);
        let mut sum = None;
        for (part, negative) in &form {
            let hash = memo::hash_of_position(part.hash_code());
            let same = |key: &[Value]| matches!(key, [Value::Board(other)] if **other == *part);
            let found = self.functions[function as usize].memo.find_by(hash, same);
            let Some(Slot::Game(game)) = found else {
                if let [(_, false)] = form[..] {
                    self.board = form.swap_remove(0).0;
                }
                return Some(None);
            };
            let game = if *negative { self.engine.negate(game).ok()? } else { game };
            sum = Some(match sum {
                None => game,
                Some(sum) => self.sum_of(sum, game).ok()?,
            });
        }
        Some(Some(sum.unwrap_or(Game::ZERO)))
    }
}

/// What a first argument is before it is a value.
#[derive(Clone, Copy)]
enum Made {
    /// In [`Machine::board`].
    Board,
    /// In [`Machine::bytes`].
    Text,
    /// In [`Machine::joined`].
    Items,
}
