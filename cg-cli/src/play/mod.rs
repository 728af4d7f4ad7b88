//! The sub-command `cg play`: games against the computer, or of the computer with
//! itself; their transcripts.

mod screen;
mod table;

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use cg_calculator::cg_lang::Event;
use cg_calculator::cg_play::{AnyContest, Computer, Opening, PlayError, Seat, Transcript};
use cg_calculator::{Calculator, Convention, Interrupt, Player, Role, Session, Source};
use cg_files::Waiting;
use clap::{Args, ValueEnum};

use crate::error::{CommandError, CommandResult};
use crate::options::{Common, wrong_usage};
use screen::Screen;
use table::Plan;

/// Play a game against the computer, or watch it play itself
///
/// GAME is nim with its heaps, trinim with a number of layers or a board, dots-and-boxes with a size,
/// an octal game by its name or code with its heaps, or a program in the language G with a position.
/// At the prompt, help says how moves are written.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
                  cg play nim 3 4 5\n  \
                  cg play trinim 5 --misere\n  \
                  cg play kayles 12 --as second\n  \
                  cg play .137 9 12 --demo\n  \
                  cg play examples/toads_and_frogs.g 'Toads(\"TT.FF\")' --as right\n  \
                  cg play nim 3 4 5 --save game.txt; cg play --replay game.txt")]
pub(crate) struct Arguments {
    /// The game, then its position
    #[arg(value_name = "GAME", required_unless_present = "replay", conflicts_with = "replay")]
    words: Vec<String>,
    /// Who makes the last move loses
    #[arg(long, conflicts_with = "replay")]
    misere: bool,
    /// Which player you are [default: first; left where the players differ]
    #[arg(long = "as", value_name = "SIDE", value_enum, conflicts_with = "replay")]
    side: Option<Side>,
    /// Who moves first where the players differ [default: left]
    #[arg(long, value_name = "PLAYER", value_enum, conflicts_with = "replay")]
    starts: Option<Starts>,
    /// The computer plays itself
    #[arg(long, conflicts_with_all = ["two", "side"])]
    demo: bool,
    /// Two people play
    #[arg(long, conflicts_with = "side")]
    two: bool,
    /// Let the computer choose by chance among equally good moves
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Write a transcript when the game ends or is left
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Show the game of a transcript, and go on with it
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
}

/// A side to play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// Who moves first
    First,
    /// Who moves second
    Second,
    /// Left
    Left,
    /// Right
    Right,
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Starts {
    /// Left
    Left,
    /// Right
    Right,
}

/// The largest transcript that is looked at, in bytes.
const LONGEST_FILE: u64 = 5 << 20;

/// Does what the command line asks for. The calculator is made only for games of
/// the language.
pub(crate) fn run(
    arguments: &Arguments,
    options: &Common,
    interrupt: &Interrupt,
    calculator: impl FnOnce() -> CommandResult<Calculator>,
) -> CommandResult {
    let screen = Screen::new(options);
    let game = match begin(arguments, interrupt) {
        Ok(game) => game,
        Err(error) => return Ok(screen.report(&error)),
    };
    let session = match game.opening.program() {
        Some(_) => Some(calculator()?.into_session()),
        None => None,
    };
    let done = play(arguments, game, &screen, interrupt, session);
    Ok(done.unwrap_or_else(|error| screen.report(&error)))
}

/// A game before anything is computed.
struct Beginning<'a> {
    opening: Opening,
    convention: Convention,
    /// The transcript that it comes from.
    transcript: Option<(&'a Path, Transcript)>,
}

fn begin<'a>(arguments: &'a Arguments, interrupt: &Interrupt) -> CommandResult<Beginning<'a>> {
    let Some(path) = arguments.replay.as_deref() else {
        let convention = match arguments.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        };
        let opening = Opening::from_words(&arguments.words);
        let opening = opening.unwrap_or_else(|error| wrong_usage::<Arguments>("cg play", error));
        return Ok(Beginning { opening, convention, transcript: None });
    };
    let mut bytes = Vec::new();
    opened(path, interrupt, |file| file.take(LONGEST_FILE).read_to_end(&mut bytes))?;
    let transcript_error = |error| CommandError::Transcript { path: path.to_owned(), error };
    let transcript = Transcript::read(&bytes).map_err(transcript_error)?;
    let opening = Opening::from_texts(&transcript.game, &transcript.position);
    let opening = opening.map_err(transcript_error)?;
    Ok(Beginning { opening, convention: transcript.play, transcript: Some((path, transcript)) })
}

