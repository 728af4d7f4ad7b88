//! Pictures of expressions, and the directive `:plot`: trees, graphs, thermographs, sequences and
//! positions of rulesets, misère quotients, drawn as text or written as SVG; positions and graphs also as TikZ.

use std::hash::Hash;
use std::path::Path;
use std::sync::Arc;

use cg_core::{Meter, Notation, Player};
use cg_lang::{
    AddedDirective, ArgumentKind, ErrorKind, GamePosition, LoopyGame, PieceKind, PositionPart,
    Reading, RunError, Session, Source, Value, pieces,
};
use cg_loopy::{Draft, Graph, Side, Target};
use cg_plot::{
    Cell, GraphPicture, Picture, PositionDrawn, PositionNode, Positions, SequencePicture,
    TablePicture, Terminal, ThermographPicture, TreePicture, fitted,
};
use cg_rulesets::{Entry, LoopyRules, Notated, Start};
use cg_simplify::Thermograph;
use indexmap::IndexSet;

use crate::error::CalculatorError;
#[cfg(feature = "misere")]
use crate::quotient_pictures::{MOST_COLUMNS, columns_of_text, idempotents, phi, strip};

/// What a name stands for in a title is cut to so many signs.
const MOST_NAME: usize = 40;

/// The endings of files that somebody may want pictures in.
const PICTURES: [&str; 11] =
    ["svg", "tex", "png", "pdf", "jpg", "jpeg", "gif", "eps", "ps", "webp", "bmp"];

/// The directive to add to a session whose answers are read in `terminal`.
pub(crate) fn directive(terminal: Terminal) -> AddedDirective {
    AddedDirective::new(
        "plot",
        ":plot tree|moves|graph|thermograph G, sequence|table|scatter LIST, position P, positions R LIST, quotient|phi|strip CODE [FILE [WIDTH]]",
        "Draws a picture here, or writes it to a file: .svg, and positions, tables and graphs as .tex too. 240pt is the most that it may be wide.",
        move |session, argument| {
            let (argument, width) = without_width(argument).map_err(RunError::argument)?;
            let (what, file) = split(argument);
            if let Some(file) = file.filter(|_| session.is_confined()) {
                return Err(RunError::argument(format!(
                    "this session writes no files: leave out `{file}`"
                ))
                .into());
            }
            let (kind, expression) = asked(what).map_err(RunError::argument)?;
            let ends = |wanted: &str| {
                file.and_then(ending).is_some_and(|end| end.eq_ignore_ascii_case(wanted))
            };
            let tikz = ends("tex") && kind.has_tikz();
            if let Some(file) = file
                && !tikz
                && !ends("svg")
            {
                return Err(RunError::argument(format!(
                    "pictures are written as SVG, and `{file}` does not end in .svg; positions, \
                     tables and graphs are also written for LaTeX, as .tex"
                ))
                .into());
            }
            let mut picture = Drawing::new(session, kind, expression)?;
            if let Drawn::Positions(positions) = &mut picture.0 {
                positions.width = width;
            }
            let Some(file) = file else {
                return Ok(picture.text(terminal).trim_end().to_owned());
            };
            let latex = match &picture.0 {
                Drawn::Positions(positions) if tikz => Some(positions.tikz()),
                Drawn::Graph(graph) if tikz => Some(graph.tikz()),
                Drawn::Table(table) if tikz => Some(table.tikz()),
                _ => None,
            };
            let text = match (latex, width) {
                (Some(latex), None) => latex,
                (Some(latex), Some(most)) => {
                    let width = format!("\\ifdim\\width>{most}pt {most}pt\\else\\width\\fi");
                    format!("\\resizebox{{{width}}}{{!}}{{%\n{latex}}}\n")
                }
                (None, width) => {
                    let svg = picture.svg();
                    width.map_or_else(|| svg.clone(), |most| fitted(&svg, most))
                }
            };
            cg_files::write_whole(Path::new(file), |out| out.write_all(text.as_bytes()))
                .map_err(|error| RunError::unwritten(file, &error))?;
            Ok(format!("written to {file}"))
        },
    )
    .with_argument(ArgumentKind::WordThenExpression(&[
        "graph ",
        "moves ",
        "phi ",
        "position ",
        "positions ",
        "quotient ",
        "scatter ",
        "sequence ",
        "strip ",
        "table ",
        "thermograph ",
        "tree ",
    ]))
}

