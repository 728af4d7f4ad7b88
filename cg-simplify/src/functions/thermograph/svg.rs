//! Thermographs as SVG.

use std::fmt::Write;

use cg_core::{Dyadic, Player};

use super::Thermograph;
use super::draw::{Label, View, length, spaced};

/// The picture in pixels, and the part of it that the walls are drawn in.
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 520.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 380.0;
/// The height of a line of text, and the width of a sign.
const LINE: f64 = 16.0;
const SIGN: f64 = 7.5;
/// A line under the picture has room for so many signs.
const MOST_SIGNS: f64 = 90.0;

impl Thermograph {
    /// The thermograph as an SVG picture: values increase to the left, the mast
    /// points up. Left's wall is blue and Right's red; the labels are exact.
    ///
    /// ```
    /// # use cg_core::{Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let star = engine.nimber(&1u8.into())?;
    /// let picture = engine.thermograph(star)?.svg();
    /// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn svg(&self) -> String {
        let view = View::of(self);
        let x = |value: &Dyadic| LEFT + (RIGHT - LEFT) * view.across(value);
        let y = |temperature: &Dyadic| BOTTOM - (BOTTOM - TOP) * view.up(temperature);
        let mut body = String::new();
        let mut put = |piece: std::fmt::Arguments<'_>| {
            // Writing to a string cannot fail.
            let _ = body.write_fmt(piece);
            body.push('\n');
        };
        put(format_args!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">"##
        ));
        put(format_args!(r##"<title>thermograph: {self}</title>"##));
        put(format_args!(r##"<rect width="100%" height="100%" fill="white"/>"##));

        // The temperature and 0 first, so that they keep their labels.
        let zero = Dyadic::ZERO;
        let first = [self.temperature(), &zero];
        let temperatures = first.into_iter().chain(&view.temperatures);
        let labels =
            temperatures.map(|t| Label { place: y(t), half: LINE / 2.0, text: t.to_string() });
        for Label { place, text, .. } in spaced(labels) {
            put(format_args!(
                r##"<path d="M{LEFT} {place:.1}H{RIGHT}" stroke="#ddd"/><text x="{:.1}" y="{:.1}" text-anchor="end">{text}</text>"##,
                LEFT - 10.0,
                place + 4.5
            ));
        }
        let values = std::iter::once(self.mean()).chain(&view.values);
        let labels = values.map(|value| {
            let text = value.to_string();
            Label { place: x(value), half: SIGN / 2.0 * (length(&text) + 1.0), text }
        });
        for Label { place, text, .. } in spaced(labels) {
            put(format_args!(
                r##"<path d="M{place:.1} {TOP}V{BOTTOM}" stroke="#ddd"/><text x="{place:.1}" y="{:.1}" text-anchor="middle">{text}</text>"##,
                BOTTOM + 18.0
            ));
        }

        for (player, colour) in [(Player::Right, "#c22"), (Player::Left, "#22c")] {
            let mut path = String::new();
            for (index, point) in self.wall(player).points().iter().enumerate() {
                let command = if index == 0 { 'M' } else { 'L' };
                let (across, up) = (x(&point.value), y(&point.temperature));
                let _ = write!(path, "{command}{across:.1} {up:.1}");
            }
            // Where the mast starts, the wall itself may be vertical already.
            let start = y(self.temperature());
            let mast = x(self.mean());
            put(format_args!(
                r##"<path d="M{mast:.1} {start:.1}L{}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-linejoin="round"/>"##,
                &path[1..]
            ));
        }
        let (mast, start) = (x(self.mean()), y(self.temperature()));
        put(format_args!(
            r##"<path d="M{mast:.1} {start:.1}V{TOP}m-5 9l5 -9l5 9" fill="none" stroke="black" stroke-width="2.5"/>"##
        ));
        put(format_args!(
            r##"<text x="{:.1}" y="{:.1}" text-anchor="middle">value (increases to the left)</text>"##,
            (LEFT + RIGHT) / 2.0,
            BOTTOM + 45.0
        ));
        put(format_args!(
            r##"<text x="22" y="{0:.1}" text-anchor="middle" transform="rotate(-90 22 {0:.1})">temperature</text>"##,
            (TOP + BOTTOM) / 2.0
        ));
        // The breakpoints once more, where they are few: labels may have left some out.
        for (line, player) in (0u8..).zip(Player::BOTH) {
            let text = format!("{player}: {}", self.wall(player));
            if length(&text) <= MOST_SIGNS {
                put(format_args!(
                    r##"<text x="{:.1}" y="{:.1}" text-anchor="middle" font-size="11" fill="#555">{text}</text>"##,
                    WIDTH / 2.0,
                    BOTTOM + 68.0 + LINE * f64::from(line)
                ));
            }
        }
        put(format_args!("</svg>"));
        body
    }
}
