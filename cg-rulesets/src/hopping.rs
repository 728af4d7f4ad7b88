//! Toads and Frogs and its relatives: animals on a strip that slide and jump.

use cg_core::Player;

use crate::cells::{Cells, FACING};
use crate::listed::{Found, Listed};
use crate::{Drawing, NotationError, Sign};

/// Toads (`t`, Left's) walk to the right, frogs (`f`, Right's) to the left. An animal
/// slides over empty cells, or jumps over the animals right before it into the empty cell
/// behind them. Nobody is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hopping {
    /// The fewest cells that an animal slides; at least 1.
    pub least_slide: usize,
    /// The most cells that it slides.
    pub most_slide: usize,
    /// The most animals that it jumps over; 0 when there are no jumps.
    pub most_jump: usize,
    /// Whether animals of its own kind are jumped over too.
    pub friendly: bool,
}

impl Hopping {
    /// Toads and Frogs: one cell, or over one enemy.
    pub const TOADS: Hopping =
        Hopping { least_slide: 1, most_slide: 1, most_jump: 1, friendly: false };
    /// Elephants and Rhinos: one cell, no jumps.
    pub const ELEPHANTS: Hopping = Hopping { most_jump: 0, ..Hopping::TOADS };

    /// Reads the numbers `least slide, most slide, most jump, friendly` in parentheses.
    pub(crate) fn with_parameters(numbers: &[usize]) -> Result<Self, String> {
        let &[least_slide, most_slide, most_jump, friendly] = numbers else {
            return Err(
                "write four numbers: the least and the most cells to slide, the most animals to \
                        jump over, and 1 or 0 for own ones too or not, as in `(1,2,3,0) ttt..ff`"
                    .into(),
            );
        };
        if least_slide == 0 {
            return Err(
                "an animal that slides no cell would stay: the least slide is 1 or more".into()
            );
        }
        if most_slide < least_slide || friendly > 1 {
            return Err(
                "the most cells to slide are at least the fewest, and the last number is 1 or 0"
                    .into(),
            );
        }
        Ok(Hopping { least_slide, most_slide, most_jump, friendly: friendly == 1 })
    }

    /// The cells to which the animal at `from` can move.
    fn targets(self, strip: &Cells, from: usize, player: Player) -> Vec<usize> {
        let step = towards(player);
        let at = |cells: usize| {
            let place = strip.stepped(from, (0, step * isize::try_from(cells).ok()?))?;
            Some((place, strip.letters()[place]))
        };
        let mut targets = Vec::new();
        match at(1) {
            Some((_, b'.')) => {
                for cells in 1..=self.most_slide {
                    let Some((place, b'.')) = at(cells) else { break };
                    if cells >= self.least_slide {
                        targets.push(place);
                    }
                }
            }
            Some(_) => {
                for cells in 1..=self.most_jump + 1 {
                    match at(cells) {
                        Some((place, b'.')) => {
                            targets.push(place);
                            break;
                        }
                        Some((_, letter)) if self.friendly || letter != animal(player) => {}
                        _ => break,
                    }
                }
            }
            None => {}
        }
        targets
    }

    /// Which animals will never move, whatever happens: with the others taken for free to
    /// go anywhere, they still cannot.
    fn dead(self, strip: &Cells) -> Vec<bool> {
        let letters = strip.letters();
        let mut dead: Vec<bool> = letters.iter().map(|&letter| letter != b'.').collect();
        loop {
            let mut changed = false;
            for from in 0..letters.len() {
                if !dead[from] {
                    continue;
                }
                let player = if letters[from] == b't' { Player::Left } else { Player::Right };
                let mut ahead = (1..=self.most_jump + 1).map_while(|cells| {
                    let cells = towards(player) * isize::try_from(cells).ok()?;
                    strip.stepped(from, (0, cells))
                });
                // A dead friend blocks the way; what is dead otherwise may be jumped over.
                let free = loop {
                    match ahead.next() {
                        None => break false,
                        Some(place) if !dead[place] => break true,
                        Some(place) if !self.friendly && letters[place] == letters[from] => {
                            break false;
                        }
                        Some(_) => {}
                    }
                };
                if free {
                    (dead[from], changed) = (false, true);
                }
            }
            if !changed {
                return dead;
            }
        }
    }
}

fn animal(player: Player) -> u8 {
    match player {
        Player::Left => b't',
        Player::Right => b'f',
    }
}

fn towards(player: Player) -> isize {
    match player {
        Player::Left => 1,
        Player::Right => -1,
    }
}

fn other(letter: u8) -> u8 {
    match letter {
        b't' => b'f',
        b'f' => b't',
        empty => empty,
    }
}

impl Listed for Hopping {
    type Position = Cells;

    fn read(&self, text: &str) -> Result<Cells, NotationError> {
        let strip = Cells::read(text, ".tfxo")?;
        Ok(strip.mapped(|letter| match letter {
            b'x' => b't',
            b'o' => b'f',
            other => other,
        }))
    }

    fn write(&self, strip: &Cells) -> String {
        strip.to_string()
    }

    fn draw(&self, strip: &Cells) -> Drawing {
        strip.drawing()
    }

    fn each_move(&self, strip: &Cells, player: Player, found: Found<'_, Cells>) {
        for from in strip.places(animal(player)) {
            for to in self.targets(strip, from, player) {
                let after = strip.with(&[(from, b'.'), (to, animal(player))]);
                found(after, &|| format!("{}-{}", strip.name(from), strip.name(to)));
            }
        }
    }

    /// Rows are strips of their own. A run of dead animals that is too long to be jumped
    /// over parts a strip, and so does one at its end, of any length.
    fn split(&self, strips: Cells, part: &mut dyn FnMut(Cells, Sign)) {
        for strip in strips.regions(&[(0, -1), (0, 1)], |_| false, b'.') {
            let dead = self.dead(&strip);
            let mut start = 0;
            let mut hand = |range: std::ops::Range<usize>| {
                let letters = &strip.letters()[range];
                if letters.iter().any(|&letter| letter != b'.') {
                    let text = String::from_utf8_lossy(letters).into_owned();
                    part(self.read(&text).expect("a part of a strip is one"), Sign::Plus);
                }
            };
            let mut place = 0;
            while place < dead.len() {
                let run = dead[place..].iter().take_while(|&&dead| dead).count();
                let at_an_end = place == 0 || place + run == dead.len();
                if run > self.most_jump || run > 0 && at_an_end {
                    hand(start..place);
                    start = place + run;
                }
                place += run.max(1);
            }
            hand(start.min(dead.len())..dead.len());
        }
    }

    fn normal(&self, strip: Cells) -> (Cells, Sign) {
        strip.representative(&FACING, other)
    }

    fn move_help(&self) -> Vec<String> {
        vec!["b1-c1   the animal on b1 goes to c1".into()]
    }
}
