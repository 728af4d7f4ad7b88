//! How a game is written: as its subgroup says, as a switch, a tiny, in braces.

use cg_core::{Game, Notation, Player, Result};

use super::Layouts;
use super::order::Shapes;
use crate::engine::Engine;
use crate::traverse::Done;

/// The way of writing a game.
#[derive(Clone, Debug)]
pub(super) enum Layout {
    /// As its subgroup prints it.
    Text(String),
    /// In braces: the options in order, `bars` between them, the number of bars
    /// that it adds to a game around it (0: it keeps its braces there).
    Braces { sides: [Vec<Game>; 2], bars: usize, brings: usize },
    /// As `+-` and Left's options.
    Switch { options: Vec<Game> },
    /// As a number (0 is left out) and a tiny, or miny, of `x`.
    Tiny { number: Game, x: Game, favours: Player },
}

/// A node with so many bars keeps its braces wherever it stands.
const MOST_BARS: usize = 3;

impl Engine {
    /// The layouts of all games that printing `g` needs.
    pub(super) fn layouts(&mut self, g: Game, notation: Notation) -> Result<Layouts> {
        let mut layouts = Layouts::default();
        let mut waiting = vec![g];
        while let Some(root) = waiting.pop() {
            if layouts.contains_key(&root) {
                continue;
            }
            let shapes = self.shapes(&[root], true)?;
            let leaf = |engine: &mut Engine, game: Game| {
                // Braces follow the rules for bars, whoever would write them.
                let own = |text: &String| {
                    notation == Notation::Paper
                        || !(in_braces(text) && shapes.has_options(game)
                            || shapes.is_nameless(game) && engine.subgroup_name(game).is_some())
                };
                let text = engine.arena.print_element(game, notation)?;
                Ok(text.filter(own).map(Layout::Text))
            };
            let combine = |engine: &mut Engine, game: Game, done: &Done<Game, Layout>| {
                let layout = engine.layout(game, notation, &shapes, done)?;
                if let Layout::Tiny { number, x, .. } = layout {
                    waiting.extend([number, x]);
                }
                Ok(layout)
            };
            self.over_followers(root, &mut layouts, leaf, combine)?;
        }
        Ok(layouts)
    }

    fn layout(
        &mut self,
        game: Game,
        notation: Notation,
        shapes: &Shapes,
        done: &Done<Game, Layout>,
    ) -> Result<Layout> {
        let sides = Player::BOTH.map(|player| shapes.options(game, player).to_vec());
        if notation == Notation::Paper {
            return Ok(Layout::Braces { sides, bars: 1, brings: 0 });
        }
        let [left, right] = &sides;
        if left.len() == right.len() && left != right && self.negate(game)? == game {
            return Ok(Layout::Switch { options: left.clone() });
        }
        for favours in Player::BOTH {
            if let Some((number, x)) = self.tiny_of(&sides, shapes, favours)? {
                return Ok(Layout::Tiny { number, x, favours });
            }
        }
        let brought = |options: &[Game]| match options {
            [only] => done.get(only).map_or(0, Layout::brings),
            _ => 0,
        };
        let bars = 1 + brought(left).max(brought(right));
        let brings = if bars > MOST_BARS { 0 } else { bars };
        Ok(Layout::Braces { sides, bars, brings })
    }

    /// The number n and the x of n + tiny-x = {n||n|n-x} (for Right, n + miny-x),
    /// where x exceeds 0 by more than an infinitesimal.
    fn tiny_of(
        &mut self,
        sides: &[Vec<Game>; 2],
        shapes: &Shapes,
        favours: Player,
    ) -> Result<Option<(Game, Game)>> {
        let [own, other] = match favours {
            Player::Left => [&sides[0], &sides[1]],
            Player::Right => [&sides[1], &sides[0]],
        };
        let (&[number], &[reply]) = (&own[..], &other[..]) else { return Ok(None) };
        let back = shapes.options(reply, favours);
        let (&[back], &[threat]) = (back, shapes.options(reply, favours.opponent())) else {
            return Ok(None);
        };
        if back != number || !self.is_number(number)? {
            return Ok(None);
        }
        let x = match favours {
            Player::Left => self.subtract(number, threat)?,
            Player::Right => self.subtract(threat, number)?,
        };
        Ok(self.right_stop(x)?.sign().is_gt().then_some((number, x)))
    }
}

impl Layout {
    /// The bars that an option in this layout brings along where it stands alone.
    pub(super) fn brings(&self) -> usize {
        match self {
            Layout::Braces { brings, .. } => *brings,
            _ => 0,
        }
    }
}

fn in_braces(text: &str) -> bool {
    ["{", "\\left\\{", "\\{"].into_iter().any(|open| text.starts_with(open))
}
