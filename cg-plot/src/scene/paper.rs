//! Scenes on paper: as elements of SVG, and as commands of TikZ.

use super::graph::middle;
use super::{Form, Look, Mark, Place, Scene, place, rounded};
use crate::sheet::{Anchor, escaped};
use crate::style::{FONT, Ink};
use crate::tikz;

/// The inside of a mark.
#[derive(Clone, Copy)]
enum Fill {
    Nothing,
    Paper,
    Ink(Ink),
}

/// The colours of a mark: its inside, and its border with the width and whether it is broken.
type Style = (Fill, Option<(Ink, f64, bool)>);

/// How a look is drawn; `None` for what only a page shows.
fn style(look: Look) -> Option<Style> {
    let filled = |ink| (Fill::Ink(ink), None);
    let line = |fill, ink, width| (fill, Some((ink, width, false)));
    Some(match look {
        Look::Cell => line(Fill::Nothing, Ink::Faint, 1.0),
        Look::Taken => line(Fill::Ink(Ink::Faint), Ink::Faint, 1.0),
        Look::Missing => (Fill::Nothing, Some((Ink::Faint, 1.0, true))),
        Look::Left | Look::LeftVertex => filled(Ink::First),
        Look::Right | Look::RightVertex => filled(Ink::Second),
        Look::Token | Look::Thin => filled(Ink::Both),
        Look::Gone => line(Fill::Nothing, Ink::Faint, 1.0),
        Look::Other => line(Fill::Nothing, Ink::Plain, 1.5),
        Look::Ball => line(Fill::Paper, Ink::Plain, 2.0),
        Look::Vertex => line(Fill::Paper, Ink::Plain, 1.5),
        Look::Edge => line(Fill::Nothing, Ink::Plain, 3.0),
        Look::LeftEdge => line(Fill::Nothing, Ink::First, 5.0),
        Look::RightEdge => (Fill::Nothing, Some((Ink::Second, 5.0, true))),
        Look::BothEdge => line(Fill::Nothing, Ink::Both, 5.0),
        Look::Ground => line(Fill::Nothing, Ink::Plain, 4.0),
        Look::Crack => line(Fill::Nothing, Ink::Faint, 1.0),
        Look::Sign => (Fill::Paper, None),
        Look::DarkSign | Look::Axis | Look::Plain => filled(Ink::Plain),
        Look::Ring | Look::Strip | Look::Tab | Look::Reach | Look::Grasp => return None,
    })
}

/// The size of the letters of a text.
fn letters(look: Look) -> f64 {
    match look {
        Look::Axis => 11.0,
        Look::Plain => 16.0,
        _ => 15.0,
    }
}

/// The head of the arrow at the end of a line: it ends at the border of a vertex.
fn head(from: Place, to: Place, bend: f64) -> [Place; 3] {
    let before = middle(from, to, bend);
    let (dx, dy) = (to.0 - before.0, to.1 - before.1);
    let length = dx.hypot(dy).max(1.0);
    let at = |back: f64, aside: f64| {
        let (along, across) = (back / length, aside / length);
        place((to.0 - along * dx - across * dy, to.1 - along * dy + across * dx))
    };
    [at(14.0, 0.0), at(23.0, 5.0), at(23.0, -5.0)]
}

impl Scene {
    /// The elements of SVG that show the scene, with its upper left corner at this place.
    pub(crate) fn svg(&self, (left, top): Place, scale: f64) -> String {
        let (x, y) = (rounded(left - scale * self.view.0), rounded(top - scale * self.view.1));
        let scaled = if scale < 1.0 { format!(" scale({scale})") } else { String::new() };
        let mut text = format!("<g transform=\"translate({x},{y}){scaled}\">\n");
        for mark in self.parts.iter().flat_map(|part| &part.marks) {
            if let Some(style) = style(mark.look) {
                text += &svg(mark, style);
            }
        }
        text + "</g>"
    }

    /// The commands of TikZ that show the scene, with its upper left corner at this place.
    pub(crate) fn tikz(&self, (left, top): Place, scale: f64) -> String {
        let (x, y) = (rounded(left - scale * self.view.0), rounded(top - scale * self.view.1));
        let scaled = match scale < 1.0 {
            true => format!(",scale={scale},transform shape"),
            false => String::new(),
        };
        let mut text = format!("\\begin{{scope}}[shift={{({x},{y})}}{scaled}]\n");
        for mark in self.parts.iter().flat_map(|part| &part.marks) {
            if let Some(style) = style(mark.look) {
                text += &latex(mark, style);
            }
        }
        text + "\\end{scope}"
    }
}

