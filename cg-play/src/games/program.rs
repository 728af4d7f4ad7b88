//! Any position of a game defined by a program in the language G.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use cg_core::{Interrupt, Limits, Outcome, Player};
use cg_lang::{Error, GamePosition, PositionMove, Session, Source};
use cg_rulesets::{
    Component, Convention, Drawing, MoveList, Moves, NamedMove, Notated, NotationError, ReadError,
    Ruleset, Sign, Signs, cell_name, listed,
};

use super::points::scored;
use crate::opening::{NamedGame, Opening, boxed};
use crate::{ByRetrograde, Ending, Game, LoopyOutcome, PlayError, Replies, Result, Solver};

pub(crate) const ROW: NamedGame = NamedGame {
    names: &[],
    listed: "FILE.g with a position",
    example: &["examples/nim.g", "Nim(3)+Nim(4)"],
    claims: |word| {
        word.contains(['/', '\\']) || Path::new(word).extension().is_some_and(|end| end == "g")
    },
    read: |words| {
        let &[file, ref rest @ ..] = words else {
            return Err(PlayError::Start("the file of a program is missing".into()));
        };
        let position = rest.join(" ").replace('\n', " ");
        if position.trim().is_empty() {
            return Err(PlayError::Start(format!(
                "a position is missing: write it after the file, as in `{} 'Nim(3)+Nim(4)'`",
                file.escape_debug()
            )));
        }
        let (title, text) = (file.to_owned(), position.clone());
        let game =
            Opening::new(file.into(), position, u64::MAX, move |convention, interrupt, session| {
                let session = session.ok_or_else(|| {
                    PlayError::Start(format!("{title} needs a session that has run it"))
                })?;
                match scored(session, &title, &text, convention)? {
                    Ok(game) => Ok(boxed(game)),
                    Err(session) => {
                        Ok(boxed(program(session, &title, &text, convention, interrupt)?))
                    }
                }
            });
        Ok(game.of_program(file.into()))
    },
};

/// A result of the language.
type Found<T> = std::result::Result<T, Error>;

/// At most this many moves are examined to find out whether a game is impartial. A larger game
/// counts as partizan, which changes only the names of the players.
const MOST_LOOKED_AT: usize = 100_000;

/// The number of positions whose moves are remembered.
const MOST_REMEMBERED: usize = 5_000;

/// The position `text` in a session with the definitions of the game. `title` is the name of the
/// game.
///
/// In normal play its value gives the winner, and in misère play a search does. If positions come
/// back, all of them are examined; `interrupt` stops that.
///
/// # Errors
/// A text that is not a position; limits.
pub fn program(
    mut session: Session,
    title: &str,
    text: &str,
    convention: Convention,
    interrupt: &Interrupt,
) -> Result<Game<Program, ProgramSolver>> {
    let start = session.position(&Source::new("<position>", text))?;
    let comes_back = session.position_comes_back(&start)?;
    if comes_back && convention == Convention::Misere {
        return Err(PlayError::Start(
            "positions of this game come back: it is played in normal play alone".into(),
        ));
    }
    let known = session.is_impartial(&start, MOST_LOOKED_AT)?;
    let rules = Program {
        session: RefCell::new(session),
        title: title.into(),
        impartial: known == Some(true),
        players: match known {
            Some(true) => "Both players have the same moves.",
            Some(false) => "Left and Right have moves of their own.",
            None => "The players are Left and Right, with the same moves or not.",
        },
        moves: RefCell::default(),
    };
    let retrograde = comes_back.then(|| ByRetrograde::new(interrupt));
    let mut solver = ProgramSolver { convention, retrograde };
    // If this fails at the start, it would fail later.
    solver.outcome(&rules, &start)?;
    for player in Player::BOTH {
        rules.steps(&start, player)?;
    }
    Ok(Game::new(rules, solver, start, convention))
}

