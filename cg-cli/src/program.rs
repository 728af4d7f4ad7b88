//! Programs from files, from standard input, and from the command line.

use std::path::{Path, PathBuf};

use cg_lang::{Role, Source};

use crate::calculator::Calculator;
use crate::output::{Ending, complain};

/// Runs files one after another in one session; `-` is standard input. The worst
/// ending counts.
pub(crate) fn run_files(calculator: &mut Calculator, files: &[PathBuf]) -> Ending {
    let mut worst = Ending::Answered;
    for file in files {
        let ending = match read(file) {
            Ok(source) => calculator.run(&source, Role::Program),
            Err(error) => {
                complain(&format!("cg: cannot read {}: {error}", file.display()));
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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::Cli;
    use crate::settings::Settings;

    #[test]
    fn an_interrupt_between_two_texts_ends_the_rest() {
        let cli = Cli::try_parse_from(["cg", "--no-plugins"]).expect("options");
        let settings = Settings::new(&cli.common).expect("settings");
        let mut calculator = Calculator::new(settings, &cli.common).expect("a calculator");
        // The flag is up when the second text begins.
        calculator.interrupt.raise();
        let texts = ["[k : k = 0..1000000, if k < 0]".to_owned()];
        assert_eq!(evaluate(&mut calculator, &texts), Ending::Interrupted);
    }
}
