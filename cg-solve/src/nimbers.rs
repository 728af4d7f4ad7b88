//! Nimbers of impartial components, by proof numbers.
//!
//! Nobody needs the nimbers of all options: whether a component plus `*n` is won by
//! who moves second asks of each option of several parts for the nimbers of all parts
//! but the largest, and of that one only whether it has one certain nimber.
//!
//! Which option is followed is decided by proof numbers (`proof.rs`): the one that is
//! the cheapest to answer. Where there are few moves and long lines, as on strips of animals,
//! a search that goes on until each question is answered may be many times faster: there both
//! take turns, and share what they find.
//!
//! Most options are made, looked up and never searched. So they are no numbered components:
//! an option is kept as its positions in normal form, and only what is searched is remembered.
//!
//! Source: Lemoine, Viennot: *Nimbers are inevitable* (2012).

use std::hash::{BuildHasher, Hash};

use cg_simplify::Engine;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::database::Found;
use crate::error::SolveError;
use crate::proof::{Choice, Numbers};
use crate::settings::Search;
use crate::turns::Turns;

/// A nimber is at most a number of moves, of which memory holds fewer.
type Nimber = u32;

/// How many positions the first search looks at before the other has its first turn. A question that one
/// of them left is a worse guide for the other, so most of them are answered in this turn.
const FIRST_TURN: u64 = 1 << 16;

/// Bytes of moves that are kept for components whose nimber is sought.
const MOST_BYTES: usize = 12 << 20;

/// What is known of the nimber of a component.
#[derive(Debug)]
enum Known<P> {
    Nimber(Nimber),
    Sought(Box<Sought<P>>),
}

/// What is known of a nimber that was not found yet.
#[derive(Debug)]
struct Sought<P> {
    /// Numbers that it is not, as bits.
    not: SmallVec<[u64; 1]>,
    /// How often it is on the stack, to see loopy games.
    open: u32,
    /// The numbers of the questions that were begun and left, by the nimber they ask for.
    left: SmallVec<[(Nimber, Numbers); 1]>,
    /// Its moves, when a question was left lately.
    moves: Option<Options<P>>,
}

impl<P> Known<P> {
    /// Whether it is this nimber, when that is known.
    fn is(&self, nimber: Nimber) -> Option<bool> {
        match self {
            Known::Nimber(known) => Some(*known == nimber),
            Known::Sought(sought) => {
                let group = sought.not.get(nimber as usize / 64);
                group.is_some_and(|group| group >> (nimber % 64) & 1 == 1).then_some(false)
            }
        }
    }

    fn numbers(&self, nimber: Nimber) -> Option<Numbers> {
        match self.is(nimber) {
            Some(true) => Some(Numbers::LOST),
            Some(false) => Some(Numbers::WON),
            None => match self {
                Known::Nimber(_) => None,
                Known::Sought(sought) => {
                    let mut left = sought.left.iter();
                    left.find(|(of, _)| *of == nimber).map(|(_, numbers)| *numbers)
                }
            },
        }
    }

    /// Whether it is on the stack.
    fn is_open(&self) -> bool {
        matches!(self, Known::Sought(sought) if sought.open > 0)
    }
}

impl<P> Sought<P> {
    fn new() -> Self {
        Sought { not: SmallVec::new(), open: 0, left: SmallVec::new(), moves: None }
    }

    fn leave(&mut self, nimber: Nimber, numbers: Numbers) {
        match self.left.iter_mut().find(|(of, _)| *of == nimber) {
            Some((_, before)) => *before = numbers,
            None => self.left.push((nimber, numbers)),
        }
    }

    fn exclude(&mut self, nimber: Nimber) {
        let group = nimber as usize / 64;
        if self.not.len() <= group {
            self.not.resize(group + 1, 0);
        }
        self.not[group] |= 1 << (nimber % 64);
        self.left.retain(|(of, _)| *of != nimber);
    }
}

/// What the search asks of an impartial ruleset and its database. Rulesets with the same
/// positions share one search: it is compiled once for them.
pub(crate) trait Impartial<P> {
    /// Hands the components of each move to `take`, in normal form, and `None` behind those of
    /// a move, until that answers no.
    fn each_move(
        &self,
        position: &P,
        take: &mut dyn FnMut(Option<Part<P>>) -> bool,
    ) -> Result<(), String>;
    /// Whether a component in normal form is seen to be 0 at a glance.
    fn is_zero(&self, position: &P) -> Result<bool, String>;
    /// About how much there is to search.
    fn size(&self, position: &P) -> u32;
    fn has_database(&self) -> bool;
    /// What the database knows of a component in normal form.
    fn find(&mut self, engine: &mut Engine, position: &P) -> Result<Option<Found>, SolveError>;
}

