//! Positions of Dots and Boxes as people play them: whose each box is, texts and drawings.

use std::convert::Infallible;
use std::ops::Range;

use cg_core::Player;
use cg_rulesets::{
    Drawing, Moves, NamedMove, Notated, NotationError, Owner, ReadError, Ruleset, cell_name,
};

use super::DotsAndBoxes;

/// The lines that are drawn, and the boxes that each player has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BoxesPosition {
    drawn: u64,
    /// The boxes of Left and of Right, as bits.
    boxes: [u64; 2],
}

impl BoxesPosition {
    /// The lines that are drawn, as bits.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// The number of boxes of Left and of Right.
    pub fn counts(&self) -> [u32; 2] {
        self.boxes.map(u64::count_ones)
    }

    /// The number of Left's boxes, less Right's.
    pub fn lead(&self) -> i32 {
        let [left, right] = self.counts().map(|count| i32::try_from(count).expect("at most 64"));
        left - right
    }
}

impl DotsAndBoxes {
    /// The rules, a sentence on each line.
    pub const RULES: &str = "Draw a line between two dots side by side.\n\
        The player who draws the last line around a box has the box and moves again.\n\
        The player with more boxes at the end wins.";

    /// Reads a board and a position: the size, the lines that are drawn, and the boxes that players have. A
    /// line is named by its dots and a box by the dot at its upper left, and `a1` is at the upper left.
    ///
    /// ```
    /// use cg_universes::DotsAndBoxes;
    /// let (board, position) = DotsAndBoxes::read("1x2 a1-b1 a2-b2 a1-a2 b1-b2 left a1")?;
    /// assert_eq!(position.lead(), 1);
    /// assert_eq!(board.write(&position), "1x2 a1-b1 a2-b2 a1-a2 b1-b2 left a1");
    /// let error = DotsAndBoxes::read("1x2 a1-c1").unwrap_err();
    /// assert_eq!(error.to_string(), "`a1-c1` is no line of a board of 1x2 boxes: write two dots side by side, as in a1-b1");
    /// # Ok::<(), cg_rulesets::NotationError>(())
    /// ```
    ///
    /// # Errors
    /// The place of the fault.
    pub fn read(text: &str) -> Result<(Self, BoxesPosition), NotationError> {
        let mut words = words(text);
        let how = "write a size in boxes, as in 3x3, then the lines that are drawn, as in a1-b1";
        let Some((size, at)) = words.next() else {
            return Err(NotationError::new(format!("a board is missing: {how}"), 0..text.len()));
        };
        let sides = size.split_once('x').and_then(|(rows, columns)| {
            Some((rows.parse::<u32>().ok()?, columns.parse::<u32>().ok()?))
        });
        let Some((rows, columns)) = sides else {
            let problem = format!("`{}` is no size: {how}", size.escape_debug());
            return Err(NotationError::new(problem, at));
        };
        let board = DotsAndBoxes::new(rows, columns)
            .map_err(|error| NotationError::new(error.to_string(), at))?;
        let mut position = BoxesPosition::default();
        let mut whose = None;
        for (word, at) in words {
            match word {
                "left" => whose = Some(Player::Left),
                "right" => whose = Some(Player::Right),
                _ => match whose {
                    None => {
                        let line = board
                            .read_line(word)
                            .map_err(|problem| NotationError::new(problem, at.clone()))?;
                        if position.drawn >> line & 1 == 1 {
                            let problem = format!("the line {word} is drawn twice");
                            return Err(NotationError::new(problem, at));
                        }
                        position.drawn |= 1 << line;
                    }
                    Some(player) => {
                        let number = board
                            .owned(&position, word)
                            .map_err(|problem| NotationError::new(problem, at))?;
                        position.boxes[player as usize] |= 1 << number;
                    }
                },
            }
        }
        Ok((board, position))
    }

