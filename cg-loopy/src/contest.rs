//! The order of games that may go on for ever, as a contest of two players.
//!
//! G <= H holds if Left survives H - G when Right moves first. A position of the contest is a pair
//! (g, h) and the player to move. Left moves h to h^L or g to g^R, and Right moves h to h^R or g to
//! g^L. Left must never be without a move. The [`Rule`] says what endless play means:
//!
//! - [`Rule::Safety`]: Left survives. Decides the order of stoppers.
//! - [`Rule::Onside`]: she survives if infinitely many moves are made in h. This decides the order
//!   of onsides, for which endless play is a win for Left.
//!
//! As games with draws, G <= H holds if it holds for both sides (Siegel, *Combinatorial Game
//! Theory*, section VI.2). Both rules are solved as games on graphs. The first takes one pass
//! backwards from the positions in which Left has no move. The second is a Büchi game, solved by
//! two nested fixpoints.

use std::collections::hash_map::Entry;

use cg_core::{Player, Result};
use cg_simplify::Engine;
use rustc_hash::FxHashMap;

use crate::arena::Stoppers;
use crate::game_graph::{GameGraph, Node};
use crate::graph::{Lists, too_large};

/// The result of endless play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    Safety,
    Onside,
}

/// A position of a contest: g, h, and whether Left moves next.
type State = (Node, Node, bool);

/// The results of contests under one rule.
#[derive(Debug, Default)]
pub(crate) struct Known(FxHashMap<State, bool>);

impl Known {
    pub(crate) fn le(&self, g: Node, h: Node) -> Option<bool> {
        self.0.get(&(g, h, false)).copied()
    }

    fn memory(&self) -> usize {
        self.0.capacity() * size_of::<(State, bool)>()
    }
}

/// The result of a state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Open,
    Survived,
    Lost,
}

/// The reachable positions, and the moves between them.
struct Contest {
    states: Vec<State>,
    fates: Vec<Fate>,
    /// The moves in h, and the moves in g.
    in_h: Lists,
    in_g: Lists,
}

/// The two arenas with the moves of a contest.
pub(crate) struct Field<'a> {
    pub(crate) engine: &'a mut Engine,
    pub(crate) stoppers: &'a mut Stoppers,
}

impl Field<'_> {
    /// The options of `player` in a node.
    pub(crate) fn options(
        &mut self,
        graph: &GameGraph,
        node: Node,
        player: Player,
    ) -> Result<Vec<Node>> {
        Ok(match node {
            Node::Game(game) => {
                self.engine.options(game, player)?.into_iter().map(Node::Game).collect()
            }
            Node::Stopper(stopper) => {
                self.stoppers.options(stopper, player).iter().map(|&side| side.into()).collect()
            }
            Node::Vertex(vertex) => graph.options(vertex, player).to_vec(),
        })
    }

    /// Decides whether g <= h for each of these pairs, and notes the results in `known`.
    pub(crate) fn decide(
        &mut self,
        graph: &GameGraph,
        rule: Rule,
        pairs: impl IntoIterator<Item = (Node, Node)>,
        known: &mut Known,
    ) -> Result<()> {
        let contest = self.explore(graph, pairs, known)?;
        let survived = match rule {
            Rule::Safety => contest.safe(),
            Rule::Onside => contest.recurring(),
        };
        for (&(g, h, left), survived) in contest.states.iter().zip(survived) {
            if !left && let (Some(g), Some(h)) = (g.side(), h.side()) {
                self.stoppers.note_order(g, h, survived);
            }
            known.0.insert((g, h, left), survived);
        }
        Ok(())
    }

    /// Whether g <= h, from `known` or from a contest.
    pub(crate) fn le(
        &mut self,
        graph: &GameGraph,
        rule: Rule,
        g: Node,
        h: Node,
        known: &mut Known,
    ) -> Result<bool> {
        if g == h {
            return Ok(true);
        }
        if let (Node::Game(g), Node::Game(h)) = (g, h) {
            return self.engine.le(g, h);
        }
        if let Some(le) = known.le(g, h) {
            return Ok(le);
        }
        if let (Some(g), Some(h)) = (g.side(), h.side())
            && let Some(le) = self.stoppers.noted_order(g, h)
        {
            return Ok(le);
        }
        self.decide(graph, rule, [(g, h)], known)?;
        Ok(known.le(g, h).expect("the contest began there"))
    }

    /// The result of a state, if it is known without its moves.
    fn fate(&mut self, state: State, known: &Known) -> Result<Fate> {
        let decided = match state {
            (Node::Game(g), Node::Game(h), false) => Some(self.engine.le(g, h)?),
            (Node::Game(g), Node::Game(h), true) => Some(!self.engine.le(h, g)?),
            (g, h, false) if g == h => Some(true),
            (g, h, left) => match known.0.get(&state) {
                Some(&decided) => Some(decided),
                None => match (g.side(), h.side()) {
                    (Some(g), Some(h)) if !left => self.stoppers.noted_order(g, h),
                    _ => None,
                },
            },
        };
        Ok(match decided {
            None => Fate::Open,
            Some(true) => Fate::Survived,
            Some(false) => Fate::Lost,
        })
    }

    fn explore(
        &mut self,
        graph: &GameGraph,
        pairs: impl IntoIterator<Item = (Node, Node)>,
        known: &Known,
    ) -> Result<Contest> {
        let mut contest = Contest {
            states: Vec::new(),
            fates: Vec::new(),
            in_h: Lists::new(0, 0),
            in_g: Lists::new(0, 0),
        };
        let mut numbers: FxHashMap<State, u32> = FxHashMap::default();
        let mut number = |state: State, states: &mut Vec<State>| {
            if let Some(&number) = numbers.get(&state) {
                return Ok::<u32, cg_core::Error>(number);
            }
            let number = u32::try_from(states.len()).map_err(|_| too_large())?;
            numbers.insert(state, number);
            states.push(state);
            Ok(number)
        };
        for (g, h) in pairs {
            number((g, h, false), &mut contest.states)?;
        }
        let mut options: FxHashMap<(Node, Player), Vec<Node>> = FxHashMap::default();
        let mut done = 0;
        while let Some(&state) = contest.states.get(done) {
            done += 1;
            self.engine.check()?;
            if done % (1 << 14) == 0 {
                let each = 2 * size_of::<State>() + size_of::<u32>();
                let lists = contest.in_h.memory() + contest.in_g.memory();
                let held = each * contest.states.capacity() + 3 * lists + known.memory();
                self.engine.look(held + self.stoppers.memory())?;
            }
            let fate = self.fate(state, known)?;
            contest.fates.push(fate);
            if fate == Fate::Open {
                let (g, h, left) = state;
                let mover = if left { Player::Left } else { Player::Right };
                for (node, player, in_h) in [(h, mover, true), (g, mover.opponent(), false)] {
                    let key = (node, player);
                    let listed = match options.entry(key) {
                        Entry::Occupied(listed) => listed.into_mut(),
                        Entry::Vacant(place) => place.insert(self.options(graph, node, player)?),
                    };
                    for &after in listed.iter() {
                        let next = if in_h { (g, after, !left) } else { (after, h, !left) };
                        let next = number(next, &mut contest.states)?;
                        let lists = if in_h { &mut contest.in_h } else { &mut contest.in_g };
                        lists.push(next);
                    }
                }
            }
            contest.in_h.close()?;
            contest.in_g.close()?;
        }
        Ok(contest)
    }
}

