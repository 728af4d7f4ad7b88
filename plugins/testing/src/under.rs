//! A subgroup linked in and loaded as a plugin: one suite of tests for both.

use std::path::Path;
use std::sync::Arc;

use cg_core::{Family, Game, Limits, Notation, Registry, RegistryBuilder, Result};
use cg_lang::{Event, Role, Session, Source};
use cg_plugin::{Assembly, ForeignSubgroup, Trust};
use cg_simplify::Engine;
use cg_subgroups::register;

use crate::Folder;

/// A subgroup under test, and a registry that holds it.
#[derive(Debug)]
pub struct Under<F> {
    /// The subgroup.
    pub rules: F,
    /// The built-in subgroups and this one.
    pub registry: Arc<Registry>,
}

impl<F> Under<F> {
    /// A subgroup, and what was built with it.
    ///
    /// # Panics
    /// The subgroups do not fit together.
    pub fn new(rules: F, registry: Result<Registry>) -> Self {
        Under { rules, registry: Arc::new(registry.expect("the subgroups fit together")) }
    }

    /// A new engine over the registry.
    ///
    /// # Panics
    /// A subgroup fails while the engine starts.
    pub fn engine(&self) -> Engine {
        Engine::new(Arc::clone(&self.registry), Limits::default()).expect("no subgroup fails")
    }
}

impl<F: Family> Under<F> {
    /// The element of a text in standard notation.
    ///
    /// # Panics
    /// The text is that of no element.
    pub fn read(&self, text: &str) -> F::Element {
        let read = self.rules.parse(text, Notation::Standard);
        read.unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The game of the element of a text.
    ///
    /// # Panics
    /// The text is that of no element, or the engine does not take it.
    pub fn game(&self, engine: &mut Engine, text: &str) -> Game {
        let bytes = self.rules.encode(&self.read(text));
        engine.decode(self.rules.name(), &bytes).expect("an element")
    }
}

/// The subgroup linked in, on top of the built-in ones.
///
/// # Panics
/// It does not fit to them.
pub fn linked<F: Family + Clone>(rules: F) -> Under<F> {
    Under::new(rules.clone(), register(Registry::builder()).with(rules).close())
}

/// The plugin in the folder `plugin`, loaded from `library` on top of the built-in subgroups.
///
/// # Panics
/// It cannot be loaded.
pub fn loaded(plugin: &Path, library: &Path) -> Under<ForeignSubgroup> {
    let folder = Folder::with_plugin(plugin, library).expect("a temporary folder");
    let assembly =
        Assembly::new(|| register(Registry::builder()), [folder.path()], Trust::default());
    let assembly = assembly.expect("the built-in subgroups fit together");
    assert!(assembly.refused.is_empty(), "{:?}", assembly.refused);
    Under::new(assembly.loaded[0].subgroup().expect("a subgroup").clone(), Ok(assembly.registry))
}

/// Runs generic tests `fn name<F: Family>(under: &Under<F>)` on a subgroup linked in, and on
/// the library of the crate under test loaded at run time. The modules `linked_in` and
/// `loaded_at_run_time` have a function `under` each.
///
/// ```text
/// on_both!(Switches, "cg_switches": the_laws, texts_read_back);
/// ```
#[macro_export]
macro_rules! on_both {
    ($rules:ident, $library:literal: $($name:ident),+ $(,)?) => {
        mod linked_in {
            pub(super) fn under() -> $crate::Under<super::$rules> {
                $crate::linked(super::$rules)
            }
            $( #[test] fn $name() { super::$name(&under()); } )+
        }
        mod loaded_at_run_time {
            pub(super) fn under() -> $crate::Under<cg_plugin::ForeignSubgroup> {
                let library = $crate::library_under_test($library);
                let library = library.expect("it is built beside the tests");
                $crate::loaded(std::path::Path::new(env!("CARGO_MANIFEST_DIR")), &library)
            }
            $( #[test] fn $name() { super::$name(&under()); } )+
        }
    };
}

/// A session over the built-in subgroups and what `more` adds to them.
///
/// # Panics
/// They do not fit together.
pub fn session(more: impl FnOnce(RegistryBuilder) -> RegistryBuilder) -> Session {
    let registry = more(register(Registry::builder())).close().expect("they fit together");
    Session::new(Engine::new(registry, Limits::default()).expect("no subgroup fails"))
}

/// What a session answers to typed statements: values and errors as text.
///
/// # Panics
/// An answer is too long for a text.
pub fn answers(session: &mut Session, text: &str) -> Vec<String> {
    let mut answers = Vec::new();
    session.run(&Source::new("test", text), Role::Typed, &mut |session, event| {
        answers.push(match event {
            Event::Answer(answer) => answer.to_text(session).expect("short"),
            Event::Note(_) => return,
            Event::Error(error) => error.to_string(),
        });
    });
    answers
}

/// What is printed of a text's value reads back as the same value, in the notations of the
/// language.
///
/// # Panics
/// It does not.
#[track_caller]
pub fn reads_back(session: &mut Session, text: &str) {
    for notation in [Notation::Paper, Notation::Standard, Notation::Unicode] {
        session.set_notation(notation);
        let printed = answers(session, text).remove(0);
        let same = answers(session, &format!("({text}) == ({printed})"));
        assert_eq!(same, ["true"], "{text} in {notation}: {printed}");
        assert_eq!(answers(session, &printed), [printed]);
    }
}
