//! `cg trinim value` and `cg trinim best`: single positions, looked up in a folder, in
//! the small database of the cache folder, or found by a search.

use std::path::{Path, PathBuf};

use cg_calculator::cg_plot::{Picture, Positions, counted};
use cg_calculator::cg_trinim::{
    Error, Folding, Layers, Lookup, NimValues, Position, PositionAnswer, Result, RunOptions,
    Search, SolveOptions, Store, StoreLookup, Symmetry,
};
use cg_calculator::{Convention, MOST_NIM_PARTS, cg_trinim};
use serde::Serialize;

use super::picture::{self, winning_moves, wins};
use super::{Ask, Report, Work};
use crate::error::{CommandError, CommandResult};
use crate::output::{OfKind, complain, object};

/// The winner of a position, and its nim-value.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "value")]
struct Value {
    position: Position,
    convention: Convention,
    /// Whether the player to move wins.
    win: bool,
    /// The connected parts.
    parts: Vec<Position>,
    /// Of normal play, where it is within reach.
    nim_value: Option<u32>,
}

pub(super) fn value(work: &Work<'_>, args: &Ask) -> CommandResult<Report> {
    let win = with_lookup(work, args, |lookup| lookup.wins(&[args.position]))?;
    let win = *win.first().expect("one position has one answer");
    let (nim, nim_text) = nim_value(work, args)?;
    let text = format!("{}\n{nim_text}", who_wins(args, win, work));
    let json = object(&Value {
        position: args.position,
        convention: args.play.convention(),
        win,
        parts: args.position.parts(),
        nim_value: nim,
    });
    if let Some(file) = &args.svg {
        picture::write(file, &picture::position(args.position, verdict(args, win)).svg())?;
    }
    Ok(Report { text, json })
}

pub(super) fn best(work: &Work<'_>, args: &Ask) -> CommandResult<Report> {
    let convention = args.play.convention();
    let answer =
        with_lookup(work, args, |lookup| PositionAnswer::new(args.position, convention, lookup))?;
    let text =
        format!("{}\n{}", who_wins(args, answer.win, work), winning_moves(&answer, work.terminal));
    let json = object(&OfKind { kind: "best", reply: &answer });
    if let Some(file) = &args.svg {
        let picture = match answer.winning.is_empty() {
            true => picture::position(args.position, verdict(args, answer.win)),
            false => Positions {
                title: format!("{}; rings are what a move takes", wins(&answer)),
                ..picture::up_to_symmetry(&answer)
            },
        };
        picture::write(file, &picture.svg())?;
    }
    Ok(Report { text, json })
}

fn verdict(args: &Ask, win: bool) -> String {
    let value = if win { "a win (N-position)" } else { "a loss (P-position)" };
    format!("{value} for the player to move, {} play", args.play.convention())
}

fn who_wins(args: &Ask, win: bool, work: &Work<'_>) -> String {
    let verdict = verdict(args, win);
    let position = args.position.to_string();
    // Large boards take a line for themselves.
    let space = if position.len() + 2 + verdict.len() > work.terminal.width { "\n" } else { " " };
    format!("{position}:{space}{verdict}")
}

/// The nim-value of a position in normal play, and what to say about it.
fn nim_value(work: &Work<'_>, args: &Ask) -> CommandResult<(Option<u32>, String)> {
    if args.play.convention() == Convention::Misere {
        return Ok((None, String::new()));
    }
    let parts = args.position.parts().len();
    let of = if parts > 1 {
        format!(", the nim-sum of {parts} independent parts")
    } else {
        String::new()
    };
    let mut values = NimValues::new(MOST_NIM_PARTS).with_interrupt(work.interrupt.clone());
    match values.value(args.position) {
        Ok(value) => Ok((Some(value), format!("nim-value {value}{of}\n"))),
        Err(Error::SearchLimit(limit)) => Ok((
            None,
            format!(
                "nim-value out of reach: it rests on more than {}\n",
                counted(limit, "connected part")
            ),
        )),
        Err(error) => Err(error.into()),
    }
}

