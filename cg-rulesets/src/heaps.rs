//! Heaps and pairs of numbers: partizan taking and breaking, cakes, Wythoff, Partizan
//! Euclid, and games that remember the last move.

use cg_core::Player;

use crate::listed::{Found, Listed};
use crate::{Drawing, Heap, Known, NotationError, Sign, Tile, read_heaps};

/// The largest heap, and the longest side of a cake.
const MOST_TOKENS: u32 = 1_000_000;

/// The most heaps or pieces that are read.
const MOST_HEAPS: usize = 100;

/// Reads numbers, each at most [`MOST_TOKENS`].
fn numbers(text: &str) -> Result<Vec<u32>, NotationError> {
    let found = read_heaps(text)?;
    let problem = match found.len() {
        0 => "write one number or more, such as 3 4 5".to_owned(),
        1..=MOST_HEAPS => match found.iter().find(|&&number| number > MOST_TOKENS.into()) {
            Some(number) => format!("{number} is too large: at most {MOST_TOKENS}"),
            None => {
                return Ok(found
                    .iter()
                    .map(|&number| u32::try_from(number).expect("it is small"))
                    .collect());
            }
        },
        many => format!("{many} numbers are too many: at most {MOST_HEAPS}"),
    };
    Err(NotationError::new(problem, 0..text.len()))
}

/// Reads two numbers, also as `4x5` and `(4, 5)`.
fn pair(text: &str) -> Result<(u32, u32), NotationError> {
    let plain: String =
        text.chars().map(|sign| if "(),xX".contains(sign) { ' ' } else { sign }).collect();
    match numbers(&plain)?[..] {
        [one, other] => Ok((one, other)),
        _ => Err(NotationError::new("write two numbers, such as 4 5", 0..text.len())),
    }
}

/// The most moves of a position.
const MOST_MOVES: u64 = 5_000_000;

/// Refuses a position with more moves than anybody can look at.
fn limited(moves: u64, text: &str) -> Result<(), NotationError> {
    if moves <= MOST_MOVES {
        return Ok(());
    }
    let problem = format!("these heaps have more than {MOST_MOVES} moves: take smaller ones");
    Err(NotationError::new(problem, 0..text.len()))
}

fn heaps_drawing(heaps: &[u32]) -> Drawing {
    let heap = |(number, &tokens): (u64, &u32)| Heap {
        label: format!("heap {number}"),
        tokens: tokens.into(),
    };
    Drawing::Heaps { heaps: (1..).zip(heaps).map(heap).collect(), token: 'o' }
}

fn joined(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// What one player may do with a heap: for each number of tokens taken, whether no heap
/// (1), one heap (2) or two heaps (4) may be left, added: an octal code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Taking {
    /// Whether a heap may be split into two, and nothing taken: a 4 before the point.
    splits: bool,
    /// The digit of 1 token first.
    digits: Vec<u8>,
}

impl Taking {
    /// Reads an octal code such as `.77`, `0.137` or `4.7`.
    fn code(text: &str) -> Result<Self, String> {
        let plain = text.trim();
        let splits = plain.starts_with('4');
        let digits = plain.strip_prefix(['0', '4']).unwrap_or(plain).strip_prefix('.');
        let wrong =
            || format!("`{}` is no octal code: write one such as `.77`", text.escape_debug());
        let digits = digits.filter(|digits| !digits.is_empty()).ok_or_else(wrong)?;
        let digit = |sign: char| {
            sign.to_digit(8).and_then(|digit| u8::try_from(digit).ok()).ok_or_else(wrong)
        };
        Ok(Taking { splits, digits: digits.chars().map(digit).collect::<Result<_, _>>()? })
    }

