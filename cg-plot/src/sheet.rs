//! The surface for SVG pictures.

use std::fmt::{Display, Write};

use serde::Serialize;

use crate::style::{FONT, Ink, LABEL, NOTE, TITLE, font_size, text_width};

/// A point in pixels from the upper left corner.
pub(crate) type Point = (i32, i32);

/// White paper, and what is drawn on it.
pub(crate) struct Sheet {
    text: String,
}

/// The part of a text that is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Anchor {
    /// As SVG writes it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// Draws an SVG document. `name` is its title for screen readers.
pub(crate) fn document(size: (i32, i32), name: &str, draw: impl FnOnce(&mut Sheet)) -> String {
    let (width, height) = (size.0.max(1), size.1.max(1));
    let mut sheet = Sheet { text: String::new() };
    sheet.put(format_args!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>",
        escaped(name)
    ));
    draw(&mut sheet);
    sheet.put("</svg>");
    sheet.text
}

/// A picture as SVG, made smaller if it is more than so many points wide. A point has four thirds of a pixel.
///
/// ```
/// let small = cg_plot::fitted("<svg width=\"800\" height=\"40\" viewBox=\"0 0 800 40\">", 300);
/// assert_eq!(small, "<svg width=\"400\" height=\"20\" viewBox=\"0 0 800 40\">");
/// ```
pub fn fitted(svg: &str, points: u32) -> String {
    let read = |name: &str| -> Option<f64> {
        let (_, rest) = svg.split_once(name)?;
        rest.split_once('"')?.0.parse().ok()
    };
    let (Some(width), Some(height)) = (read(" width=\""), read(" height=\"")) else {
        return svg.to_owned();
    };
    let part = f64::from(points) * 4.0 / 3.0 / width;
    if part >= 1.0 {
        return svg.to_owned();
    }
    let size = |part: f64| {
        format!(" width=\"{}\" height=\"{}\"", (width * part).round(), (height * part).round())
    };
    svg.replacen(&size(1.0), &size(part), 1)
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Points as the attribute `points`.
fn listed(points: &[Point]) -> String {
    points.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

impl Sheet {
    /// Adds a line to the document.
    pub(crate) fn put(&mut self, element: impl Display) {
        writeln!(self.text, "{element}").expect("a string takes every text");
    }

    /// A line through points.
    pub(crate) fn line(&mut self, points: &[Point], ink: Ink, width: u32) {
        self.stroke(points, ink, width, "");
    }

    /// A broken line through points.
    pub(crate) fn dashes(&mut self, points: &[Point], ink: Ink, width: u32) {
        self.stroke(points, ink, width, " stroke-dasharray=\"10,7\"");
    }

    fn stroke(&mut self, points: &[Point], ink: Ink, width: u32, dashes: &str) {
        let (points, colour) = (listed(points), ink.colour());
        self.put(format_args!(
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes} points=\"{points}\"/>"
        ));
    }

    /// A filled circle.
    pub(crate) fn disc(&mut self, (x, y): Point, radius: i32, ink: Ink) {
        let colour = ink.colour();
        self.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\"/>"));
    }

    /// A circle with nothing in it.
    pub(crate) fn ring(&mut self, (x, y): Point, radius: i32, ink: Ink) {
        let colour = ink.colour();
        self.put(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\"/>"
        ));
    }

    /// A filled rectangle with this upper left corner and this size. A part of 1 covers all below it.
    pub(crate) fn area(&mut self, (x, y): Point, (width, height): Point, ink: Ink, part: f64) {
        let colour = ink.colour();
        let part = if part < 1.0 { format!(" fill-opacity=\"{part:.3}\"") } else { String::new() };
        self.put(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"{part}/>"
        ));
    }

    /// A white rectangle with a frame.
    pub(crate) fn frame(&mut self, (x, y): Point, (width, height): Point, ink: Ink) {
        let colour = ink.colour();
        self.put(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\" stroke=\"{colour}\"/>"
        ));
    }

    /// A filled triangle: the head of an arrow.
    pub(crate) fn head(&mut self, corners: [Point; 3], ink: Ink) {
        let (points, colour) = (listed(&corners), ink.colour());
        self.put(format_args!("<polygon points=\"{points}\" fill=\"{colour}\"/>"));
    }

    /// A triangle with nothing but white in it.
    pub(crate) fn hollow(&mut self, corners: [Point; 3], ink: Ink) {
        let (points, colour) = (listed(&corners), ink.colour());
        self.put(format_args!(
            "<polygon points=\"{points}\" fill=\"#FFFFFF\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        ));
    }

    /// A text. The height of the place is that of its middle line.
    pub(crate) fn text(&mut self, at: Point, text: &str, anchor: Anchor, size: i32) {
        self.write(at, text, anchor, size, "");
    }

    /// The same, rotated so that it reads upwards.
    pub(crate) fn upward(&mut self, (x, y): Point, text: &str, size: i32) {
        let turn = format!(" transform=\"rotate(270, {x}, {y})\"");
        self.write((x, y), text, Anchor::Middle, size, &turn);
    }

    /// The title, in the middle above the picture, in the largest size that fits.
    pub(crate) fn title(&mut self, width: i32, text: &str) {
        let fits = |size: &i32| text_width(text, *size) <= width - 40;
        let size = [TITLE, LABEL].into_iter().find(fits).unwrap_or(NOTE);
        self.text((width / 2, 28), text, Anchor::Middle, size);
    }

    fn write(&mut self, (x, y): Point, text: &str, anchor: Anchor, size: i32, turn: &str) {
        let (anchor, size, colour, text) =
            (anchor.name(), font_size(size), Ink::Plain.colour(), escaped(text));
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" dy=\"0.5ex\" text-anchor=\"{anchor}\" font-family=\"{FONT}\" \
             font-size=\"{size:.1}\" fill=\"{colour}\"{turn}>{text}</text>"
        ));
    }
}