/// What is drawn of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PictureKind {
    /// The canonical form of a game, or a literal form as it is written.
    Tree,
    /// The positions of a game that can come up, each as it is written, boards as boards.
    Moves,
    /// A game that comes back to its positions, as a graph: its simplest form, or its sides.
    Graph,
    /// The positions of such a game, each as it is written.
    GraphOfPositions,
    /// The thermograph of a game.
    Thermograph,
    /// A list of whole numbers, none negative, over their places.
    Sequence,
    /// A list of lists of values, or a dictionary of lists: rows and columns.
    Table,
    /// A list of pairs of whole numbers, none negative.
    Scatter,
    /// A position of a ruleset: `clobber xo|ox`, or `Clobber("xo|ox")`.
    Position,
    /// A ruleset and a list of its positions, each with its value: `Clobber boards(Clobber, 2, 2)`.
    Positions,
    /// The idempotents of a misère quotient in their order. What it is of is written as for the function
    /// `quotient`: `".77"`, `Kayles`, `Kayles(1..20)`.
    Quotient,
    /// The elements of a misère quotient over the heaps.
    Phi,
    /// The words of the heaps in a misère quotient, wound at the period.
    Strip,
}

impl PictureKind {
    /// All kinds, with their names.
    const ALL: [(&str, PictureKind); 12] = [
        ("tree", PictureKind::Tree),
        ("moves", PictureKind::Moves),
        ("graph", PictureKind::Graph),
        ("thermograph", PictureKind::Thermograph),
        ("sequence", PictureKind::Sequence),
        ("table", PictureKind::Table),
        ("scatter", PictureKind::Scatter),
        ("position", PictureKind::Position),
        ("positions", PictureKind::Positions),
        ("quotient", PictureKind::Quotient),
        ("phi", PictureKind::Phi),
        ("strip", PictureKind::Strip),
    ];

    /// Whether its pictures are also written as TikZ.
    fn has_tikz(self) -> bool {
        matches!(
            self,
            PictureKind::Position
                | PictureKind::Positions
                | PictureKind::Table
                | PictureKind::Graph
                | PictureKind::GraphOfPositions
        )
    }

    /// Its name: `tree`.
    pub fn name(self) -> &'static str {
        // The graph of positions has a word more.
        let kind = if self == Self::GraphOfPositions { Self::Graph } else { self };
        let row = Self::ALL.iter().find(|(_, known)| *known == kind);
        row.expect("each kind has its row").0
    }

    /// The kind of this name: `tree`, `moves`, `quotient`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, kind)| kind)
    }
}

impl From<CalculatorError> for ErrorKind {
    fn from(error: CalculatorError) -> Self {
        match error {
            CalculatorError::Expression(error) => error.into(),
            CalculatorError::Engine(error) => error.into(),
            error => RunError::argument(error.to_string()).into(),
        }
    }
}

/// A picture of an expression: `cg_plot::Picture` draws it as SVG or as text.
#[derive(Clone, Debug)]
pub struct Drawing(Drawn);

#[derive(Clone, Debug)]
enum Drawn {
    Thermograph(Arc<Thermograph>, String),
    Tree(TreePicture),
    Sequence(Box<SequencePicture>),
    Table(TablePicture),
    Positions(Positions),
    Graph(GraphPicture),
    #[cfg(feature = "misere")]
    Quotient(PictureKind, String, Box<cg_misere::Solution>),
}

