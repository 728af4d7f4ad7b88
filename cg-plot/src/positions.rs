//! Positions of rulesets: one or a table of them; as SVG, as text, and as TikZ for papers.

use cg_rulesets::Drawing;

use crate::scene::Scene;
use crate::sheet::{Anchor, Point, document};
use crate::style::{LABEL, NOTE, Picture, Terminal, text_width};
use crate::tikz;

/// A position with a caption below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionDrawn {
    /// The drawing.
    pub drawing: Drawing,
    /// May be empty.
    pub caption: String,
    /// The caption in LaTeX, if it has a form of its own there.
    pub latex: Option<String>,
}

impl PositionDrawn {
    /// A drawing without a caption.
    pub fn new(drawing: Drawing) -> Self {
        PositionDrawn { drawing, caption: String::new(), latex: None }
    }
}

/// Several positions in a picture.
///
/// ```
/// use cg_plot::{Picture, PositionDrawn, Positions, Terminal};
/// use cg_rulesets::{Notated, Start};
///
/// let start = Start::read("clobber xo.|oxo")?;
/// let Ok(drawing) = start.rules.draw(&start.position);
/// let position = PositionDrawn { caption: "Left wins".into(), ..PositionDrawn::new(drawing) };
/// let picture = Positions { positions: vec![position], ..Positions::default() };
/// assert_eq!(picture.text(Terminal::default()), "  abc\n1 XO.\n2 OXO\nLeft wins\n\n");
/// assert!(picture.tikz().starts_with("\\begin{tikzpicture}"));
/// # Ok::<(), cg_rulesets::NotationError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    /// The title of the SVG picture; may be empty.
    pub title: String,
    /// The positions.
    pub positions: Vec<PositionDrawn>,
    /// The most points that the picture may be wide; those of a column of a paper, if nothing is said.
    pub width: Option<u32>,
}

/// The width that a picture keeps to, in points: a column of a paper. What is wider is made smaller.
const COLUMN: u32 = 360;
/// The largest scale of positions in a table of more than three.
const IN_A_TABLE: f64 = 0.6;
/// Pixels around and between positions.
const SPACE: i32 = 20;
const TITLE_ROOM: i32 = 40;
const CAPTION: i32 = 28;

/// A position with its place in a picture.
struct Placed<'p> {
    scene: Scene,
    at: Point,
    scale: f64,
    /// The caption with the place of its middle.
    caption: Option<(Point, &'p PositionDrawn)>,
}

#[expect(clippy::cast_possible_truncation, reason = "a picture has few pixels")]
fn pixels(length: f64) -> i32 {
    length.ceil() as i32
}

impl Positions {
    /// All positions with the size of the picture. `room` is the space above for a title.
    fn laid_out(&self, room: i32) -> (Vec<Placed<'_>>, (i32, i32)) {
        let scenes: Vec<Scene> = self.positions.iter().map(|it| Scene::of(&it.drawing)).collect();
        let column = pixels(f64::from(self.width.unwrap_or(COLUMN)) / 0.75).max(4 * SPACE);
        let most = f64::from(column - 2 * SPACE);
        let widest = scenes.iter().map(|scene| scene.view.2).fold(1.0, f64::max);
        let largest = if scenes.len() > 3 { IN_A_TABLE } else { 1.0 };
        let scale = ((most / widest).min(largest) * 100.0).floor() / 100.0;
        let captions = self.positions.iter().map(|it| text_width(&it.caption, NOTE));
        let width = pixels(widest * scale).max(captions.max().unwrap_or(0));
        let across = usize::try_from((column - SPACE) / (width + SPACE));
        let across = across.expect("a column is wider than the space beside it").max(1);
        let (mut placed, mut top) = (Vec::new(), room + SPACE);
        let mut waiting = scenes.into_iter().zip(&self.positions).peekable();
        while waiting.peek().is_some() {
            let row: Vec<_> = waiting.by_ref().take(across).collect();
            let height = row.iter().map(|it| it.0.view.3 * scale).fold(0.0, f64::max);
            let under = if row.iter().all(|it| it.1.caption.is_empty()) { 0 } else { CAPTION };
            for (column, (scene, position)) in (0..).zip(row) {
                let middle = SPACE + column * (width + SPACE) + width / 2;
                let at = (middle - pixels(scene.view.2 * scale) / 2, top);
                let below = top + pixels(scene.view.3 * scale) + CAPTION / 2;
                let caption = Some(position)
                    .filter(|it| !it.caption.is_empty())
                    .map(|it| ((middle, below), it));
                placed.push(Placed { scene, at, scale, caption });
            }
            top += pixels(height) + under + SPACE;
        }
        let columns = i32::try_from(across.min(placed.len()).max(1));
        let columns = columns.expect("it was a number of 32 bits");
        (placed, (SPACE + columns * (width + SPACE), top))
    }