/// A component in its normal form, with its hash.
#[derive(Clone, Debug)]
pub(crate) struct Part<P> {
    pub(crate) position: P,
    pub(crate) hash: u64,
}

impl<P: Hash> Part<P> {
    pub(crate) fn new(position: P) -> Self {
        let hash = FxBuildHasher.hash_one(&position);
        Part { position, hash }
    }
}

impl<P: Eq> PartialEq for Part<P> {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.position == other.position
    }
}

/// What was found of the components of one ruleset.
#[derive(Debug)]
pub(crate) struct Nimbers<P> {
    known: HashTable<(P, Known<P>)>,
    /// How many nimbers are sought, and so in boxes.
    sought: usize,
    /// Bytes of the moves that are kept with them, and how many may be.
    bytes: usize,
    most_bytes: usize,
    positions: u64,
    looked_up: u64,
}

impl<P> Default for Nimbers<P> {
    fn default() -> Self {
        Nimbers {
            known: HashTable::new(),
            sought: 0,
            bytes: 0,
            most_bytes: MOST_BYTES,
            positions: 0,
            looked_up: 0,
        }
    }
}

/// How much was done for the nimbers of a ruleset.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NimberWork {
    /// How many times the moves of a component were looked at.
    pub(crate) positions: u64,
    /// Components of which something is known.
    pub(crate) components: usize,
    /// Components that a database knew.
    pub(crate) looked_up: u64,
}

impl<P: Eq + Hash> Nimbers<P> {
    pub(crate) fn work(&self) -> NimberWork {
        let Nimbers { positions, looked_up, .. } = *self;
        NimberWork { positions, components: self.known.len(), looked_up }
    }

    pub(crate) fn memory(&self) -> usize {
        self.known.allocation_size() + self.sought * size_of::<Sought<P>>() + self.bytes
    }

    fn get(&self, part: &Part<P>) -> Option<&Known<P>> {
        let found = self.known.find(part.hash, |(position, _)| *position == part.position);
        found.map(|(_, known)| known)
    }

    fn nimber(&self, part: &Part<P>) -> Option<Nimber> {
        match self.get(part)? {
            Known::Nimber(nimber) => Some(*nimber),
            Known::Sought(_) => None,
        }
    }

    fn is(&self, part: &Part<P>, nimber: Nimber) -> Option<bool> {
        self.get(part)?.is(nimber)
    }

    /// What is known of a component; nothing, when it is met for the first time.
    fn of(&mut self, part: &Part<P>) -> &mut Known<P>
    where
        P: Clone,
    {
        let equal = |(position, _): &(P, Known<P>)| *position == part.position;
        let again = |(position, _): &(P, Known<P>)| FxBuildHasher.hash_one(position);
        let sought = &mut self.sought;
        let entry = self.known.entry(part.hash, equal, again).or_insert_with(|| {
            *sought += 1;
            (part.position.clone(), Known::Sought(Box::new(Sought::new())))
        });
        &mut entry.into_mut().1
    }

    /// What is known of a component without a nimber.
    fn sought(&mut self, part: &Part<P>) -> Option<&mut Sought<P>>
    where
        P: Clone,
    {
        match self.of(part) {
            Known::Nimber(_) => None,
            Known::Sought(sought) => Some(sought),
        }
    }

    fn found(&mut self, part: &Part<P>, nimber: Nimber)
    where
        P: Clone,
    {
        let known = self.of(part);
        if let Known::Sought(sought) = known {
            let held = sought.moves.as_ref().map_or(0, |moves| moves.memory());
            *known = Known::Nimber(nimber);
            self.bytes -= held;
            self.sought -= 1;
        }
    }

