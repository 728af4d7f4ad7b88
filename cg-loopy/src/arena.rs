//! The second arena: stoppers in simplest form, in which equal values have the same handle.
//!
//! The options of a stopper are short games, which are in the engine's arena, or stoppers. The
//! vertices of a strongly connected part are added together, as one block. Refinement numbers them
//! in an order that does not depend on how they were found. Their options, with these numbers, are
//! the key of the block.

use cg_core::{Arrange, Error, Game, LimitReached, Limits, Player, Result};
use cg_simplify::Engine;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::draft::KnownGraphs;
use crate::game_graph::{GameGraph, Node, number, place, refined};
use crate::side::{Side, Stopper};

/// A member of a block, or a value below the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Member {
    Inside(u32),
    Below(Side),
}

type Code = Vec<[Vec<Member>; 2]>;

/// Stoppers and their known properties. It belongs to one engine, whose games it holds; use it with
/// no other engine.
#[derive(Debug, Default)]
pub struct Stoppers {
    options: Vec<[Box<[Side]>; 2]>,
    /// Indexed by options, which determine a stopper.
    by_options: FxHashMap<[Box<[Side]>; 2], Stopper>,
    /// The first member of each block, by its code.
    blocks: FxHashMap<Code, Stopper>,
    order: FxHashMap<(Side, Side), bool>,
    pub(crate) negatives: FxHashMap<Stopper, Side>,
    /// Names that do not follow a pattern, indexed by their values.
    pub(crate) names: Option<FxHashMap<Side, &'static str>>,
    pub(crate) graphs: KnownGraphs,
    /// The number of all options, for the count of memory.
    held: usize,
}

impl Stoppers {
    /// The number of stoppers.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Whether there are no stoppers.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// About the number of bytes.
    pub fn memory(&self) -> usize {
        self.options.capacity() * size_of::<[Box<[Side]>; 2]>() * 3
            + self.held * 3 * size_of::<Member>()
            + self.order.capacity() * size_of::<((Side, Side), bool)>()
    }

    /// The options of `player` in the simplest form.
    pub fn options(&self, stopper: Stopper, player: Player) -> &[Side] {
        &self.options[stopper.0 as usize][place(player)]
    }

    pub(crate) fn noted_order(&self, g: Side, h: Side) -> Option<bool> {
        self.order.get(&(g, h)).copied()
    }

    pub(crate) fn note_order(&mut self, g: Side, h: Side, le: bool) {
        self.order.insert((g, h), le);
    }

    /// The followers of `sides` that are stoppers, including `sides` themselves.
    pub(crate) fn followers(&self, sides: impl IntoIterator<Item = Side>) -> Vec<Stopper> {
        let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
        let mut visit = |side: Side, found: &mut Vec<Stopper>| {
            if let Side::Stopper(stopper) = side
                && seen.insert(stopper)
            {
                found.push(stopper);
            }
        };
        sides.into_iter().for_each(|side| visit(side, &mut found));
        let mut done = 0;
        while let Some(&stopper) = found.get(done) {
            done += 1;
            for &side in self.options[stopper.0 as usize].iter().flat_map(|side| side.iter()) {
                visit(side, &mut found);
            }
        }
        found
    }

    /// The number of the next stopper, if `count` more fit.
    fn admit(&self, count: usize, limits: &Limits) -> Result<u32> {
        let limit = limits.games.min(Limits::MOST_GAMES);
        match u32::try_from(self.options.len()) {
            Ok(next) if (self.options.len() + count) as u64 <= limit => Ok(next),
            _ => Err(Error::Limit(LimitReached::Games { limit })),
        }
    }

    fn add(&mut self, options: [Box<[Side]>; 2], limits: &Limits) -> Result<Stopper> {
        let number = self.admit(1, limits)?;
        self.held += options.iter().map(|side| side.len()).sum::<usize>();
        self.by_options.insert(options.clone(), Stopper(number));
        self.options.push(options);
        Ok(Stopper(number))
    }

    /// Gives values to these vertices. Their graph is simplified: no option is dominated or
    /// reversible. If an option is a vertex, it is one of them. Then equal vertices have the same
    /// options up to equality, and get the same value.
    pub(crate) fn settle(
        &mut self,
        engine: &mut Engine,
        graph: &mut GameGraph,
        vertices: &[u32],
        values: &mut FxHashMap<u32, Side>,
    ) -> Result<()> {
        let mut waiting = graph.components(vertices);
        waiting.reverse();
        while let Some(mut component) = waiting.pop() {
            engine.check()?;
            graph.replace(&component, |vertex| Some((*values.get(&vertex)?).into()));
            if !graph.is_cyclic(&component) {
                let vertex = component[0];
                let options = graph.vertices[vertex as usize].clone();
                let value = self.of_options(engine, options)?;
                values.insert(vertex, value);
                continue;
            }
            if self.find_below(engine, graph, &component, values)? {
                component.retain(|vertex| !values.contains_key(vertex));
                let mut rest = graph.components(&component);
                rest.reverse();
                waiting.extend(rest);
                continue;
            }
            self.block(engine, graph, &component, values)?;
        }
        Ok(())
    }

