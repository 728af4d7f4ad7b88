//! Sequences as pictures, in the terminal and as SVG.

use std::path::Path;

use cg_octal::{EngineKind, Run, Sequence, Settings, Space};
use cg_plot::{Picture, SequencePicture};

use super::failure::{Done, Failure};
use super::{Job, file};

/// Heaps from which a sparse space is chosen for a short sequence.
const SAMPLE: usize = 1 << 14;

/// Draws the first `count` values, or all known, into the file `path`.
pub(super) fn write(run: &Run, count: Option<usize>, path: &Path, job: &Job<'_>) -> Done<()> {
    let svg = picture(run, count, job).svg();
    let svg = svg.map_err(|error| Failure::Refused(format!("{}: {error}", path.display())))?;
    file::write(path, &svg)
}

/// Draws them with characters.
pub(super) fn text(run: &Run, count: Option<usize>, job: &Job<'_>) -> String {
    picture(run, count, job).text(job.terminal)
}

fn picture(run: &Run, count: Option<usize>, job: &Job<'_>) -> SequencePicture {
    let rules = run.sequence().rules();
    let count = count.unwrap_or(usize::MAX).min(run.sequence().known());
    let values = || (0..count).map_while(|heap| run.sequence().value(heap));
    let (mut drawn, mut top) = (0u64, 0);
    values().for_each(|value| {
        drawn += 1;
        top = top.max(value);
    });
    let space = space(run, count, job);
    let name = rules.name().map(|name| format!(" ({name})")).unwrap_or_default();
    let title = format!("Nim-values of {rules}{name}, heaps 0 to {}", drawn.saturating_sub(1));
    let mut picture = SequencePicture::new(title, ["heap", "nim-value"], drawn, top.into());
    if let Some(Space { mask, parity, .. }) = space {
        let parity = if parity { " and parity of the heap" } else { "" };
        let rare = format!("rare values (mask {mask:#x}{parity})");
        picture = picture.with_kinds(["common values", &rare]);
    }
    for (heap, value) in (0..).zip(values()) {
        let rare = space.is_some_and(|space| space.is_rare(value, heap));
        picture.add(heap, value.into(), rare);
    }
    picture
}

/// The sparse space of the run; for a run too short to have one, that of a sample if
/// it leaves few values rare.
fn space(run: &Run, count: usize, job: &Job<'_>) -> Option<Space> {
    if let Some(space) = run.sequence().space() {
        return Some(space);
    }
    let settings = Settings { engine: EngineKind::Block, ..job.settings() };
    let mut sample = Sequence::new(run.sequence().rules(), settings).ok()?;
    let heaps = count.clamp(SAMPLE / 8, SAMPLE);
    sample.extend(heaps, job.interrupt).ok()?;
    sample.space().filter(|_| 4 * sample.rare_heaps().len() <= heaps)
}