    /// Keeps the moves of a component for a while. When too many are kept, all are forgotten:
    /// they are made again within microseconds.
    fn keep(&mut self, part: &Part<P>, moves: Options<P>)
    where
        P: Clone,
    {
        if self.bytes > self.most_bytes {
            for (_, known) in &mut self.known {
                if let Known::Sought(sought) = known {
                    sought.moves = None;
                }
            }
            self.bytes = 0;
        }
        let bytes = moves.memory();
        let before = match self.sought(part) {
            Some(sought) => sought.moves.replace(moves),
            None => return,
        };
        self.bytes += bytes;
        self.bytes -= before.map_or(0, |moves| moves.memory());
    }

    fn exclude(&mut self, part: &Part<P>, nimber: Nimber)
    where
        P: Clone,
    {
        if let Some(sought) = self.sought(part) {
            sought.exclude(nimber);
        }
    }
}

/// The moves of a component, each a list of components, one after the other.
#[derive(Debug)]
struct Options<P> {
    parts: Vec<Part<P>>,
    ends: Vec<u32>,
}

impl<P: Eq> Options<P> {
    fn new() -> Self {
        Options { parts: Vec::new(), ends: Vec::new() }
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn range(&self, at: usize) -> std::ops::Range<usize> {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        start as usize..self.ends[at] as usize
    }

    fn get(&self, at: usize) -> &[Part<P>] {
        &self.parts[self.range(at)]
    }

    /// Ends the list that was added from `start` on: components that are there twice cancel.
    fn close(&mut self, start: usize) {
        if self.parts.len() - start > 1 {
            self.parts[start..].sort_unstable_by_key(|part| part.hash);
            let mut at = start;
            while at + 1 < self.parts.len() {
                if self.parts[at] == self.parts[at + 1] {
                    self.parts.drain(at..at + 2);
                } else {
                    at += 1;
                }
            }
        }
        self.end();
    }

    fn end(&mut self) {
        self.ends.push(u32::try_from(self.parts.len()).expect("a position has fewer moves"));
    }

    fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
    }

    /// Takes the first of each equal moves out, in their order; nothing is left.
    fn take_different(&mut self) -> Self {
        let hash = |at: u32| {
            let parts = self.get(at as usize).iter();
            parts.fold(0u64, |hash, part| hash.rotate_left(5) ^ part.hash)
        };
        let mut order: SmallVec<[(u64, u32); 64]> =
            (0..).take(self.len()).map(|at| (hash(at), at)).collect();
        order.sort_unstable();
        order.dedup_by(|(later, at), (first, before)| {
            later == first && self.get(*at as usize) == self.get(*before as usize)
        });
        order.sort_unstable_by_key(|&(_, at)| at);
        let length = order.iter().map(|&(_, at)| self.range(at as usize).len()).sum();
        let mut kept =
            Options { parts: Vec::with_capacity(length), ends: Vec::with_capacity(order.len()) };
        let mut order = order.into_iter().map(|(_, at)| at as usize).peekable();
        let mut parts = self.parts.drain(..);
        let mut start = 0;
        for (at, &end) in self.ends.iter().enumerate() {
            let count = end as usize - start;
            start = end as usize;
            if order.next_if_eq(&at).is_some() {
                kept.parts.extend(parts.by_ref().take(count));
                kept.end();
            } else {
                parts.by_ref().take(count).for_each(drop);
            }
        }
        drop(parts);
        self.ends.clear();
        kept
    }

    fn memory(&self) -> usize {
        let lists = self.parts.capacity() * size_of::<Part<P>>();
        size_of::<Self>() + 2 * size_of::<usize>() + lists + self.ends.capacity() * size_of::<u32>()
    }
}

/// A piece of work.
enum Task<P> {
    /// The nimber of a component; all below `next` are excluded.
    Nimber { part: Part<P>, next: Nimber },
    /// Whether a component has this nimber.
    Is(Question<P>),
}

/// Whether a component has a nimber: it has, when no move leads to a sum with `*nimber`
/// that is lost for its mover.
struct Question<P> {
    part: Part<P>,
    nimber: Nimber,
    moves: Options<P>,
    /// What may still refute it.
    open: Vec<Open>,
    /// It is left when one of its numbers reaches these.
    limits: Numbers,
}

/// A move that may refute a question.
#[derive(Clone, Copy)]
enum Open {
    /// To this list of components, of which several have no nimber yet.
    Several(u32),
    /// To a sum that is lost when this component of the moves has this nimber.
    One(u32, Nimber),
    /// To the component itself with a smaller heap.
    Smaller(Nimber),
}

