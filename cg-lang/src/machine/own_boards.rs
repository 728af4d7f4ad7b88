//! The boards of a definition: its letters, all boards of a size, and one of each class that its
//! declarations make alike.

use cg_core::{Arrange, Player};
use cg_rulesets::MOST_BOARDS;

use super::{Defined, Machine};
use crate::ast::{Fact, Node};
use crate::board::{Board, is_cell};
use crate::context::RunResult;
use crate::error::{Error, RunError};
use crate::sum::Component;
use crate::value::Value;

/// So many boards of one size are looked at to tell boards from strips.
const MOST_TRIED: usize = 1 << 12;

/// A side of a board has at most so many cells.
const LONGEST: u64 = 64;

/// The values that are boards to a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKind {
    /// Boards.
    Boards,
    /// Texts: boards of one row.
    Strips,
}

/// The boards of a definition.
#[derive(Clone, Debug)]
pub struct OwnBoards {
    pub(crate) function: u32,
    letters: Vec<u8>,
    kind: BoardKind,
}

impl OwnBoards {
    /// The characters of which boards are made, in order.
    pub fn letters(&self) -> &[u8] {
        &self.letters
    }

    /// Whether they are boards or texts.
    pub fn kind(&self) -> BoardKind {
        self.kind
    }

    /// How many boards there are with so many cells, unless that is above `most`.
    fn count(&self, cells: usize, most: usize) -> Option<usize> {
        count(&self.letters, cells).filter(|&count| count <= most)
    }

    /// The number of a board among those of its size.
    fn number(&self, cells: &[u8]) -> Option<usize> {
        cells.iter().try_fold(0, |number, cell| {
            let letter = self.letters.binary_search(cell).ok()?;
            Some(number * self.letters.len() + letter)
        })
    }
}

/// How many rows of so many cells there are.
pub(crate) fn count(letters: &[u8], cells: usize) -> Option<usize> {
    letters.len().checked_pow(u32::try_from(cells).ok()?).filter(|&count| count > 0)
}

/// Writes the cells with this number: the order of the numbers is that of the texts.
pub(crate) fn fill(cells: &mut [u8], letters: &[u8], mut number: u64) {
    let base = letters.len() as u64;
    for cell in cells.iter_mut().rev() {
        *cell = letters[usize::try_from(number % base).expect("there are few letters")];
        number /= base;
    }
}

fn refused(message: String) -> RunError {
    RunError::Refused { function: "boards".into(), message }
}

impl Machine {
    /// The characters of the texts of a definition, and of those that it names, each once.
    pub(crate) fn letters(&self, defined: &Defined) -> Vec<u8> {
        let mut letters: Vec<u8> = Vec::new();
        let mut seen = Vec::new();
        let mut waiting = vec![defined];
        while let Some(Defined { ast, .. }) = waiting.pop() {
            for &node in ast.nodes() {
                let name = match node {
                    Node::Text(at) => {
                        letters.extend(ast.text(at).bytes().filter(|&byte| is_cell(byte)));
                        continue;
                    }
                    Node::Call(name, _) | Node::Name(name) => ast.name(name),
                    _ => continue,
                };
                if let Some(number) = self.function_names.find(name)
                    && let Some(named) = &self.functions[number as usize].defined
                    && !seen.contains(&number)
                {
                    seen.push(number);
                    waiting.push(named);
                }
            }
        }
        letters.arrange();
        letters.dedup();
        letters
    }

    /// The board with this number among those of a size, as an argument of a call.
    pub(crate) fn own_board(&self, of: &OwnBoards, [rows, cols]: [usize; 2], number: u64) -> Value {
        match of.kind {
            BoardKind::Boards => {
                let board = Board::of(rows, cols, |cells| fill(cells, &of.letters, number));
                self.heap.board(board)
            }
            BoardKind::Strips => {
                let mut cells = vec![0; cols];
                fill(&mut cells, &of.letters, number);
                self.heap.text(String::from_utf8(cells).expect("cells are ASCII"))
            }
        }
    }

    /// The boards of a function of one parameter: strips if the moves of all small ones can be
    /// listed, else boards; else those of which some have moves that can. `None` where there are none.
    ///
    /// # Errors
    /// Limits and interruptions.
    pub(crate) fn own_boards(&mut self, function: u32) -> Result<Option<OwnBoards>, Error> {
        let Some(defined) = self.defined(function).cloned() else { return Ok(None) };
        if defined.definition.parameters.len() != 1 {
            return Ok(None);
        }
        let letters = self.letters(&defined);
        // Boards have functions that texts lack, and rules of texts may run on boards of one row.
        let kinds = [BoardKind::Strips, BoardKind::Boards];
        for all in [true, false] {
            for kind in kinds {
                let of = OwnBoards { function, letters: letters.clone(), kind };
                let (good, bad) = self.try_small(&of)?;
                if good > 0 && (bad == 0 || !all) {
                    return Ok(Some(of));
                }
            }
        }
        Ok(None)
    }