fn play(
    arguments: &Arguments,
    begun: Beginning<'_>,
    screen: &Screen,
    interrupt: &Interrupt,
    mut session: Option<Session>,
) -> CommandResult {
    let Beginning { opening, convention, transcript } = begun;
    if let (Some(file), Some(session)) = (opening.program(), &mut session) {
        load(session, file, interrupt)?;
    }
    let (game, position) = (opening.game().to_owned(), opening.position().to_owned());
    let contest = match (opening.begin(convention, interrupt, session), &transcript) {
        (Ok(contest), _) => contest,
        (Err(error), Some((path, _))) => {
            return Err(CommandError::Transcript { path: path.to_path_buf(), error });
        }
        (Err(PlayError::Start(problem)), None) => wrong_usage::<Arguments>("cg play", problem),
        (Err(error), None) => return Err(error.into()),
    };
    let (contest, seats) = seated(contest, arguments, transcript.as_ref().map(|(_, t)| t));
    let plan = Plan {
        game,
        position,
        seats,
        computer: arguments.seed.map_or_else(Computer::default, Computer::with_seed),
        save: arguments.save.as_deref(),
        replay: transcript.map(|(path, transcript)| (path, transcript.moves)),
        interrupt,
    };
    table::play(contest, plan, screen)
}

/// Reads a file that may be a pipe; an interruption ends it.
fn opened<T>(
    path: &Path,
    interrupt: &Interrupt,
    read: impl FnOnce(&mut dyn Read) -> io::Result<T>,
) -> CommandResult<T> {
    let file = Waiting::open(path, || interrupt.is_raised());
    file.and_then(|mut file| read(&mut file)).map_err(|error| match interrupt.is_raised() {
        true => PlayError::Interrupted.into(),
        false => CommandError::at(path)(error),
    })
}

/// Runs the program that defines a game; what it answers is not shown.
fn load(session: &mut Session, file: &Path, interrupt: &Interrupt) -> CommandResult<()> {
    let name = file.display().to_string();
    let source = opened(file, interrupt, |file| Source::read(name, file))?;
    let mut first = None;
    let summary = session.run(&source, Role::Program, &mut |_, event| {
        if let Event::Error(error) = event {
            first.get_or_insert(error);
        }
    });
    match first {
        _ if summary.interrupted => Err(PlayError::Interrupted.into()),
        Some(error) => Err(CommandError::Play(error.into())),
        None => Ok(()),
    }
}

/// The contest with the right player to move first, and who sits where: the player who
/// moves first, then the other.
fn seated(
    mut contest: Box<dyn AnyContest + Send>,
    arguments: &Arguments,
    transcript: Option<&Transcript>,
) -> (Box<dyn AnyContest + Send>, [Seat; 2]) {
    let Arguments { side, starts, demo, two, .. } = arguments;
    let partizan = contest.is_partizan();
    if !partizan && starts.is_some() {
        wrong_usage::<Arguments>(
            "cg play",
            "here both players have the same moves: say --as first or --as second",
        );
    }
    let first = match (transcript, starts) {
        _ if !partizan => Player::Left,
        (Some(transcript), _) => transcript.first,
        (None, Some(Starts::Right)) => Player::Right,
        (None, _) => Player::Left,
    };
    contest.restart(first);
    if *demo {
        return (contest, [Seat::Computer; 2]);
    }
    if *two {
        return (contest, [Seat::Human; 2]);
    }
    if let Some(transcript) = transcript {
        return (contest, transcript.players);
    }
    let person_is_first = match side {
        None if partizan => first == Player::Left,
        None | Some(Side::First) => true,
        Some(Side::Second) => false,
        Some(Side::Left) => first == Player::Left,
        Some(Side::Right) => first == Player::Right,
    };
    let seats = match person_is_first {
        true => [Seat::Human, Seat::Computer],
        false => [Seat::Computer, Seat::Human],
    };
    (contest, seats)
}
