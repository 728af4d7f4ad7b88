//! The surface for SVG pictures.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::style::{DrawError, FONT, Ink, LABEL, NOTE, TITLE, text_width};

/// A point in pixels from the upper left corner.
pub(crate) type Point = (i32, i32);

/// The drawing area of `plotters`.
pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// White paper of a size, with a title.
pub(crate) struct Sheet<'a> {
    pub(crate) area: Area<'a>,
}

/// The part of a text that is at its place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Draws an SVG document. `name` is its title for screen readers.
pub(crate) fn document(
    size: (i32, i32),
    name: &str,
    draw: impl FnOnce(&Sheet<'_>) -> Result<(), DrawError>,
) -> Result<String, DrawError> {
    let mut text = String::new();
    let side = |length: i32| u32::try_from(length).unwrap_or(1).max(1);
    {
        let area =
            SVGBackend::with_string(&mut text, (side(size.0), side(size.1))).into_drawing_area();
        let sheet = Sheet { area };
        sheet.area.fill(&WHITE).map_err(failed)?;
        draw(&sheet)?;
        sheet.area.present().map_err(failed)?;
    }
    let head = text.find('>').map_or(0, |at| at + 1);
    text.insert_str(head, &format!("\n<title>{}</title>", escaped(name)));
    Ok(text)
}

pub(crate) fn failed(error: impl std::fmt::Display) -> DrawError {
    DrawError(error.to_string())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

impl Sheet<'_> {
    /// A line through points.
    pub(crate) fn line(&self, points: &[Point], ink: Ink, width: u32) -> Result<(), DrawError> {
        let style = ink.colour().stroke_width(width);
        self.area.draw(&PathElement::new(points.to_vec(), style)).map_err(failed)
    }

    /// A filled circle.
    pub(crate) fn disc(&self, at: Point, radius: i32, ink: Ink) -> Result<(), DrawError> {
        self.area.draw(&Circle::new(at, radius, ink.colour().filled())).map_err(failed)
    }

    /// A circle.
    pub(crate) fn ring(&self, at: Point, radius: i32, ink: Ink) -> Result<(), DrawError> {
        let style = ink.colour().stroke_width(3);
        self.area.draw(&Circle::new(at, radius, style)).map_err(failed)
    }

    /// A filled square with this middle.
    pub(crate) fn square(&self, (x, y): Point, half: i32, ink: Ink) -> Result<(), DrawError> {
        let corners = [(x - half, y - half), (x + half, y + half)];
        self.area.draw(&Rectangle::new(corners, ink.colour().filled())).map_err(failed)
    }

    /// A filled triangle: the head of an arrow.
    pub(crate) fn head(&self, corners: [Point; 3], ink: Ink) -> Result<(), DrawError> {
        self.area.draw(&Polygon::new(corners.to_vec(), ink.colour().filled())).map_err(failed)
    }

    /// A text. The height of the place is that of its middle line.
    pub(crate) fn text(
        &self,
        at: Point,
        text: &str,
        anchor: Anchor,
        size: i32,
    ) -> Result<(), DrawError> {
        self.write(at, text, anchor, size, FontTransform::None)
    }

    /// The same, rotated so that it reads upwards.
    pub(crate) fn upward(&self, at: Point, text: &str, size: i32) -> Result<(), DrawError> {
        self.write(at, text, Anchor::Middle, size, FontTransform::Rotate270)
    }

    /// The title, in the middle above the picture, in the largest size that fits.
    pub(crate) fn title(&self, width: i32, text: &str) -> Result<(), DrawError> {
        let fits = |size: &i32| text_width(text, *size) <= width - 40;
        let size = [TITLE, LABEL].into_iter().find(fits).unwrap_or(NOTE);
        self.text((width / 2, 28), text, Anchor::Middle, size)
    }

    fn write(
        &self,
        at: Point,
        text: &str,
        anchor: Anchor,
        size: i32,
        turn: FontTransform,
    ) -> Result<(), DrawError> {
        let across = match anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let style = (FONT, size)
            .into_font()
            .transform(turn)
            .color(&Ink::Plain.colour())
            .pos(Pos::new(across, VPos::Center));
        self.area.draw(&Text::new(text.to_owned(), at, style)).map_err(failed)
    }
}
