//! What the tests of the plugins share: libraries and manifests to load, a subgroup under
//! test linked in and loaded, and sessions that answer.

mod under;

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cg_plugin::{MANIFEST, Manifest};
use tempfile::TempDir;

pub use under::{Under, answers, linked, loaded, reads_back, session};

/// What went wrong, for a test to show.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A folder with a plugin to load: a manifest that names a library elsewhere.
/// It goes away with this value.
pub struct Folder(TempDir);

impl Folder {
    /// A folder with this manifest.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn with_manifest(text: &str) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join(MANIFEST), text)?;
        Ok(Folder(folder))
    }

    /// A folder with the manifest of the plugin in `plugin`, for `library`.
    ///
    /// # Errors
    /// The manifest is bad, or the folder cannot be written.
    pub fn with_plugin(plugin: &Path, library: &Path) -> Result<Self> {
        let (_, manifest) = Manifest::read(plugin)?;
        let old = format!("library = {:?}", manifest.library);
        let text = fs::read_to_string(plugin.join(MANIFEST))?;
        Self::with_manifest(&text.replace(&old, &format!("library = {library:?}")))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// The library of the crate under test, which was built beside the test.
///
/// # Errors
/// It is not there.
pub fn library_under_test(name: &str) -> Result<PathBuf> {
    let test = std::env::current_exe()?;
    let folder = test.parent().ok_or("the test has no folder")?;
    let library = folder.join(format!("{DLL_PREFIX}{name}{DLL_SUFFIX}"));
    if library.is_file() { Ok(library) } else { Err(format!("no {}", library.display()).into()) }
}

/// Builds a plugin crate outside the repository, as its author would. `target` is kept between runs,
/// since it holds all dependencies; the library is copied to `place` in the crate, where the
/// manifest expects it. Returns its path.
///
/// # Errors
/// What the compiler says.
pub fn build_crate(folder: &Path, name: &str, target: &Path, place: &str) -> Result<PathBuf> {
    // The versions that this workspace has, so that nothing needs to be fetched.
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock"))?;
    let output = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--offline", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", target)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let file = format!("{DLL_PREFIX}{name}{DLL_SUFFIX}");
    fs::create_dir_all(folder.join(place))?;
    let library = folder.join(place).join(&file);
    fs::copy(target.join("debug").join(&file), &library)?;
    Ok(library)
}

/// The folder with the C header.
pub fn include_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cg-plugin/include")
}

/// The C compiler, if there is one; otherwise says that `what` is skipped.
pub fn c_compiler(what: &str) -> Option<&'static str> {
    let works = Command::new("cc").arg("--version").output().is_ok_and(|out| out.status.success());
    if !works {
        eprintln!("skipped: {what} needs a C compiler named cc, and there is none");
    }
    works.then_some("cc")
}

/// Compiles one C file to a dynamic library in `folder`, with all warnings as
/// errors. `None` without a C compiler.
///
/// # Errors
/// What the compiler says.
pub fn compile_c(source: &Path, folder: &Path) -> Result<Option<PathBuf>> {
    let Some(compiler) = c_compiler(&source.display().to_string()) else { return Ok(None) };
    let library = folder.join(format!("{DLL_PREFIX}compiled{DLL_SUFFIX}"));
    let output = Command::new(compiler)
        .args(["-std=c11", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-pedantic"])
        .args(["-shared", "-fPIC", "-I"])
        .arg(include_folder())
        .arg(source)
        .arg("-o")
        .arg(&library)
        .output()?;
    if output.status.success() {
        return Ok(Some(library));
    }
    Err(String::from_utf8_lossy(&output.stderr).into())
}
