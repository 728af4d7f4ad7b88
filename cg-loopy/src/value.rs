//! Values of loopy games: `S & T`.

use cg_core::{Arrange, Game, Player, Result};
use cg_simplify::Engine;
use rustc_hash::FxHashMap;

use crate::arena::Stoppers;
use crate::contest::{Field, Known, Rule};
use crate::draft::{Draft, MOST_VERTICES, Target};
use crate::game_graph::{GameGraph, Node, number};
use crate::outcome::{Ending, LoopyOutcome};
use crate::side::{Loopy, Side, Stopper};
use crate::sides::Mode;

impl Draft {
    /// The same with one side of each value: the side in which endless play is a win for `winner`.
    pub(crate) fn one_side(
        &self,
        stoppers: &mut Stoppers,
        engine: &mut Engine,
        winner: Player,
    ) -> Result<GameGraph> {
        match winner {
            Player::Left => self.graph(stoppers, engine, false),
            Player::Right => {
                let mut sides = self.clone();
                for option in sides.vertices.iter_mut().flatten().flatten() {
                    if let Target::Value(value) = option {
                        value.onside = value.offside;
                    }
                }
                sides.graph(stoppers, engine, false)
            }
        }
    }

    /// The same with one side of each value. If requested, the players are exchanged.
    fn graph(
        &self,
        stoppers: &mut Stoppers,
        engine: &mut Engine,
        negated: bool,
    ) -> Result<GameGraph> {
        let mut graph = GameGraph::default();
        for options in &self.vertices {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, options) in sides.iter_mut().zip(options) {
                for &option in options {
                    side.push(match option {
                        Target::Vertex(to) => Node::Vertex(to),
                        Target::Value(value) if negated => {
                            stoppers.negate_side(engine, value.offside)?.into()
                        }
                        Target::Value(value) => value.onside.into(),
                    });
                }
                side.arrange();
                side.dedup();
            }
            if negated {
                sides.swap(0, 1);
            }
            graph.vertices.push(sides);
        }
        Ok(graph)
    }
}

/// Whether a side is the game 0.
fn is_zero(side: Side) -> bool {
    matches!(side, Side::Game(game) if game == Game::ZERO)
}

impl Stoppers {
    /// The value of a vertex of a draft. `None` if no sides were found that are stoppers. For some
    /// games there are none, such as Bach's Carousel.
    ///
    /// ```
    /// use cg_core::{Limits, Notation};
    /// use cg_loopy::{Draft, Stoppers, Target};
    /// use cg_simplify::Engine;
    ///
    /// let mut engine = Engine::new(cg_core::Registry::empty(), Limits::default())?;
    /// let mut stoppers = Stoppers::default();
    /// // Left may pass, Right cannot move at all.
    /// let mut draft = Draft::default();
    /// let on = draft.add(vec![Target::Vertex(0)], vec![]);
    /// let on = stoppers.value(&mut engine, &draft, on)?.expect("on is a stopper");
    /// assert_eq!(stoppers.print(&mut engine, on, Notation::Standard)?, "on");
    /// let off = stoppers.negate(&mut engine, on)?;
    /// let dud = stoppers.sum(&mut engine, on, off)?.expect("sums have sides here");
    /// assert_eq!(stoppers.print(&mut engine, dud, Notation::Standard)?, "dud");
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    ///
    /// # Panics
    /// An option that is not a vertex of the draft.
    pub fn value(
        &mut self,
        engine: &mut Engine,
        draft: &Draft,
        start: u32,
    ) -> Result<Option<Loopy>> {
        Ok(self.values(engine, draft, start)?.get(&start).copied())
    }

