//! Block-ID pieces as a user writes them, and the choice where none are given.

use std::path::Path;
use std::str::FromStr;

use cg_trinim::{
    Convention, Error, Folding, Layers, Layout, Position, SolveOptions, Store, Symmetry, moves,
};

use super::args::Choice;
use super::failure::Failure;

/// A set of pieces: by their numbers, or as the pieces of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pieces {
    /// By their numbers.
    Numbers(Vec<u32>),
    /// As the pieces of a board.
    Board(Position),
}

impl FromStr for Pieces {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains(|c: char| c.is_ascii_digit()) {
            let number = |part: &str| {
                let part = part.trim();
                part.parse()
                    .map_err(|_| format!("`{part}` is no piece: write numbers such as 0,28,35"))
            };
            return text.split(',').map(number).collect::<Result<_, _>>().map(Pieces::Numbers);
        }
        text.parse().map(Pieces::Board).map_err(|error: Error| error.to_string())
    }
}

impl Pieces {
    /// The set on a board.
    fn on(&self, layers: Layers) -> Result<u64, Failure> {
        match self {
            Pieces::Numbers(numbers) => numbers.iter().try_fold(0, |set, &number| {
                if number < layers.pieces() {
                    return Ok(set | 1 << number);
                }
                Err(Failure::Asked(format!(
                    "piece {number} is not on a board of {layers} layers: its pieces are 0 to {}, row by row from the top",
                    layers.pieces() - 1
                )))
            }),
            Pieces::Board(board) if board.layers() == layers => Ok(board.pieces()),
            Pieces::Board(board) => {
                let (expected, found) = (layers.get(), board.layers().get());
                Err(Error::LayersDiffer { expected, found }.into())
            }
        }
    }
}

impl Choice {
    /// The chosen block-ID pieces; `None` when the user leaves the choice open.
    pub(super) fn folding(&self, layers: Layers) -> Result<Option<Folding>, Failure> {
        let pieces = match (&self.block_pieces, &self.orbits) {
            (Some(pieces), _) => pieces.on(layers)?,
            (None, Some(pieces)) => orbits(layers, pieces.on(layers)?),
            (None, None) => return Ok(None),
        };
        Ok(Some(Folding::new(layers, pieces, !self.no_symmetry)?))
    }

    /// Opens the folder of a run, or makes it: with the pieces chosen, with those it
    /// has, or with pieces of the rim.
    pub(super) fn store(
        &self,
        folder: &Path,
        layers: Layers,
        convention: Convention,
        options: &SolveOptions,
    ) -> Result<Store, Failure> {
        if let Some(folding) = self.folding(layers)? {
            return Ok(Store::create(folder, folding, convention)?);
        }
        match Store::open(folder) {
            Ok(store) => {
                fits(&store, layers, convention)?;
                Ok(store)
            }
            // Anything else that is wrong with the folder shows when it is made.
            Err(Error::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
                let pieces = on_the_rim(layers, options)?;
                Ok(Store::create(
                    folder,
                    Folding::new(layers, pieces, !self.no_symmetry)?,
                    convention,
                )?)
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Refuses a folder of another board or convention.
pub(super) fn fits(store: &Store, layers: Layers, convention: Convention) -> Result<(), Failure> {
    let (found, play) = (store.folding().layers(), store.convention());
    if (found, play) == (layers, convention) {
        return Ok(());
    }
    Err(Failure::Asked(format!(
        "{} holds {found} layers, {play} play, not {layers} layers, {convention} play: choose another folder",
        store.folder().display()
    )))
}

/// A set of pieces with all that symmetry makes like them.
fn orbits(layers: Layers, pieces: u64) -> u64 {
    Symmetry::ALL.into_iter().fold(0, |set, symmetry| set | symmetry.apply_to(layers, pieces))
}

/// Block-ID pieces for a folder: the corners and what lies next to them on the
/// rim, as few as the memory allows. Blocks of such pieces code well.
fn on_the_rim(layers: Layers, options: &SolveOptions) -> Result<u64, Failure> {
    // A job takes a little more than three blocks.
    let block_bytes = |pieces: u64| (1u64 << (layers.pieces() - pieces.count_ones())) / 8;
    let fits =
        |&pieces: &u64, jobs: u64| block_bytes(pieces).saturating_mul(4 * jobs) <= options.memory;
    let most = u32::from(layers.get()).div_ceil(2);
    // Small boards need their corners inside the blocks.
    let mut choices: Vec<u64> = (0..2)
        .flat_map(|first| (first + 1..=most).map(move |end| first..end))
        .map(|rows| rows.fold(0, |set, row| set | orbits(layers, 1 << (row * (row + 1) / 2))))
        .filter(|&pieces| is_storable(layers, pieces))
        .collect();
    choices.sort_by_key(|pieces| pieces.count_ones());
    let jobs = options.threads.get() as u64;
    let of_all = choices.iter().find(|pieces| fits(pieces, jobs));
    let of_one = || choices.iter().find(|pieces| fits(pieces, 1)).or(choices.last());
    of_all.or_else(of_one).copied().ok_or_else(|| {
        Failure::Asked(format!(
            "folders hold boards of 7 to {} layers: leave --db out, {layers} layers take milliseconds in memory",
            Layers::MAX
        ))
    })
}

/// Whether blocks of these pieces can be stored, and seen through symmetries: the
/// lowest eight pieces inside are pairwise not adjacent, and the symmetries
/// permute the lowest six.
fn is_storable(layers: Layers, pieces: u64) -> bool {
    let Ok(folding) = Folding::new(layers, pieces, true) else { return false };
    let Ok(layout) = Layout::new(layers, pieces, folding.symmetries()) else { return false };
    let lowest =
        |count| layout.order().iter().take(count).fold(0u64, |set, piece| set | 1 << piece);
    let single = moves(layers).iter().filter(|&m| m & !lowest(8) == 0).all(|m| m.count_ones() == 1);
    single && folding.symmetries().iter().all(|s| s.apply_to(layers, lowest(6)) == lowest(6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_numbers_or_a_board() {
        let layers = Layers::new(3).unwrap();
        let on = |text: &str| text.parse::<Pieces>().unwrap().on(layers);
        assert_eq!(on("0, 3,5").unwrap(), 0b10_1001);
        assert_eq!(on("x/../x.x").unwrap(), 0b10_1001);
        assert!(on("6").unwrap_err().to_string().contains("0 to 5"));
        assert!(on("x/..").unwrap_err().to_string().contains("3 layers"));
        for bad in ["", "a", "1,,2", "1;2", "-1", "x/x", "99999999999"] {
            assert!(bad.parse::<Pieces>().is_err(), "{bad}");
        }
    }

    #[test]
    fn the_rim_gives_blocks_that_fit_and_can_be_stored() {
        for k in 7..=10 {
            let layers = Layers::new(k).unwrap();
            let options = SolveOptions { memory: 1 << 30, ..SolveOptions::default() };
            let pieces = on_the_rim(layers, &options).unwrap();
            assert!(is_storable(layers, pieces), "{k}");
            assert_eq!(orbits(layers, pieces), pieces, "{k}");
        }
        for k in 1..=6 {
            assert!(on_the_rim(Layers::new(k).unwrap(), &SolveOptions::default()).is_err(), "{k}");
        }
    }
}
