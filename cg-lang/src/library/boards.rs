//! The functions of the language on boards and strips. A strip is a text: what takes a
//! row and a column of a board takes an index of a strip.

use crate::board::{Board, Image, OfBoards, STEPS, is_cell};
use crate::builtin::{BuiltIn, Native, Special};
use crate::context::{Context, RunResult, wrong_kind};
use crate::error::RunError;
use crate::heap::Shared;
use crate::value::{Text, Value};

/// The functions on boards and strips.
pub(crate) fn functions() -> Vec<BuiltIn> {
    let plus = |name, usage, help, count, body: fn(&mut Context<'_>, &[Value]) -> _| {
        BuiltIn::new(name, usage, help, count, body)
    };
    vec![
        plus(
            "board",
            "board(rows)",
            "The board with these rows: a text with `|` between them, or a list of texts.",
            1..=1,
            |context, values| make(context, &values[0]),
        ),
        plus("rows", "rows(b)", "How many rows a board has.", 1..=1, |context, values| {
            let board = board(context, &values[0], "rows")?;
            Ok(context.integer_value(board.rows().into()))
        })
        .with_instruction(Native::Rows),
        plus("cols", "cols(b)", "How many columns a board has.", 1..=1, |context, values| {
            let board = board(context, &values[0], "cols")?;
            Ok(context.integer_value(board.cols().into()))
        })
        .with_instruction(Native::Cols),
        plus(
            "put",
            "put(b, r, c, x, ...)",
            "The board with x at row r and column c, and so on; of a strip or a list, put(s, i, x, ...).",
            3..=usize::MAX,
            put,
        )
        .with_instruction(Native::Put),
        plus(
            "cell",
            "cell(b, r, c, x)",
            "The cell at row r and column c, and x outside the board; of a strip, cell(s, i, x).",
            3..=4,
            cell,
        ),
        plus(
            "cells",
            "cells(b, x)",
            "The places [r, c] of the cells that are one of the characters of x; without x, all.",
            1..=2,
            |context, values| {
                let grid = Grid::of(context, &values[0], "cells")?;
                let wanted = match values.get(1) {
                    Some(wanted) => Some(kinds(wanted, "cells")?),
                    None => None,
                };
                let takes = |cell: &u8| wanted.is_none_or(|wanted| wanted.contains(cell));
                let found = (0..).zip(grid.cells()).filter(|(_, cell)| takes(cell));
                let places: Vec<usize> = found.map(|(at, _)| at).collect();
                grid.places(context, places)
            },
        )
        .with_instruction(Native::Cells),
        plus(
            "neighbours",
            "neighbours(b, r, c, n)",
            "The places beside a cell, 4 of them at most, or 8 if n is 8; of a strip, neighbours(s, i).",
            2..=4,
            |context, values| {
                if let Value::Graph(graph) = &values[0] {
                    return super::graphs::neighbours(context, graph, &values[1..]);
                }
                let (grid, at, rest) = place(context, values, "neighbours")?;
                let count = match rest {
                    [] => 4,
                    [count] => context.count(count, 8, "the number of neighbours")?,
                    _ => return Err(too_many("neighbours")),
                };
                if count != 4 && count != 8 {
                    return Err(refused("neighbours", "a cell has 4 neighbours, or 8"));
                }
                let steps = if count == 4 { &STEPS[..4] } else { &STEPS };
                let near = steps.iter().filter_map(|&step| grid.step(at, step)).collect();
                grid.places(context, near)
            },
        )
        .with_instruction(Native::Neighbours),
        plus(
            "near",
            "near(b, r, c, x)",
            "Whether one of the 4 cells beside a cell is one of the characters of x; of a strip, near(s, i, x).",
            3..=4,
            |context, values| {
                let (grid, at, rest) = place(context, values, "near")?;
                let [wanted] = rest else { return Err(too_many("near")) };
                let wanted = kinds(wanted, "near")?;
                let mut near = STEPS[..4].iter().filter_map(|&step| grid.step(at, step));
                Ok(near.any(|near| wanted.contains(&grid.cells()[near])).into())
            },
        )
        .with_instruction(Native::Near),
        plus(
            "rays",
            "rays(b, r, c, x)",
            "The places that a queen at row r and column c reaches over cells that are x.",
            4..=4,
            |context, values| {
                let (grid, at, rest) = place(context, values, "rays")?;
                let [free] = rest else { return Err(too_many("rays")) };
                let free = kinds(free, "rays")?;
                let mut reached = Vec::new();
                for step in STEPS {
                    let mut next = grid.step(at, step);
                    while let Some(place) = next.filter(|&at| free.contains(&grid.cells()[at])) {
                        reached.push(place);
                        next = grid.step(place, step);
                    }
                }
                grid.places(context, reached)
            },
        ),
        plus(
            "regions",
            "regions(b, x)",
            "The regions of cells that are one of the characters of x: for each the list of its places.",
            2..=2,
            |context, values| {
                let grid = Grid::of(context, &values[0], "regions")?;
                let wanted = kinds(&values[1], "regions")?;
                let board = grid.board();
                let mut lists = Vec::new();
                for region in board.regions(|cell| wanted.contains(&cell)) {
                    context.engine.check()?;
                    lists.push(grid.places(context, region)?);
                }
                context.list(lists)
            },
        ),
        plus(
            "region",
            "region(b, r, c)",
            "The places of the cells that hang together with a cell and are the same as it.",
            2..=3,
            |context, values| {
                let (grid, at, rest) = place(context, values, "region")?;
                if !rest.is_empty() {
                    return Err(too_many("region"));
                }
                let (board, cell) = (grid.board(), grid.cells()[at]);
                let mut seen = vec![false; grid.cells().len()];
                let region = board.region(at, &mut seen, |other| other == cell);
                grid.places(context, region)
            },
        ),
        plus(
            "around",
            "around(b, places)",
            "The cells beside these places, as a text.",
            2..=2,
            |context, values| {
                let grid = Grid::of(context, &values[0], "around")?;
                let Value::List(list) = &values[1] else {
                    return Err(wrong_kind("the places of `around`", "a list", &values[1]));
                };
                let mut inside = vec![false; grid.cells().len()];
                let mut places = Vec::new();
                for place in list.items() {
                    let at = grid.at(context, place, "around")?;
                    inside[at] = true;
                    places.push(at);
                }
                let mut text = String::new();
                for at in places {
                    for near in STEPS[..4].iter().filter_map(|&step| grid.step(at, step)) {
                        if !std::mem::replace(&mut inside[near], true) {
                            text.push(char::from(grid.cells()[near]));
                        }
                    }
                }
                Ok(context.text(text))
            },
        ),
        plus(
            "parts",
            "parts(b, x)",
            "What is left of a board or strip when the cells that are x are taken away: a list of boards or strips.",
            1..=2,
            |context, values| {
                if let [Value::Graph(graph)] = values {
                    return super::graphs::parts(context, graph);
                }
                let Some(between) = values.get(1) else {
                    return Err(refused(
                        "parts",
                        "of a board or strip it takes the cells that separate",
                    ));
                };
                let values = [&values[0], between];
                let between = kinds(values[1], "parts")?;
                if between.is_empty() {
                    return Err(refused("parts", "no cell separates the parts"));
                }
                let items = match Grid::of(context, values[0], "parts")? {
                    Grid::Board(board) => board
                        .parts(between)
                        .into_iter()
                        .map(|part| context.heap.board(part))
                        .collect(),
                    Grid::Strip(strip) => {
                        let parts =
                            strip.as_str().split(|c| between.iter().any(|&b| c == char::from(b)));
                        parts
                            .filter(|part| !part.is_empty())
                            .map(|part| context.text(part))
                            .collect()
                    }
                };
                context.list(items)
            },
        )
        .special_form(Special::OfBoards(OfBoards::Parts)),
        plus(
            "turn",
            "turn(b)",
            "The board turned by a quarter, to the right.",
            1..=1,
            |context, values| {
                let board = board(context, &values[0], "turn")?;
                Ok(context.heap.board(board.image(Image::TURNED[0])))
            },
        )
        .special_form(images_of(&Image::TURNED)),
        plus(
            "mirror",
            "mirror(b)",
            "The board or strip with left and right exchanged.",
            1..=1,
            |context, values| match Grid::of(context, &values[0], "mirror")? {
                Grid::Board(board) => Ok(context.heap.board(board.image(Image::MIRRORED[0]))),
                Grid::Strip(strip) => Ok(reversed(context, strip)),
            },
        )
        .special_form(images_of(&Image::MIRRORED)),
        plus(
            "flip",
            "flip(b)",
            "The board with the upper and the lower side exchanged.",
            1..=1,
            |context, values| {
                let board = board(context, &values[0], "flip")?;
                Ok(context.heap.board(board.image(Image::FLIPPED[0])))
            },
        )
        .special_form(images_of(&Image::FLIPPED)),
        plus(
            "transpose",
            "transpose(b)",
            "The board with rows and columns exchanged.",
            1..=1,
            |context, values| {
                let board = board(context, &values[0], "transpose")?;
                Ok(context.heap.board(board.image(Image::TRANSPOSED[0])))
            },
        )
        .special_form(images_of(&Image::TRANSPOSED)),
        plus(
            "reflections",
            "reflections(b)",
            "The board reflected so that rows stay rows, and turned by a half: 3 boards; of a strip, the reversed one.",
            1..=1,
            |context, values| {
                images(context, &values[0], "reflections", &Image::REFLECTIONS)
            },
        )
        .special_form(images_of(&Image::REFLECTIONS)),
        plus(
            "symmetries",
            "symmetries(b)",
            "The board turned and reflected: the 7 other boards; of a strip, the reversed one.",
            1..=1,
            |context, values| {
                images(context, &values[0], "symmetries", &Image::SYMMETRIES)
            },
        )
        .special_form(images_of(&Image::SYMMETRIES)),
        plus(
            "swap",
            "swap(b, x, y)",
            "The board or strip with the cells x and y exchanged.",
            3..=3,
            |context, values| {
                let [x, y] = [one_cell(&values[1], "swap")?, one_cell(&values[2], "swap")?];
                let exchange = |cell: &mut u8| {
                    if *cell == x {
                        *cell = y;
                    } else if *cell == y {
                        *cell = x;
                    }
                };
                Grid::of(context, &values[0], "swap")?
                    .changed(context, |cells| cells.iter_mut().for_each(exchange))
            },
        )
        .special_form(Special::OfBoards(OfBoards::Swap)),
    ]
}

