//! The file of a survey: a line that says what is surveyed, then a line for each game.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use cg_octal::Report;
use serde::{Deserialize, Serialize};

use super::failure::{Done, Failure};
use super::file;

/// What reports must have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Heading {
    pub(super) kind: String,
    pub(super) version: u32,
    pub(super) heaps: u64,
    pub(super) milliseconds: u64,
}

/// A file that finished games are appended to.
pub(super) struct Record {
    path: PathBuf,
    file: File,
}

impl Record {
    /// Opens or begins the record at `path`; with the reports that are there.
    pub(super) fn open(path: &Path, heading: &Heading) -> Done<(Self, Vec<Report>)> {
        file::must_be_plain(path)?;
        let mut options = OpenOptions::new();
        let opened = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(Failure::at(path))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(Failure::at(path))?;
        let (whole, reports) = read(&text, heading)
            .map_err(|what| Failure::Refused(format!("{}: {what}", path.display())))?;
        // Half a line is what a killed survey leaves: its game runs again.
        file.set_len(whole as u64).map_err(Failure::at(path))?;
        file.seek(SeekFrom::End(0)).map_err(Failure::at(path))?;
        let mut record = Record { path: path.to_owned(), file };
        if whole == 0 {
            record.line(heading)?;
        }
        Ok((record, reports))
    }

    /// Appends a report.
    pub(super) fn add(&mut self, report: &Report) -> Done<()> {
        self.line(report)
    }

    fn line(&mut self, item: &impl Serialize) -> Done<()> {
        let mut line = serde_json::to_vec(item).map_err(std::io::Error::other)?;
        line.push(b'\n');
        let start = self.file.stream_position().map_err(Failure::at(&self.path))?;
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        if written.is_err() {
            // What was written of the line is no use; the error to report is the first one.
            let _ = self.file.set_len(start);
        }
        written.map_err(Failure::at(&self.path))
    }
}

/// The reports in `text`, and how many bytes of it are whole lines.
fn read(text: &str, wanted: &Heading) -> Result<(usize, Vec<Report>), String> {
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let mut lines = text[..whole].lines();
    let Some(first) = lines.next() else {
        // A heading cut off in the middle is no more than a beginning of it.
        let heading = serde_json::to_string(wanted).map_err(|error| error.to_string())?;
        return match heading.starts_with(text) {
            true => Ok((0, Vec::new())),
            false => Err("this is no record of a survey".to_owned()),
        };
    };
    let heading: Heading =
        serde_json::from_str(first).map_err(|_| "this is no record of a survey".to_owned())?;
    if heading.kind != wanted.kind || heading.version != wanted.version {
        return Err("this is no record of a survey that this program reads".to_owned());
    }
    if heading != *wanted {
        return Err(format!(
            "this survey gives each game {} heaps and {} ms; ask for the same, or take another file",
            heading.heaps, heading.milliseconds
        ));
    }
    let mut reports = Vec::new();
    for (number, line) in (2..).zip(lines) {
        let report = serde_json::from_str(line);
        reports.push(report.map_err(|error| format!("line {number} is damaged: {error}"))?);
    }
    Ok((whole, reports))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading(heaps: u64) -> Heading {
        Heading { kind: "octal survey".into(), version: 1, heaps, milliseconds: 2000 }
    }

    #[test]
    fn a_record_cut_anywhere_is_read_as_far_as_it_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("record");
        let (mut record, none) = Record::open(&path, &heading(1000)).expect("it begins");
        assert!(none.is_empty());
        for code in [".77", ".07"] {
            let rules = code.parse().expect("a code");
            let run = cg_octal::Run::new(&rules, Default::default()).expect("a run");
            record.add(&Report::new(&run, cg_octal::Ending::Heaps, 0.0, 0)).expect("it is written");
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        assert_eq!(ends.len(), 3);
        for cut in 0..=text.len() {
            let (whole, reports) = read(&text[..cut], &heading(1000)).expect("a beginning");
            let lines = ends.iter().filter(|&&end| end <= cut).count();
            assert_eq!(reports.len(), lines.saturating_sub(1));
            assert_eq!(whole, if lines == 0 { 0 } else { ends[lines - 1] });
        }
        assert!(read(&text, &heading(2000)).is_err());
        assert!(read(&text.replace("heaps", "heap"), &heading(1000)).is_err());
        assert!(read("a letter\n", &heading(1000)).is_err());
        assert!(read("a letter", &heading(1000)).is_err());
    }
}