/// A move, and whether the position has only one component.
type Made = (PositionMove, bool);

/// The moves of recent positions.
type Remembered = HashMap<(GamePosition, Player), Arc<[Made]>>;

/// The rules that a program in the language G defines: the functions of its session.
pub struct Program {
    session: RefCell<Session>,
    title: String,
    impartial: bool,
    /// The known relation between the moves of the two players, as a sentence.
    players: &'static str,
    moves: RefCell<Remembered>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("title", &self.title).finish_non_exhaustive()
    }
}

/// The component, and the component after the move.
fn in_full(made: &PositionMove) -> String {
    format!("{} -> {}", made.component, made.becomes)
}

/// The changed cells, if they determine the move, with the component if it is not `alone`.
fn written(made: &PositionMove, alone: bool) -> String {
    match (&made.change, alone) {
        (Some(change), true) => change.by_names(),
        (Some(change), false) => format!("{}: {}", made.component, change.by_names()),
        (None, _) => in_full(made),
    }
}

fn named((made, alone): &Made) -> NamedMove<GamePosition> {
    NamedMove { name: written(made, *alone), after: made.after.clone() }
}

/// Whether a text names the changed cells, as `0,1 1,1` or `b1 b2`, or their new content.
fn changes(made: &PositionMove, text: &str) -> bool {
    let Some(change) = &made.change else { return false };
    let plain = without_blanks(text);
    if [change.to_string(), change.by_names()].iter().any(|one| without_blanks(one) == plain) {
        return true;
    }
    let cells = change.cells();
    let named = cells.iter().map(|&[row, column]| cell_name(row, column));
    let words = text.split(|c: char| c.is_whitespace() || ",-".contains(c));
    if !cells.is_empty() && named.eq(words.filter(|word| !word.is_empty())) {
        return true;
    }
    let signs = |c: char| c.is_ascii_digit() || c.is_whitespace() || "[](),".contains(c);
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    text.chars().all(signs)
        && numbers.map(str::parse).eq(change.coordinates().iter().map(|&at| Ok(at)))
}

impl Program {
    fn steps(&self, position: &GamePosition, player: Player) -> Found<Arc<[Made]>> {
        let key = (position.clone(), player);
        if let Some(moves) = self.moves.borrow().get(&key) {
            return Ok(Arc::clone(moves));
        }
        let mut session = self.session.borrow_mut();
        session.engine().restart_clock();
        let moves = session.position_moves(position, player)?;
        let text = session.position_text(position)?;
        let alone = moves.iter().all(|made| made.component == text);
        let steps: Arc<[_]> = moves.into_iter().map(|made| (made, alone)).collect();
        let mut remembered = self.moves.borrow_mut();
        if remembered.len() >= MOST_REMEMBERED {
            remembered.clear();
        }
        remembered.insert(key, Arc::clone(&steps));
        Ok(steps)
    }

    /// The moves that a text may mean.
    fn meant(&self, steps: &[Made], text: &str) -> Found<Vec<usize>> {
        let plain = without_blanks(text);
        let becomes = plain.strip_prefix("->").unwrap_or(&plain);
        let mut session = self.session.borrow_mut();
        let mut found = Vec::new();
        for (index, (made, alone)) in steps.iter().enumerate() {
            if without_blanks(&in_full(made)) == plain
                || without_blanks(&written(made, *alone)) == plain
            {
                return Ok(vec![index]);
            }
            if changes(made, text)
                || without_blanks(&made.becomes) == becomes
                || without_blanks(&session.position_text(&made.after)?) == plain
            {
                found.push(index);
            }
        }
        Ok(found)
    }
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

impl Ruleset for Program {
    type Position = GamePosition;
    type Error = Error;

    fn moves(
        &self,
        position: &GamePosition,
        player: Player,
        out: &mut impl Extend<GamePosition>,
    ) -> Found<()> {
        self.session.borrow_mut().rules().moves(position, player, out)
    }

