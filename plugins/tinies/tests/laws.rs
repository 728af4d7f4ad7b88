//! What every subgroup promises.

use std::sync::Arc;

use cg_core::{Registry, Subgroup};
use cg_simplify::laws::Laws;
use cg_switches::Switches;
use cg_tinies::Tinies;

#[test]
fn the_laws_hold() {
    let registry = cg_subgroups::register(Registry::builder()).with(Switches).with(Tinies).close();
    let registry = Arc::new(registry.expect("the subgroups fit together"));
    let samples = Tinies.samples().expect("samples");
    let report = Laws::of(Tinies, samples).check(&registry);
    assert!(report.holds(), "{report}");
}
