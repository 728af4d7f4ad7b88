//! Rules that an interpreter knows: definitions of a user, whose moves are found with the
//! engine of the search.

use std::any::Any;
use std::hash::{BuildHasher, Hash};
use std::ops::Range;

use cg_core::{Game, Player};
use cg_rulesets::Sign;
use cg_simplify::Engine;
use hashbrown::{HashMap, HashTable};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::SolveError;
use crate::components::{Lists, Looks, MOST_NUMBERS, Numbered, Signed, Words, reserve};
use crate::database::Found;
use crate::nimbers::NimberWork;
use crate::solver::{Search, Source};

/// A sum of components, each with its sign.
pub type Parts<P> = Vec<(P, Sign)>;

/// Rules that are found by an interpreter, with the engine of the search. The components of
/// their positions may be of several rulesets.
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

    /// The sums that `player` can move to in a component that [`Interpreter::split`] gave.
    ///
    /// # Errors
    /// See above.
    fn moves(
        &mut self,
        engine: &mut Engine,
        part: &Self::Part,
        player: Player,
    ) -> Result<Vec<Parts<Self::Part>>, SolveError>;

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

    /// Bytes that the interpreter holds for its positions, beside the components themselves.
    fn memory(&self) -> usize;
}

/// A component with at most so many moves is valued before a search.
const FEW_MOVES: usize = 4;

/// The most moves that are kept from the time when a component was numbered until its moves
/// are asked for.
const MOST_KEPT: usize = 1 << 15;

/// The moves of both players, as the interpreter gave them.
type BothMoves<P> = [Vec<Parts<P>>; 2];

/// The components of an interpreter with their numbers.
pub(crate) struct Interpreted<I: Interpreter> {
    interpreter: I,
    ruleset: usize,
    numbers: HashTable<u32>,
    parts: Vec<(I::Part, Looks, bool)>,
    /// Moves that nobody has asked for yet, by number, and how many they are.
    kept: HashMap<u32, BothMoves<I::Part>, FxBuildHasher>,
    moves_kept: usize,
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
        }
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
    fn number(&mut self, engine: &mut Engine, part: I::Part) -> Result<Option<u32>, SolveError> {
        if let Some(known) = self.find(&part) {
            return Ok(Some(known));
        }
        let value = self.interpreter.value(engine, &part)?;
        let (left, right) = match value {
            Some(value) if value == Game::ZERO => return Ok(None),
            // Its moves are not asked for.
            Some(_) => (Vec::new(), Vec::new()),
            None => (
                self.interpreter.moves(engine, &part, Player::Left)?,
                self.interpreter.moves(engine, &part, Player::Right)?,
            ),
        };
        let all = left.len() + right.len();
        if all == 0 && value.is_none() {
            return Ok(None);
        }
        let number = u32::try_from(self.parts.len())
            .ok()
            .filter(|&number| number < MOST_NUMBERS)
            .ok_or_else(|| {
            SolveError::Rules(format!("there are more than {MOST_NUMBERS} positions"))
        })?;
        // So many moves are exact as floats.
        let count = |moves: usize| u16::try_from(moves).unwrap_or(u16::MAX);
        let looks = Looks {
            estimate: f32::from(count(left.len())) - f32::from(count(right.len())),
            size: count(all),
            own_negative: self.interpreter.is_own_negative(&part),
        };
        let hash = FxBuildHasher.hash_one(&part);
        reserve(&mut self.parts, number as usize + 1);
        self.parts.push((part, looks, all <= FEW_MOVES));
        let parts = &self.parts;
        self.numbers.insert_unique(hash, number, |&number| {
            FxBuildHasher.hash_one(&parts[number as usize].0)
        });
        if self.moves_kept + all > MOST_KEPT {
            self.kept.clear();
            self.moves_kept = 0;
        }
        if all <= MOST_KEPT {
            self.moves_kept += all;
            self.kept.insert(number, [left, right]);
        }
        Ok(Some(number))
    }
}

impl<I: Interpreter> Numbered for Interpreted<I> {
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
        let kept = self.kept.get_mut(&key).map(|both| std::mem::take(&mut both[player as usize]));
        let moves = match kept.filter(|moves| !moves.is_empty()) {
            Some(moves) => {
                self.moves_kept -= moves.len();
                moves
            }
            None => self.interpreter.moves(engine, &self.parts[number].0, player)?,
        };
        let mut lists = Lists::default();
        for sum in moves {
            let mut parts: SmallVec<[Signed; 8]> = SmallVec::new();
            for (part, sign) in sum {
                self.split(engine, part, sign, &mut |part| parts.push(part))?;
            }
            parts.into_iter().for_each(|part| lists.push(part));
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

    fn look_up(&mut self, _: &mut Engine, _: usize) -> Result<Option<Found>, SolveError> {
        Ok(None)
    }

    fn memory(&self) -> usize {
        let part = size_of::<(I::Part, Looks, bool)>();
        let kept = self.moves_kept * (size_of::<Parts<I::Part>>() + size_of::<(I::Part, Sign)>());
        self.parts.capacity() * part
            + self.numbers.allocation_size()
            + kept
            + self.interpreter.memory()
    }
}

impl<I: Interpreter + 'static> Source for Interpreted<I> {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }

    fn forks(&self) -> bool {
        false
    }

    fn fork(&self) -> Box<dyn Source> {
        unreachable!("its sums are searched by one thread")
    }

    fn hand(&self, _: Signed, _: &mut dyn Source) -> Result<Signed, String> {
        unreachable!("it has no place in another thread")
    }
}
