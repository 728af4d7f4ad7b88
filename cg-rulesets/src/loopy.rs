//! Rulesets in which positions come back: Fox and Geese, Hare and Hounds, Backsliding Toads
//! and Frogs, Phutball.
//!
//! They stand apart from the table, whose solvers rely on games that end. All of them are
//! played on boards of letters. A player who has escaped, or has reached the goal, moves
//! for ever, and the other cannot move: such a position is `on` for Left or `off` for Right.

use std::convert::Infallible;

use cg_core::Player;

use crate::cells::Cells;
use crate::grid::{CORNERS, DIAGONALS, SIDES};
use crate::listed::{self, Found, NamedMove};
use crate::table::key;
use crate::{Drawing, Moves, Notated, NotationError, ReadError, Ruleset, Signs};

/// A ruleset in which positions come back.
///
/// ```
/// use cg_core::Player;
/// use cg_rulesets::{LoopyRules, Notated};
///
/// let rules = LoopyRules::Backsliding;
/// let strip = rules.read("t.f")?;
/// let Ok(moves) = rules.named_moves(&strip, Player::Left, 10);
/// assert_eq!(moves.list[0].name, "a1-b1");
/// assert_eq!(moves.list[0].after.to_string(), ".tf");
/// # Ok::<(), cg_rulesets::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoopyRules {
    /// Fox and Geese: geese (Left's) against a fox (Right's).
    FoxAndGeese,
    /// The same with a fox that makes one step or two.
    CeyloneseFoxAndGeese,
    /// Hare and Hounds: hounds (Left's) against a hare (Right's).
    HareAndHounds,
    /// Backsliding Toads and Frogs.
    Backsliding,
    /// Phutball, or Philosopher's Football.
    Phutball,
}

/// What is to be said about a ruleset.
struct Row {
    name: &'static str,
    aliases: &'static [&'static str],
    function: &'static str,
    title: &'static str,
    rules: &'static str,
    source: &'static str,
    letters: &'static str,
    signs: Signs,
    /// The letter that stands on a board exactly once.
    single: Option<u8>,
    example: &'static str,
    value: &'static str,
}

const FOX: Row = Row {
    name: "fox-and-geese",
    aliases: &[],
    function: "FoxAndGeese",
    title: "Fox and Geese",
    rules: "A goose (`g`, Left's) steps diagonally upwards, the fox (`f`, Right's) diagonally in any direction, to an empty cell. A fox that is beside or below the last goose has escaped: Left has no move any more, and Right moves for ever.",
    source: "Winning Ways, chapter 20; Siegel, Combinatorial Game Theory, section VI.1",
    letters: ".gf",
    signs: Signs { left: "g", right: "f", pieces: "", ball: "" },
    single: Some(b'f'),
    example: "........|...f....|g.g.g.g.",
    value: "2",
};

const CEYLONESE: Row = Row {
    name: "ceylonese-fox-and-geese",
    aliases: &[],
    function: "CeyloneseFoxAndGeese",
    title: "Ceylonese Fox and Geese",
    rules: "Fox and Geese with a stronger fox (`f`, Right's): it goes one or two cells diagonally in one direction, over empty cells. A goose (`g`, Left's) steps diagonally upwards. A fox that is beside or below the last goose has escaped: Left has no move any more, and Right moves for ever.",
    source: "Winning Ways, chapter 20; CGSuite",
    example: "......|.f....|g.g.g.",
    value: "1/2",
    ..FOX
};

const HARE: Row = Row {
    name: "hare-and-hounds",
    aliases: &["french-military-game"],
    function: "HareAndHounds",
    title: "Hare and Hounds",
    rules: "A dog (`d`, Left's) steps to a neighbouring empty cell, but never back to the left; the hare (`h`, Right's) steps anywhere. Cells whose row and column add up to an odd number have diagonal neighbours too. A hare that is beside or behind the last dog has escaped: Left has no move any more, and Right moves for ever.",
    source: "French military game; Winning Ways, chapter 21",
    letters: ".#dh",
    signs: Signs { left: "d", right: "h", pieces: "", ball: "" },
    single: Some(b'h'),
    example: "#d..#|d...h|#d..#",
    value: "on & over",
};

