//! Game trees, drawn as in the field: edges to Left's options slant to the left, edges to Right's
//! to the right.

mod layout;
#[cfg(test)]
mod tests;

use cg_core::{Arrange, Error, Game, Notation, Player, Result};
use cg_rulesets::Drawing;
use cg_simplify::{Argument, Engine, Form};
use layout::{Layout, Lengths};
use rustc_hash::FxHashMap;

use crate::scene::Scene;
use crate::sheet::{Anchor, Point, document};
use crate::style::{Ink, LABEL, NOTE, Picture, Terminal, counted, grouped, shortened, text_width};
use crate::terminal::Grid;

/// The tree of a game. A node is labelled with its value if that is short; otherwise it is a dot.
/// If the options of a position are not drawn, it has an ellipsis. Integers below the root have no
/// subtrees.
#[derive(Clone, Debug)]
pub struct TreePicture {
    title: String,
    /// Level by level from the root; the options of a node are neighbours.
    nodes: Vec<Node>,
    /// The number of positions of the whole tree, if it is small enough to be counted.
    size: Option<u128>,
    /// Whether nodes are positions, which are shown as a whole, and not values.
    positions: bool,
}

/// A position of a game, for [`TreePicture::of_positions`].
#[derive(Clone, Debug, Default)]
pub struct PositionNode {
    /// The position as lines of text: a board row by row.
    pub lines: Vec<String>,
    /// Its components as drawings, if all can be drawn. Else the text is all there is to see.
    pub drawings: Vec<Drawing>,
    /// The numbers of the positions to which Left and Right move. Each is a range of neighbours
    /// later in the list.
    pub options: [Vec<usize>; 2],
    /// Whether it has moves that are not in the list.
    pub cut: bool,
}

/// A position of the tree.
#[derive(Clone, Debug, Default)]
struct Node {
    /// Its value.
    value: String,
    /// The position, if it is drawn.
    scene: Option<Scene>,
    /// Its options, in the order in which they are printed. Empty if the tree is cut.
    options: [Vec<usize>; 2],
    /// Whether it has options that are left out.
    cut: bool,
}

/// A value of at most this many signs is a label. Values of positions without options are cut at
/// this length.
const SHORT: usize = 12;
const SHORT_LEAF: usize = 14;

impl TreePicture {
    /// The options of `player` in a node, if `visible` nodes are drawn.
    fn options(&self, node: usize, player: Player, visible: usize) -> &[usize] {
        let node = &self.nodes[node];
        let drawn = node.options.iter().flatten().all(|&option| option < visible);
        if drawn { &node.options[side(player)] } else { &[] }
    }

    /// Whether the options of a node are left out.
    fn is_cut(&self, node: usize, visible: usize) -> bool {
        let node = &self.nodes[node];
        node.cut || node.options.iter().flatten().any(|&option| option >= visible)
    }

    /// The label of a node. An empty label is drawn as a dot.
    fn label(&self, node: usize, visible: usize) -> String {
        let cut = self.is_cut(node, visible);
        let Node { value, options, .. } = &self.nodes[node];
        if self.positions {
            return if cut { format!("{value}\n…") } else { value.clone() };
        }
        if !cut && options.iter().all(Vec::is_empty) {
            return shortened(value, SHORT_LEAF);
        }
        let short = value.chars().count() <= SHORT;
        match (short, cut) {
            (true, true) => format!("{value}…"),
            (true, false) => value.clone(),
            (false, true) => shortened(&format!("{value}…"), SHORT),
            (false, false) => String::new(),
        }
    }

    /// The note about the positions that are not drawn.
    fn note(&self, visible: usize) -> Option<String> {
        let more = self.size.map(|size| size.saturating_sub(visible as u128));
        match more.map(u64::try_from) {
            Some(Ok(0)) => None,
            Some(Ok(more)) => {
                Some(format!("… {} not drawn", counted(grouped(more), "more position")))
            }
            _ => Some("… very many more positions not drawn".to_owned()),
        }
    }

    /// The possible numbers of drawn nodes, in ascending order: all options of a node are drawn, or
    /// none.
    fn cuts(&self) -> Vec<usize> {
        let ends = self.nodes.iter().filter_map(|node| node.options.iter().flatten().max());
        std::iter::once(1).chain(ends.map(|end| end + 1)).collect()
    }
}

