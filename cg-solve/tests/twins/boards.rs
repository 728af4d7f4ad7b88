//! Twins of the games on boards, strips and rows of coins.

use std::collections::BTreeSet;

use cg_core::Player;

use super::{Positions, Twin, all_boards, most_cells, tried};

/// Rows of letters.
#[derive(Clone)]
struct Board(Vec<Vec<char>>);

type Cell = (i32, i32);

impl Board {
    fn read(text: &str) -> Self {
        Board(text.split('|').map(|row| row.chars().collect()).collect())
    }

    fn write(&self) -> String {
        self.0.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("|")
    }

    /// The letter of a cell; `None` off the board.
    fn at(&self, (row, column): Cell) -> Option<char> {
        self.0.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    fn cells(&self) -> Vec<Cell> {
        let rows = (0..).zip(&self.0);
        rows.flat_map(|(row, cells)| (0..).zip(cells).map(move |(column, _)| (row, column)))
            .collect()
    }

    fn after(&self, changes: &[(Cell, char)]) -> String {
        let mut after = self.clone();
        for &((row, column), letter) in changes {
            after.0[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()] = letter;
        }
        after.write()
    }
}

fn plus((row, column): Cell, (down, right): Cell, times: i32) -> Cell {
    (row + times * down, column + times * right)
}

const ROOK: &[Cell] = &[(0, 1), (0, -1), (1, 0), (-1, 0)];
const BISHOP: &[Cell] = &[(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KING: &[Cell] = &[(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: &[Cell] = &[(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

fn own(player: Player) -> char {
    if player == Player::Left { 'X' } else { 'O' }
}

/// A stone takes an enemy that it reaches, over at most `far` - 1 empty cells.
fn taking(name: &'static str, steps: &'static [Cell], far: i32) -> Twin {
    Twin::new(name, move |text, player| {
        let board = Board::read(text);
        let mut found = Vec::new();
        for from in board.cells() {
            for &step in steps {
                for times in 1..=far {
                    let to = plus(from, step, times);
                    let empty =
                        (1..times).all(|before| board.at(plus(from, step, before)) == Some('.'));
                    if board.at(from) == Some(own(player))
                        && board.at(to) == Some(own(player.opponent()))
                        && empty
                    {
                        found.push(board.after(&[(from, '.'), (to, own(player))]));
                    }
                }
            }
        }
        found
    })
}

/// A stone steps to the next cell when `goes` says so of what is there, and leaves a letter.
fn stepping(name: &'static str, goes: fn(char) -> bool, leaves: fn(Player) -> char) -> Twin {
    Twin::new(name, move |text, player| {
        let board = Board::read(text);
        let mut found = Vec::new();
        for from in board.cells() {
            for &step in ROOK {
                let to = plus(from, step, 1);
                if board.at(from) == Some(own(player)) && board.at(to).is_some_and(goes) {
                    found.push(board.after(&[(from, leaves(player)), (to, own(player))]));
                }
            }
        }
        found
    })
}

/// Slides of `least` to `most` empty cells; jumps over 1 to `jump` animals, which are enemies
/// unless `friendly`, to the empty cell behind them. Toads go right, frogs left.
fn animals(name: &'static str, least: i32, most: i32, jump: i32, friendly: bool) -> Twin {
    Twin::new(name, move |text, player| {
        let board = Board::read(text);
        let (animal, step) = if player == Player::Left { ('t', (0, 1)) } else { ('f', (0, -1)) };
        let mut found = Vec::new();
        for from in board.cells().into_iter().filter(|&cell| board.at(cell) == Some(animal)) {
            let mut go = |cells: i32| {
                found.push(board.after(&[(from, '.'), (plus(from, step, cells), animal)]));
            };
            for cells in least..=most {
                if (1..=cells).all(|cell| board.at(plus(from, step, cell)) == Some('.')) {
                    go(cells);
                }
            }
            for over in 1..=jump {
                let jumped = |cell: i32| match board.at(plus(from, step, cell)) {
                    None | Some('.') => false,
                    Some(other) => friendly || other != animal,
                };
                if (1..=over).all(jumped) && board.at(plus(from, step, over + 1)) == Some('.') {
                    go(over + 1);
                }
            }
        }
        found
    })
}

fn dominoes() -> Twin {
    Twin::new("toppling-dominoes", |row, player| {
        let letters: Vec<char> = row.chars().collect();
        let mut found = Vec::new();
        for (pushed, &domino) in letters.iter().enumerate() {
            let mine = if player == Player::Left { 'l' } else { 'r' };
            if domino != mine && domino != 'e' {
                continue;
            }
            // It falls with all that stand on that side of it, up to the next gap.
            let before =
                letters[..pushed].iter().rposition(|&one| one == '.').map_or(0, |gap| gap + 1);
            let behind = letters[pushed..].iter().position(|&one| one == '.');
            let behind = behind.map_or(letters.len(), |gap| pushed + gap);
            for fallen in [before..pushed + 1, pushed..behind] {
                let mut after = letters.clone();
                after[fallen].fill('.');
                found.push(after.into_iter().collect());
            }
        }
        found
    })
}

/// Larger slopes that are mostly snow, so that skiers come past each other and jump more than once.
fn slopes() -> impl Iterator<Item = String> {
    let mut seed = 1u64;
    let mut cell = move || {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let letters = b".........LLLRRlr";
        char::from(letters[usize::try_from(seed >> 60).unwrap()])
    };
    let sizes = [(3, 3), (4, 3), (5, 3), (3, 4), (5, 2)].into_iter().cycle().take(500);
    sizes.map(move |(rows, columns)| {
        let mut row = || (0..columns).map(|_| cell()).collect::<String>();
        (0..rows).map(|_| row()).collect::<Vec<_>>().join("|")
    })
}

fn skiers() -> Twin {
    Twin::new("ski-jumps", |text, player| {
        let board = Board::read(text);
        let (mine, theirs, step) =
            if player == Player::Left { ("Ll", "Rr", (0, 1)) } else { ("Rr", "Ll", (0, -1)) };
        let mut found = Vec::new();
        for from in board.cells() {
            let Some(skier) = board.at(from).filter(|&skier| mine.contains(skier)) else {
                continue;
            };
            for cells in 1.. {
                let free = (1..cells).all(|cell| board.at(plus(from, step, cell)) == Some('.'));
                match board.at(plus(from, step, cells)) {
                    _ if !free => break,
                    Some('.') => {
                        found.push(board.after(&[(from, '.'), (plus(from, step, cells), skier)]));
                    }
                    Some(_) => break,
                    None => {
                        found.push(board.after(&[(from, '.')]));
                        break;
                    }
                }
            }
            let (over, landing) = (plus(from, (1, 0), 1), plus(from, (1, 0), 2));
            if let Some(enemy) = board.at(over)
                && theirs.contains(enemy)
                && skier.is_uppercase()
                && board.at(landing) == Some('.')
            {
                let slipper = enemy.to_ascii_lowercase();
                found.push(board.after(&[(from, '.'), (over, slipper), (landing, skier)]));
            }
        }
        found
    })
}

/// Coins: of all sets of coins those that `allows`, of which the last shows heads.
fn coins(name: &'static str, allows: fn(&[usize]) -> bool) -> Twin {
    Twin::impartial(name, move |row| {
        let coins: Vec<char> = row.chars().collect();
        let mut found = Vec::new();
        for set in 1..1usize << coins.len() {
            let turned: Vec<usize> = (0..coins.len()).filter(|coin| set >> coin & 1 == 1).collect();
            let last = *turned.last().unwrap();
            if coins[last] == 'h' && allows(&turned) {
                let mut after = coins.clone();
                for coin in turned {
                    after[coin] = if after[coin] == 'h' { 't' } else { 'h' };
                }
                found.push(after.into_iter().collect());
            }
        }
        found
    })
}

fn spread(coins: &[usize]) -> usize {
    coins[coins.len() - 1] - coins[0] + 1
}

fn equally_spaced(coins: &[usize]) -> bool {
    coins.windows(3).all(|three| three[1] - three[0] == three[2] - three[1])
}

fn symmetric(coins: &[usize]) -> bool {
    let ends = coins[0] + coins[coins.len() - 1];
    coins.iter().all(|&coin| coins.contains(&(ends - coin)))
}

fn fission() -> Twin {
    Twin::new("fission", |text, player| {
        let board = Board::read(text);
        let step = if player == Player::Left { (1, 0) } else { (0, 1) };
        let mut found = Vec::new();
        for stone in board.cells().into_iter().filter(|&cell| board.at(cell) == Some('X')) {
            let (one, other) = (plus(stone, step, 1), plus(stone, step, -1));
            if board.at(one) == Some('.') && board.at(other) == Some('.') {
                found.push(board.after(&[(stone, '.'), (one, 'X'), (other, 'X')]));
            }
        }
        found
    })
}

fn konane() -> Twin {
    Twin::new("konane", |text, player| {
        let board = Board::read(text);
        let mut found = Vec::new();
        for from in board.cells().into_iter().filter(|&cell| board.at(cell) == Some(own(player))) {
            for &step in ROOK {
                // The same stone goes on jumping in the same direction, as long as it can.
                let mut now = board.clone();
                let mut stone = from;
                loop {
                    let (over, landing) = (plus(stone, step, 1), plus(stone, step, 2));
                    if now.at(over) != Some(own(player.opponent())) || now.at(landing) != Some('.')
                    {
                        break;
                    }
                    let after = now.after(&[(stone, '.'), (over, '.'), (landing, own(player))]);
                    now = Board::read(&after);
                    found.push(after);
                    stone = landing;
                }
            }
        }
        found
    })
}

fn pegs() -> Twin {
    Twin::impartial("peg-duotaire", |text| {
        let board = Board::read(text);
        let mut found = Vec::new();
        for peg in board.cells() {
            for &step in ROOK {
                let (over, hole) = (plus(peg, step, 1), plus(peg, step, 2));
                if [peg, over, hole].map(|cell| board.at(cell)) == [Some('X'), Some('X'), Some('.')]
                {
                    found.push(board.after(&[(peg, '.'), (over, '.'), (hole, 'X')]));
                }
            }
        }
        found
    })
}

/// Left's and Right's stones in hand, then the board.
fn dirt(name: &'static str, must_place: bool) -> Twin {
    Twin::new(name, move |text, player| {
        let words: Vec<&str> = text.split(' ').collect();
        let (hands, board) = match words[..] {
            [left, right, board] => ([left.parse().unwrap(), right.parse().unwrap()], board),
            _ => ([0i32; 2], text),
        };
        let board = Board::read(board);
        let write = |hands: [i32; 2], board: String| match hands {
            [0, 0] => board,
            [left, right] => format!("{left} {right} {board}"),
        };
        let mut found = Vec::new();
        let in_hand = hands[player as usize] > 0;
        for cell in board.cells() {
            if in_hand && board.at(cell) == Some('.') {
                let mut left = hands;
                left[player as usize] -= 1;
                found.push(write(left, board.after(&[(cell, own(player))])));
            }
            for &step in KING {
                let to = plus(cell, step, 1);
                if board.at(cell) == Some(own(player))
                    && board.at(to) == Some('.')
                    && !(in_hand && must_place)
                {
                    found.push(write(hands, board.after(&[(cell, '#'), (to, own(player))])));
                }
            }
        }
        found
    })
}

/// Herds: rows of numbers. The neighbours are left, right, above, below, above to the right,
/// below to the left.
fn sheep() -> Twin {
    Twin::new("sheep", |text, player| {
        let field: Vec<Vec<i32>> = text
            .split(" | ")
            .map(|row| row.split(' ').map(|herd| herd.parse().unwrap()).collect())
            .collect();
        let at = |(row, column): Cell| -> Option<i32> {
            field.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
        };
        let sign = if player == Player::Left { 1 } else { -1 };
        let mut found = Vec::new();
        for (row, herds) in (0..).zip(&field) {
            for (column, herd) in (0..).zip(herds) {
                let sheep = sign * herd;
                for step in [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)] {
                    let walked =
                        (1..).take_while(|&cells| at(plus((row, column), step, cells)) == Some(0));
                    let Some(far) = walked.last() else { continue };
                    let to = plus((row, column), step, far);
                    for gone in 1..sheep {
                        let mut after = field.clone();
                        let mut set = |(row, column): Cell, sheep: i32| {
                            after[usize::try_from(row).unwrap()]
                                [usize::try_from(column).unwrap()] = sign * sheep;
                        };
                        set((row, column), sheep - gone);
                        set(to, gone);
                        let row = |row: &Vec<i32>| {
                            row.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
                        };
                        found.push(after.iter().map(row).collect::<Vec<_>>().join(" | "));
                    }
                }
            }
        }
        found
    })
}

fn chomp() -> Twin {
    Twin::impartial("chomp", |text| {
        let bar = Board::read(text);
        let mut found = Vec::new();
        for (row, column) in bar.cells() {
            if bar.at((row, column)) == Some('X') && (row, column) != (0, 0) {
                let eaten =
                    bar.cells().into_iter().filter(|cell| cell.0 >= row && cell.1 >= column);
                let eaten: Vec<(Cell, char)> = eaten.map(|cell| (cell, '.')).collect();
                found.push(bar.after(&eaten));
            }
        }
        found
    })
}

fn files() -> Twin {
    Twin::impartial("dawsons-chess", |text| {
        let board = Board::read(text);
        let mut found = Vec::new();
        for file in board.cells().into_iter().filter(|&file| board.at(file) == Some('.')) {
            let near = [-1, 0, 1].map(|step| plus(file, (0, 1), step));
            let near = near.into_iter().filter(|&file| board.at(file).is_some());
            found.push(board.after(&near.map(|file| (file, '#')).collect::<Vec<_>>()));
        }
        found
    })
}

/// Who has no domino in a connected group of free cells fills one of its cells. `ways` are the
/// directions of the dominoes of a player.
fn filling(name: &'static str, ways: fn(Player) -> &'static [Cell]) -> Twin {
    Twin::new(name, move |text, player| {
        let board = Board::read(text);
        let is_free = |cell: Cell| board.at(cell) == Some('.');
        let mut found = Vec::new();
        let mut rest: BTreeSet<Cell> =
            board.cells().into_iter().filter(|&it| is_free(it)).collect();
        while let Some(first) = rest.pop_first() {
            let mut group = vec![first];
            let mut at = 0;
            while at < group.len() {
                for &step in ROOK {
                    let next = plus(group[at], step, 1);
                    if rest.remove(&next) {
                        group.push(next);
                    }
                }
                at += 1;
            }
            let mut dominoes = Vec::new();
            for &cell in &group {
                for &way in ways(player) {
                    let other = plus(cell, way, 1);
                    if is_free(other) {
                        dominoes.push(board.after(&[(cell, '#'), (other, '#')]));
                    }
                }
            }
            if dominoes.is_empty() {
                dominoes.extend(group.iter().map(|&cell| board.after(&[(cell, '#')])));
            }
            found.append(&mut dominoes);
        }
        found
    })
}

/// All boards with these letters, of as many cells as are tried of so many letters.
fn all(letters: &'static str) -> Positions {
    Box::new(all_boards(letters, most_cells(letters.len()), 10))
}

/// All boards without walls, and smaller ones with them.
fn stones() -> Positions {
    Box::new(all(".XO").chain(all(".XO#").filter(|text| text.contains('#'))))
}

/// All strips of up to so many cells.
fn strips(letters: &'static str, most: usize) -> Positions {
    Box::new(all_boards(letters, most, 1))
}

/// All fields of up to six cells whose herds are among these.
fn fields() -> Positions {
    let herds = [0, 1, -1, 2, -3];
    let texts = all_boards(".abcd", 6, 3).map(move |text| {
        let herd = |letter: char| ".abcd".find(letter).map(|at| herds[at].to_string());
        let row = |row: &str| row.chars().filter_map(herd).collect::<Vec<_>>().join(" ");
        text.split('|').map(row).collect::<Vec<_>>().join(" | ")
    });
    Box::new(texts.filter(|text| text.contains('2') || text.contains('3')).step_by(3))
}

/// Small boards with stones in the hands.
fn hands() -> Positions {
    let hands = ["", "1 0 ", "0 2 ", "1 1 "];
    let boards = || all_boards(".XO", 5, 3).chain(all_boards(".XO#", 4, 2));
    let boards: BTreeSet<String> = boards().collect();
    Box::new(boards.into_iter().flat_map(move |board| hands.map(|hand| format!("{hand}{board}"))))
}

/// Bars with the poisoned square.
fn bars() -> Positions {
    Box::new(all(".X").filter(|text| text.starts_with('X')))
}

pub(crate) fn twins() -> Vec<(Twin, Positions)> {
    let rows = || strips("ht", 9);
    vec![
        (stepping("anti-clobber", |there| there == '.', |mover| own(mover.opponent())), stones()),
        (stepping("cannibal-clobber", |there| "XO".contains(there), |_| '.'), stones()),
        (taking("diagonal-clobber", BISHOP, 1), stones()),
        (taking("kings", KING, 1), stones()),
        (taking("knights", KNIGHT, 1), stones()),
        (taking("rooks", ROOK, 10), stones()),
        (taking("queens", KING, 10), stones()),
        (konane(), stones()),
        (fission(), all(".X#")),
        (pegs(), all(".X#")),
        (dirt("kings-dirt", false), hands()),
        (dirt("kings-dirt(1)", true), hands()),
        (animals("toads-and-frogs", 1, 1, 1, false), strips(".tf", 9)),
        (animals("elephants-and-rhinos", 1, 1, 0, false), strips(".tf", 9)),
        (animals("gen-toads(1,2,2,1)", 1, 2, 2, true), strips(".tf", 8)),
        (animals("gen-toads(2,3,1,0)", 2, 3, 1, false), strips(".tf", 8)),
        (animals("gen-toads(1,1,3,0)", 1, 1, 3, false), strips(".tf", 8)),
        (animals("gen-toads(2,2,0,0)", 2, 2, 0, false), strips(".tf", 8)),
        (dominoes(), strips(".lre", 7)),
        (
            skiers(),
            Box::new(all_boards(".LRlr", 5, 5).chain(all_boards(".LR", 8, 4)).chain(slopes())),
        ),
        (coins("turning-turtles", |set| set.len() <= 2), rows()),
        (coins("mock-turtles", |set| set.len() <= 3), rows()),
        (coins("ruler", |set| spread(set) == set.len()), rows()),
        (
            coins("turning(1-2,3C)", |set| set.len() < 3 || set.len() == 3 && spread(set) == 3),
            rows(),
        ),
        (coins("turning(2+E)", |set| set.len() >= 2 && equally_spaced(set)), rows()),
        (coins("turning(1-4S)", |set| set.len() <= 4 && symmetric(set)), rows()),
        (coins("turning(1-2,3F)", |set| set.len() < 3 || set.len() == 3 && set[0] == 0), rows()),
        (
            coins("turning(1,2C(3))", |set| set.len() == 1 || set.len() == 2 && spread(set) <= 3),
            rows(),
        ),
        (chomp(), bars()),
        (files(), all(".#")),
        (sheep(), fields()),
        (
            filling("xt domineering", |player| match player {
                Player::Left => &[(1, 0)],
                Player::Right => &[(0, 1)],
            }),
            all(".#"),
        ),
        (filling("xt cram", |_| &[(1, 0), (0, 1)]), all(".#")),
    ]
}

#[test]
fn stones_that_take_stones_beside_them() {
    tried(twins(), &["anti-clobber", "cannibal-clobber", "diagonal-clobber"]);
}

#[test]
fn stones_that_step_as_pieces_of_chess() {
    tried(twins(), &["kings", "knights"]);
}

#[test]
fn stones_that_slide() {
    tried(twins(), &["rooks", "queens"]);
}

#[test]
fn stones_that_jump_and_split() {
    tried(twins(), &["konane", "fission", "peg-duotaire", "kings-dirt", "sheep"]);
}

#[test]
fn animals_skiers_and_dominoes() {
    tried(twins(), &["toads-and-frogs", "elephants-and-rhinos", "gen-toads"]);
    tried(twins(), &["toppling-dominoes", "ski-jumps"]);
}

#[test]
fn groups_that_are_filled() {
    tried(twins(), &["xt domineering", "xt cram"]);
}

#[test]
fn coins_chocolate_and_files() {
    let names = ["turning", "turning-turtles", "mock-turtles", "ruler", "chomp", "dawsons-chess"];
    tried(twins(), &names);
}
