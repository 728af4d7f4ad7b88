//! Answers to the questions of a page.

use std::time::Duration;

use cg_calculator::cg_plot::{Picture, Scene};
use cg_calculator::cg_rulesets::{Entry, LoopyRules, Notated, Start};
use cg_calculator::{
    Calculator, Content, Fault, PictureKind, Reply, Role, Source, Stretch as Part, Summary,
    Vocabulary, cg_lang, editing, explore_in_rounds, illustrated,
};
use cg_lang::help::Page;
use cg_lang::{NameKind, Outline, WordKind, pieces};
use serde::Serialize;

use crate::protocol::{
    Drawn, Line, Overview, Question, Shade, Stretch, Topic, Units, Word, bytes, stretch,
};

/// The most bytes of an answer that a page is sent whole.
const MOST_ANSWER: usize = 4 << 20;
/// The bytes of a longer one that it is sent.
const BEGINNING: usize = 16 << 10;
/// The most time for the values of a position.
const MOST_BUDGET: Duration = Duration::from_secs(60);
/// The most games whose thermographs are drawn together.
const MOST_GAMES: usize = 32;
/// The most words that a completion offers.
const MOST_WORDS: usize = 200;

/// The first message to a page.
#[derive(Debug, Serialize)]
pub struct Welcome {
    version: &'static str,
    rulesets: Vec<RulesetRow>,
}

/// A ruleset to choose.
#[derive(Debug, Serialize)]
struct RulesetRow {
    function: &'static str,
    title: &'static str,
    rules: &'static str,
    format: String,
    example: &'static str,
    /// The position with which a game begins: the example, or a larger one.
    start: &'static str,
    /// Its drawing, as marks at places.
    scene: Scene,
}

/// Positions that are more fun to begin with than the examples of the rules.
const LARGER: [(&str, &str); 9] = [
    ("Domineering", "....|....|....|...."),
    ("Cram", "...|...|..."),
    ("Clobber", "xoxo|oxox|xoxo"),
    ("NoGo", "...|...|..."),
    ("Amazons", "x...|....|...o"),
    ("Col", "...|...|..."),
    ("Snort", "...|...|..."),
    ("ToadsAndFrogs", "tt..ff"),
    ("TopplingDominoes", "lrlrrl"),
];

/// The first message to a page.
pub fn welcome() -> Welcome {
    let row = |entry: &Entry| {
        let larger = LARGER.iter().find(|(function, _)| *function == entry.function);
        let start = larger.map_or(entry.example, |(_, position)| position);
        let read = Start::read(&format!("{} {start}", entry.name));
        let read = read.expect("the tests read the examples, and those that are larger");
        let Ok(drawing) = read.rules.draw(&read.position);
        RulesetRow {
            function: entry.function,
            title: entry.title,
            rules: entry.rules,
            format: entry.format.to_owned(),
            example: entry.example,
            start,
            scene: Scene::of(&drawing),
        }
    };
    let coming_back = |rules: LoopyRules| {
        let start = rules.read(rules.example()).expect("the tests of the rules read their example");
        let Ok(drawing) = rules.draw(&start);
        RulesetRow {
            function: rules.function(),
            title: rules.title(),
            rules: rules.rules(),
            format: rules.format(),
            example: rules.example(),
            start: rules.example(),
            scene: Scene::of(&drawing),
        }
    };
    Welcome {
        version: env!("CARGO_PKG_VERSION"),
        rulesets: Entry::all()
            .iter()
            .map(row)
            .chain(LoopyRules::ALL.into_iter().map(coming_back))
            .collect(),
    }
}

/// What is known of a calculator without asking it: it may be busy.
pub struct Known {
    /// The words that can be typed.
    vocabulary: Vocabulary,
    /// The pages of help.
    pages: Vec<Page>,
}

impl Known {
    /// What is known of this calculator now. A program that it runs can change it.
    pub fn of(calculator: &mut Calculator) -> Self {
        let pages = calculator.session().help_pages();
        Known { vocabulary: calculator.vocabulary(), pages }
    }

    /// The words that can be typed.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }
}