/// A board, or a strip of ASCII.
enum Grid<'v> {
    Board(Shared<Board>),
    Strip(&'v Text),
}

impl<'v> Grid<'v> {
    fn of(context: &mut Context<'_>, value: &'v Value, name: &str) -> RunResult<Self> {
        match value {
            Value::Text(text) if text.is_ascii() => Ok(Grid::Strip(text)),
            Value::Text(_) => Err(refused(name, "the cells of a strip are ASCII characters")),
            _ => Ok(Grid::Board(board(context, value, name)?)),
        }
    }

    fn cells(&self) -> &[u8] {
        match self {
            Grid::Board(board) => board.cells(),
            Grid::Strip(strip) => strip.bytes(),
        }
    }

    fn cols(&self) -> usize {
        match self {
            Grid::Board(board) => board.cols(),
            Grid::Strip(strip) => strip.length(),
        }
    }

    fn rows(&self) -> usize {
        match self {
            Grid::Board(board) => board.rows(),
            Grid::Strip(_) => 1,
        }
    }

    /// The strip as a board.
    fn board(&self) -> Board {
        match self {
            Grid::Board(board) => (**board).clone(),
            Grid::Strip(strip) => {
                Board::of(1, strip.length(), |cells| cells.copy_from_slice(strip.bytes()))
            }
        }
    }