impl Drawing {
    /// The picture of an expression.
    pub(crate) fn new(
        session: &mut Session,
        kind: PictureKind,
        expression: &str,
    ) -> Result<Self, CalculatorError> {
        let name = name(expression);
        Ok(Drawing(match kind {
            PictureKind::Thermograph => {
                let (game, _) = session.evaluate_game(expression)?;
                Drawn::Thermograph(session.engine().thermograph(game)?, name)
            }
            PictureKind::Tree => {
                let (game, form) = session.evaluate_game(expression)?;
                let notation = session.notation();
                let engine = session.engine();
                Drawn::Tree(match form {
                    Some(form) => TreePicture::of_form(engine, form, notation, &name)?,
                    None => TreePicture::of_game(engine, game, notation, &name)?,
                })
            }
            PictureKind::Moves => Drawn::Tree(tree_of_positions(session, expression, &name)?),
            PictureKind::Graph => {
                let value = session.evaluate(expression)?;
                Drawn::Graph(graph(session, &value, &name)?)
            }
            PictureKind::GraphOfPositions => {
                Drawn::Graph(graph_of_positions(session, expression, &name)?)
            }
            PictureKind::Table => {
                let value = session.evaluate(expression)?;
                Drawn::Table(table(session, &value, &name)?)
            }
            PictureKind::Scatter => {
                let value = session.evaluate(expression)?;
                scatter(&value, &name)?
            }
            PictureKind::Sequence => {
                let value = session.evaluate(expression)?;
                sequence(session, &value, &name)?
            }
            PictureKind::Position => position(session, expression)?,
            PictureKind::Positions => positions(session, expression)?,
            PictureKind::Quotient | PictureKind::Phi | PictureKind::Strip => {
                quotient(session, kind, expression, &name)?
            }
        }))
    }
}

impl Picture for Drawing {
    fn svg(&self) -> String {
        match &self.0 {
            Drawn::Thermograph(thermograph, name) => {
                ThermographPicture::new(thermograph, name).svg()
            }
            Drawn::Tree(tree) => tree.svg(),
            Drawn::Sequence(sequence) => sequence.svg(),
            Drawn::Table(table) => table.svg(),
            Drawn::Positions(positions) => positions.svg(),
            Drawn::Graph(graph) => graph.svg(),
            #[cfg(feature = "misere")]
            Drawn::Quotient(PictureKind::Phi, title, solution) => phi(title, solution).svg(),
            #[cfg(feature = "misere")]
            Drawn::Quotient(PictureKind::Strip, title, solution) => {
                strip(title, solution, MOST_COLUMNS).svg()
            }
            #[cfg(feature = "misere")]
            Drawn::Quotient(_, title, solution) => idempotents(title, solution).svg(),
        }
    }

    fn text(&self, terminal: Terminal) -> String {
        match &self.0 {
            Drawn::Thermograph(thermograph, name) => {
                ThermographPicture::new(thermograph, name).text(terminal)
            }
            Drawn::Tree(tree) => tree.text(terminal),
            Drawn::Sequence(sequence) => sequence.text(terminal),
            Drawn::Table(table) => table.text(terminal),
            Drawn::Positions(positions) => positions.text(terminal),
            Drawn::Graph(graph) => graph.text(terminal),
            #[cfg(feature = "misere")]
            Drawn::Quotient(PictureKind::Phi, title, solution) => {
                phi(title, solution).text(terminal)
            }
            #[cfg(feature = "misere")]
            Drawn::Quotient(PictureKind::Strip, title, solution) => {
                let most = columns_of_text(solution, terminal.width);
                strip(title, solution, most).text(terminal)
            }
            #[cfg(feature = "misere")]
            Drawn::Quotient(_, title, solution) => idempotents(title, solution).text(terminal),
        }
    }
}

/// What a line after `:plot` asks for: the kind of picture, and the expression.
fn asked(what: &str) -> Result<(PictureKind, &str), String> {
    let end = what.find(|c: char| !c.is_alphanumeric()).unwrap_or(what.len());
    let (word, expression) = what.split_at(end);
    // Said with or without `tree`.
    let (word, expression) = match expression.trim_start().strip_prefix("positions ") {
        Some(rest) if word == "tree" => ("moves", rest),
        Some(rest) if word == "graph" => {
            return Ok((PictureKind::GraphOfPositions, rest.trim()));
        }
        _ => (word, expression),
    };
    let Some(kind) = PictureKind::named(word) else {
        return Err(
            "trees, moves, graphs, thermographs, sequences, tables, scatter plots, positions and misère \
             quotients (quotient, phi, strip) are drawn: which of them?"
                .to_owned(),
        );
    };
    let expression = expression.trim();
    if expression.is_empty() {
        return Err(format!("what is the {word} of? an expression is missing"));
    }
    Ok((kind, expression))
}

