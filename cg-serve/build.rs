//! Compresses the files of the page, once: the server sends them as they are stored.
//!
//! `page/app.js` becomes `page/app.js.gz` in the folder of the build. Fonts are compressed
//! already, and are copied.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=page");
    println!("cargo::rerun-if-changed=build.rs");
    let out = std::env::var_os("OUT_DIR").expect("cargo names the folder of the build");
    let to = PathBuf::from(out).join("page");
    // What the page no longer has would be embedded from an earlier build.
    match fs::remove_dir_all(&to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => pack(Path::new("page"), &to),
    }
}

fn pack(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            pack(&path, &to.join(name))?;
        } else if path.extension().is_some_and(|ending| ending == "woff2") {
            fs::copy(&path, to.join(name))?;
        } else {
            let mut name = name;
            name.push(".gz");
            let mut packed = GzEncoder::new(File::create(to.join(name))?, Compression::best());
            packed.write_all(&fs::read(&path)?)?;
            packed.finish()?;
        }
    }
    Ok(())
}
