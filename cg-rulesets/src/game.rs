//! One type for all rulesets of the table.
//!
//! A [`Game`] is a ruleset of the table with its parameters; a [`Position`] is a position
//! of any of them. Solvers and players that take any [`Ruleset`] take a `Game`, and are
//! compiled once for all of them.

use std::convert::Infallible;
use std::ops::Range;

use cg_core::Player;

use crate::colour_graph::{Colouring, Taking};
use crate::eating::{Chomp, DawsonsChess, Quicksort};
use crate::edges::{ArcKayles, EdgeNim, Hackenbush};
use crate::heaps::{Cake, HypergraphNim, Pair, PartizanHeaps, Remembering};
use crate::hopping::Hopping;
use crate::jumps::{Fission, Konane, PegDuotaire};
use crate::kings_dirt::KingsDirt;
use crate::listed::{self, Found, Listed, NamedMove, Settled};
use crate::nimstring::Nimstring;
use crate::ruleset::Handed;
use crate::sheep::Sheep;
use crate::ski_jumps::SkiJumps;
use crate::start::StartVisitor;
use crate::stones::Stones;
use crate::table::Entry;
use crate::toppling::TopplingDominoes;
use crate::turning::Turning;
use crate::{
    Amazons, Clobber, Col, Cram, Domineering, Dominoes, Drawing, Hints, Known, Moves, NoGo,
    Notated, NotationError, ReadError, Ruleset, Sign, Snort,
};

/// A ruleset that is a [`Ruleset`] and a [`Notated`] by itself, as one of the table.
macro_rules! listed {
    ($($rules:ty),* $(,)?) => {$(
        impl Listed for $rules {
            type Position = <$rules as Ruleset>::Position;

            fn read(&self, text: &str) -> Result<Self::Position, NotationError> {
                Notated::read_position(self, text).map_err(|error| match error {
                    ReadError::Text(error) => error,
                    ReadError::Rules(never) => match never {},
                })
            }

            fn write(&self, position: &Self::Position) -> String {
                let Ok(text) = Notated::write_position(self, position);
                text
            }

            fn draw(&self, position: &Self::Position) -> Drawing {
                let Ok(drawing) = Notated::draw(self, position);
                drawing
            }

            fn each_move(
                &self,
                position: &Self::Position,
                player: Player,
                found: Found<'_, Self::Position>,
            ) {
                let Ok(moves) = Notated::named_moves(self, position, player, usize::MAX);
                for one in moves.list {
                    let Ok(after) = Notated::after(self, position, &one);
                    found(after, &|| Notated::write_move(self, &one));
                }
            }

            fn each_option(
                &self,
                position: &Self::Position,
                player: Player,
                found: &mut dyn FnMut(Self::Position),
            ) {
                let Ok(()) = Ruleset::moves(self, position, player, &mut Handed(found));
            }

            fn is_impartial(&self) -> bool {
                Ruleset::is_impartial(self)
            }

            fn split(
                &self,
                position: Self::Position,
                part: &mut dyn FnMut(Self::Position, Sign),
            ) {
                let mut handed = Handed(|(position, sign)| part(position, sign));
                let Ok(()) = Ruleset::split(self, position, &mut handed);
            }

            fn normal(&self, position: Self::Position) -> (Self::Position, Sign) {
                Ruleset::normal(self, position)
            }

            fn settled_options(
                &self,
                position: &Self::Position,
                player: Player,
                found: Settled<'_, Self::Position>,
            ) {
                let Ok(()) = Ruleset::settled_options(self, position, player, &mut |part| found(part));
            }

            fn known(&self, position: &Self::Position) -> Option<Known> {
                let Ok(known) = Ruleset::known(self, position);
                known
            }

            fn is_own_negative(&self, position: &Self::Position) -> bool {
                Ruleset::is_own_negative(self, position)
            }

            fn is_small(&self, position: &Self::Position) -> bool {
                Hints::is_small(self, position)
            }

            fn size(&self, position: &Self::Position) -> u32 {
                Hints::size(self, position)
            }

            fn estimate(&self, position: &Self::Position) -> f32 {
                Hints::estimate(self, position)
            }

            fn lines(&self, position: &Self::Position, player: Player) -> u32 {
                Hints::lines(self, position, player)
            }

            fn band(
                &self,
                position: &Self::Position,
                player: Player,
                lines: Range<u32>,
            ) -> Self::Position {
                Hints::band(self, position, player, lines)
            }

            fn line_words(
                &self,
                position: &Self::Position,
                player: Player,
                word: &mut dyn FnMut(u64),
            ) {
                Hints::line_words(self, position, player, &mut Handed(word));
            }

            fn dominoes(&self, position: &Self::Position) -> Option<Dominoes> {
                Hints::dominoes(self, position)
            }

            fn is_copied(&self, position: &Self::Position) -> bool {
                Hints::is_copied(self, position)
            }

            fn takes_free_cells(&self) -> bool {
                Ruleset::takes_free_cells(self)
            }

            fn groups(&self, position: &Self::Position, part: &mut dyn FnMut(Self::Position)) {
                Ruleset::groups(self, position, &mut Handed(part));
            }

            fn fillings(
                &self,
                position: &Self::Position,
                player: Player,
                found: &mut dyn FnMut([u32; 2], Self::Position),
            ) {
                let mut handed = Handed(|(cell, after)| found(cell, after));
                Ruleset::fillings(self, position, player, &mut handed);
            }

            fn move_help(&self) -> Vec<String> {
                Notated::move_help(self)
            }
        }
    )*};
}

