//! Loading a plugin: manifest, files, library, table, and the first questions.

use std::ffi::c_void;
use std::path::{Path, PathBuf};

use cg_core::{Error, Sums};
use libloading::Library;

use crate::abi::{ABI_VERSION, SYMBOL_PREFIX, Table};
use crate::error::PluginError;
use crate::foreign::{ForeignSubgroup, Rules};
use crate::manifest::Manifest;
use crate::trust::{Trust, check_library};

/// A loaded plugin.
#[derive(Clone, Debug)]
pub struct Plugin {
    /// What it says about itself.
    pub manifest: Manifest,
    /// Where its manifest is.
    pub manifest_path: PathBuf,
    /// Where its library is.
    pub library_path: PathBuf,
    /// Its rules.
    pub rules: Rules,
}

impl Plugin {
    /// Loads the plugin of the manifest at `path`, or in the folder `path`.
    ///
    /// This runs native code, which can do anything that the user can do. Load only plugins that
    /// the user named or configured.
    ///
    /// # Errors
    /// [`PluginError`] with the fault. Nothing of the plugin stays loaded.
    pub fn load(path: &Path, trust: Trust) -> Result<Plugin, PluginError> {
        let (manifest_path, manifest) = Manifest::read(path)?;
        Self::load_read(manifest_path, manifest, trust)
    }

    /// The same for a manifest that was read already.
    pub(crate) fn load_read(
        manifest_path: PathBuf,
        manifest: Manifest,
        trust: Trust,
    ) -> Result<Plugin, PluginError> {
        let library_path = manifest.library_path(&manifest_path)?;
        trust.check(&manifest_path)?;
        trust.check(&library_path)?;
        check_library(&library_path)?;
        let (library, table) = open(&library_path, &manifest.name)?;
        let missing = table.missing();
        if !missing.is_empty() {
            return Err(PluginError::MissingFunctions(missing));
        }
        let rules = Rules::new(&manifest.name, table, library);
        agree(&manifest, &rules)?;
        if let Rules::Sums(sums) = &rules {
            // The games that it knows are needed for each question, and a family may refuse itself.
            Sums::of(sums.clone()).trees()?;
        }
        Ok(Plugin { manifest, manifest_path, library_path, rules })
    }

    /// Its subgroup, if it is one.
    pub fn subgroup(&self) -> Option<&ForeignSubgroup> {
        match &self.rules {
            Rules::Subgroup(subgroup) => Some(subgroup),
            Rules::Sums(_) => None,
        }
    }

    /// The fault that ended it, if there was one.
    pub fn fault(&self) -> Option<&Error> {
        self.rules.fault()
    }
}

/// Opens a library and reads its table: first size and version, and nothing more if the version is
/// another one.
fn open(path: &Path, name: &str) -> Result<(Library, Table), PluginError> {
    // A path without a folder would be searched in other places.
    let absolute = std::path::absolute(path)
        .map_err(|source| PluginError::Unreadable { path: path.to_owned(), source })?;
    // SAFETY: loading runs the library's initialisers. The library is one that the user named or
    // configured, and trusts.
    let library = unsafe { Library::new(absolute) }.map_err(|error| PluginError::NotALibrary {
        path: path.to_owned(),
        message: error.to_string(),
    })?;
    let symbol = format!("{SYMBOL_PREFIX}{name}");
    // SAFETY: by the contract of the ABI the symbol is a table; only its address is taken.
    let found = unsafe { library.get::<*const c_void>(symbol.as_bytes()) };
    let address = found.map(|symbol| *symbol).ok().filter(|address| !address.is_null());
    let Some(address) = address.filter(|address| address.cast::<Table>().is_aligned()) else {
        return Err(PluginError::NoTable { symbol });
    };
    // SAFETY: a table of any version begins with two numbers of 32 bits, and stays where it is
    // while the library is loaded.
    let [size, version] = unsafe { address.cast::<[u32; 2]>().read() };
    // In version 1 the version was the first field. No table has a size of one byte.
    let found = if size == 1 { 1 } else { version };
    if found != ABI_VERSION {
        let place = "the library";
        return Err(PluginError::WrongVersion { place, found, expected: ABI_VERSION });
    }
    let stated = usize::try_from(size).expect("a size of 32 bits");
    let first = Table::ENTRIES[0].offset;
    if stated < first || !(stated - first).is_multiple_of(size_of::<*const c_void>()) {
        return Err(PluginError::WrongSize { found: size, expected: size_of::<Table>() });
    }
    let mut table = Table::EMPTY;
    let taken = stated.min(size_of::<Table>());
    // SAFETY: the library's table has `stated` bytes, and ours has room for `taken`. Both begin
    // with the same fields; a size is a whole number of them; each is a function or null, and null
    // is `None`.
    unsafe {
        std::ptr::copy_nonoverlapping(address.cast::<u8>(), (&raw mut table).cast::<u8>(), taken);
    }
    Ok((library, table))
}

/// Checks that a library agrees with its manifest.
fn agree(manifest: &Manifest, rules: &Rules) -> Result<(), PluginError> {
    let stated = rules.stated_name()?;
    if stated != manifest.name {
        return Err(PluginError::OtherName { manifest: manifest.name.clone(), library: stated });
    }
    let kin = match rules {
        Rules::Subgroup(subgroup) => subgroup.kin()?,
        Rules::Sums(_) => &[],
    };
    for (relation, included, stated) in
        [("includes", true, &manifest.includes), ("overlaps", false, &manifest.overlaps)]
    {
        let mut manifest: Vec<String> = stated.clone();
        let declared = kin.iter().filter(|kin| kin.included == included);
        let mut library: Vec<String> = declared.map(|kin| kin.name.clone()).collect();
        manifest.sort();
        library.sort();
        if manifest != library {
            return Err(PluginError::OtherRelatives { relation, manifest, library });
        }
    }
    Ok(())
}
