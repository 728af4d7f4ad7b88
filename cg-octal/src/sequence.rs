//! A nim-sequence that grows, computed by the best engine for it.

use cg_core::Interrupt;
use serde::{Deserialize, Serialize};

use crate::block::{BlockEngine, Stop, WARM_UP};
use crate::dense::Dense;
use crate::general::General;
use crate::rules::Takes;
use crate::sparse_space::Counts;
use crate::{OctalError, Result, Rules, Simd, SparseSpace};

/// Which engine computes a nim-sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineKind {
    /// The best one, chosen again at intervals.
    #[default]
    Auto,
    /// Any game: [`General`].
    General,
    /// All pairs: [`Dense`].
    Dense,
    /// Blocks of heaps through a sparse space, even if the space is bad.
    Block,
}

/// How a nim-sequence is computed.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The engine.
    pub engine: EngineKind,
    /// The form of the inner loops.
    pub simd: Simd,
    /// Bytes that the stored values may take, about.
    pub memory: usize,
    /// Threads for this one game; 0 means 1. With 2, the block engine computes the common values in
    /// a thread that runs ahead. With more, its checks are shared if values are large. They change
    /// no value, and nothing in a checkpoint.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { engine: EngineKind::Auto, simd: Simd::detect(), memory: 1 << 30, threads: 1 }
    }
}

/// The nim-sequence of a game, computed as far as asked.
///
/// ```
/// use cg_octal::{Sequence, Settings};
/// let mut kayles = Sequence::new(&".77".parse().unwrap(), Settings::default()).unwrap();
/// kayles.extend(1_000_000, &Default::default()).unwrap();
/// assert_eq!(kayles.value(999_999), kayles.value(99));
/// ```
#[derive(Clone, Debug)]
pub struct Sequence {
    rules: Rules,
    takes: Option<Takes>,
    settings: Settings,
    pub(crate) engine: Engine,
    pub(crate) review: Review,
}

/// The times at which the engine is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Review {
    /// The number of heaps at which it is chosen next.
    #[serde(rename = "review")]
    at: usize,
    /// The number of rare heaps at the last choice.
    rares: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum Engine {
    General(General),
    Dense(Dense),
    Narrow(BlockEngine<u8>),
    Wide(BlockEngine<u16>),
}

/// The dense engine computes this many heaps before a sparse space is searched.
const FIRST_REVIEW: usize = 2048;

impl Sequence {
    /// The sequence of `rules`, without known heaps.
    ///
    /// # Errors
    ///
    /// An engine that does not play this game.
    pub fn new(rules: &Rules, settings: Settings) -> Result<Self> {
        let takes = Takes::new(rules, "block");
        let engine = match settings.engine {
            EngineKind::Auto if takes.is_err() => {
                Engine::General(General::new(rules, settings.memory))
            }
            EngineKind::General => Engine::General(General::new(rules, settings.memory)),
            EngineKind::Auto | EngineKind::Dense => {
                Engine::Dense(Dense::new(rules, settings.simd)?)
            }
            EngineKind::Block => {
                takes.as_ref().map_err(|_| Takes::new(rules, "block")).err().transpose()?;
                Engine::Dense(Dense::new(rules, settings.simd)?)
            }
        };
        let takes = takes.ok();
        let warm_up = takes.as_ref().map_or(0, |takes| takes.length) + WARM_UP;
        let at = match settings.engine {
            EngineKind::Auto if takes.is_some() => FIRST_REVIEW.max(warm_up),
            EngineKind::Block => warm_up,
            _ => usize::MAX,
        };
        Ok(Self { rules: rules.clone(), takes, settings, engine, review: Review { at, rares: 0 } })
    }

    /// The game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of known heaps: 0, 1, ..., `known() - 1`.
    pub fn known(&self) -> usize {
        match &self.engine {
            Engine::General(general) => general.values().len(),
            Engine::Dense(dense) => dense.values().len(),
            Engine::Narrow(block) => block.known,
            Engine::Wide(block) => block.known,
        }
    }

