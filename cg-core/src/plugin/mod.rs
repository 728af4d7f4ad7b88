//! Plugins: subgroups from dynamic libraries, behind a C border.
//!
//! A plugin is a library with one exported table of C functions ([`Table`]) and
//! a manifest beside it ([`Manifest`]). For authors in Rust
//! [`crate::export_subgroup`] makes the table from any [`crate::Subgroup`]; for
//! others `include/cg_plugin.h` says what it is. `docs/plugins.md` is the guide.
//!
//! [`Assembly`] loads plugins and joins them with built-in subgroups to a
//! [`crate::Registry`]; it says which ones it refused, and why.
//!
//! A plugin is native code. What the border can see is contained: statuses,
//! panics, malformed bytes, answers without end, versions. A crash or an endless
//! loop inside a plugin is not.
#![allow(unsafe_code, reason = "the border to C: each block says why it is sound")]

mod abi;
mod assembly;
mod call;
mod error;
mod export;
mod foreign;
mod load;
mod manifest;
mod plugged;
mod template;
#[cfg(test)]
mod tests;

pub use abi::{
    ABI_VERSION, Bytes, Entry, List, MOST_ANSWER, MOST_MESSAGE, Reply, SYMBOL_PREFIX, Status, Table,
};
pub use assembly::{Assembly, Refusal, manifests_in};
pub use error::PluginError;
pub use export::{Exported, table};
pub use foreign::{ForeignElement, ForeignSubgroup};
pub use load::Plugin;
pub use manifest::{MANIFEST, Manifest};
pub use template::{Crates, new_plugin};