    /// The cell that lies a step from a cell.
    fn step(&self, at: usize, step: (isize, isize)) -> Option<usize> {
        let cols = self.cols();
        let row = (at / cols).checked_add_signed(step.0).filter(|&row| row < self.rows())?;
        let col = (at % cols).checked_add_signed(step.1).filter(|&col| col < cols)?;
        Some(row * cols + col)
    }

    /// Places as the language writes them: `[r, c]`, of a strip the index.
    fn places(&self, context: &mut Context<'_>, places: Vec<usize>) -> RunResult<Value> {
        let cols = self.cols().max(1);
        let mut items = Vec::with_capacity(places.len());
        for at in places {
            let integer =
                |at: usize| Value::Integer(i64::try_from(at).expect("at most 2^16 cells"));
            items.push(match self {
                Grid::Board(_) => context.list(vec![integer(at / cols), integer(at % cols)])?,
                Grid::Strip(_) => integer(at),
            });
        }
        context.list(items)
    }

    /// The cell that a place names.
    fn at(&self, context: &mut Context<'_>, place: &Value, name: &str) -> RunResult<usize> {
        match (self, place) {
            (Grid::Board(_), Value::List(pair)) if pair.length() == 2 => {
                self.cell_at(context, pair.items())
            }
            (Grid::Board(_), _) => {
                Err(wrong_kind(&format!("a place of `{name}`"), "a list [r, c]", place))
            }
            (Grid::Strip(_), index) => self.cell_at(context, std::slice::from_ref(index)),
        }
    }

    /// The cell with this row and column, or this index.
    fn cell_at(&self, context: &mut Context<'_>, place: &[Value]) -> RunResult<usize> {
        let at = match place {
            [row, col] => {
                let row = index(context, row, self.rows(), "row")?;
                row * self.cols() + index(context, col, self.cols(), "column")?
            }
            [at, ..] => index(context, at, self.cells().len(), "cell")?,
            [] => unreachable!("a place has an index"),
        };
        Ok(at)
    }