    /// The number of a line by its dots.
    fn read_line(&self, name: &str) -> Result<u32, String> {
        let shown = name.escape_debug();
        let no_line = || {
            format!(
                "`{shown}` is no line of a board of {}x{} boxes: write two dots side by side, as in a1-b1",
                self.rows, self.columns
            )
        };
        let (from, to) = name.split_once('-').ok_or_else(no_line)?;
        let named = |line: &u32| {
            let ends = self.dots(*line).map(dot_name);
            ends == [from, to] || ends == [to, from]
        };
        (0..self.lines()).find(named).ok_or_else(no_line)
    }

    /// The number of a box that a player may have.
    fn owned(&self, position: &BoxesPosition, name: &str) -> Result<u32, String> {
        let shown = name.escape_debug();
        let named = |number: &u32| self.box_name(*number) == name;
        let Some(number) = (0..self.rows * self.columns).find(named) else {
            return Err(format!(
                "`{shown}` is no box of a board of {}x{} boxes: write the dot at its upper left",
                self.rows, self.columns
            ));
        };
        if self.graph.boxes[number as usize] & !position.drawn != 0 {
            return Err(format!("the box {shown} is nobody's: its four lines must be drawn"));
        }
        if position.boxes.iter().any(|boxes| boxes >> number & 1 == 1) {
            return Err(format!("the box {shown} has two owners"));
        }
        Ok(number)
    }

    /// A position as [`DotsAndBoxes::read`] reads it.
    pub fn write(&self, position: &BoxesPosition) -> String {
        let mut text = format!("{}x{}", self.rows, self.columns);
        for line in (0..self.lines()).filter(|line| position.drawn >> line & 1 == 1) {
            text += " ";
            text += &self.line_name(line);
        }
        for player in Player::BOTH {
            let boxes = position.boxes[player as usize];
            if boxes != 0 {
                text += if player == Player::Left { " left" } else { " right" };
            }
            for number in (0..self.rows * self.columns).filter(|number| boxes >> number & 1 == 1) {
                text += " ";
                text += &self.box_name(number);
            }
        }
        text
    }

    /// A line by its dots: `a1-b1`.
    pub fn line_name(&self, line: u32) -> String {
        self.dots(line).map(dot_name).join("-")
    }

    /// A box by the dot at its upper left.
    fn box_name(&self, number: u32) -> String {
        dot_name((number / self.columns, number % self.columns))
    }

    /// The dots at the ends of a line, as rows and columns.
    fn dots(&self, line: u32) -> [(u32, u32); 2] {
        let (flat, across) = ((self.rows + 1) * self.columns, self.columns + 1);
        match line.checked_sub(flat) {
            None => {
                let (row, column) = (line / self.columns, line % self.columns);
                [(row, column), (row, column + 1)]
            }
            Some(rest) => {
                let (row, column) = (rest / across, rest % across);
                [(row, column), (row + 1, column)]
            }
        }
    }

    /// The moves of `player`, each with the number of its line.
    pub fn each_line(
        &self,
        position: &BoxesPosition,
        player: Player,
    ) -> impl Iterator<Item = (u32, NamedMove<BoxesPosition>)> {
        let lines = (0..self.lines()).filter(|line| position.drawn >> line & 1 == 0);
        lines.map(move |line| (line, self.draws(position, line, player)))
    }

    /// The move of `player` that draws a line.
    pub fn draws(
        &self,
        position: &BoxesPosition,
        line: u32,
        player: Player,
    ) -> NamedMove<BoxesPosition> {
        let mut after = position.clone();
        after.drawn |= 1 << line;
        for &number in &self.graph.beside[line as usize] {
            if self.graph.boxes[number] & !after.drawn == 0 {
                after.boxes[player as usize] |= 1 << number;
            }
        }
        NamedMove { name: self.line_name(line), after }
    }

