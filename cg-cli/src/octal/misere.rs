//! `cg octal CODE --misere`: misère quotients, their certificates, sums under misère play, surveys.

use std::path::Path;
use std::time::{Duration, Instant};

use cg_calculator::cg_lang::help;
use cg_calculator::cg_misere::{
    Change, HeapGame, MisereCertificate, MisereEnding, MisereError, MisereLimits, MisereReport,
    MisereSearch, Solution, WinningMoves, misere_survey,
};
use cg_calculator::cg_octal::Rules;
use cg_calculator::cg_plot::Picture;
use cg_calculator::quotient_pictures::{
    self, MOST_COLUMNS, MOST_SHOWN, columns_of_text, elements, idempotents, last_shown,
    longest_word, phi, strip, title, word,
};

use super::progress::Line;
use super::quotient::{Extent, MisereSum, MisereVerification, QuotientReply, Summary};
use super::survey::{Heading, Kept, kept_survey, limit_of_time};
use super::{Job, SequenceArguments, SurveyArguments, question, write};
use crate::error::{CommandError, CommandResult};
use crate::output::{Ending, object, print, print_reply};
use crate::terminal;

/// Words of a list that are written out.
const MOST_WORDS: usize = 60;

/// The most winning moves that are listed one by one.
const MOST_LISTED: usize = 200;

/// So long a proof for all heaps is looked for beside the answer for a sum of small heaps.
const LOOK: Duration = Duration::from_millis(100);

impl From<MisereError> for CommandError {
    fn from(error: MisereError) -> Self {
        match error {
            MisereError::Octal(error) => Self::Octal(error),
            MisereError::Interrupted => Self::Interrupted,
            error @ MisereError::Limit { .. } => Self::Limit(error.to_string()),
            other => Self::Refused(other.to_string()),
        }
    }
}

fn limits(arguments: &SequenceArguments, job: &Job<'_>) -> MisereLimits {
    limits_of(arguments.limit, arguments.elements, job.time, job)
}

/// The limits that were asked for; the library's where nothing was said.
fn limits_of(
    heaps: Option<usize>,
    elements: Option<usize>,
    time: Option<Duration>,
    job: &Job<'_>,
) -> MisereLimits {
    let default = MisereLimits::default();
    MisereLimits {
        heaps: heaps.map_or(default.heaps, |heaps| heaps as u64),
        elements: elements.unwrap_or(default.elements),
        time,
        memory: job.memory.unwrap_or(default.memory),
    }
}

/// Searches with a line of progress.
fn searched(
    search: &mut MisereSearch<Rules>,
    limits: &MisereLimits,
    job: &Job<'_>,
) -> MisereEnding {
    let line = Line::new();
    let mut shown = Instant::now();
    let ending = search.go(limits, job.interrupt, &mut |progress| {
        if shown.elapsed() > Duration::from_millis(100) {
            shown = Instant::now();
            line.set(format!("heap {}: {} elements", progress.heap, progress.order));
        }
    });
    line.clear();
    ending
}

pub(super) fn show(game: &Rules, arguments: &SequenceArguments, job: &Job<'_>) -> CommandResult {
    if let Some(heaps) = &arguments.heaps {
        return sum(game, heaps, arguments, job);
    }
    let mut search = MisereSearch::new(game.clone());
    let start = Instant::now();
    let ending = searched(&mut search, &limits(arguments, job), job);
    let seconds = start.elapsed().as_secs_f64();
    let solution = search.solution();
    let kept = files(game, solution, arguments, job);
    let answered = print(&if job.json {
        object(&QuotientReply::new(&search, ending, seconds))
    } else if arguments.plot {
        pictures(game, solution, job) + &summary(game, &search, ending)
    } else {
        summary(game, &search, ending) + &details(solution)
    });
    let answered =
        answered.map_or_else(|lost| CommandError::from(lost).report("cg", job.json), |()| kept);
    Ok(of_search(ending).max(kept).max(answered))
}