    /// How many numbers a place has.
    fn numbers(&self) -> usize {
        match self {
            Grid::Board(_) => 2,
            Grid::Strip(_) => 1,
        }
    }

    /// The board or strip after a change.
    fn changed(self, context: &Context<'_>, change: impl FnOnce(&mut [u8])) -> RunResult<Value> {
        Ok(match self {
            Grid::Board(board) => context.heap.board(board.with(change)),
            Grid::Strip(strip) => {
                let mut bytes = [0; 32];
                if let Some(bytes) = bytes.get_mut(..strip.length()) {
                    bytes.copy_from_slice(strip.bytes());
                    change(bytes);
                    if let Some(text) = Text::short(bytes) {
                        return Ok(Value::Text(text));
                    }
                    let text = std::str::from_utf8(bytes).expect("cells are ASCII");
                    return Ok(context.text(text));
                }
                let mut bytes = strip.bytes().to_vec();
                change(&mut bytes);
                context.text(String::from_utf8(bytes).expect("cells are ASCII"))
            }
        })
    }
}

/// The board or strip, the cell that the first arguments name, and the other arguments.
fn place<'v>(
    context: &mut Context<'_>,
    values: &'v [Value],
    name: &str,
) -> RunResult<(Grid<'v>, usize, &'v [Value])> {
    let grid = Grid::of(context, &values[0], name)?;
    let numbers = grid.numbers();
    if values.len() < 1 + numbers {
        return Err(refused(name, "a cell of a board is named by its row and its column"));
    }
    let at = grid.cell_at(context, &values[1..1 + numbers])?;
    Ok((grid, at, &values[1 + numbers..]))
}

/// The board that a value is: rows in a list are one too.
fn board(context: &mut Context<'_>, value: &Value, name: &str) -> RunResult<Shared<Board>> {
    match value {
        Value::Board(board) => Ok(board.clone()),
        Value::List(_) => match make(context, value)? {
            Value::Board(board) => Ok(board),
            other => Err(wrong_kind(&format!("an argument of `{name}`"), "a board", &other)),
        },
        other => Err(wrong_kind(&format!("an argument of `{name}`"), "a board", other)),
    }
}

/// Images of a board; of a strip, the reversed one.
fn images(
    context: &mut Context<'_>,
    value: &Value,
    name: &str,
    images: &[Image],
) -> RunResult<Value> {
    let items = match Grid::of(context, value, name)? {
        Grid::Board(board) => {
            images.iter().map(|&image| context.heap.board(board.image(image))).collect()
        }
        Grid::Strip(strip) => vec![reversed(context, strip)],
    };
    context.list(items)
}

/// What declarations use of boards.
const fn images_of(images: &'static [Image]) -> Special {
    Special::OfBoards(OfBoards::Images(images))
}

/// What typed code has an instruction for.
fn make(context: &mut Context<'_>, value: &Value) -> RunResult<Value> {
    let made = match value {
        Value::Board(_) => return Ok(value.clone()),
        Value::Text(text) => Board::read(text.as_str().split('|')),
        value => match value.as_texts() {
            Some(rows) => Board::read(rows),
            None => {
                return Err(wrong_kind(
                    "the argument of `board`",
                    "a text or a list of texts",
                    value,
                ));
            }
        },
    };
    match made {
        Ok(board) => Ok(context.heap.board(board)),
        Err(error) => Err(refused("board", &error.to_string())),
    }
}

fn reversed(context: &Context<'_>, strip: &Text) -> Value {
    context.text(strip.as_str().chars().rev().collect::<String>())
}

fn put(context: &mut Context<'_>, values: &[Value]) -> RunResult<Value> {
    if let Value::Graph(graph) = &values[0] {
        return super::graphs::put(context, graph, &values[1..]);
    }
    if let Value::List(list) = &values[0]
        && !puts_cells(list.items(), &values[1..])
    {
        return put_items(context, list.items(), &values[1..]);
    }
    let grid = Grid::of(context, &values[0], "put")?;
    let each = grid.numbers() + 1;
    let changes = &values[1..];
    if let [Value::List(places), cell] = changes {
        let cell = one_cell(cell, "put")?;
        let mut all = Vec::with_capacity(places.length());
        for place in places.items() {
            all.push(grid.at(context, place, "put")?);
        }
        return grid.changed(context, |cells| all.iter().for_each(|&at| cells[at] = cell));
    }
    if changes.is_empty() || !changes.len().is_multiple_of(each) {
        let written = if each == 3 { "row, column, cell" } else { "index, cell" };
        return Err(refused(
            "put",
            &format!("what is put is written {written}, as often as needed"),
        ));
    }
    // Most moves change few cells.
    let mut few = [(0, 0); 4];
    let mut many = Vec::new();
    let count = changes.len() / each;
    let found: &mut [(usize, u8)] = if count <= few.len() {
        &mut few[..count]
    } else {
        many.resize(count, (0, 0));
        &mut many
    };
    for (found, change) in found.iter_mut().zip(changes.chunks_exact(each)) {
        let (place, cell) = change.split_at(each - 1);
        *found = (grid.cell_at(context, place)?, one_cell(&cell[0], "put")?);
    }
    grid.changed(context, |cells| found.iter().for_each(|&(at, cell)| cells[at] = cell))
}