const BACKSLIDING: Row = Row {
    name: "backsliding-toads-and-frogs",
    aliases: &["backsliding"],
    function: "Backsliding",
    title: "Backsliding Toads and Frogs",
    rules: "A toad (`t`, Left's) or a frog (`f`, Right's) slides one cell in either direction, or jumps over one enemy right before it; toads look to the right, frogs to the left.",
    source: "Winning Ways, chapter 11",
    letters: ".tf",
    signs: Signs::TOADS,
    single: None,
    example: "tt..ff",
    value: "*",
};

const PHUTBALL: Row = Row {
    name: "phutball",
    aliases: &["philosophers-football"],
    function: "Phutball",
    title: "Phutball",
    rules: "A player puts a man (`x`) on an empty cell, or moves the ball (`o`) by one jump or several over a line of men into the cell behind them, which are taken. On the right edge or beyond, the ball is in Left's goal, on the left edge or beyond in Right's: then its owner moves for ever, and the other cannot.",
    source: "J. H. Conway; Winning Ways, chapter 22",
    letters: ".xo",
    signs: Signs { left: "", right: "", pieces: "x", ball: "o" },
    single: Some(b'o'),
    example: "....|.o..|....",
    value: "{on|off}",
};

/// The most cells of a board of Phutball: the series of jumps of one move may be as many as
/// the sets of men.
const MOST_PHUTBALL: usize = 36;

impl LoopyRules {
    /// All of them.
    pub const ALL: [LoopyRules; 5] = [
        LoopyRules::FoxAndGeese,
        LoopyRules::CeyloneseFoxAndGeese,
        LoopyRules::HareAndHounds,
        LoopyRules::Backsliding,
        LoopyRules::Phutball,
    ];

