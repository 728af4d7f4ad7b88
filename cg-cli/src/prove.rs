//! The sub-command `cg prove`: answers as theorems for the Coq proof assistant.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use cg_calculator::cg_prove::{LIBRARY, LeanProof, Proof, ProveError};
use cg_calculator::{Calculator, Claims, Outcome};
use clap::{Args, ValueEnum};

use crate::error::{CommandError, CommandResult};
use crate::options::{Common, wrong_usage};
use crate::output::{Ending, complain, print};
use crate::watch::Watch;

/// Everything behind `cg prove`.
#[derive(Debug, Args)]
#[command(
    about = "Prove an answer: a file that the Coq proof assistant accepts",
    long_about = "Prove an answer: a file that the Coq proof assistant accepts.\n\n\
                  CLAIM is a comparison of two sums with ==, !=, <, <=, >, >= or <>; or `? SUM`, who wins; or a sum, \
                  whose value is meant. A term is an explicit game {L | R}, taken as it stands; a position such as \
                  Domineering(\"..|..\"), Nim(5) or octal(\".77\", 12); or an expression of the language G. A position whose rules are not \
                  in the Coq library stands for the graph of its positions, anything else for its value.\n\n\
                  A false claim is answered with a move that refutes it. `cg prove --library DIR` writes the library on \
                  which the file rests; `make` in DIR compiles it.",
    after_help = "Examples:\n  \
                  cg prove 'Domineering(5,5) == 0' -o zero.v       an equation\n  \
                  cg prove '? Clobber(\"XOXOXO\") + *' --outcome N   who wins\n  \
                  cg prove 'Domineering(4,4)' --run                the value, checked by coqc at once\n  \
                  cg prove rules.g 'Mine(3) == *2' -o mine.v       a game that a file defines\n  \
                  cg prove --period .77 12 71 --least              G(n + 12) = G(n) from heap 71 on\n  \
                  cg prove --misere .77 -o kayles.v                 Kayles in misere play, by its quotient\n  \
                  cg prove --json '{1|-1} <> 0'                    the certificate for other checkers\n  \
                  cg prove --lean '{1|-1} <> 0' -o claim.lean      text for Lean 4, untested\n  \
                  cg prove --library coq && make -C coq            the Coq library\n\n\
                  Exit status: 0 proved, 1 false or no theorem leads there, 2 wrong usage, 3 a limit was reached, 130 interrupted."
)]
pub(crate) struct Arguments {
    /// The claim, such as '{0|*} == ^'; or a file with definitions, and the claim behind it
    #[arg(value_name = "CLAIM", required_unless_present_any = ["period", "misere", "library"], allow_hyphen_values = true)]
    claim: Option<String>,
    /// Behind a file with definitions, the claim: it may call them
    #[arg(value_name = "CLAIM OF FILE.g", allow_hyphen_values = true, conflicts_with_all = ["period", "misere"])]
    behind: Option<String>,
    /// Write the file here, instead of printing it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The outcome that is claimed of `? SUM`: the next, the previous player, Left or Right wins
    #[arg(long, value_name = "OUTCOME", value_enum, ignore_case = true, conflicts_with = "period")]
    outcome: Option<Claimed>,
    /// Claim that an octal game has the period P from heap N0 on
    #[arg(long, num_args = 3, value_names = ["CODE", "P", "N0"], conflicts_with = "claim")]
    period: Option<Vec<String>>,
    /// Claim who wins all sums of heaps of an octal game in misere play, by its quotient
    #[arg(long, value_name = "CODE", conflicts_with_all = ["claim", "period", "outcome"])]
    misere: Option<String>,
    /// Claim too that no smaller period and no smaller heap would do
    #[arg(long, requires = "period", conflicts_with = "claim")]
    least: bool,
    /// Write the claim and its proof for Lean 4 in place of Coq; untested, no Lean has read it yet
    #[arg(long, conflicts_with_all = ["run", "period", "misere", "library"])]
    lean: bool,
    /// Let coqc check the file, which must be installed
    #[arg(long)]
    run: bool,
    /// Write the Coq library into this folder; with --run, where it lies
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

/// An outcome as it is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Claimed {
    N,
    P,
    L,
    R,
}

impl From<Claimed> for Outcome {
    fn from(claimed: Claimed) -> Self {
        match claimed {
            Claimed::N => Outcome::Next,
            Claimed::P => Outcome::Previous,
            Claimed::L => Outcome::Left,
            Claimed::R => Outcome::Right,
        }
    }
}

/// Runs the sub-command.
///
/// # Errors
/// No calculator.
pub(crate) fn run(
    arguments: &Arguments,
    options: &Common,
    calculator: impl FnOnce() -> CommandResult<Calculator>,
) -> CommandResult {
    if let Some(folder) = &arguments.library
        && let Err(error) = write_library(folder)
    {
        complain(&format!("cg: cannot write the library to {}: {error}", folder.display()));
        return Ok(Ending::ProgramError);
    }
    if arguments.claim.is_none() && arguments.period.is_none() && arguments.misere.is_none() {
        return Ok(Ending::Answered);
    }
    if arguments.lean && options.json {
        let problem = "--lean writes text for Lean 4 and --json writes JSON: leave out one of them";
        wrong_usage::<Arguments>("cg prove", problem);
    }
    let mut calculator = calculator()?;
    let watch = Watch::start(calculator.progress());
    calculator.engine().restart_clock();
    if let (Some(file), Some(_)) = (&arguments.claim, &arguments.behind)
        && let Err(ending) = crate::run::define(&mut calculator, file)
    {
        return Ok(ending);
    }
    let told = match arguments.lean {
        true => in_lean(arguments, &mut calculator).map(|proof| {
            drop(watch);
            handed_out(arguments, proof.text(), &proof.summary())
        }),
        false => proved(arguments, &mut calculator).map(|proof| {
            drop(watch);
            told(arguments, options, &proof)
        }),
    };
    Ok(match told {
        Ok(told) => told.unwrap_or_else(|error| {
            complain(&format!("cg: {error}"));
            Ending::ProgramError
        }),
        Err(ProveError::Text(problem)) => wrong_usage::<Arguments>("cg prove", problem),
        Err(error) => CommandError::from(error).report("cg", false),
    })
}

