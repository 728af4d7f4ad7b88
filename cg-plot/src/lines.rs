//! Lines over an axis of whole numbers.

use plotters::prelude::*;

use crate::look::{FONT, Ink, LABEL, NOTE, TITLE};
use crate::picture::DrawError;
use crate::sheet::{document, failed};

/// A line with a mark at each point.
#[derive(Clone, Debug)]
pub struct Line {
    /// What it shows.
    pub name: String,
    /// The points: a whole number, and a percentage.
    pub points: Vec<(u32, f64)>,
    /// [`Ink::First`] has round marks, [`Ink::Second`] triangles.
    pub ink: Ink,
    /// Broken, with hollow marks.
    pub dashed: bool,
}

/// Percentages over whole numbers, as SVG.
///
/// ```
/// use cg_plot::{Ink, Line, LinesPicture};
/// let line = Line { name: "half".into(), points: vec![(1, 50.0), (2, 25.0)], ink: Ink::First, dashed: false };
/// let picture = LinesPicture { title: "Halving".into(), across: "n".into(), lines: vec![line] };
/// assert!(picture.svg().unwrap().contains("half"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LinesPicture {
    /// Stands above.
    pub title: String,
    /// The name of the lower axis.
    pub across: String,
    /// The lines.
    pub lines: Vec<Line>,
}

const SIZE: (i32, i32) = (760, 560);
/// How long and how far apart the pieces of a broken line are, in pixels.
const DASH: (i32, i32) = (10, 7);
const MARK: i32 = 6;

impl LinesPicture {
    /// The picture as an SVG document.
    ///
    /// # Errors
    /// The library that writes it fails.
    pub fn svg(&self) -> Result<String, DrawError> {
        document(SIZE, &self.title, |sheet| self.draw(&sheet.area).map_err(failed))
    }

    fn draw(
        &self,
        area: &crate::sheet::Area<'_>,
    ) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let most = points().map(|point| point.0).max().unwrap_or(1).max(2);
        let top = points().map(|point| point.1).fold(10.0, f64::max);
        let plain = Ink::Plain.colour();
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, (FONT, TITLE).into_font().color(&plain))
            .margin(16)
            .x_label_area_size(52)
            .y_label_area_size(72)
            .build_cartesian_2d(0.5..f64::from(most) + 0.5, 0.0..1.05 * top)?;
        let whole = |number: &f64| {
            if number.fract() == 0.0 { format!("{number:.0}") } else { String::new() }
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(WHITE)
            .bold_line_style(Ink::Faint.colour())
            .axis_style(plain)
            .x_desc(&self.across)
            .y_desc("percent")
            .x_labels(usize::try_from(most).unwrap_or(usize::MAX).min(20) + 1)
            .x_label_formatter(&whole)
            .y_labels(11)
            .y_label_formatter(&|percent| format!("{percent:.0}%"))
            .label_style((FONT, LABEL).into_font().color(&plain))
            .axis_desc_style((FONT, LABEL).into_font().color(&plain))
            .draw()?;
        for line in &self.lines {
            let (ink, dashed) = (line.ink, line.dashed);
            let stroke = ink.colour().stroke_width(3);
            let fill = if dashed { ink.colour().stroke_width(2) } else { ink.colour().filled() };
            let within = if dashed { WHITE } else { ink.colour() };
            let points = line.points.iter().map(|&(k, percent)| (f64::from(k), percent));
            let series = if dashed {
                let (length, gap) = DASH;
                let dashes = DashedLineSeries::new(points.clone(), length, gap, stroke);
                chart.draw_series(dashes)?
            } else {
                chart.draw_series(LineSeries::new(points.clone(), stroke))?
            };
            let sample = move |at| {
                let pieces = if dashed { [(0, 10), (24, 34)] } else { [(0, 17), (17, 34)] };
                let piece = |(from, to)| PathElement::new([(from, 0), (to, 0)], stroke);
                EmptyElement::at(at) + piece(pieces[0]) + piece(pieces[1])
            };
            series.label(&line.name);
            match ink {
                Ink::Second => series.legend(move |at| {
                    sample(at) + triangle((17, 0), 0, ink.colour()) + triangle((17, 0), 2, within)
                }),
                _ => series.legend(move |at| sample(at) + Circle::new((17, 0), MARK, fill)),
            };
            match ink {
                Ink::Second => {
                    let outer = || triangle((0, 0), 0, ink.colour());
                    let inner = || triangle((0, 0), 2, within);
                    let mark = |at| EmptyElement::at(at) + outer() + inner();
                    chart.draw_series(points.map(mark))?
                }
                _ => chart.draw_series(points.map(|at| Circle::new(at, MARK, fill)))?,
            };
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .margin(16)
            .legend_area_size(48)
            .label_font((FONT, NOTE).into_font().color(&plain))
            .background_style(WHITE.filled())
            .border_style(Ink::Faint.colour())
            .draw()
    }
}

/// A triangle around a place, filled, and so much smaller by `inner`.
fn triangle((x, y): (i32, i32), inner: i32, colour: RGBColor) -> Polygon<(i32, i32)> {
    let (up, side, down) = (MARK + 3 - 2 * inner, MARK + 2 - 2 * inner, MARK - 1 - inner);
    Polygon::new(vec![(x, y - up), (x + side, y + down), (x - side, y + down)], colour.filled())
}