    const fn row(self) -> &'static Row {
        match self {
            LoopyRules::FoxAndGeese => &FOX,
            LoopyRules::CeyloneseFoxAndGeese => &CEYLONESE,
            LoopyRules::HareAndHounds => &HARE,
            LoopyRules::Backsliding => &BACKSLIDING,
            LoopyRules::Phutball => &PHUTBALL,
        }
    }

    /// The ruleset of this name; large letters, hyphens and blanks do not matter.
    pub fn named(name: &str) -> Option<Self> {
        let wanted = key(name);
        Self::ALL.into_iter().find(|rules| {
            let names = [rules.name(), rules.function()];
            names.iter().chain(rules.aliases()).any(|name| key(name) == wanted)
        })
    }

    /// Its name as it is typed: small letters and hyphens.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Other names that it has.
    pub const fn aliases(self) -> &'static [&'static str] {
        self.row().aliases
    }

    /// The name of its function in the language G.
    pub const fn function(self) -> &'static str {
        self.row().function
    }

    /// Its name for a heading.
    pub const fn title(self) -> &'static str {
        self.row().title
    }

    /// Its rules in a few sentences.
    pub const fn rules(self) -> &'static str {
        self.row().rules
    }

    /// Where the rules come from.
    pub const fn source(self) -> &'static str {
        self.row().source
    }

    /// The letters of a cell.
    pub const fn letters(self) -> &'static str {
        self.row().letters
    }

    /// A position.
    pub const fn example(self) -> &'static str {
        self.row().example
    }

    /// The value of the example, in standard notation.
    pub const fn value(self) -> &'static str {
        self.row().value
    }

    /// How a position is written.
    pub fn format(self) -> String {
        format!("rows of `{}`, joined by `|`", self.letters())
    }

    /// A topic of help in Markdown: usage, rules, an example, the source.
    pub fn help(self) -> String {
        let names: Vec<&str> =
            [self.name()].into_iter().chain(self.aliases().iter().copied()).collect();
        format!(
            "## {0}(position)\n<!-- also: {1} -->\n\n{2} A position is {3}. Positions come back, and who cannot win may \
             draw: `:help loopy`.\n\n```\ncg> {0}(\"{4}\")\n{5}\n```\n\nSource: {6}.\n",
            self.function(),
            names.join(", "),
            self.rules(),
            self.format(),
            self.example(),
            self.value(),
            self.source()
        )
    }

    /// Reads a position.
    ///
    /// # Errors
    /// A text that is no board of its letters, or has not the one fox, hare or ball that
    /// the game needs.
    pub fn read(self, text: &str) -> Result<Cells, NotationError> {
        let board = Cells::read(text, self.letters())?;
        if self == LoopyRules::Phutball && board.letters().len() > MOST_PHUTBALL {
            let problem = format!("at most {MOST_PHUTBALL} cells: larger boards are out of reach");
            return Err(NotationError::new(problem, 0..text.len()));
        }
        if let Some(letter) = self.row().single
            && board.places(letter).count() != 1
        {
            let problem = format!("there must be one `{}` on the board", char::from(letter));
            return Err(NotationError::new(problem, 0..text.len()));
        }
        Ok(board)
    }

    /// Who moves for ever in this position, while the other cannot move: who has escaped,
    /// or has a goal.
    pub fn escaped(self, board: &Cells) -> Option<Player> {
        let (columns, one) = (board.columns(), |letter| board.places(letter).next());
        match self {
            LoopyRules::FoxAndGeese | LoopyRules::CeyloneseFoxAndGeese => {
                let last = board.places(b'g').map(|place| place / columns).max()?;
                (one(b'f')? / columns >= last).then_some(Player::Right)
            }
            LoopyRules::HareAndHounds => {
                let last = board.places(b'd').map(|place| place % columns).min()?;
                (one(b'h')? % columns <= last).then_some(Player::Right)
            }
            LoopyRules::Backsliding => None,
            LoopyRules::Phutball => match one(b'o')? % columns {
                0 => Some(Player::Right),
                column if column + 1 == columns => Some(Player::Left),
                _ => None,
            },
        }
    }

    /// Hands each move of `player` to `found`: the position after it, and its name.
    pub fn each_move(self, board: &Cells, player: Player, found: Found<'_, Cells>) {
        if let Some(escaped) = self.escaped(board) {
            if escaped == player {
                found(board.clone(), &|| "run".into());
            }
            return;
        }
        let mut step = |from: usize, to: usize, letter: u8| {
            let after = board.with(&[(from, b'.'), (to, letter)]);
            found(after, &|| format!("{}-{}", board.name(from), board.name(to)));
        };
        let free = |place: usize| board.letters()[place] == b'.';
        match (self, player) {
            (LoopyRules::FoxAndGeese | LoopyRules::CeyloneseFoxAndGeese, Player::Left) => {
                for from in board.places(b'g') {
                    let targets = DIAGONALS[..2].iter().filter_map(|&to| board.stepped(from, to));
                    targets.filter(|&to| free(to)).for_each(|to| step(from, to, b'g'));
                }
            }
            (LoopyRules::FoxAndGeese | LoopyRules::CeyloneseFoxAndGeese, Player::Right) => {
                let range = if self == LoopyRules::FoxAndGeese { 1 } else { 2 };
                for from in board.places(b'f') {
                    for (down, right) in DIAGONALS {
                        let along = (1..=range).map_while(|steps| {
                            board
                                .stepped(from, (steps * down, steps * right))
                                .filter(|&to| free(to))
                        });
                        along.for_each(|to| step(from, to, b'f'));
                    }
                }
            }
            (LoopyRules::HareAndHounds, player) => {
                let letter = if player == Player::Left { b'd' } else { b'h' };
                for from in board.places(letter) {
                    // Counted from 1, rows and columns have the same parity of the sum.
                    let odd = (from / board.columns() + from % board.columns()) % 2 == 1;
                    let steps = if odd { &CORNERS[..] } else { &SIDES[..] };
                    for &(down, right) in steps {
                        if player == Player::Left && right < 0 {
                            continue;
                        }
                        if let Some(to) = board.stepped(from, (down, right)).filter(|&to| free(to))
                        {
                            step(from, to, letter);
                        }
                    }
                }
            }
            (LoopyRules::Backsliding, player) => {
                let (letter, enemy, ahead) = match player {
                    Player::Left => (b't', b'f', 1),
                    Player::Right => (b'f', b't', -1),
                };
                for from in board.places(letter) {
                    for side in [ahead, -ahead] {
                        if let Some(to) = board.stepped(from, (0, side)).filter(|&to| free(to)) {
                            step(from, to, letter);
                        }
                    }
                    let over = board.stepped(from, (0, ahead));
                    if over.is_some_and(|over| board.letters()[over] == enemy)
                        && let Some(to) = board.stepped(from, (0, 2 * ahead)).filter(|&to| free(to))
                    {
                        step(from, to, letter);
                    }
                }
            }
            (LoopyRules::Phutball, _) => {
                for place in board.places(b'.') {
                    found(board.with(&[(place, b'x')]), &|| format!("+{}", board.name(place)));
                }
                jumps(board, found);
            }
        }
    }
}