listed!(Amazons, Clobber, Col, Cram, Domineering, Konane, NoGo, Snort);

const MIXED: &str = "a position belongs to the ruleset that made it";

/// The types of the rulesets of the table, as one.
macro_rules! games {
    ($($(#[$note:meta])* $name:ident($rules:ty)),* $(,)?) => {
        /// The rules of a [`Game`].
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Kind {
            $($name($rules)),*
        }

        /// A position of a [`Game`]. It belongs to the game that made it.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Position {
            $(
                $(#[$note])*
                $name(<$rules as Listed>::Position)
            ),*
        }

        $(impl From<$rules> for Kind {
            fn from(rules: $rules) -> Self {
                Kind::$name(rules)
            }
        })*

        impl Kind {
            fn read(&self, text: &str) -> Result<Position, NotationError> {
                match self {
                    $(Kind::$name(rules) => rules.read(text).map(Position::$name)),*
                }
            }

            fn write(&self, position: &Position) -> String {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => rules.write(position),)*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn draw(&self, position: &Position) -> Drawing {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => Listed::draw(rules, position),)*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn each_move(&self, position: &Position, player: Player, found: Found<'_, Position>) {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => {
                        rules.each_move(position, player, &mut |after, name| {
                            found(Position::$name(after), name);
                        });
                    })*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn each_option(
                &self,
                position: &Position,
                player: Player,
                found: &mut dyn FnMut(Position),
            ) {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => {
                        rules.each_option(position, player, &mut |after| {
                            found(Position::$name(after));
                        });
                    })*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn is_impartial(&self) -> bool {
                match self {
                    $(Kind::$name(rules) => Listed::is_impartial(rules)),*
                }
            }

            fn split(&self, position: Position, part: &mut dyn FnMut(Position, Sign)) {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => {
                        Listed::split(rules, position, &mut |position, sign| {
                            part(Position::$name(position), sign);
                        });
                    })*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn normal(&self, position: Position) -> (Position, Sign) {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => {
                        let (position, sign) = Listed::normal(rules, position);
                        (Position::$name(position), sign)
                    })*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn settled_options(
                &self,
                position: &Position,
                player: Player,
                found: Settled<'_, Position>,
            ) {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => {
                        Listed::settled_options(rules, position, player, &mut |part| {
                            found(part.map(|(part, sign)| (Position::$name(part), sign)))
                        });
                    })*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn known(&self, position: &Position) -> Option<Known> {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => {
                        Listed::known(rules, position)
                    })*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn is_own_negative(&self, position: &Position) -> bool {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => Listed::is_own_negative(rules, position),)*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn is_small(&self, position: &Position) -> bool {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => Listed::is_small(rules, position),)*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn size(&self, position: &Position) -> u32 {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => Listed::size(rules, position),)*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn estimate(&self, position: &Position) -> f32 {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => Listed::estimate(rules, position),)*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn lines(&self, position: &Position, player: Player) -> u32 {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => Listed::lines(rules, position, player),)*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn band(&self, position: &Position, player: Player, lines: Range<u32>) -> Position {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => {
                        Position::$name(Listed::band(rules, position, player, lines))
                    },)*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn line_words(
                &self,
                position: &Position,
                player: Player,
                word: &mut dyn FnMut(u64),
            ) {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => {
                        Listed::line_words(rules, position, player, word);
                    },)*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn dominoes(&self, position: &Position) -> Option<Dominoes> {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => Listed::dominoes(rules, position),)*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn is_copied(&self, position: &Position) -> bool {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => Listed::is_copied(rules, position),)*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn takes_free_cells(&self) -> bool {
                match self {
                    $(Kind::$name(rules) => Listed::takes_free_cells(rules)),*
                }
            }

            fn groups(&self, position: &Position, part: &mut dyn FnMut(Position)) {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => {
                        Listed::groups(rules, position, &mut |group| part(Position::$name(group)));
                    })*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn fillings(
                &self,
                position: &Position,
                player: Player,
                found: &mut dyn FnMut([u32; 2], Position),
            ) {
                match (self, position) {
                    $((Kind::$name(rules), Position::$name(position)) => {
                        Listed::fillings(rules, position, player, &mut |cell, after| {
                            found(cell, Position::$name(after));
                        });
                    })*
                    _ => unreachable!("{MIXED}"),
                }
            }

            fn move_help(&self) -> Vec<String> {
                match self {
                    $(Kind::$name(rules) => Listed::move_help(rules)),*
                }
            }
        }
    };
}

games! {
    /// Of Amazons.
    Amazons(Amazons),
    /// Of Col on a board.
    Col(Col),
    /// Of NoGo.
    NoGo(NoGo),
    /// Of Snort on a board.
    Snort(Snort),
    /// Of Clobber.
    Clobber(Clobber),
    /// Of Cram.
    Cram(Cram),
    /// Of Domineering.
    Domineering(Domineering),
    /// Of Arc Kayles and its relatives.
    ArcKayles(ArcKayles),
    /// Of Col, Snort and Fjords on a graph.
    Colouring(Colouring),
    /// Of Nim on a graph.
    EdgeNim(EdgeNim),
    /// Of Hackenbush.
    Hackenbush(Hackenbush),
    /// Of games in which a vertex is taken with what hangs on it.
    Taking(Taking),
    /// Of games on cakes.
    Cake(Cake),
    /// Of Chomp.
    Chomp(Chomp),
    /// Of Dawson's Chess.
    DawsonsChess(DawsonsChess),
    /// Of Nim on a hypergraph.
    HypergraphNim(HypergraphNim),
    /// Of Konane.
    Konane(Konane),
    /// Of Fission.
    Fission(Fission),
    /// Of Peg Duotaire.
    PegDuotaire(PegDuotaire),
    /// Of King's Dirt.
    KingsDirt(KingsDirt),
    /// Of Nimstring.
    Nimstring(Nimstring),
    /// Of games on two numbers.
    Pair(Pair),
    /// Of partizan taking and breaking.
    PartizanHeaps(PartizanHeaps),
    /// Of Quicksort.
    Quicksort(Quicksort),
    /// Of games that remember the last move.
    Remembering(Remembering),
    /// Of Sheep.
    Sheep(Sheep),
    /// Of relatives of Clobber.
    Stones(Stones),
    /// Of Toads and Frogs and its relatives.
    Hopping(Hopping),
    /// Of Ski Jumps.
    SkiJumps(SkiJumps),
    /// Of Toppling Dominoes.
    TopplingDominoes(TopplingDominoes),
    /// Of coin-turning games.
    Turning(Turning),
}

/// A ruleset of the table, with its parameters.
///
/// ```
/// use cg_core::Player;
/// use cg_rulesets::{Game, Notated};
///
/// let game = Game::named("toads-and-frogs").expect("it is in the table");
/// let strip = game.read_position("ttt..fff")?;
/// let Ok(moves) = game.named_moves(&strip, Player::Left, 10);
/// assert_eq!(game.write_move(&moves.list[0]), "c1-d1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    entry: &'static Entry,
    parameters: String,
    kind: Kind,
}

