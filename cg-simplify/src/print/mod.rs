//! Values as text.
//!
//! A subgroup prints its elements. Other games are printed as braces with their canonical options:
//! `{L|R}` at all depths in the paper's notation. The field's notations differ in three points:
//!
//! - an option alone on its side has no braces and adds a bar, as in `{3||2|1}`;
//! - a game that is its own negative prints as a switch, `+-1` or `+-{1,1*}`;
//! - `{x||x|x-y}` is printed as `xtiny(y)`, and its mirror image with `miny`.

mod order;

use cg_core::{Error, Game, Notation, Player, Result};
use order::Shapes;

use crate::engine::Engine;
use crate::memo::Answers;

/// The longest text that is written, in bytes.
pub const MOST_TEXT: usize = 1 << 24;

impl Engine {
    /// `g` as text. In [`Notation::Paper`] and [`Notation::Standard`] it is read back as the same
    /// value.
    ///
    /// # Errors
    /// [`Error::TextTooLong`] above [`MOST_TEXT`] bytes; other limits.
    pub fn print(&mut self, g: Game, notation: Notation) -> Result<String> {
        let layouts = self.layouts(g, notation)?;
        match self.emit(g, &layouts, notation, MOST_TEXT)? {
            Emitted::Whole(text) => Ok(text),
            Emitted::TooLong(_) => Err(Error::TextTooLong { limit: MOST_TEXT }),
        }
    }

    /// `g` as text of at most `most` characters. A longer text is cut and ends in `...`.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn print_short(&mut self, g: Game, notation: Notation, most: usize) -> Result<String> {
        let layouts = self.layouts(g, notation)?;
        // A character has up to four bytes.
        Ok(match self.emit(g, &layouts, notation, 4 * most)? {
            Emitted::Whole(text) => shortened(text, most),
            Emitted::TooLong(text) => shortened(text, most),
        })
    }

    /// The canonical form of `g` in braces at all depths, including elements of subgroups. `{|}` is
    /// 0.
    ///
    /// # Errors
    /// The errors of [`Engine::print`].
    pub fn print_braces(&mut self, g: Game) -> Result<String> {
        enum Piece {
            Game(Game),
            Text(&'static str),
        }
        let shapes = order::shapes(self, &[g], false)?;
        let mut text = String::new();
        let mut pieces = vec![Piece::Game(g)];
        while let Some(piece) = pieces.pop() {
            self.check_with(text.capacity())?;
            let game = match piece {
                Piece::Text(piece) => {
                    text.push_str(piece);
                    continue;
                }
                Piece::Game(game) => game,
            };
            pieces.push(Piece::Text("}"));
            for player in Player::BOTH.into_iter().rev() {
                let options = shapes.options(game, player);
                for (index, &option) in options.iter().enumerate().rev() {
                    pieces.push(Piece::Game(option));
                    if index > 0 {
                        pieces.push(Piece::Text(","));
                    }
                }
                pieces.push(Piece::Text(if player == Player::Left { "{" } else { "|" }));
            }
            if text.len() > MOST_TEXT {
                return Err(Error::TextTooLong { limit: MOST_TEXT });
            }
        }
        Ok(text)
    }

    /// These games in the order in which options are printed: numbers ascending, nimbers by size,
    /// other sums of a number, ups and a nimber, then the rest by options.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn in_order(&mut self, games: &[Game]) -> Result<Vec<Game>> {
        let shapes = order::shapes(self, games, true)?;
        shapes.sorted(self, games.to_vec())
    }
}

/// The text, or its beginning and `...` if it has more than `most` characters.
pub(crate) fn shortened(text: String, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text;
    }
    let head: String = text.chars().take(most.saturating_sub(3)).collect();
    head + "..."
}

/// The layout of each game that is needed.
type Layouts = Answers<Game, Layout>;

/// The way of writing a game.
#[derive(Clone, Debug)]
enum Layout {
    /// As its subgroup prints it.
    Text(String),
    /// In braces: the options in order, `bars` between them, and the number of bars that it adds to
    /// a game around it (0: it keeps its braces there).
    Braces { sides: [Vec<Game>; 2], bars: usize, brings: usize },
    /// As `+-` and Left's options.
    Switch { options: Vec<Game> },
    /// As a number (0 is left out) and a tiny or miny of `x`.
    Tiny { number: Game, x: Game, favours: Player },
}