fn side(player: Player) -> usize {
    usize::from(player == Player::Right)
}

impl Picture for TreePicture {
    fn svg(&self) -> String {
        svg(self)
    }

    fn text(&self, terminal: Terminal) -> String {
        text(self, terminal)
    }
}

/// The largest number of drawn positions.
const MOST_NODES: usize = 400;
/// If a player has more options in a position, the position has no subtree.
const MOST_OPTIONS: u64 = 64;
/// The limits of counting: the number of different positions, and of options of a player in each.
const MOST_COUNTED: usize = 20_000;
const MOST_OPTIONS_COUNTED: u64 = 1000;
/// If the tree of a position is larger, its value has no short name, unless a subgroup holds it.
const NAMEABLE: u128 = 64;

/// The number of positions of the whole tree below a position; `None` if it is too large.
type Sizes = FxHashMap<Argument, Option<u128>>;

impl TreePicture {
    /// The tree of the canonical form of `game`. `name` is used in the title.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    ///
    /// ```
    /// use cg_core::{Limits, Notation};
    /// use cg_plot::{Picture, Terminal, TreePicture};
    /// let mut engine = cg_simplify::Engine::new(cg_subgroups::standard()?, Limits::default())?;
    /// let star = engine.nimber(&1u8.into())?;
    /// let tree = TreePicture::of_game(&mut engine, star, Notation::Standard, "*")?;
    /// assert_eq!(tree.text(Terminal::default()), "Game tree of *\n\n   *\n ╭─┴─╮\n 0   0\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_game(
        engine: &mut Engine,
        game: Game,
        notation: Notation,
        name: &str,
    ) -> Result<Self> {
        build(engine, Argument::Game(game), notation, name)
    }

    /// The tree of the positions of a game. The first one is the root. `size` is their number, if
    /// it is known.
    ///
    /// ```
    /// use cg_plot::{Picture, PositionNode, Terminal, TreePicture};
    /// let root = PositionNode { lines: vec!["..".into(), "..".into()], ..PositionNode::default() };
    /// let after = PositionNode { lines: vec!["#.".into(), "#.".into()], ..PositionNode::default() };
    /// let root = PositionNode { options: [vec![1], vec![]], ..root };
    /// let tree = TreePicture::of_positions("Domineering", vec![root, after], Some(2));
    /// assert!(tree.text(Terminal::default()).contains("#."));
    /// ```
    pub fn of_positions(name: &str, nodes: Vec<PositionNode>, size: Option<u128>) -> Self {
        let node = |PositionNode { lines, drawings, options, cut }| Node {
            value: lines.join("\n"),
            scene: (!drawings.is_empty())
                .then(|| Scene::row(drawings.iter().map(|it| Scene::of(it).bare()))),
            options,
            cut,
        };
        TreePicture {
            title: format!("Positions of {name}"),
            nodes: nodes.into_iter().map(node).collect(),
            size,
            positions: true,
        }
    }

    /// The tree of a form, as it is written. `name` is used in the title.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn of_form(
        engine: &mut Engine,
        form: Form,
        notation: Notation,
        name: &str,
    ) -> Result<Self> {
        build(engine, Argument::Form(form), notation, name)
    }
}

fn build(
    engine: &mut Engine,
    root: Argument,
    notation: Notation,
    name: &str,
) -> Result<TreePicture> {
    // The tree of an integer is a path. It is drawn only if it is the whole tree.
    let integers = is_integer(engine, root)?;
    let mut sizes = Sizes::default();
    let mut positions = vec![root];
    let mut nodes: Vec<Node> = Vec::new();
    while let Some(&position) = positions.get(nodes.len()) {
        engine.check()?;
        let mut node = Node {
            value: value(engine, position, &mut sizes, integers, notation)?,
            ..Node::default()
        };
        let counts = option_counts(engine, position)?;
        let many = counts.iter().any(|&count| count > MOST_OPTIONS);
        let leaf = !integers && is_integer(engine, position)?;
        if many {
            node.cut = true;
        } else if !leaf {
            let options =
                [Player::Left, Player::Right].map(|player| options(engine, position, player));
            let [left, right] = options;
            let (left, right) = (left?, right?);
            if positions.len() + left.len() + right.len() > MOST_NODES {
                node.cut = true;
            } else {
                for (player, options) in [(Player::Left, left), (Player::Right, right)] {
                    let options = in_order(engine, options)?;
                    let first = positions.len();
                    positions.extend(options);
                    node.options[side(player)] = (first..positions.len()).collect();
                }
            }
        }
        nodes.push(node);
    }
    let size = size(engine, root, &mut sizes, integers)?;
    Ok(TreePicture { title: format!("Game tree of {name}"), nodes, size, positions: false })
}

