//! Values as text: names first, then `pass`, then labels.

use cg_core::{Arrange, Dyadic, Error, Game, Notation, Player, Result};
use cg_simplify::{Engine, MOST_TEXT};
use dashu_int::UBig;
use rustc_hash::FxHashMap;

use crate::arena::Stoppers;
use crate::draft::{Draft, Target};
use crate::side::{Loopy, Side, Stopper};

/// Names that do not follow a pattern, indexed by their values.
type Names = FxHashMap<Side, &'static str>;

/// Values with names, for languages with constants.
///
/// The definitions are those of *Winning Ways*, chapter 11, and Siegel, *Combinatorial
/// Game Theory*, section VI.4; upover is that of CGSuite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// `{pass|}`: Left passes for ever.
    On,
    /// `{|pass}`.
    Off,
    /// `{0|pass}`: below every positive number, above every short infinitesimal.
    Over,
    /// `{pass|0}`.
    Under,
    /// `{pass|*}`.
    Upon,
    /// `{0||0|0,pass}`: the degree of upon.
    Uponth,
    /// `{0|*,pass}`.
    Upover,
    /// `{0|tiny(on)}`.
    Ace,
    /// `{pass|pass}`, that is `on & off`.
    Dud,
    /// `a{{|a}|}`, that is `1 & 0`.
    Tis,
    /// `a{|{a|}}`, that is `0 & -1`.
    Tisn,
}

impl Named {
    /// All of them.
    pub const ALL: [Named; 11] = [
        Named::On,
        Named::Off,
        Named::Over,
        Named::Under,
        Named::Upon,
        Named::Uponth,
        Named::Upover,
        Named::Ace,
        Named::Dud,
        Named::Tis,
        Named::Tisn,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Named::On => "on",
            Named::Off => "off",
            Named::Over => "over",
            Named::Under => "under",
            Named::Upon => "upon",
            Named::Uponth => "uponth",
            Named::Upover => "upover",
            Named::Ace => "ace",
            Named::Dud => "dud",
            Named::Tis => "tis",
            Named::Tisn => "tisn",
        }
    }

    /// Its definition in braces.
    pub const fn definition(self) -> &'static str {
        match self {
            Named::On => "{pass|}",
            Named::Off => "{|pass}",
            Named::Over => "{0|pass}",
            Named::Under => "{pass|0}",
            Named::Upon => "{pass|*}",
            Named::Uponth => "{0||0|0,pass}",
            Named::Upover => "{0|*,pass}",
            Named::Ace => "{0|tiny(on)}",
            Named::Dud => "{pass|pass}",
            Named::Tis => "a{{|a}|}",
            Named::Tisn => "a{|{a|}}",
        }
    }

    /// Its graph. It is vertex 0.
    fn draft(self, engine: &mut Engine) -> Result<Draft> {
        let zero = Target::Value(Game::ZERO.into());
        let pass = Target::Vertex(0);
        let mut draft = Draft::default();
        let (left, right) = match self {
            Named::On => (vec![pass], vec![]),
            Named::Off => (vec![], vec![pass]),
            Named::Over => (vec![zero], vec![pass]),
            Named::Under => (vec![pass], vec![zero]),
            Named::Upon | Named::Upover => {
                let star = Target::Value(engine.game(&[Game::ZERO], &[Game::ZERO])?.into());
                match self {
                    Named::Upon => (vec![pass], vec![star]),
                    _ => (vec![zero], vec![star, pass]),
                }
            }
            Named::Dud => (vec![pass], vec![pass]),
            Named::Uponth | Named::Ace | Named::Tis | Named::Tisn => {
                let next = Target::Vertex(1);
                match self {
                    Named::Tis => (vec![next], vec![]),
                    Named::Tisn => (vec![], vec![next]),
                    _ => (vec![zero], vec![next]),
                }
            }
        };
        draft.add(left, right);
        match self {
            Named::Uponth => {
                draft.add(vec![zero], vec![zero, Target::Vertex(1)]);
            }
            Named::Tis => {
                draft.add(vec![], vec![Target::Vertex(0)]);
            }
            Named::Tisn => {
                draft.add(vec![Target::Vertex(0)], vec![]);
            }
            Named::Ace => {
                // tiny(on) is {0||0|off}.
                draft.add(vec![zero], vec![Target::Vertex(2)]);
                draft.add(vec![zero], vec![Target::Vertex(3)]);
                draft.add(vec![], vec![Target::Vertex(3)]);
            }
            _ => {}
        }
        Ok(draft)
    }
}