impl Contest {
    fn count(&self) -> u32 {
        u32::try_from(self.states.len()).expect("states are numbered with 32 bits")
    }

    fn degree(&self, state: u32) -> usize {
        self.in_h.of(state).len() + self.in_g.of(state).len()
    }

    fn is_lefts(&self, state: u32) -> bool {
        self.states[state as usize].2
    }

    /// The states in which Left survives, if endless play is survival.
    fn safe(&self) -> Vec<bool> {
        let before = [self.in_h.reversed(), self.in_g.reversed()];
        let mut safe = vec![true; self.states.len()];
        let mut open: Vec<usize> = (0..self.count()).map(|state| self.degree(state)).collect();
        let mut queue = Vec::new();
        for state in 0..self.count() {
            let at = state as usize;
            let lost = match self.fates[at] {
                Fate::Lost => true,
                Fate::Open => self.is_lefts(state) && open[at] == 0,
                Fate::Survived => false,
            };
            if lost {
                safe[at] = false;
                queue.push(state);
            }
        }
        while let Some(state) = queue.pop() {
            for from in before.iter().flat_map(|lists| lists.of(state)) {
                let at = *from as usize;
                open[at] -= 1;
                if safe[at] && (!self.is_lefts(*from) || open[at] == 0) {
                    safe[at] = false;
                    queue.push(*from);
                }
            }
        }
        safe
    }

    /// The states in which Left survives, if endless play needs infinitely many moves in h.
    fn recurring(&self) -> Vec<bool> {
        let before_in_g = self.in_g.reversed();
        let mut outer = vec![true; self.states.len()];
        loop {
            let mut inner = vec![false; self.states.len()];
            // For a state of Right: the number of moves that are not known to be good for Left.
            let mut open = vec![0usize; self.states.len()];
            let mut queue = Vec::new();
            for state in 0..self.count() {
                let at = state as usize;
                let mut good = self.in_h.of(state).iter().map(|&to| outer[to as usize]);
                let enters = match self.fates[at] {
                    Fate::Survived => true,
                    Fate::Lost => false,
                    Fate::Open if self.is_lefts(state) => good.any(|good| good),
                    Fate::Open => {
                        open[at] = good.filter(|good| !good).count() + self.in_g.of(state).len();
                        open[at] == 0
                    }
                };
                if enters {
                    inner[at] = true;
                    queue.push(state);
                }
            }
            while let Some(state) = queue.pop() {
                for &from in before_in_g.of(state) {
                    let at = from as usize;
                    if inner[at] {
                        continue;
                    }
                    if !self.is_lefts(from) {
                        open[at] -= 1;
                        if open[at] > 0 {
                            continue;
                        }
                    }
                    inner[at] = true;
                    queue.push(from);
                }
            }
            if inner == outer {
                return outer;
            }
            outer = inner;
        }
    }
}
