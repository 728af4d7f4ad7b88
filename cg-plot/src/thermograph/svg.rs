//! Thermographs as SVG.

use cg_core::{Dyadic, Player};

use super::ThermographPicture;
use super::view::{View, ink};
use crate::labels::{Label, spaced};
use crate::look::{Ink, LABEL, NOTE, text_width};
use crate::picture::DrawError;
use crate::sheet::{Anchor, Point, document};

/// The picture in pixels, and the part of it that the walls are drawn in.
const SIZE: (i32, i32) = (760, 640);
const RIGHT: i32 = 720;
const TOP: i32 = 60;
const BOTTOM: i32 = 500;
/// The left margin, at least and at most.
const MARGIN: (i32, i32) = (90, 300);
/// How thick walls and mast are.
const THICK: u32 = 4;

pub(super) fn draw(picture: &ThermographPicture<'_>) -> Result<String, DrawError> {
    let view = View::of(picture.thermograph);
    let texts = view.temperatures.iter().map(ToString::to_string);
    let widest = texts.map(|text| text_width(&text, LABEL)).max().unwrap_or(0);
    let left = (widest + 60).clamp(MARGIN.0, MARGIN.1);
    let place = |(across, up): (f64, f64)| -> Point {
        (left + part(across, RIGHT - left), BOTTOM - part(up, BOTTOM - TOP))
    };
    let across = |value: &Dyadic| place((view.across(value), 0.0)).0;
    let upward = |temperature: &Dyadic| place((0.0, view.up(temperature))).1;

    document(SIZE, &picture.title(), |sheet| {
        sheet.title(SIZE.0, &picture.title())?;
        let labels = view.temperatures.iter().map(|temperature| Label {
            place: upward(temperature),
            half: LABEL / 2 + 1,
            text: temperature.to_string(),
        });
        for Label { place, text, .. } in spaced(labels) {
            sheet.line(&[(left - 6, place), (RIGHT, place)], Ink::Faint, 1)?;
            sheet.text((left - 12, place), &text, Anchor::End, LABEL)?;
        }
        let labels = view.values.iter().map(|value| {
            let text = value.to_string();
            Label { place: across(value), half: text_width(&text, LABEL) / 2 + 6, text }
        });
        for Label { place, text, .. } in spaced(labels) {
            sheet.line(&[(place, TOP), (place, BOTTOM + 6)], Ink::Faint, 1)?;
            sheet.text((place, BOTTOM + 20), &text, Anchor::Middle, LABEL)?;
        }
        sheet.line(&[(left, TOP), (left, BOTTOM), (RIGHT, BOTTOM)], Ink::Plain, 1)?;
        for player in [Player::Right, Player::Left] {
            let wall: Vec<Point> = view.wall(player).into_iter().map(place).collect();
            sheet.line(&wall, ink(player), THICK)?;
        }
        let [foot, end] = view.mast().map(place);
        sheet.line(&[foot, (end.0, end.1 + 6)], Ink::Plain, THICK)?;
        let head = [end, (end.0 - 8, end.1 + 16), (end.0 + 8, end.1 + 16)];
        sheet.head(head, Ink::Plain)?;
        let caption = "value (increases to the left)";
        sheet.text(((left + RIGHT) / 2, BOTTOM + 50), caption, Anchor::Middle, LABEL)?;
        sheet.upward((20, (TOP + BOTTOM) / 2), "temperature", LABEL)?;
        // The breakpoints once more, where they are few: labels may have left some out.
        for (line, player) in (0..).zip(Player::BOTH) {
            let (start, height) = (left, BOTTOM + 84 + 26 * line);
            let name = match player {
                Player::Left => "Left's wall",
                Player::Right => "Right's wall",
            };
            let full = format!("{name} (value, temperature): {}", picture.thermograph.wall(player));
            let fits = text_width(&full, NOTE) <= RIGHT - start - 40;
            sheet.line(&[(start, height), (start + 32, height)], ink(player), THICK)?;
            let text = if fits { &full } else { name };
            sheet.text((start + 42, height), text, Anchor::Start, NOTE)?;
        }
        Ok(())
    })
}

/// A part of a length.
#[expect(clippy::cast_possible_truncation, reason = "at most the length")]
fn part(part: f64, length: i32) -> i32 {
    (part * f64::from(length)).round() as i32
}