/// A node with this many bars keeps its braces everywhere.
const MOST_BARS: usize = 3;

impl Engine {
    /// The layouts of all games that are needed to print `g`.
    fn layouts(&mut self, g: Game, notation: Notation) -> Result<Layouts> {
        let mut layouts = Layouts::default();
        let mut waiting = vec![g];
        while let Some(root) = waiting.pop() {
            if layouts.get(root).is_some() {
                continue;
            }
            let shapes = order::shapes(self, &[root], true)?;
            let leaf = |engine: &mut Engine, game: Game| {
                // Braces follow the rules for bars, even if a subgroup writes them.
                let own = |text: &String| {
                    notation == Notation::Paper
                        || !(in_braces(text) && shapes.has_options(game)
                            || shapes.is_nameless(game) && engine.subgroup_name(game).is_some())
                };
                let text = engine.arena.print_element(game, notation)?;
                Ok(text.filter(own).map(Layout::Text))
            };
            let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, Layout>| {
                let layout = engine.layout(game, notation, &shapes, done)?;
                if let Layout::Tiny { number, x, .. } = layout {
                    waiting.extend([number, x]);
                }
                Ok(layout)
            };
            self.over_followers(root, &mut layouts, leaf, combine)?;
        }
        Ok(layouts)
    }

    fn layout(
        &mut self,
        game: Game,
        notation: Notation,
        shapes: &Shapes,
        done: &Answers<Game, Layout>,
    ) -> Result<Layout> {
        let sides = Player::BOTH.map(|player| shapes.options(game, player).to_vec());
        if notation == Notation::Paper {
            return Ok(Layout::Braces { sides, bars: 1, brings: 0 });
        }
        let [left, right] = &sides;
        if left.len() == right.len() && left != right && self.negate(game)? == game {
            return Ok(Layout::Switch { options: left.clone() });
        }
        for favours in Player::BOTH {
            if let Some((number, x)) = self.tiny_of(&sides, shapes, favours)? {
                return Ok(Layout::Tiny { number, x, favours });
            }
        }
        let brought = |options: &[Game]| match options {
            [only] => done.get(*only).map_or(0, Layout::brings),
            _ => 0,
        };
        let bars = 1 + brought(left).max(brought(right));
        let brings = if bars > MOST_BARS { 0 } else { bars };
        Ok(Layout::Braces { sides, bars, brings })
    }

    /// The number n and the x of n + tiny-x = {n||n|n-x} (for Right, n + miny-x), if x is larger
    /// than 0 by more than an infinitesimal.
    fn tiny_of(
        &mut self,
        sides: &[Vec<Game>; 2],
        shapes: &Shapes,
        favours: Player,
    ) -> Result<Option<(Game, Game)>> {
        let [own, other] = match favours {
            Player::Left => [&sides[0], &sides[1]],
            Player::Right => [&sides[1], &sides[0]],
        };
        let (&[number], &[reply]) = (&own[..], &other[..]) else { return Ok(None) };
        let back = shapes.options(reply, favours);
        let (&[back], &[threat]) = (back, shapes.options(reply, favours.opponent())) else {
            return Ok(None);
        };
        if back != number || !self.is_number(number)? {
            return Ok(None);
        }
        let x = match favours {
            Player::Left => self.subtract(number, threat)?,
            Player::Right => self.subtract(threat, number)?,
        };
        // The names are those of short games.
        Ok((self.is_short(x) && self.right_stop(x)?.sign().is_gt()).then_some((number, x)))
    }
}

impl Layout {
    /// The bars that an option in this layout adds if it is alone on its side.
    fn brings(&self) -> usize {
        match self {
            Layout::Braces { brings, .. } => *brings,
            _ => 0,
        }
    }
}

fn in_braces(text: &str) -> bool {
    ["{", "\\left\\{", "\\{"].into_iter().any(|open| text.starts_with(open))
}

/// A piece that remains to be written.
enum Piece {
    Game(Game),
    /// A game without its braces.
    Bare(Game),
    /// A game after a sign. It is in brackets if it is a sum.
    Signed(Game),
    Text(String),
}

impl Piece {
    fn text(text: &str) -> Self {
        Piece::Text(text.to_owned())
    }
}

/// What was written.
enum Emitted {
    Whole(String),
    /// Only the beginning: the whole text is longer than allowed.
    TooLong(String),
}