/// The answer to what needs no computation; `None` for what needs one.
pub fn at_once(known: &Known, question: &Question) -> Option<Line> {
    Some(match question {
        Question::Pieces { text } => {
            let mut units = Units::of(text);
            let shade = |piece: &cg_lang::Piece| Shade {
                place: units.stretch(piece.span.range()),
                kind: piece.kind.name(),
            };
            Line::Pieces {
                pieces: pieces(text, &known.vocabulary.reading).iter().map(shade).collect(),
            }
        }
        Question::Complete { text, cursor } => {
            let found = editing::complete(&known.vocabulary, text, bytes(text, *cursor));
            let words = found.candidates.into_iter().take(MOST_WORDS);
            Line::Completion {
                start: stretch(text, found.start..found.start).from,
                words: words.map(|word| Word { shown: word.shown, text: word.text }).collect(),
            }
        }
        Question::Help { topic } if topic.trim().is_empty() => {
            let overview = |page: &cg_lang::help::Page| Overview {
                title: page.title.to_owned(),
                topics: page.topics.iter().map(|topic| topic.name().to_owned()).collect(),
            };
            Line::Help { topics: Vec::new(), pages: known.pages.iter().map(overview).collect() }
        }
        Question::Help { topic } => {
            let found = cg_lang::help::topics(&known.pages, topic);
            if found.is_empty() {
                let named = shortened(topic.trim());
                return Some(Line::failed(format!(
                    "there is no topic `{named}`: `:help` without a name lists them"
                )));
            }
            let topic =
                |it: &cg_lang::help::Topic| Topic { usage: it.usage.into(), text: it.text.into() };
            Line::Help { topics: found.into_iter().map(topic).collect(), pages: Vec::new() }
        }
        _ => return None,
    })
}

/// The most bytes of what was asked that a message repeats.
const MOST_REPEATED: usize = 200;

/// A text, or its beginning and dots.
fn shortened(text: &str) -> String {
    let beginning = &text[..text.floor_char_boundary(MOST_REPEATED)];
    if beginning.len() < text.len() { format!("{beginning}...") } else { text.to_owned() }
}

/// Answers a question: hands lines to `sink`, which says whether somebody listens. The last line,
/// [`Line::end`] of the summary, is left to the caller.
pub fn answer(
    calculator: &mut Calculator,
    question: &Question,
    sink: &mut dyn FnMut(Line) -> bool,
) -> Summary {
    calculator.engine().restart_clock();
    match question {
        Question::Run { program } => return run(calculator, program, sink),
        Question::Explore { text, goal, budget } => {
            let budget = Duration::from_millis(*budget).min(MOST_BUDGET);
            let found = explore_in_rounds(calculator, text, *goal, budget, &mut |reply| {
                sink(Line::Explored { explored: Box::new(reply) })
            });
            if let Err(error) = found {
                return failed(text, &error, sink);
            }
        }
        Question::Thermographs { games } => {
            if games.len() > MOST_GAMES {
                sink(Line::failed(format!("at most {MOST_GAMES} thermographs are drawn together")));
                return Summary { errors: 1, ..Summary::default() };
            }
            let mut list = Vec::new();
            for game in games {
                calculator.engine().restart_clock();
                list.push(match calculator.thermograph(game) {
                    Ok(drawn) => Drawn::Known(drawn),
                    Err(error) if error.is_interruption() => return failed(game, &error, sink),
                    Err(error) => Drawn::Missing { error: Fault::of(&error) },
                });
            }
            sink(Line::Thermographs { list });
        }
        Question::Picture { kind, text } => {
            return picture(calculator, *kind, text, text, sink);
        }
        Question::Pieces { .. } | Question::Complete { .. } | Question::Help { .. } => {
            unreachable!("these are answered at once")
        }
    }
    Summary { answers: 1, ..Summary::default() }
}

