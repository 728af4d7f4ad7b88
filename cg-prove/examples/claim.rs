//! Proves a claim and prints the file for Coq: `claim 'Domineering(3,3) == {1|-1}'`.

use std::process::ExitCode;

use cg_calculator::Calculator;
use cg_core::Game;
use cg_prove::{Claim, Evaluate};
use cg_simplify::Engine;

struct Language(Calculator);

impl Evaluate for Language {
    fn game(&mut self, expression: &str) -> Result<Game, String> {
        self.0.game(expression).map_err(|error| error.to_string())
    }

    fn engine(&mut self) -> &mut Engine {
        self.0.engine()
    }
}

fn main() -> ExitCode {
    let claim = std::env::args().nth(1).unwrap_or_default();
    let mut language = Language(Calculator::new().expect("the settings are in order"));
    let proof =
        Claim::read(&claim, None, &mut language).and_then(|claim| claim.prove(language.engine()));
    match proof {
        Ok(proof) => {
            print!("{}", proof.coq());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
