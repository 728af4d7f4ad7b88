//! The ratio of P-positions by board size (Fig. 13 of the paper), and boards as SVG.

use crate::{BoardAnswer, Convention, Position};
use std::fmt::Write;

/// The ratios as a table: P over all positions, and P to N.
pub fn ratio_table(rows: &[BoardAnswer]) -> String {
    let mut text = format!(
        "{:>2} {:<7} {:>16} {:>9} {:>9} {:>6}\n",
        "k", "play", "P-positions", "P/all", "P/N", "full"
    );
    for row in rows {
        let full = if row.full_board.win { "win" } else { "loss" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>2} {:<7} {:>16} {:>8.3}% {:>8.3}% {full:>6}",
            row.layers,
            row.convention.name(),
            row.p_positions,
            100.0 * row.p_to_all,
            100.0 * row.p_to_n,
        );
    }
    text
}

/// P over all positions as bars in the terminal, `width` characters for 100%.
pub fn ratio_bars(rows: &[BoardAnswer], width: usize) -> String {
    let mut text = String::new();
    for row in rows {
        // A ratio lies between 0 and 1, so that the bar is no longer than `width`.
        let length = (0..width).filter(|&i| (i as f64 + 0.5) < row.p_to_all * width as f64).count();
        let bar = if row.convention == Convention::Normal { "#" } else { "=" }.repeat(length);
        let _ = writeln!(
            text,
            "{:>2} {:<7}|{bar} {:.2}%",
            row.layers,
            row.convention.name(),
            100.0 * row.p_to_all
        );
    }
    text
}

/// The ratios as a plot: P over all positions against k, a line for each convention.
pub fn ratio_svg(rows: &[BoardAnswer]) -> String {
    let (width, height, margin) = (480.0, 320.0, 40.0);
    let most = rows.iter().map(|r| r.layers).max().unwrap_or(1).max(2);
    let x = |k: u8| margin + f64::from(k - 1) / f64::from(most - 1) * (width - 2.0 * margin);
    let y = |ratio: f64| height - margin - ratio / 0.5 * (height - 2.0 * margin);
    let mut svg = svg_head(width, height);
    for percent in (0..=50).step_by(10) {
        let at = y(f64::from(percent) / 100.0);
        let _ = write!(
            svg,
            "<line x1='{margin}' x2='{}' y1='{at:.1}' y2='{at:.1}' stroke='#ddd'/><text x='4' y='{:.1}'>{percent}%</text>",
            width - margin,
            at + 4.0
        );
    }
    for k in 1..=most {
        let _ =
            write!(svg, "<text x='{:.1}' y='{}'>{k}</text>", x(k) - 3.0, height - margin + 18.0);
    }
    for (convention, colour) in [(Convention::Normal, "#1f5fa8"), (Convention::Misere, "#c2571a")] {
        let of: Vec<_> = rows.iter().filter(|r| r.convention == convention).collect();
        let points: Vec<_> =
            of.iter().map(|r| format!("{:.1},{:.1}", x(r.layers), y(r.p_to_all))).collect();
        let _ = write!(
            svg,
            "<polyline fill='none' stroke='{colour}' stroke-width='2' points='{}'/>",
            points.join(" ")
        );
        for r in of {
            let _ = write!(
                svg,
                "<circle cx='{:.1}' cy='{:.1}' r='3' fill='{colour}'><title>k = {}, {convention}: {:.4}%</title></circle>",
                x(r.layers),
                y(r.p_to_all),
                r.layers,
                100.0 * r.p_to_all
            );
        }
    }
    svg + "</svg>\n"
}

/// A move as a drawing: discs are left, rings are taken by it, dots were taken before.
///
/// ```
/// let before: cg_trinim::Position = "2".parse()?;
/// let after: cg_trinim::Position = "x/.x".parse()?;
/// assert_eq!(cg_trinim::move_svg(before, after).matches("<circle").count(), 3);
/// # Ok::<(), cg_trinim::Error>(())
/// ```
pub fn move_svg(before: Position, after: Position) -> String {
    let k = u32::from(before.layers().get());
    let (step, rise) = (24.0, 21.0);
    let mut svg = svg_head(step * f64::from(k) + step, rise * f64::from(k) + step);
    for row in 0..k {
        for column in 0..=row {
            let x = step * (f64::from(column) + f64::from(k - row) / 2.0) + step / 2.0;
            let y = rise * f64::from(row) + step;
            let style = match (before.has(row, column), after.has(row, column)) {
                (false, _) => "r='2' fill='#999'",
                (true, true) => "r='9' fill='#333'",
                (true, false) => "r='8' fill='none' stroke='#c2571a' stroke-width='3'",
            };
            let _ = write!(svg, "<circle cx='{x:.1}' cy='{y:.1}' {style}/>");
        }
    }
    svg + "</svg>\n"
}

fn svg_head(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' \
         viewBox='0 0 {width} {height}' font-family='sans-serif' font-size='12'>"
    )
}