/// A stretch of a program, for a front end that shows pictures among the answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stretch<'p> {
    /// Statements at the places that they have in the whole program: what is not theirs is
    /// blank.
    Program(String),
    /// A line that asks for a picture and names no file: `:plot tree {1|-1}`.
    Picture {
        /// What of.
        kind: PictureKind,
        /// The expression.
        expression: &'p str,
        /// The whole line.
        line: &'p str,
    },
}

/// Cuts a program at the lines that ask for pictures.
///
/// ```
/// use cg_calculator::{PictureKind, Stretch, cg_lang::Reading, illustrated};
/// let found = illustrated("1 + 1\n:plot tree ^\n2", &Reading::default());
/// let picture = Stretch::Picture { kind: PictureKind::Tree, expression: "^", line: ":plot tree ^" };
/// let rest = Stretch::Program("     \n            \n2".into());
/// assert_eq!(found, [Stretch::Program("1 + 1\n".into()), picture, rest]);
/// ```
pub fn illustrated<'p>(program: &'p str, reading: &Reading) -> Vec<Stretch<'p>> {
    let blank = |text: &str| -> String {
        let sign = |sign: char| match sign {
            '\n' => "\n".to_owned(),
            sign => " ".repeat(sign.len_utf8()),
        };
        text.chars().map(sign).collect()
    };
    let (mut found, mut from) = (Vec::new(), 0);
    let statements = |from: usize, to: usize, found: &mut Vec<Stretch<'p>>| {
        if !program[from..to].trim().is_empty() {
            found.push(Stretch::Program(blank(&program[..from]) + &program[from..to]));
        }
    };
    for piece in pieces(program, reading) {
        let range = piece.span.range();
        let name = program[range.clone()].trim_start_matches(':').trim();
        if piece.kind != PieceKind::Directive || name != "plot" {
            continue;
        }
        let end = program[range.end..].find('\n').map_or(program.len(), |at| range.end + at);
        let argument = &program[range.end..end];
        let (what, file) = split(without_width(argument).map_or(argument, |(before, _)| before));
        let Some((kind, expression)) = asked(what).ok().filter(|_| file.is_none()) else {
            continue;
        };
        statements(from, range.start, &mut found);
        let line = program[range.start..end].trim_end();
        found.push(Stretch::Picture { kind, expression, line });
        from = end;
    }
    statements(from, program.len(), &mut found);
    found
}

/// More values are no table.
pub(crate) const MOST_CELLS: usize = 40_000;

/// The table of a list of lists, whose rows are counted, or of a dictionary of lists,
/// whose keys are the heads of the rows.
fn table(
    session: &mut Session,
    value: &Value,
    name: &str,
) -> Result<TablePicture, CalculatorError> {
    let rows: Vec<(Option<&Value>, &Value)> = match value {
        Value::List(list) => list.items().iter().map(|row| (None, row)).collect(),
        Value::Collection(dictionary) if dictionary.is_dictionary() => {
            let pairs = dictionary.items().iter().map(|pair| match pair {
                Value::List(pair) => (Some(&pair.items()[0]), &pair.items()[1]),
                _ => unreachable!("the items of a dictionary are pairs"),
            });
            pairs.collect()
        }
        _ => return Err(CalculatorError::NoTable),
    };
    let (mut drawn, mut columns, mut all) = (Vec::new(), 0, 0);
    for (at, (head, row)) in rows.into_iter().enumerate() {
        let Value::List(row) = row else { return Err(CalculatorError::NoTable) };
        columns = columns.max(row.items().len());
        all += row.items().len() + 1;
        if all > MOST_CELLS {
            return Err(CalculatorError::NoTable);
        }
        let head = match head {
            Some(key) => session.shown(key),
            None => at.to_string(),
        };
        let mut cells = Vec::new();
        for value in row.items() {
            let text = session.shown(value);
            let latex = value.is_game().then(|| session.shown_in(value, Notation::Latex));
            cells.push(Cell { text, latex, weight: weight(session, value)? });
        }
        drawn.push((head, cells));
    }
    let heads = (0..columns).map(|column| column.to_string()).collect();
    Ok(TablePicture::new(name, heads, drawn))
}

