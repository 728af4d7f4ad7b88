//! Thermographs, with the field's orientation: large values on the left and the
//! mast upward.

mod svg;
#[cfg(test)]
mod tests;
mod text;
mod view;

use cg_simplify::Thermograph;

use crate::look::Terminal;
use crate::picture::{DrawError, Picture};

/// A thermograph as a picture. Breakpoints of the walls are labelled exactly; of
/// labels that would run into each other one is left out.
#[derive(Clone, Copy, Debug)]
pub struct ThermographPicture<'a> {
    thermograph: &'a Thermograph,
    name: &'a str,
}

impl<'a> ThermographPicture<'a> {
    /// The thermograph of a game that is called `name` in the title.
    pub fn new(thermograph: &'a Thermograph, name: &'a str) -> Self {
        ThermographPicture { thermograph, name }
    }

    fn title(&self) -> String {
        let (mean, temperature) = (self.thermograph.mean(), self.thermograph.temperature());
        let of = if self.name.is_empty() { String::new() } else { format!(" of {}", self.name) };
        format!("Thermograph{of}: mean {mean}, temperature {temperature}")
    }
}

impl Picture for ThermographPicture<'_> {
    fn svg(&self) -> Result<String, DrawError> {
        svg::draw(self)
    }

    fn text(&self, terminal: Terminal) -> String {
        text::draw(self, terminal)
    }
}