/// The value of a position if it may have a short name; otherwise an empty text.
fn value(
    engine: &mut Engine,
    position: Argument,
    sizes: &mut Sizes,
    integers: bool,
    notation: Notation,
) -> Result<String> {
    let held = match position {
        Argument::Game(game) => engine.subgroup_name(game).is_some(),
        Argument::Form(_) => false,
    };
    if !held && size(engine, position, sizes, integers)?.is_none_or(|size| size > NAMEABLE) {
        return Ok(String::new());
    }
    let text = match position {
        Argument::Game(game) => engine.print(game, notation),
        Argument::Form(form) => engine.print_form(form, notation),
    };
    match text {
        // Only a canonical form has its value as a name.
        Ok(text) if text.starts_with('\'') => Ok(String::new()),
        Err(Error::TextTooLong { .. }) => Ok(String::new()),
        text => text,
    }
}

fn is_integer(engine: &mut Engine, position: Argument) -> Result<bool> {
    match position {
        Argument::Game(game) => engine.is_integer(game),
        Argument::Form(form) => {
            let value = engine.value(form)?;
            Ok(engine.is_integer(value)? && engine.canonical_form(value)? == form)
        }
    }
}

fn option_counts(engine: &Engine, position: Argument) -> Result<[u64; 2]> {
    let [left, right] = Player::BOTH.map(|player| match position {
        Argument::Game(game) => engine.option_count(game, player),
        Argument::Form(form) => Ok(engine.form_options(form, player).len() as u64),
    });
    Ok([left?, right?])
}

fn options(engine: &mut Engine, position: Argument, player: Player) -> Result<Vec<Argument>> {
    Ok(match position {
        Argument::Game(game) => {
            engine.options(game, player)?.into_iter().map(Argument::Game).collect()
        }
        Argument::Form(form) => {
            engine.form_options(form, player).iter().copied().map(Argument::Form).collect()
        }
    })
}

/// Positions in the order in which they are printed: by their values; forms with the same value by
/// their texts.
fn in_order(engine: &mut Engine, positions: Vec<Argument>) -> Result<Vec<Argument>> {
    let mut keyed = Vec::with_capacity(positions.len());
    for position in positions {
        keyed.push(match position {
            Argument::Game(game) => (game, String::new(), position),
            Argument::Form(form) => {
                (engine.value(form)?, engine.print_form(form, Notation::Paper)?, position)
            }
        });
    }
    let values: Vec<Game> = keyed.iter().map(|key| key.0).collect();
    let order = engine.in_order(&values)?;
    let place = |game: Game| order.iter().position(|&other| other == game);
    keyed.arrange_by(|a, b| place(a.0).cmp(&place(b.0)).then_with(|| a.1.cmp(&b.1)));
    Ok(keyed.into_iter().map(|key| key.2).collect())
}

/// The number of positions of the whole tree below `root`, including `root`.
fn size(
    engine: &mut Engine,
    root: Argument,
    sizes: &mut Sizes,
    integers: bool,
) -> Result<Option<u128>> {
    let mut stack = vec![root];
    while let Some(&position) = stack.last() {
        engine.check()?;
        if sizes.contains_key(&position) {
            stack.pop();
            continue;
        }
        if sizes.len() >= MOST_COUNTED {
            return Ok(None);
        }
        if !integers && is_integer(engine, position)? {
            sizes.insert(position, Some(1));
            continue;
        }
        if option_counts(engine, position)?.iter().any(|&count| count > MOST_OPTIONS_COUNTED) {
            sizes.insert(position, None);
            continue;
        }
        let mut all = options(engine, position, Player::Left)?;
        all.extend(options(engine, position, Player::Right)?);
        let waiting: Vec<Argument> =
            all.iter().copied().filter(|option| !sizes.contains_key(option)).collect();
        if waiting.is_empty() {
            let mut counted = all.iter().map(|option| sizes.get(option).copied().flatten());
            let size = counted.try_fold(1u128, |sum, size| sum.checked_add(size?));
            sizes.insert(position, size);
        } else if stack.len() + waiting.len() > MOST_COUNTED {
            return Ok(None);
        } else {
            stack.extend(waiting);
        }
    }
    Ok(sizes.get(&root).copied().flatten())
}

