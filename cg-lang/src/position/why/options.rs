//! The options of braces: as the rules write them, and by value.

use cg_core::{Game, Player};

use super::super::{Component, Expression, Found, Position, Positions, Term};
use super::Explanation;
use crate::ast::Node;

/// How many names are shown of the options that have one value.
const MOST_NAMES: usize = 3;

/// How long a value with its names may be, in characters, where it has several.
const ITEM_WIDTH: usize = 60;

/// The options of a player that have one value.
struct Group {
    value: Game,
    /// As the rules write them; the first few.
    names: Vec<String>,
    count: usize,
}

impl Positions<'_> {
    /// The options of braces, and what is made of them.
    pub(super) fn why_braces(&mut self, braces: &Expression, found: &mut Explanation) -> Found<()> {
        let sides = match braces.tree.ast.node(braces.node) {
            Node::Game(left, right) | Node::Form(left, right) => [left, right],
            Node::ImpartialGame(options) => [options, options],
            _ => return Ok(()),
        };
        let mut groups = Vec::new();
        let mut telling = false;
        for side in sides {
            let mut positions = Vec::new();
            for item in self.items(braces, side)? {
                positions.push(self.components(&item)?);
            }
            telling |= positions.iter().any(|position| is_computed(position));
            groups.push(self.grouped(&positions)?);
        }
        // Different values that were written as such need no table.
        for group in groups.iter().flatten() {
            let value = self.shown(group.value)?;
            let same = |name: &String| without_braces(name) == without_braces(&value);
            telling |= group.count > 1 || !group.names.iter().all(same);
        }
        let [left, right] = [&groups[0], &groups[1]];
        if telling {
            let same = left.len() == right.len()
                && left.iter().zip(right).all(|(a, b)| (a.value, a.count) == (b.value, b.count));
            if same {
                self.table("Both players have", left, found)?;
            } else {
                for (side, player) in [left, right].into_iter().zip(Player::BOTH) {
                    self.table(&format!("{player} has"), side, found)?;
                }
            }
        }
        let games = |side: &[Group]| side.iter().map(|group| group.value).collect::<Vec<_>>();
        self.simplification(&games(left), &games(right), found)
    }

    /// The step from options to the value.
    pub(super) fn simplification(
        &mut self,
        left: &[Game],
        right: &[Game],
        found: &mut Explanation,
    ) -> Found<()> {
        let notation = self.machine.notation;
        let engine = &mut self.machine.engine;
        let simplification = engine.why_game(left, right, notation)?;
        simplification.write(engine, notation, &mut found.page)?;
        found.simplification = Some(simplification);
        Ok(())
    }

    /// Options by value, in the order of printing.
    fn grouped(&mut self, positions: &[Position]) -> Found<Vec<Group>> {
        let mut games = Vec::with_capacity(positions.len());
        for position in positions {
            games.push(self.position_game(position)?);
        }
        let mut distinct = games.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let distinct = self.machine.engine.in_order(&distinct)?;
        let group = |value| Group { value, names: Vec::new(), count: 0 };
        let mut groups: Vec<Group> = distinct.iter().copied().map(group).collect();
        let places: std::collections::HashMap<Game, usize> =
            distinct.into_iter().enumerate().map(|(place, game)| (game, place)).collect();
        for (position, game) in positions.iter().zip(games) {
            let Some(group) = places.get(&game).and_then(|&place| groups.get_mut(place)) else {
                continue;
            };
            group.count += 1;
            if group.names.len() < MOST_NAMES {
                let name = self.position_text(position)?;
                if !group.names.contains(&name) {
                    group.names.push(name);
                }
            }
        }
        Ok(groups)
    }

    fn table(&mut self, who: &str, groups: &[Group], found: &mut Explanation) -> Found<()> {
        let count: usize = groups.iter().map(|group| group.count).sum();
        if count == 0 {
            found.page.text(format!("{who} no option."));
            return Ok(());
        }
        let s = if count == 1 { "" } else { "s" };
        let values = match groups.len() {
            _ if count == 1 => String::new(),
            1 => " of one value".to_owned(),
            values if values == count => " of different values".to_owned(),
            values => format!(" of {values} values"),
        };
        found.page.text(format!("{who} {count} option{s}{values}:"));
        let mut items = Vec::new();
        for group in groups.iter().take(cg_simplify::why::LINES) {
            let value = self.shown(group.value)?;
            let mut names: Vec<String> = Vec::new();
            let mut width = value.len();
            for name in &group.names {
                let name = super::cut(name, super::MOST_TYPED);
                width += name.len() + 2;
                if !names.is_empty() && width > ITEM_WIDTH {
                    break;
                }
                names.push(name);
            }
            if group.count > group.names.len() || names.len() < group.names.len() {
                names.push(format!("... {} more", group.count - names.len()));
            }
            items.push(match &names[..] {
                [name] if *name == value => value,
                _ => format!("{value}: {}", names.join(", ")),
            });
        }
        found.page.items(items, groups.len());
        Ok(())
    }
}

/// Whether a position is more than values and braces.
fn is_computed(position: &[Term]) -> bool {
    position.iter().any(|term| matches!(term.component, Component::Call(..)))
}

/// What is written between braces and bars, which can be set in several ways.
fn without_braces(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '{' | '}' | '|') && !c.is_whitespace()).collect()
}
