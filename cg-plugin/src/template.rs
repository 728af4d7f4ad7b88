//! Plugin crates: one to start from (`cg plugins new`), and that of a proved family (`cg family`).

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::abi::ABI_VERSION;
use crate::error::PluginError;
use crate::manifest::check_name;

/// The files of a new plugin, with their templates.
const FILES: [(&str, &str); 4] = [
    ("Cargo.toml", include_str!("../templates/plugin/Cargo.toml.in")),
    ("plugin.toml", include_str!("../templates/plugin/plugin.toml.in")),
    ("src/lib.rs", include_str!("../templates/plugin/lib.rs.in")),
    ("tests/laws.rs", include_str!("../templates/plugin/laws.rs.in")),
];

/// The files of the plugin of a proved family.
const FAMILY_FILES: [(&str, &str); 5] = [
    ("Cargo.toml", include_str!("../templates/family/Cargo.toml.in")),
    ("plugin.toml", include_str!("../templates/family/plugin.toml.in")),
    ("src/lib.rs", include_str!("../templates/family/lib.rs.in")),
    ("src/proof.json", "@PROOF@"),
    ("tests/laws.rs", include_str!("../templates/family/laws.rs.in")),
];

/// The source of this project's crates for a new plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Crates {
    /// A checkout of the project: its folder.
    Checkout(PathBuf),
    /// The package registry: the version.
    Version(String),
}

impl Crates {
    /// The checkout from which this program was built, if it still exists; otherwise the registry.
    pub fn of_this_build() -> Self {
        let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().ok();
        match checkout.filter(|folder| folder.join("cg-core/Cargo.toml").is_file()) {
            Some(folder) => Crates::Checkout(folder),
            None => Crates::Version(env!("CARGO_PKG_VERSION").to_owned()),
        }
    }

    /// The dependency on a crate, for the `Cargo.toml` in `folder`. Its path is not absolute.
    fn dependency(&self, name: &str, folder: &Path) -> String {
        match self {
            Crates::Checkout(checkout) => {
                let path = relative(folder, &checkout.join(name));
                format!("{{ path = {path:?} }}")
            }
            Crates::Version(version) => format!("{version:?}"),
        }
    }
}

/// The relative path from a folder to a path, both absolute.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let common = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(common).map(|_| "..");
    let down = to.components().skip(common).map(|component| component.as_os_str());
    up.map(OsStr::new).chain(down).collect()
}

/// Writes a complete plugin crate to `parent`/`name`: a small subgroup, its manifest, and a test of
/// the laws. Returns the folder.
///
/// # Errors
/// A bad name; a folder that exists or cannot be written.
pub fn new_plugin(parent: &Path, name: &str, crates: &Crates) -> Result<PathBuf, PluginError> {
    write_crate(&parent.join(name), name, crates, &FILES, &[])
}

/// Writes the plugin crate of a family of sums to a folder: the text of its proof, code that
/// verifies and exports it, a manifest, and a test of the laws. The name of the plugin is that of
/// the folder; `title` is the family in words.
///
/// # Errors
/// As [`new_plugin`].
pub fn family_plugin(
    folder: &Path,
    title: &str,
    proof: &str,
    crates: &Crates,
) -> Result<(), PluginError> {
    let name = folder.file_name().map(OsStr::to_string_lossy).unwrap_or_default().into_owned();
    let plain = |c: char| if c.is_control() || matches!(c, '"' | '\\') { ' ' } else { c };
    let title: String = title.chars().map(plain).collect();
    write_crate(folder, &name, crates, &FAMILY_FILES, &[("@TITLE@", &title), ("@PROOF@", proof)])?;
    Ok(())
}

/// Writes a crate from templates, with further marks and their texts. Returns the folder.
fn write_crate(
    folder: &Path,
    name: &str,
    crates: &Crates,
    files: &[(&str, &str)],
    marks: &[(&str, &str)],
) -> Result<PathBuf, PluginError> {
    check_name(name)?;
    let unwritable = |source| PluginError::Unwritable { path: folder.to_owned(), source };
    if folder.exists() {
        return Err(unwritable(std::io::ErrorKind::AlreadyExists.into()));
    }
    fs::create_dir_all(folder.join("src")).map_err(unwritable)?;
    fs::create_dir_all(folder.join("tests")).map_err(unwritable)?;
    // Links are followed, since `..` starts from the real folder.
    let real = folder.canonicalize().map_err(unwritable)?;
    for (file, template) in files {
        let mut text = template.replace("@NAME@", name).replace("@ABI@", &ABI_VERSION.to_string());
        for needed in ["cg-core", "cg-families", "cg-plugin", "cg-simplify", "cg-subgroups"] {
            text = text.replace(&format!("@{needed}@"), &crates.dependency(needed, &real));
        }
        for (mark, with) in marks {
            text = text.replace(mark, with);
        }
        fs::write(folder.join(file), text).map_err(unwritable)?;
    }
    Ok(folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_crate() {
        let way = |from: &str, to: &str| relative(Path::new(from), Path::new(to));
        assert_eq!(way("/home/me/demo", "/home/me/cg/cg-core"), Path::new("../cg/cg-core"));
        assert_eq!(way("/tmp/a/demo", "/work/cg-core"), Path::new("../../../work/cg-core"));
        assert_eq!(way("/cg/plugins/demo", "/cg/cg-core"), Path::new("../../cg-core"));
    }
}