    /// Reads a set of numbers such as `1,2`: each may be taken, with the digit.
    fn set(text: &str, digit: u8) -> Result<Self, String> {
        let wrong = |word: &str| format!("`{}` is no number from 1 to 1000", word.escape_debug());
        let mut digits = Vec::new();
        for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
            let number: usize = word.parse().map_err(|_| wrong(word))?;
            if !(1..=1000).contains(&number) {
                return Err(wrong(word));
            }
            digits.resize(digits.len().max(number), 0);
            digits[number - 1] = digit;
        }
        Ok(Taking { splits: false, digits })
    }

    /// At least as many moves as there are in a heap.
    fn most_moves(&self, heap: u32) -> u64 {
        let of = |&digit: &u8| if digit & 4 == 0 { 1 } else { u64::from(heap) };
        let splits = if self.splits { u64::from(heap) } else { 0 };
        self.digits.iter().take(heap as usize).map(of).fold(splits, u64::saturating_add)
    }

    /// Hands what each move leaves of a heap to `found`: none, one or two heaps.
    fn each(&self, heap: u32, found: &mut dyn FnMut(&[u32])) {
        if self.splits {
            (1..=heap / 2).for_each(|one| found(&[one, heap - one]));
        }
        for (taken, &digit) in (1..).zip(&self.digits) {
            let Some(rest) = heap.checked_sub(taken) else { break };
            if digit & 1 != 0 && rest == 0 {
                found(&[]);
            }
            if digit & 2 != 0 && rest > 0 {
                found(&[rest]);
            }
            if digit & 4 != 0 {
                (1..=rest / 2).for_each(|one| found(&[one, rest - one]));
            }
        }
    }
}

/// Taking and breaking, with a code for each player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartizanHeaps {
    left: Taking,
    right: Taking,
}

impl PartizanHeaps {
    /// From two octal codes, `.3|.03`.
    pub(crate) fn codes(parameters: &str) -> Result<Self, String> {
        let (left, right) = both(parameters)?;
        Ok(PartizanHeaps { left: Taking::code(left)?, right: Taking::code(right)? })
    }

    /// From two sets of numbers that may be taken, `1,2|1,3`; `digit` says what may be left.
    pub(crate) fn sets(parameters: &str, digit: u8) -> Result<Self, String> {
        let (left, right) = both(parameters)?;
        Ok(PartizanHeaps { left: Taking::set(left, digit)?, right: Taking::set(right, digit)? })
    }
}

fn both(parameters: &str) -> Result<(&str, &str), String> {
    parameters.split_once('|').ok_or_else(|| {
        "write what Left may take and what Right may, with `|` between: `(1,2|1,3) 10`".into()
    })
}

impl Listed for PartizanHeaps {
    type Position = Vec<u32>;

    fn read(&self, text: &str) -> Result<Vec<u32>, NotationError> {
        let heaps = numbers(text)?;
        let moves = |taking: &Taking| {
            let each = |&heap: &u32| taking.most_moves(heap);
            heaps.iter().map(each).fold(0, u64::saturating_add)
        };
        limited(moves(&self.left).max(moves(&self.right)), text)?;
        Ok(heaps)
    }

    fn write(&self, heaps: &Vec<u32>) -> String {
        if heaps.is_empty() { "0".into() } else { joined(heaps) }
    }

    fn draw(&self, heaps: &Vec<u32>) -> Drawing {
        heaps_drawing(heaps)
    }

    fn is_impartial(&self) -> bool {
        self.left == self.right
    }

    fn each_move(&self, heaps: &Vec<u32>, player: Player, found: Found<'_, Vec<u32>>) {
        let taking = if player == Player::Left { &self.left } else { &self.right };
        for (number, &heap) in heaps.iter().enumerate() {
            taking.each(heap, &mut |left| {
                let mut after = heaps[..number].to_vec();
                after.extend_from_slice(left);
                after.extend_from_slice(&heaps[number + 1..]);
                found(after, &|| match left {
                    [] => format!("{heap} -> 0"),
                    left => format!("{heap} -> {}", joined(left).replace(' ', "+")),
                });
            });
        }
    }

    fn split(&self, heaps: Vec<u32>, part: &mut dyn FnMut(Vec<u32>, Sign)) {
        heaps.into_iter().filter(|&heap| heap > 0).for_each(|heap| part(vec![heap], Sign::Plus));
    }

    fn normal(&self, mut heaps: Vec<u32>) -> (Vec<u32>, Sign) {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        (heaps, Sign::Plus)
    }

    fn known(&self, heaps: &Vec<u32>) -> Option<Known> {
        heaps.iter().all(|&heap| heap == 0).then_some(Known::Ended)
    }

    fn move_help(&self) -> Vec<String> {
        vec!["7 -> 2+3   a heap of 7 becomes heaps of 2 and 3".into()]
    }
}

/// Games on rectangular cakes: Left cuts upright, through the columns, Right flat, through
/// the rows. A piece is `rows x columns`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cake {
    /// A piece is cut into two.
    Cutcake,
    /// One column (Left) or row (Right) of a piece is eaten; what is on both sides of it
    /// stays.
    Eatcake,
    /// A piece is cut into two or more equal pieces.
    Maundy,
    /// A piece is turned by a quarter, then eaten from as in Eatcake.
    TurnAndEat,
}