impl Ruleset for LoopyRules {
    type Position = Cells;
    type Error = Infallible;

    fn moves(
        &self,
        board: &Cells,
        player: Player,
        out: &mut impl Extend<Cells>,
    ) -> Result<(), Infallible> {
        self.each_move(board, player, &mut |after, _| out.extend([after]));
        Ok(())
    }
}

impl Notated for LoopyRules {
    type Move = NamedMove<Cells>;

    fn title(&self) -> String {
        LoopyRules::title(*self).into()
    }

    fn rules(&self) -> Vec<String> {
        vec![LoopyRules::rules(*self).into()]
    }

    fn read_position(&self, text: &str) -> Result<Cells, ReadError<Infallible>> {
        Ok(self.read(text)?)
    }

    fn write_position(&self, board: &Cells) -> Result<String, Infallible> {
        Ok(board.to_string())
    }

    fn draw(&self, board: &Cells) -> Result<Drawing, Infallible> {
        Ok(board.drawing(self.row().signs))
    }

    fn named_moves(
        &self,
        board: &Cells,
        player: Player,
        most: usize,
    ) -> Result<Moves<NamedMove<Cells>>, Infallible> {
        let each_move = |player, found: Found<'_, Cells>| self.each_move(board, player, found);
        Ok(listed::named_moves(&each_move, player, most))
    }

    fn after(&self, _: &Cells, chosen: &NamedMove<Cells>) -> Result<Cells, Infallible> {
        Ok(chosen.after.clone())
    }

    fn write_move(&self, chosen: &NamedMove<Cells>) -> String {
        chosen.name.clone()
    }

    fn read_move(
        &self,
        board: &Cells,
        player: Player,
        text: &str,
    ) -> Result<NamedMove<Cells>, ReadError<Infallible>> {
        let each_move = |player, found: Found<'_, Cells>| self.each_move(board, player, found);
        Ok(listed::read_move(&each_move, player, text)?)
    }

    fn move_help(&self) -> Vec<String> {
        let step = "a1-b2   from one cell to another; `moves` lists all";
        let mut lines = vec![match self {
            LoopyRules::Phutball => "b2-b4-d4   the ball jumps from b2 over b4 to d4".into(),
            _ => step.to_owned(),
        }];
        match self {
            LoopyRules::Phutball => lines.push("+c3        a man is put on c3".into()),
            LoopyRules::Backsliding => return lines,
            _ => {}
        }
        lines.push("run     the move of who has escaped, or is in the goal".into());
        lines
    }
}

