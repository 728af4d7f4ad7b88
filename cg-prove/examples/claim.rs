//! Proves a claim and prints the file for Coq: `claim 'Domineering(3,3) == {1|-1}'`.

use std::process::ExitCode;

use cg_calculator::{Calculator, Claims};

fn main() -> ExitCode {
    let claim = std::env::args().nth(1).unwrap_or_default();
    let mut calculator = Calculator::new().expect("the settings are in order");
    match Claims(calculator.session()).prove(&claim, None) {
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
