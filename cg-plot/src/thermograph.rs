//! Thermographs in the field's orientation: large values on the left, and the mast upwards.

use std::collections::BTreeSet;

use cg_core::{Dyadic, Player};
use cg_simplify::Thermograph;
use dashu_int::IBig;

use crate::sheet::{Anchor, Point, document};
use crate::style::{Ink, LABEL, Label, NOTE, Picture, Terminal, spaced, text_width};
use crate::terminal::Axes;

/// A thermograph as a picture. Breakpoints of the walls have exact labels. If two labels overlap,
/// one is left out.
#[derive(Clone, Copy, Debug)]
pub struct ThermographPicture<'a> {
    thermograph: &'a Thermograph,
    name: &'a str,
}

impl<'a> ThermographPicture<'a> {
    /// The thermograph of a game. `name` is used in the title.
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
    fn svg(&self) -> String {
        svg(self)
    }

    fn text(&self, terminal: Terminal) -> String {
        text(self, terminal)
    }
}

/// The part of the height for the walls. Above it is only the mast.
const BELOW_THE_MAST: f64 = 0.8;

/// The range of values and temperatures in a picture.
struct View<'a> {
    thermograph: &'a Thermograph,
    smallest: Dyadic,
    largest: Dyadic,
    coldest: Dyadic,
    /// From the coldest temperature to that of the game, but at least one degree.
    span: Dyadic,
    /// The values of both walls at their breakpoints, the mean first.
    values: Vec<Dyadic>,
    /// The temperatures of the breakpoints. That of the game and 0 come first.
    temperatures: Vec<Dyadic>,
}

impl<'a> View<'a> {
    fn of(thermograph: &'a Thermograph) -> Self {
        let points = || Player::BOTH.map(|player| thermograph.wall(player).points()).concat();
        let values: BTreeSet<Dyadic> = points().into_iter().map(|point| point.value).collect();
        let temperatures: BTreeSet<Dyadic> =
            points().into_iter().map(|point| point.temperature).collect();
        let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
        let smallest = values.first().unwrap_or(mean).clone();
        let largest = values.last().unwrap_or(mean).clone();
        // A mast without walls is in the middle of two units.
        let alone = smallest == largest;
        let (smallest, largest) = if alone {
            (smallest - Dyadic::ONE, largest + Dyadic::ONE)
        } else {
            (smallest, largest)
        };
        let coldest = -Dyadic::ONE;
        let span = (temperature - &coldest).max(Dyadic::ONE);
        let zero = Dyadic::ZERO;
        let first = |first: Vec<Dyadic>, rest: BTreeSet<Dyadic>| {
            let rest: Vec<_> = rest.into_iter().filter(|value| !first.contains(value)).collect();
            first.into_iter().chain(rest).collect()
        };
        let ends = [&smallest, &largest].map(Clone::clone);
        let shown = values.into_iter().chain(if alone { ends.to_vec() } else { Vec::new() });
        View {
            values: first(vec![mean.clone()], shown.collect()),
            temperatures: first(vec![temperature.clone(), zero], temperatures),
            thermograph,
            smallest,
            largest,
            coldest,
            span,
        }
    }

    /// The horizontal place of a value: 0 for the largest, 1 for the smallest.
    fn across(&self, value: &Dyadic) -> f64 {
        ratio(&(&self.largest - value), &(&self.largest - &self.smallest))
    }

    /// The vertical place of a temperature: 0 for the coldest. The top part, up to 1, is for the
    /// mast.
    fn up(&self, temperature: &Dyadic) -> f64 {
        BELOW_THE_MAST * ratio(&(temperature - &self.coldest), &self.span)
    }

    /// A player's wall, from the foot of the mast downwards.
    fn wall(&self, player: Player) -> Vec<(f64, f64)> {
        // At the foot of the mast, the wall may already be vertical.
        let foot = (self.across(self.thermograph.mean()), self.up(self.thermograph.temperature()));
        let points = self.thermograph.wall(player).points().iter();
        let points = points.map(|point| (self.across(&point.value), self.up(&point.temperature)));
        std::iter::once(foot).chain(points).collect()
    }

    /// The mast, from its foot upwards.
    fn mast(&self) -> [(f64, f64); 2] {
        let across = self.across(self.thermograph.mean());
        [(across, self.up(self.thermograph.temperature())), (across, 1.0)]
    }
}

