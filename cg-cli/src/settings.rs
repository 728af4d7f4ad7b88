//! What applies to a run: options of the command line before the project's
//! `cg.toml`, that before the user's own.

use std::path::Path;
use std::time::Duration;

use cg_calculator::cg_plugin::{PluginError, Trust};
use cg_calculator::{Interrupt, configuration, most_memory};

use crate::options::Common;
use crate::output::complain;
use crate::terminal;

/// The settings of a run.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The settings of a calculator.
    pub(crate) calculator: cg_calculator::Settings,
    /// The limit on memory, when the user has set one: solvers have defaults of their own.
    pub(crate) memory: Option<u64>,
}

impl Settings {
    /// Reads the configuration files and the options.
    ///
    /// # Errors
    /// A configuration file that cannot be read, or is bad.
    pub(crate) fn new(options: &Common) -> Result<Self, PluginError> {
        let (configuration, notes) = configuration(Path::new("."))?;
        for note in notes {
            complain(&format!("cg: {note}"));
        }
        let mut settings = cg_calculator::Settings::of(&configuration);
        settings.limits.time = options.time.or(settings.limits.time);
        if let Some(memory) = options.memory {
            settings.limits.memory = memory.min(most_memory());
        }
        settings.notation = options.notation.or(settings.notation);
        if options.no_plugins {
            settings.bundled = false;
            settings.plugin_folders.clear();
        }
        settings.plugins.clone_from(&options.plugin);
        if options.trust_plugins {
            settings.trust = Trust::AllFiles;
        }
        settings.databases = options.databases();
        settings.terminal = terminal::of_answers(options);
        let said = options.memory.or(configuration.memory).is_some();
        Ok(Settings { memory: said.then_some(settings.limits.memory), calculator: settings })
    }

    /// The limit on time.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.calculator.limits.time
    }

    /// The flag that Ctrl-C raises.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.calculator.limits.interrupt
    }
}