    /// How many small boards have moves that can be listed, and how many have not.
    fn try_small(&mut self, of: &OwnBoards) -> Result<(usize, usize), Error> {
        let sizes: &[[usize; 2]] = match of.kind {
            BoardKind::Boards => &[[1, 1], [1, 2], [2, 1], [2, 2]],
            BoardKind::Strips => &[[1, 1], [1, 2], [1, 3]],
        };
        let (mut good, mut bad) = (0, 0);
        for &size in sizes {
            let Some(count) = of.count(size[0] * size[1], MOST_TRIED) else { continue };
            for number in 0..count as u64 {
                let call = Component::Call(of.function, vec![self.own_board(of, size, number)]);
                let listed = Player::BOTH
                    .into_iter()
                    .try_for_each(|player| self.open(&call, player).map(|_| ()));
                match listed {
                    Ok(()) => good += 1,
                    Err(error) if error.is_limit() || error.is_interruption() => return Err(error),
                    Err(_) => bad += 1,
                }
            }
        }
        Ok((good, bad))
    }

    /// `boards(F, rows, columns)`: of all boards of this size one of each class that the declarations
    /// of F make alike; with "all" behind them, all.
    ///
    /// # Errors
    /// A function of other positions; too many boards; errors of its declarations; limits.
    pub(super) fn boards_of(&mut self, function: u32, arguments: &[Value]) -> RunResult<Value> {
        let name = self.function_names.name(function).to_owned();
        let mut context = self.context();
        let mut side = |at: usize, of: &str| {
            context.count(&arguments[at], LONGEST, &format!("the number of {of} of `boards`"))
        };
        let [rows, cols] = [side(0, "rows")?, side(1, "columns")?]
            .map(|side| usize::try_from(side).expect("a side is short"));
        let all = match arguments.get(2) {
            None => false,
            Some(Value::Text(text)) if text.as_str() == "all" => true,
            Some(_) => return Err(refused("the last argument is \"all\", or nothing".into())),
        };
        if rows == 0 || cols == 0 {
            return Err(refused("a board has at least one row and one column".into()));
        }
        let Some(of) = self.own_boards(function)? else {
            return Err(refused(format!(
                "`{name}` is no function of one board or one text, over the characters that it mentions"
            )));
        };
        if of.kind == BoardKind::Strips && rows != 1 {
            return Err(refused(format!(
                "positions of `{name}` are texts: write boards({name}, 1, {cols})"
            )));
        }
        let Some(count) = of.count(rows * cols, MOST_BOARDS) else {
            return Err(refused(format!(
                "there are more than {MOST_BOARDS} such boards: take fewer rows or columns"
            )));
        };
        let classes = if all { None } else { Some(self.classes(&of, [rows, cols], count)?) };
        let mut items = Vec::new();
        for number in 0..count {
            if classes.as_ref().is_none_or(|classes| classes.is_first(number)) {
                self.engine.check()?;
                items.push(self.own_board(&of, [rows, cols], number as u64));
            }
        }
        self.context().list(items)
    }

    /// The classes of boards of a size, and of those with rows and columns exchanged behind them.
    fn classes(
        &mut self,
        of: &OwnBoards,
        [rows, cols]: [usize; 2],
        count: usize,
    ) -> Result<Classes, Error> {
        let defined = self.functions[of.function as usize].defined.clone();
        let defined = defined.expect("its boards are known");
        let sizes: &[[usize; 2]] =
            if rows == cols { &[[rows, cols]] } else { &[[rows, cols], [cols, rows]] };
        // Texts have one row.
        let sizes = if of.kind == BoardKind::Strips { &sizes[..1] } else { sizes };
        let mut codes = Vec::new();
        for declaration in &defined.definition.declarations {
            if declaration.fact == Fact::Sum {
                continue;
            }
            let parameters = &defined.definition.parameters;
            let (source, ast, around) = (&defined.source, &defined.ast, &mut self.around());
            let code =
                crate::compile::expression(source, ast, declaration.value, parameters, around)?;
            codes.push(std::sync::Arc::new(code.0));
        }
        let mut classes = Classes::new(if codes.is_empty() { count } else { count * sizes.len() });
        for (&size, first) in sizes.iter().zip([0, count]) {
            for number in 0..count {
                let board = self.own_board(of, size, number as u64);
                for code in &codes {
                    let images = self.run(&defined.source, code, std::slice::from_ref(&board))?;
                    let images = match &images {
                        Value::List(list) => list.items(),
                        image => std::slice::from_ref(image),
                    };
                    for image in images {
                        let (size, cells) = match image {
                            Value::Board(board) => ([board.rows(), board.cols()], board.cells()),
                            Value::Text(text) => {
                                ([1, text.as_str().len()], text.as_str().as_bytes())
                            }
                            _ => continue,
                        };
                        let place = sizes.iter().position(|&known| known == size);
                        if let (Some(place), Some(image)) = (place, of.number(cells)) {
                            classes.join(first + number, place * count + image);
                        }
                    }
                }
            }
        }
        Ok(classes)
    }
}

/// Classes of numbers, each known by its least number.
struct Classes(Vec<u32>);

impl Classes {
    fn new(count: usize) -> Self {
        Classes((0..).take(count).collect())
    }

    fn least(&mut self, number: usize) -> usize {
        let mut at = number;
        while self.0[at] as usize != at {
            self.0[at] = self.0[self.0[at] as usize];
            at = self.0[at] as usize;
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.least(a), self.least(b));
        let (least, other) = (a.min(b), a.max(b));
        self.0[other] = u32::try_from(least).expect("there are few boards");
    }

    fn is_first(&self, number: usize) -> bool {
        self.0[number] as usize == number
    }
}
