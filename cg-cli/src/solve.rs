//! The sub-command `cg solve`: who wins a sum of positions of any rulesets, with which
//! moves, and what it is worth.

use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Instant;

use cg_calculator::cg_rulesets::{Entry, NotationError};
use cg_calculator::cg_solve::{Search as Method, Settings as Solving, SolveError};
use cg_calculator::{
    Calculator, CalculatorError, Databases, Notation, Outcome, Player, ScoreReply, SolvedMove,
    SumQuestion, SumReport, SumSolver, scores,
};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::error::{CommandError, CommandResult};
use crate::options::{Common, wrong_usage};
use crate::output::{Ending, Unwritten, complain, object, print};
use crate::settings::Settings;
use crate::watch::Watch;

/// Everything behind `cg solve`.
#[derive(Debug, Args)]
#[command(
    about = "Who wins a sum of positions, by values and by search",
    long_about = long_about(),
    after_help = "Examples:\n  \
                  cg solve 'clobber (XO)^20'                    who wins when Left starts, when Right starts\n  \
                  cg solve 'clobber XOXO + nogo .... + {3|-1}'  a mixture\n  \
                  cg solve --moves 'domineering 4x4'            the winning moves of both\n  \
                  cg solve --value 'clobber (XXO)^24'           the value, whatever it takes\n  \
                  cg solve --why 'clobber (XO)^20 + {3|-1}'     what decided\n  \
                  cg solve rules.g 'Mine(3) + clobber XO'       definitions of a file\n  \
                  cg solve 'cram 5x6'                           the nimber of an impartial sum\n  \
                  cg solve 'impartial toads ttt..fff + kayles 12 + .77 5'\n  \
                                                                variants, heaps\n  \
                  cg solve --misere 'clobber XOXO + nim 3'      in misère play\n  \
                  cg solve --threads 4 'clobber 3x8'            by four threads\n  \
                  cg solve --check facts.tsv                    compare with known answers\n\n\
                  Exit status: 0 answered, 1 an error, 2 wrong usage, 3 a limit was reached, 130 interrupted."
)]
pub(crate) struct Arguments {
    /// The sum, such as 'clobber XOXO + domineering 3x4'
    #[arg(value_name = "SUM", required_unless_present = "check", allow_hyphen_values = true)]
    sum: Option<String>,
    /// Behind a file with definitions, the sum: it may call them
    #[arg(value_name = "SUM OF FILE.g")]
    behind: Option<String>,
    /// Ask only about this player moving first
    #[arg(long, value_name = "PLAYER", value_enum)]
    first: Option<First>,
    /// List the winning moves
    #[arg(long)]
    moves: bool,
    /// Work out the value, whatever it takes
    #[arg(long)]
    value: bool,
    /// Say what decided: what is known of each term, which bound, which move
    #[arg(long)]
    why: bool,
    /// How to search: depth first in a good order, or by proof numbers. By itself the
    /// solver takes the first where the rules know an order of the moves, the second where
    /// there are many moves, and elsewhere both in turn
    #[arg(long, value_name = "METHOD", value_enum)]
    search: Option<Search>,
    /// How many threads search. With more than one, how many positions are looked at changes
    /// from run to run; nimbers and values take one [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// In misère play, where who cannot move wins. Each term must be a position
    #[arg(long, conflicts_with_all = ["moves", "value", "why", "search", "threads", "check"])]
    misere: bool,
    /// Compare with the answers in a table: ruleset, position, player, winner, by tabs
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sum", "first", "moves", "value", "why"])]
    check: Option<PathBuf>,
}

/// The long help, with the names of all rulesets.
fn long_about() -> String {
    let names: Vec<&str> = Entry::all().iter().map(|entry| entry.name).collect();
    format!(
        "Who wins a sum of positions of any rulesets, by values where they are cheap and by search \
         where they are not.\n\n\
         SUM is one or more terms with + and - between them. A term is the name of a ruleset and a \
         position; or a heap game by its name or code and its heaps, such as `kayles 12` or `.77 5 8`; or \
         an expression of the language G.\n\n\
         The rulesets are {}. `cg rulesets NAME` explains one. Before a name, `impartial`, `dicotic`, \
         `twisted` or `xt` varies its rules.\n\n\
         A board is rows joined by |: X is Left's, O Right's, . empty, # taken. One row is a strip. \
         RxC is the start position, `checker RxC` stones in turn, (XO)^20 repeats, 3 * is three copies.",
        names.join(", ")
    )
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum First {
    Left,
    Right,
}

/// How a sum is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Search {
    /// Alpha-beta.
    Ab,
    /// Proof numbers, depth first.
    Dfpn,
}