/// How much a value is: a nimber its number, a number itself.
fn weight(session: &mut Session, value: &Value) -> Result<Option<f64>, CalculatorError> {
    if let Some(integer) = value.held_integer() {
        return Ok(finite(integer.to_f64().value()));
    }
    let Value::Game(game) = value else { return Ok(None) };
    if let Some(nimber) = session.engine().as_nimber(*game)? {
        return Ok(finite(nimber.to_f64().value()));
    }
    let number = session.engine().as_number(*game)?;
    Ok(number.and_then(|number| {
        let places = i32::try_from(number.exponent()).ok()?;
        finite(number.numerator().to_f64().value() / 2f64.powi(places))
    }))
}

/// Too large a number is not coloured.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

/// The points of a list of pairs of whole numbers.
fn scatter(value: &Value, name: &str) -> Result<Drawn, CalculatorError> {
    let number = |value: &Value| u64::try_from(value.held_integer()?).ok();
    let point = |item: &Value| match item {
        Value::List(pair) => match pair.items() {
            [x, y] => Some((number(x)?, number(y)?)),
            _ => None,
        },
        _ => None,
    };
    let points = match value {
        Value::List(list) => list.items().iter().map(point).collect::<Option<Vec<(u64, u64)>>>(),
        _ => None,
    };
    let points = points.filter(|points| !points.is_empty()).ok_or(CalculatorError::NoPoints)?;
    let right = points.iter().map(|point| point.0).max().unwrap_or(0);
    let top = points.iter().map(|point| point.1).max().unwrap_or(0);
    let heads = ["first", "second"];
    let mut picture = SequencePicture::new(name, heads, right.saturating_add(1), top);
    points.into_iter().for_each(|(x, y)| picture.add(x, y, false));
    Ok(Drawn::Sequence(Box::new(picture)))
}

/// More positions are not looked at.
const MOST_POSITIONS: usize = 400;

/// The tree of the positions of a game.
fn tree_of_positions(
    session: &mut Session,
    expression: &str,
    name: &str,
) -> Result<TreePicture, CalculatorError> {
    let mut waiting = vec![session.position(&Source::new("<expression>", expression))?];
    let mut nodes: Vec<PositionNode> = Vec::new();
    let mut whole = true;
    while let Some(position) = waiting.get(nodes.len()).cloned() {
        session.engine().check()?;
        let lines = lines(session, &position)?;
        let drawings = drawings(session, &position)?.unwrap_or_default();
        let mut node = PositionNode { lines, drawings, ..Default::default() };
        let mut moves = Vec::new();
        for player in Player::BOTH {
            moves.push(session.position_moves(&position, player)?);
        }
        node.cut = waiting.len() + moves.iter().map(Vec::len).sum::<usize>() > MOST_POSITIONS;
        whole &= !node.cut;
        for (options, moves) in node.options.iter_mut().zip(moves).filter(|_| !node.cut) {
            let first = waiting.len();
            waiting.extend(moves.into_iter().map(|made| made.after));
            *options = (first..waiting.len()).collect();
        }
        nodes.push(node);
    }
    let size = whole.then_some(nodes.len() as u128);
    Ok(TreePicture::of_positions(name, nodes, size))
}

/// The graph of a game: the simplest form of a stopper, the two sides of another game, or
/// what is known of a game without sides.
fn graph(
    session: &mut Session,
    value: &Value,
    name: &str,
) -> Result<GraphPicture, CalculatorError> {
    let no_game = || CalculatorError::Asked("a graph is drawn of a game".to_owned());
    let mut picture = GraphPicture::new(name);
    let roots = match value {
        Value::Loopy(game) => match &**game {
            LoopyGame::Unsided(draft) => {
                graph_of_draft(session, draft, &mut picture)?;
                return Ok(picture);
            }
            LoopyGame::Sided(value) if value.onside == value.offside => vec![value.onside],
            LoopyGame::Sided(value) => vec![value.onside, value.offside],
        },
        Value::Game(game) => vec![Side::Game(*game)],
        value => match value.held_integer() {
            Some(integer) => vec![Side::Game(session.engine().integer(&integer)?)],
            None => return Err(no_game()),
        },
    };
    // What ends is a leaf, unless it is all there is to see.
    let all = matches!(roots[0], Side::Game(_));
    explored(roots, &mut picture, |side| {
        let mut options = [Vec::new(), Vec::new()];
        if all || matches!(side, Side::Stopper(_)) {
            for (options, player) in options.iter_mut().zip(Player::BOTH) {
                *options = session.options_of_loopy(side, player)?;
            }
        }
        Ok((session.shown_loopy(side.into()), options))
    })?;
    Ok(picture)
}