/// Writes the certificate and the pictures that are asked for. Each is tried, whatever becomes of the others.
fn files(
    game: &Rules,
    solution: &Solution,
    arguments: &SequenceArguments,
    job: &Job<'_>,
) -> Ending {
    let certified = arguments
        .certificate
        .as_deref()
        .map(|path| write(path, &MisereCertificate::of(game, solution).to_json()));
    let title = title(game);
    let drawn = arguments.svg.as_deref().map(|path| draw(&phi(&title, solution), path));
    let ordered =
        arguments.lattice.as_deref().map(|path| draw(&idempotents(&title, solution), path));
    let strip = |path| draw(&strip(&title, solution, MOST_COLUMNS), path);
    let strip = arguments.strip.as_deref().map(strip);
    let ending_of = |done: CommandResult<()>| match done {
        Ok(()) => Ending::Answered,
        Err(failure) => failure.report("cg", job.json),
    };
    let all = [certified, drawn, ordered, strip].into_iter().flatten();
    all.map(ending_of).fold(Ending::Answered, Ending::max)
}

/// The pictures in the terminal.
fn pictures(game: &Rules, solution: &Solution, job: &Job<'_>) -> String {
    let columns = columns_of_text(solution, job.terminal.width);
    let title = title(game);
    let drawn = [
        phi(&title, solution).text(job.terminal),
        strip(&title, solution, columns).text(job.terminal),
        idempotents(&title, solution).text(job.terminal),
    ];
    drawn.join("\n") + "\n"
}

fn draw(picture: &impl Picture, path: &Path) -> CommandResult<()> {
    write(path, &picture.svg())
}

fn of_search(ending: MisereEnding) -> Ending {
    match ending {
        MisereEnding::Proved => Ending::Answered,
        MisereEnding::Interrupted => Ending::Interrupted,
        _ => Ending::LimitReached,
    }
}

fn summary(game: &Rules, search: &MisereSearch<Rules>, ending: MisereEnding) -> String {
    let solution = search.solution();
    let quotient = solution.quotient();
    let p = quotient.p_positions().count();
    let mut text = format!(
        "{}: misère quotient of {}, {p} of them in P\n{}\n",
        title(game),
        elements(quotient.order()),
        solution.claim()
    );
    if ending != MisereEnding::Proved {
        let option = match ending {
            MisereEnding::Elements => " (--elements)",
            MisereEnding::Heaps => " (--limit)",
            MisereEnding::Memory => " (--memory)",
            MisereEnding::Time => " (--time)",
            _ => "",
        };
        text += &format!("{}{option}\n", ending.words());
    }
    let changes =
        search.changes().iter().map(|Change { heap, order }| format!("{order} at heap {heap}"));
    let changes: Vec<String> = changes.collect();
    if !changes.is_empty() {
        text += &wrapped("elements: ", &changes.join(", "));
    }
    text
}

fn wrapped(head: &str, text: &str) -> String {
    format!("{}\n", help::wrapped(&format!("{head}{text}"), terminal::columns(), "").trim_end())
}

/// P, the relations and Phi.
fn details(solution: &Solution) -> String {
    let quotient = solution.quotient();
    let word = |x| quotient.word(x).to_string();
    let mut text = String::new();
    let list = |words: Vec<String>, by: &str| {
        let more = words.len().saturating_sub(MOST_WORDS);
        let rest = if more > 0 { format!("{by}and {more} more") } else { String::new() };
        words[..words.len() - more].join(by) + &rest
    };
    text += &wrapped("P: ", &list(quotient.p_positions().map(word).collect(), ", "));
    let relations = quotient.relations();
    if !relations.is_empty() {
        let relations = relations.iter().map(ToString::to_string).collect();
        text += &wrapped("relations: ", &list(relations, ", "));
    }
    text + &table(solution)
}

/// The words of the heaps, in rows.
fn table(solution: &Solution) -> String {
    let shown = last_shown(solution);
    let words: Vec<String> = (0..=shown).map(|heap| word(solution, heap)).collect();
    let width = longest_word(solution);
    let number = shown.to_string().len();
    let columns = (terminal::columns().saturating_sub(number + 1) / (width + 2)).max(1);
    let columns = quotient_pictures::columns(solution, columns);
    let mut text = String::new();
    for (row, cells) in words.chunks(columns).enumerate() {
        text += &format!("{:>number$}:", row * columns);
        let cells: String = cells.iter().map(|cell| format!("  {cell:<width$}")).collect();
        text += cells.trim_end();
        text.push('\n');
    }
    if shown == MOST_SHOWN {
        text += "... --json lists all\n";
    }
    text
}