    /// The values of a vertex of a draft and of its followers, if they were found.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    ///
    /// # Panics
    /// An option that is not a vertex of the draft.
    pub fn values(
        &mut self,
        engine: &mut Engine,
        draft: &Draft,
        start: u32,
    ) -> Result<FxHashMap<u32, Loopy>> {
        let whole = draft.vertices.iter().flatten().flatten().all(|option| match option {
            Target::Value(value) => value.stopper().is_some(),
            Target::Vertex(to) => {
                assert!((*to as usize) < draft.vertices.len(), "vertex {to} is not in the draft");
                true
            }
        });
        if whole {
            let mut graph = draft.graph(self, engine, false)?;
            let mut field = Field { engine, stoppers: self };
            let values = field.resolve(&mut graph, start, Mode::Free)?;
            if values.contains_key(&start) {
                return Ok(values.into_iter().map(|(v, value)| (v, value.into())).collect());
            }
        }
        let mut values = FxHashMap::default();
        let onsides = self.onsides(engine, draft, start, false)?;
        if !onsides.contains_key(&start) {
            return Ok(values);
        }
        let offsides = self.onsides(engine, draft, start, true)?;
        for (vertex, onside) in onsides {
            if let Some(&negative) = offsides.get(&vertex) {
                let offside = self.negate_side(engine, negative)?;
                values.insert(vertex, Loopy { onside, offside });
            }
        }
        if let Some(&value) = values.get(&start) {
            self.graphs.note(value, draft, start);
        }
        Ok(values)
    }