/// What is known of a move.
enum Settled {
    /// It leads to a sum that is lost for its mover: the question is answered, no.
    Refutes,
    /// It does not.
    Harmless,
    /// It does when this one of its components has this nimber.
    One(usize, Nimber),
    /// The nimber of this one of its components is needed first; what the two largest without a
    /// nimber amount to.
    Several(usize, u32),
}

/// What comes next for a question.
enum Step {
    Answer(bool),
    /// It has become too dear for now.
    Leave(Numbers),
    /// The nimber of this component of the moves is needed.
    Needs(usize),
    /// Whether this component of the moves has this nimber is needed, within limits.
    Asks(usize, Nimber, Numbers),
    /// Whether the component itself has this smaller nimber is needed, within limits.
    AsksSmaller(Nimber, Numbers),
}

/// The search for the nimbers of one ruleset.
struct Seeking<'a, P> {
    nimbers: &'a mut Nimbers<P>,
    source: &'a mut dyn Impartial<P>,
    engine: &'a mut Engine,
    method: Search,
    /// Bytes that the solver holds beside the nimbers.
    held: usize,
    tasks: Vec<Task<P>>,
    /// The moves that are being made.
    made: Options<P>,
}

impl<P: Clone + Eq + Hash> Nimbers<P> {
    /// The nimber of a component in normal form; the solver holds so many bytes besides.
    pub(crate) fn find(
        &mut self,
        source: &mut dyn Impartial<P>,
        engine: &mut Engine,
        position: P,
        method: Search,
        held: usize,
    ) -> Result<u64, SolveError> {
        let part = Part::new(position);
        let methods: &[Search] = match method {
            Search::Chosen if has_few_moves(source, &part.position)? => {
                &[Search::AlphaBeta, Search::ProofNumbers]
            }
            Search::Chosen | Search::ProofNumbers => &[Search::ProofNumbers],
            Search::AlphaBeta => &[Search::AlphaBeta],
        };
        let tasks = || vec![Task::Nimber { part: part.clone(), next: 0 }];
        let mut stacks: SmallVec<[Vec<Task<P>>; 2]> = methods.iter().map(|_| tasks()).collect();
        let tasks = Vec::new();
        let made = Options::new();
        let mut seeking = Seeking { nimbers: self, source, engine, method, held, tasks, made };
        let mut turns = Turns::new(FIRST_TURN);
        for (at, &method) in methods.iter().enumerate().cycle() {
            seeking.method = method;
            seeking.tasks = std::mem::take(&mut stacks[at]);
            seeking.mark(|open| *open += 1);
            let last = match methods.len() {
                1 => u64::MAX,
                _ => seeking.nimbers.positions.saturating_add(turns.next(method)),
            };
            let worked = seeking.work_off(last);
            // They are not in work while the other search goes on.
            seeking.mark(|open| *open -= 1);
            worked?;
            if let Some(nimber) = seeking.nimbers.nimber(&part) {
                return Ok(nimber.into());
            }
            stacks[at] = std::mem::take(&mut seeking.tasks);
        }
        unreachable!("the turns go on until the nimber is known")
    }
}

/// Whether a position has no more moves than about as much as there is to search: a move for
/// each animal, say.
fn has_few_moves<P: Eq + Hash>(
    source: &dyn Impartial<P>,
    position: &P,
) -> Result<bool, SolveError> {
    let most = source.size(position);
    let mut moves = 0;
    let counted = source.each_move(position, &mut |found| {
        moves += u32::from(found.is_none());
        moves <= most
    });
    counted.map_err(SolveError::rules)?;
    Ok(moves <= most)
}