/// A list with other items at some indices.
/// Whether cells are put into a board that is a list of its rows: their places are lists, or a row
/// and a column stand before each.
fn puts_cells(items: &[Value], changes: &[Value]) -> bool {
    let rows = !items.is_empty() && items.iter().all(|item| matches!(item, Value::Text(_)));
    rows && match changes {
        [Value::List(_), ..] => true,
        [_, column, Value::Text(_), ..] => {
            column.is_held_integer() && changes.len().is_multiple_of(3)
        }
        _ => false,
    }
}

fn put_items(context: &mut Context<'_>, items: &[Value], changes: &[Value]) -> RunResult<Value> {
    if changes.is_empty() || !changes.len().is_multiple_of(2) {
        let how = "what is put into a list is written index, item, as often as needed";
        return Err(refused("put", how));
    }
    context.admit(size_of_val(items))?;
    let mut after = items.to_vec();
    for change in changes.chunks_exact(2) {
        let index = context.integer(&change[0], "an index of `put`")?;
        let place = usize::try_from(&index).ok().and_then(|at| after.get_mut(at));
        let Some(place) = place else {
            let (index, length) = (context.show_integer(&index), items.len());
            return Err(RunError::OutOfRange { index, length });
        };
        *place = change[1].clone();
    }
    context.list(after)
}

fn cell(context: &mut Context<'_>, values: &[Value]) -> RunResult<Value> {
    let grid = Grid::of(context, &values[0], "cell")?;
    let numbers = grid.numbers();
    if values.len() != numbers + 2 {
        return Err(refused("cell", "it takes the place and what is outside"));
    }
    let inside = |value: &Value, length: usize| match value {
        Value::Integer(at) => Ok(usize::try_from(*at).ok().filter(|&at| at < length)),
        Value::Big(_) => Ok(None),
        other => Err(wrong_kind("a place of `cell`", "an integer", other)),
    };
    let at = match &values[1..=numbers] {
        [row, col] => {
            let (row, col) = (inside(row, grid.rows())?, inside(col, grid.cols())?);
            row.zip(col).map(|(row, col)| row * grid.cols() + col)
        }
        place => inside(&place[0], grid.cells().len())?,
    };
    Ok(match at {
        Some(at) => Value::Text(Text::of_byte(grid.cells()[at])),
        None => values[numbers + 1].clone(),
    })
}

fn index(context: &mut Context<'_>, value: &Value, length: usize, what: &str) -> RunResult<usize> {
    if let Value::Integer(at) = value
        && let Some(at) = usize::try_from(*at).ok().filter(|&at| at < length)
    {
        return Ok(at);
    }
    let integer = context.integer(value, &format!("a {what}"))?;
    match usize::try_from(&integer).ok().filter(|&at| at < length) {
        Some(at) => Ok(at),
        None => Err(RunError::OutOfRange { index: context.show_integer(&integer), length }),
    }
}

/// The cells that a text names.
fn kinds<'v>(value: &'v Value, name: &str) -> RunResult<&'v [u8]> {
    match value {
        Value::Text(text) if text.is_ascii() => Ok(text.bytes()),
        other => {
            Err(wrong_kind(&format!("the cells of `{name}`"), "a text of ASCII characters", other))
        }
    }
}

fn one_cell(value: &Value, name: &str) -> RunResult<u8> {
    match value {
        Value::Text(text) => match text.bytes() {
            &[cell] if is_cell(cell) => Ok(cell),
            _ => Err(refused(name, "a cell is one printable ASCII character other than `|`")),
        },
        other => Err(wrong_kind(&format!("a cell of `{name}`"), "a text", other)),
    }
}

fn refused(name: &str, message: &str) -> RunError {
    RunError::Refused { function: name.into(), message: message.into() }
}

fn too_many(name: &str) -> RunError {
    refused(name, "a cell of a strip is named by its index alone, one of a board by row and column")
}
