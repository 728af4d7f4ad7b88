//! Variants of a ruleset: impartial, dicotic, twisted, xt.

use std::ops::Range;

use cg_core::Player;

use crate::cells::cell_name;
use crate::listed::NamedMove;
use crate::names::{self, BothMoves};
use crate::ruleset::{self, Handed};
use crate::{Dominoes, Drawing, Hints, Known, Moves, Notated, ReadError, Ruleset, Sign};

/// How the rules of a game are changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Not at all.
    #[default]
    Plain,
    /// Both players have the moves of both.
    Impartial,
    /// The game ends as soon as one of the players has no move.
    Dicotic,
    /// The players exchange their roles after each move.
    Twisted,
    /// A player who has no move in a connected group of free cells fills any one cell of it.
    /// Then every position is infinitesimal. Only rules that take free cells have this variant.
    ///
    /// Source: Kao, Wu, Shan, *XT Domineering* (2012).
    Xt,
}

impl Variant {
    /// The variants that have a name.
    pub const NAMED: [Variant; 4] =
        [Variant::Impartial, Variant::Dicotic, Variant::Twisted, Variant::Xt];

    /// Its name, as it stands before the name of a ruleset; empty for the plain rules.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Plain => "",
            Variant::Impartial => "impartial",
            Variant::Dicotic => "dicotic",
            Variant::Twisted => "twisted",
            Variant::Xt => "xt",
        }
    }

    /// What it does, in a sentence.
    pub fn rule(self) -> &'static str {
        match self {
            Variant::Plain => "",
            Variant::Impartial => "Both players have the moves of both.",
            Variant::Dicotic => "The game ends as soon as one of the players has no move.",
            Variant::Twisted => "The players exchange their roles after each move.",
            Variant::Xt => {
                "A player who has no move in a connected group of free cells fills one cell of it."
            }
        }
    }

    /// The names of all variants in words: `impartial, dicotic, twisted or xt`.
    pub fn names() -> String {
        let names = Variant::NAMED.map(Variant::name);
        let [first @ .., last] = &names;
        format!("{} or {last}", first.join(", "))
    }
}

/// A ruleset, changed by a [`Variant`].
///
/// ```
/// use cg_core::Player;
/// use cg_rulesets::{Game, Notated, Variant, Varied};
///
/// let domineering = Game::named("domineering").expect("it is in the table");
/// let cram = Varied::new(domineering, Variant::Impartial);
/// let board = cram.read_position("2x2")?;
/// let Ok(moves) = cram.named_moves(&board, Player::Right, 100);
/// assert_eq!(moves.total, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Varied<R> {
    rules: R,
    variant: Variant,
}

/// A position of a [`Varied`] ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VariedPosition<P> {
    /// The position of the ruleset that is varied.
    pub position: P,
    /// In twisted games, whether the players have exchanged their roles.
    pub exchanged: bool,
}

impl<P> From<P> for VariedPosition<P> {
    fn from(position: P) -> Self {
        VariedPosition { position, exchanged: false }
    }
}

impl<R> Varied<R> {
    /// The variant of a ruleset.
    pub fn new(rules: R, variant: Variant) -> Self {
        Varied { rules, variant }
    }

    /// The ruleset that is varied.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// How it is varied.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The player of the ruleset whose moves `player` has.
    fn role<P>(at: &VariedPosition<P>, player: Player) -> Player {
        if at.exchanged { player.opponent() } else { player }
    }

    /// The position after a move.
    fn moved<P>(&self, at: &VariedPosition<P>, position: P) -> VariedPosition<P> {
        let exchanged = at.exchanged != (self.variant == Variant::Twisted);
        VariedPosition { position, exchanged }
    }
}

/// Notes whether there is a move.
struct Any(bool);

impl<P> Extend<P> for Any {
    fn extend<I: IntoIterator<Item = P>>(&mut self, items: I) {
        self.0 |= items.into_iter().next().is_some();
    }
}

impl<R: Ruleset> Varied<R> {
    /// Whether the variant ends the game here, though `player` may have a move.
    fn is_over(&self, at: &VariedPosition<R::Position>, player: Player) -> Result<bool, R::Error> {
        if self.variant != Variant::Dicotic {
            return Ok(false);
        }
        let mut any = Any(false);
        self.rules.moves(&at.position, player.opponent(), &mut any)?;
        Ok(!any.0)
    }
}

impl<R: Ruleset> Ruleset for Varied<R> {
    type Position = VariedPosition<R::Position>;
    type Error = R::Error;