const SVG_LENGTHS: Lengths = Lengths { gap: 18, slant: 26 };
/// The largest picture, in pixels and levels.
const SVG_MOST: (i32, usize) = (1800, 24);
/// Pixels between levels, more in a wide tree by a part of its width.
const LEVEL: i32 = 70;
const PART: i32 = 25;
/// Pixels around the tree.
const MARGIN: i32 = 40;
const TOP: i32 = 80;
/// A node without a label.
const DOT_RADIUS: i32 = 5;

fn svg(tree: &TreePicture) -> String {
    let half = |node: usize, label: &str| (width(tree, node, label) / 2).max(DOT_RADIUS) + 2;
    let layout = Layout::fitting(tree, SVG_MOST, SVG_LENGTHS, &half);
    let step = LEVEL + layout.width / PART;
    let height = |node: usize| height(tree, node, &tree.label(node, layout.visible));
    let heights = layout.heights(&height);
    // Where each level begins: labels hang from there.
    let mut tops = vec![TOP];
    for &height in &heights {
        tops.push(tops[tops.len() - 1] + step + height - LINE);
    }
    let below = tops[heights.len()] - step;
    let note = tree.note(layout.visible);
    let widest = layout.width.max(text_width(&tree.title, LABEL)).max(320);
    let room = if note.is_some() { 40 } else { 0 };
    let size = (widest + 2 * MARGIN, below + MARGIN + room);
    let left = (size.0 - layout.width) / 2;
    let place = |node: usize| -> Point { (left + layout.across[node], tops[layout.level[node]]) };
    document(size, &tree.title, |sheet| {
        sheet.title(size.0, &tree.title);
        for node in 0..layout.visible {
            let at = place(node);
            let label = tree.label(node, layout.visible);
            // Edges end before the letters, and before a board.
            let room = |label: &str| if label.is_empty() { 0 } else { 13 };
            for player in Player::BOTH {
                for &option in tree.options(node, player, layout.visible) {
                    let end = place(option);
                    let above = room(&tree.label(option, layout.visible));
                    let foot = at.1 + height(node) - LINE + room(&label);
                    let edge = [(at.0, foot), (end.0, end.1 - above)];
                    sheet.line(&edge, Ink::of(player), 2);
                }
            }
        }
        for node in 0..layout.visible {
            let label = tree.label(node, layout.visible);
            if let Some(scene) = &tree.nodes[node].scene {
                let (x, y) = place(node);
                let left = f64::from(x) - SCALE * scene.view.2 / 2.0;
                sheet.put(scene.svg((left, f64::from(y - LINE / 2)), SCALE));
                if tree.is_cut(node, layout.visible) {
                    let below = y - LINE / 2 + pixels(SCALE * scene.view.3) + LINE / 2;
                    sheet.text((x, below), "…", Anchor::Middle, NOTE);
                }
            } else if label.is_empty() {
                sheet.disc(place(node), DOT_RADIUS, Ink::Plain);
            } else if tree.positions {
                write_lines(sheet, place(node), &label);
            } else {
                sheet.text(place(node), &label, Anchor::Middle, LABEL);
            }
        }
        if let Some(note) = note {
            sheet.text((size.0 / 2, size.1 - 24), &note, Anchor::Middle, NOTE);
        }
    })
}

/// Pixels between the lines of a position, and between its signs.
const LINE: i32 = 18;
const SIGN: i32 = 13;

fn lines_of(label: &str) -> i32 {
    i32::try_from(label.split('\n').count()).unwrap_or(i32::MAX)
}

/// How many signs the longest line has.
fn longest_line(label: &str) -> usize {
    label.split('\n').map(|line| line.chars().count()).max().unwrap_or(0)
}

/// How much smaller boards are drawn in a tree than alone.
const SCALE: f64 = 0.45;

#[expect(clippy::cast_possible_truncation, reason = "a picture has few pixels")]
fn pixels(length: f64) -> i32 {
    length.ceil() as i32
}