    /// The nim-value of `heap`; `None` if it is not yet known, or no longer stored.
    pub fn value(&self, heap: usize) -> Option<u32> {
        match &self.engine {
            Engine::General(general) => general.values().get(heap).copied(),
            Engine::Dense(dense) => dense.values().get(heap).map(|&v| u32::from(v)),
            Engine::Narrow(block) => block.value(heap),
            Engine::Wide(block) => block.value(heap),
        }
    }

    /// The nim-values of the heaps 0, 1, ..., `count` - 1, which must be known.
    ///
    /// # Errors
    ///
    /// A value that is not yet known, or was dropped to save memory.
    pub fn values(&self, count: usize) -> Result<Vec<u32>> {
        let value = |heap| {
            self.value(heap).ok_or_else(|| {
                OctalError::limit(
                    format!("the value of heap {heap}"),
                    format!("{} bytes of memory", self.settings.memory),
                )
            })
        };
        (0..count).map(value).collect()
    }

    /// The heap at which the engine is chosen next.
    pub(crate) fn next_choice(&self) -> usize {
        self.review.at
    }

    /// The name of the current engine.
    pub fn engine_name(&self) -> &'static str {
        match &self.engine {
            Engine::General(_) => "general",
            Engine::Dense(_) => "dense",
            Engine::Narrow(_) => "block, one byte a value",
            Engine::Wide(_) => "block, two bytes a value",
        }
    }

    /// The state of the block engine, in one line.
    pub fn internals(&self) -> String {
        match &self.engine {
            Engine::Narrow(block) => block.internals(),
            Engine::Wide(block) => block.internals(),
            _ => String::new(),
        }
    }

    /// The sparse space in use.
    pub fn space(&self) -> Option<SparseSpace> {
        match &self.engine {
            Engine::Narrow(block) => Some(block.space),
            Engine::Wide(block) => Some(block.space),
            _ => None,
        }
    }

    /// The space and the width of the cells of the block engine.
    pub(crate) fn coding(&self) -> Option<(SparseSpace, usize)> {
        match &self.engine {
            Engine::Narrow(block) => Some((block.space, 1)),
            Engine::Wide(block) => Some((block.space, 2)),
            _ => None,
        }
    }

    /// The rare heaps so far, in the space in use, without heap 0.
    pub fn rare_heaps(&self) -> &[usize] {
        match &self.engine {
            Engine::Narrow(block) => &block.rares,
            Engine::Wide(block) => &block.rares,
            _ => &[],
        }
    }

    /// Computes values until at least `count` heaps are known.
    ///
    /// # Errors
    ///
    /// The interrupt flag, or a limit. Known values are kept, and a later call goes on.
    pub fn extend(&mut self, count: usize, interrupt: &Interrupt) -> Result<()> {
        while self.known() < count {
            let target = count.min(self.review.at);
            let done = match &mut self.engine {
                Engine::General(general) => general.extend(target, interrupt).map_err(Stop::Error),
                Engine::Dense(dense) => dense.extend(target, interrupt).map_err(Stop::Error),
                Engine::Narrow(block) => block.extend(target, interrupt),
                Engine::Wide(block) => block.extend(target, interrupt),
            };
            match done {
                Ok(()) => {}
                Err(Stop::Widen) => self.widen()?,
                Err(Stop::Error(error)) => return Err(error),
            }
            if self.known() >= self.review.at {
                self.choose_engine()?;
            }
        }
        Ok(())
    }

    fn widen(&mut self) -> Result<()> {
        let Engine::Narrow(block) = &self.engine else {
            return Err(OctalError::limit("a nim-value", "32767 for values in a sparse space"));
        };
        self.engine = Engine::Wide(block.widened().map_err(not_wide)?);
        Ok(())
    }

    /// Chooses the engine and the space from the known values.
    fn choose_engine(&mut self) -> Result<()> {
        let known = self.known();
        self.review.at = known.saturating_add(known / 4);
        let Some(takes) = &self.takes else {
            return Ok(());
        };
        // If no new rare heaps appear, the space is good.
        let rares = self.rare_heaps().len();
        if self.space().is_some() && rares <= self.review.rares + self.review.rares / 4 + 8 {
            return Ok(());
        }
        let mut counts = Counts::default();
        let mut most = 0;
        for heap in 1..known {
            // A sequence with dropped values keeps its space.
            let Some(value) = self.value(heap) else {
                self.review.at = usize::MAX;
                return Ok(());
            };
            counts.add(heap as u64, value);
            most = most.max(value);
        }
        let Some((space, rare)) = counts.best_space(takes.odd_split()) else {
            return Ok(());
        };
        let rare = usize::try_from(rare).expect("rare heaps are some of those known");
        let windows = most as usize / 64 + 1;
        let sparse =
            self.settings.engine == EngineKind::Block || rare.saturating_mul(2 * windows) < known;
        let in_blocks = self.space().is_some();
        // A new space must be worth the time to code all values again.
        let better =
            !in_blocks || rare.saturating_mul(4) < self.rare_heaps().len().saturating_mul(3);
        if sparse && better {
            self.engine = self.block_engine(takes.clone(), space)?;
        } else if !sparse && in_blocks {
            let values = self.values(known)?;
            self.engine =
                Engine::Dense(Dense::from_values(&self.rules, self.settings.simd, &values)?);
        }
        self.review.rares = self.rare_heaps().len();
        Ok(())
    }

    fn block_engine(&self, takes: Takes, space: SparseSpace) -> Result<Engine> {
        let values = self.values(self.known())?;
        let Settings { simd, memory, threads, .. } = self.settings;
        let narrow = BlockEngine::<u8>::new(takes.clone(), space, simd, memory, &values);
        match narrow {
            Ok(block) => Ok(Engine::Narrow(block.with_threads(threads))),
            Err(Stop::Error(error)) => Err(error),
            Err(Stop::Widen) => {
                let wide = BlockEngine::<u16>::new(takes, space, simd, memory, &values);
                Ok(Engine::Wide(wide.map_err(not_wide)?.with_threads(threads)))
            }
        }
    }
}