impl Arguments {
    fn solving(&self) -> Solving {
        let search = match self.search {
            None => Method::Chosen,
            Some(Search::Ab) => Method::AlphaBeta,
            Some(Search::Dfpn) => Method::ProofNumbers,
        };
        let threads = self.threads.and_then(|threads| NonZero::new(threads.into()));
        let threads = threads.unwrap_or(NonZero::<usize>::MIN);
        Solving { search, threads, ..Solving::default() }
    }
}

impl From<First> for Player {
    fn from(first: First) -> Self {
        match first {
            First::Left => Player::Left,
            First::Right => Player::Right,
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
    settings: &Settings,
    calculator: impl FnOnce() -> CommandResult<Calculator>,
) -> CommandResult {
    let mut calculator = calculator()?;
    let watch = Watch::start(calculator.progress());
    calculator.engine().restart_clock();
    let (file, sum) = match (&arguments.sum, &arguments.behind) {
        (file, Some(sum)) => (file.as_ref(), Some(sum)),
        (sum, None) => (None, sum.as_ref()),
    };
    let ending = match (&arguments.check, sum) {
        (Some(file), _) => {
            check(file, arguments.solving(), &mut calculator, options, watch.as_ref())
        }
        (None, Some(text)) => match file.map_or(Ok(()), |file| define(&mut calculator, file)) {
            Ok(()) => {
                Ok(answer(arguments, text, &mut calculator, options, settings, watch.as_ref()))
            }
            Err(ending) => Ok(ending),
        },
        (None, None) => unreachable!("the parser asks for one of them"),
    };
    Ok(ending.unwrap_or_else(|error| {
        complain(&format!("cg: {error}"));
        Ending::ProgramError
    }))
}

/// Runs a file with definitions; an error in it ends the command.
fn define(calculator: &mut Calculator, file: &str) -> Result<(), Ending> {
    // The shell parts a sum that is not quoted.
    if Entry::named(file).is_some() && !Path::new(file).exists() {
        complain(&format!(
            "cg: {file}: there is no such file; a sum stands between quotation marks: cg solve '{file} ...'"
        ));
        return Err(Ending::ProgramError);
    }
    crate::run::define(calculator, file)
}

fn answer(
    arguments: &Arguments,
    text: &str,
    calculator: &mut Calculator,
    options: &Common,
    settings: &Settings,
    watch: Option<&Watch>,
) -> Ending {
    let start = Instant::now();
    match scores(calculator, text, arguments.moves) {
        Ok(Some(found)) => {
            drop(watch.map(Watch::pause));
            return by_points(arguments, &found, options, start.elapsed().as_secs_f64());
        }
        Ok(None) => {}
        Err(error) => return CommandError::from(error).report("cg", false),
    }
    let mut solver = new_solver(arguments.solving(), options);
    let read = solver.read(calculator.session(), text).and_then(|sum| {
        if arguments.misere {
            solver.check_misere(calculator.session(), &sum)?;
        }
        Ok(sum)
    });
    let sum = match read {
        Ok(read) => read,
        Err(CalculatorError::Text(error)) => {
            drop(watch.map(Watch::pause));
            let marked = marked(text, &error.at);
            wrong_usage::<Arguments>("cg solve", format!("{error}{marked}"));
        }
        Err(error) => return CommandError::from(error).report("cg", false),
    };
    let mut found = SumReport::default();
    let notation = options.notation.unwrap_or(Notation::Standard);
    let end =
        solver.report(calculator.session(), &sum, &arguments.question(), notation, &mut found);
    let pause = watch.map(Watch::pause);
    let seconds = start.elapsed().as_secs_f64();
    let text = match options.json {
        true => object(&found.object(seconds, end.as_ref().err())),
        false => words(&found, seconds, arguments.first.map(Player::from)),
    };
    let printed = Ending::of(print(&text));
    drop(pause);
    match end {
        Ok(()) => printed,
        Err(error) => {
            if settings.interrupt().is_raised() && !options.json {
                complain("cg: interrupted");
                return Ending::Interrupted;
            }
            CommandError::from(error).report("cg", false).max(printed)
        }
    }
}

/// The scores of a sum.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "scored")]
struct Scored<'a> {
    #[serde(flatten)]
    found: &'a ScoreReply,
    seconds: f64,
}

/// A row of a table of answers, compared.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "checked_row")]
struct CheckedRow<'a> {
    row: usize,
    found: &'a str,
    expected: &'a str,
    agrees: bool,
    seconds: f64,
}