impl Cake {
    /// What becomes of a side of so many columns or rows.
    fn cuts(self, side: u32) -> Vec<Vec<u32>> {
        match self {
            Cake::Cutcake => (1..=side / 2).map(|one| vec![one, side - one]).collect(),
            Cake::Eatcake | Cake::TurnAndEat => {
                let sides = |one: u32| [one, side - 1 - one].into_iter().filter(|&side| side > 0);
                (0..side.div_ceil(2)).map(|one| sides(one).collect()).collect()
            }
            Cake::Maundy => {
                let parts = (2..=side).filter(|parts| side.is_multiple_of(*parts));
                parts.map(|parts| vec![side / parts; parts as usize]).collect()
            }
        }
    }
}

/// The longest side of a cake.
const MOST_SIDE: u32 = 1000;

impl Listed for Cake {
    type Position = Vec<(u32, u32)>;

    fn read(&self, text: &str) -> Result<Self::Position, NotationError> {
        let mut pieces = Vec::new();
        let mut end = 0;
        for piece in text.split_inclusive('+') {
            let start = end;
            end += piece.len();
            let piece = piece.trim_end_matches('+');
            let shifted = |error: NotationError| {
                NotationError::new(error.problem, start + error.at.start..start + error.at.end)
            };
            let (rows, columns) = pair(piece).map_err(shifted)?;
            if rows > MOST_SIDE || columns > MOST_SIDE {
                let problem = format!("a side of a cake has at most {MOST_SIDE} squares");
                return Err(NotationError::new(problem, start..start + piece.len()));
            }
            pieces.push((rows, columns));
        }
        match pieces.len() {
            0 => Err(NotationError::new("write a cake, such as 4x5", 0..text.len())),
            1..=MOST_HEAPS => Ok(pieces),
            many => {
                let problem = format!("{many} pieces are too many: at most {MOST_HEAPS}");
                Err(NotationError::new(problem, 0..text.len()))
            }
        }
    }

    fn write(&self, pieces: &Self::Position) -> String {
        let piece = |&(rows, columns): &(u32, u32)| format!("{rows}x{columns}");
        match pieces.is_empty() {
            true => "0x0".into(),
            false => pieces.iter().map(piece).collect::<Vec<_>>().join(" + "),
        }
    }

    fn draw(&self, pieces: &Self::Position) -> Drawing {
        let cut = matches!(self, Cake::Cutcake | Cake::Maundy);
        Drawing::Cakes { pieces: pieces.clone(), cut }
    }

    fn each_move(&self, pieces: &Self::Position, player: Player, found: Found<'_, Self::Position>) {
        for (number, &piece) in pieces.iter().enumerate() {
            let (rows, columns) = match self {
                Cake::TurnAndEat => (piece.1, piece.0),
                _ => piece,
            };
            let (side, other) = match player {
                Player::Left => (columns, rows),
                Player::Right => (rows, columns),
            };
            // A piece without squares is none.
            if other == 0 {
                continue;
            }
            for cut in self.cuts(side) {
                let whole = |&side: &u32| match player {
                    Player::Left => (rows, side),
                    Player::Right => (side, columns),
                };
                let left: Vec<(u32, u32)> = cut.iter().map(whole).collect();
                let mut after = pieces[..number].to_vec();
                after.extend_from_slice(&left);
                after.extend_from_slice(&pieces[number + 1..]);
                found(after, &|| {
                    let from = self.write(&vec![piece]);
                    format!("{from} -> {}", self.write(&left).replace(' ', ""))
                });
            }
        }
    }

    fn split(&self, pieces: Self::Position, part: &mut dyn FnMut(Self::Position, Sign)) {
        pieces.into_iter().for_each(|piece| part(vec![piece], Sign::Plus));
    }

    /// A cake turned by a quarter is its negative.
    fn normal(&self, mut pieces: Self::Position) -> (Self::Position, Sign) {
        pieces.sort_unstable();
        match pieces[..] {
            [(rows, columns)] if rows > columns => (vec![(columns, rows)], Sign::Minus),
            _ => (pieces, Sign::Plus),
        }
    }

    fn move_help(&self) -> Vec<String> {
        vec!["4x5 -> 4x2+4x3   a piece of 4 rows and 5 columns becomes two".into()]
    }
}

