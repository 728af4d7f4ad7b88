//! The sub-command `cg play`: games against the computer, or of the computer with
//! itself; their transcripts.

mod args;
mod failure;
mod input;
mod screen;
mod table;

use std::fs;
use std::io::Read;
use std::path::Path;

use cg_calculator::{Calculator, SetUpError};
use cg_core::{Interrupt, Player};
use cg_lang::{Event, Role, Session, Source};
use cg_play::games::{Heaps, Nim, SessionGame, Triangle};
use cg_play::{Computer, Convention, Named, PlayError, Playable, Seat, Transcript};

use crate::options::{Common, wrong_usage};
use crate::output::Ending;
use args::{Side, Starts};
use failure::{Done, Failure};
use screen::Screen;
use table::Plan;

pub(crate) use args::Arguments;

/// The largest transcript that is looked at, in bytes.
const LONGEST_FILE: u64 = 5 << 20;

/// Does what the command line asks for. The calculator is made only for games of
/// the language.
pub(crate) fn run(
    arguments: &Arguments,
    options: &Common,
    interrupt: &Interrupt,
    calculator: impl FnOnce() -> Result<Calculator, SetUpError>,
) -> Result<Ending, SetUpError> {
    let screen = Screen::new(options);
    let game = match begin(arguments) {
        Ok(game) => game,
        Err(failure) => return Ok(failure.report(screen.json, screen.colour)),
    };
    let calculator = match &game.named {
        Named::Program { .. } => Some(calculator()?),
        _ => None,
    };
    let done = play(arguments, game, &screen, interrupt, calculator);
    Ok(done.unwrap_or_else(|failure| failure.report(screen.json, screen.colour)))
}

/// A game before anything is computed.
struct Beginning<'a> {
    named: Named,
    convention: Convention,
    /// The transcript that it comes from.
    transcript: Option<(&'a Path, Transcript)>,
}

fn begin(arguments: &Arguments) -> Done<Beginning<'_>> {
    let Some(path) = arguments.replay.as_deref() else {
        let convention = match arguments.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        };
        let named = Named::from_words(&arguments.words);
        let named = named.unwrap_or_else(|error| wrong_usage::<Arguments>("cg play", error));
        return Ok(Beginning { named, convention, transcript: None });
    };
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(Failure::at(path))?;
    file.take(LONGEST_FILE).read_to_end(&mut bytes).map_err(Failure::at(path))?;
    let transcript_error = |error| Failure::Transcript { path: path.to_owned(), error };
    let transcript = Transcript::read(&bytes).map_err(transcript_error)?;
    let named = Named::from_texts(&transcript.game, &transcript.position);
    let named = named.map_err(transcript_error)?;
    Ok(Beginning { named, convention: transcript.play, transcript: Some((path, transcript)) })
}

fn play(
    arguments: &Arguments,
    game: Beginning<'_>,
    screen: &Screen,
    interrupt: &Interrupt,
    calculator: Option<Calculator>,
) -> Done {
    let table = At { arguments, screen, interrupt };
    let convention = game.convention;
    match (&game.named, calculator) {
        (Named::Nim(heaps), _) => table.play(Nim::new(heaps.clone(), convention), game),
        (Named::Triangle(board), _) => {
            table.play(Triangle::new(*board, convention, interrupt), game)
        }
        (Named::Heaps(rules, heaps), _) => {
            table.play(Heaps::new(rules.clone(), heaps, convention, interrupt), game)
        }
        (Named::Program { file, position }, Some(calculator)) => {
            let mut session = calculator.into_session();
            load(&mut session, file)?;
            let title = file.display().to_string();
            table.play(SessionGame::new(session, &title, position, convention), game)
        }
        (other, _) => {
            Err(PlayError::Start(format!("{} cannot be played here", other.game())).into())
        }
    }
}

/// Runs the program that defines a game; what it answers is not shown.
fn load(session: &mut Session, file: &Path) -> Done<()> {
    let opened = fs::File::open(file).map_err(Failure::at(file))?;
    let source = Source::read(file.display().to_string(), opened).map_err(Failure::at(file))?;
    let mut first = None;
    let summary = session.run(&source, Role::Program, &mut |_, event| {
        if let Event::Error(error) = event {
            first.get_or_insert(error);
        }
    });
    match first {
        _ if summary.interrupted => Err(PlayError::Interrupted.into()),
        Some(error) => Err(Failure::Play(error.into())),
        None => Ok(()),
    }
}

/// The surroundings of a game.
#[derive(Clone, Copy)]
struct At<'a> {
    arguments: &'a Arguments,
    screen: &'a Screen,
    interrupt: &'a Interrupt,
}

impl At<'_> {
    fn play<G: Playable>(self, game: cg_play::Result<G>, begun: Beginning<'_>) -> Done {
        let game = match (game, &begun.transcript) {
            (Ok(game), _) => game,
            (Err(error), Some((path, _))) => {
                return Err(Failure::Transcript { path: path.to_path_buf(), error });
            }
            (Err(PlayError::Start(problem)), None) => wrong_usage::<Arguments>("cg play", problem),
            (Err(error), None) => return Err(error.into()),
        };
        let Arguments { side, starts, demo, two, seed, save, .. } = self.arguments;
        if !game.is_partizan() && starts.is_some() {
            wrong_usage::<Arguments>(
                "cg play",
                "here both players have the same moves: say --as first or --as second",
            );
        }
        let (mut first, mut seats) = match (&begun.transcript, starts) {
            (Some((_, transcript)), _) => (transcript.first, transcript.players),
            (None, Some(Starts::Right)) => (Player::Right, [Seat::Human, Seat::Computer]),
            (None, _) => (Player::Left, [Seat::Human, Seat::Computer]),
        };
        if !game.is_partizan() {
            first = Player::Left;
        }
        let as_first = match side {
            None if begun.transcript.is_some() => seats[0] == Seat::Human,
            None if game.is_partizan() => first == Player::Left,
            None | Some(Side::First) => true,
            Some(Side::Second) => false,
            Some(Side::Left) => first == Player::Left,
            Some(Side::Right) => first == Player::Right,
        };
        if begun.transcript.is_none() && !as_first {
            seats.swap(0, 1);
        }
        if *demo {
            seats = [Seat::Computer; 2];
        } else if *two {
            seats = [Seat::Human; 2];
        }
        let plan = Plan {
            named: begun.named,
            first,
            seats,
            computer: seed.map_or_else(Computer::default, Computer::with_seed),
            save: save.as_deref(),
            replay: begun.transcript.map(|(path, transcript)| (path, transcript.moves)),
            interrupt: self.interrupt,
        };
        table::play(game, plan, self.screen)
    }
}
