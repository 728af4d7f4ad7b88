//! Bars in the terminal.

use crate::grid::Grid;
use crate::labels::shortened;
use crate::look::{Ink, Terminal};

/// A bar: how much of 100% it shows.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What stands before it.
    pub name: String,
    /// Between 0 and 1.
    pub part: f64,
    /// The ink; [`Ink::Second`] is drawn lighter as well.
    pub ink: Ink,
}

/// The bars one below the other, so long that 100% fills the terminal, each with
/// its percentage behind it.
///
/// ```
/// use cg_plot::{Bar, Ink, Terminal, bars};
/// let half = Bar { name: "half".into(), part: 0.5, ink: Ink::First };
/// let text = bars(&[half], Terminal { width: 25, colour: false });
/// assert_eq!(text, "half │█████ 50.00%\n");
/// ```
pub fn bars(bars: &[Bar], terminal: Terminal) -> String {
    let names = bars.iter().map(|bar| bar.name.chars().count());
    let margin = names.max().unwrap_or(0).min(terminal.width / 2);
    // Behind a full bar there is still room for ` 100.00%`.
    let length = terminal.width.saturating_sub(margin + 11).max(8);
    let mut grid = Grid::default();
    for (row, bar) in bars.iter().enumerate() {
        grid.write(row, 0, &shortened(&bar.name, margin), Ink::Plain);
        grid.put(row, margin + 1, '│', Ink::Plain);
        let sign = if bar.ink == Ink::Second { '▒' } else { '█' };
        let steps = u32::try_from(length).map_or(f64::MAX, f64::from);
        let filled =
            (0u32..).take(length).filter(|&i| f64::from(i) + 0.5 < bar.part * steps).count();
        for column in 0..filled {
            grid.put(row, margin + 2 + column, sign, bar.ink);
        }
        let percent = format!(" {:.2}%", 100.0 * bar.part);
        grid.write(row, margin + 2 + filled, &percent, Ink::Plain);
    }
    grid.text(terminal)
}