/// part / whole for a positive whole, with an error of at most 2^-30, for numbers of any size.
fn ratio(part: &Dyadic, whole: &Dyadic) -> f64 {
    const BITS: usize = 30;
    let dividend: IBig = part.numerator() << (whole.exponent() + BITS);
    let divisor: IBig = whole.numerator() << part.exponent();
    let quotient = i32::try_from(dividend / divisor).unwrap_or(i32::MAX);
    f64::from(quotient) / f64::from(1u32 << BITS)
}

/// The size of the picture in pixels.
const SIZE: (i32, i32) = (760, 640);
const RIGHT: i32 = 720;
const TOP: i32 = 60;
const BOTTOM: i32 = 500;
/// The smallest and the largest left margin.
const MARGIN: (i32, i32) = (90, 300);
/// The thickness of walls and mast.
const THICK: u32 = 4;

fn svg(picture: &ThermographPicture<'_>) -> String {
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
        sheet.title(SIZE.0, &picture.title());
        let labels = view.temperatures.iter().map(|temperature| Label {
            place: upward(temperature),
            half: LABEL / 2 + 1,
            text: temperature.to_string(),
        });
        for Label { place, text, .. } in spaced(labels) {
            sheet.line(&[(left - 6, place), (RIGHT, place)], Ink::Faint, 1);
            sheet.text((left - 12, place), &text, Anchor::End, LABEL);
        }
        let labels = view.values.iter().map(|value| {
            let text = value.to_string();
            Label { place: across(value), half: text_width(&text, LABEL) / 2 + 6, text }
        });
        for Label { place, text, .. } in spaced(labels) {
            sheet.line(&[(place, TOP), (place, BOTTOM + 6)], Ink::Faint, 1);
            sheet.text((place, BOTTOM + 20), &text, Anchor::Middle, LABEL);
        }
        sheet.line(&[(left, TOP), (left, BOTTOM), (RIGHT, BOTTOM)], Ink::Plain, 1);
        for player in [Player::Right, Player::Left] {
            let wall: Vec<Point> = view.wall(player).into_iter().map(place).collect();
            sheet.line(&wall, Ink::of(player), THICK);
        }
        let [foot, end] = view.mast().map(place);
        sheet.line(&[foot, (end.0, end.1 + 6)], Ink::Plain, THICK);
        let head = [end, (end.0 - 8, end.1 + 16), (end.0 + 8, end.1 + 16)];
        sheet.head(head, Ink::Plain);
        let caption = "value (increases to the left)";
        sheet.text(((left + RIGHT) / 2, BOTTOM + 50), caption, Anchor::Middle, LABEL);
        sheet.upward((20, (TOP + BOTTOM) / 2), "temperature", LABEL);
        // If there are few breakpoints, they are listed again, because some labels may have been
        // left out.
        for (line, player) in (0..).zip(Player::BOTH) {
            let (start, height) = (left, BOTTOM + 84 + 26 * line);
            let name = match player {
                Player::Left => "Left's wall",
                Player::Right => "Right's wall",
            };
            let full = format!("{name} (value, temperature): {}", picture.thermograph.wall(player));
            let fits = text_width(&full, NOTE) <= RIGHT - start - 40;
            sheet.line(&[(start, height), (start + 32, height)], Ink::of(player), THICK);
            let text = if fits { &full } else { name };
            sheet.text((start + 42, height), text, Anchor::Start, NOTE);
        }
    })
}

/// A part of a length.
#[expect(clippy::cast_possible_truncation, reason = "at most the length")]
fn part(part: f64, length: i32) -> i32 {
    (part * f64::from(length)).round() as i32
}

/// Rows of dots.
const LINES: usize = 20;

fn text(picture: &ThermographPicture<'_>, terminal: Terminal) -> String {
    let view = View::of(picture.thermograph);
    let up: Vec<_> = view.temperatures.iter().map(|t| (view.up(t), t.to_string())).collect();
    let across: Vec<_> = view.values.iter().map(|v| (view.across(v), v.to_string())).collect();
    let mut axes = Axes::new(terminal, LINES, &picture.title(), &up, &across);
    for player in [Player::Right, Player::Left] {
        axes.draw(&view.wall(player), true, Ink::of(player));
    }
    axes.draw(&view.mast(), true, Ink::Plain);
    axes.note(0, "values increase to the left, temperatures upward");
    axes.text(terminal)
}