    fn is_impartial(&self) -> bool {
        self.impartial
    }

    fn split(
        &self,
        position: GamePosition,
        parts: &mut impl Extend<(GamePosition, Sign)>,
    ) -> Found<()> {
        self.session.borrow_mut().rules().split(position, parts)
    }
}

impl Notated for Program {
    type Move = NamedMove<GamePosition>;

    fn title(&self) -> String {
        self.title.clone()
    }

    fn rules(&self) -> Vec<String> {
        vec![self.players.into()]
    }

    fn read_position(&self, text: &str) -> std::result::Result<GamePosition, ReadError<Error>> {
        let position = self.session.borrow_mut().position(&Source::new("<position>", text));
        position.map_err(ReadError::Rules)
    }

    fn write_position(&self, position: &GamePosition) -> Found<String> {
        self.session.borrow_mut().position_text(position)
    }

    /// The components, with drawings of the boards among their arguments.
    fn draw(&self, position: &GamePosition) -> Found<Drawing> {
        let parts = self.session.borrow_mut().position_parts(position)?;
        if parts.is_empty() {
            let parts = vec![Component { text: "0".into(), drawings: Vec::new() }];
            return Ok(Drawing::Sum { parts });
        }
        let component = |part: cg_lang::PositionPart| {
            let arguments = part.call.iter().flat_map(|(_, arguments)| arguments);
            let boards = arguments.filter_map(cg_lang::Value::as_texts).filter(|b| b.len() > 1);
            let board = |rows: Vec<&str>| Drawing::board(&rows, Signs::GUESSED);
            let drawings = boards.map(board).collect();
            Component { text: part.written, drawings }
        };
        Ok(Drawing::Sum { parts: parts.into_iter().map(component).collect() })
    }

    fn named_moves(
        &self,
        position: &GamePosition,
        player: Player,
        most: usize,
    ) -> Found<Moves<Self::Move>> {
        let all = self.steps(position, player)?;
        let Moves { list, total } = Moves::spread((0..all.len()).collect(), most);
        Ok(Moves { list: list.into_iter().map(|index: usize| named(&all[index])).collect(), total })
    }

    fn after(&self, _: &GamePosition, chosen: &Self::Move) -> Found<GamePosition> {
        Ok(chosen.after.clone())
    }

    fn write_move(&self, chosen: &Self::Move) -> String {
        chosen.name.clone()
    }

    fn read_move(
        &self,
        position: &GamePosition,
        mover: Player,
        text: &str,
    ) -> std::result::Result<Self::Move, ReadError<Error>> {
        let illegal =
            |problem: String| Err(ReadError::Text(NotationError::new(problem, 0..text.len())));
        let moves = self.steps(position, mover).map_err(ReadError::Rules)?;
        let whose = if self.impartial { "there are".to_owned() } else { format!("{mover} has") };
        if text.trim().is_empty() {
            return illegal("a move is missing: `moves` lists them".into());
        }
        if text.trim().bytes().all(|byte| byte.is_ascii_digit()) {
            let number: usize = text.trim().parse().unwrap_or(usize::MAX);
            return match number.checked_sub(1).and_then(|index| moves.get(index)) {
                Some(found) => Ok(named(found)),
                None => illegal(format!(
                    "there is no move {}: {whose} {} moves here, and `moves` lists them (`-> {}` would write what a component becomes)",
                    text.trim(),
                    moves.len(),
                    text.trim()
                )),
            };
        }
        let found = self.meant(&moves, text).map_err(ReadError::Rules)?;
        match found[..] {
            [index] => Ok(named(&moves[index])),
            [] => {
                let text = text.trim();
                let others = self.steps(position, mover.opponent()).map_err(ReadError::Rules)?;
                let theirs = self.meant(&others, text).map_err(ReadError::Rules)?;
                if !self.impartial && !theirs.is_empty() {
                    let owner = mover.opponent();
                    return illegal(format!("that is a move of {owner}, and {mover} is to move"));
                }
                let component = text.split("->").next().map(without_blanks).unwrap_or_default();
                let of_it: Vec<&str> = moves
                    .iter()
                    .filter(|(made, _)| without_blanks(&made.component) == component)
                    .map(|(made, _)| made.becomes.as_str())
                    .take(8)
                    .collect();
                illegal(match of_it.len() {
                    0 => {
                        format!("no move is written `{}`: `moves` lists them", text.escape_debug())
                    }
                    8 => format!("{component} cannot become that: `moves` lists what it can"),
                    _ if !text.contains("->") => {
                        format!("what becomes of {component} is missing: {}", listed(&of_it, "or"))
                    }
                    _ => format!("{component} cannot become that, but {}", listed(&of_it, "or")),
                })
            }
            _ => {
                let texts: Vec<String> = found
                    .iter()
                    .take(5)
                    .map(|&index| format!("`{}`", named(&moves[index]).name))
                    .collect();
                illegal(format!("that could be {}: write it like this", listed(&texts, "or")))
            }
        }
    }

