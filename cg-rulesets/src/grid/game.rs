//! What a game on a grid must say, and what it gets for that.

use std::ops::Range;

use cg_core::Player;

use crate::grid::{Beside, Bits, Board, Cell, Grid, Images, Letters, with_grid};
use crate::{Dominoes, Known, Sign, Signs};

/// The rules of a game on a grid with `P` bits of state for a cell, written once for
/// every word.
///
/// State 0 is what lies beyond the border: taken cells in Domineering, empty ones in
/// Clobber.
pub trait GridGame<const P: usize> {
    /// The letters of the states.
    const LETTERS: Letters;

    /// Whose the pieces are.
    const SIGNS: Signs = Signs::STONES;

    /// The images of a board that are as good as the board, or its negative.
    const IMAGES: Images;

    /// Whether both players have the same moves in every position.
    const IMPARTIAL: bool = false;

    /// Whether state 0 is a taken cell, and a move does nothing but take cells.
    const TAKES_FREE_CELLS: bool = false;

    /// The cells of a move in words, such as `from-to`, with an example: how a move is
    /// written. A line for each kind of moves.
    const MOVE: &'static str;

    /// The name of a move from the cells that [`GridGame::moves`] gives.
    fn name(&self, cells: &[Cell]) -> String {
        named(cells)
    }

    /// Hands each move of `player` to `visit`: the cells that name it, in the order in
    /// which they are written, and the grid after it.
    fn moves<B: Bits>(
        &self,
        grid: &Grid<B, P>,
        player: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, P>),
    );

    /// Hands to `part` grids whose sum is `grid`: components in which moves do not
    /// depend on each other. Those in which nobody can move are left out.
    fn parts<B: Bits>(&self, grid: &Grid<B, P>, part: &mut impl FnMut(Grid<B, P>));

    /// What is known of a board without a look at its moves.
    fn known<B: Bits>(&self, grid: &Grid<B, P>) -> Option<Known> {
        let _ = grid;
        None
    }

    /// Boards with at most so many cells are valued at once by a search.
    const SMALL: u32 = 0;

    /// As [`GridGame::SMALL`], for single rows, whose values are simpler.
    const SMALL_STRIP: u32 = Self::SMALL;

    /// About how much there is to search.
    fn size<B: Bits>(&self, grid: &Grid<B, P>) -> u32 {
        grid.occupied().count()
    }

    /// How good a board seems for Left.
    fn estimate<B: Bits>(&self, grid: &Grid<B, P>) -> f32 {
        let _ = grid;
        0.0
    }

    /// Into how many lines a board falls between which only `player` moves.
    fn lines<B: Bits>(&self, grid: &Grid<B, P>, player: Player) -> u32 {
        let _ = (grid, player);
        0
    }

    /// Some lines, cut out of the board.
    fn band<B: Bits>(&self, grid: &Grid<B, P>, player: Player, lines: Range<u32>) -> Grid<B, P> {
        let _ = (player, lines);
        *grid
    }

    /// The lines as words, when [`GridGame::band`] cuts out rows where Left alone moves across
    /// and columns where Right does: see [`crate::Hints::line_words`].
    fn line_words<B: Bits>(&self, grid: &Grid<B, P>, player: Player, words: &mut impl Extend<u64>) {
        let _ = (grid, player, words);
    }

    /// See [`crate::Hints::dominoes`].
    fn dominoes<B: Bits>(&self, grid: &Grid<B, P>) -> Option<Dominoes> {
        let _ = grid;
        None
    }

    /// Whether in an impartial position who moves second wins by copying.
    fn is_copied<B: Bits>(&self, grid: &Grid<B, P>) -> bool {
        let _ = grid;
        false
    }

    /// The state of a cell of the start position, from its row and column and the
    /// number of rows and columns; `None` where sizes have no start position.
    fn start(&self, place: [u32; 4]) -> Option<u8> {
        let _ = place;
        None
    }

    /// What is wrong with a board that was read.
    fn fault<B: Bits>(&self, grid: &Grid<B, P>) -> Option<&'static str> {
        let _ = grid;
        None
    }
}