impl Game {
    /// The game of a row of the table. `parameters` stand in parentheses behind its name;
    /// `board` is the text of the position, which a game on boards and graphs looks at.
    ///
    /// # Errors
    /// What is wrong with the parameters.
    pub fn of(entry: &'static Entry, parameters: &str, board: &str) -> Result<Self, String> {
        let kind = entry.kind(parameters, board)?;
        Ok(Game { entry, parameters: parameters.trim().into(), kind })
    }

    /// The game of this name, or another name that it has, when it needs no parameters.
    pub fn named(name: &str) -> Option<Self> {
        Game::of(Entry::named(name)?, "", "").ok()
    }

    /// Its row of the table.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// Hands the rules and a position to a visitor: those of boards as bits with their own
    /// types, all others as they are here.
    pub(crate) fn visit<V: StartVisitor>(&self, position: &Position, visitor: V) -> V::Output {
        macro_rules! own {
            ($($name:ident)*) => {
                match (&self.kind, position) {
                    $((Kind::$name(rules), Position::$name(position)) => {
                        visitor.visit(*rules, position.clone())
                    })*
                    _ => visitor.visit(self.clone(), position.clone()),
                }
            };
        }
        own!(Amazons Clobber Col Cram Domineering Konane NoGo Snort)
    }