/// The graph of a game without sides: its positions are numbered.
fn graph_of_draft(
    session: &mut Session,
    draft: &Draft,
    picture: &mut GraphPicture,
) -> Result<(), CalculatorError> {
    explored(vec![Target::Vertex(0)], picture, |target| {
        Ok(match target {
            Target::Value(value) => (session.shown_loopy(value), Default::default()),
            Target::Vertex(vertex) => {
                let options = Player::BOTH.map(|player| draft.options(vertex, player).to_vec());
                (format!("({})", vertex + 1), options)
            }
        })
    })
}

/// Draws what can be reached from some vertices, once each; `look` gives the text of a vertex
/// and its options for Left and for Right.
fn explored<V: Copy + Eq + Hash>(
    roots: Vec<V>,
    picture: &mut GraphPicture,
    mut look: impl FnMut(V) -> Result<(String, [Vec<V>; 2]), CalculatorError>,
) -> Result<(), CalculatorError> {
    let mut found: IndexSet<V> = roots.into_iter().collect();
    let mut moves = Vec::new();
    let mut done = 0;
    while let Some(&vertex) = found.get_index(done) {
        let (text, options) = look(vertex)?;
        picture.add(&text);
        for (options, player) in options.into_iter().zip(Player::BOTH) {
            moves.extend(options.into_iter().map(|to| (done, found.insert_full(to).0, player)));
        }
        if found.len() > GraphPicture::MOST {
            return Err(CalculatorError::LargeGraph);
        }
        done += 1;
    }
    moves.into_iter().for_each(|(from, to, player)| picture.link(from, to, player));
    Ok(())
}

/// The graph of the positions of a game.
fn graph_of_positions(
    session: &mut Session,
    expression: &str,
    name: &str,
) -> Result<GraphPicture, CalculatorError> {
    let start = session.position(&Source::new("<expression>", expression))?;
    let mut meter = Meter::new(session.engine().limits().clone());
    let mut looked_at = 0;
    let (graph, positions) = Graph::explore([start], &mut meter, |position, player, out| {
        looked_at += 1;
        if looked_at > 2 * GraphPicture::MOST {
            return Err(CalculatorError::LargeGraph);
        }
        let moves = session.position_moves(position, player)?;
        out.extend(moves.into_iter().map(|made| made.after));
        Ok(())
    })?;
    let mut picture = GraphPicture::new(name);
    for position in &positions {
        picture.add(&lines(session, position)?.join("\n"));
    }
    for (number, from) in (0u32..).zip(0..positions.len()) {
        for player in Player::BOTH {
            graph.moves(number, player).iter().for_each(|&to| {
                picture.link(from, to as usize, player);
            });
        }
    }
    Ok(picture)
}

/// A position as lines: of its components, the boards row by row.
fn lines(session: &mut Session, position: &GamePosition) -> Result<Vec<String>, CalculatorError> {
    let mut lines: Vec<String> = Vec::new();
    for part in session.position_parts(position)? {
        let arguments = part.call.as_ref().map_or(&[][..], |(_, arguments)| arguments);
        let boards = arguments.iter().filter(|argument| {
            let rows = argument.as_texts().map_or(0, |rows| rows.len());
            matches!(argument, Value::Board(_)) || rows > 1
        });
        let rows: Vec<&str> = boards.filter_map(Value::as_texts).flatten().collect();
        let single = arguments.len() == 1 && part.written == part.text;
        let strip = match arguments {
            [argument] if single => argument.as_text().filter(|text| !text.is_empty()),
            _ => None,
        };
        if !lines.is_empty() && !part.written.starts_with('-') {
            lines.push("+".into());
        }
        match strip {
            _ if single && !rows.is_empty() => lines.extend(rows.into_iter().map(str::to_owned)),
            Some(strip) => lines.push(strip.to_owned()),
            None => lines.push(part.written),
        }
    }
    if lines.is_empty() {
        lines.push("0".into());
    }
    Ok(lines)
}

