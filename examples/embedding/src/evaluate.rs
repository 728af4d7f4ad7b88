//! Runs programs of the language G.
//!
//! `cargo run -p cg-embedding --bin evaluate`

// ANCHOR: program
use cg_calculator::{Calculator, Content, GameError, Limits, Settings};

fn report() -> Result<String, GameError> {
    let limits = Limits { memory: 1 << 30, ..Limits::default() };
    let mut calculator = Calculator::with(Settings { limits, ..Settings::default() })?;
    calculator.evaluate("impartial Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 }; }");
    // The definition is still there.
    let replies = calculator.evaluate("Nim(3) + Nim(5); ? Nim(3) + Nim(5); {0 | ^}; Nmi(3)");
    let lines = replies.iter().map(|reply| match &reply.content {
        Content::Game(game) => match &game.subgroup {
            Some(family) => format!("{reply}, one of the {family}"),
            None => reply.to_string(),
        },
        Content::Error { error } => format!("column {}: {}", error.place.column, error.message),
        _ => reply.to_string(),
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

fn main() -> Result<(), GameError> {
    println!("{}", report()?);
    Ok(())
}
// ANCHOR_END: program

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_answers() {
        assert_eq!(report().unwrap(), include_str!("evaluate.txt").trim_end());
    }
}
