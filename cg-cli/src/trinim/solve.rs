//! `cg trinim solve` and `cg trinim verify`: whole boards, and the check of all.

use std::path::Path;
use std::time::Instant;

use cg_calculator::Convention;
use cg_calculator::cg_plot::{Picture, grouped};
use cg_calculator::cg_trinim::{
    BoardAnswer, Error, Layers, Position, RunOptions, Search, SolveOptions, Store, StoreLookup,
    retrograde, solve as solve_in_memory, verify_store,
};
use serde::Serialize;

use super::{Report, Solve, Verify, Work, picture};
use crate::error::{CommandError, CommandResult};
use crate::output::object;
use crate::watch::Bar;

/// A solved board.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "board")]
struct Board<'a> {
    #[serde(flatten)]
    answer: &'a BoardAnswer,
    /// Random positions that were checked by plain rules.
    checked: u64,
    seconds: f64,
}

/// The ratios of P-positions, by layers.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "ratios")]
struct Ratios {
    rows: Vec<Ratio>,
}

#[derive(Serialize)]
struct Ratio {
    layers: u8,
    convention: Convention,
    p_positions: u64,
    p_to_all: f64,
    p_to_n: f64,
    /// Whether the player to move wins the full board.
    win: bool,
}

impl From<&BoardAnswer> for Ratio {
    fn from(answer: &BoardAnswer) -> Self {
        Self {
            layers: answer.layers,
            convention: answer.convention,
            p_positions: answer.p_positions,
            p_to_all: answer.p_to_all,
            p_to_n: answer.p_to_n,
            win: answer.full_board.win,
        }
    }
}

/// A run on disk, checked.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "verified")]
struct Verified {
    layers: u8,
    convention: Convention,
    blocks: u64,
    positions: u64,
    p_positions: u64,
    p_by_pieces: Vec<u64>,
    seconds: f64,
}

/// Boards below are small enough for the plain method, and too small for the engine.
const ENGINE_FROM: u8 = 5;

pub(super) fn solve(work: &Work<'_>, args: &Solve) -> CommandResult<Report> {
    let options = work.options(args.threads.number);
    if args.db.is_none() && (args.choice.block_pieces.is_some() || args.choice.orbits.is_some()) {
        return Err(CommandError::Refused(
            "block-ID pieces are for runs on disk: add --db DIR".into(),
        ));
    }
    let conventions = match args.both {
        true => Convention::ALL.to_vec(),
        false => vec![args.play.convention()],
    };
    let mut report = Report::default();
    let mut solved = Vec::new();
    for convention in conventions {
        let start = Instant::now();
        let (answer, checked) = match &args.db {
            Some(folder) => on_disk(args, folder, convention, &options)?,
            None => (in_memory(args.layers, convention, &options)?, 0),
        };
        report.text += &picture::board(&answer, work.terminal);
        report.text.push('\n');
        if checked > 0 {
            let checked = grouped(checked);
            report.text += &format!("{checked} random positions were checked by plain rules\n\n");
        }
        let seconds = start.elapsed().as_secs_f64();
        report.json += &object(&Board { answer: &answer, checked, seconds });
        solved.push(answer);
    }
    if let Some(folder) = &args.boards {
        draw_moves(folder, &solved)?;
    }
    let (rows, left_out) = ratios(args.layers, solved, &options)?;
    report.text += "The ratio of P-positions:\n\n";
    report.text +=
        &format!("{}\n{}", picture::table(&rows), picture::ratio_bars(&rows, work.terminal));
    if let Some(layers) = left_out {
        report.text += &format!(
            "\nboards of {layers} and more layers below {} do not fit --memory and are left out\n",
            args.layers
        );
    }
    report.json += &object(&Ratios { rows: rows.iter().map(Ratio::from).collect() });
    if let Some(file) = &args.svg {
        picture::write(file, &picture::ratios(&rows).svg())?;
    }
    Ok(report)
}

fn in_memory(
    layers: Layers,
    convention: Convention,
    options: &SolveOptions,
) -> CommandResult<BoardAnswer> {
    if layers.get() < ENGINE_FROM {
        let counts = retrograde(layers, convention)?.p_counts();
        return Ok(BoardAnswer::new(layers, convention, &counts, &mut Search::new(convention, 0))?);
    }
    let progress = Bar::new(1 << layers.pieces(), "positions");
    let table = solve_in_memory(layers, convention, options, &|done| progress.set(done));
    let table = table.map_err(add_db)?;
    Ok(BoardAnswer::new(layers, convention, table.p_counts(), &mut &table)?)
}