    fn drawing(&self, position: &BoxesPosition) -> Drawing {
        let is_drawn = |line: u32| position.drawn >> line & 1 == 1;
        let (rows, columns) = (self.rows, self.columns);
        let flat = (rows + 1) * columns;
        let whose = |number: u32| {
            let of = Player::BOTH.map(|player| position.boxes[player as usize] >> number & 1 == 1);
            match of {
                [true, _] => Owner::Left,
                [_, true] => Owner::Right,
                _ => Owner::Neither,
            }
        };
        let grid = |rows: u32, columns: u32, from: u32| -> Vec<Vec<bool>> {
            let line = |row, column| is_drawn(from + row * columns + column);
            (0..rows).map(|row| (0..columns).map(|column| line(row, column)).collect()).collect()
        };
        Drawing::Boxes {
            across: grid(rows + 1, columns, 0),
            down: grid(rows, columns + 1, flat),
            boxes: (0..rows)
                .map(|row| (0..columns).map(|column| whose(row * columns + column)).collect())
                .collect(),
        }
    }
}

fn dot_name((row, column): (u32, u32)) -> String {
    cell_name(row as usize, column as usize)
}

/// The words of a text, each with its bytes. Commas separate words, too.
fn words(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    let words = text.split(|sign: char| sign.is_whitespace() || sign == ',');
    words.filter(|word| !word.is_empty()).map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (word, start..start + word.len())
    })
}

impl Ruleset for DotsAndBoxes {
    type Position = BoxesPosition;
    type Error = Infallible;

    fn moves(
        &self,
        position: &BoxesPosition,
        player: Player,
        out: &mut impl Extend<BoxesPosition>,
    ) -> Result<(), Infallible> {
        let Ok(moves) = self.named_moves(position, player, usize::MAX);
        out.extend(moves.list.into_iter().map(|chosen| chosen.after));
        Ok(())
    }
}

impl Notated for DotsAndBoxes {
    type Move = NamedMove<BoxesPosition>;

    fn title(&self) -> String {
        "Dots and Boxes".into()
    }

    fn rules(&self) -> Vec<String> {
        DotsAndBoxes::RULES.lines().map(str::to_owned).collect()
    }

    fn read_position(&self, text: &str) -> Result<BoxesPosition, ReadError<Infallible>> {
        let (board, position) = DotsAndBoxes::read(text)?;
        if (board.rows, board.columns) != (self.rows, self.columns) {
            let problem = format!("the board has {}x{} boxes", self.rows, self.columns);
            return Err(NotationError::new(problem, 0..text.len()).into());
        }
        Ok(position)
    }

    fn write_position(&self, position: &BoxesPosition) -> Result<String, Infallible> {
        Ok(self.write(position))
    }

    fn draw(&self, position: &BoxesPosition) -> Result<Drawing, Infallible> {
        Ok(self.drawing(position))
    }

    fn named_moves(
        &self,
        position: &BoxesPosition,
        player: Player,
        most: usize,
    ) -> Result<Moves<Self::Move>, Infallible> {
        let lines = self.each_line(position, player);
        Ok(Moves::spread(lines.map(|(_, chosen)| chosen).collect(), most))
    }

    fn after(&self, _: &BoxesPosition, chosen: &Self::Move) -> Result<BoxesPosition, Infallible> {
        Ok(chosen.after.clone())
    }

    fn write_move(&self, chosen: &Self::Move) -> String {
        chosen.name.clone()
    }

    fn read_move(
        &self,
        position: &BoxesPosition,
        player: Player,
        text: &str,
    ) -> Result<Self::Move, ReadError<Infallible>> {
        let whole = 0..text.len();
        let line = self
            .read_line(text.trim())
            .map_err(|problem| NotationError::new(problem, whole.clone()))?;
        if position.drawn >> line & 1 == 1 {
            let problem = format!("the line {} is drawn already", self.line_name(line));
            return Err(NotationError::new(problem, whole).into());
        }
        Ok(self.draws(position, line, player))
    }

    fn moves_again(&self, position: &BoxesPosition, chosen: &Self::Move) -> bool {
        chosen.after.counts() != position.counts()
    }

    fn move_help(&self) -> Vec<String> {
        vec!["a1-b1  draws the line between the dots a1 and b1; a1 is at the upper left".into()]
    }
}