/// Prints the scores of a sum that points decide.
fn by_points(arguments: &Arguments, found: &ScoreReply, options: &Common, seconds: f64) -> Ending {
    if arguments.misere || arguments.value || arguments.why {
        complain("cg: points decide this sum: --misere, --value and --why are for other games");
        return Ending::ProgramError;
    }
    let sides = [
        (Player::Left, found.best_moves.as_ref().map(|moves| &moves.left)),
        (Player::Right, found.best_moves.as_ref().map(|moves| &moves.right)),
    ];
    let asked = |player| arguments.first.is_none_or(|first| Player::from(first) == player);
    let sides = sides.into_iter().filter(|side| asked(side.0));
    let all = found.best_moves.iter().flat_map(|moves| moves.left.iter().chain(&moves.right));
    let mut terms: Vec<&str> = all.map(|one| &one.from[..]).collect();
    terms.dedup();
    let named = |moves: &[SolvedMove]| -> Vec<String> {
        let name = |one: &SolvedMove| match terms[..] {
            [_] => one.name.clone(),
            _ => format!("{}: {}", one.from, one.name),
        };
        moves.iter().map(name).collect()
    };
    let text = if options.json {
        object(&Scored { found, seconds })
    } else {
        let mut lines = Vec::new();
        for (player, moves) in sides {
            lines.push(format!("{player} moves first: {}", found.words(player)));
            lines.extend(moves.map(|moves| format!("  best moves: {}", named(moves).join(", "))));
        }
        lines.push(format!("{seconds:.2} s"));
        lines.join("\n") + "\n"
    };
    Ending::of(print(&text))
}

/// A solver with the databases that there are.
fn new_solver(solving: Solving, options: &Common) -> SumSolver {
    SumSolver::new(solving).with_databases(options.databases().map(Databases::new))
}

/// The text with a mark below what is wrong.
fn marked(text: &str, at: &std::ops::Range<usize>) -> String {
    const MOST: usize = 100;
    if text.len() > MOST || text.contains('\n') || !text.is_char_boundary(at.start) {
        return String::new();
    }
    let before = text[..at.start].chars().count();
    let width = text.get(at.clone()).map_or(1, |wrong| wrong.chars().count().max(1));
    format!("\n  {text}\n  {}{}", " ".repeat(before), "^".repeat(width))
}

impl Arguments {
    fn question(&self) -> SumQuestion {
        let &Arguments { moves, value, why, misere, .. } = self;
        let movers = self.first.map_or_else(|| Player::BOTH.to_vec(), |first| vec![first.into()]);
        SumQuestion { movers, moves, value, why, misere }
    }
}

fn words(found: &SumReport, seconds: f64, first: Option<Player>) -> String {
    let mut lines = Vec::new();
    for player in Player::BOTH {
        if first.is_some_and(|first| first != player) {
            continue;
        }
        let winner = match found.winners[player as usize] {
            Some(winner) => format!("{winner} wins"),
            None => "not known".to_owned(),
        };
        lines.push(format!("{player} moves first: {winner}"));
        if let Some(moves) = &found.moves[player as usize] {
            let moves = if moves.is_empty() { "none".to_owned() } else { moves.join(", ") };
            lines.push(format!("  winning moves: {moves}"));
        }
    }
    if let [Some(left), Some(right)] = found.winners {
        let outcome = Outcome::from_first_moves(left == Player::Left, right == Player::Right);
        lines.push(outcome.to_string());
    }
    match (found.nimber, &found.value) {
        (Some(nimber), _) => lines.push(format!("nimber {nimber}")),
        (None, Some(value)) => lines.push(format!("value {value}")),
        (None, None) => {}
    }
    lines.extend(found.why.iter().flatten().cloned());
    lines.extend(found.known.iter().cloned());
    lines.push(format!("{} positions, {seconds:.2} s", found.positions));
    lines.join("\n") + "\n"
}

