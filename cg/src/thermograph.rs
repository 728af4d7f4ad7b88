//! Thermographs as data, for whoever draws them.

use cg_core::{Error as GameError, Player};
use cg_lang::{Error, RunError};
use serde::Serialize;

use crate::Calculator;
use crate::reply::outside;
use crate::sides::Sides;

/// A thermograph as corners, for whoever draws it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ThermographReply {
    /// The game, in the notation in force.
    pub shown: String,
    /// Its mean, exactly.
    pub mean: String,
    /// Its temperature, exactly.
    pub temperature: String,
    /// The corners of the walls from hot to cold, the last at temperature -1.
    pub walls: Sides<Vec<Corner>>,
}

/// A corner of a wall.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Corner {
    /// The stop, exactly.
    pub value: String,
    /// The temperature, exactly.
    pub temperature: String,
    /// Both as floating-point numbers, for a drawing.
    pub at: [f64; 2],
}

impl Calculator {
    /// The thermograph of an expression, as corners.
    ///
    /// ```
    /// # use cg_calculator::Calculator;
    /// let drawn = Calculator::new()?.thermograph("{4|-2}")?;
    /// assert_eq!((&drawn.mean[..], &drawn.temperature[..]), ("1", "3"));
    /// let corners: Vec<[f64; 2]> = drawn.walls.left.iter().map(|it| it.at).collect();
    /// assert_eq!(corners, [[1.0, 3.0], [5.0, -1.0]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong in the expression, or is no game; a limit.
    pub fn thermograph(&mut self, expression: &str) -> Result<ThermographReply, Error> {
        let game = self.game(expression)?;
        let failed = |error: GameError| outside(RunError::Game(error));
        let shown = self.text(game).map_err(failed)?;
        let thermograph = self.engine().thermograph(game).map_err(failed)?;
        let wall = |player| {
            let corners = thermograph.corners(player);
            let corner = |point: &cg_simplify::Point| Corner {
                value: point.value.to_string(),
                temperature: point.temperature.to_string(),
                at: [point.value.to_f64(), point.temperature.to_f64()],
            };
            corners.iter().map(corner).collect()
        };
        Ok(ThermographReply {
            shown,
            mean: thermograph.mean().to_string(),
            temperature: thermograph.temperature().to_string(),
            walls: Sides { left: wall(Player::Left), right: wall(Player::Right) },
        })
    }
}