    /// Its name with its parameters: `clobber`, `gen-toads(1,2,3,0)`.
    pub fn name(&self) -> String {
        match &self.parameters[..] {
            "" => self.entry.name.into(),
            parameters => format!("{}({parameters})", self.entry.name),
        }
    }
}

impl Ruleset for Game {
    type Position = Position;
    type Error = Infallible;

    fn moves(
        &self,
        position: &Position,
        player: Player,
        out: &mut impl Extend<Position>,
    ) -> Result<(), Infallible> {
        self.kind.each_option(position, player, &mut |after| out.extend([after]));
        Ok(())
    }

    fn is_impartial(&self) -> bool {
        self.kind.is_impartial()
    }

    fn split(
        &self,
        position: Position,
        parts: &mut impl Extend<(Position, Sign)>,
    ) -> Result<(), Infallible> {
        self.kind.split(position, &mut |part, sign| parts.extend([(part, sign)]));
        Ok(())
    }

    fn normal(&self, position: Position) -> (Position, Sign) {
        self.kind.normal(position)
    }

    fn settled_options(
        &self,
        position: &Position,
        player: Player,
        found: &mut impl FnMut(Option<(Position, Sign)>) -> bool,
    ) -> Result<(), Infallible> {
        self.kind.settled_options(position, player, found);
        Ok(())
    }

    fn known(&self, position: &Position) -> Result<Option<Known>, Infallible> {
        Ok(self.kind.known(position))
    }

    fn is_own_negative(&self, position: &Position) -> bool {
        self.kind.is_own_negative(position)
    }

    fn takes_free_cells(&self) -> bool {
        self.kind.takes_free_cells()
    }

    fn groups(&self, position: &Position, parts: &mut impl Extend<Position>) {
        self.kind.groups(position, &mut |group| parts.extend([group]));
    }

    fn fillings(
        &self,
        position: &Position,
        player: Player,
        out: &mut impl Extend<([u32; 2], Position)>,
    ) {
        self.kind.fillings(position, player, &mut |cell, after| out.extend([(cell, after)]));
    }
}

impl Hints for Game {
    fn is_small(&self, position: &Position) -> bool {
        self.kind.is_small(position)
    }

    fn size(&self, position: &Position) -> u32 {
        self.kind.size(position)
    }

    fn estimate(&self, position: &Position) -> f32 {
        self.kind.estimate(position)
    }

    fn lines(&self, position: &Position, player: Player) -> u32 {
        self.kind.lines(position, player)
    }

    fn band(&self, position: &Position, player: Player, lines: Range<u32>) -> Position {
        self.kind.band(position, player, lines)
    }

    fn line_words(&self, position: &Position, player: Player, words: &mut impl Extend<u64>) {
        self.kind.line_words(position, player, &mut |word| words.extend([word]));
    }

    fn dominoes(&self, position: &Position) -> Option<Dominoes> {
        self.kind.dominoes(position)
    }

    fn is_copied(&self, position: &Position) -> bool {
        self.kind.is_copied(position)
    }
}

impl Notated for Game {
    type Move = NamedMove;

    fn title(&self) -> String {
        self.entry.title.into()
    }

    fn rules(&self) -> Vec<String> {
        vec![self.entry.rules.into()]
    }

    fn read_position(&self, text: &str) -> Result<Position, ReadError<Infallible>> {
        Ok(self.kind.read(text)?)
    }

    fn write_position(&self, position: &Position) -> Result<String, Infallible> {
        Ok(self.kind.write(position))
    }

    fn draw(&self, position: &Position) -> Result<Drawing, Infallible> {
        Ok(self.kind.draw(position))
    }

    fn named_moves(
        &self,
        position: &Position,
        player: Player,
        most: usize,
    ) -> Result<Moves<NamedMove>, Infallible> {
        let each_move = |player, found: Found<'_, Position>| {
            self.kind.each_move(position, player, found);
        };
        Ok(listed::named_moves(&each_move, player, most))
    }

    fn after(&self, _: &Position, chosen: &NamedMove) -> Result<Position, Infallible> {
        Ok(chosen.after.clone())
    }

    fn write_move(&self, chosen: &NamedMove) -> String {
        chosen.name.clone()
    }

    fn read_move(
        &self,
        position: &Position,
        player: Player,
        text: &str,
    ) -> Result<NamedMove, ReadError<Infallible>> {
        let each_move = |player, found: Found<'_, Position>| {
            self.kind.each_move(position, player, found);
        };
        Ok(listed::read_move(&each_move, player, text)?)
    }

    fn move_help(&self) -> Vec<String> {
        self.kind.move_help()
    }
}
