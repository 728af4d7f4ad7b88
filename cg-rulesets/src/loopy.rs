//! Rulesets in which positions come back: Fox and Geese, Hare and Hounds, Backsliding Toads
//! and Frogs, Phutball.
//!
//! They stand apart from the table, whose solvers rely on games that end. All of them are
//! played on boards of letters. A player who has escaped, or has reached the goal, moves
//! for ever, and the other cannot move: such a position is `on` for Left or `off` for Right.

use cg_core::Player;

use crate::cells::{CORNERS, Cells, SIDES, Step};
use crate::{Drawing, NotationError};

/// A ruleset in which positions come back.
///
/// ```
/// use cg_core::Player;
/// use cg_rulesets::LoopyRules;
///
/// let rules = LoopyRules::Backsliding;
/// let strip = rules.read("t.f")?;
/// let mut moves = Vec::new();
/// rules.each_move(&strip, Player::Left, &mut |after, name| moves.push((name(), after.to_string())));
/// assert_eq!(moves, [("a1-b1".into(), ".tf".into())]);
/// # Ok::<(), cg_rulesets::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoopyRules {
    /// Fox and Geese: geese (Left's) against a fox (Right's).
    FoxAndGeese,
    /// Hare and Hounds: hounds (Left's) against a hare (Right's).
    HareAndHounds,
    /// Backsliding Toads and Frogs.
    Backsliding,
    /// Phutball, or Philosopher's Football.
    Phutball,
}

/// What takes a move: the position after it, and what gives its name when it is asked for.
type Found<'a> = &'a mut dyn FnMut(Cells, &dyn Fn() -> String);

/// The most cells of a board of Phutball: the series of jumps of one move may be as many as
/// the sets of men.
const MOST_PHUTBALL: usize = 36;

/// The steps of the diagonals.
const DIAGONALS: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl LoopyRules {
    /// All of them.
    pub const ALL: [LoopyRules; 4] = [
        LoopyRules::FoxAndGeese,
        LoopyRules::HareAndHounds,
        LoopyRules::Backsliding,
        LoopyRules::Phutball,
    ];

    /// The ruleset of this name.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        Self::ALL.into_iter().find(|rules| rules.name() == name)
    }

    /// Its name as it is typed: small letters and hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            LoopyRules::FoxAndGeese => "fox-and-geese",
            LoopyRules::HareAndHounds => "hare-and-hounds",
            LoopyRules::Backsliding => "backsliding-toads-and-frogs",
            LoopyRules::Phutball => "phutball",
        }
    }

    /// The name of its function in the language G.
    pub const fn function(self) -> &'static str {
        match self {
            LoopyRules::FoxAndGeese => "FoxAndGeese",
            LoopyRules::HareAndHounds => "HareAndHounds",
            LoopyRules::Backsliding => "Backsliding",
            LoopyRules::Phutball => "Phutball",
        }
    }

    /// Its name for a heading.
    pub const fn title(self) -> &'static str {
        match self {
            LoopyRules::FoxAndGeese => "Fox and Geese",
            LoopyRules::HareAndHounds => "Hare and Hounds",
            LoopyRules::Backsliding => "Backsliding Toads and Frogs",
            LoopyRules::Phutball => "Phutball",
        }
    }

    /// Its rules in a few sentences.
    pub const fn rules(self) -> &'static str {
        match self {
            LoopyRules::FoxAndGeese => {
                "A goose (`g`, Left's) steps diagonally upwards, the fox (`f`, Right's) diagonally in any direction, to an empty cell. A fox that is beside or below the last goose has escaped: Left has no move any more, and Right moves for ever."
            }
            LoopyRules::HareAndHounds => {
                "A dog (`d`, Left's) steps to a neighbouring empty cell, but never back to the left; the hare (`h`, Right's) steps anywhere. Cells whose row and column add up to an odd number have diagonal neighbours too. A hare that is beside or behind the last dog has escaped: Left has no move any more, and Right moves for ever."
            }
            LoopyRules::Backsliding => {
                "A toad (`t`, Left's) or a frog (`f`, Right's) slides one cell in either direction, or jumps over one enemy right before it; toads look to the right, frogs to the left."
            }
            LoopyRules::Phutball => {
                "A player puts a man (`x`) on an empty cell, or moves the ball (`o`) by one jump or several over a line of men into the cell behind them, which are taken. On the right edge or beyond, the ball is in Left's goal, on the left edge or beyond in Right's: then its owner moves for ever, and the other cannot."
            }
        }
    }

    /// Where the rules come from.
    pub const fn source(self) -> &'static str {
        match self {
            LoopyRules::FoxAndGeese => "Winning Ways, chapter 20; Siegel, section VI.1",
            LoopyRules::HareAndHounds => "French military game; Winning Ways, chapter 21",
            LoopyRules::Backsliding => "Winning Ways, chapter 11",
            LoopyRules::Phutball => "J. H. Conway; Winning Ways, chapter 22",
        }
    }

    /// The letters of a cell.
    pub const fn letters(self) -> &'static str {
        match self {
            LoopyRules::FoxAndGeese => ".gf",
            LoopyRules::HareAndHounds => ".#dh",
            LoopyRules::Backsliding => ".tf",
            LoopyRules::Phutball => ".xo",
        }
    }

    /// A position.
    pub const fn example(self) -> &'static str {
        match self {
            LoopyRules::FoxAndGeese => "........|...f....|g.g.g.g.",
            LoopyRules::HareAndHounds => "#d..#|d...h|#d..#",
            LoopyRules::Backsliding => "tt..ff",
            LoopyRules::Phutball => ".....|.xo..|.....",
        }
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
        let single = match self {
            LoopyRules::FoxAndGeese => Some(b'f'),
            LoopyRules::HareAndHounds => Some(b'h'),
            LoopyRules::Phutball => Some(b'o'),
            LoopyRules::Backsliding => None,
        };
        if let Some(letter) = single
            && board.places(letter).count() != 1
        {
            let problem = format!("there must be one `{}` on the board", char::from(letter));
            return Err(NotationError::new(problem, 0..text.len()));
        }
        Ok(board)
    }

    /// A position as a drawing.
    pub fn draw(self, board: &Cells) -> Drawing {
        board.drawing()
    }

    /// Who moves for ever in this position, while the other cannot move: who has escaped,
    /// or has a goal.
    pub fn escaped(self, board: &Cells) -> Option<Player> {
        let (columns, one) = (board.columns(), |letter| board.places(letter).next());
        match self {
            LoopyRules::FoxAndGeese => {
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
    pub fn each_move(self, board: &Cells, player: Player, found: Found<'_>) {
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
            (LoopyRules::FoxAndGeese, player) => {
                let (letter, steps) = match player {
                    Player::Left => (b'g', &DIAGONALS[..2]),
                    Player::Right => (b'f', &DIAGONALS[..]),
                };
                for from in board.places(letter) {
                    let targets = steps.iter().filter_map(|&to| board.stepped(from, to));
                    targets.filter(|&to| free(to)).for_each(|to| step(from, to, letter));
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

/// The jumps of the ball, one after the other as often as the player likes. A series that
/// comes to the same position as another is one move.
fn jumps(board: &Cells, found: Found<'_>) {
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
            assert_eq!(LoopyRules::named(rules.name()), Some(rules));
        }
        assert!(LoopyRules::FoxAndGeese.read("g.g").unwrap_err().problem.contains("one `f`"));
    }
}
