//! Rules that an interpreter knows: definitions of a user, whose moves are found with the
//! engine of the search.

use std::any::Any;
use std::hash::{BuildHasher, Hash};
use std::ops::Range;
use std::sync::Arc;

use cg_core::{Game, Player};
use cg_rulesets::Sign;
use cg_simplify::Engine;
use hashbrown::{HashMap, HashTable};
use rustc_hash::FxBuildHasher;

use crate::components::{Lists, Looks, MOST_NUMBERS, Numbered, Signed, SumList, Words, reserve};
use crate::database::{Attached, Database, Found};
use crate::error::SolveError;
use crate::nimbers::NimberWork;
use crate::settings::Search;

/// A sum of components, each with its sign.
pub type Parts<P> = Vec<(P, Sign)>;

type Moves<P> = SumList<(P, Sign)>;

/// Rules that are found by an interpreter, with the engine of the search. The components of
/// their positions may be of several rulesets. What they hold beside their own size counts
/// where the engine looks at its limits.
///
/// Errors of all methods: those of the rules, limits, interruptions.
pub trait Interpreter: Send {
    /// A component of a position.
    type Part: Clone + Eq + Hash + Send + 'static;

    /// The components whose sum is `part`, each in its normal form. A component in which
    /// nobody can move may be left out.
    ///
    /// # Errors
    /// See above.
    fn split(
        &mut self,
        engine: &mut Engine,
        part: Self::Part,
    ) -> Result<Parts<Self::Part>, SolveError>;

    /// Adds the sums that `player` can move to, in a component that [`Interpreter::split`] gave.
    ///
    /// # Errors
    /// See above.
    fn moves(
        &mut self,
        engine: &mut Engine,
        part: &Self::Part,
        player: Player,
        moves: &mut SumList<(Self::Part, Sign)>,
    ) -> Result<(), SolveError>;

    /// How many moves Left and Right have in such a component, where they are counted at less cost
    /// than they are made; else `None`.
    ///
    /// # Errors
    /// See above.
    fn move_counts(
        &mut self,
        _engine: &mut Engine,
        _part: &Self::Part,
    ) -> Result<Option<[usize; 2]>, SolveError> {
        Ok(None)
    }

    /// The value of a component, where it is known without a search.
    ///
    /// # Errors
    /// See above.
    fn value(&mut self, engine: &mut Engine, part: &Self::Part)
    -> Result<Option<Game>, SolveError>;

    /// Whether a component is known to be its own negative: no is always a right answer.
    fn is_own_negative(&self, part: &Self::Part) -> bool;

    /// A component as it would be typed.
    fn text(&self, part: &Self::Part) -> String;

    /// The text by which databases know a component: no other component that this interpreter gives
    /// has it. `None` for a component that no database keeps.
    fn key(&self, _engine: &mut Engine, _part: &Self::Part) -> Option<String> {
        None
    }
}

/// A component with at most so many moves is valued before a search.
const FEW_MOVES: usize = 4;

/// The most moves that are kept from the time when a component was numbered until its moves
/// are asked for.
const MOST_KEPT: usize = 1 << 15;

/// The components of an interpreter with their numbers.
pub(crate) struct Interpreted<I: Interpreter> {
    interpreter: I,
    ruleset: usize,
    numbers: HashTable<u32>,
    parts: Vec<(I::Part, Looks, bool)>,
    /// Moves of both players that were made to count them, by number, until they are asked for;
    /// and how many they are.
    kept: HashMap<u32, [Option<Moves<I::Part>>; 2], FxBuildHasher>,
    moves_kept: usize,
    databases: Vec<Attached>,
}

impl<I: Interpreter> Interpreted<I> {
    pub(crate) fn new(interpreter: I, ruleset: usize) -> Self {
        Interpreted {
            interpreter,
            ruleset,
            numbers: HashTable::new(),
            parts: Vec::new(),
            kept: HashMap::default(),
            moves_kept: 0,
            databases: Vec::new(),
        }
    }

    /// From now on components are looked up in this database, too.
    pub(crate) fn attach(&mut self, database: Arc<Database>) {
        self.databases.push(Attached::new(database));
    }

    /// Adds the components of `part` to a list.
    pub(crate) fn split(
        &mut self,
        engine: &mut Engine,
        part: I::Part,
        sign: Sign,
        add: &mut impl FnMut(Signed),
    ) -> Result<(), SolveError> {
        if let Some(known) = self.find(&part) {
            add(self.signed(known, sign));
            return Ok(());
        }
        let split = self.interpreter.split(engine, part)?;
        for (part, part_sign) in split {
            if let Some(number) = self.number(engine, part)? {
                add(self.signed(number, sign * part_sign));
            }
        }
        Ok(())
    }

    fn find(&self, part: &I::Part) -> Option<u32> {
        let hash = FxBuildHasher.hash_one(part);
        self.numbers.find(hash, |&number| self.parts[number as usize].0 == *part).copied()
    }

    fn signed(&self, number: u32, sign: Sign) -> Signed {
        let own_negative = self.parts[number as usize].1.own_negative;
        let sign = if own_negative { Sign::Plus } else { sign };
        Signed::new(self.ruleset, number, sign)
    }