/// The picture of a list of whole numbers, none negative, or of nimbers.
fn sequence(session: &mut Session, value: &Value, name: &str) -> Result<Drawn, CalculatorError> {
    let mut number = |item: &Value| match item {
        Value::Game(game) => {
            let nimber = session.engine().as_nimber(*game).ok().flatten()?;
            u64::try_from(&nimber).ok()
        }
        item => u64::try_from(item.held_integer()?).ok(),
    };
    let numbers = match value {
        Value::List(list) => list.items().iter().map(&mut number).collect::<Option<Vec<u64>>>(),
        _ => None,
    };
    let numbers =
        numbers.filter(|numbers| !numbers.is_empty()).ok_or(CalculatorError::NoSequence)?;
    let top = numbers.iter().copied().max().unwrap_or(0);
    let count = numbers.len() as u64;
    let mut picture = SequencePicture::new(name, ["place in the list", "value"], count, top);
    (0..).zip(numbers).for_each(|(place, number)| picture.add(place, number, false));
    Ok(Drawn::Sequence(Box::new(picture)))
}

/// The most positions of one picture.
const MOST_DRAWN: usize = 1000;

fn drawn(start: &Start) -> cg_rulesets::Drawing {
    let Ok(drawing) = start.rules.draw(&start.position);
    drawing
}

/// A position: a call of a ruleset's function or a sum of such calls, or a position as it is
/// written for a ruleset.
fn position(session: &mut Session, text: &str) -> Result<Drawn, CalculatorError> {
    let called = called(session, text)?;
    called.map_or_else(|| written(text), |positions| Ok(Drawn::Positions(positions)))
}

/// The position that calls of rulesets' functions say; `None` for anything else.
fn called(session: &mut Session, text: &str) -> Result<Option<Positions>, CalculatorError> {
    if !text.trim_end().ends_with(')') {
        return Ok(None);
    }
    let position = session.position(&Source::new("<expression>", text))?;
    let (mut titles, mut positions) = (Vec::new(), Vec::new());
    for part in session.position_parts(&position)? {
        let known = start_of_part(session, &part);
        titles.extend(known.as_ref().map(|start| start.rules.title()));
        let drawing = known.map(|start| drawn(&start)).or(part.drawing);
        let Some(drawing) = drawing else { return Ok(None) };
        positions.push(PositionDrawn::new(drawing));
    }
    titles.dedup();
    Ok(Some(Positions { title: titles.join(" + "), positions, width: None }))
}

/// The position of a ruleset of the table that a component is.
fn start_of_part(session: &mut Session, part: &PositionPart) -> Option<Start> {
    let (function, arguments) = part.call.as_ref()?;
    session
        .rules()
        .with_context(|context| crate::rulesets::start_of_call(context, function, arguments))
}

/// The components of a position as drawings; `None` where one cannot be drawn, or is subtracted.
fn drawings(
    session: &mut Session,
    position: &GamePosition,
) -> Result<Option<Vec<cg_rulesets::Drawing>>, CalculatorError> {
    let mut all = Vec::new();
    for part in session.position_parts(position)? {
        if part.count != dashu_int::IBig::ONE {
            return Ok(None);
        }
        let known = start_of_part(session, &part).map(|start| drawn(&start));
        match known.or_else(|| crate::drawing::drawing_of(&part)) {
            Some(drawing) => all.push(drawing),
            None => return Ok(None),
        }
    }
    Ok(Some(all))
}

/// A position of a ruleset, of the table or one whose positions come back.
fn written(text: &str) -> Result<Drawn, CalculatorError> {
    let (name, board) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (title, drawing) = match LoopyRules::named(name) {
        Some(rules) => {
            let Ok(drawing) = rules.draw(&rules.read(board)?);
            (rules.title().to_owned(), drawing)
        }
        None => {
            let start = Start::read(text)?;
            (start.rules.title(), drawn(&start))
        }
    };
    let positions = vec![PositionDrawn::new(drawing)];
    Ok(Drawn::Positions(Positions { title, positions, width: None }))
}

