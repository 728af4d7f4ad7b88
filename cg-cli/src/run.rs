//! Programs from files, from standard input, from the command line and from a session, run in one
//! calculator; their answers are written out as they come.

use std::path::{Path, PathBuf};

use cg_calculator::cg_plugin::PluginError;
use cg_calculator::{Calculator, Event, Interrupt, Role, Source, cg_lang};
use cg_files::Waiting;

use crate::answers::Output;
use crate::error::{CommandError, CommandResult};
use crate::options::Common;
use crate::output::{Ending, Unwritten, complain};
use crate::settings::Settings;
use crate::tour;
use crate::watch::Watch;

/// A calculator as the settings ask for, with the tour. A plugin of the configuration that is not loaded is
/// said, and the rest goes on.
///
/// # Errors
/// A plugin that `--plugin` names is not loaded.
pub(crate) fn calculator(settings: &Settings) -> CommandResult<Calculator> {
    let mut calculator =
        Calculator::with(settings.calculator.clone()).map_err(CommandError::SetUp)?;
    for (path, reason) in calculator.refusals() {
        if settings.calculator.plugins.contains(path) {
            let (path, reason) = (path.clone(), reason.to_string());
            return Err(CommandError::Plugin { path, reason });
        }
        complain(&format!("cg: {}", not_loaded(path, reason)));
    }
    let session = calculator.session();
    session.add_directive(tour::directive());
    session.add_help(|| include_str!("../help/command.md"));
    // Without a title: the guide's page and `cg prove --help` lead to it.
    session.add_help(|| include_str!("../help/prove.md"));
    // Without a title, too: the overview has no room.
    session.add_help(|| include_str!("../help/editors.md"));
    Ok(calculator)
}

fn not_loaded(path: &Path, reason: &PluginError) -> String {
    format!("the plugin at {} is not loaded: {reason}", path.display())
}

/// A calculator, and where its answers go.
pub(crate) struct Runner {
    pub(crate) calculator: Calculator,
    pub(crate) output: Output,
    pub(crate) interrupt: Interrupt,
    /// Answers get lost: what follows is not computed.
    lost: bool,
}

impl Runner {
    /// A runner for these settings and options.
    pub(crate) fn new(settings: &Settings, options: &Common) -> CommandResult<Self> {
        let calculator = calculator(settings)?;
        let interrupt = calculator.interrupt();
        let output = Output::new(options, settings.calculator.notation);
        let refusals = calculator.refusals().iter();
        let notes = refusals.map(|(path, reason)| output.note(&not_loaded(path, reason)));
        // Where the notes get lost the answers will, too, and say so.
        let lost = notes.filter(Result::is_err).count() > 0;
        Ok(Runner { calculator, output, interrupt, lost })
    }

    /// Runs a program and writes out what it answers.
    ///
    /// An interrupt that came before it ends it too: Ctrl-C between two programs of one
    /// command is not lost. Who asks for the next entry clears the flag first.
    pub(crate) fn run(&mut self, source: &Source, role: Role) -> Ending {
        let output = &self.output;
        let watch = match tour::waits_in(source.text()) {
            true => None,
            false => output.watch(self.calculator.progress()),
        };
        let mut worst = Ending::Answered;
        let mut lost: Option<Unwritten> = None;
        let summary = self.calculator.run(source, role, &mut |session, event| {
            if lost.is_some() {
                return;
            }
            let written = match event {
                Event::Note(note) => {
                    let _pause = watch.as_ref().map(Watch::pause);
                    complain(&format!("cg: {note}"));
                    output.note(&note).map(|()| Ending::Answered)
                }
                event => output.event(session, &event, watch.as_ref()),
            };
            match written {
                Ok(ending) => worst = worst.max(ending),
                // Later answers would get lost as well.
                Err(unwritten) => {
                    lost = Some(unwritten);
                    session.limits().interrupt.raise();
                }
            }
        });
        drop(watch);
        if let Some(unwritten) = lost {
            self.lost = true;
            self.interrupt.clear();
            return unwritten.report();
        }
        let ended = if summary.interrupted {
            Ending::Interrupted
        } else if summary.limit_reached {
            Ending::LimitReached
        } else if summary.errors > 0 {
            Ending::ProgramError
        } else {
            Ending::Answered
        };
        ended.max(worst)
    }

    /// Runs files one after another in one session; `-` is standard input. The worst
    /// ending counts.
    pub(crate) fn run_files(&mut self, files: &[PathBuf]) -> Ending {
        self.run_each(files, |runner, file| {
            let most = runner.calculator.limits().memory;
            match read(file, most, &runner.interrupt) {
                Ok(source) => runner.run(&source, Role::Program),
                Err(_) if runner.interrupt.is_raised() => Ending::Interrupted,
                Err(error) => {
                    complain(&format!("cg: cannot read {}: {error}", file.display()));
                    Ending::ProgramError
                }
            }
        })
    }

    /// Runs each of the texts in one session, as if they were typed.
    pub(crate) fn evaluate(&mut self, texts: &[String]) -> Ending {
        self.run_each(texts, |runner, text| {
            runner.run(&Source::new("<command line>", text), Role::Typed)
        })
    }

    /// Runs each program; the worst ending counts. An interruption ends it, and answers
    /// that get lost do.
    fn run_each<T>(&mut self, programs: &[T], run: impl Fn(&mut Self, &T) -> Ending) -> Ending {
        let mut worst = Ending::Answered;
        for program in programs {
            let ending = run(self, program);
            worst = worst.max(ending);
            if self.lost || ending == Ending::Interrupted {
                break;
            }
        }
        worst
    }
}

/// Runs a file with definitions; an error in it ends the command.
///
/// # Errors
/// The file cannot be read, or a definition in it is wrong.
pub(crate) fn define(calculator: &mut Calculator, file: &str) -> Result<(), Ending> {
    let refused = |problem: &dyn std::fmt::Display| {
        complain(&format!("cg: {file}: {problem}"));
        Ending::ProgramError
    };
    let interrupt = calculator.interrupt();
    let opened = Waiting::open(Path::new(file), || interrupt.is_raised());
    let source = opened.and_then(|opened| Source::read(file, opened));
    let source = source.map_err(|error| refused(&error))?;
    let mut problem = None;
    calculator.session().run(&source, Role::Loaded, &mut |_, event| {
        if let cg_lang::Event::Error(error) = event {
            problem.get_or_insert(error.to_string());
        }
    });
    problem.map_or(Ok(()), |problem| Err(refused(&problem)))
}

/// The program in a file or on standard input, of at most `most` bytes.
fn read(file: &Path, most: u64, interrupt: &Interrupt) -> std::io::Result<Source> {
    let stop = || interrupt.is_raised();
    if file == Path::new("-") {
        return Source::read_within("<stdin>", Waiting::standard_input(stop)?, most);
    }
    Source::read_within(file.display().to_string(), Waiting::open(file, stop)?, most)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::Cli;

    #[test]
    fn an_interrupt_between_two_texts_ends_the_rest() {
        let cli = Cli::try_parse_from(["cg", "--no-plugins"]).expect("options");
        let settings = Settings::new(&cli.common).expect("settings");
        let mut runner = Runner::new(&settings, &cli.common).expect("a calculator");
        // The flag is up when the second text begins.
        runner.interrupt.raise();
        let texts = ["[k : k = 0..1000000, if k < 0]".to_owned()];
        assert_eq!(runner.evaluate(&texts), Ending::Interrupted);
    }
}
