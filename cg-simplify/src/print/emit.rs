//! From layouts to text.

use cg_core::{Game, Notation, Player, Result};

use super::Layouts;
use super::layout::Layout;
use crate::engine::Engine;
use crate::traverse::unanswered;

/// What is still to be written.
enum Piece {
    Game(Game),
    /// A game without its braces.
    Bare(Game),
    /// A game that a sign stands before: in brackets where it is a sum.
    Signed(Game),
    Text(String),
}

impl Piece {
    fn text(text: &str) -> Self {
        Piece::Text(text.to_owned())
    }
}

/// What was written.
pub(super) enum Emitted {
    Whole(String),
    /// Only the beginning: the whole is longer than was allowed.
    TooLong(String),
}

/// The marks of a notation.
struct Marks {
    open: &'static str,
    close: &'static str,
    switch: &'static str,
    /// Before and after the x of tiny-x and miny-x.
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
    /// `g` as its layout says; only its beginning past `most` bytes.
    pub(super) fn emit(
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
            match layouts.get(&game).ok_or_else(unanswered)? {
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

/// An option alone on its side drops its braces where it brings its bars along.
fn push_side(options: &[Game], layouts: &Layouts, pieces: &mut Vec<Piece>) {
    match options[..] {
        [only] if layouts.get(&only).is_some_and(|layout| layout.brings() > 0) => {
            pieces.push(Piece::Bare(only));
        }
        _ => push_list(options, pieces),
    }
}

fn push_signed(game: Game, layouts: &Layouts, pieces: &mut Vec<Piece>) {
    let simple = match layouts.get(&game) {
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