impl<P: Clone + Eq + Hash> Seeking<'_, P> {
    /// Changes how often the components in work are on the stack.
    fn mark(&mut self, change: impl Fn(&mut u32)) {
        for task in &self.tasks {
            if let Task::Is(question) = task
                && let Some(sought) = self.nimbers.sought(&question.part)
            {
                change(&mut sought.open);
            }
        }
    }

    /// Works until nothing is left to do, or so many positions were looked at.
    fn work_off(&mut self, last: u64) -> Result<(), SolveError> {
        while let Some(task) = self.tasks.last_mut() {
            if self.nimbers.positions >= last {
                return Ok(());
            }
            self.engine.check()?;
            let nimbers = &mut *self.nimbers;
            let question = match task {
                Task::Nimber { part, next } => {
                    match nimbers.is(part, *next) {
                        None => {
                            let (part, nimber) = (part.clone(), *next);
                            self.ask(part, nimber, Numbers::UNBOUNDED, false)?;
                        }
                        Some(false) if nimbers.nimber(part).is_none() => *next += 1,
                        Some(_) => {
                            self.tasks.pop();
                        }
                    }
                    continue;
                }
                Task::Is(question) => question,
            };
            let unbounded = self.method == Search::AlphaBeta;
            let within = |limits| if unbounded { Numbers::UNBOUNDED } else { limits };
            match nimbers.step(&*self.source, question) {
                Step::Answer(answer) => self.close(Ok(answer)),
                Step::Leave(numbers) => self.close(Err(numbers)),
                Step::Needs(at) => {
                    let part = question.moves.parts[at].clone();
                    self.tasks.push(Task::Nimber { part, next: 0 });
                }
                Step::Asks(at, nimber, limits) => {
                    let part = question.moves.parts[at].clone();
                    self.ask(part, nimber, within(limits), false)?;
                }
                Step::AsksSmaller(nimber, limits) => {
                    let part = question.part.clone();
                    self.ask(part, nimber, within(limits), true)?;
                }
            }
        }
        Ok(())
    }

    /// Takes the last question off the stack, and notes what became of it.
    fn close(&mut self, answer: Result<bool, Numbers>) {
        let Some(Task::Is(question)) = self.tasks.pop() else {
            unreachable!("a question is the last task")
        };
        let Question { part, nimber, moves, .. } = question;
        let nimbers = &mut *self.nimbers;
        if let Some(sought) = nimbers.sought(&part) {
            sought.open -= 1;
            match answer {
                Ok(true) => return nimbers.found(&part, nimber),
                Ok(false) => sought.exclude(nimber),
                Err(numbers) => sought.leave(nimber, numbers),
            }
            nimbers.keep(&part, moves);
        }
    }

    /// Puts the question whether a component has this nimber to work; `below` a question about
    /// the same component with a larger heap.
    fn ask(
        &mut self,
        part: Part<P>,
        nimber: Nimber,
        limits: Numbers,
        below: bool,
    ) -> Result<(), SolveError> {
        if !below && self.nimbers.of(&part).is_open() {
            return Err(SolveError::Loopy);
        }
        self.look_up(&part)?;
        if self.nimbers.is(&part, nimber).is_some() {
            return Ok(());
        }
        if self.nimbers.positions.is_multiple_of(256) {
            self.engine.look(self.held + self.nimbers.memory())?;
        }
        self.nimbers.positions += 1;
        let Some(moves) = self.moves(&part, nimber)? else {
            self.nimbers.exclude(&part, nimber);
            return Ok(());
        };
        let nimbers = &mut *self.nimbers;
        let mut open = Vec::with_capacity(moves.len());
        for (at, number) in (0..moves.len()).zip(0..) {
            let first = moves.range(at).start;
            match nimbers.settle(&*self.source, moves.get(at), nimber) {
                Settled::Harmless => {}
                Settled::Refutes => {
                    nimbers.exclude(&part, nimber);
                    nimbers.keep(&part, moves);
                    return Ok(());
                }
                Settled::One(other, wanted) => open.push(Open::one(first + other, wanted)),
                Settled::Several(..) => open.push(Open::Several(number)),
            }
        }
        // Besides the moves of the component there are those to a smaller heap.
        for smaller in 0..nimber {
            match nimbers.is(&part, smaller) {
                Some(true) => unreachable!("a component has one nimber, and this is sought"),
                Some(false) => {}
                None => open.push(Open::Smaller(smaller)),
            }
        }
        if let Some(sought) = nimbers.sought(&part) {
            sought.open += 1;
        }
        self.tasks.push(Task::Is(Question { part, nimber, moves, open, limits }));
        Ok(())
    }

    /// The moves of a component, all different; `None` when one was made that shows that the
    /// component has not this nimber.
    fn moves(&mut self, part: &Part<P>, nimber: Nimber) -> Result<Option<Options<P>>, SolveError> {
        let nimbers = &mut *self.nimbers;
        if let Some(moves) = nimbers.sought(part).and_then(|sought| sought.moves.take()) {
            nimbers.bytes -= moves.memory();
            return Ok(Some(moves));
        }
        if self.make(part, nimber)? {
            return Ok(None);
        }
        let moves = self.made.take_different();
        if self.source.has_database() {
            for part in &moves.parts {
                self.look_up(part)?;
            }
        }
        Ok(Some(moves))
    }

    /// Makes the moves of a component as they come, without parts that are known to be 0 at a
    /// glance. Says whether one of them shows that the component has not this nimber; then
    /// those after it are left out.
    fn make(&mut self, part: &Part<P>, nimber: Nimber) -> Result<bool, SolveError> {
        let (source, nimbers, made) = (&*self.source, &*self.nimbers, &mut self.made);
        made.clear();
        let mut start = 0;
        let (mut refuted, mut failed) = (false, None);
        let moved = source.each_move(&part.position, &mut |found| {
            let Some(part) = found else {
                made.close(start);
                let last = &made.parts[start..];
                refuted = matches!(nimbers.settle(source, last, nimber), Settled::Refutes);
                start = made.parts.len();
                return !refuted;
            };
            match source.is_zero(&part.position) {
                Ok(true) => {}
                Ok(false) => made.parts.push(part),
                Err(error) => failed = Some(error),
            }
            failed.is_none()
        });
        match failed.map_or(moved, Err) {
            Ok(()) => Ok(refuted),
            Err(error) => Err(SolveError::rules(error)),
        }
    }

    /// Looks for the nimber of a component in the database of its ruleset, once.
    fn look_up(&mut self, part: &Part<P>) -> Result<(), SolveError> {
        if !self.source.has_database() || self.nimbers.get(part).is_some() {
            return Ok(());
        }
        // From now on something is known of it.
        self.nimbers.of(part);
        let Some(Found::Value(value)) = self.source.find(self.engine, &part.position)? else {
            return Ok(());
        };
        let nimber = self.engine.as_nimber(value)?.and_then(|n| Nimber::try_from(&n).ok());
        if let Some(nimber) = nimber {
            self.nimbers.found(part, nimber);
            self.nimbers.looked_up += 1;
        }
        Ok(())
    }
}