/// Asks the folder where one is given, else the small database and a search.
fn with_lookup<T>(
    work: &Work<'_>,
    args: &Ask,
    ask: impl FnOnce(&mut dyn Lookup) -> cg_trinim::Result<T>,
) -> CommandResult<T> {
    let options = work.options(None);
    let convention = args.play.convention();
    if let Some(folder) = &args.db {
        let store = Store::open(folder)?;
        if store.convention() != convention {
            return Err(CommandError::Refused(format!(
                "{} holds {} play: {} --misere",
                folder.display(),
                store.convention(),
                if convention == Convention::Misere { "leave out" } else { "add" }
            )));
        }
        return Ok(ask(&mut FromFolder::new(&store, &options))?);
    }
    let store = match needs_small(args.position) {
        true => match small(convention, &options) {
            Err(Error::Interrupted) => return Err(Error::Interrupted.into()),
            Err(error) => {
                // The answer does not depend on it.
                complain(&format!("cg trinim: no database is kept: {error}"));
                None
            }
            Ok(store) => store,
        },
        false => None,
    };
    let search = Search::new(convention, args.visits).with_interrupt(options.interrupt.clone());
    let small = store.as_ref().map(|store| FromFolder::new(store, &options));
    Ok(ask(&mut BySearch { small, search })?)
}

/// The layers of the small database; what fits a smaller board is solved in
/// memory in no more time than a file takes to read.
const SMALL: u8 = 7;
/// A piece of the orbit of six that are its block-ID pieces: 16 files, of which
/// a single position needs one.
const SMALL_ORBIT: u64 = 1 << 1;

/// Looks positions up in a folder; what fits its board is placed on it.
#[derive(Debug)]
struct FromFolder<'a> {
    layers: Layers,
    lookup: StoreLookup<'a>,
}

impl<'a> FromFolder<'a> {
    fn new(store: &'a Store, options: &'a SolveOptions) -> Self {
        FromFolder { layers: store.folding().layers(), lookup: StoreLookup::new(store, options) }
    }
}

impl Lookup for FromFolder<'_> {
    fn wins(&mut self, positions: &[Position]) -> Result<Vec<bool>> {
        let place = |position: &Position| {
            let fitted = position.fitted();
            if fitted.layers() > self.layers {
                let (expected, found) = (self.layers.get(), fitted.layers().get());
                return Err(Error::LayersDiffer { expected, found });
            }
            // The pieces of a smaller board are those of the top of a larger one.
            Position::new(self.layers, fitted.pieces())
        };
        let placed: Vec<Position> = positions.iter().map(place).collect::<Result<_>>()?;
        self.lookup.wins(&placed)
    }
}

/// Looks positions that need 7 layers up in the small database, and searches the rest.
#[derive(Debug)]
struct BySearch<'a> {
    small: Option<FromFolder<'a>>,
    search: Search,
}

impl Lookup for BySearch<'_> {
    fn wins(&mut self, positions: &[Position]) -> Result<Vec<bool>> {
        let Some(small) = &mut self.small else { return self.search.wins(positions) };
        let in_small = |position: &&Position| position.fitted().layers().get() == SMALL;
        let (known, others): (Vec<Position>, Vec<Position>) =
            positions.iter().partition(|p| in_small(p));
        let (mut known, mut others) =
            (small.wins(&known)?.into_iter(), self.search.wins(&others)?.into_iter());
        let next = |position| if in_small(&position) { known.next() } else { others.next() };
        Ok(positions.iter().filter_map(next).collect())
    }
}

/// Whether the small database is of use for a position and its options.
fn needs_small(position: Position) -> bool {
    position.fitted().layers().get() == SMALL
}

/// Opens the small database of a convention in the cache folder; makes it, or
/// what is missing of it, first.
///
/// # Errors
///
/// Errors of the run; there may be no room, or no permission, for files.
fn small(convention: Convention, options: &SolveOptions) -> Result<Option<Store>> {
    let Some(cache) = cache_folder() else { return Ok(None) };
    let layers = Layers::new(u64::from(SMALL))?;
    let pieces = Symmetry::ALL.into_iter().fold(0, |set, s| set | s.apply_to(layers, SMALL_ORBIT));
    let folder = cache.join("cg").join("trinim").join(format!("{SMALL}-{convention}"));
    let store = Store::create(&folder, Folding::new(layers, pieces, true)?, convention)?;
    store.run(options, RunOptions::default(), &|_, _, _| ())?;
    Ok(Some(store))
}

/// The user's cache folder.
fn cache_folder() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || Some(Path::new(&std::env::var_os("HOME")?).join(".cache"));
    cache.filter(|path| path.is_absolute()).or_else(home).filter(|path| path.is_absolute())
}
