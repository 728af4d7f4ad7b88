//! The sub-command `cg fmt`: programs in one style.

use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use cg_calculator::cg_lang::{format, render};
use cg_calculator::{Error, Source};
use clap::Args;
use serde::Serialize;

use crate::error::{CommandError, CommandResult};
use crate::options::{Colour, Common};
use crate::output::{Ending, complain, object, print};

/// Everything behind `cg fmt`.
#[derive(Debug, Args)]
#[command(
    about = "Format programs: indentation, blanks, empty lines",
    long_about = "Formats programs of the language G. Indentation, blanks between signs and empty lines change; \
                  lines stay lines, comments stay, and no program means anything else afterwards: each statement is \
                  read again and compared. A program that cannot be read stays as it is, and its errors are shown.\n\n\
                  Files are written whole or not at all, and only those that change.",
    after_help = "Examples:\n  \
                  cg fmt rules.g queries.g\n  \
                  cg fmt --check examples/*.g        names the files that would change\n  \
                  cg fmt - < rules.g                 standard input to standard output\n\n\
                  Exit status: 0 formatted, 1 a program has an error, or with --check would change."
)]
pub(crate) struct Arguments {
    /// Program files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write nothing; name the files that would change
    #[arg(long)]
    check: bool,
}

/// Runs the sub-command.
pub(crate) fn run(arguments: &Arguments, options: &Common) -> Ending {
    let mut worst = Ending::Answered;
    for path in &arguments.files {
        match file(path, arguments.check, options) {
            Ok(ending) => worst = worst.max(ending),
            Err(CommandError::Output(unwritten)) => return worst.max(unwritten.report()),
            Err(error) => worst = worst.max(error.report("cg fmt", false)),
        }
    }
    worst
}

/// Shows what is wrong in a program that is not formatted.
fn show(errors: &[Error], options: &Common) {
    let colour = match options.color {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    };
    errors.iter().for_each(|error| complain(&render::render(error, colour)));
}

/// A file that formatting changes.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "formatted")]
struct Formatted<'a> {
    file: &'a str,
    /// The new text; of standard input only.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

fn file(path: &Path, check: bool, options: &Common) -> CommandResult {
    let piped = path == Path::new("-");
    let shown = path.display().to_string();
    let refused = CommandError::Refused;
    let text = if piped { standard_input() } else { cg_files::read_text(path, Source::MOST_BYTES) };
    let text = text.map_err(|error| refused(format!("cannot read {shown}: {error}")))?;
    let name = if piped { "<stdin>".to_owned() } else { shown.clone() };
    let source = Source::new(name, text);
    let formatted = format(&source).map_err(|errors| {
        show(&errors, options);
        refused(format!("{shown} is not formatted: it has an error"))
    })?;
    let same = formatted == source.text();
    if check {
        if same {
            return Ok(Ending::Answered);
        }
        print(&match options.json {
            true => object(&Formatted { file: &shown, text: None }),
            false => shown + "\n",
        })?;
        return Ok(Ending::ProgramError);
    }
    if piped {
        print(&match options.json {
            true => object(&Formatted { file: "-", text: Some(&formatted) }),
            false => formatted,
        })?;
    } else if !same {
        let written =
            cg_files::write_whole(path, |out: &mut dyn Write| out.write_all(formatted.as_bytes()));
        written.map_err(|error| refused(format!("cannot write {shown}: {error}")))?;
    }
    Ok(Ending::Answered)
}

fn standard_input() -> io::Result<String> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(Source::MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > Source::MOST_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "a program has at most 64 MiB"));
    }
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}
