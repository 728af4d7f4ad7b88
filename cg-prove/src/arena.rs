//! The states of the Coq library's `Arena.v` once more: lists of signed games whose sum is
//! played, with the moves in the same order.

use std::collections::HashMap;
use std::rc::Rc;

use cg_core::Player;
use rustc_hash::FxBuildHasher;

use crate::forms::Forms;
use crate::graph::PositionGraph;
use crate::key::Key;
use crate::rules::{Position, Rules};

/// A game of a [`Universe`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Item(u32);

/// A game, or its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Signed {
    pub(crate) minus: bool,
    pub(crate) item: Item,
}

impl Signed {
    pub(crate) fn opposite(self) -> Self {
        Signed { minus: !self.minus, ..self }
    }

    /// The player of the item itself whose moves `player` has here.
    fn player(self, player: Player) -> Player {
        if self.minus { player.opponent() } else { player }
    }
}

/// Games whose sum is played. A state that comes from a move is sorted by key.
pub(crate) type State = Vec<Signed>;

/// The negative of a sum.
pub(crate) fn opposite(state: &[Signed]) -> State {
    state.iter().map(|signed| signed.opposite()).collect()
}

/// What a game is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// An explicit game by its row.
    Form(u32),
    /// A position by the number of its ruleset.
    Position(usize, Position),
}

struct Known {
    kind: Kind,
    key: Key,
    options: [Option<Rc<[Item]>>; 2],
    parts: Option<Rc<[Signed]>>,
}

/// Games with their moves, and with the sums by which some of them are replaced.
pub(crate) struct Universe {
    pub(crate) forms: Forms,
    pub(crate) rules: Vec<Rules>,
    items: Vec<Known>,
    numbers: HashMap<Kind, Item, FxBuildHasher>,
    /// The sums that are known to equal a position.
    facts: HashMap<Item, Vec<Signed>, FxBuildHasher>,
}

impl Universe {
    /// The universe of explicit games and of rulesets.
    pub(crate) fn new(forms: Forms, rules: Vec<Rules>) -> Self {
        Universe {
            forms,
            rules,
            items: Vec::new(),
            numbers: HashMap::default(),
            facts: HashMap::default(),
        }
    }

    /// Replaces a game by a sum wherever a move makes it.
    pub(crate) fn replace(&mut self, item: Item, sum: Vec<Signed>) {
        self.facts.insert(item, sum);
        for known in &mut self.items {
            known.parts = None;
        }
    }

    /// The graphs of positions among the rulesets, with their names.
    pub(crate) fn graphs(&self) -> impl Iterator<Item = (&str, &PositionGraph)> {
        self.rules.iter().filter_map(|rules| match rules {
            Rules::Graph(name, graph) => Some((&name[..], &**graph)),
            _ => None,
        })
    }

    /// How many games are held.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// The number of a game.
    pub(crate) fn item(&mut self, kind: Kind) -> Item {
        if let Some(&item) = self.numbers.get(&kind) {
            return item;
        }
        let key = match &kind {
            Kind::Form(row) if self.rules.is_empty() => Key::of(*row),
            Kind::Form(row) => Key::of(*row).below(false),
            Kind::Position(ruleset, position) => {
                let mut key = self.rules[*ruleset].key(position);
                // `both forms (both A (both B C))`: the last needs no sign of its own.
                if ruleset + 1 < self.rules.len() {
                    key = key.below(false);
                }
                (0..=*ruleset).fold(key, |key, _| key.below(true))
            }
        };
        let item = Item(u32::try_from(self.items.len()).expect("memory ends before 2^32 games"));
        self.items.push(Known { kind: kind.clone(), key, options: [None, None], parts: None });
        self.numbers.insert(kind, item);
        item
    }

    /// What a game is.
    pub(crate) fn kind(&self, item: Item) -> &Kind {
        &self.items[item.0 as usize].kind
    }

    /// A game in words.
    pub(crate) fn text(&self, item: Item) -> String {
        match self.kind(item) {
            Kind::Form(row) => self.forms.rows()[*row as usize - 1].text.clone(),
            Kind::Position(ruleset, position) => self.rules[*ruleset].text(position),
        }
    }

    /// How much there is to play in a game, as a guess.
    pub(crate) fn size(&self, item: Item) -> usize {
        match self.kind(item) {
            Kind::Form(row) => 1 + *row as usize / 8,
            Kind::Position(ruleset, position) => self.rules[*ruleset].size(position),
        }
    }