/// The jumps of the ball, one after the other as often as the player likes. A series that
/// comes to the same position as another is one move.
fn jumps(board: &Cells, found: Found<'_, Cells>) {
    let mut seen = vec![board.clone()];
    let mut waiting = vec![(board.clone(), String::new())];
    while let Some((board, path)) = waiting.pop() {
        let ball = board.places(b'o').next().expect("the ball stays on the board");
        for &(down, right) in &CORNERS {
            let mut changes = vec![(ball, b'.')];
            let mut at = ball;
            let target = loop {
                match board.stepped(at, (down, right)) {
                    Some(next) if board.letters()[next] == b'x' => {
                        changes.push((next, b'.'));
                        at = next;
                    }
                    Some(next) => break (at != ball).then_some(next),
                    // Over the edge, from the last of the men: into the goal, if it is one.
                    None => {
                        let column = at % board.columns();
                        let goal = match right {
                            1 => column + 1 == board.columns(),
                            -1 => column == 0,
                            _ => false,
                        };
                        break (at != ball && goal).then_some(at);
                    }
                }
            };
            let Some(target) = target else { continue };
            changes.push((target, b'o'));
            let after = board.with(&changes);
            if seen.contains(&after) {
                continue;
            }
            seen.push(after.clone());
            let start = if path.is_empty() { board.name(ball) } else { path.clone() };
            let path = format!("{start}-{}", board.name(target));
            found(after.clone(), &|| path.clone());
            // Beyond the edge there is nothing to jump over.
            if LoopyRules::Phutball.escaped(&after).is_none() || board.letters()[target] == b'.' {
                waiting.push((after, path));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(rules: LoopyRules, text: &str, player: Player) -> Vec<String> {
        let board = rules.read(text).unwrap();
        let mut names = Vec::new();
        rules.each_move(&board, player, &mut |_, name| names.push(name()));
        names.sort();
        names
    }

    #[test]
    fn moves_are_those_of_the_rules() {
        let fox = LoopyRules::FoxAndGeese;
        assert_eq!(moves(fox, "..f.|....|g.g.", Player::Right), ["c1-b2", "c1-d2"]);
        assert_eq!(moves(fox, "..f.|....|g.g.", Player::Left), ["a3-b2", "c3-b2", "c3-d2"]);
        let far = moves(LoopyRules::CeyloneseFoxAndGeese, "..f.|....|....|g.g.", Player::Right);
        assert_eq!(far, ["c1-a3", "c1-b2", "c1-d2"]);
        assert_eq!(moves(fox, "g.g.|.f..", Player::Right), ["run"]);
        assert!(moves(fox, "g.g.|.f..", Player::Left).is_empty());
        let hare = LoopyRules::HareAndHounds;
        assert_eq!(moves(hare, "#d..#|d...h|#d..#", Player::Right), ["e2-d1", "e2-d2", "e2-d3"]);
        let dogs = ["a2-b2", "b1-b2", "b1-c1", "b1-c2", "b3-b2", "b3-c2", "b3-c3"];
        // Of the cells beside a corner, some have diagonal neighbours.
        assert_eq!(moves(hare, "#d..#|d...h|#d..#", Player::Left), dogs);
        assert_eq!(moves(LoopyRules::Backsliding, ".tf.", Player::Left), ["b1-a1", "b1-d1"]);
        let ball = moves(LoopyRules::Phutball, "...|xo.", Player::Left);
        assert_eq!(ball, ["+a1", "+b1", "+c1", "+c2", "b2-a2"]);
        assert_eq!(moves(LoopyRules::Phutball, "...|.xo", Player::Left), ["run"]);
    }

    #[test]
    fn examples_are_positions() {
        for rules in LoopyRules::ALL {
            let board = rules.read(rules.example()).unwrap();
            assert_eq!(rules.read(&board.to_string()), Ok(board));
            for name in [rules.name(), rules.function(), rules.title()] {
                assert_eq!(LoopyRules::named(name), Some(rules), "{name}");
                assert!(crate::Entry::named(name).is_none(), "{name}");
            }
            for name in rules.aliases() {
                assert_eq!(LoopyRules::named(name), Some(rules), "{name}");
            }
        }
        assert!(LoopyRules::FoxAndGeese.read("g.g").unwrap_err().problem.contains("one `f`"));
    }
}
