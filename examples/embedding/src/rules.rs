//! A game whose moves are written in Rust: Clobber on a strip.
//!
//! `cargo run -p cg-embedding --bin rules`

// ANCHOR: program
use std::collections::HashMap;
use std::error::Error;

use cg_core::{Game, Limits, Notation, Player, Registry, Result};
use cg_simplify::Engine;

/// The rows to which `player` can move: a piece takes a neighbour of the other colour and stands in its place. Left has
/// the `x`, Right the `o`.
fn moves(row: &[u8], player: Player) -> Vec<Vec<u8>> {
    let (own, other) = match player {
        Player::Left => (b'x', b'o'),
        Player::Right => (b'o', b'x'),
    };
    let mut found = Vec::new();
    for at in 1..row.len() {
        for (from, to) in [(at - 1, at), (at, at - 1)] {
            if (row[from], row[to]) == (own, other) {
                let mut next = row.to_vec();
                (next[from], next[to]) = (b'.', own);
                found.push(next);
            }
        }
    }
    found
}

/// The value of a row: its options' values make it. Each row is computed once.
fn value(engine: &mut Engine, known: &mut HashMap<Vec<u8>, Game>, row: &[u8]) -> Result<Game> {
    if let Some(&game) = known.get(row) {
        return Ok(game);
    }
    let mut options = |player| {
        let moves = moves(row, player);
        moves.iter().map(|next| value(engine, known, next)).collect::<Result<Vec<Game>>>()
    };
    let (left, right) = (options(Player::Left)?, options(Player::Right)?);
    let game = engine.game(&left, &right)?;
    known.insert(row.to_vec(), game);
    Ok(game)
}

fn report() -> std::result::Result<String, Box<dyn Error>> {
    let registry = cg_subgroups::register(Registry::builder()).close()?;
    let mut engine = Engine::new(registry, Limits::default())?;
    let mut known = HashMap::new();
    let mut lines = Vec::new();
    for row in ["xo", "xxo", "xoxo", "xoxoxo", "xxoo"] {
        let game = value(&mut engine, &mut known, row.as_bytes())?;
        let text = engine.print(game, Notation::Standard)?;
        lines.push(format!("{row:<8}  {text:<12}  {}", engine.outcome(game)?));
    }
    // Rows side by side are a sum, and a sum may be asked about as well.
    let sum = engine.add(known[&b"xo"[..]], known[&b"xxo"[..]])?;
    let text = engine.print(sum, Notation::Standard)?;
    lines.push(format!("xo + xxo  {text:<12}  {}", engine.outcome(sum)?));
    Ok(lines.join("\n"))
}

fn main() -> std::result::Result<(), Box<dyn Error>> {
    println!("{}", report()?);
    Ok(())
}
// ANCHOR_END: program

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_rows_have_their_known_values() {
        let registry = cg_subgroups::register(Registry::builder()).close().unwrap();
        let mut engine = Engine::new(registry, Limits::default()).unwrap();
        let mut known = HashMap::new();
        for (row, expected) in
            [("xo", "*"), ("xxo", "^"), ("oox", "v"), ("xx.o", "0"), ("xxoo", "0")]
        {
            let game = value(&mut engine, &mut known, row.as_bytes()).unwrap();
            assert_eq!(engine.print(game, Notation::Standard).unwrap(), expected, "{row}");
        }
        assert_eq!(report().unwrap(), include_str!("rules.txt").trim_end());
    }
}