/// What a game on a grid is called, and its rules.
pub trait Titled {
    /// The name of the game, for a heading.
    const TITLE: &'static str;

    /// The rules in a few lines, without who wins at the end.
    const RULES: &'static [&'static str];
}

/// How many moves Left has more than Right, from the numbers of both.
pub(crate) fn ahead(moves: impl Fn(Player) -> u32) -> f32 {
    let [left, right] = Player::BOTH
        .map(|player| f32::from(u16::try_from(moves(player)).expect("a board has few moves")));
    left - right
}

/// Cells with `-` between them.
pub(crate) fn named(cells: &[Cell]) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join("-")
}

/// What gives the cells that name a move, when they are asked for.
type CellsOfMove<'a> = &'a dyn Fn() -> Vec<Cell>;

impl<const P: usize> Board<P> {
    /// Hands each move to `found`: the board after it, and what gives its cells.
    pub(crate) fn each_move<G: GridGame<P>>(
        &self,
        game: &G,
        player: Player,
        mut found: impl FnMut(Self, CellsOfMove<'_>),
    ) {
        with_grid!(self, grid => game.moves(grid, player, &mut |cells, after| {
            let columns = grid.columns();
            let cell = |&at: &u32| Cell { row: at / columns, column: at % columns };
            found(Board::fitted(&after), &|| cells.iter().map(cell).collect());
        }));
    }

    /// Hands each part of the board to `part`.
    pub(crate) fn each_part<G: GridGame<P>>(&self, game: &G, part: &mut dyn FnMut(Self)) {
        with_grid!(self, grid => game.parts(grid, &mut |found| part(Board::part(&found))));
    }

    /// Hands the options of `player` to `found`, each as its parts in normal form and `None` behind
    /// them, until that answers no.
    pub(crate) fn each_settled<G: GridGame<P>>(
        &self,
        game: &G,
        player: Player,
        found: &mut impl FnMut(Option<(Self, Sign)>) -> bool,
    ) {
        let mut wanted = true;
        with_grid!(self, grid => game.moves(grid, player, &mut |_, after| {
            if wanted {
                game.parts(&after, &mut |part| {
                    wanted = wanted && found(Some(part.normal(&G::IMAGES)));
                });
                wanted = wanted && found(None);
            }
        }));
    }

    /// Hands the connected groups of the cells whose state is not 0 to `group`.
    pub(crate) fn each_group(&self, group: &mut dyn FnMut(Self)) {
        with_grid!(self, grid => {
            let groups = grid.regions(grid.occupied(), Beside::Sides);
            groups.for_each(|cells| group(Board::part(&grid.only(cells))));
        });
    }

    /// Hands to `found` the row and the column of each cell of a group in which `player` has no
    /// move, with the board on which it is taken.
    pub(crate) fn each_filling<G: GridGame<P>>(
        &self,
        game: &G,
        player: Player,
        found: &mut dyn FnMut([u32; 2], Self),
    ) {
        with_grid!(self, grid => {
            let columns = grid.columns();
            for mut cells in grid.regions(grid.occupied(), Beside::Sides) {
                let mut moves = false;
                game.moves(&grid.only(cells), player, &mut |_, _| moves = true);
                if moves {
                    continue;
                }
                while let Some(at) = cells.take() {
                    let rest = grid.occupied().without(Bits::bit(at));
                    found([at / columns, at % columns], Board::fitted(&grid.only(rest)));
                }
            }
        });
    }
}

/// Makes a [`crate::Ruleset`], its [`crate::Hints`] and a [`crate::Notated`] of a [`GridGame`]: the
/// name of the type, and its number of planes.
macro_rules! on_grid {
    ($game:ty, $planes:literal) => {
        impl $crate::Ruleset for $game {
            type Position = $crate::grid::Board<$planes>;
            type Error = std::convert::Infallible;

            fn moves(
                &self,
                board: &Self::Position,
                player: cg_core::Player,
                out: &mut impl Extend<Self::Position>,
            ) -> Result<(), Self::Error> {
                use $crate::grid::{Board, GridGame};
                $crate::grid::with_grid!(board, grid => {
                    GridGame::moves(self, grid, player, &mut |_, after| {
                        out.extend([Board::fitted(&after)]);
                    });
                });
                Ok(())
            }

            fn is_impartial(&self) -> bool {
                <Self as $crate::grid::GridGame<$planes>>::IMPARTIAL
            }

            fn split(
                &self,
                board: Self::Position,
                parts: &mut impl Extend<(Self::Position, $crate::Sign)>,
            ) -> Result<(), Self::Error> {
                use $crate::grid::{Board, GridGame};
                $crate::grid::with_grid!(&board, grid => {
                    GridGame::parts(self, grid, &mut |part| {
                        parts.extend([(Board::part(&part), $crate::Sign::Plus)]);
                    });
                });
                Ok(())
            }

            fn normal(&self, board: Self::Position) -> (Self::Position, $crate::Sign) {
                board.normal(&<Self as $crate::grid::GridGame<$planes>>::IMAGES)
            }

            fn settled_options(
                &self,
                board: &Self::Position,
                player: cg_core::Player,
                found: &mut impl FnMut(Option<(Self::Position, $crate::Sign)>) -> bool,
            ) -> Result<(), Self::Error> {
                board.each_settled(self, player, found);
                Ok(())
            }

            fn is_own_negative(&self, board: &Self::Position) -> bool {
                use $crate::grid::GridGame;
                Self::IMPARTIAL || board.is_own_negative(&Self::IMAGES)
            }

            fn takes_free_cells(&self) -> bool {
                <Self as $crate::grid::GridGame<$planes>>::TAKES_FREE_CELLS
            }

            fn groups(&self, board: &Self::Position, parts: &mut impl Extend<Self::Position>) {
                if self.takes_free_cells() {
                    board.each_group(&mut |group| parts.extend([group]));
                }
            }

            fn fillings(
                &self,
                board: &Self::Position,
                player: cg_core::Player,
                out: &mut impl Extend<([u32; 2], Self::Position)>,
            ) {
                if self.takes_free_cells() {
                    board.each_filling(self, player, &mut |cell, after| {
                        out.extend([(cell, after)]);
                    });
                }
            }
        }

        impl $crate::Hints for $game {
            fn is_small(&self, board: &Self::Position) -> bool {
                use $crate::grid::GridGame;
                let most = if board.rows() == 1 { Self::SMALL_STRIP } else { Self::SMALL };
                board.occupied() <= most
            }

            fn size(&self, board: &Self::Position) -> u32 {
                $crate::grid::with_grid!(board, grid => $crate::grid::GridGame::size(self, grid))
            }

            fn estimate(&self, board: &Self::Position) -> f32 {
                $crate::grid::with_grid!(board, grid => {
                    $crate::grid::GridGame::estimate(self, grid)
                })
            }

            fn lines(&self, board: &Self::Position, player: cg_core::Player) -> u32 {
                $crate::grid::with_grid!(board, grid => {
                    $crate::grid::GridGame::lines(self, grid, player)
                })
            }

            fn band(
                &self,
                board: &Self::Position,
                player: cg_core::Player,
                lines: std::ops::Range<u32>,
            ) -> Self::Position {
                $crate::grid::with_grid!(board, grid => {
                    let band = $crate::grid::GridGame::band(self, grid, player, lines);
                    $crate::grid::Board::fitted(&band)
                })
            }

            fn line_words(
                &self,
                board: &Self::Position,
                player: cg_core::Player,
                words: &mut impl Extend<u64>,
            ) {
                $crate::grid::with_grid!(board, grid => {
                    $crate::grid::GridGame::line_words(self, grid, player, words);
                });
            }

            fn dominoes(&self, board: &Self::Position) -> Option<$crate::Dominoes> {
                $crate::grid::with_grid!(board, grid => {
                    $crate::grid::GridGame::dominoes(self, grid)
                })
            }

            fn is_copied(&self, board: &Self::Position) -> bool {
                $crate::grid::with_grid!(board, grid => {
                    $crate::grid::GridGame::is_copied(self, grid)
                })
            }
        }

        impl $crate::Notated for $game {
            type Move = $crate::NamedMove<Self::Position>;

            fn title(&self) -> String {
                <Self as $crate::grid::Titled>::TITLE.into()
            }

            fn rules(&self) -> Vec<String> {
                let rules = <Self as $crate::grid::Titled>::RULES;
                rules.iter().map(|&line| line.into()).collect()
            }

            fn read_position(
                &self,
                text: &str,
            ) -> Result<Self::Position, $crate::ReadError<Self::Error>> {
                use $crate::grid::{Board, GridGame};
                Ok(Board::read(text, Self::LETTERS, |place| GridGame::start(self, place))?)
            }

            fn write_position(&self, board: &Self::Position) -> Result<String, Self::Error> {
                Ok(board.write(<Self as $crate::grid::GridGame<$planes>>::LETTERS))
            }

            fn draw(&self, board: &Self::Position) -> Result<$crate::Drawing, Self::Error> {
                use $crate::grid::GridGame;
                Ok($crate::Drawing::board(&board.lines(Self::LETTERS), Self::SIGNS))
            }

            fn named_moves(
                &self,
                board: &Self::Position,
                player: cg_core::Player,
                most: usize,
            ) -> Result<$crate::Moves<Self::Move>, Self::Error> {
                use $crate::grid::GridGame;
                let each_move = |player, found: $crate::Found<'_, Self::Position>| {
                    board.each_move(self, player, |after, cells| {
                        found(after, &|| GridGame::name(self, &cells()));
                    });
                };
                Ok($crate::listed::named_moves(&each_move, player, most))
            }

            fn after(
                &self,
                _: &Self::Position,
                chosen: &Self::Move,
            ) -> Result<Self::Position, Self::Error> {
                Ok(chosen.after.clone())
            }

            fn write_move(&self, chosen: &Self::Move) -> String {
                chosen.name.clone()
            }

            fn read_move(
                &self,
                board: &Self::Position,
                player: cg_core::Player,
                text: &str,
            ) -> Result<Self::Move, $crate::ReadError<Self::Error>> {
                use $crate::grid::GridGame;
                let size = [board.rows(), board.columns()];
                let cells = $crate::grid::read_cells(size, text, Self::MOVE)?;
                let name = GridGame::name(self, &cells);
                let Ok(all) = self.named_moves(board, player, usize::MAX);
                all.list.into_iter().find(|one| one.name == name).ok_or_else(|| {
                    let problem = format!("{player} has no move {name} here: {}", Self::MOVE);
                    $crate::NotationError::new(problem, 0..text.len()).into()
                })
            }

            fn move_help(&self) -> Vec<String> {
                vec![<Self as $crate::grid::GridGame<$planes>>::MOVE.into()]
            }
        }
    };
}
pub(crate) use on_grid;