/// Who wins a sum, by its quotient if one is found that holds for its heaps, else by search.
fn sum(game: &Rules, heaps: &[u64], arguments: &SequenceArguments, job: &Job<'_>) -> CommandResult {
    let largest = heaps.iter().copied().max().expect("--heaps has a value");
    let all = limits(arguments, job);
    let mut search = MisereSearch::new(game.clone());
    let so_far = MisereLimits { heaps: largest.min(all.heaps), ..all };
    let mut ending = searched(&mut search, &so_far, job);
    let small = (search.solution().last_heap() >= largest).then(|| search.solution().clone());
    if ending == MisereEnding::Heaps {
        // A sum of small heaps is answered as it is. A proof for all heaps is told beside it where a theorem
        // could give one and it is found soon.
        let time = match small {
            Some(_) => Some(all.time.map_or(LOOK, |time| time.min(LOOK))),
            None => all.time,
        };
        if small.is_none() || game.periodicity().is_some() {
            ending = searched(&mut search, &MisereLimits { time, ..all }, job);
        }
    }
    if ending == MisereEnding::Interrupted {
        return Err(CommandError::Interrupted);
    }
    let solution = match &small {
        Some(small) if search.solution().period().is_none() => small,
        _ => search.solution(),
    };
    let Ok(value) = solution.sum(heaps) else {
        return by_search(game, heaps, &search, ending, arguments, job);
    };
    let moves = solution.winning_moves(game, heaps, job.interrupt)?;
    let kept = files(game, solution, arguments, job);
    let wins = !solution.quotient().is_p(value);
    let count: u64 = moves.iter().map(WinningMoves::count).sum();
    print(&if job.json {
        let listed: Vec<_> = moves.iter().flat_map(WinningMoves::iter).take(MOST_LISTED).collect();
        object(&MisereSum {
            code: game.to_string(),
            heaps,
            play: "misere",
            outcome: question::outcome(wins),
            word: solution.quotient().word(value).to_string(),
            winning_moves: (count <= MOST_LISTED as u64).then_some(listed),
            winning_count: count,
            winning_sets: &moves,
            quotient: Extent {
                order: solution.quotient().order(),
                heaps: solution.last_heap(),
                proved: solution.period().is_some(),
            },
        })
    } else {
        let drawn = if arguments.plot { pictures(game, solution, job) } else { String::new() };
        drawn + &sum_words(heaps, solution, &moves, count)?
    })?;
    Ok(kept)
}

/// Who wins a sum for which the quotient does not go far enough. A limit of the search says how far both are.
fn by_search(
    game: &Rules,
    heaps: &[u64],
    search: &MisereSearch<Rules>,
    ending: MisereEnding,
    arguments: &SequenceArguments,
    job: &Job<'_>,
) -> CommandResult {
    let solution = search.solution();
    let kept = files(game, solution, arguments, job);
    let failure = match question::sum(game, heaps, true, job) {
        Ok(answered) => return Ok(answered.max(kept)),
        Err(failure) if failure.ending() == Ending::LimitReached => failure,
        Err(failure) => return Err(failure),
    };
    Err(CommandError::Limit(format!(
        "{failure}; the quotient has {}, {} ({})",
        elements(solution.quotient().order()),
        solution.claim(),
        ending.words()
    )))
}

fn sum_words(
    heaps: &[u64],
    solution: &Solution,
    moves: &[WinningMoves],
    count: u64,
) -> CommandResult<String> {
    let wins = solution.wins(heaps)?;
    let mut text = format!("{}\n", question::outcome(wins));
    if wins && count == 0 {
        text += question::NO_MOVE;
    }
    if count <= MOST_LISTED as u64 {
        moves
            .iter()
            .flat_map(WinningMoves::iter)
            .for_each(|one| text += &question::move_line(&one));
    } else {
        text += &format!(
            "{count} winning moves, for instance:\n{}",
            question::move_line(&moves[0].first())
        );
        text += "all of them:\n";
        moves.iter().for_each(|set| text += &format!("  {set}\n"));
    }
    Ok(text + &why(heaps, solution)?)
}

