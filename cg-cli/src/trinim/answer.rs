//! `cg trinim value` and `cg trinim best`: single positions.

use cg_plot::{Picture, counted};
use cg_trinim::{Convention, Error, Lookup, NimValues, PositionAnswer, Search, Store};
use serde_json::{Value as Json, json};

use super::args::Ask;
use super::board::{winning_moves, wins};
use super::database::{BySearch, FromFolder, needs_small, small};
use super::failure::Failure;
use super::plot;
use super::work::Work;
use super::{Report, function::NIM_PARTS};

pub(super) fn value(work: &Work<'_>, args: &Ask) -> Result<Report, Failure> {
    let win = with_lookup(work, args, |lookup| lookup.wins(&[args.position]))?;
    // One answer for one position.
    let win = win.first().copied().unwrap_or_default();
    let (nim, nim_text) = nim_value(work, args)?;
    let text = format!("{}\n{nim_text}", who_wins(args, win, work));
    let json = json!({
        "kind": "value", "position": args.position, "convention": args.play.convention(),
        "win": win, "parts": args.position.parts(), "nim_value": nim,
    });
    if let Some(file) = &args.svg {
        plot::write(file, plot::position(args.position, verdict(args, win)).svg())?;
    }
    Ok(Report { text, json: vec![json] })
}

pub(super) fn best(work: &Work<'_>, args: &Ask) -> Result<Report, Failure> {
    let convention = args.play.convention();
    let answer =
        with_lookup(work, args, |lookup| PositionAnswer::new(args.position, convention, lookup))?;
    let text =
        format!("{}\n{}", who_wins(args, answer.win, work), winning_moves(&answer, work.terminal));
    let mut json = json!(answer);
    json["kind"] = json!("best");
    if let Some(file) = &args.svg {
        let picture = match answer.winning.is_empty() {
            true => plot::position(args.position, verdict(args, answer.win)),
            false => plot::Boards {
                title: format!("{}; rings are what a move takes", wins(&answer)),
                ..plot::up_to_symmetry(&answer)
            },
        };
        plot::write(file, picture.svg())?;
    }
    Ok(Report { text, json: vec![json] })
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
fn nim_value(work: &Work<'_>, args: &Ask) -> Result<(Json, String), Failure> {
    if args.play.convention() == Convention::Misere {
        return Ok((Json::Null, String::new()));
    }
    let parts = args.position.parts().len();
    let of = if parts > 1 {
        format!(", the nim-sum of {parts} independent parts")
    } else {
        String::new()
    };
    let mut values = NimValues::new(NIM_PARTS).with_interrupt(work.interrupt.clone());
    match values.value(args.position) {
        Ok(value) => Ok((json!(value), format!("nim-value {value}{of}\n"))),
        Err(Error::SearchLimit(limit)) => Ok((
            Json::Null,
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
) -> Result<T, Failure> {
    let options = work.options(None);
    let convention = args.play.convention();
    if let Some(folder) = &args.db {
        let store = Store::open(folder)?;
        if store.convention() != convention {
            return Err(Failure::Asked(format!(
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
                eprintln!("cg trinim: no database is kept: {error}");
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
