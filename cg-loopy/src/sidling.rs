//! Sidling: an explanation of the sides of a game.
//!
//! At first, every position that is not a stopper is replaced by `on`, the best game for Left. Then
//! its value is computed again from the values of its options, round by round. The values go down.
//! If all of them stay the same, they are the onsides. From `off` they go up to the offsides
//! (*Winning Ways*, chapter 11). They may never settle: they may approach a value such as `over`
//! for ever. So sidling explains sides that were found in another way ([`Stoppers::value`]), and
//! does not find them.

use cg_core::{Player, Result};
use cg_simplify::Engine;

use crate::arena::Stoppers;
use crate::contest::Field;
use crate::draft::{Draft, Target};
use crate::game_graph::number;
use crate::print::Named;
use crate::side::{Loopy, Side};
use crate::sides::Mode;

/// The largest number of rounds.
const MOST_ROUNDS: usize = 16;

/// The values of one position during the sidling of its graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sidling {
    /// The value after each round. The first one is on or off, unless the position is a stopper.
    pub rounds: Vec<Side>,
    /// Whether all values of the graph stayed the same in the end. Then the last value of `rounds`
    /// is the side.
    pub settled: bool,
}

impl Stoppers {
    /// The sidling of a game with two sides, to its onside (`winner` is Left) or its offside, in
    /// the first graph that had this value. `None` if that graph was not kept.
    ///
    /// ```
    /// use cg_core::{Limits, Notation, Player};
    /// use cg_loopy::{Named, Stoppers};
    /// use cg_simplify::Engine;
    ///
    /// let mut engine = Engine::new(cg_subgroups::standard()?, Limits::default())?;
    /// let mut stoppers = Stoppers::default();
    /// // tis is a{{|a}|}, and 1 when endless play is a win for Left.
    /// let tis = stoppers.named(&mut engine, Named::Tis)?;
    /// let sidling = stoppers.sidling(&mut engine, tis, Player::Left)?.expect("its graph is kept");
    /// assert!(sidling.settled);
    /// assert_eq!(sidling.rounds.last(), Some(&tis.onside));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn sidling(
        &mut self,
        engine: &mut Engine,
        value: Loopy,
        winner: Player,
    ) -> Result<Option<Sidling>> {
        match self.graphs.get(value).cloned() {
            Some((draft, start)) => self.sidled(engine, &draft, start, winner).map(Some),
            None => Ok(None),
        }
    }

    fn sidled(
        &mut self,
        engine: &mut Engine,
        draft: &Draft,
        start: u32,
        winner: Player,
    ) -> Result<Sidling> {
        let side = |value: Loopy| match winner {
            Player::Left => value.onside,
            Player::Right => value.offside,
        };
        let first = match winner {
            Player::Left => Named::On,
            Player::Right => Named::Off,
        };
        let first = self.named(engine, first)?.onside;
        // Parts that are stoppers keep their values.
        let mut graph = draft.one_side(self, engine, winner)?;
        let known = Field { engine, stoppers: self }.resolve(&mut graph, start, Mode::Free)?;
        let vertices: Vec<u32> = (0..number(draft.vertices())).collect();
        let mut values: Vec<Side> =
            vertices.iter().map(|vertex| known.get(vertex).copied().unwrap_or(first)).collect();
        let mut rounds = vec![values[start as usize]];
        for _ in 0..MOST_ROUNDS {
            let mut next = values.clone();
            for &vertex in vertices.iter().filter(|vertex| !known.contains_key(vertex)) {
                let options = Player::BOTH.map(|player| {
                    let value = |target: &Target| match target {
                        Target::Value(value) => Target::Value(side(*value).into()),
                        Target::Vertex(to) => Target::Value(values[*to as usize].into()),
                    };
                    draft.options(vertex, player).iter().map(value).collect::<Vec<_>>()
                });
                let [left, right] = options;
                let mut one = Draft::default();
                one.add(left, right);
                let value = self.value(engine, &one, 0)?;
                next[vertex as usize] = value.expect("options that are stoppers make one").onside;
            }
            let settled = next == values;
            values = next;
            if settled {
                return Ok(Sidling { rounds, settled });
            }
            rounds.push(values[start as usize]);
        }
        Ok(Sidling { rounds, settled: false })
    }
}
