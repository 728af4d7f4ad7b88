//! Loading a plugin: manifest, library, table, first questions.

use std::ffi::c_void;
use std::path::{Path, PathBuf};

use libloading::Library;

use crate::abi::{ABI_VERSION, SYMBOL_PREFIX, Table};
use crate::error::PluginError;
use crate::foreign::ForeignSubgroup;
use crate::manifest::Manifest;
use cg_core::FallibleSubgroup;
use cg_core::Relative;

/// A loaded plugin.
#[derive(Clone, Debug)]
pub struct Plugin {
    /// What it says about itself.
    pub manifest: Manifest,
    /// Where its manifest is.
    pub manifest_path: PathBuf,
    /// Where its library is.
    pub library_path: PathBuf,
    /// Its subgroup.
    pub subgroup: ForeignSubgroup,
}

impl Plugin {
    /// Loads the plugin of the manifest at `path`, or in the folder `path`.
    ///
    /// This runs native code, which can do anything that the user can: load
    /// only what the user named or configured.
    ///
    /// # Errors
    /// [`PluginError`] says what is wrong. Nothing of the plugin stays loaded.
    pub fn load(path: &Path) -> Result<Plugin, PluginError> {
        let (manifest_path, manifest) = Manifest::read(path)?;
        Self::load_read(manifest_path, manifest)
    }

    /// The same for a manifest that was read already.
    pub(crate) fn load_read(
        manifest_path: PathBuf,
        manifest: Manifest,
    ) -> Result<Plugin, PluginError> {
        let library_path = manifest.library_path(&manifest_path)?;
        let (library, table) = open(&library_path, &manifest.name)?;
        let missing = table.missing();
        if !missing.is_empty() {
            return Err(PluginError::MissingFunctions(missing));
        }
        let subgroup = ForeignSubgroup::new(&manifest.name, table, library)?;
        agree(&manifest, &subgroup)?;
        Ok(Plugin { manifest, manifest_path, library_path, subgroup })
    }
}

/// Opens a library and reads its table: the version first, and no more if that
/// is another.
fn open(path: &Path, name: &str) -> Result<(Library, Table), PluginError> {
    // A path without a folder would be searched for elsewhere.
    let absolute = std::path::absolute(path)
        .map_err(|source| PluginError::Unreadable { path: path.to_owned(), source })?;
    // SAFETY: loading runs the library's initialisers. The library is one that the user named or
    // configured, and trusts.
    let library = unsafe { Library::new(absolute) }.map_err(|error| PluginError::NotALibrary {
        path: path.to_owned(),
        message: error.to_string(),
    })?;
    let symbol = format!("{SYMBOL_PREFIX}{name}");
    // SAFETY: by the contract of the border the symbol is a table; only its address is taken.
    let found = unsafe { library.get::<*const c_void>(symbol.as_bytes()) };
    let address = found.map(|symbol| *symbol).ok().filter(|address| !address.is_null());
    let Some(address) = address.filter(|address| address.cast::<Table>().is_aligned()) else {
        return Err(PluginError::NoTable { symbol });
    };
    // SAFETY: a table of any version begins with its version and its size, and stays where it is
    // while the library is loaded.
    let [found, size] = unsafe { address.cast::<[u32; 2]>().read() };
    if found != ABI_VERSION {
        return Err(PluginError::WrongVersion {
            place: "the library",
            found,
            expected: ABI_VERSION,
        });
    }
    let expected = size_of::<Table>();
    if usize::try_from(size) != Ok(expected) {
        return Err(PluginError::WrongSize { found: size, expected, version: found });
    }
    // SAFETY: a table of this version and size; null functions are `None`.
    let table = unsafe { address.cast::<Table>().read() };
    Ok((library, table))
}

/// Checks that a library says what its manifest says.
fn agree(manifest: &Manifest, subgroup: &ForeignSubgroup) -> Result<(), PluginError> {
    if subgroup.name() != manifest.name {
        return Err(PluginError::OtherName {
            manifest: manifest.name.clone(),
            library: subgroup.name().to_owned(),
        });
    }
    let relatives = subgroup.relatives();
    let included = |relative: &&Relative| matches!(relative, Relative::Includes(_));
    let (includes, overlaps): (Vec<_>, Vec<_>) = relatives.iter().partition(included);
    for (relation, stated, declared) in
        [("includes", &manifest.includes, includes), ("overlaps", &manifest.overlaps, overlaps)]
    {
        let mut manifest: Vec<String> = stated.clone();
        let mut library: Vec<String> =
            declared.into_iter().map(|relative| relative.name().to_owned()).collect();
        manifest.sort();
        library.sort();
        if manifest != library {
            return Err(PluginError::OtherRelatives { relation, manifest, library });
        }
    }
    Ok(())
}
