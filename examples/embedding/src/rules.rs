//! A game whose moves are written in Rust: Clobber on a strip.
//!
//! `cargo run -p cg-embedding --bin rules`

// ANCHOR: program
use std::convert::Infallible;
use std::error::Error;

use cg_calculator::{Calculator, Notation, Player, Ruleset, Values};

/// A piece takes a neighbour of the other colour and stands in its place. Left has the `x`, Right the `o`.
struct Clobber;

impl Ruleset for Clobber {
    type Position = Vec<u8>;
    type Error = Infallible;

    fn moves(
        &self,
        row: &Vec<u8>,
        player: Player,
        out: &mut impl Extend<Vec<u8>>,
    ) -> Result<(), Infallible> {
        let (own, other) = match player {
            Player::Left => (b'x', b'o'),
            Player::Right => (b'o', b'x'),
        };
        for at in 1..row.len() {
            for (from, to) in [(at - 1, at), (at, at - 1)] {
                if (row[from], row[to]) == (own, other) {
                    let mut next = row.clone();
                    (next[from], next[to]) = (b'.', own);
                    out.extend([next]);
                }
            }
        }
        Ok(())
    }
}

fn report() -> Result<String, Box<dyn Error>> {
    let mut calculator = Calculator::new()?;
    calculator.set_notation(Notation::Standard);
    // Each row is computed once.
    let mut values = Values::new();
    let mut lines = Vec::new();
    for row in ["xo", "xxo", "xoxo", "xoxoxo", "xxoo"] {
        let game = values.value(calculator.engine(), &Clobber, row.into())?;
        let outcome = calculator.engine().outcome(game)?;
        lines.push(format!("{row:<8}  {:<12}  {outcome}", calculator.text(game)?));
    }
    // Rows side by side are a sum, and a sum may be asked about as well.
    let [star, up] =
        ["xo", "xxo"].map(|row| values.value(calculator.engine(), &Clobber, row.into()));
    let sum = calculator.engine().add(star?, up?)?;
    let outcome = calculator.engine().outcome(sum)?;
    lines.push(format!("xo + xxo  {:<12}  {outcome}", calculator.text(sum)?));
    Ok(lines.join("\n"))
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", report()?);
    Ok(())
}
// ANCHOR_END: program

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_rows_have_their_known_values() {
        let mut calculator = Calculator::new().unwrap();
        calculator.set_notation(Notation::Standard);
        let mut values = Values::new();
        for (row, expected) in
            [("xo", "*"), ("xxo", "^"), ("oox", "v"), ("xx.o", "0"), ("xxoo", "0")]
        {
            let game = values.value(calculator.engine(), &Clobber, row.into()).unwrap();
            assert_eq!(calculator.text(game).unwrap(), expected, "{row}");
        }
        assert_eq!(report().unwrap(), include_str!("rules.txt").trim_end());
    }
}
