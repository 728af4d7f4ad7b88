//! Triangular Nim: by tables up to 7 layers, and by search above.

use cg_core::{Interrupt, Player};
use cg_rulesets::{Convention, Notated};
use cg_trinim::{Error, Lookup, Position, Search, TriangularNim};

use crate::opening::{NamedGame, Opening, boxed};
use crate::{Game, PlayError, Result, Solver};

pub(crate) const ROW: NamedGame = NamedGame {
    names: &["trinim"],
    listed: "trinim",
    example: &["trinim", "5"],
    claims: |_| false,
    read: |words| {
        let &[board] = words else {
            return Err(PlayError::Start(
                "trinim takes a number of layers, or a board row by row, such as x/xx/x.x".into(),
            ));
        };
        let start: Position =
            board.parse().map_err(|error: Error| PlayError::Start(error.to_string()))?;
        let (position, size) = (start.to_string(), u64::from(start.layers().pieces()));
        Ok(Opening::new("trinim".into(), position, size, move |convention, interrupt, _| {
            Ok(boxed(triangle(start, convention, interrupt)?))
        }))
    },
};

/// The search stops after this many positions that do not fit a board of 7 layers.
const MOST_SEARCHED: u64 = 20_000;

/// Triangular Nim from `start`. `interrupt` stops the work on its tables.
///
/// ```
/// use cg_core::Player;
/// use cg_play::{Convention, games};
///
/// let game = games::triangle("3".parse()?, Convention::Normal, &Default::default())?;
/// let side = game.read_move(&game.start(), Player::Left, "0-5")?;
/// let after = game.after(&game.start(), &side)?;
/// assert_eq!(game.position_text(&after)?, "./x./xx.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A board that can be neither solved nor searched; an interruption.
pub fn triangle(
    start: Position,
    convention: Convention,
    interrupt: &Interrupt,
) -> Result<Game<TriangularNim, TriangleSolver>> {
    let solver = TriangleSolver {
        convention,
        search: new_search(convention, interrupt),
        interrupt: interrupt.clone(),
    };
    Game::new(TriangularNim::new(start.layers()), solver, start, convention).tried()
}

/// The solver of Triangular Nim.
#[derive(Debug)]
pub struct TriangleSolver {
    convention: Convention,
    search: Search,
    interrupt: Interrupt,
}

fn new_search(convention: Convention, interrupt: &Interrupt) -> Search {
    Search::new(convention, MOST_SEARCHED).with_interrupt(interrupt.clone())
}

impl TriangleSolver {
    /// Whether the player to move wins. If later positions do not fit next to the earlier results,
    /// the earlier results are dropped once.
    fn is_won(&mut self, position: Position) -> Result<bool> {
        let mut answer = self.search.wins(&[position]);
        if let Err(Error::SearchLimit(_)) = answer {
            self.search = new_search(self.convention, &self.interrupt);
            answer = self.search.wins(&[position]);
        }
        match answer {
            Ok(wins) => Ok(wins[0]),
            Err(Error::SearchLimit(_)) => Err(PlayError::TooLarge(format!(
                "{position} is too large to be looked through: boards of 1 to 7 layers are played, and larger ones of which little is left"
            ))),
            Err(error) => Err(error.into()),
        }
    }
}

impl Solver<TriangularNim> for TriangleSolver {
    fn wins(&mut self, _: &TriangularNim, position: &Position, _: Player) -> Result<bool> {
        self.is_won(*position)
    }

    fn reasons(&mut self, _: &TriangularNim, position: &Position) -> Result<Vec<String>> {
        let layers = position.fitted().layers();
        let how = match layers.get() {
            1 => "Looked up among all 2^1 positions of 1 layer, solved at the start.".into(),
            2..=7 => format!(
                "Looked up among all 2^{} positions of {layers} layers, solved at the start.",
                layers.pieces(),
            ),
            _ => "Found by search.".into(),
        };
        let verdict = match self.is_won(*position)? {
            true => "It is an N-position: the player to move wins.",
            false => "It is a P-position: every move leaves a win to the other player.",
        };
        Ok(vec![verdict.into(), how])
    }

    fn why(
        &mut self,
        rules: &TriangularNim,
        position: &Position,
        _: Player,
        taken: &u64,
    ) -> Result<String> {
        let after = rules.after(position, taken)?;
        Ok(match (after.pieces().count_ones(), self.convention) {
            (0, _) => "it takes the last piece".into(),
            (1, Convention::Misere) => {
                "it leaves a single piece, which the other player must take".into()
            }
            _ => "it leaves a P-position: whatever the other player takes, a reply wins".into(),
        })
    }
}
