//! Reasons for which a plugin or a configuration is refused.

use std::path::PathBuf;

use cg_core::Error;

/// Why a plugin was not loaded, or a configuration cannot be used. The calculator goes on without the plugin.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PluginError {
    /// There is no manifest.
    #[error("there is no plugin.toml at {0}: name a plugin's folder or its plugin.toml")]
    NoManifest(PathBuf),
    /// A file or folder cannot be read.
    #[error("{path} cannot be read: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// A folder cannot be written.
    #[error("{path} cannot be written: {source}")]
    Unwritable {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The content of the manifest is wrong.
    #[error("bad manifest: {0}")]
    BadManifest(String),
    /// The content of the configuration is wrong.
    #[error("{path}: {message}")]
    BadConfiguration {
        /// The file.
        path: PathBuf,
        /// The fault.
        message: String,
    },
    /// The configuration names an unknown notation.
    #[error("{path}: {source}")]
    Notation {
        /// The file.
        path: PathBuf,
        /// The notation.
        source: Error,
    },
    /// The configuration of a project wants to load plugins.
    #[error(
        "{0}: a project cannot load plugins: name their folders in your own configuration, or \
         load one with --plugin"
    )]
    PluginsInProject(PathBuf),
    /// The subgroup's name is not allowed.
    #[error("bad name {0:?}: use lower-case letters, digits and _, starting with a letter")]
    BadName(String),
    /// Another subgroup has the name.
    #[error(
        "there is a subgroup {0:?} already; choose another name, or write replace = {0:?} into \
         the manifest to take its place"
    )]
    NameTaken(String),
    /// The manifest replaces a subgroup with another name.
    #[error(
        "the plugin is named {name:?} and replaces {replaced:?}: a replacement has the name of what it replaces"
    )]
    OtherReplaced {
        /// The plugin's name.
        name: String,
        /// The name that it replaces.
        replaced: String,
    },
    /// It was made for another version of the ABI.
    #[error(
        "{place} is made for version {found} of the plugin interface, this calculator has version {expected}: rebuild the plugin"
    )]
    WrongVersion {
        /// The manifest or the library.
        place: &'static str,
        /// Its version.
        found: u32,
        /// [`crate::ABI_VERSION`].
        expected: u32,
    },
    /// The library does not exist.
    #[error(
        "there is no library {0}: build the plugin first, or correct `library` in its manifest"
    )]
    NoLibrary(PathBuf),
    /// The library is incomplete.
    #[error("{0} is cut short: build or copy the plugin again")]
    Truncated(PathBuf),
    /// Another user could put other code in its place.
    #[error(
        "{path} {who}, who could put other code there: take that permission away, or load it all the same with --trust-plugins"
    )]
    Untrusted {
        /// The file or folder.
        path: PathBuf,
        /// The users who can write it, in words.
        who: &'static str,
    },
    /// The system refuses the library.
    #[error("{path} cannot be loaded as a library: {message}")]
    NotALibrary {
        /// The file.
        path: PathBuf,
        /// The system's error.
        message: String,
    },
    /// The library has no table.
    #[error(
        "the library exports no symbol {symbol}: export the subgroup under the manifest's name"
    )]
    NoTable {
        /// The expected symbol.
        symbol: String,
    },
    /// The size in the table is impossible.
    #[error(
        "its table states a size of {found} bytes: set `size` to the size of the table, which is {expected} today"
    )]
    WrongSize {
        /// The size in the table.
        found: u32,
        /// The size of a table with all functions.
        expected: usize,
    },
    /// Functions are missing from the table.
    #[error("its table lacks the functions {}", .0.join(", "))]
    MissingFunctions(Vec<&'static str>),
    /// The library and the manifest name the subgroup differently.
    #[error("the manifest names it {manifest:?}, the library {library:?}")]
    OtherName {
        /// The name in the manifest.
        manifest: String,
        /// The name in the library.
        library: String,
    },
    /// The library and the manifest declare different relatives.
    #[error("the manifest says that it {relation} {manifest:?}, the library says {library:?}")]
    OtherRelatives {
        /// "includes" or "overlaps".
        relation: &'static str,
        /// The relatives in the manifest.
        manifest: Vec<String>,
        /// The relatives in the library.
        library: Vec<String>,
    },
    /// It does not fit together with the other subgroups.
    #[error(transparent)]
    DoesNotFit(Error),
    /// It failed in its first question.
    #[error(transparent)]
    Failed(#[from] Error),
}