fn proved(arguments: &Arguments, calculator: &mut Calculator) -> Result<Proof, ProveError> {
    if let Some(code) = &arguments.misere {
        return Proof::of_quotient(code, &calculator.interrupt());
    }
    match (&arguments.period, arguments.behind.as_ref().or(arguments.claim.as_ref())) {
        (Some(period), _) => {
            let number = |text: &String| {
                text.parse().map_err(|_| ProveError::Text(format!("`{text}` is no whole number")))
            };
            let [code, length, start] = &period[..] else {
                unreachable!("the parser asks for three")
            };
            let interrupt = calculator.interrupt();
            Proof::of_period(code, number(length)?, number(start)?, arguments.least, &interrupt)
        }
        (None, Some(text)) => {
            let claimed = arguments.outcome.map(Outcome::from);
            Claims(calculator.session()).prove(text, claimed)
        }
        (None, None) => unreachable!("the library alone was written above"),
    }
}

fn in_lean(arguments: &Arguments, calculator: &mut Calculator) -> Result<LeanProof, ProveError> {
    let text = arguments.behind.as_ref().or(arguments.claim.as_ref());
    let text = text.expect("the parser asks for a claim where it allows --lean");
    Claims(calculator.session()).lean(text, arguments.outcome.map(Outcome::from))
}

/// Writes what was asked for.
fn told(arguments: &Arguments, options: &Common, proof: &Proof) -> io::Result<Ending> {
    let text = match options.json {
        true => format!("{}\n", proof.json()),
        false => proof.coq(),
    };
    if !arguments.run {
        return handed_out(arguments, &text, &proof.summary());
    }
    if let Some(file) = &arguments.output {
        write_file(file, &text)?;
    }
    checked(arguments.library.as_deref(), proof)
}

/// Writes a file and says how large the proof is, or prints it.
fn handed_out(arguments: &Arguments, text: &str, summary: &str) -> io::Result<Ending> {
    let Some(file) = &arguments.output else { return Ok(Ending::of(print(text))) };
    write_file(file, text)?;
    Ok(Ending::of(print(&format!("proved {summary}\n"))))
}

fn write_file(file: &Path, text: &str) -> io::Result<()> {
    cg_files::write_whole(file, |out| out.write_all(text.as_bytes()))
}

/// Writes the files of the Coq library that are not there as they are.
fn write_library(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (name, text) in LIBRARY {
        let path = folder.join(name);
        // A file that is as it should be keeps its time, and make has nothing to do.
        if std::fs::read(&path).is_ok_and(|found| found == text.as_bytes()) {
            continue;
        }
        cg_files::write_whole(&path, |out| out.write_all(text.as_bytes()))?;
    }
    Ok(())
}

/// Lets coqc check the proof; compiles the library where it is not compiled.
fn checked(library: Option<&Path>, proof: &Proof) -> io::Result<Ending> {
    let work = tempfile::tempdir()?;
    let library = match library {
        Some(folder) => std::fs::canonicalize(folder)?,
        None => {
            let folder = work.path().join("library");
            write_library(&folder)?;
            folder
        }
    };
    let sources = LIBRARY.iter().map(|&(name, _)| name).filter(|name| name.ends_with(".v"));
    let mut changed = false;
    for name in sources {
        let compiled = library.join(format!("{name}o"));
        let time = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified()).ok();
        changed |= time(&compiled).is_none_or(|when| Some(when) < time(&library.join(name)));
        // What rests on a file that was compiled anew is compiled anew.
        if changed && let Err(problem) = coqc(&library, &library, Path::new(name))? {
            complain(&format!("cg: coqc does not compile the library: {problem}"));
            return Ok(Ending::ProgramError);
        }
    }
    let file = work.path().join("claim.v");
    cg_files::write_whole(&file, |out| out.write_all(proof.coq().as_bytes()))?;
    Ok(match coqc(&library, work.path(), &file)? {
        Ok(printed) if printed.lines().all(|line| line == "Closed under the global context") => {
            Ending::of(print(&format!("accepted by coqc: {}\n", proof.summary())))
        }
        Ok(printed) => {
            complain(&format!("cg: coqc names assumptions: {printed}"));
            Ending::ProgramError
        }
        Err(problem) => {
            complain(&format!("cg: coqc does not accept the file: {problem}"));
            Ending::ProgramError
        }
    })
}

/// What coqc prints of a file, or what it complains of.
fn coqc(library: &Path, folder: &Path, file: &Path) -> io::Result<Result<String, String>> {
    let mut command = Command::new("coqc");
    command.arg("-q").arg("-R").arg(library).arg("Cg").arg(file).current_dir(folder);
    let run = command.output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            io::Error::other("coqc is not installed: the package coq has it")
        }
        _ => error,
    })?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(if run.status.success() { Ok(text(&run.stdout)) } else { Err(text(&run.stderr)) })
}