impl Open {
    fn one(at: usize, nimber: Nimber) -> Self {
        Open::One(u32::try_from(at).expect("a position has fewer moves"), nimber)
    }
}

impl<P: Eq + Hash> Nimbers<P> {
    /// Goes on with a question until it is answered, left, or another one must be asked.
    fn step(&self, rules: &dyn Impartial<P>, question: &mut Question<P>) -> Step {
        // The nimber may have been found on the way.
        if let Some(known) = self.is(&question.part, question.nimber) {
            return Step::Answer(known);
        }
        let Question { moves, open, .. } = question;
        let mut choice = Choice::new();
        let mut needed = None;
        let mut at = 0;
        while at < open.len() {
            if let Open::Several(list) = open[at] {
                let first = moves.range(list as usize).start;
                match self.settle(rules, moves.get(list as usize), question.nimber) {
                    Settled::Refutes => return Step::Answer(false),
                    Settled::Harmless => {
                        open.swap_remove(at);
                        continue;
                    }
                    Settled::One(part, nimber) => open[at] = Open::one(first + part, nimber),
                    Settled::Several(smaller, size) => {
                        choice.add(at, Numbers::guess(size));
                        if choice.best() == Some(at) {
                            needed = Some(first + smaller);
                        }
                    }
                }
            }
            let numbers = match open[at] {
                Open::Several(_) => None,
                Open::One(part, nimber) => {
                    Some(self.numbers(rules, &moves.parts[part as usize], nimber))
                }
                Open::Smaller(nimber) => Some(self.numbers(rules, &question.part, nimber)),
            };
            match numbers {
                None => {}
                Some(Numbers::LOST) => return Step::Answer(false),
                Some(Numbers::WON) => {
                    open.swap_remove(at);
                    continue;
                }
                Some(numbers) => choice.add(at, numbers),
            }
            at += 1;
        }
        let (at, limits) = match choice.next(question.limits) {
            None => return Step::Answer(true),
            Some(Err(numbers)) => return Step::Leave(numbers),
            Some(Ok(next)) => next,
        };
        match open[at] {
            Open::One(part, nimber) => Step::Asks(part as usize, nimber, limits),
            Open::Smaller(nimber) => Step::AsksSmaller(nimber, limits),
            Open::Several(_) => Step::Needs(needed.expect("it is noted with the best move")),
        }
    }