/// Compares the rows of a table with what is found.
fn check(
    file: &Path,
    solving: Solving,
    calculator: &mut Calculator,
    options: &Common,
    watch: Option<&Watch>,
) -> io::Result<Ending> {
    const MOST: u64 = 64 << 20;
    let table = cg_files::read_text(file, MOST).map_err(io::Error::other)?;
    let mut worst = Ending::Answered;
    let (mut rows, mut different) = (0, 0);
    for (number, row) in table.lines().enumerate() {
        let mut cells = row.split('\t');
        let (Some(rulesets), Some(position), Some(player), Some(expected)) =
            (cells.next(), cells.next(), cells.next(), cells.next())
        else {
            let problem = format!(
                "row {}: write ruleset, position, player and winner with tabs between",
                number + 1
            );
            return Err(io::Error::other(problem));
        };
        if rulesets == "ruleset" {
            continue;
        }
        rows += 1;
        let start = Instant::now();
        calculator.engine().restart_clock();
        let mut solver = new_solver(solving, options);
        let found = match checked(&mut solver, calculator, rulesets, position, player) {
            Ok(found) => found,
            Err(error) => {
                let row = format!("cg: row {}", number + 1);
                worst = worst.max(CommandError::from(error).report(&row, false));
                if worst == Ending::Interrupted {
                    break;
                }
                continue;
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        // A player may be written with a small letter, as in JSON.
        let agrees = found == expected
            || matches!(expected, "left" | "right") && found.eq_ignore_ascii_case(expected);
        different += usize::from(!agrees);
        let text = if options.json {
            object(&CheckedRow { row: number + 1, found: &found, expected, agrees, seconds })
        } else {
            let verdict = if agrees { "agrees" } else { "DIFFERS" };
            format!("row {}: {verdict}, {found} ({seconds:.2} s)\n", number + 1)
        };
        let pause = watch.map(Watch::pause);
        match print(&text) {
            Err(Unwritten::ReaderLeft) => return Ok(worst),
            Err(unwritten) => return Ok(unwritten.report()),
            Ok(()) => {}
        }
        drop(pause);
    }
    if different > 0 {
        complain(&format!("cg: {different} of {rows} rows differ"));
        worst = worst.max(Ending::ProgramError);
    }
    Ok(worst)
}

/// The answer to a row: the player who wins, a nimber, or a value.
fn checked(
    solver: &mut SumSolver,
    calculator: &mut Calculator,
    rulesets: &str,
    position: &str,
    player: &str,
) -> Result<String, CalculatorError> {
    let (names, value) = match rulesets.strip_suffix(" value") {
        Some(names) => (names, true),
        None => (rulesets, false),
    };
    let names: Vec<&str> = names.split(" + ").collect();
    // One name may have a position with a `+` in it.
    let boards: Vec<&str> =
        if names.len() == 1 { vec![position] } else { position.split(" + ").collect() };
    if names.len() != boards.len() {
        let problem = format!("{} rulesets and {} positions", names.len(), boards.len());
        return Err(NotationError::new(problem, 0..position.len()).into());
    }
    let terms: Vec<String> = names
        .iter()
        .zip(&boards)
        .map(|(name, board)| format!("{} {board}", name.trim_end_matches("_1xn")))
        .collect();
    let sum = solver.read(calculator.session(), &terms.join(" + "))?;
    if value {
        let value = solver.value(calculator.session(), &sum)?;
        let text = calculator.engine().print(value, Notation::Standard);
        return Ok(text.map_err(SolveError::from)?);
    }
    let mover = match player {
        "Left" | "left" => Player::Left,
        "Right" | "right" => Player::Right,
        "-" => {
            let nimber = solver.nimber(calculator.session(), &sum)?;
            return Ok(nimber.map_or("no nimber".into(), |nimber| nimber.to_string()));
        }
        _ => {
            let problem =
                format!("`{player}` is no player: write Left, Right, or `-` for a nimber");
            return Err(NotationError::new(problem, 0..position.len()).into());
        }
    };
    let wins = solver.wins(calculator.session(), &sum, mover)?;
    Ok(if wins { mover } else { mover.opponent() }.to_string())
}