    fn move_help(&self) -> Vec<String> {
        vec![
            "Nim(7) -> Nim(3)   one component and what becomes of it".into(),
            "Nim(3)             only what becomes of it, or the whole position after the move"
                .into(),
            "2                  the second move in the list that `moves` shows".into(),
            "b1 b2              on a board the cells that change, or 0,1 1,1 by rows and columns"
                .into(),
        ]
    }

    fn list_moves(&self, position: &GamePosition, player: Player, _: usize) -> Found<MoveList> {
        let steps = self.steps(position, player)?;
        let digits = steps.len().to_string().len();
        // In a position of one component, the component after the move determines the move.
        let shown = |(made, alone): &Made| match &made.change {
            None if *alone => format!("-> {}", made.becomes),
            _ => written(made, *alone),
        };
        let numbered = (1..).zip(steps.iter());
        let texts = numbered.map(|(number, step)| format!("{number:>digits$}. {}", shown(step)));
        Ok(MoveList::Cells(texts.collect()))
    }
}

/// The solver of programs. It asks the session, which has values and a search. If
/// positions come back, it solves backwards from the ends.
#[derive(Debug)]
pub struct ProgramSolver {
    convention: Convention,
    /// Used if positions come back.
    retrograde: Option<ByRetrograde<GamePosition>>,
}

impl ProgramSolver {
    /// The winner of a position of a game without loops.
    fn decided(&mut self, rules: &Program, position: &GamePosition) -> Result<Outcome> {
        let left = self.wins(rules, position, Player::Left)?;
        let right = self.wins(rules, position, Player::Right)?;
        Ok(Outcome::from_first_moves(left, right))
    }
}

impl Solver<Program> for ProgramSolver {
    fn wins(&mut self, rules: &Program, position: &GamePosition, mover: Player) -> Result<bool> {
        if self.retrograde.is_some() {
            return Ok(self.ending(rules, position, mover)? == Ending::win(mover));
        }
        let mut session = rules.session.borrow_mut();
        session.engine().restart_clock();
        match self.convention {
            Convention::Misere => {
                let outcome = session.misere_outcome(position)?;
                Ok(outcome.won_by_first(mover))
            }
            Convention::Normal => Ok(session.position_winner(position, mover)? == mover),
        }
    }

    fn ending(
        &mut self,
        rules: &Program,
        position: &GamePosition,
        mover: Player,
    ) -> Result<Ending> {
        match &mut self.retrograde {
            Some(retrograde) => Ok(retrograde.outcome(rules, position)?.when_starts(mover)),
            None => {
                let wins = self.wins(rules, position, mover)?;
                Ok(Ending::win(if wins { mover } else { mover.opponent() }))
            }
        }
    }

