//! The subgroup linked in and loaded as a plugin, for tests of both.

use std::path::Path;
use std::sync::Arc;

use cg_core::{Limits, Registry};
use cg_plugin::{Assembly, ForeignSubgroup, Trust};
use cg_plugin_testing::{Folder, library_under_test};
use cg_simplify::Engine;
use cg_subgroups::register;
use cg_surreal::Surreals;
use cg_transfinite_nimbers::TransfiniteNimbers;

/// The subgroup, and a registry that holds it on top of the built-in ones.
pub(crate) struct Under<F> {
    pub(crate) rules: F,
    pub(crate) registry: Arc<Registry>,
}

impl<F> Under<F> {
    /// A new engine.
    pub(crate) fn engine(&self) -> Engine {
        Engine::new(Arc::clone(&self.registry), Limits::default()).expect("no subgroup fails")
    }
}

pub(crate) fn linked() -> Under<TransfiniteNimbers> {
    let registry = register(Registry::builder()).with(Surreals).with(TransfiniteNimbers).close();
    Under { rules: TransfiniteNimbers, registry: Arc::new(registry.expect("they fit")) }
}

pub(crate) fn loaded() -> Under<ForeignSubgroup> {
    let library = library_under_test("cg_transfinite_nimbers").expect("built beside the tests");
    let folder = Folder::with_plugin(Path::new(env!("CARGO_MANIFEST_DIR")), &library);
    let folder = folder.expect("a temporary folder");
    let assembly = Assembly::new(
        || register(Registry::builder()).with(Surreals),
        [folder.path()],
        Trust::default(),
    );
    let assembly = assembly.expect("the built-in subgroups fit");
    assert!(assembly.refused.is_empty(), "{:?}", assembly.refused);
    let rules = assembly.loaded[0].subgroup.clone();
    Under { rules, registry: Arc::new(assembly.registry) }
}

/// Stamps generic tests `fn name<F: Family>(under: &Under<F>)` on both.
#[macro_export]
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {
        mod linked_in {
            $( #[test] fn $name() { super::$name(&super::both::linked()); } )+
        }
        mod loaded_at_run_time {
            $( #[test] fn $name() { super::$name(&super::both::loaded()); } )+
        }
    };
}
