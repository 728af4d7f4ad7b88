//! The command `cg`: reads what the user asked for, wires the crates together,
//! and says by its exit status how it went.

mod args;
mod calculator;
mod exit;
mod interruption;
mod octal;
mod output;
mod program;
mod session;
mod trinim;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use calculator::Calculator;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut calculator = match Calculator::new(&cli.common) {
        Ok(calculator) => calculator,
        Err(error) => {
            eprintln!("cg: {error}");
            return exit::Ending::ProgramError.into();
        }
    };
    let ending = match cli.command {
        Some(Command::Run { files }) => program::run_files(&mut calculator, &files),
        Some(Command::Eval { expressions }) => program::evaluate(&mut calculator, &expressions),
        Some(Command::Octal(octal)) => octal::run(&octal, &cli.common, &calculator.interrupt),
        Some(Command::Trinim(command)) => {
            trinim::run(&command, &cli.common, &calculator.interrupt)
        }
        None if std::io::stdin().is_terminal() => session::interact(&mut calculator),
        None => program::run_files(&mut calculator, &["-".into()]),
    };
    ending.into()
}