    /// The picture for LaTeX with the package `tikz`, in points.
    pub fn tikz(&self) -> String {
        let (placed, _) = self.laid_out(0);
        tikz::document(placed.into_iter().flat_map(|Placed { scene, at, scale, caption }| {
            let caption = caption.map(|(at, position)| {
                let latex = position.latex.as_ref().map(|latex| format!("${latex}$"));
                let text = latex.unwrap_or_else(|| tikz::written(&position.caption));
                format!("\\node at {at:?} {{\\small {text}}};")
            });
            [scene.tikz((at.0.into(), at.1.into()), scale)].into_iter().chain(caption)
        }))
    }
}

impl Picture for Positions {
    fn svg(&self) -> String {
        let room = if self.title.is_empty() { 0 } else { TITLE_ROOM };
        let (placed, size) = self.laid_out(room);
        let wide = size.0.max(text_width(&self.title, LABEL) + 2 * SPACE);
        document((wide, size.1), &self.title, |sheet| {
            if !self.title.is_empty() {
                sheet.text((wide / 2, 28), &self.title, Anchor::Middle, LABEL);
            }
            let aside = (wide - size.0) / 2;
            for Placed { scene, at, scale, caption } in &placed {
                sheet.put(scene.svg(((at.0 + aside).into(), at.1.into()), *scale));
                if let Some(((x, y), position)) = caption {
                    sheet.text((x + aside, *y), &position.caption, Anchor::Middle, NOTE);
                }
            }
        })
    }

    fn text(&self, terminal: Terminal) -> String {
        let one = |position: &PositionDrawn| {
            let mut lines = position.drawing.lines();
            lines.extend((!position.caption.is_empty()).then(|| position.caption.clone()));
            lines.join("\n")
        };
        side_by_side(&self.positions.iter().map(one).collect::<Vec<_>>(), terminal)
    }
}

/// Blanks between neighbouring texts.
const GAP: &str = "   ";

/// Texts of several lines, drawn next to each other. A row has as many as the terminal holds, and
/// an empty line follows each row.
pub fn side_by_side(texts: &[String], terminal: Terminal) -> String {
    let width = |text: &str| text.chars().count();
    let widest = texts.iter().flat_map(|text| text.lines()).map(width).max().unwrap_or(0);
    let in_a_row = ((terminal.width + GAP.len()) / (widest + GAP.len())).max(1);
    let mut all = String::new();
    for row in texts.chunks(in_a_row) {
        let height = row.iter().map(|text| text.lines().count()).max().unwrap_or(0);
        for line in 0..height {
            let cells: Vec<String> = row
                .iter()
                .map(|text| {
                    let cell = text.lines().nth(line).unwrap_or("");
                    format!("{cell}{}", " ".repeat(widest - width(cell)))
                })
                .collect();
            all.push_str(cells.join(GAP).trim_end());
            all.push('\n');
        }
        all.push('\n');
    }
    all
}

#[cfg(test)]
mod tests {
    use cg_rulesets::{Entry, Notated, Start};

    use super::*;

    #[test]
    fn texts_keep_to_the_width_and_lose_nothing() {
        let terminal = Terminal::default();
        for width in [1, 7, 17, 19, 40, 80] {
            let texts: Vec<String> = (0..9).map(|_| "o".repeat(width) + "\nx").collect();
            let text = side_by_side(&texts, terminal);
            assert!(text.lines().all(|line| line.len() <= terminal.width), "{text}");
            assert_eq!(text.matches('o').count(), 9 * width);
            assert_eq!(text.matches('x').count(), 9);
        }
        assert_eq!(side_by_side(&[], terminal), "");
        assert_eq!(side_by_side(&["a\nb".into(), "cd".into()], terminal), "a    cd\nb\n\n");
    }

    #[test]
    fn every_ruleset_is_drawn_in_a_column() {
        for entry in Entry::all() {
            let start = Start::read(&format!("{} {}", entry.name, entry.example)).unwrap();
            let Ok(drawing) = start.rules.draw(&start.position);
            let caption = "50% & {1|0}".into();
            let position = PositionDrawn { caption, ..PositionDrawn::new(drawing) };
            for many in [1, 5] {
                let positions = vec![position.clone(); many];
                let picture = Positions { title: entry.title.into(), positions, width: None };
                let svg = picture.svg();
                let svg = roxmltree::Document::parse(&svg).unwrap();
                let width: i32 = svg.root_element().attribute("width").unwrap().parse().unwrap();
                assert!(width <= 480, "{}: {width}", entry.name);
            }
            let picture = Positions { positions: vec![position], ..Positions::default() };
            let tikz = picture.tikz();
            assert_eq!(tikz.matches('{').count(), tikz.matches('}').count(), "{}", entry.name);
            assert!(tikz.contains("50\\% \\& \\{1\\textbar{}0\\}"), "{tikz}");
        }
    }
}