/// A picture, or why there is none.
fn picture(
    calculator: &mut Calculator,
    kind: PictureKind,
    expression: &str,
    name: &str,
    sink: &mut dyn FnMut(Line) -> bool,
) -> Summary {
    match calculator.picture(kind, expression) {
        Ok(drawing) => {
            sink(Line::Picture { name: name.to_owned(), svg: drawing.svg() });
            Summary { answers: 1, ..Summary::default() }
        }
        Err(error) => {
            let interrupted = calculator.interrupt().is_raised();
            sink(Line::failed(error.to_string()));
            Summary { errors: 1, interrupted, ..Summary::default() }
        }
    }
}

/// Says what is wrong with a text.
fn failed(text: &str, error: &cg_lang::Error, sink: &mut dyn FnMut(Line) -> bool) -> Summary {
    let help = error.help().map_or_else(String::new, |help| format!(": {help}"));
    let own = error.origin().text() == text.trim();
    let place = own.then(|| {
        let blank = text.len() - text.trim_start().len();
        let range = error.span().range();
        stretch(text, range.start + blank..range.end + blank)
    });
    sink(Line::Failed { message: format!("{error}{help}"), place });
    Summary {
        errors: 1,
        limit_reached: error.is_limit(),
        interrupted: error.is_interruption(),
        ..Summary::default()
    }
}

/// The name of the program of a cell.
const CELL: &str = "cell";

/// Runs a program. Lines of it that ask for pictures are answered by pictures. Where nothing fails,
/// the names that it gives come last.
fn run(calculator: &mut Calculator, program: &str, sink: &mut dyn FnMut(Line) -> bool) -> Summary {
    let mut all = Summary::default();
    for part in illustrated(program, &calculator.vocabulary().reading) {
        let own = match part {
            Part::Program(statements) => run_part(calculator, program, &statements, sink),
            Part::Picture { kind, expression, line } => {
                calculator.engine().restart_clock();
                picture(calculator, kind, expression, line, sink)
            }
        };
        all.answers += own.answers;
        all.errors += own.errors;
        all.limit_reached |= own.limit_reached;
        all.interrupted |= own.interrupted;
        if all.interrupted {
            break;
        }
    }
    let names = if all.errors == 0 { defined(calculator, program) } else { Vec::new() };
    if !names.is_empty() {
        sink(Line::Defined { names });
    }
    all
}

/// The names that a program gives, as they are used: `Row(s)`.
fn defined(calculator: &mut Calculator, program: &str) -> Vec<String> {
    let vocabulary = calculator.vocabulary();
    let outline = Outline::new(&Source::new(CELL, program), &vocabulary);
    let usage = |name: &str| {
        let word = vocabulary.word(name)?;
        matches!(word.kind, WordKind::Function | WordKind::Binding).then(|| word.usage.clone())
    };
    let given = |kind: NameKind| matches!(kind, NameKind::Function | NameKind::Binding);
    let names = outline.names().iter().filter(|name| given(name.kind));
    names.filter_map(|name| usage(&name.name)).collect()
}

/// Runs statements at their places in a program.
fn run_part(
    calculator: &mut Calculator,
    program: &str,
    statements: &str,
    sink: &mut dyn FnMut(Line) -> bool,
) -> Summary {
    let interrupt = calculator.interrupt();
    let source = Source::new(CELL, statements);
    calculator.run(&source, Role::Typed, &mut |session, event| {
        let reply = Reply::new(session, &event);
        if !sink(line(program, reply)) {
            // Nobody listens: what follows is not computed.
            interrupt.raise();
        }
    })
}

/// The line of a reply: its beginning, when it is too long for a page.
fn line(program: &str, reply: Reply) -> Line {
    let place = place(program, &reply);
    let line = Line::Reply { reply: Box::new(reply), place };
    let bytes = line.to_json().len();
    match line {
        Line::Reply { reply, .. } if bytes > MOST_ANSWER => {
            let mut shown = reply.shown;
            shown.truncate(shown.floor_char_boundary(BEGINNING));
            Line::Cut { shown, bytes }
        }
        line => line,
    }
}

/// Where in the cell an error is.
fn place(program: &str, reply: &Reply) -> Option<Stretch> {
    let Content::Error { error } = &reply.content else { return None };
    let own = error.place.source == CELL;
    let byte = |at: u32| at as usize;
    own.then(|| stretch(program, byte(error.place.span.start)..byte(error.place.span.end)))
}
