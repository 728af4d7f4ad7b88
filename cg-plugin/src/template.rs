//! `cg plugins new`: a plugin crate to start from.

use std::fs;
use std::path::{Path, PathBuf};

use crate::abi::ABI_VERSION;
use crate::error::PluginError;
use crate::manifest::check_name;

/// The files of a new plugin, and what they are made from.
const FILES: [(&str, &str); 4] = [
    ("Cargo.toml", include_str!("../templates/plugin/Cargo.toml.in")),
    ("plugin.toml", include_str!("../templates/plugin/plugin.toml.in")),
    ("src/lib.rs", include_str!("../templates/plugin/lib.rs.in")),
    ("tests/laws.rs", include_str!("../templates/plugin/laws.rs.in")),
];

/// Where a new plugin takes the crates of this project from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Crates {
    /// A checkout of the project: its folder.
    Checkout(PathBuf),
    /// The package registry: the version.
    Version(String),
}

impl Crates {
    /// The checkout that this program was built from, if it is still there;
    /// otherwise the registry.
    pub fn of_this_build() -> Self {
        let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
        match checkout.filter(|folder| folder.join("cg-core/Cargo.toml").is_file()) {
            Some(folder) => Crates::Checkout(folder.to_owned()),
            None => Crates::Version(env!("CARGO_PKG_VERSION").to_owned()),
        }
    }

    /// The dependency on a crate, as `Cargo.toml` states it.
    fn dependency(&self, name: &str) -> String {
        match self {
            Crates::Checkout(folder) => format!("{{ path = {:?} }}", folder.join(name)),
            Crates::Version(version) => format!("{version:?}"),
        }
    }
}

/// Writes a ready-to-build plugin crate to `parent`/`name`: a small subgroup, its
/// manifest, and a test of the laws. Gives the folder.
///
/// # Errors
/// A bad name, a folder that is there already or cannot be written.
pub fn new_plugin(parent: &Path, name: &str, crates: &Crates) -> Result<PathBuf, PluginError> {
    check_name(name)?;
    let folder = parent.join(name);
    let unwritable = |source| PluginError::Unwritable { path: folder.clone(), source };
    if folder.exists() {
        return Err(unwritable(std::io::ErrorKind::AlreadyExists.into()));
    }
    for (file, template) in FILES {
        let text = template
            .replace("@NAME@", name)
            .replace("@ABI@", &ABI_VERSION.to_string())
            .replace("@CG_CORE@", &crates.dependency("cg-core"))
            .replace("@CG_PLUGIN@", &crates.dependency("cg-plugin"))
            .replace("@CG_SIMPLIFY@", &crates.dependency("cg-simplify"))
            .replace("@CG_SUBGROUPS@", &crates.dependency("cg-subgroups"));
        let path = folder.join(file);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(unwritable)?;
        }
        fs::write(path, text).map_err(unwritable)?;
    }
    Ok(folder)
}