    fn moves(
        &self,
        at: &Self::Position,
        player: Player,
        out: &mut impl Extend<Self::Position>,
    ) -> Result<(), R::Error> {
        let mut handed = Handed(|position| out.extend([self.moved(at, position)]));
        match self.variant {
            Variant::Plain => self.rules.moves(&at.position, player, &mut handed),
            Variant::Impartial => {
                self.rules.moves(&at.position, Player::Left, &mut handed)?;
                if !self.rules.is_impartial() {
                    self.rules.moves(&at.position, Player::Right, &mut handed)?;
                }
                Ok(())
            }
            Variant::Xt => {
                self.rules.moves(&at.position, player, &mut handed)?;
                let mut filled = Handed(|(_, position)| handed.extend([position]));
                self.rules.fillings(&at.position, player, &mut filled);
                Ok(())
            }
            Variant::Dicotic if self.is_over(at, player)? => Ok(()),
            Variant::Dicotic | Variant::Twisted => {
                self.rules.moves(&at.position, Self::role(at, player), &mut handed)
            }
        }
    }

    fn is_impartial(&self) -> bool {
        self.variant == Variant::Impartial || self.rules.is_impartial()
    }

    /// Under the plain and the impartial rules a position falls apart as before, under the xt
    /// rules into groups of free cells. Dicotic and twisted rules look at the whole position,
    /// so that it does not fall apart.
    fn split(
        &self,
        at: Self::Position,
        parts: &mut impl Extend<(Self::Position, Sign)>,
    ) -> Result<(), R::Error> {
        match self.variant {
            Variant::Plain => {
                let mut handed =
                    Handed(|(part, sign)| parts.extend([(VariedPosition::from(part), sign)]));
                self.rules.split(at.position, &mut handed)
            }
            // The negative of an impartial game is the game itself.
            Variant::Impartial => {
                let mut handed =
                    Handed(|(part, _)| parts.extend([(VariedPosition::from(part), Sign::Plus)]));
                self.rules.split(at.position, &mut handed)
            }
            Variant::Xt => {
                let mut handed = Handed(|group| {
                    parts.extend([(VariedPosition::from(group), Sign::Plus)]);
                });
                self.rules.groups(&at.position, &mut handed);
                Ok(())
            }
            Variant::Dicotic | Variant::Twisted => {
                parts.extend([(at, Sign::Plus)]);
                Ok(())
            }
        }
    }

    fn normal(&self, at: Self::Position) -> (Self::Position, Sign) {
        let (position, sign) = self.rules.normal(at.position);
        let exchanged = if at.exchanged { Sign::Minus } else { Sign::Plus };
        let sign = match self.variant {
            Variant::Impartial => Sign::Plus,
            _ => sign * exchanged,
        };
        (position.into(), sign)
    }

    fn settled_options(
        &self,
        at: &Self::Position,
        player: Player,
        found: &mut impl FnMut(Option<(Self::Position, Sign)>) -> bool,
    ) -> Result<(), R::Error> {
        match self.variant {
            Variant::Plain => self.rules.settled_options(&at.position, player, &mut |part| {
                found(part.map(|(part, sign)| (part.into(), sign)))
            }),
            Variant::Impartial => {
                let mut wanted = true;
                let mut equal = |part: Option<(R::Position, Sign)>| {
                    wanted = found(part.map(|(part, _)| (part.into(), Sign::Plus)));
                    wanted
                };
                self.rules.settled_options(&at.position, Player::Left, &mut equal)?;
                if wanted && !self.rules.is_impartial() {
                    self.rules.settled_options(&at.position, Player::Right, &mut |part| {
                        found(part.map(|(part, _)| (part.into(), Sign::Plus)))
                    })?;
                }
                Ok(())
            }
            Variant::Xt | Variant::Dicotic | Variant::Twisted => {
                ruleset::settle(self, at, player, found)
            }
        }
    }

    fn known(&self, at: &Self::Position) -> Result<Option<Known>, R::Error> {
        let known = self.rules.known(&at.position)?;
        Ok(match (self.variant, known) {
            (Variant::Plain, known) => known,
            // Where nobody could move, both fill a cell.
            (Variant::Xt, _) => None,
            // That nobody can move stays true; values are those of other rules.
            (_, Some(Known::Ended)) => Some(Known::Ended),
            _ => None,
        })
    }

    fn is_own_negative(&self, at: &Self::Position) -> bool {
        // The variants are the same for both players.
        self.is_impartial() || self.rules.is_own_negative(&at.position)
    }
}

impl<R: Hints> Hints for Varied<R> {
    fn is_small(&self, at: &Self::Position) -> bool {
        self.variant == Variant::Plain && self.rules.is_small(&at.position)
    }

    fn size(&self, at: &Self::Position) -> u32 {
        self.rules.size(&at.position)
    }

    fn estimate(&self, at: &Self::Position) -> f32 {
        match self.variant {
            Variant::Plain | Variant::Dicotic | Variant::Xt => self.rules.estimate(&at.position),
            Variant::Impartial | Variant::Twisted => 0.0,
        }
    }

    /// Only the plain rules let one player alone move across a cut.
    fn lines(&self, at: &Self::Position, player: Player) -> u32 {
        match self.variant {
            Variant::Plain => self.rules.lines(&at.position, player),
            _ => 0,
        }
    }

    fn band(&self, at: &Self::Position, player: Player, lines: Range<u32>) -> Self::Position {
        self.rules.band(&at.position, player, lines).into()
    }

