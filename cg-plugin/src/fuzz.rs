//! The targets of fuzzing: each reads any bytes as a file of this crate, and ends quickly. A panic,
//! a hang or a crash is a defect.

use std::path::Path;

use cg_core::Limits;

use crate::configuration::Configuration;
use crate::{ABI_VERSION, Manifest};

#[cfg(test)]
mod tests;

/// Reads `bytes` as a `cg.toml`. A project with it may lower limits and set the notation, and
/// nothing else. Returns whether it was one.
pub fn configuration_any(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let file = Path::new("folder/cg.toml");
    match Configuration::parse(file, &text) {
        Ok(read) => {
            let nothing = Configuration::default();
            assert_eq!(read.clone().with_project(&nothing), (read.clone(), Vec::new()));
            let (as_project, _) = nothing.with_project(&read);
            assert_eq!((as_project.notation, as_project.time), (read.notation, read.time));
            assert!(as_project.plugin_folders.is_empty());
            let (limits, most) = (as_project.limit(Limits::default()), Limits::default());
            assert!(limits.memory <= most.memory && limits.games <= most.games);
            assert!(limits.options <= most.options);
            true
        }
        Err(error) => {
            assert!(error.to_string().starts_with("folder/cg.toml: "));
            false
        }
    }
}

/// Reads `bytes` as a `plugin.toml`. Its name must be possible in a symbol. Returns whether it was
/// one.
pub fn manifest_any(bytes: &[u8]) -> bool {
    match String::from_utf8_lossy(bytes).parse::<Manifest>() {
        Ok(manifest) => {
            let symbol = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            assert!(!manifest.name.is_empty() && manifest.name.chars().all(symbol));
            assert!(manifest.replace.is_none_or(|replaced| replaced == manifest.name));
            assert_eq!(manifest.abi, ABI_VERSION);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}
