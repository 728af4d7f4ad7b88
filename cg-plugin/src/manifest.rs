//! `plugin.toml`: the description of a plugin, read before any of its code runs.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::abi::ABI_VERSION;
use crate::error::PluginError;

/// The file name of a manifest.
pub const MANIFEST: &str = "plugin.toml";

/// The largest size of a manifest.
const MOST_BYTES: u64 = 1 << 20;

/// A plugin's manifest.
///
/// ```
/// let manifest: cg_plugin::Manifest = r#"
///     name = "switches"
///     version = "0.1.0"
///     abi = 3
///     library = "switches"
///     includes = ["numberish"]
///     description = "Sums of switches, numbers, ups and nimbers"
/// "#.parse()?;
/// assert_eq!(manifest.includes, ["numberish"]);
/// # Ok::<(), cg_plugin::PluginError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The name of its subgroup: lower-case letters, digits and `_`.
    pub name: String,
    /// The plugin's own version.
    pub version: String,
    /// The version of the ABI for which it was made.
    pub abi: u32,
    /// The library, relative to the manifest: a file, or a name without prefix
    /// and extension (`target/release/demo` for
    /// `target/release/libdemo.so`, `libdemo.dylib` or `demo.dll`).
    pub library: PathBuf,
    /// The subgroups that it includes.
    #[serde(default)]
    pub includes: Vec<String>,
    /// The subgroups that share elements with it.
    #[serde(default)]
    pub overlaps: Vec<String>,
    /// The subgroup of the same name that it replaces.
    #[serde(default)]
    pub replace: Option<String>,
    /// A description, in one line.
    pub description: String,
}

impl std::str::FromStr for Manifest {
    type Err = PluginError;

    fn from_str(text: &str) -> Result<Self, PluginError> {
        let manifest: Manifest =
            toml::from_str(text).map_err(|error| PluginError::BadManifest(error.to_string()))?;
        check_name(&manifest.name)?;
        if let Some(replaced) = manifest.replace.clone().filter(|name| *name != manifest.name) {
            return Err(PluginError::OtherReplaced { name: manifest.name, replaced });
        }
        if manifest.abi != ABI_VERSION {
            return Err(PluginError::WrongVersion {
                place: "the manifest",
                found: manifest.abi,
                expected: ABI_VERSION,
            });
        }
        Ok(manifest)
    }
}

/// A name is part of a symbol and of messages.
pub(crate) fn check_name(name: &str) -> Result<(), PluginError> {
    let good = name.len() <= 64
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if good { Ok(()) } else { Err(PluginError::BadName(name.to_owned())) }
}

impl Manifest {
    /// Reads a manifest. `path` is the file or its folder. Returns the path of the file, too.
    ///
    /// # Errors
    /// There is no manifest, or its content is wrong.
    pub fn read(path: &Path) -> Result<(PathBuf, Manifest), PluginError> {
        let file = if path.is_dir() { path.join(MANIFEST) } else { path.to_owned() };
        if !file.is_file() || file.extension().is_none_or(|extension| extension != "toml") {
            return Err(PluginError::NoManifest(path.to_owned()));
        }
        let text = cg_files::read_text(&file, MOST_BYTES)
            .map_err(|source| PluginError::Unreadable { path: file.clone(), source })?;
        Ok((file, text.parse()?))
    }

    /// The path of the library for a manifest at `manifest`.
    ///
    /// # Errors
    /// [`PluginError::NoLibrary`].
    pub fn library_path(&self, manifest: &Path) -> Result<PathBuf, PluginError> {
        use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
        let folder = manifest.parent().unwrap_or(Path::new("."));
        let exact = folder.join(&self.library);
        if exact.is_file() {
            return Ok(exact);
        }
        let stem = exact.file_name().map(|stem| stem.to_string_lossy().into_owned());
        let decorated =
            stem.map(|stem| exact.with_file_name(format!("{DLL_PREFIX}{stem}{DLL_SUFFIX}")));
        decorated
            .clone()
            .filter(|path| path.is_file())
            .ok_or_else(|| PluginError::NoLibrary(decorated.unwrap_or(exact)))
    }
}
