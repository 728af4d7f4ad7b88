//! Where the value of a position comes from: a folder, the small database in
//! the cache folder, or a search.

use std::path::{Path, PathBuf};

use cg_trinim::{
    Convention, Error, Folding, Layers, Lookup, Position, Result, RunLimits, Search, SolveOptions,
    Store, StoreLookup, Symmetry,
};

/// The layers of the small database; what fits a smaller board is solved in
/// memory in no more time than a file takes to read.
const SMALL: u8 = 7;
/// A piece of the orbit of six that are its block-ID pieces: 16 files, of which
/// a single position needs one.
const SMALL_ORBIT: u64 = 1 << 1;

/// Looks positions up in a folder; what fits its board is placed on it.
#[derive(Debug)]
pub(super) struct FromFolder<'a> {
    layers: Layers,
    lookup: StoreLookup<'a>,
}

impl<'a> FromFolder<'a> {
    pub(super) fn new(store: &'a Store, options: &'a SolveOptions) -> Self {
        FromFolder { layers: store.folding().layers(), lookup: StoreLookup::new(store, options) }
    }
}

impl Lookup for FromFolder<'_> {
    fn wins(&mut self, positions: &[Position]) -> Result<Vec<bool>> {
        let place = |position: &Position| {
            let fitted = position.fitted();
            if fitted.layers() > self.layers {
                let (expected, found) = (self.layers.get(), fitted.layers().get());
                return Err(Error::LayersDiffer { expected, found });
            }
            // The pieces of a smaller board are those of the top of a larger one.
            Position::new(self.layers, fitted.pieces())
        };
        let placed: Vec<Position> = positions.iter().map(place).collect::<Result<_>>()?;
        self.lookup.wins(&placed)
    }
}

/// Looks positions that need 7 layers up in the small database, and searches the rest.
#[derive(Debug)]
pub(super) struct BySearch<'a> {
    pub(super) small: Option<FromFolder<'a>>,
    pub(super) search: Search,
}

impl Lookup for BySearch<'_> {
    fn wins(&mut self, positions: &[Position]) -> Result<Vec<bool>> {
        let Some(small) = &mut self.small else { return self.search.wins(positions) };
        let in_small = |position: &&Position| position.fitted().layers().get() == SMALL;
        let (known, others): (Vec<Position>, Vec<Position>) =
            positions.iter().partition(|p| in_small(p));
        let (mut known, mut others) =
            (small.wins(&known)?.into_iter(), self.search.wins(&others)?.into_iter());
        let next = |position| if in_small(&position) { known.next() } else { others.next() };
        Ok(positions.iter().filter_map(next).collect())
    }
}

/// Whether the small database is of use for a position and its options.
pub(super) fn needs_small(position: Position) -> bool {
    position.fitted().layers().get() == SMALL
}

/// Opens the small database of a convention in the cache folder; makes it, or
/// what is missing of it, first.
///
/// # Errors
///
/// Those of the run; there may be no room, or no permission, for files.
pub(super) fn small(convention: Convention, options: &SolveOptions) -> Result<Option<Store>> {
    let Some(cache) = cache_folder() else { return Ok(None) };
    let layers = Layers::new(u64::from(SMALL))?;
    let pieces = Symmetry::ALL.into_iter().fold(0, |set, s| set | s.apply_to(layers, SMALL_ORBIT));
    let folder = cache.join("cg").join("trinim").join(format!("{SMALL}-{convention}"));
    let store = Store::create(&folder, Folding::new(layers, pieces, true)?, convention)?;
    store.run(options, RunLimits::default(), &|_, _, _| ())?;
    Ok(Some(store))
}

/// The user's cache folder.
fn cache_folder() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || Some(Path::new(&std::env::var_os("HOME")?).join(".cache"));
    cache.filter(|path| path.is_absolute()).or_else(home).filter(|path| path.is_absolute())
}
