//! What every picture can do.

use thiserror::Error;

use crate::look::Terminal;

/// A picture, drawn as SVG or as text.
pub trait Picture {
    /// The picture as an SVG document.
    ///
    /// # Errors
    /// The library that writes it fails.
    fn svg(&self) -> Result<String, DrawError>;

    /// The picture as lines of text that fit the terminal, each ended by a line
    /// break.
    fn text(&self, terminal: Terminal) -> String;
}

/// A picture that cannot be drawn.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the picture cannot be drawn: {0}")]
pub struct DrawError(pub(crate) String);