/// The width of a node in pixels.
fn width(tree: &TreePicture, node: usize, label: &str) -> i32 {
    match &tree.nodes[node].scene {
        Some(scene) => pixels(SCALE * scene.view.2),
        None if tree.positions => {
            SIGN.saturating_mul(i32::try_from(longest_line(label)).unwrap_or(i32::MAX))
        }
        None => text_width(label, LABEL),
    }
}

/// The height of a node in pixels, with the dots below one whose options are left out.
fn height(tree: &TreePicture, node: usize, label: &str) -> i32 {
    match &tree.nodes[node].scene {
        Some(scene) if label.ends_with('…') => pixels(SCALE * scene.view.3) + LINE,
        Some(scene) => pixels(SCALE * scene.view.3),
        None => LINE * lines_of(label),
    }
}

/// A position, sign by sign, so that the columns of a board stand below each other.
fn write_lines(sheet: &mut crate::sheet::Sheet, (middle, top): Point, label: &str) {
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let start = middle - SIGN * count(longest_line(label)) / 2 + SIGN / 2;
    for (row, line) in label.split('\n').enumerate() {
        for (column, sign) in line.chars().enumerate().filter(|(_, sign)| *sign != ' ') {
            let at = (start + SIGN * count(column), top + LINE * count(row));
            sheet.text(at, &sign.to_string(), Anchor::Middle, NOTE);
        }
    }
}

const TEXT_LENGTHS: Lengths = Lengths { gap: 2, slant: 2 };
/// The number of levels that fill a screen.
const TEXT_LEVELS: usize = 16;
/// A node without a label.
const DOT_SIGN: &str = "•";

fn text(tree: &TreePicture, terminal: Terminal) -> String {
    let width = i32::try_from(terminal.width).unwrap_or(i32::MAX);
    let shown = |label: &str| if label.is_empty() { DOT_SIGN.to_owned() } else { label.to_owned() };
    let length = |text: &str| i32::try_from(longest_line(text)).unwrap_or(i32::MAX);
    let half = |_: usize, label: &str| length(&shown(label)) / 2 + 1;
    let layout = Layout::fitting(tree, (width, TEXT_LEVELS), TEXT_LENGTHS, &half);
    let mut grid = Grid::default();
    grid.write(0, 0, &shortened(&tree.title, terminal.width), Ink::Plain);
    let column =
        |node: usize| usize::try_from(layout.across[node]).expect("a tree begins at column 0");
    let heights = layout.heights(&|node| lines_of(&tree.label(node, layout.visible)));
    // The first row of each level, and that of the edges below it.
    let mut rows = vec![2];
    for &height in &heights {
        rows.push(rows[rows.len() - 1] + usize::try_from(height).expect("heights count lines") + 1);
    }
    for node in 0..layout.visible {
        let first = rows[layout.level[node]];
        let label = shown(&tree.label(node, layout.visible));
        let start = column(node).saturating_sub(longest_line(&label) / 2);
        for (row, line) in (first..).zip(label.split('\n')) {
            grid.write(row, start, line, Ink::Plain);
        }
        let row = rows[layout.level[node] + 1] - 2;
        let [left, right] = Player::BOTH.map(|player| tree.options(node, player, layout.visible));
        let joint = match (left.is_empty(), right.is_empty()) {
            (true, true) => continue,
            (false, false) => '┴',
            (false, true) => '╯',
            (true, false) => '╰',
        };
        for at in first + label.split('\n').count()..=row {
            grid.put(at, column(node), '│', Ink::Plain);
        }
        for player in Player::BOTH {
            let options = tree.options(node, player, layout.visible);
            let outermost = match player {
                Player::Left => options.first(),
                Player::Right => options.last(),
            };
            let Some(&outermost) = outermost else { continue };
            let (end, middle) = (column(outermost), column(node));
            for at in end.min(middle)..=end.max(middle) {
                grid.put(row + 1, at, '─', Ink::of(player));
            }
            for &option in options {
                grid.put(row + 1, column(option), '┬', Ink::of(player));
            }
            let corner = if player == Player::Left { '╭' } else { '╮' };
            grid.put(row + 1, end, corner, Ink::of(player));
        }
        grid.put(row + 1, column(node), joint, Ink::Plain);
    }
    if let Some(note) = tree.note(layout.visible) {
        grid.write(rows[layout.levels], 0, &note, Ink::Plain);
    }
    grid.text(terminal)
}