/// The values of the heaps, and the relation by which their product decides.
fn why(heaps: &[u64], solution: &Solution) -> CommandResult<String> {
    let quotient = solution.quotient();
    let mut values = Vec::new();
    for &heap in heaps {
        values.push(quotient.word(solution.value(heap)?).to_string());
    }
    let value = solution.sum(heaps)?;
    let side = if quotient.is_p(value) { "in P" } else { "not in P" };
    let product = values.join(" · ");
    let word = quotient.word(value).to_string();
    let equation = if product == word { word } else { format!("{product} = {word}") };
    Ok(format!(
        "the sum is {equation}, {side}; quotient of {}, {}\n",
        elements(quotient.order()),
        solution.claim()
    ))
}

/// Checks a certificate.
pub(super) fn verify(file: &str, text: &str, job: &Job<'_>) -> CommandResult {
    let at_file = |error| match error {
        MisereError::Data(what) => CommandError::Refused(format!("{file}: {what}")),
        other => other.into(),
    };
    let certificate = MisereCertificate::from_json(text).map_err(at_file)?;
    let (interrupt, wanted) = (job.interrupt.clone(), certificate.clone());
    let verified = super::progress::run_interruptible(job, move || wanted.verify(&interrupt))?;
    let verified = verified.map_err(at_file)?;
    let verification = MisereVerification::new(file, &certificate.game, verified);
    print_reply(&verification, job.json)?;
    Ok(Ending::Answered)
}

/// `cg octal survey --misere`.
pub(super) fn survey(arguments: &SurveyArguments, games: &[Rules], job: &Job<'_>) -> CommandResult {
    let time = limit_of_time(arguments, job);
    let limits = limits_of(arguments.limit, arguments.elements, time, job);
    let elements = Some(limits.elements as u64);
    kept_survey(
        arguments,
        games,
        &Heading::new::<MisereReport>(limits.heaps, elements, limits.time),
        job,
        |open, threads, report| Ok(misere_survey(open, &limits, threads, job.interrupt, report)?),
    )
}

impl Kept for MisereReport {
    const KIND: &'static str = "misere survey";

    fn code(&self) -> &str {
        &self.code
    }

    fn agrees_with(&self, other: &Self) -> bool {
        MisereReport::agrees_with(self, other)
    }

    fn printed(reports: &[Self], games: usize, as_json: bool) -> String {
        if as_json {
            reports.iter().map(|report| object(&Summary::from(report.clone()))).collect()
        } else {
            survey_words(reports, games)
        }
    }
}

fn survey_words(reports: &[MisereReport], games: usize) -> String {
    let heading = ["code", "elements", "in P", "preperiod", "period", "heaps", "ending"];
    let mut rows = vec![heading.map(str::to_owned)];
    for report in reports {
        let of = |number: Option<u64>| number.map_or("?".to_owned(), |number| number.to_string());
        rows.push([
            report.code.clone(),
            report.order.to_string(),
            report.p_positions.to_string(),
            of(report.period.map(|period| period.preperiod)),
            of(report.period.map(|period| period.period)),
            report.heaps.to_string(),
            report.ending.words().to_owned(),
        ]);
    }
    let widths: [usize; 7] = std::array::from_fn(|column| {
        rows.iter().map(|row| row[column].chars().count()).max().expect("the heading is a row")
    });
    let mut text = String::new();
    for row in &rows {
        text += &format!("{:<1$}", row[0], widths[0]);
        for column in 1..6 {
            text += &format!("  {:>1$}", row[column], widths[column]);
        }
        text += &format!("  {}\n", row[6]);
    }
    let count = |is: &dyn Fn(&MisereReport) -> bool| reports.iter().filter(|one| is(one)).count();
    let proved = count(&|report| report.period.is_some());
    let growing = count(&|report| report.ending == MisereEnding::Elements);
    let finished = match reports.len() {
        count if count == games => format!("{games} games"),
        count => format!("{count} of {games} games finished"),
    };
    text + &format!(
        "{finished}: {proved} proved for all heaps, {} verified for some heaps, {growing} grown beyond the limit on elements\n",
        reports.len() - proved - growing
    )
}
