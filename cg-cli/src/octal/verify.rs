//! `cg octal verify`: certificates, checked by code that shares nothing with the engines.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use cg_octal::{Certificate, OctalError, Verified};
use serde_json::json;

use super::failure::{Done, Failure};
use super::summary::period_words;
use super::{Job, print};
use crate::exit::Ending;

/// More than a certificate can have: a file of any size is not read whole.
const MOST_BYTES: u64 = 1 << 20;

pub(super) fn check(files: &[PathBuf], limit: Option<usize>, job: &Job<'_>) -> Done {
    let most = limit.map_or(u64::MAX, |limit| limit as u64);
    let mut worst = Ending::Answered;
    for file in files {
        let done = check_one(file, most, job);
        let ending = done.unwrap_or_else(|failure| failure.report(job.json));
        worst = worst.max(ending);
        if ending == Ending::Interrupted {
            break;
        }
    }
    Ok(worst)
}

fn check_one(file: &Path, most: u64, job: &Job<'_>) -> Done {
    let mut text = String::new();
    let opened = File::open(file).map_err(Failure::at(file))?;
    opened.take(MOST_BYTES).read_to_string(&mut text).map_err(Failure::at(file))?;
    let named = |error| match error {
        OctalError::Data { what } => Failure::Refused(format!("{}: {what}", file.display())),
        other => Failure::Octal(other),
    };
    let certificate = Certificate::from_json(&text).map_err(named)?;
    let interrupt = job.interrupt.clone();
    let wanted = certificate.clone();
    let verified =
        super::progress::beside(job, move || wanted.verify(most, &interrupt))?.map_err(named)?;
    let Verified { heaps, .. } = verified;
    let period = certificate.period;
    print(&if job.json {
        let object = json!({
            "kind": "verified",
            "file": file.display().to_string(),
            "code": certificate.code,
            "period": period.period,
            "preperiod": period.preperiod,
            "saltus": period.saltus,
            "proved": true,
            "heaps": heaps,
        });
        format!("{object}\n")
    } else {
        format!(
            "{}: {} has {}: verified by computing {heaps} heaps\n",
            file.display(),
            certificate.code,
            period_words(period)
        )
    })?;
    Ok(Ending::Answered)
}
