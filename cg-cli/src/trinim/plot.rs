//! The ratio of P-positions by layers (Fig. 13 of the paper) as a drawing.

use cg_trinim::{BoardAnswer, Convention};
use plotters::prelude::*;

type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// P-positions to all positions, and to N-positions, in percent against the number of layers.
pub(super) fn ratios(rows: &[BoardAnswer]) -> Result<String, String> {
    let mut svg = String::new();
    draw(rows, &mut svg).map_err(|error| format!("the plot could not be drawn: {error}"))?;
    Ok(svg)
}

fn draw(rows: &[BoardAnswer], svg: &mut String) -> Drawn {
    let area = SVGBackend::with_string(svg, (720, 480)).into_drawing_area();
    area.fill(&WHITE)?;
    let least = 0.5;
    let most = f64::from(rows.iter().map(|row| row.layers).max().unwrap_or(1).max(2)) + 0.5;
    let mut chart = ChartBuilder::on(&area)
        .caption("Triangular Nim: the ratio of P-positions", ("sans-serif", 20))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(least..most, 0.0..105.0)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(WHITE)
        .x_desc("layers k")
        .y_desc("percent")
        .x_labels(12)
        .x_label_formatter(&|k| if k.fract() == 0.0 { format!("{k:.0}") } else { String::new() })
        .y_labels(11)
        .y_label_formatter(&|percent| format!("{percent:.0}%"))
        .label_style(("sans-serif", 14))
        .axis_desc_style(("sans-serif", 15))
        .draw()?;
    for (convention, colour) in
        [(Convention::Normal, RGBColor(31, 95, 168)), (Convention::Misere, RGBColor(194, 87, 26))]
    {
        for (ratio, ratio_name, full) in ratios_of() {
            let of: Vec<(f64, f64)> = rows
                .iter()
                .filter(|row| row.convention == convention)
                .map(|row| (f64::from(row.layers), 100.0 * ratio(row)))
                .collect();
            if of.is_empty() {
                continue;
            }
            let style =
                if full { colour.stroke_width(2) } else { colour.mix(0.45).stroke_width(2) };
            let mark = if full { colour.filled() } else { colour.stroke_width(1) };
            chart
                .draw_series(LineSeries::new(of.iter().copied(), style))?
                .label(format!("{convention} play, {ratio_name}"))
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
            chart.draw_series(of.into_iter().map(|point| Circle::new(point, 4, mark)))?;
        }
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .margin(16)
        .label_font(("sans-serif", 14))
        .background_style(WHITE.filled())
        .border_style(BLACK.mix(0.3))
        .draw()?;
    area.present()
}

type Ratio = fn(&BoardAnswer) -> f64;

/// The ratios, their names, and whether they are drawn in full colour.
fn ratios_of() -> [(Ratio, &'static str, bool); 2] {
    [(|row| row.p_to_all, "P to all", true), (|row| row.p_to_n, "P to N", false)]
}