/// The reason why the value exists.
const SIDED: &str = "named games have sides that are found";

impl Stoppers {
    /// The value with this name.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn named(&mut self, engine: &mut Engine, name: Named) -> Result<Loopy> {
        let draft = name.draft(engine)?;
        Ok(self.value(engine, &draft, 0)?.expect(SIDED))
    }

    /// `tiny(G)`, that is `{0||0|-G}`, for a game that may be loopy.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn tiny(&mut self, engine: &mut Engine, g: Loopy) -> Result<Option<Loopy>> {
        let zero = Target::Value(Game::ZERO.into());
        let negative = Target::Value(self.negate(engine, g)?);
        let mut draft = Draft::default();
        draft.add(vec![zero], vec![Target::Vertex(1)]);
        draft.add(vec![zero], vec![negative]);
        self.value(engine, &draft, 0)
    }

    fn names(&mut self, engine: &mut Engine) -> Result<&Names> {
        if self.names.is_none() {
            let mut names = Names::default();
            let on = self.named(engine, Named::On)?;
            let uponth = self.named(engine, Named::Uponth)?;
            let tiny = self.tiny(engine, on)?.expect(SIDED);
            let upover = self.named(engine, Named::Upover)?;
            let ace = self.named(engine, Named::Ace)?;
            let star: Loopy = engine.game(&[Game::ZERO], &[Game::ZERO])?.into();
            let star = self.sum(engine, uponth, star)?.expect(SIDED);
            for (value, name, negative) in [
                (uponth, "uponth", "-uponth"),
                (star, "uponth + *", "-uponth + *"),
                (tiny, "tiny(on)", "miny(on)"),
                (upover, "upover", "-upover"),
                (ace, "ace", "-ace"),
            ] {
                let negated = self.negate(engine, value)?;
                names.insert(value.onside, name);
                names.insert(negated.onside, negative);
            }
            self.names = Some(names);
        }
        Ok(self.names.as_ref().expect("the names were just made"))
    }

    /// A stopper that is the sum of a number, perhaps a star, and a name with a pass in it.
    fn pattern(
        &mut self,
        engine: &mut Engine,
        stopper: Stopper,
        notation: Notation,
    ) -> Result<Option<String>> {
        let me = Side::Stopper(stopper);
        let rest = |player| {
            let options = self.options(stopper, player);
            let others: Vec<Side> = options.iter().copied().filter(|&side| side != me).collect();
            (others, options.contains(&me))
        };
        let (sides, passes): (Vec<Vec<Side>>, Vec<bool>) =
            Player::BOTH.into_iter().map(rest).unzip();
        let (name, game) = match (sides[0].as_slice(), sides[1].as_slice(), passes.as_slice()) {
            ([], [], [true, false]) => return Ok(Some("on".into())),
            ([], [], [false, true]) => return Ok(Some("off".into())),
            (&[Side::Game(x)], [], [false, true]) => ("over", x),
            ([], &[Side::Game(x)], [true, false]) => ("under", x),
            (&[Side::Game(x)], &[Side::Game(y)], [true, false]) if x == y => ("upon + *", x),
            (&[Side::Game(x)], &[Side::Game(y)], [false, true]) if x == y => ("-upon + *", x),
            _ => return Ok(None),
        };
        let mut name = name;
        let mut number = game;
        if engine.as_number(number)?.is_none() {
            // `{pass|x*}` is x + upon.
            let star = engine.nimber(&UBig::ONE)?;
            number = engine.add(game, star)?;
            if engine.as_number(number)?.is_none() {
                return Ok(None);
            }
            name = match name {
                "under" => "upon",
                "over" => "-upon",
                _ => return Ok(None),
            };
        }
        if engine.as_number(number)?.is_some_and(|number| number == Dyadic::ZERO) {
            return Ok(Some(name.into()));
        }
        let number = engine.print(number, notation)?;
        Ok(Some(match name.strip_prefix('-') {
            Some(name) => format!("{number} - {name}"),
            None => format!("{number} + {name}"),
        }))
    }

    /// A value as text. In the notations of the language, it is read back as the same value.
    ///
    /// # Errors
    /// [`Error::TextTooLong`] above [`MOST_TEXT`] bytes; other limits.
    pub fn print(
        &mut self,
        engine: &mut Engine,
        value: Loopy,
        notation: Notation,
    ) -> Result<String> {
        let onside = self.print_side(engine, value.onside, notation)?;
        if value.stopper().is_some() {
            return Ok(onside);
        }
        let offside = self.print_side(engine, value.offside, notation)?;
        if (onside.as_str(), offside.as_str()) == ("on", "off") {
            return Ok("dud".into());
        }
        Ok(format!("{onside} & {offside}"))
    }

    /// A stopper as text.
    ///
    /// # Errors
    /// The errors of [`Stoppers::print`].
    pub fn print_side(
        &mut self,
        engine: &mut Engine,
        side: Side,
        notation: Notation,
    ) -> Result<String> {
        enum Piece {
            Side(Side),
            Text(&'static str),
            /// The end of the innermost braces.
            Close,
        }
        /// Open braces: their value, the start of their text, and their label.
        struct Open {
            stopper: Stopper,
            at: usize,
            label: Option<String>,
        }
        let mut text = String::new();
        let mut path: Vec<Open> = Vec::new();
        let mut depth: FxHashMap<Stopper, usize> = FxHashMap::default();
        let mut labels = 0;
        let mut pieces = vec![Piece::Side(side)];
        while let Some(piece) = pieces.pop() {
            engine.check()?;
            if text.len() > MOST_TEXT {
                return Err(Error::TextTooLong { limit: MOST_TEXT });
            }
            let stopper = match piece {
                Piece::Text(piece) => {
                    text += piece;
                    continue;
                }
                Piece::Close => {
                    text.push('}');
                    let open = path.pop().expect("braces are closed that were opened");
                    depth.remove(&open.stopper);
                    if let Some(label) = open.label {
                        labels -= 1;
                        text.insert_str(open.at, &label);
                    }
                    continue;
                }
                Piece::Side(Side::Game(game)) => {
                    text += &engine.print(game, notation)?;
                    continue;
                }
                Piece::Side(Side::Stopper(stopper)) => stopper,
            };
            if let Some(&at) = depth.get(&stopper) {
                if at + 1 == path.len() {
                    text += "pass";
                    continue;
                }
                let open = &mut path[at];
                let label = open.label.get_or_insert_with(|| {
                    labels += 1;
                    label(labels - 1)
                });
                text += label;
                continue;
            }
            if let Some(name) = self.pattern(engine, stopper, notation)? {
                text += &name;
                continue;
            }
            if let Some(name) = self.names(engine)?.get(&Side::Stopper(stopper)) {
                text += name;
                continue;
            }
            depth.insert(stopper, path.len());
            path.push(Open { stopper, at: text.len(), label: None });
            text.push('{');
            pieces.push(Piece::Close);
            for player in [Player::Right, Player::Left] {
                let options = self.in_order(engine, Side::Stopper(stopper), player)?;
                for (index, option) in options.into_iter().enumerate().rev() {
                    pieces.push(Piece::Side(option));
                    if index > 0 {
                        pieces.push(Piece::Text(","));
                    }
                }
                if player == Player::Right {
                    pieces.push(Piece::Text("|"));
                }
            }
        }
        Ok(text)
    }

    /// The simplest form of a stopper in braces, even if it has a name.
    ///
    /// # Errors
    /// The errors of [`Stoppers::print`].
    pub fn print_form(
        &mut self,
        engine: &mut Engine,
        side: Side,
        notation: Notation,
    ) -> Result<String> {
        let mut sides = Vec::new();
        for player in Player::BOTH {
            let mut texts = Vec::new();
            for option in self.in_order(engine, side, player)? {
                texts.push(match option == side {
                    true => "pass".into(),
                    false => self.print_side(engine, option, notation)?,
                });
            }
            sides.push(texts.join(","));
        }
        Ok(format!("{{{}|{}}}", sides[0], sides[1]))
    }

    /// The options of a stopper in the order in which they are printed: short games, then others,
    /// and a pass last.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn in_order(
        &mut self,
        engine: &mut Engine,
        side: Side,
        player: Player,
    ) -> Result<Vec<Side>> {
        let options = self.options_of(engine, side, player)?;
        let (mut games, mut others) = (Vec::new(), Vec::new());
        for option in options {
            match option {
                Side::Game(game) => games.push(game),
                side => others.push(side),
            }
        }
        let games = engine.in_order(&games)?.into_iter().map(Side::Game);
        others.arrange_by_key(|&option| option == side);
        Ok(games.chain(others).collect())
    }
}

/// The label with this number: a, b, ... without v, which is down.
fn label(number: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuwxyz";
    let letter = char::from(LETTERS[number % LETTERS.len()]);
    match number / LETTERS.len() {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}