fn not_wide(stop: Stop) -> OctalError {
    match stop {
        Stop::Error(error) => error,
        Stop::Widen => OctalError::limit("a nim-value", "32767 for values in a sparse space"),
    }
}

/// The nim-values of the heaps 0, 1, ..., `count` - 1, by the best engine.
///
/// ```
/// let guiles: cg_octal::Rules = ".15".parse().unwrap();
/// assert_eq!(cg_octal::nim_values(&guiles, 8).unwrap(), [0, 1, 1, 0, 1, 1, 2, 2]);
/// ```
///
/// # Errors
///
/// A limit on memory or on the size of values.
pub fn nim_values(rules: &Rules, count: usize) -> Result<Vec<u32>> {
    let mut sequence = Sequence::new(rules, Settings::default())?;
    sequence.extend(count, &Interrupt::new())?;
    sequence.values(count)
}

#[cfg(test)]
mod tests {
    use crate::{EngineKind, Rules, Sequence, Settings};

    #[test]
    fn engines_agree_where_they_change() {
        for code in [".104", ".376", ".6", "Grundy", ".07", ".3", ".004", "4.4"] {
            let rules: Rules = code.parse().unwrap();
            let run = |engine| {
                let settings = Settings { engine, ..Settings::default() };
                let mut sequence = Sequence::new(&rules, settings).unwrap();
                sequence.extend(10_000, &cg_core::Interrupt::new()).unwrap();
                (0..10_000).map(|heap| sequence.value(heap).unwrap()).collect::<Vec<u32>>()
            };
            let dense = run(EngineKind::Dense);
            assert!(run(EngineKind::Auto) == dense, "{code}");
            assert!(run(EngineKind::Block) == dense, "{code}");
        }
    }
}