    fn comes_back(&self) -> bool {
        self.retrograde.is_some()
    }

    fn outcome(&mut self, rules: &Program, position: &GamePosition) -> Result<LoopyOutcome> {
        match &mut self.retrograde {
            Some(retrograde) => retrograde.outcome(rules, position),
            None => Ok(self.decided(rules, position)?.into()),
        }
    }

    fn best_moves(
        &mut self,
        rules: &Program,
        position: &GamePosition,
        mover: Player,
    ) -> Result<Vec<NamedMove<GamePosition>>> {
        match &mut self.retrograde {
            Some(retrograde) => retrograde.best_moves(rules, position, mover),
            None => self.winning_moves(rules, position, mover),
        }
    }

    fn replies(
        &mut self,
        rules: &Program,
        position: &GamePosition,
        mover: Player,
    ) -> Result<Replies> {
        if let Some(retrograde) = &mut self.retrograde {
            return retrograde.replies(rules, position, mover);
        }
        let winning = self.winning_moves(rules, position, mover)?.len() as u128;
        Ok(Replies { winning, total: rules.steps(position, mover)?.len() as u128 })
    }

    fn reasons(&mut self, rules: &Program, position: &GamePosition) -> Result<Vec<String>> {
        if let Some(retrograde) = &mut self.retrograde {
            return retrograde.reasons(rules, position);
        }
        if self.convention == Convention::Misere {
            return Ok(vec!["Found by search: values do not tell who wins in misere play.".into()]);
        }
        let says = match self.decided(rules, position)? {
            Outcome::Previous => return Ok(vec!["The value is 0: who moves first loses.".into()]),
            Outcome::Next => "it is confused with 0: who moves first wins",
            Outcome::Left => "it is positive: Left wins, whoever moves first",
            Outcome::Right => "it is negative: Right wins, whoever moves first",
        };
        let Some(text) = value_text(rules, position)? else {
            return Ok(vec!["Found by search: its value would take long.".into()]);
        };
        const LONG: usize = 60;
        Ok(match text.chars().count() {
            0..LONG => vec![format!("The value is {text}; {says}.")],
            _ => {
                let start: String = text.chars().take(LONG).collect();
                vec![format!("The value is {start} ...;"), format!("{says}.")]
            }
        })
    }

    fn why(
        &mut self,
        rules: &Program,
        position: &GamePosition,
        mover: Player,
        chosen: &NamedMove<GamePosition>,
    ) -> Result<String> {
        if let Some(retrograde) = &mut self.retrograde {
            return retrograde.why(rules, position, mover, chosen);
        }
        if self.convention == Convention::Misere {
            return Ok("every reply to it loses, as the search finds".into());
        }
        if self.decided(rules, &chosen.after)? == Outcome::Previous {
            return Ok("it leaves the value 0: who moves next loses".into());
        }
        let text = value_text(rules, &chosen.after)?;
        let text = text.filter(|text| text.chars().count() <= 40);
        let short = text.map_or(String::new(), |text| format!(" {text}"));
        Ok(format!("it leaves the value{short}, which {mover} wins whoever moves next"))
    }
}

/// The longest time for a value that is only displayed.
const MOST_TIME: Duration = Duration::from_secs(1);

/// The value of a position as text; `None` if it takes long.
fn value_text(rules: &Program, position: &GamePosition) -> Result<Option<String>> {
    let mut session = rules.session.borrow_mut();
    let before = session.limits().clone();
    let time = before.time.map_or(MOST_TIME, |time| time.min(MOST_TIME));
    session.set_limits(Limits { time: Some(time), ..before.clone() });
    session.engine().restart_clock();
    let value = session.position_value(position);
    session.set_limits(before);
    session.engine().restart_clock();
    match value {
        Ok(value) => Ok(Some(session.value_text(value)?)),
        Err(error) if error.is_limit() => Ok(None),
        Err(error) => Err(error.into()),
    }
}
