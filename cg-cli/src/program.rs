//! Programs from files, from standard input, and from the command line.

use std::path::{Path, PathBuf};

use cg_lang::{Role, Source};

use crate::calculator::Calculator;
use crate::exit::Ending;

/// Runs files one after another in one session; `-` is standard input. The worst
/// ending counts.
pub(crate) fn run_files(calculator: &mut Calculator, files: &[PathBuf]) -> Ending {
    let mut worst = Ending::Answered;
    for file in files {
        let ending = match read(file) {
            Ok(source) => calculator.run(&source, Role::Program),
            Err(error) => {
                eprintln!("cg: cannot read {}: {error}", file.display());
                Ending::ProgramError
            }
        };
        worst = worst.max(ending);
        if ending == Ending::Interrupted {
            break;
        }
    }
    worst
}

fn read(file: &Path) -> std::io::Result<Source> {
    if file == Path::new("-") {
        return Source::read("<stdin>", std::io::stdin().lock());
    }
    Source::read(file.display().to_string(), std::fs::File::open(file)?)
}

/// Runs each of the texts in one session, as if they were typed.
pub(crate) fn evaluate(calculator: &mut Calculator, texts: &[String]) -> Ending {
    let mut worst = Ending::Answered;
    for text in texts {
        let ending = calculator.run(&Source::new("<command line>", text), Role::Typed);
        worst = worst.max(ending);
        if ending == Ending::Interrupted {
            break;
        }
    }
    worst
}
