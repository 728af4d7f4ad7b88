//! The calculator of a run: a session over the registered subgroups, and the
//! place where its answers go.

use cg_core::{Interrupt, Registry, RegistryError};
use cg_lang::{Event, Role, Session, Source};
use cg_simplify::Engine;
use thiserror::Error as ThisError;

use crate::args::Common;
use crate::exit::Ending;
use crate::output::Output;

/// Why there is no calculator to work with.
#[derive(Debug, ThisError)]
pub(crate) enum SetUpError {
    #[error(transparent)]
    Registry(#[from] RegistryError),
    #[error(transparent)]
    Engine(#[from] cg_core::Error),
}

/// A session and where its answers go.
pub(crate) struct Calculator {
    pub(crate) session: Session,
    pub(crate) output: Output,
    pub(crate) interrupt: Interrupt,
}

impl Calculator {
    /// A calculator as the options ask for.
    pub(crate) fn new(options: &Common) -> Result<Self, SetUpError> {
        let registry = cg_subgroups::register(Registry::builder()).close()?;
        let limits = options.limits();
        let interrupt = limits.interrupt.clone();
        let mut session = Session::new(Engine::new(registry, limits)?);
        session.add_function(crate::trinim::function());
        if let Some(notation) = options.notation {
            session.set_notation(notation);
        }
        crate::octal::functions().into_iter().for_each(|function| session.add_function(function));
        crate::interruption::listen(interrupt.clone());
        Ok(Calculator { session, output: Output::new(options), interrupt })
    }

    /// Runs a program and writes out what it answers.
    pub(crate) fn run(&mut self, source: &Source, role: Role) -> Ending {
        self.interrupt.clear();
        let output = &mut self.output;
        let mut broken = None;
        let summary = self.session.run(source, role, &mut |session, event| {
            let written = match event {
                Event::Answer(answer) => output.answer(session, &answer),
                Event::Error(error) => output.error(&error).map(|()| Ending::Answered),
            };
            match written {
                Ok(ending) => broken = broken.max(Some(ending)),
                // Nobody reads any more (`cg run ... | head`): stop quietly.
                Err(_) => {
                    session.limits().interrupt.raise();
                    broken = broken.max(Some(Ending::Answered));
                }
            }
        });
        let ended = if summary.interrupted {
            Ending::Interrupted
        } else if summary.limit_reached {
            Ending::LimitReached
        } else if summary.errors > 0 {
            Ending::ProgramError
        } else {
            Ending::Answered
        };
        ended.max(broken.unwrap_or(Ending::Answered))
    }
}
