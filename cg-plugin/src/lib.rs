//! Plugins: subgroups and families of sums from dynamic libraries, behind a C ABI.
//!
//! A plugin is a library with one exported table of C functions ([`Table`]), and a manifest next to
//! it. For authors in Rust, [`export_subgroup`] makes the table from any [`cg_core::Subgroup`], and
//! [`export_sums`] from any [`cg_core::SumFamily`]. For others, `include/cg_plugin.h` describes it. `docs/plugins.md` is the guide.
//!
//! The feature `host` adds the calculator's side. `Assembly` loads plugins and joins them with
//! built-in subgroups to a [`cg_core::Registry`]. It lists the refused plugins with the reasons.
//! `configuration` reads the settings of a user.
//!
//! ```
//! # #[cfg(feature = "host")] {
//! use cg_core::Registry;
//! use cg_plugin::{Assembly, Trust};
//!
//! // Each path is a folder with a `plugin.toml`, or that file itself. One that cannot be
//! // loaded keeps nothing else from being loaded.
//! let assembly = Assembly::new(Registry::builder, ["no/such/folder"], Trust::OwnFiles)?;
//! assert!(assembly.loaded.is_empty() && assembly.registry.is_empty());
//! let (path, reason) = &assembly.refused[0];
//! println!("{} is not loaded: {reason}", path.display());
//! # }
//! # Ok::<(), cg_core::Error>(())
//! ```
//!
//! A plugin is native code. Faults that the ABI can see are contained: statuses, panics, malformed
//! bytes, answers without end, versions. A crash or an endless loop inside a plugin is not
//! contained.
#![allow(unsafe_code, reason = "the ABI: each block says why it is sound")]

mod abi;
#[cfg(feature = "host")]
mod assembly;
#[cfg(feature = "host")]
pub mod configuration;
#[cfg(feature = "host")]
mod error;
mod export;
#[cfg(feature = "host")]
mod foreign;
#[cfg(all(feature = "host", any(test, fuzzing)))]
pub mod fuzz;
#[cfg(feature = "host")]
mod load;
#[cfg(feature = "host")]
mod manifest;
#[cfg(feature = "host")]
mod template;
#[cfg(all(test, feature = "host"))]
mod tests;
#[cfg(feature = "host")]
mod trust;

pub use abi::{
    ABI_VERSION, Bytes, Entry, List, MOST_ANSWER, MOST_MESSAGE, Reply, SYMBOL_PREFIX, Status, Table,
};
pub use export::{Exported, ExportedSums, sums_table, table};
#[cfg(feature = "host")]
pub use {
    assembly::{Assembly, manifests_in},
    error::PluginError,
    foreign::{ForeignElement, ForeignSubgroup, ForeignSums, Rules},
    load::Plugin,
    manifest::{MANIFEST, Manifest},
    template::{Crates, family_plugin, new_plugin},
    trust::Trust,
};