/// How to solve in blocks on disk, which the library can only name.
fn add_db(error: Error) -> CommandError {
    match error {
        Error::Memory { what, needed, limit, .. } => {
            let advice = "raise it by --memory, or solve in blocks on disk by --db DIR".into();
            Error::Memory { what, needed, limit, advice }.into()
        }
        error => error.into(),
    }
}

fn on_disk(
    args: &Solve,
    folder: &Path,
    convention: Convention,
    options: &SolveOptions,
) -> CommandResult<(BoardAnswer, u64)> {
    let layers = args.layers;
    let store = args.choice.store(folder, layers, convention, options)?;
    let blocks = store.folding().canonical_blocks().count();
    let options = &SolveOptions { check: args.check.div_ceil(blocks as u64), ..options.clone() };
    let per_block = 1u64 << store.layout().local_bits();
    let progress = Bar::new(blocks as u64 * per_block, "positions");
    let started = std::sync::Once::new();
    let limits = RunOptions { keep_final: args.keep_final, ..RunOptions::default() };
    store.run(options, limits, &|job, done, _| {
        let done = done as u64;
        started.call_once(|| progress.start_at((done - job.blocks.min(done)) * per_block));
        progress.set(done * per_block);
    })?;
    drop(progress);
    let totals = store.totals()?.ok_or_else(|| {
        // Somebody took files away while the run went on.
        CommandError::Refused(format!(
            "{}: files are missing again; the same command makes them",
            folder.display()
        ))
    })?;
    let mut lookup = StoreLookup::new(&store, options);
    let answer = BoardAnswer::new(layers, convention, &totals.p_counts, &mut lookup)?;
    Ok((answer, totals.checked))
}

/// The boards of the table of ratios: the smaller ones in both conventions, then those asked for; and
/// the first of the smaller ones that does not fit the memory allowed, if any. The smaller ones take
/// a moment, and where they take seconds, which is 8 layers, that is nothing beside the board itself.
fn ratios(
    layers: Layers,
    solved: Vec<BoardAnswer>,
    options: &SolveOptions,
) -> CommandResult<(Vec<BoardAnswer>, Option<Layers>)> {
    let mut rows = Vec::new();
    let mut left_out = None;
    'boards: for smaller in Layers::all().filter(|&k| k < layers) {
        for convention in Convention::ALL {
            match in_memory(smaller, convention, options) {
                Ok(answer) => rows.push(answer),
                Err(CommandError::Trinim(Error::Memory { .. })) => {
                    left_out = Some(smaller);
                    break 'boards;
                }
                Err(failure) => return Err(failure),
            }
        }
    }
    // Both conventions of a board, or none.
    rows.retain(|row| left_out.is_none_or(|out| row.layers < out.get()));
    rows.extend(solved);
    Ok((rows, left_out))
}

/// Each winning first move up to symmetry as an SVG file of a folder.
fn draw_moves(folder: &Path, solved: &[BoardAnswer]) -> CommandResult<()> {
    std::fs::create_dir_all(folder).map_err(CommandError::at(folder))?;
    for answer in solved {
        let full: Position = answer.full_board.position;
        for (number, class) in (1..).zip(&answer.full_board.classes) {
            let file = folder.join(format!("{}-{}-{number}.svg", answer.layers, answer.convention));
            let boards = vec![picture::after(full, class.after)];
            picture::write(&file, &picture::boards(boards).svg())?;
        }
    }
    Ok(())
}

pub(super) fn verify(work: &Work<'_>, args: &Verify) -> CommandResult<Report> {
    let options = work.options(args.threads.number);
    let start = Instant::now();
    let store = Store::open(&args.folder)?;
    let progress = Bar::new(store.folding().canonical_blocks().count() as u64, "blocks");
    let checked = verify_store(&store, options.threads.get(), &options.interrupt, &|done, _| {
        progress.set(done as u64);
    })?;
    drop(progress);
    let (layers, convention) = (store.folding().layers(), store.convention());
    let seconds = start.elapsed().as_secs_f64();
    let text = format!(
        "{layers} layers, {convention} play: right at each of {} positions of {} blocks, {seconds:.1} s\n\
         P-positions of the whole board, counted again: {}\n",
        grouped(checked.positions),
        grouped(checked.blocks),
        grouped(checked.p_counts.total())
    );
    let json = object(&Verified {
        layers: layers.get(),
        convention,
        blocks: checked.blocks,
        positions: checked.positions,
        p_positions: checked.p_counts.total(),
        p_by_pieces: checked.p_counts.by_pieces().to_vec(),
        seconds,
    });
    Ok(Report { text, json })
}
