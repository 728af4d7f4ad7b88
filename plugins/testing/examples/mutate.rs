//! How much does the check of plugins find? This program breaks sound plugins, one
//! line at a time, builds each broken one, and runs `cg plugins check` on it.
//!
//! ```text
//! cargo run -p cg-plugin-testing --example mutate            all mutants (minutes)
//! cargo run -p cg-plugin-testing --example mutate -- few     every sixth of them
//! cargo run -p cg-plugin-testing --example mutate -- tinies  those of one plugin
//! ```
//!
//! It works on a copy of the workspace under the target folder. The command that checks
//! is the one that the variable `CG` names, or is built. The program ends with an error
//! when fewer mutants are found than [`MAY_SURVIVE`] allows. It needs `git`,
//! and a C compiler for `nimbers-c`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use cg_plugin_testing::{Folder, Result, compile_c};

#[path = "mutate/mutants.rs"]
mod mutants;

use mutants::{MUTANTS, Mutant};

/// So many of all mutants may keep the laws.
const MAY_SURVIVE: usize = 2;

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    match run(&wanted) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("mutate: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(wanted: &[String]) -> Result<bool> {
    let few = wanted.iter().any(|word| word == "few");
    let plugins: Vec<&String> = wanted.iter().filter(|word| *word != "few").collect();
    let chosen: Vec<&Mutant> = MUTANTS
        .iter()
        .filter(|mutant| plugins.is_empty() || plugins.iter().any(|name| *name == mutant.plugin))
        .enumerate()
        .filter(|(index, _)| !few || index % 6 == 0)
        .map(|(_, mutant)| mutant)
        .collect();
    let tree = Tree::copy()?;
    let mut names: Vec<&str> = chosen.iter().map(|mutant| mutant.plugin).collect();
    names.dedup();
    for plugin in names {
        if !tree.keeps_the_laws(plugin)? {
            return Err(format!("{plugin} itself does not keep the laws").into());
        }
    }
    let mut survivors = Vec::new();
    for (index, mutant) in chosen.iter().enumerate() {
        let start = Instant::now();
        let survives = tree.with(mutant, || tree.keeps_the_laws(mutant.plugin))?;
        let verdict = if survives { "SURVIVES" } else { "found" };
        let seconds = start.elapsed().as_secs();
        println!("{:>3}/{}  {verdict:<8} {seconds:>3} s  {mutant}", index + 1, chosen.len());
        if survives {
            survivors.push(mutant);
        }
    }
    let found = chosen.len() - survivors.len();
    println!("{found} of {} mutants were found", chosen.len());
    Ok(survivors.len() <= MAY_SURVIVE)
}

/// A copy of the workspace, and the command that checks its plugins.
struct Tree {
    root: PathBuf,
    target: PathBuf,
    command: PathBuf,
}

impl Tree {
    /// The files that git knows, as they are now.
    fn copy() -> Result<Self> {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
        let target = match std::env::var_os("CARGO_TARGET_DIR") {
            Some(target) => PathBuf::from(target),
            None => workspace.join("target"),
        };
        // The sound command checks; only plugins are built from the copy.
        let command = match std::env::var_os("CG") {
            Some(command) => PathBuf::from(command),
            None => {
                build(&workspace, &target, "cg-cli")?;
                target.join("debug").join(format!("cg{}", std::env::consts::EXE_SUFFIX))
            }
        };
        let (root, target) = (target.join("mutants"), target.join("mutants-target"));
        let listed = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(&workspace)
            .output()?;
        for file in String::from_utf8(listed.stdout)?.split('\0').filter(|file| !file.is_empty()) {
            let (from, to) = (workspace.join(file), root.join(file));
            // What has not changed keeps its time, so that it is not built again.
            let Ok(new) = fs::read(&from) else { continue };
            if fs::read(&to).is_ok_and(|old| old == new) {
                continue;
            }
            fs::create_dir_all(to.parent().ok_or("a file has a folder")?)?;
            fs::write(to, new)?;
        }
        Ok(Tree { root, target, command })
    }

    /// Does something while one line is another one.
    fn with<T>(&self, mutant: &Mutant, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let path = self.root.join("plugins").join(mutant.plugin).join(mutant.file);
        let sound = fs::read_to_string(&path)?;
        if sound.matches(mutant.from).count() != 1 {
            return Err(format!("{mutant}: the text is not there exactly once").into());
        }
        fs::write(&path, sound.replace(mutant.from, mutant.to))?;
        let result = work();
        fs::write(&path, sound)?;
        result
    }

    /// What `cg plugins check` says to a plugin as it is now.
    fn keeps_the_laws(&self, plugin: &str) -> Result<bool> {
        let source = self.root.join("plugins").join(plugin);
        let built = tempfile::tempdir()?;
        let library = if plugin == "nimbers-c" {
            compile_c(&source.join("nimbers.c"), built.path())?.ok_or("no C compiler")?
        } else {
            let package = format!("cg-{plugin}");
            build(&self.root, &self.target, &package)?;
            let name = package.replace('-', "_");
            let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
            self.target.join("debug").join(format!("{prefix}{name}{suffix}"))
        };
        let folder = Folder::with_plugin(&source, &library)?;
        let mut check = Command::new(&self.command);
        check.args(["plugins", "check", "--within", "10s"]).arg(folder.path());
        if plugin == "switches" {
            // The command has them linked in.
            check.arg("--no-plugins");
        }
        Ok(check.stdout(Stdio::null()).stderr(Stdio::null()).status()?.success())
    }
}

/// Builds a package, without tests.
fn build(workspace: &Path, target: &Path, package: &str) -> Result<()> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["build", "--quiet", "-p", package])
        .env("CARGO_TARGET_DIR", target)
        .current_dir(workspace)
        .output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
    }
}
