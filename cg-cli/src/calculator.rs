//! The calculator of a run: a session over the registered subgroups, and the
//! place where its answers go.

use cg_core::{Error, Interrupt, Limits, Registry, RegistryError};
use cg_lang::{Event, Role, Session, Source};
use cg_plot::Terminal;
use cg_plugin::configuration::ConfigurationError;
use cg_plugin::{Assembly, Plugin};
use cg_simplify::Engine;
use thiserror::Error as ThisError;

use crate::answers::Output;
use crate::options::Common;
use crate::output::{Ending, Unwritten, complain};
use crate::plugins;
use crate::settings::Settings;
use crate::watch::Watch;

/// Why there is no calculator to work with.
#[derive(Debug, ThisError)]
pub(crate) enum SetUpError {
    #[error(transparent)]
    Configuration(#[from] ConfigurationError),
    #[error(transparent)]
    Registry(#[from] RegistryError),
    #[error(transparent)]
    Engine(#[from] Error),
}

/// A session and where its answers go.
pub(crate) struct Calculator {
    pub(crate) session: Session,
    pub(crate) output: Output,
    pub(crate) interrupt: Interrupt,
    settings: Settings,
    /// Where pictures are shown.
    terminal: Terminal,
    /// The plugins that the session works with.
    loaded: Vec<Plugin>,
}

impl Calculator {
    /// A calculator as the settings and options ask for.
    pub(crate) fn new(settings: Settings, options: &Common) -> Result<Self, SetUpError> {
        let interrupt = settings.limits.interrupt.clone();
        let terminal = crate::terminal::of_answers(options);
        let base = || plugins::built_in(settings.configured_plugins);
        let assembly = Assembly::new(base, &settings.plugins)?;
        for (path, reason) in plugins::refusals(&assembly, &settings) {
            complain(&format!("cg: the plugin at {} is not loaded: {reason}", path.display()));
        }
        let mut session = session(assembly.registry, settings.limits.clone(), terminal)?;
        if let Some(notation) = settings.notation {
            session.set_notation(notation);
        }
        let output = Output::new(options, settings.notation);
        Ok(Calculator { session, output, interrupt, settings, terminal, loaded: assembly.loaded })
    }

    /// Leaves out plugins that failed: a new session without them, with the same
    /// definitions. No value that a failed plugin made survives.
    fn leave_out_failed_plugins(&mut self) {
        let failed: Vec<_> = self
            .loaded
            .iter()
            .filter_map(|plugin| Some((plugin.clone(), plugin.subgroup.fault()?.clone())))
            .collect();
        if failed.is_empty() {
            return;
        }
        for (plugin, fault) in &failed {
            let name = &plugin.manifest.name;
            complain(&format!(
                "cg: the plugin {name} failed and is left out from here on ({fault})"
            ));
        }
        let paths: Vec<_> = failed.iter().map(|(plugin, _)| &plugin.manifest_path).collect();
        self.settings.plugins.retain(|path| {
            !paths.iter().any(|failed| *failed == path || failed.parent() == Some(path))
        });
        let program = self.session.program();
        let (notation, limits) = (self.session.notation(), self.session.limits().clone());
        let base = || plugins::built_in(self.settings.configured_plugins);
        let again = Assembly::new(base, &self.settings.plugins).map_err(SetUpError::from).and_then(
            |assembly| Ok((session(assembly.registry, limits, self.terminal)?, assembly.loaded)),
        );
        match again {
            Ok((mut session, loaded)) => {
                match program {
                    Ok(program) => {
                        let kept = Source::new("<kept definitions>", program);
                        session.run(&kept, Role::Loaded, &mut |_, event| {
                            if let Event::Error(error) = event {
                                // The definition is lost, and the user told.
                                let _ = self.output.error(&error);
                            }
                        });
                    }
                    Err(error) => {
                        complain(&format!("cg: the definitions could not be kept: {error}"))
                    }
                }
                session.set_notation(notation);
                self.session = session;
                self.loaded = loaded;
            }
            Err(error) => complain(&format!("cg: {error}")),
        }
    }

    /// Runs a program and writes out what it answers.
    ///
    /// An interrupt that came before it ends it too: Ctrl-C between two programs of one
    /// command is not lost. Who asks for the next entry clears the flag first.
    pub(crate) fn run(&mut self, source: &Source, role: Role) -> Ending {
        let output = &self.output;
        let watch = match crate::tour::waits_in(source.text()) {
            true => None,
            false => output.watch(self.session.limits().progress.clone()),
        };
        let mut worst = Ending::Answered;
        let mut lost: Option<Unwritten> = None;
        let summary = self.session.run(source, role, &mut |session, event| {
            if lost.is_some() {
                return;
            }
            let written = match event {
                Event::Answer(answer) => output.answer(session, &answer, watch.as_ref()),
                Event::Error(error) => {
                    let _pause = watch.as_ref().map(Watch::pause);
                    output.error(&error).map(|()| Ending::Answered)
                }
            };
            match written {
                Ok(ending) => worst = worst.max(ending),
                // What follows would get lost as well.
                Err(unwritten) => {
                    lost = Some(unwritten);
                    session.limits().interrupt.raise();
                }
            }
        });
        drop(watch);
        if let Some(unwritten) = lost {
            self.interrupt.clear();
            return unwritten.report();
        }
        self.leave_out_failed_plugins();
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
}

/// A session over these subgroups, with the functions of the solvers.
fn session(registry: Registry, limits: Limits, terminal: Terminal) -> Result<Session, Error> {
    let mut session = Session::new(Engine::new(registry, limits)?);
    session.add_function(crate::trinim::function());
    session.add_directive(crate::octal::directive());
    session.add_directive(crate::plot::directive(terminal));
    crate::octal::functions().into_iter().for_each(|function| session.add_function(function));
    session.add_directive(crate::tour::directive());
    session.add_help(include_str!("../help/games.md"));
    session.add_help(include_str!("../help/command.md"));
    Ok(session)
}