/// Games on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pair {
    /// Wythoff's game, generalised: any number from one heap, or numbers from both that
    /// differ by less than this; 1 in Wythoff's own game.
    Wythoff(u32),
    /// Partizan Euclid: from (p, q) with remainder r of p by q, Left moves to (q, r), Right
    /// to (q, q - r); over when r is 0.
    Euclid,
}

impl Listed for Pair {
    type Position = (u32, u32);

    fn read(&self, text: &str) -> Result<(u32, u32), NotationError> {
        let (one, other) = pair(text)?;
        if *self == Pair::Euclid && other == 0 {
            return Err(NotationError::new("the second number is at least 1", 0..text.len()));
        }
        if let Pair::Wythoff(near) = *self {
            let from_both = u64::from(one.min(other)) * (2 * u64::from(near) - 1);
            limited(u64::from(one) + u64::from(other) + from_both, text)?;
        }
        Ok((one, other))
    }

    fn write(&self, &(one, other): &(u32, u32)) -> String {
        format!("{one} {other}")
    }

    fn draw(&self, &(one, other): &(u32, u32)) -> Drawing {
        match self {
            Pair::Wythoff(_) => heaps_drawing(&[one, other]),
            Pair::Euclid => euclid_drawing(one, other),
        }
    }

    fn is_impartial(&self) -> bool {
        matches!(self, Pair::Wythoff(_))
    }

    fn each_move(&self, &(one, other): &(u32, u32), player: Player, found: Found<'_, (u32, u32)>) {
        match *self {
            Pair::Wythoff(near) => {
                let mut hand = |after: (u32, u32)| found(after, &|| self.write(&after));
                (0..one).for_each(|left| hand((left, other)));
                (0..other).for_each(|left| hand((one, left)));
                for taken in 1..=one {
                    let least = (taken + 1).saturating_sub(near).max(1);
                    for also in least..=other.min(taken + near - 1) {
                        hand((one - taken, other - also));
                    }
                }
            }
            Pair::Euclid => {
                let rest = one % other;
                if rest > 0 {
                    let second = if player == Player::Left { rest } else { other - rest };
                    found((other, second), &|| format!("{other} {second}"));
                }
            }
        }
    }

    fn normal(&self, (one, other): (u32, u32)) -> ((u32, u32), Sign) {
        match self {
            Pair::Wythoff(_) => ((one.min(other), one.max(other)), Sign::Plus),
            // Only the remainder counts.
            Pair::Euclid => match one % other {
                0 => ((0, 1), Sign::Plus),
                rest => ((rest, other), Sign::Plus),
            },
        }
    }

    fn move_help(&self) -> Vec<String> {
        vec!["3 4   the two numbers after the move".into()]
    }
}

/// The first number, measured with the second: what is left is Left's second number, and what is
/// missing to the next multiple is Right's.
fn euclid_drawing(one: u32, other: u32) -> Drawing {
    let (times, rest) = (one / other, one % other);
    let whole = match times {
        1 => other.to_string(),
        times => format!("{times}x{other}"),
    };
    let tile = |label: String, width: u32| Tile { label, width: width.into(), ..Tile::default() };
    let mut measured = Vec::new();
    if times > 0 {
        measured.push(tile(whole, times * other));
    }
    if rest > 0 {
        for (width, missing) in [(rest, false), (other - rest, true)] {
            let chosen_by = format!("{other} {width}");
            measured.push(Tile { missing, chosen_by, ..tile(width.to_string(), width) });
        }
    }
    Drawing::Tiles { rows: vec![measured, vec![tile(other.to_string(), other)]] }
}

/// Games in which the last move bounds the next: one heap, and how many tokens the last
/// move took. At the start nothing was taken, and not all may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remembering {
    /// At most this numerator / denominator times as many as the last move: 2 in Fibonacci
    /// Nim.
    AtMost(u32, u32),
    /// At least as many as the last move: Mem.
    AtLeast,
}

impl Listed for Remembering {
    type Position = (u32, u32);

    fn read(&self, text: &str) -> Result<(u32, u32), NotationError> {
        match numbers(text)?[..] {
            [heap] => Ok((heap, 0)),
            [heap, last] => Ok((heap, last)),
            _ => Err(NotationError::new(
                "write a heap, and perhaps how many the last move took, such as 20 4",
                0..text.len(),
            )),
        }
    }