fn svg(Mark { look, form }: &Mark, (fill, border): Style) -> String {
    let fill = match fill {
        Fill::Nothing => "none".to_owned(),
        Fill::Paper => "#FFFFFF".to_owned(),
        Fill::Ink(ink) => ink.colour().to_string(),
    };
    let border = border.map_or_else(String::new, |(ink, width, broken)| {
        let dashes = if broken { " stroke-dasharray=\"9,4\"" } else { "" };
        format!(" stroke=\"{}\" stroke-width=\"{width}\"{dashes}", ink.colour())
    });
    let style = format!("fill=\"{fill}\"{border}");
    let points = |points: &[Place]| {
        points.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
    };
    match form {
        Form::Circle { at: (x, y), radius } => {
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {style}/>\n")
        }
        Form::Rect { at: (x, y), size: (width, height), round } => format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" {style}/>\n"
        ),
        Form::Polygon { corners } => format!("<polygon points=\"{}\" {style}/>\n", points(corners)),
        &Form::Line { from, to, bend, arrow, .. } => {
            let (x, y) = place(middle(from, to, bend));
            let way = if bend == 0.0 { "L".to_owned() } else { format!("Q{x},{y}") };
            let (x, y) = from;
            let path = format!("<path d=\"M{x},{y} {way} {},{}\" {style}/>\n", to.0, to.1);
            let head = arrow.then(|| {
                let colour = Ink::Plain.colour();
                let corners = points(&head(from, to, bend));
                format!("<polygon points=\"{corners}\" fill=\"{colour}\"/>\n")
            });
            path + &head.unwrap_or_default()
        }
        Form::Text { at: (x, y), text, anchor } => {
            let (anchor, size, text) = (anchor.name(), letters(*look), escaped(text));
            format!(
                "<text x=\"{x}\" y=\"{y}\" dy=\"0.35em\" text-anchor=\"{anchor}\" \
                 font-family=\"{FONT}\" font-size=\"{size}\" {style}>{text}</text>\n"
            )
        }
    }
}

fn latex(Mark { look, form }: &Mark, (fill, border): Style) -> String {
    let ink = match fill {
        Fill::Nothing => None,
        Fill::Paper => Some("white"),
        Fill::Ink(ink) => Some(tikz::name(ink)),
    };
    let mut options: Vec<String> = ink.map(|ink| format!("fill={ink}")).into_iter().collect();
    if let Some((ink, width, broken)) = border {
        let dashes = if broken { ",dash pattern=on 7pt off 3pt" } else { "" };
        options.push(format!("draw={},line width={}pt{dashes}", tikz::name(ink), 0.75 * width));
    }
    let options = options.join(",");
    let at = |(x, y): Place| format!("({x},{y})");
    match form {
        Form::Circle { at: middle, radius } => {
            format!("\\path[{options}] {} circle[radius={}pt];\n", at(*middle), 0.75 * radius)
        }
        &Form::Rect { at: (x, y), size: (width, height), round } => {
            let corners = if round > 0.0 {
                format!(",rounded corners={}pt", 0.75 * round)
            } else {
                String::new()
            };
            let end = at((rounded(x + width), rounded(y + height)));
            format!("\\path[{options}{corners}] {} rectangle {end};\n", at((x, y)))
        }
        Form::Polygon { corners } => {
            let corners: Vec<String> = corners.iter().map(|&corner| at(corner)).collect();
            format!("\\path[{options}] {} -- cycle;\n", corners.join(" -- "))
        }
        &Form::Line { from, to, bend, arrow, .. } => {
            let pull = middle(from, to, bend);
            let towards = |end: Place| {
                let part = |end: f64, pull: f64| end + (pull - end) * 2.0 / 3.0;
                at(place((part(end.0, pull.0), part(end.1, pull.1))))
            };
            let way = match bend == 0.0 {
                true => "--".to_owned(),
                false => format!(".. controls {} and {} ..", towards(from), towards(to)),
            };
            let path = format!("\\path[{options}] {} {way} {};\n", at(from), at(to));
            let head = arrow.then(|| {
                let corners = head(from, to, bend).map(at).join(" -- ");
                format!("\\path[fill={}] {corners} -- cycle;\n", tikz::name(Ink::Plain))
            });
            path + &head.unwrap_or_default()
        }
        Form::Text { at: middle, text, anchor } => {
            let anchor = match anchor {
                Anchor::Start => ",anchor=west",
                Anchor::Middle => "",
                Anchor::End => ",anchor=east",
            };
            let size = if *look == Look::Axis { "\\footnotesize" } else { "\\small" };
            let (ink, text) = (ink.unwrap_or("black"), tikz::written(text));
            format!(
                "\\node[inner sep=0pt,text={ink}{anchor}] at {} {{{size} {text}}};\n",
                at(*middle)
            )
        }
    }
}
