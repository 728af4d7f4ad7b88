//! Certificates in segments: written after a long run that kept its states, and checked whole, by shards, or by a
//! sample.

use std::path::Path;

use cg_calculator::cg_octal::{ChainCertificate, OctalError, Run, StateLog};
use indicatif::HumanCount;

use super::part::Part;
use super::progress::Line;
use super::verification::{Segments, Verification};
use super::{Job, in_file, write};
use crate::error::{CommandError, CommandResult};
use crate::output::{Ending, print_reply};

/// Writes the chain of a run.
pub(super) fn certify(
    run: &Run,
    states: &StateLog,
    path: &Path,
    job: &Job<'_>,
) -> CommandResult<()> {
    let line = Line::new();
    let mut heaps = 0;
    let mut progress = |more| {
        heaps += more;
        line.set(format!("{} heaps computed again for the certificate", HumanCount(heaps)));
    };
    let chain = ChainCertificate::of(run, states, &mut progress, job.interrupt)?;
    line.clear();
    let none =
        || CommandError::Refused(format!("{}: no certificate: no state repeats", path.display()));
    write(path, &chain.ok_or_else(none)?.to_json())
}

/// Verifies the segments of a chain that `part` names.
pub(super) fn verify(
    file: &Path,
    text: &str,
    most: u64,
    part: Part,
    job: &Job<'_>,
) -> CommandResult {
    let named = in_file(file);
    let chain = ChainCertificate::from_json(text).map_err(&named)?;
    let checked = chain.check(job.interrupt).map_err(&named)?;
    let segments = part.of(checked.segments());
    let of = |segments: &[usize]| -> u64 {
        let heaps = segments.iter().map(|&segment| checked.heaps(segment));
        heaps.map(|heaps| heaps.end - heaps.start).sum()
    };
    let (heaps, all) = (of(&segments), of(&Part::Whole.of(checked.segments())));
    if heaps > most {
        let (what, limit) = (format!("the values of {heaps} heaps"), format!("{most} heaps"));
        return Err(OctalError::Limit { what, limit }.into());
    }
    let line = Line::new();
    let mut done = 0;
    let mut progress = |more| {
        done += more;
        line.set(format!("{} of {} heaps", HumanCount(done), HumanCount(heaps)));
    };
    for &segment in &segments {
        checked.verify(segment, &mut progress, job.interrupt).map_err(&named)?;
    }
    line.clear();
    let proved = segments.len() == checked.segments();
    let seed = match part {
        Part::Sample { seed, .. } => Some(seed),
        Part::Whole | Part::Shard(_) => None,
    };
    let verification = Verification {
        file: file.display().to_string(),
        code: chain.code.clone(),
        period: chain.period,
        proved,
        heaps,
        segments: Some(Segments {
            segments: segments.iter().map(|segment| segment + 1).collect(),
            of_segments: checked.segments(),
            seed,
            share: heaps as f64 / all as f64,
        }),
    };
    print_reply(&verification, job.json)?;
    Ok(Ending::Answered)
}
