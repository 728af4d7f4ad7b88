//! The command `cg`: reads what the user asked for, wires the crates together,
//! and says by its exit status how it went.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod about;
mod answers;
mod args;
mod atlas;
mod database;
mod error;
mod family;
mod format;
mod lsp;
#[cfg(feature = "mcp")]
mod mcp;
mod octal;
mod options;
mod output;
mod paint;
mod play;
mod plugins;
mod prove;
mod rulesets;
mod run;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod settings;
mod solve;
mod tasks;
mod terminal;
mod tour;
mod trinim;
mod watch;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Cli, Command};
use error::CommandResult;
use output::{Ending, Unwritten};
use run::Runner;
use settings::Settings;

fn main() -> ExitCode {
    if let Err(closed) = output::expect_open() {
        return closed.report().into();
    }
    let cli = match Cli::try_parse_from(with_run(std::env::args_os().collect())) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => error.exit(),
        // Help that was asked for is an answer like others.
        Err(help) => return Ending::of(help.print().map_err(Unwritten::from)).into(),
    };
    run(&cli).unwrap_or_else(|error| error.report("cg", false)).into()
}

/// `cg FILE.g` is `cg run FILE.g`.
fn with_run(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_program =
        |argument: &OsString| Path::new(argument).extension().is_some_and(|end| end == "g");
    let first = arguments.iter().skip(1).position(is_program).map(|at| at + 1);
    if let Some(first) = first {
        let command = Cli::command();
        let names_command = |argument: &OsString| command.find_subcommand(argument).is_some();
        if !arguments[1..first].iter().any(names_command) {
            arguments.insert(first, "run".into());
        }
    }
    arguments
}

fn run(cli: &Cli) -> CommandResult {
    let options = &cli.common;
    // These commands need no settings, which may be wrong.
    match &cli.command {
        None if cli.version => return Ok(about::version(options.json)),
        Some(Command::Completions { shell }) => return Ok(about::completions(*shell)),
        Some(Command::Man { folder }) => return Ok(about::man(folder.as_deref())),
        Some(Command::Fmt(arguments)) => return Ok(format::run(arguments, options)),
        Some(Command::Lsp(arguments)) => return Ok(lsp::run(arguments, options)),
        _ => {}
    }
    let settings = Settings::new(options)?;
    let interrupt = settings.interrupt();
    terminal::listen(interrupt.clone());
    let runner = || Runner::new(&settings, options);
    Ok(match &cli.command {
        Some(Command::Run { files, echo }) => {
            let mut runner = runner()?;
            if *echo {
                runner.output.echo();
            }
            runner.run_files(files)
        }
        Some(Command::Eval { expressions }) => runner()?.evaluate(expressions),
        Some(Command::Atlas(arguments)) => {
            atlas::run(arguments, options, &settings, || run::calculator(&settings))?
        }
        Some(Command::Database(arguments)) => {
            database::run(arguments, options, &settings, || run::calculator(&settings))?
        }
        Some(Command::Family(arguments)) => {
            family::run(arguments, options, &settings, || run::calculator(&settings))?
        }
        #[cfg(feature = "mcp")]
        Some(Command::Mcp(_)) => mcp::run(options, &settings),
        Some(Command::Octal(octal)) => {
            octal::run(octal, options, &settings, || run::calculator(&settings))?
        }
        Some(Command::Play(arguments)) => {
            play::run(arguments, options, interrupt, || run::calculator(&settings))?
        }
        Some(Command::Prove(arguments)) => {
            prove::run(arguments, options, || run::calculator(&settings))?
        }
        Some(Command::Solve(arguments)) => {
            solve::run(arguments, options, &settings, || run::calculator(&settings))?
        }
        #[cfg(feature = "serve")]
        Some(Command::Serve(arguments)) => serve::run(arguments, options, &settings),
        Some(Command::Rulesets(arguments)) => {
            rulesets::run(arguments, options, interrupt, || run::calculator(&settings))?
        }
        Some(Command::Tasks(arguments)) => tasks::run(arguments, interrupt),
        Some(Command::Trinim(command)) => trinim::run(command, options, interrupt),
        Some(Command::Plugins { command }) => plugins::run(command.as_ref(), &settings, options),
        Some(
            Command::Completions { .. } | Command::Man { .. } | Command::Fmt(_) | Command::Lsp(_),
        ) => unreachable!("they were answered above"),
        None if std::io::stdin().is_terminal() => session::interact(&mut runner()?),
        None => runner()?.run_files(&["-".into()]),
    })
}
