//! A subgroup of one's own, the smallest there is beside 0: the games 0 and *.
//!
//! `cargo run -p cg-embedding --bin subgroup`

// ANCHOR: program
use std::error::Error as AnyError;

use cg_core::{Error, Game, Limits, Notation, Outcome, Player, Registry, Result, Subgroup};
use cg_simplify::Engine;

/// 0 and *, as `false` and `true`: * + * = 0.
struct Star;

const NAME: &str = "star";

impl Subgroup for Star {
    type Element = bool;

    fn name(&self) -> &str {
        NAME
    }

    fn zero(&self) -> bool {
        false
    }

    fn negate(&self, g: &bool) -> bool {
        *g
    }

    fn add(&self, g: &bool, h: &bool) -> Result<bool> {
        Ok(g ^ h)
    }

    /// The outcome rule: who moves first wins *, who moves second 0.
    fn outcome(&self, g: &bool) -> Outcome {
        if *g { Outcome::Next } else { Outcome::Previous }
    }

    /// The simplification rule. Without an option 0 every move loses, so the game is 0. With 0 on both sides and * on
    /// neither it is *. All others are no elements: {0|} is 1, {0|*} is up, {0,*|0,*} is *2.
    fn simplify(&self, left: &[&bool], right: &[&bool]) -> Result<Option<bool>> {
        let holds =
            |options: &[&bool], wanted: bool| options.iter().any(|option| **option == wanted);
        let zeros = [left, right].map(|options| holds(options, false));
        let stars = [left, right].map(|options| holds(options, true));
        Ok(match (zeros, stars) {
            ([false, false], _) => Some(false),
            ([true, true], [false, false]) => Some(true),
            _ => None,
        })
    }

    fn option_count(&self, g: &bool, _: Player) -> u64 {
        u64::from(*g)
    }

    fn option(&self, g: &bool, player: Player, index: u64) -> Result<bool> {
        if index < self.option_count(g, player) {
            return Ok(false);
        }
        Err(Error::subgroup(NAME, format!("there is no option {index}")))
    }

    fn encode(&self, g: &bool) -> Vec<u8> {
        vec![u8::from(*g)]
    }

    fn decode(&self, bytes: &[u8]) -> Result<bool> {
        match bytes {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(Error::subgroup(NAME, "malformed element bytes")),
        }
    }

    fn print(&self, g: &bool, _: Notation) -> String {
        if *g { "*".into() } else { "0".into() }
    }

    fn parse(&self, text: &str, _: Notation) -> Result<bool> {
        match text.trim() {
            "0" => Ok(false),
            "*" => Ok(true),
            text => Err(Error::Parse {
                subgroup: NAME.to_owned(),
                text: text.to_owned(),
                reason: "expected 0 or *".to_owned(),
            }),
        }
    }

    /// What the laws are tried on.
    fn samples(&self) -> Vec<bool> {
        vec![false, true]
    }
}

fn report() -> std::result::Result<String, Box<dyn AnyError>> {
    // The registry has this subgroup alone: all other values are canonical forms.
    let registry = Registry::builder().with(Star).close()?;
    let mut engine = Engine::new(registry, Limits::default())?;
    let zero = Game::ZERO;
    let star = engine.game(&[zero], &[zero])?;
    let up = engine.game(&[zero], &[star])?;
    let mut lines = Vec::new();
    for (name, game) in [("{0|0}", star), ("{0|*}", up), ("* + *", engine.add(star, star)?)] {
        let home = engine.subgroup_name(game).unwrap_or("none").to_owned();
        lines.push(format!("{name}: {}, in {home}", engine.print(game, Notation::Standard)?));
    }
    Ok(lines.join("\n"))
}

fn main() -> std::result::Result<(), Box<dyn AnyError>> {
    println!("{}", report()?);
    Ok(())
}
// ANCHOR_END: program

#[cfg(test)]
mod tests {
    use cg_simplify::laws::Laws;

    use super::*;

    // ANCHOR: laws
    #[test]
    fn it_keeps_what_a_subgroup_promises() {
        let registry = Registry::builder().with(Star).close().unwrap();
        let report = Laws::of_native(Star, Star.samples()).check(&registry.into());
        assert!(report.holds(), "{report}");
    }
    // ANCHOR_END: laws

    #[test]
    fn it_runs() {
        assert_eq!(report().unwrap(), include_str!("subgroup.txt").trim_end());
    }
}
