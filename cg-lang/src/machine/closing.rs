//! Loops of the program: options that are not known yet, and what they turn out to be.

use cg_loopy::{Loopy, MOST_SUMS, SumsError, Target};

use super::{Collecting, Machine, OPERAND};
use crate::context::RunResult;
use crate::error::RunError;
use crate::loops::{LoopyGame, LooseOption, NotClosed, Open, Part, Summand};
use crate::machine::memo::Entry;
use crate::value::Value;

/// An option of open braces that is no short game, and whose it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loose {
    /// The number of collections that were open.
    depth: usize,
    right: bool,
    option: LooseOption,
}

impl Loose {
    /// Whether it belongs to the game that is collected as the `depth`-th.
    pub(super) fn belongs_to(&self, depth: usize) -> bool {
        self.depth == depth
    }
}

/// A call of a loopy function that is under way, or whose value is not closed.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenCall {
    vertex: u32,
    function: u32,
    entry: Entry,
}

impl Machine {
    /// Adds an option that is no short game, or may be none.
    pub(super) fn unusual_option(&mut self, value: &Value) -> RunResult<()> {
        let option = match value {
            Value::Open(Open(part)) => LooseOption::Open(*part),
            Value::Loopy(_) => LooseOption::Value(self.context().loopy(value, "an option")?),
            value => {
                let game = self.context().game(value, "an option")?;
                self.add_option(game);
                return Ok(());
            }
        };
        let right = match self.collecting.last() {
            Some(Collecting::Game { right, .. }) => right.is_some(),
            _ => unreachable!("{}", super::collect::NO_GAME),
        };
        self.loose.push(Loose { depth: self.collecting.len(), right, option });
        Ok(())
    }

    /// The game with the short options that were collected, and loose ones. Its collection
    /// is no longer open.
    pub(super) fn end_loose_game(&mut self, left: usize, right: Option<usize>) -> RunResult<Value> {
        let depth = self.collecting.len() + 1;
        let from = self.loose.partition_point(|loose| loose.depth < depth);
        let loose = self.loose.split_off(from);
        let games = |options: &[cg_core::Game]| {
            let values = options.iter().map(|&game| LooseOption::Value(game.into()));
            values.collect::<Vec<_>>()
        };
        let mut sides = match right {
            Some(right) => [games(&self.options[left..right]), games(&self.options[right..])],
            None => [games(&self.options[left..]), games(&self.options[left..])],
        };
        for Loose { right: of_right, option, .. } in loose {
            match right {
                Some(_) => sides[usize::from(of_right)].push(option),
                None => sides.iter_mut().for_each(|side| side.push(option)),
            }
        }
        let vertex = self.loops.braces(sides);
        self.close_or_keep(vertex, vertex)
    }

    /// Gives Right the negatives of Left's loose options.
    pub(super) fn mirror_loose(&mut self) -> RunResult<()> {
        let depth = self.collecting.len();
        let from = self.loose.partition_point(|loose| loose.depth < depth);
        for at in from..self.loose.len() {
            let option = match self.loose[at].option {
                LooseOption::Value(value) => {
                    LooseOption::Value(self.stoppers.negate(&mut self.engine, value)?)
                }
                LooseOption::Open(Part::Vertex(vertex)) => {
                    let negative = Summand { vertex, negated: true, copies: 1 };
                    let sum = self.loops.sum(vec![negative], cg_core::Game::ZERO.into());
                    LooseOption::Open(Part::Vertex(sum))
                }
                LooseOption::Open(Part::Pass) => return Err(RunError::StillOpen),
            };
            self.loose.push(Loose { depth, right: true, option });
        }
        Ok(())
    }

    /// Forgets the loose options of collections that are not there any more.
    pub(super) fn close_loose(&mut self) {
        let depth = self.collecting.len();
        let kept = self.loose.partition_point(|loose| loose.depth <= depth);
        self.loose.truncate(kept);
    }

    /// The value of a vertex when its part of the graph is closed; all vertices from
    /// `first` on are forgotten then. Else the open vertex.
    fn close_or_keep(&mut self, vertex: u32, first: u32) -> RunResult<Value> {
        let closed = self.loops.closed(vertex, first, &mut self.engine, &mut self.stoppers);
        let closed = match closed {
            Ok(closed) => closed,
            Err(NotClosed::Leads(_)) => return Ok(Value::Open(Open(Part::Vertex(vertex)))),
            Err(NotClosed::Itself) => return Err(RunError::NothingButItself),
            Err(NotClosed::NoGame) => return Err(RunError::StillOpen),
            Err(NotClosed::Sums(error)) => return Err(self.no_sums(error)),
        };
        let start = closed.target(vertex).expect("the graph begins there");
        let values = match start {
            Target::Value(_) => rustc_hash::FxHashMap::default(),
            Target::Vertex(start) => {
                self.stoppers.values(&mut self.engine, closed.graph(), start)?
            }
        };
        let of = |target: Target| match target {
            Target::Value(value) => Some(value),
            Target::Vertex(place) => values.get(&place).copied(),
        };
        // The calls whose values these are.
        let from = self.open_calls.partition_point(|call| call.vertex < first);
        for call in self.open_calls.split_off(from) {
            let memo = &mut self.functions[call.function as usize].memo;
            match closed.target(call.vertex).and_then(of) {
                Some(value) => memo.leave(call.entry, &loopy_value(&self.heap, value)),
                None => memo.abandon(call.entry),
            }
        }
        self.loops.truncate(first);
        Ok(match of(start) {
            Some(value) => loopy_value(&self.heap, value),
            None => {
                let draft = closed.draft();
                let bytes = draft.memory();
                Value::Loopy(self.heap.share(LoopyGame::Unsided(draft), bytes))
            }
        })
    }

