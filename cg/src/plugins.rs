//! The plugins of a calculator: loading them, and going on without those that fail.

use std::path::PathBuf;

use cg_core::Registry;
use cg_lang::Session;
use cg_plugin::{Assembly, Plugin, PluginError};
use cg_simplify::Engine;

use crate::reply::Event;
use crate::settings::Settings;

/// The plugins that a session works with.
pub(crate) struct Plugins {
    settings: Settings,
    loaded: Vec<Plugin>,
    refused: Vec<(PathBuf, PluginError)>,
}

impl Plugins {
    /// The families of games that the settings ask for.
    pub(crate) fn load(settings: &Settings) -> cg_core::Result<(Registry, Self)> {
        let Assembly { registry, loaded, refused } = settings.assembly()?;
        Ok((registry, Plugins { settings: settings.clone(), loaded, refused }))
    }

    pub(crate) fn refusals(&self) -> &[(PathBuf, PluginError)] {
        &self.refused
    }

    /// Goes on without the plugins that failed, if there are any: in a fresh arena, for
    /// which definitions and bindings are evaluated again. No value that a failed plugin
    /// made survives.
    pub(crate) fn leave_out_failed(
        &mut self,
        session: &mut Session,
        sink: &mut dyn FnMut(&mut Session, Event),
    ) {
        // Evaluating again may show the fault of another plugin: each round leaves one out.
        while self.loaded.iter().any(|plugin| plugin.fault().is_some()) {
            for plugin in &self.loaded {
                if let Some(fault) = plugin.fault() {
                    let name = &plugin.manifest.name;
                    sink(
                        session,
                        Event::Note(format!(
                            "the plugin {name} failed and is left out from here on ({fault})"
                        )),
                    );
                }
            }
            if let Err(error) = self.restart(session, sink) {
                sink(session, Event::Note(format!("the session keeps the plugin: {error}")));
                return;
            }
        }
    }

    fn restart(
        &mut self,
        session: &mut Session,
        sink: &mut dyn FnMut(&mut Session, Event),
    ) -> cg_core::Result<()> {
        let healthy = self.loaded.iter().filter(|plugin| plugin.fault().is_none());
        self.settings.plugins = healthy.map(|plugin| plugin.manifest_path.clone()).collect();
        self.settings.plugin_folders.clear();
        let (registry, without) = Self::load(&self.settings)?;
        *self = without;
        for (path, reason) in &self.refused {
            let path = path.display();
            sink(session, Event::Note(format!("the plugin at {path} is left out too: {reason}")));
        }
        let engine = Engine::new(registry, session.limits().clone())?;
        let unwritten = session.restart(engine, &mut |session, event| {
            if let cg_lang::Event::Error(error) = event {
                sink(session, Event::Error(error));
            }
        });
        for lost in unwritten {
            sink(session, Event::Note(lost.to_string()));
        }
        let said = "definitions and bindings were evaluated again without it; all else that was \
                    computed is gone, and `it` has no value";
        sink(session, Event::Note(said.into()));
        Ok(())
    }
}