/// Makes a [`crate::Listed`] of a [`GridGame`] that is a ruleset of the table alone: the name
/// of the type, and its number of planes.
macro_rules! listed_on_grid {
    ($game:ty, $planes:literal) => {
        impl $crate::Listed for $game {
            type Position = $crate::grid::Board<$planes>;

            fn read(&self, text: &str) -> Result<Self::Position, $crate::NotationError> {
                use $crate::grid::{Board, GridGame};
                let board =
                    Board::read(text, Self::LETTERS, |place| GridGame::start(self, place))?;
                let fault = $crate::grid::with_grid!(&board, grid => GridGame::fault(self, grid));
                match fault {
                    None => Ok(board),
                    Some(problem) => Err($crate::NotationError::new(problem, 0..text.len())),
                }
            }

            fn write(&self, board: &Self::Position) -> String {
                board.write(<Self as $crate::grid::GridGame<$planes>>::LETTERS)
            }

            fn draw(&self, board: &Self::Position) -> $crate::Drawing {
                use $crate::grid::GridGame;
                $crate::Drawing::board(&board.lines(Self::LETTERS), Self::SIGNS)
            }

            fn is_impartial(&self) -> bool {
                <Self as $crate::grid::GridGame<$planes>>::IMPARTIAL
            }

            fn each_move(
                &self,
                board: &Self::Position,
                player: cg_core::Player,
                found: $crate::Found<'_, Self::Position>,
            ) {
                board.each_move(self, player, |after, cells| {
                    found(after, &|| $crate::grid::GridGame::name(self, &cells()));
                });
            }

            fn split(
                &self,
                board: Self::Position,
                part: &mut dyn FnMut(Self::Position, $crate::Sign),
            ) {
                board.each_part(self, &mut |found| part(found, $crate::Sign::Plus));
            }

            fn normal(&self, board: Self::Position) -> (Self::Position, $crate::Sign) {
                board.normal(&<Self as $crate::grid::GridGame<$planes>>::IMAGES)
            }

            fn settled_options(
                &self,
                board: &Self::Position,
                player: cg_core::Player,
                mut found: $crate::Settled<'_, Self::Position>,
            ) {
                board.each_settled(self, player, &mut found);
            }

            fn is_own_negative(&self, board: &Self::Position) -> bool {
                use $crate::grid::GridGame;
                Self::IMPARTIAL || board.is_own_negative(&Self::IMAGES)
            }

            fn known(&self, board: &Self::Position) -> Option<$crate::Known> {
                $crate::grid::with_grid!(board, grid => $crate::grid::GridGame::known(self, grid))
            }

            fn is_small(&self, board: &Self::Position) -> bool {
                board.occupied() <= <Self as $crate::grid::GridGame<$planes>>::SMALL
                    || $crate::Listed::known(self, board).is_some()
            }

            fn size(&self, board: &Self::Position) -> u32 {
                $crate::grid::with_grid!(board, grid => $crate::grid::GridGame::size(self, grid))
            }

            fn estimate(&self, board: &Self::Position) -> f32 {
                $crate::grid::with_grid!(board, grid => {
                    $crate::grid::GridGame::estimate(self, grid)
                })
            }

            fn move_help(&self) -> Vec<String> {
                let lines = <Self as $crate::grid::GridGame<$planes>>::MOVE.lines();
                lines.map(Into::into).collect()
            }
        }
    };
}
pub(crate) use listed_on_grid;

/// Reads the cells of a move on a board of this many rows and columns, with `-`, `/`, commas or
/// blanks between them. `how` says how moves are written.
pub(crate) fn read_cells(
    [rows, columns]: [u32; 2],
    text: &str,
    how: &str,
) -> Result<Vec<Cell>, crate::NotationError> {
    let between = |c: char| c.is_whitespace() || "-/,".contains(c);
    let mut cells = Vec::new();
    let mut end = 0;
    for word in text.split_inclusive(between) {
        let from = end;
        end += word.len();
        let word = word.trim_end_matches(between);
        if word.is_empty() {
            continue;
        }
        let place = from..from + word.len();
        let cell: Cell = word
            .parse()
            .map_err(|problem: String| crate::NotationError::new(problem, place.clone()))?;
        if cell.row >= rows || cell.column >= columns {
            let last = Cell { row: rows - 1, column: columns - 1 };
            let problem = format!("{cell} is not on the board: its cells are a1 to {last}");
            return Err(crate::NotationError::new(problem, place));
        }
        cells.push(cell);
    }
    if cells.is_empty() {
        return Err(crate::NotationError::new(format!("write a move: {how}"), 0..text.len()));
    }
    Ok(cells)
}