    /// Why sums in a loop have no graph.
    fn no_sums(&mut self, error: SumsError) -> RunError {
        match error {
            SumsError::Game(error) => error.into(),
            SumsError::TooMany => RunError::EndlessSums { limit: MOST_SUMS },
            SumsError::NoSides => RunError::NoSides { place: "a sum in the loop".into() },
            SumsError::TwoSides(value) => {
                let value = loopy_value(&self.heap, value);
                RunError::SidesInSum { value: self.context().show(&value) }
            }
        }
    }

    /// The value of a local until [`Machine::end_label`].
    pub(super) fn begin_label(&mut self) -> Value {
        Value::Open(Open(Part::Vertex(self.loops.begin())))
    }

    /// The braces on the stack are what `label` stands for.
    pub(super) fn end_label(&mut self, label: &Value) -> RunResult<()> {
        let &Value::Open(Open(Part::Vertex(vertex))) = label else {
            unreachable!("a label is an open vertex until its braces end")
        };
        let game = self.stack.pop().expect(OPERAND);
        let value = match game {
            Value::Open(Open(Part::Vertex(braces))) => {
                self.loops.is_same(vertex, braces);
                self.close_or_keep(vertex, vertex)?
            }
            // The label is not used in it, or it was closed without it.
            value => {
                if self.loops.len() == vertex + 1 {
                    self.loops.truncate(vertex);
                }
                value
            }
        };
        self.stack.push(value);
        Ok(())
    }

    /// Notes that a call of a loopy function is under way; its vertex.
    pub(super) fn begin_loopy_call(&mut self, function: u32, entry: Entry) -> u32 {
        let vertex = self.loops.begin();
        self.open_calls.push(OpenCall { vertex, function, entry });
        vertex
    }

    /// What stands for a call of a loopy function that is under way, or not closed.
    pub(super) fn open_call(&self, function: u32, entry: Entry) -> Option<Value> {
        let call = self
            .open_calls
            .iter()
            .rev()
            .find(|call| call.function == function && call.entry == entry)?;
        Some(Value::Open(Open(Part::Vertex(call.vertex))))
    }

    /// The value of a call of a loopy function, which gave `value`.
    pub(super) fn end_loopy_call(&mut self, vertex: u32, value: Value) -> RunResult<Value> {
        match value {
            Value::Open(Open(Part::Vertex(other))) => {
                self.loops.is_same(vertex, other);
                self.close_or_keep(vertex, vertex)
            }
            Value::Open(Open(Part::Pass)) => Err(RunError::StillOpen),
            value => {
                let known = match &value {
                    Value::Loopy(game) => match &**game {
                        LoopyGame::Sided(value) => Some(*value),
                        LoopyGame::Unsided(_) => None,
                    },
                    value if value.is_game() => Some(self.context().game(value, "")?.into()),
                    _ => None,
                };
                self.loops.is_value(vertex, known);
                let at = self.open_calls.iter().rposition(|call| call.vertex == vertex);
                let at = at.expect("a call that is under way is open");
                let call = self.open_calls.remove(at);
                self.functions[call.function as usize].memo.leave(call.entry, &value);
                if self.loops.len() == vertex + 1 {
                    self.loops.truncate(vertex);
                }
                Ok(value)
            }
        }
    }

    /// Forgets what was opened since there were `first` vertices.
    pub(super) fn abandon_loops(&mut self, first: u32) {
        let from = self.open_calls.partition_point(|call| call.vertex < first);
        for call in self.open_calls.split_off(from) {
            self.functions[call.function as usize].memo.abandon(call.entry);
        }
        self.loops.truncate(first);
    }
}

/// The value of the language: a short game where it is one.
fn loopy_value(heap: &crate::heap::Heap, value: Loopy) -> Value {
    match value.game() {
        Some(game) => Value::Game(game),
        None => Value::Loopy(heap.share(LoopyGame::Sided(value), 0)),
    }
}