    fn write(&self, &(heap, last): &(u32, u32)) -> String {
        if last == 0 { heap.to_string() } else { format!("{heap} {last}") }
    }

    fn draw(&self, &(heap, _): &(u32, u32)) -> Drawing {
        heaps_drawing(&[heap])
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn each_move(&self, &(heap, last): &(u32, u32), _: Player, found: Found<'_, (u32, u32)>) {
        let (least, most) = match *self {
            Remembering::AtMost(..) if last == 0 => (1, heap.saturating_sub(1)),
            Remembering::AtMost(times, parts) => {
                let most = u64::from(last) * u64::from(times) / u64::from(parts);
                (1, u32::try_from(most).unwrap_or(u32::MAX).min(heap))
            }
            Remembering::AtLeast => (last.max(1), heap),
        };
        for taken in least..=most {
            found((heap - taken, taken), &|| format!("take {taken}"));
        }
    }

    /// What may be taken is what counts.
    fn normal(&self, (heap, last): (u32, u32)) -> ((u32, u32), Sign) {
        let last = match self {
            Remembering::AtLeast if last > heap => heap + 1,
            Remembering::AtLeast => last.max(1),
            Remembering::AtMost(..) => last,
        };
        ((heap, last), Sign::Plus)
    }

    fn move_help(&self) -> Vec<String> {
        vec!["take 3   takes three tokens".into()]
    }
}

/// Nim on a hypergraph: a move chooses a set of heaps and makes each of them smaller.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HypergraphNim {
    /// The sets, by the numbers of the heaps from 0.
    sets: Vec<Vec<usize>>,
}

impl HypergraphNim {
    /// Reads sets of heaps such as `12, 23, 13` (with blanks between numbers above 9).
    pub(crate) fn new(parameters: &str) -> Result<Self, String> {
        let set = |text: &str| -> Result<Vec<usize>, String> {
            let wrong = || {
                format!(
                    "`{}` is no set of heaps: write numbers such as `1 2`",
                    text.trim().escape_debug()
                )
            };
            let numbers =
                text.split_whitespace().map(|word| word.parse::<usize>().map_err(|_| wrong()));
            let mut numbers = numbers.collect::<Result<Vec<_>, _>>()?;
            numbers.sort_unstable();
            numbers.dedup();
            match numbers[..] {
                [] | [0, ..] => Err(wrong()),
                _ => Ok(numbers.into_iter().map(|number| number - 1).collect()),
            }
        };
        Ok(HypergraphNim { sets: parameters.split(',').map(set).collect::<Result<_, _>>()? })
    }
}

impl Listed for HypergraphNim {
    type Position = Vec<u32>;

    fn read(&self, text: &str) -> Result<Vec<u32>, NotationError> {
        let heaps = numbers(text)?;
        let most = self.sets.iter().flatten().max().map_or(0, |&heap| heap + 1);
        let fault = |problem: String| Err(NotationError::new(problem, 0..text.len()));
        if heaps.len() < most {
            return fault(format!("a set has heap {most}, and there are {} heaps", heaps.len()));
        }
        let size = |set: &Vec<usize>| {
            set.iter().fold(1u64, |product, &heap| product.saturating_mul(heaps[heap].into()))
        };
        limited(self.sets.iter().map(size).fold(0, u64::saturating_add), text)?;
        Ok(heaps)
    }

    fn write(&self, heaps: &Vec<u32>) -> String {
        joined(heaps)
    }

    fn draw(&self, heaps: &Vec<u32>) -> Drawing {
        heaps_drawing(heaps)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn each_move(&self, heaps: &Vec<u32>, _: Player, found: Found<'_, Vec<u32>>) {
        for set in &self.sets {
            if set.iter().any(|&heap| heaps[heap] == 0) {
                continue;
            }
            // All heaps of the set from empty up to one token less.
            let mut after = heaps.clone();
            set.iter().for_each(|&heap| after[heap] = 0);
            loop {
                found(after.clone(), &|| self.write(&after));
                let Some(place) = set.iter().rposition(|&heap| after[heap] + 1 < heaps[heap])
                else {
                    break;
                };
                after[set[place]] += 1;
                set[place + 1..].iter().for_each(|&heap| after[heap] = 0);
            }
        }
    }

    fn move_help(&self) -> Vec<String> {
        vec!["1 0 5   the heaps after the move".into()]
    }
}