    /// The numbers of a question, seen by who moves in the component with the heap.
    fn numbers(&self, rules: &dyn Impartial<P>, part: &Part<P>, nimber: Nimber) -> Numbers {
        let known = self.get(part).and_then(|known| known.numbers(nimber));
        known.unwrap_or_else(|| Numbers::guess(rules.size(&part.position)))
    }

    /// What a move to the sum of these components says about a nimber.
    fn settle(&self, rules: &dyn Impartial<P>, parts: &[Part<P>], nimber: Nimber) -> Settled {
        let mut wanted = nimber;
        let mut open: SmallVec<[usize; 8]> = SmallVec::new();
        let mut last = None;
        for (at, part) in parts.iter().enumerate() {
            match self.get(part) {
                Some(Known::Nimber(known)) => wanted ^= known,
                known => {
                    open.push(at);
                    last = known;
                }
            }
        }
        match open[..] {
            [] if wanted == 0 => Settled::Refutes,
            [] => Settled::Harmless,
            [one] => match last.and_then(|known| known.is(wanted)) {
                Some(true) => Settled::Refutes,
                Some(false) => Settled::Harmless,
                None => Settled::One(one, wanted),
            },
            [first, ref others @ ..] => {
                // The largest one is asked last.
                let sized = |at: usize| (at, rules.size(&parts[at].position));
                let mut largest = sized(first);
                let mut smaller = largest;
                for &at in others {
                    let own = sized(at);
                    smaller = match largest.1 >= own.1 {
                        true => own,
                        false => std::mem::replace(&mut largest, own),
                    };
                }
                Settled::Several(smaller.0, largest.1 + smaller.1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use cg_core::Limits;
    use cg_rulesets::{Cram, Hints, NoGo, Notated, Ruleset, Variant, Varied};

    use super::*;
    use crate::components::Interned;
    use crate::settings::Settings;
    use crate::solver::Solver;

    fn nimber<R>(rules: R, text: &str, most_bytes: usize) -> (u64, u64)
    where
        R: Notated + Hints + Ruleset<Error = std::convert::Infallible> + Clone + Send + 'static,
        R::Position: Send + 'static,
    {
        let registry = cg_subgroups::standard().unwrap();
        let mut engine = Engine::new(registry, Limits::default()).unwrap();
        let mut solver = Solver::new(Settings::default());
        let position = rules.read_position(text).unwrap_or_else(|_| panic!("{text}"));
        let id = solver.add(rules);
        let terms = solver.terms(id, position).unwrap();
        let source = solver.sources[0].as_any().downcast_mut::<Interned<R>>().unwrap();
        source.nimbers.most_bytes = most_bytes;
        let found = solver.nimber(&mut engine, &terms).unwrap().unwrap();
        (found, solver.work().positions)
    }

    /// Moves that are forgotten at once are made again: the same search.
    #[test]
    fn moves_that_are_forgotten_are_made_again() {
        for text in ["4x5", "3x5", "....|.#..|...."] {
            let found = nimber(Cram, text, MOST_BYTES);
            assert_eq!(nimber(Cram, text, 0), found, "{text}");
            assert_eq!(nimber(Cram, text, 1_000), found, "{text}");
        }
        let rules = Varied::new(NoGo, Variant::Impartial);
        assert_eq!(nimber(rules.clone(), "1x9", 0), nimber(rules, "1x9", MOST_BYTES));
    }

    /// Equal components cancel, and a move that was there is left out.
    #[test]
    fn options_are_different_and_their_parts_too() {
        let mut options = Options::new();
        for parts in [&[1u8, 2, 1][..], &[2], &[3, 3], &[], &[2, 5], &[5, 2]] {
            let start = options.parts.len();
            options.parts.extend(parts.iter().map(|&part| Part::new(part)));
            options.close(start);
        }
        let different = options.take_different();
        assert!(options.parts.is_empty() && options.ends.is_empty());
        let mut found: Vec<Vec<u8>> = (0..different.len())
            .map(|at| different.get(at).iter().map(|part| part.position).collect())
            .collect();
        found.iter_mut().for_each(|parts| parts.sort_unstable());
        assert_eq!(found, [vec![2], vec![], vec![2, 5]]);
    }
}