    /// The options of a player in a game, in the order of the library.
    pub(crate) fn options(&mut self, item: Item, player: Player) -> Rc<[Item]> {
        let known = &self.items[item.0 as usize];
        if let Some(options) = &known.options[player as usize] {
            return Rc::clone(options);
        }
        let kinds: Vec<Kind> = match &known.kind {
            Kind::Form(row) => {
                self.forms.options(*row, player).iter().map(|&row| Kind::Form(row)).collect()
            }
            Kind::Position(ruleset, position) => {
                let moves = self.rules[*ruleset].moves(position, player);
                moves.into_iter().map(|after| Kind::Position(*ruleset, after)).collect()
            }
        };
        let options: Rc<[Item]> = kinds.into_iter().map(|kind| self.item(kind)).collect();
        self.items[item.0 as usize].options[player as usize] = Some(Rc::clone(&options));
        options
    }

    /// The sum that a game is taken apart into.
    fn parts(&mut self, item: Item) -> Rc<[Signed]> {
        let known = &self.items[item.0 as usize];
        if let Some(parts) = &known.parts {
            return Rc::clone(parts);
        }
        let split = match &known.kind {
            Kind::Form(_) => vec![item],
            Kind::Position(ruleset, position) => {
                let ruleset = *ruleset;
                let parts = self.rules[ruleset].parts(position);
                parts.into_iter().map(|part| self.item(Kind::Position(ruleset, part))).collect()
            }
        };
        let replaced = split.into_iter().flat_map(|item| match self.facts.get(&item) {
            Some(sum) => sum.clone(),
            None => vec![Signed { minus: false, item }],
        });
        let parts: Rc<[Signed]> = replaced.collect();
        self.items[item.0 as usize].parts = Some(Rc::clone(&parts));
        parts
    }

    /// Adds a game to a sorted sum; it cancels its negative.
    fn insert(&self, signed: Signed, state: &mut State) {
        let key = &self.items[signed.item.0 as usize].key;
        let at = state.partition_point(|other| self.items[other.item.0 as usize].key < *key);
        match state.get(at) {
            Some(other) if *other == signed.opposite() => {
                state.remove(at);
            }
            _ => state.insert(at, signed),
        }
    }

    /// Adds the parts of a game to a sum, as `put` of the library does.
    fn put(&mut self, signed: Signed, state: &mut State) {
        for part in self.parts(signed.item).iter().rev() {
            let minus = signed.minus != part.minus;
            self.insert(Signed { minus, item: part.item }, state);
        }
    }

    /// The same sum, taken apart and sorted.
    pub(crate) fn normal(&mut self, state: &[Signed]) -> State {
        let mut normal = Vec::new();
        for &signed in state.iter().rev() {
            self.put(signed, &mut normal);
        }
        normal
    }

    /// The sum with the game at `at` replaced by another.
    fn after(&mut self, state: &[Signed], at: usize, option: Signed) -> State {
        let mut after = state[at + 1..].to_vec();
        self.put(option, &mut after);
        for &before in state[..at].iter().rev() {
            self.insert(before, &mut after);
        }
        after
    }

    /// The sums after each move of a player.
    pub(crate) fn moves(&mut self, state: &[Signed], player: Player) -> Vec<State> {
        let mut found = Vec::new();
        for (at, &signed) in state.iter().enumerate() {
            for &item in self.options(signed.item, signed.player(player)).iter() {
                found.push(self.after(state, at, Signed { item, ..signed }));
            }
        }
        found
    }

    /// The sum after Left's move of this number.
    pub(crate) fn left_move(&mut self, state: &[Signed], mut number: usize) -> Option<State> {
        for (at, &signed) in state.iter().enumerate() {
            let options = self.options(signed.item, signed.player(Player::Left));
            match options.get(number) {
                Some(&item) => return Some(self.after(state, at, Signed { item, ..signed })),
                None => number -= options.len(),
            }
        }
        None
    }

    /// The game in which Left's move of this number is made, and what it becomes.
    pub(crate) fn left_choice(
        &mut self,
        state: &[Signed],
        mut number: usize,
    ) -> Option<(Signed, Signed)> {
        for &signed in state {
            let options = self.options(signed.item, signed.player(Player::Left));
            match options.get(number) {
                Some(&item) => return Some((signed, Signed { item, ..signed })),
                None => number -= options.len(),
            }
        }
        None
    }
}