    /// The value with these options, which are in simplest form.
    fn of_options(&mut self, engine: &mut Engine, options: [Vec<Node>; 2]) -> Result<Side> {
        let games = options.clone().map(|side| {
            let games = side.into_iter().map(|node| match node {
                Node::Game(game) => Some(game),
                _ => None,
            });
            games.collect::<Option<Vec<Game>>>()
        });
        if let [Some(left), Some(right)] = games {
            return Ok(Side::Game(engine.game(&left, &right)?));
        }
        let options = options.map(|side| {
            let sides = side.into_iter().map(|n| n.side().expect("what lies below is settled"));
            let mut sides: Vec<Side> = sides.collect();
            sides.arrange();
            sides.dedup();
            sides.into_boxed_slice()
        });
        match self.by_options.get(&options) {
            Some(&stopper) => Ok(Side::Stopper(stopper)),
            None => Ok(Side::Stopper(self.add(options, engine.limits())?)),
        }
    }

    /// Finds vertices of a component with the same structure as one of their followers that is a
    /// stopper, and notes their values. Returns whether there was one.
    fn find_below(
        &self,
        engine: &mut Engine,
        graph: &GameGraph,
        component: &[u32],
        values: &mut FxHashMap<u32, Side>,
    ) -> Result<bool> {
        let below = component.iter().flat_map(|&vertex| graph.vertices[vertex as usize].iter());
        let followers = self.followers(below.flatten().filter_map(|node| node.side()));
        if followers.is_empty() {
            return Ok(false);
        }
        let inside = component.iter().enumerate().map(|(at, &v)| (Node::Vertex(v), at));
        let under = followers.iter().zip(component.len()..);
        let places: FxHashMap<Node, usize> =
            inside.chain(under.map(|(&stopper, at)| (Node::Stopper(stopper), at))).collect();
        let key = |node: Node| places.get(&node).copied().ok_or(node);
        let mut items = Vec::new();
        for &vertex in component {
            let options = graph.vertices[vertex as usize].clone();
            items.push(options.map(|side| side.into_iter().map(key).collect::<Vec<_>>()));
        }
        for &stopper in &followers {
            items.push(Player::BOTH.map(|player| {
                self.options(stopper, player).iter().map(|&side| key(side.into())).collect()
            }));
        }
        let classes = refined(engine, &items)?;
        let (inside, under) = classes.split_at(component.len());
        let known: FxHashMap<usize, Stopper> =
            under.iter().copied().zip(followers.iter().copied()).collect();
        let mut any = false;
        for (&vertex, class) in component.iter().zip(inside) {
            if let Some(&stopper) = known.get(class) {
                values.insert(vertex, Side::Stopper(stopper));
                any = true;
            }
        }
        Ok(any)
    }

    /// The values of a strongly connected component. Its options outside have values.
    fn block(
        &mut self,
        engine: &mut Engine,
        graph: &mut GameGraph,
        component: &[u32],
        values: &mut FxHashMap<u32, Side>,
    ) -> Result<()> {
        let classes = graph.classes(engine, component)?;
        let count = classes.iter().max().expect("a component has a vertex") + 1;
        let mut chosen = vec![u32::MAX; count];
        for (&vertex, &class) in component.iter().zip(&classes) {
            chosen[class] = vertex;
        }
        // One vertex of each class. Then the numbers depend on the structure alone.
        let of: FxHashMap<u32, u32> = component
            .iter()
            .zip(&classes)
            .map(|(&vertex, &class)| (vertex, chosen[class]))
            .collect();
        graph.replace(&chosen, |vertex| of.get(&vertex).map(|&chosen| Node::Vertex(chosen)));
        let ranks = graph.classes(engine, &chosen)?;
        let rank: FxHashMap<u32, u32> =
            chosen.iter().zip(&ranks).map(|(&vertex, &rank)| (vertex, number(rank))).collect();
        let mut code: Code = vec![Default::default(); count];
        for &vertex in &chosen {
            let options = graph.vertices[vertex as usize].clone();
            code[rank[&vertex] as usize] = options.map(|side| {
                let members = side.into_iter().map(|node| match node {
                    Node::Vertex(to) => Member::Inside(rank[&to]),
                    below => Member::Below(below.side().expect("a node is a vertex or a value")),
                });
                let mut members: Vec<Member> = members.collect();
                members.arrange();
                members.dedup();
                members
            });
        }
        let first = match self.blocks.get(&code) {
            Some(&first) => first,
            None => {
                // A block is added as a whole or not at all.
                let first = Stopper(self.admit(count, engine.limits())?);
                for options in &code {
                    let options = options.clone().map(|side| {
                        let sides = side.into_iter().map(|member| match member {
                            Member::Inside(rank) => Side::Stopper(Stopper(first.0 + rank)),
                            Member::Below(side) => side,
                        });
                        let mut sides: Vec<Side> = sides.collect();
                        sides.arrange();
                        sides.into_boxed_slice()
                    });
                    self.add(options, engine.limits())?;
                }
                self.blocks.insert(code, first);
                first
            }
        };
        for vertex in component {
            let stopper = Stopper(first.0 + rank[&of[vertex]]);
            values.insert(*vertex, Side::Stopper(stopper));
        }
        Ok(())
    }
}