/// The marks of a notation.
struct Marks {
    open: &'static str,
    close: &'static str,
    switch: &'static str,
    /// The texts before and after the x of tiny-x and miny-x.
    tiny: [&'static str; 2],
    miny: [&'static str; 2],
}

impl Marks {
    fn of(notation: Notation) -> Self {
        match notation {
            Notation::Latex => Marks {
                open: "\\left\\{",
                close: "\\right\\}",
                switch: "\\pm ",
                tiny: ["{+}_{", "}"],
                miny: ["{-}_{", "}"],
            },
            Notation::Unicode => {
                Marks {
                    open: "{", close: "}", switch: "±", tiny: ["⧾(", ")"], miny: ["⧿(", ")"]
                }
            }
            Notation::Standard | Notation::Paper => Marks {
                open: "{",
                close: "}",
                switch: "+-",
                tiny: ["tiny(", ")"],
                miny: ["miny(", ")"],
            },
        }
    }
}

fn bar(notation: Notation, bars: usize) -> String {
    match notation {
        Notation::Latex if bars == 1 => "\\mid ".to_owned(),
        // \| draws two bars.
        Notation::Latex => format!("\\,{}{}\\,", "\\|".repeat(bars / 2), "|".repeat(bars % 2)),
        _ => "|".repeat(bars),
    }
}

impl Engine {
    /// `g` as text by its layout, or only its beginning above `most` bytes.
    fn emit(
        &mut self,
        g: Game,
        layouts: &Layouts,
        notation: Notation,
        most: usize,
    ) -> Result<Emitted> {
        let marks = Marks::of(notation);
        let mut text = String::new();
        let mut pieces = vec![Piece::Game(g)];
        while let Some(piece) = pieces.pop() {
            self.check_with(text.capacity())?;
            let (game, bare) = match piece {
                Piece::Text(piece) => {
                    text += &piece;
                    continue;
                }
                Piece::Game(game) => (game, false),
                Piece::Bare(game) => (game, true),
                Piece::Signed(game) => {
                    push_signed(game, layouts, &mut pieces);
                    continue;
                }
            };
            match layouts.of(game) {
                Layout::Text(element) => text += element,
                Layout::Switch { options } => {
                    text += marks.switch;
                    match options[..] {
                        [only] => pieces.push(Piece::Signed(only)),
                        _ => {
                            pieces.push(Piece::text(marks.close));
                            push_list(options, &mut pieces);
                            text += marks.open;
                        }
                    }
                }
                Layout::Tiny { number, x, favours } => {
                    let [open, close] = match favours {
                        Player::Left => marks.tiny,
                        Player::Right => marks.miny,
                    };
                    pieces.extend([Piece::text(close), Piece::Game(*x), Piece::text(open)]);
                    if *number != Game::ZERO {
                        pieces.push(Piece::Game(*number));
                    }
                }
                Layout::Braces { sides: [left, right], bars, .. } => {
                    if !bare {
                        pieces.push(Piece::text(marks.close));
                        text += marks.open;
                    }
                    push_side(right, layouts, &mut pieces);
                    pieces.push(Piece::Text(bar(notation, *bars)));
                    push_side(left, layouts, &mut pieces);
                }
            }
            if text.len() > most {
                return Ok(Emitted::TooLong(text));
            }
        }
        Ok(Emitted::Whole(text))
    }
}

fn push_list(options: &[Game], pieces: &mut Vec<Piece>) {
    for (index, &option) in options.iter().enumerate().rev() {
        pieces.push(Piece::Game(option));
        if index > 0 {
            pieces.push(Piece::text(","));
        }
    }
}

/// An option alone on its side has no braces if it adds its bars.
fn push_side(options: &[Game], layouts: &Layouts, pieces: &mut Vec<Piece>) {
    match options[..] {
        [only] if layouts.get(only).is_some_and(|layout| layout.brings() > 0) => {
            pieces.push(Piece::Bare(only));
        }
        _ => push_list(options, pieces),
    }
}

fn push_signed(game: Game, layouts: &Layouts, pieces: &mut Vec<Piece>) {
    let simple = match layouts.get(game) {
        Some(Layout::Text(text)) => !text.contains(['+', '-', '−', '±', '.']),
        Some(Layout::Braces { .. }) => true,
        _ => false,
    };
    if simple {
        pieces.push(Piece::Game(game));
    } else {
        pieces.extend([Piece::text(")"), Piece::Game(game), Piece::text("(")]);
    }
}