/// The positions of a list of texts, behind the name of their ruleset, each with its value.
fn positions(session: &mut Session, text: &str) -> Result<Drawn, CalculatorError> {
    let (name, list) = text.trim().split_once(char::is_whitespace).unwrap_or((text, ""));
    let wrong = |problem: &str| CalculatorError::Asked(problem.to_owned());
    let Some(entry) = Entry::named(name) else {
        return Err(wrong(
            "write a ruleset and a list of its positions, as in `Clobber boards(Clobber, 2, 2)`",
        ));
    };
    let Value::List(list) = session.evaluate(list)? else {
        return Err(wrong("behind the ruleset stands a list of positions, each a text"));
    };
    if list.items().len() > MOST_DRAWN {
        return Err(wrong("a picture has at most 1000 positions: take fewer"));
    }
    let mut positions = Vec::new();
    for item in list.items() {
        let Value::Text(position) = item else {
            return Err(wrong("behind the ruleset stands a list of positions, each a text"));
        };
        let position = position.as_str();
        let start = Start::read(&format!("{} {position}", entry.name))?;
        let (value, _) = session.evaluate_game(&format!("{}(\"{position}\")", entry.function))?;
        let notation = session.notation();
        let caption = session.engine().print(value, notation)?;
        let latex = session.engine().print(value, Notation::Latex)?;
        positions.push(PositionDrawn { drawing: drawn(&start), caption, latex: Some(latex) });
    }
    Ok(Drawn::Positions(Positions { title: entry.title.into(), positions, width: None }))
}

/// The picture of a misère quotient.
#[cfg(feature = "misere")]
fn quotient(
    session: &mut Session,
    kind: PictureKind,
    arguments: &str,
    name: &str,
) -> Result<Drawn, CalculatorError> {
    let (title, solution) = crate::misere::pictured(session, arguments)?;
    let mut shown = title.as_deref().unwrap_or(name).to_owned();
    // Of some positions it is the quotient of all their heaps. The other pictures show how far they go.
    if kind == PictureKind::Quotient && title.is_some() && solution.period().is_none() {
        shown += &format!(" for the heaps to {}", solution.last_heap());
    }
    Ok(Drawn::Quotient(kind, shown, Box::new(solution)))
}

#[cfg(not(feature = "misere"))]
fn quotient(_: &mut Session, _: PictureKind, _: &str, _: &str) -> Result<Drawn, CalculatorError> {
    Err(CalculatorError::Asked("this program was built without misère quotients".to_owned()))
}

/// An expression as a title has it: without parentheses around all of it.
fn name(expression: &str) -> String {
    let inner = expression.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let inner = inner.filter(|inner| {
        let mut depth = 0i64;
        inner.chars().all(|sign| {
            depth += i64::from(sign == '(') - i64::from(sign == ')');
            depth >= 0
        })
    });
    let text = inner.unwrap_or(expression).trim();
    if text.chars().count() <= MOST_NAME {
        return text.to_owned();
    }
    text.chars().take(MOST_NAME - 1).chain(['…']).collect()
}

/// The text before a width in points behind a file, `240pt`, and the width.
///
/// # Errors
/// Says that what is behind a file is no width.
fn without_width(text: &str) -> Result<(&str, Option<u32>), String> {
    match text.trim().rsplit_once(char::is_whitespace) {
        Some((before, word)) if split(text).1.is_none() && split(before).1.is_some() => {
            let points = word.strip_suffix("pt").and_then(|points| points.parse().ok());
            match points.filter(|&points| points > 0) {
                Some(points) => Ok((before, Some(points))),
                None => Err(format!("`{word}` is no width: write points, such as `240pt`")),
            }
        }
        _ => Ok((text, None)),
    }
}

/// The picture that is asked for, and the file behind it if there is one: a last
/// word in quotation marks, or with the ending of a picture.
fn split(text: &str) -> (&str, Option<&str>) {
    let text = text.trim();
    let quoted = text.strip_suffix('"').and_then(|rest| rest.rsplit_once('"'));
    if let Some((what, file)) = quoted
        && what.ends_with(char::is_whitespace)
        && ending(file).is_some()
    {
        return (what.trim_end(), Some(file));
    }
    match text.rsplit_once(char::is_whitespace) {
        Some((what, file)) if ending(file).is_some() => (what.trim_end(), Some(file)),
        _ => (text, None),
    }
}

/// The ending of a file, if it is that of a picture.
fn ending(file: &str) -> Option<&str> {
    let (_, ending) = file.rsplit_once('.')?;
    PICTURES.iter().any(|known| ending.eq_ignore_ascii_case(known)).then_some(ending)
}