    /// The outcome of a vertex of a draft, even without a value.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn outcome_of(
        &mut self,
        engine: &mut Engine,
        draft: &Draft,
        start: u32,
    ) -> Result<LoopyOutcome> {
        // A value is a vertex at which each player has one move or none. The move leads to a vertex
        // without a move for the opponent, or to a vertex with endless play.
        let mut moves: Vec<[Vec<u32>; 2]> = Vec::with_capacity(draft.vertices.len() + 2);
        let (stuck, forever) = (number(draft.vertices.len()), number(draft.vertices.len() + 1));
        let mut leaves: Vec<[Vec<u32>; 2]> = vec![[vec![], vec![]], [vec![forever], vec![forever]]];
        let mut places: FxHashMap<Loopy, u32> = FxHashMap::default();
        for options in &draft.vertices {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, options) in sides.iter_mut().zip(options) {
                for option in options {
                    let value = match option {
                        Target::Vertex(to) => {
                            side.push(*to);
                            continue;
                        }
                        Target::Value(value) => *value,
                    };
                    if let Some(&place) = places.get(&value) {
                        side.push(place);
                        continue;
                    }
                    let outcome = self.outcome(engine, value)?;
                    let place = stuck + number(leaves.len());
                    leaves.push(Player::BOTH.map(
                        |player| match outcome.when_starts(player).winner() {
                            None => vec![forever],
                            Some(winner) if winner == player => vec![stuck],
                            Some(_) => vec![],
                        },
                    ));
                    places.insert(value, place);
                    side.push(place);
                }
            }
            moves.push(sides);
        }
        moves.extend(leaves);
        let graph = crate::Graph::new(&moves)?;
        let mut meter = cg_core::Meter::new(engine.limits().clone());
        Ok(crate::Solved::new(&graph, &mut meter)?.outcome(start))
    }

    /// The onsides of a vertex and of its followers, if they are found; or the onsides of their
    /// negatives.
    fn onsides(
        &mut self,
        engine: &mut Engine,
        draft: &Draft,
        start: u32,
        negated: bool,
    ) -> Result<FxHashMap<u32, Side>> {
        let mut graph = draft.graph(self, engine, negated)?;
        let mut field = Field { engine, stoppers: self };
        field.resolve(&mut graph, start, Mode::Onside)
    }

    /// Whether g <= h, for stoppers.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn le_sides(&mut self, engine: &mut Engine, g: Side, h: Side) -> Result<bool> {
        let mut field = Field { engine, stoppers: self };
        let mut known = Known::default();
        field.le(&GameGraph::default(), Rule::Safety, g.into(), h.into(), &mut known)
    }

    /// Whether g <= h: it holds for both sides.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn le(&mut self, engine: &mut Engine, g: Loopy, h: Loopy) -> Result<bool> {
        Ok(self.le_sides(engine, g.onside, h.onside)?
            && self.le_sides(engine, g.offside, h.offside)?)
    }

    /// The negative of a stopper.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn negate_side(&mut self, engine: &mut Engine, side: Side) -> Result<Side> {
        let stopper = match side {
            Side::Game(game) => return Ok(Side::Game(engine.negate(game)?)),
            Side::Stopper(stopper) => stopper,
        };
        if let Some(&negative) = self.negatives.get(&stopper) {
            return Ok(negative);
        }
        // The negative of a simplest form is a simplest form.
        let followers = self.followers([side]);
        let places: FxHashMap<Stopper, u32> =
            followers.iter().enumerate().map(|(at, &stopper)| (stopper, number(at))).collect();
        let mut graph = GameGraph::default();
        for &follower in &followers {
            let mut sides = [Vec::new(), Vec::new()];
            for (negated, player) in sides.iter_mut().zip([Player::Right, Player::Left]) {
                for option in self.options(follower, player) {
                    negated.push(match option {
                        Side::Game(game) => Node::Game(engine.negate(*game)?),
                        Side::Stopper(stopper) => Node::Vertex(places[stopper]),
                    });
                }
            }
            graph.vertices.push(sides);
        }
        let vertices: Vec<u32> = (0..number(followers.len())).collect();
        let mut values = FxHashMap::default();
        self.settle(engine, &mut graph, &vertices, &mut values)?;
        for (stopper, vertex) in followers.into_iter().zip(vertices) {
            let negative = values[&vertex];
            self.negatives.insert(stopper, negative);
            if let Side::Stopper(negative) = negative {
                self.negatives.insert(negative, Side::Stopper(stopper));
            }
        }
        Ok(self.negatives[&stopper])
    }

    /// The negative: `-(S & T)` is `-T & -S`.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn negate(&mut self, engine: &mut Engine, g: Loopy) -> Result<Loopy> {
        let onside = self.negate_side(engine, g.offside)?;
        let offside = self.negate_side(engine, g.onside)?;
        Ok(Loopy { onside, offside })
    }

    /// The graph of a sum of two stoppers. Its first vertex is the sum.
    fn sum_of(&mut self, engine: &mut Engine, g: Side, h: Side) -> Result<Draft> {
        let mut draft = Draft::default();
        let mut pairs = vec![(g, h)];
        let mut places: FxHashMap<(Side, Side), u32> = [((g, h), 0)].into_iter().collect();
        let mut done = 0;
        while let Some(&(g, h)) = pairs.get(done) {
            done += 1;
            engine.check()?;
            if done % (1 << 12) == 0 {
                let each = 3 * size_of::<(Side, Side)>() + 16 * size_of::<Target>();
                engine.look(pairs.len() * each + self.memory())?;
            }
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                let in_g = self.options_of(engine, g, player)?.into_iter().map(|g| (g, h));
                let in_h = self.options_of(engine, h, player)?.into_iter().map(|h| (g, h));
                for pair in in_g.chain(in_h) {
                    side.push(match pair {
                        (Side::Game(g), Side::Game(h)) => Target::Value(engine.add(g, h)?.into()),
                        (zero, side) | (side, zero) if is_zero(zero) => Target::Value(side.into()),
                        pair => Target::Vertex(*places.entry(pair).or_insert_with(|| {
                            pairs.push(pair);
                            number(pairs.len() - 1)
                        })),
                    });
                }
            }
            let [left, right] = sides;
            draft.add(left, right);
        }
        Ok(draft)
    }

    /// The options of `player` in the simplest form of a stopper.
    ///
    /// # Errors
    /// More options than the limit.
    pub fn options_of(&self, engine: &mut Engine, side: Side, player: Player) -> Result<Vec<Side>> {
        Ok(match side {
            Side::Game(game) => engine.options(game, player)?.into_iter().map(Side::Game).collect(),
            Side::Stopper(stopper) => self.options(stopper, player).to_vec(),
        })
    }

    /// The onside of the sum of two stoppers; `None` if no stopper was found.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn upsum(&mut self, engine: &mut Engine, g: Side, h: Side) -> Result<Option<Side>> {
        Ok(match (g, h) {
            (Side::Game(g), Side::Game(h)) => Some(Side::Game(engine.add(g, h)?)),
            (zero, side) | (side, zero) if is_zero(zero) => Some(side),
            (g, h) => {
                let (g, h) = (g.min(h), g.max(h));
                let draft = self.sum_of(engine, g, h)?;
                self.onsides(engine, &draft, 0, false)?.get(&0).copied()
            }
        })
    }

    /// The offside of the sum of two stoppers; `None` if no stopper was found.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn downsum(&mut self, engine: &mut Engine, g: Side, h: Side) -> Result<Option<Side>> {
        let (g, h) = (self.negate_side(engine, g)?, self.negate_side(engine, h)?);
        match self.upsum(engine, g, h)? {
            Some(negative) => Ok(Some(self.negate_side(engine, negative)?)),
            None => Ok(None),
        }
    }

    /// The sum of `count` copies of a game, by doubling. `None` if no sides of an intermediate sum
    /// were found.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn multiple(&mut self, engine: &mut Engine, count: u64, g: Loopy) -> Result<Option<Loopy>> {
        let zero = Loopy::from(Game::ZERO);
        let (mut sum, mut summand, mut left) = (zero, g, count);
        while left > 0 && summand != zero {
            engine.check()?;
            if left % 2 == 1 {
                let Some(found) = self.sum(engine, sum, summand)? else { return Ok(None) };
                sum = found;
            }
            left /= 2;
            if left > 0 {
                let Some(found) = self.sum(engine, summand, summand)? else { return Ok(None) };
                summand = found;
            }
        }
        Ok(Some(sum))
    }

    /// The sum: `(S & T) + (S' & T')` has the onside of `S + S'` and the offside of `T + T'`.
    /// `None` if no stoppers were found for these; no example is known.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn sum(&mut self, engine: &mut Engine, g: Loopy, h: Loopy) -> Result<Option<Loopy>> {
        let Some(onside) = self.upsum(engine, g.onside, h.onside)? else { return Ok(None) };
        let Some(offside) = self.downsum(engine, g.offside, h.offside)? else { return Ok(None) };
        let sum = Loopy { onside, offside };
        if onside != offside
            && let (Some(g), Some(h)) = (g.stopper(), h.stopper())
            && self.followers([g]).len().max(1) * self.followers([h]).len().max(1) <= MOST_VERTICES
        {
            let draft = self.sum_of(engine, g, h)?;
            self.graphs.note(sum, &draft, 0);
        }
        Ok(Some(sum))
    }

    /// The outcome for each starting player.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn outcome(&mut self, engine: &mut Engine, g: Loopy) -> Result<LoopyOutcome> {
        let zero = Side::Game(Game::ZERO);
        let left = if !self.le_sides(engine, g.offside, zero)? {
            Ending::Left
        } else if self.le_sides(engine, g.onside, zero)? {
            Ending::Right
        } else {
            Ending::Draw
        };
        let right = if !self.le_sides(engine, zero, g.onside)? {
            Ending::Right
        } else if self.le_sides(engine, zero, g.offside)? {
            Ending::Left
        } else {
            Ending::Draw
        };
        Ok(LoopyOutcome { left, right })
    }

    /// The degree of loopiness of a stopper: the onside of G - G. It is 0 for short games and
    /// positive for others.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn degree(&mut self, engine: &mut Engine, g: Side) -> Result<Option<Side>> {
        let negative = self.negate_side(engine, g)?;
        self.upsum(engine, g, negative)
    }

    /// The two varieties of a stopper G of degree D: the upsum of G with the downsum of -G and -D,
    /// and the downsum of G with the upsum of -G and D. G is *stable* if they are equal (Siegel,
    /// *Combinatorial Game Theory*, section VI.5). They are useful if D + D = D.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn varieties(&mut self, engine: &mut Engine, g: Side) -> Result<Option<[Side; 2]>> {
        let Some(degree) = self.degree(engine, g)? else { return Ok(None) };
        let against = self.negate_side(engine, degree)?;
        let negative = self.negate_side(engine, g)?;
        let Some(low) = self.downsum(engine, negative, against)? else { return Ok(None) };
        let Some(up) = self.upsum(engine, g, low)? else { return Ok(None) };
        let Some(high) = self.upsum(engine, negative, degree)? else { return Ok(None) };
        let Some(down) = self.downsum(engine, g, high)? else { return Ok(None) };
        Ok(Some([up, down]))
    }
}