    fn line_words(&self, at: &Self::Position, player: Player, words: &mut impl Extend<u64>) {
        self.rules.line_words(&at.position, player, words);
    }

    /// Only the plain rules are those of the dominoes.
    fn dominoes(&self, at: &Self::Position) -> Option<Dominoes> {
        match self.variant {
            Variant::Plain => self.rules.dominoes(&at.position),
            _ => None,
        }
    }

    fn is_copied(&self, at: &Self::Position) -> bool {
        // The variants of an impartial game are the game itself, except for those that fill cells.
        self.variant != Variant::Xt
            && self.rules.is_impartial()
            && self.rules.is_copied(&at.position)
    }
}

impl<R: Notated> Varied<R> {
    /// Whether each player has the moves of both, which differ.
    fn has_moves_of_both(&self) -> bool {
        self.variant == Variant::Impartial && !self.rules.is_impartial()
    }

    /// The moves of Left and of Right, each with a name of its own.
    fn distinct_moves(
        &self,
        at: &VariedPosition<R::Position>,
    ) -> Result<BothMoves<VariedPosition<R::Position>>, R::Error> {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
            if self.is_over(at, player)? {
                continue;
            }
            let roles = match self.has_moves_of_both() {
                true => vec![Player::Left, Player::Right],
                false => vec![Self::role(at, player)],
            };
            for role in roles {
                for chosen in self.rules.named_moves(&at.position, role, usize::MAX)?.list {
                    let after = self.moved(at, self.rules.after(&at.position, &chosen)?);
                    side.push(NamedMove { name: self.rules.write_move(&chosen), after });
                }
            }
            if self.variant == Variant::Xt {
                let mut filled = Handed(|([row, column], position): ([u32; 2], R::Position)| {
                    let name = cell_name(row as usize, column as usize);
                    side.push(NamedMove { name, after: position.into() });
                });
                self.rules.fillings(&at.position, player, &mut filled);
            }
        }
        let draw = |position: &R::Position| self.rules.draw(position);
        names::told_apart(sides, || draw(&at.position), |after| draw(&after.position))
    }
}

impl<R: Notated> Notated for Varied<R> {
    type Move = NamedMove<VariedPosition<R::Position>>;

    fn title(&self) -> String {
        let title = self.rules.title();
        match self.variant {
            Variant::Plain => title,
            variant => format!("{title}, {}", variant.name()),
        }
    }

    fn rules(&self) -> Vec<String> {
        let mut rules = self.rules.rules();
        if self.variant != Variant::Plain {
            rules.push(self.variant.rule().into());
        }
        rules
    }

    fn read_position(&self, text: &str) -> Result<Self::Position, ReadError<R::Error>> {
        Ok(self.rules.read_position(text)?.into())
    }

    fn write_position(&self, at: &Self::Position) -> Result<String, R::Error> {
        self.rules.write_position(&at.position)
    }

    fn draw(&self, at: &Self::Position) -> Result<Drawing, R::Error> {
        self.rules.draw(&at.position)
    }

    /// The moves of `player`; each has a name of its own.
    fn named_moves(
        &self,
        at: &Self::Position,
        player: Player,
        most: usize,
    ) -> Result<Moves<Self::Move>, R::Error> {
        let own = names::of(self.distinct_moves(at)?, player);
        Ok(Moves::spread(own.into_iter().map(|named| named.own).collect(), most))
    }

    fn after(&self, _: &Self::Position, chosen: &Self::Move) -> Result<Self::Position, R::Error> {
        Ok(chosen.after.clone())
    }

    fn write_move(&self, chosen: &Self::Move) -> String {
        chosen.name.clone()
    }

    fn read_move(
        &self,
        at: &Self::Position,
        player: Player,
        text: &str,
    ) -> Result<Self::Move, ReadError<R::Error>> {
        if self.is_over(at, player).map_err(ReadError::Rules)? {
            let over = "the game is over: one of the players has no move";
            return Err(crate::NotationError::new(over, 0..text.len()).into());
        }
        let own = names::of(self.distinct_moves(at).map_err(ReadError::Rules)?, player);
        if let Some(found) = names::read(&own, text)? {
            return Ok(found.clone());
        }
        // The rules may know other spellings.
        let read = |player| self.rules.read_move(&at.position, player, text);
        let chosen = match read(Self::role(at, player)) {
            Err(error) if self.has_moves_of_both() => read(player.opponent()).map_err(|_| error),
            chosen => chosen,
        }?;
        let after = self.rules.after(&at.position, &chosen).map_err(ReadError::Rules)?;
        let (name, after) = (self.rules.write_move(&chosen), self.moved(at, after));
        let same = own.into_iter().find(|one| one.by_rules == name && one.own.after == after);
        Ok(same.map_or(NamedMove { name, after }, |one| one.own))
    }

    fn move_help(&self) -> Vec<String> {
        let mut help = self.rules.move_help();
        if self.variant == Variant::Xt {
            help.push("a1   fills the cell a1, in a group where you have no other move".into());
        }
        help
    }
}