#[cfg(test)]
mod tests {
    use cg_core::{Limits, Result};
    use cg_simplify::Engine;

    use super::*;

    const NARROW: Terminal = Terminal { width: 44, colour: false };

    /// The thermograph of {a||b|c}.
    fn example([a, b, c]: [i64; 3]) -> Result<Thermograph> {
        let mut engine = Engine::new(cg_subgroups::standard().unwrap(), Limits::default())?;
        let [a, b, c] = [a, b, c].map(|n| engine.integer(&n.into()));
        let (a, b, c) = (a?, b?, c?);
        let hot = engine.game(&[b], &[c])?;
        let game = engine.game(&[a], &[hot])?;
        Ok(engine.thermograph(game)?.as_ref().clone())
    }

    #[test]
    fn a_thermograph_in_the_terminal() -> Result<()> {
        let thermograph = example([3, 2, 1])?;
        let picture = ThermographPicture::new(&thermograph, "{3||2|1}");
        insta::assert_snapshot!(picture.text(NARROW), @r#"
Thermograph of {3||2|1}: mean 9/4, temperat…
    │                                 ⡇
    │                                 ⡇
    │                                 ⡇
    │                                 ⡇
3/4 ┤                               ⢀⠔⠑⢄
    │                             ⢀⠔⠁   ⠑⢄
1/2 ┤                           ⣀⠔⠁       ⢱
    │                         ⡠⠊          ⢸
    │                       ⡠⠊            ⢸
    │                     ⡠⠊              ⢸
  0 ┤                   ⡠⠊                ⢸
    │                 ⡠⠊                  ⢸
    │              ⢀⠔⠉                    ⢸
    │            ⢀⠔⠁                      ⢸
    │          ⢀⠔⠁                        ⢸
    │        ⢀⠔⠁                          ⢸
    │      ⢀⠔⠁                            ⢸
    │    ⡠⠒⠁                              ⢸
    │  ⡠⠊                                 ⢸
 -1 ┤⡠⠊                                   ⢸
    └┴───────────────────────────────┴────┴
     4                              9/4   2
     values increase to the left, temperatur
"#);
        Ok(())
    }

    #[test]
    fn walls_stand_on_their_sides_and_values_increase_to_the_left() -> Result<()> {
        for (a, b, c) in [(3, 2, 1), (9, 0, -9), (0, 1, 2), (100, 1, -1000)] {
            let thermograph = example([a, b, c])?;
            let view = View::of(&thermograph);
            let [left, right] = Player::BOTH.map(|player| view.wall(player));
            let foot = left[0];
            assert_eq!(foot, right[0]);
            assert!(left.iter().all(|point| point.0 <= foot.0), "{left:?}");
            assert!(right.iter().all(|point| point.0 >= foot.0), "{right:?}");
            for (across, up) in left.into_iter().chain(right).chain(view.mast()) {
                assert!((0.0..=1.0).contains(&across) && (0.0..=1.0).contains(&up));
            }
        }
        Ok(())
    }

    #[test]
    fn a_picture_is_well_formed_and_labelled() -> Result<()> {
        let thermograph = example([3, 2, 1])?;
        let svg = ThermographPicture::new(&thermograph, "<&>").svg();
        let document = roxmltree::Document::parse(&svg).expect("it is well formed");
        let texts: Vec<&str> = document
            .descendants()
            .filter(|node| node.has_tag_name("text"))
            .filter_map(|node| node.text().map(str::trim))
            .collect();
        for label in [
            "9/4",
            "3/4",
            "1/2",
            "4",
            "2",
            "0",
            "-1",
            "temperature",
            "value (increases to the left)",
        ] {
            assert!(texts.contains(&label), "{label}: {texts:?}");
        }
        assert!(texts.contains(&"Thermograph of <&>: mean 9/4, temperature 3/4"), "{texts:?}");
        assert!(
            texts.contains(&"Left's wall (value, temperature): (9/4, 3/4) (4, -1)"),
            "{texts:?}"
        );
        Ok(())
    }

    #[test]
    fn lines_keep_to_the_width() -> Result<()> {
        let thermograph = example([1_000_000_007, 1, -999_999_999])?;
        for width in [40, 57, 80, 120] {
            let text = ThermographPicture::new(&thermograph, "a long game")
                .text(Terminal { width, colour: false });
            assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
        }
        Ok(())
    }
}