    /// The number of a component in normal form; `None` where nobody can move.
    pub(crate) fn number(
        &mut self,
        engine: &mut Engine,
        part: I::Part,
    ) -> Result<Option<u32>, SolveError> {
        if let Some(known) = self.find(&part) {
            return Ok(Some(known));
        }
        let value = self.interpreter.value(engine, &part)?;
        if value == Some(Game::ZERO) {
            return Ok(None);
        }
        let (mut counts, mut kept) = ([0; 2], [None, None]);
        // The moves of a value are not asked for.
        if value.is_none() {
            match self.interpreter.move_counts(engine, &part)? {
                Some(both) => counts = both,
                None => {
                    for player in Player::BOTH {
                        let at = player as usize;
                        let mut moves = SumList::default();
                        self.interpreter.moves(engine, &part, player, &mut moves)?;
                        counts[at] = kept[at].insert(moves).len();
                    }
                }
            }
            if counts == [0, 0] {
                return Ok(None);
            }
        }
        let all = counts[0] + counts[1];
        let number = u32::try_from(self.parts.len())
            .ok()
            .filter(|&number| number < MOST_NUMBERS)
            .ok_or_else(|| {
            SolveError::rules(format!("there are more than {MOST_NUMBERS} positions"))
        })?;
        // So many moves are exact as floats.
        let count = |moves: usize| u16::try_from(moves).unwrap_or(u16::MAX);
        let looks = Looks {
            estimate: f32::from(count(counts[0])) - f32::from(count(counts[1])),
            size: count(all),
            own_negative: self.interpreter.is_own_negative(&part),
            has_lines: false,
        };
        let hash = FxBuildHasher.hash_one(&part);
        reserve(&mut self.parts, number as usize + 1);
        self.parts.push((part, looks, all <= FEW_MOVES));
        let parts = &self.parts;
        self.numbers.insert_unique(hash, number, |&number| {
            FxBuildHasher.hash_one(&parts[number as usize].0)
        });
        let made: usize = kept.iter().flatten().map(SumList::len).sum();
        if self.moves_kept + made > MOST_KEPT {
            self.kept.clear();
            self.moves_kept = 0;
        }
        if made > 0 && made <= MOST_KEPT {
            self.moves_kept += made;
            self.kept.insert(number, kept);
        }
        Ok(Some(number))
    }
}

impl<I: Interpreter + 'static> Numbered for Interpreted<I> {
    fn is_impartial(&self) -> bool {
        false
    }

    fn len(&self) -> usize {
        self.parts.len()
    }

    fn looks(&self, number: usize) -> Looks {
        self.parts[number].1
    }

    fn is_small(&self, number: usize) -> bool {
        self.parts[number].2
    }

    /// The estimate counts moves. Those of both players are alike in what is its own negative.
    fn has_order(&self, number: usize) -> bool {
        !self.parts[number].1.own_negative
    }

    fn value(&mut self, engine: &mut Engine, number: usize) -> Result<Option<Game>, SolveError> {
        self.interpreter.value(engine, &self.parts[number].0)
    }

    fn moves(
        &mut self,
        engine: &mut Engine,
        number: usize,
        player: Player,
    ) -> Result<Lists, SolveError> {
        let key = u32::try_from(number).expect("numbers fit a word");
        let kept = self.kept.get_mut(&key).and_then(|both| both[player as usize].take());
        if kept.is_some() && self.kept[&key].iter().all(Option::is_none) {
            self.kept.remove(&key);
        }
        let moves = match kept {
            Some(moves) => {
                self.moves_kept -= moves.len();
                moves
            }
            None => {
                let mut moves = SumList::default();
                self.interpreter.moves(engine, &self.parts[number].0, player, &mut moves)?;
                moves
            }
        };
        let mut lists = Lists::default();
        let mut parts = moves.items.into_iter();
        let mut from = 0;
        for end in moves.ends {
            for (part, sign) in parts.by_ref().take((end - from) as usize) {
                self.split(engine, part, sign, &mut |part| lists.push(part))?;
            }
            from = end;
            lists.close();
        }
        Ok(lists.tidied())
    }

    fn lines(&self, _: usize, _: Player) -> u32 {
        0
    }

    fn line_words(&self, _: usize, _: Player) -> Words {
        Words::new()
    }

    fn band(
        &mut self,
        _: usize,
        _: Player,
        _: Range<u32>,
    ) -> Result<(usize, Option<Lists>), String> {
        unreachable!("no component has lines")
    }

    fn forget_bands(&mut self) {}

    fn text(&self, number: usize) -> String {
        self.interpreter.text(&self.parts[number].0)
    }

    fn nimber(&mut self, _: &mut Engine, _: usize, _: Search, _: usize) -> Result<u64, SolveError> {
        unreachable!("no component is said to be impartial")
    }

    fn nimber_work(&self) -> NimberWork {
        NimberWork::default()
    }

    fn key(&self, engine: &mut Engine, number: usize) -> Option<String> {
        self.interpreter.key(engine, &self.parts[number].0)
    }

    fn look_up(&mut self, engine: &mut Engine, number: usize) -> Result<Option<Found>, SolveError> {
        if self.databases.is_empty() {
            return Ok(None);
        }
        let Some(key) = self.key(engine, number) else { return Ok(None) };
        for database in &mut self.databases {
            if let Some(found) = database.find(engine, &key)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn memory(&self) -> usize {
        let part = size_of::<(I::Part, Looks, bool)>();
        let kept = self.moves_kept * (size_of::<usize>() + size_of::<(I::Part, Sign)>());
        let databases: usize = self.databases.iter().map(Attached::memory).sum();
        self.parts.capacity() * part + self.numbers.allocation_size() + kept + databases
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }

    fn forks(&self) -> bool {
        false
    }

    fn fork(&self) -> Box<dyn Numbered> {
        unreachable!("its sums are searched by one thread")
    }

    fn hand(&self, _: Signed, _: &mut dyn Numbered) -> Result<Signed, String> {
        unreachable!("it has no place in another thread")
    }
}
