//! A small reader of the field's notation, for tests: `3||2*|1*` in braces,
//! `73/16v9*8`, `^[4]*`, `^<2>`, `+-{1,1*}`, `3Tiny({3|1})`, sums and copies.

use cg_core::{Dyadic, Game};
use cg_simplify::{Engine, FunctionResult};
use dashu_int::IBig;

pub(crate) struct Reader<'a> {
    engine: &'a mut Engine,
    text: &'a [u8],
    at: usize,
}

enum Piece {
    Game(Game),
    Bars(usize),
}

/// The value of `text`.
pub(crate) fn read(engine: &mut Engine, text: &str) -> FunctionResult<Game> {
    let mut reader = Reader { engine, text: text.as_bytes(), at: 0 };
    let game = reader.sum()?;
    reader.blanks();
    assert_eq!(reader.at, text.len(), "{text:?} is not read to its end");
    Ok(game)
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn blanks(&mut self) {
        while self.peek() == b' ' {
            self.at += 1;
        }
    }

    fn accept(&mut self, mark: &[u8]) -> bool {
        let found = self.text[self.at..].starts_with(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    fn digits(&mut self) -> Option<IBig> {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        let digits = std::str::from_utf8(&self.text[start..self.at]).ok()?;
        digits.parse().ok()
    }

    fn sum(&mut self) -> FunctionResult<Game> {
        let mut sum = self.term()?;
        loop {
            self.blanks();
            if self.accept(b"+") {
                let term = self.term()?;
                sum = self.engine.add(sum, term)?;
            } else if self.accept(b"-") {
                let term = self.term()?;
                sum = self.engine.subtract(sum, term)?;
            } else {
                return Ok(sum);
            }
        }
    }

    fn term(&mut self) -> FunctionResult<Game> {
        self.blanks();
        if self.accept(b"+-") {
            let x = self.switched()?;
            let negatives: Vec<Game> =
                x.iter().map(|&g| self.engine.negate(g)).collect::<Result<_, _>>()?;
            return Ok(self.engine.game(&x, &negatives)?);
        }
        if self.peek() == b'{' {
            return self.braces();
        }
        if self.accept(b"(") {
            let sum = self.sum()?;
            assert!(self.accept(b")"));
            return Ok(sum);
        }
        let negative = self.accept(b"-");
        let mut number = Dyadic::ZERO;
        if let Some(digits) = self.digits() {
            let mut denominator = IBig::ONE;
            if self.accept(b"/") {
                denominator = self.digits().expect("a denominator");
            }
            number = Dyadic::quotient(&digits, &denominator).expect("a dyadic");
            if self.accept(b".") {
                let copied = self.term()?;
                return Ok(self.engine.multiple(&digits, copied)?);
            }
        }
        let number = self.engine.number(&if negative { -number } else { number })?;
        let rest = self.infinitesimal()?;
        Ok(self.engine.add(number, rest)?)
    }

    /// What stands after `+-`: one game, or a list of Left's options.
    fn switched(&mut self) -> FunctionResult<Vec<Game>> {
        if self.peek() != b'{' {
            return Ok(vec![self.term()?]);
        }
        let pieces = self.pieces()?;
        if pieces.iter().any(|piece| matches!(piece, Piece::Bars(_))) {
            return Ok(vec![self.build(&pieces)?]);
        }
        self.side(&pieces)
    }

    fn infinitesimal(&mut self) -> FunctionResult<Game> {
        for (names, tiny) in [([&b"Tiny("[..], b"tiny("], true), ([b"Miny(", b"miny("], false)] {
            if names.into_iter().any(|name| self.accept(name)) {
                let x = self.sum()?;
                assert!(self.accept(b")"));
                return if tiny { self.engine.tiny(x) } else { self.engine.miny(x) };
            }
        }
        let mut ups = Game::ZERO;
        let sign = self.peek();
        if sign == b'^' || sign == b'v' {
            let mut count = IBig::ZERO;
            while self.peek() == sign {
                self.at += 1;
                count += IBig::ONE;
            }
            ups = self.engine.up(&Dyadic::ONE)?;
            if self.accept(b"[") || self.accept(b"<") {
                let order = self.digits().expect("an order");
                self.at += 1;
                ups = self.engine.up(&order.clone().into())?;
                if self.text[self.at - 1] == b'>' {
                    let below = self.engine.up(&(order - IBig::ONE).into())?;
                    ups = self.engine.subtract(ups, below)?;
                }
            } else if let Some(digits) = self.digits() {
                count = digits;
            }
            let count = if sign == b'v' { -count } else { count };
            ups = self.engine.multiple(&count, ups)?;
        }
        if self.accept(b"*") {
            let size = self.digits().unwrap_or(IBig::ONE);
            let (_, size) = size.into_parts();
            let star = self.engine.nimber(&size)?;
            ups = self.engine.add(ups, star)?;
        }
        Ok(ups)
    }

    fn braces(&mut self) -> FunctionResult<Game> {
        let pieces = self.pieces()?;
        self.build(&pieces)
    }

    fn pieces(&mut self) -> FunctionResult<Vec<Piece>> {
        assert!(self.accept(b"{"));
        let mut pieces = Vec::new();
        loop {
            self.blanks();
            let start = self.at;
            while self.accept(b"|") {}
            if self.at > start {
                pieces.push(Piece::Bars(self.at - start));
            } else if self.accept(b"}") {
                return Ok(pieces);
            } else if !self.accept(b",") {
                pieces.push(Piece::Game(self.sum()?));
            }
        }
    }

    fn build(&mut self, pieces: &[Piece]) -> FunctionResult<Game> {
        let bars = |piece: &Piece| if let Piece::Bars(bars) = piece { *bars } else { 0 };
        let longest = pieces.iter().map(bars).max().unwrap_or(0);
        assert!(longest > 0, "no bar in braces");
        let split = pieces.iter().position(|piece| bars(piece) == longest).expect("a bar");
        let (left, right) = (self.side(&pieces[..split])?, self.side(&pieces[split + 1..])?);
        Ok(self.engine.game(&left, &right)?)
    }

    fn side(&mut self, pieces: &[Piece]) -> FunctionResult<Vec<Game>> {
        if pieces.iter().any(|piece| matches!(piece, Piece::Bars(_))) {
            return Ok(vec![self.build(pieces)?]);
        }
        Ok(pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Game(game) => Some(*game),
                Piece::Bars(_) => None,
            })
            .collect())
    }
}
