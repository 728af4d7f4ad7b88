//! Checkpoints: a run in a file, from which it goes on as if never stopped.
//!
//! ```text
//! file   := "cg-octal checkpoint\n" version:u32 length:u32 header parts crc:u32
//! header := JSON of so many bytes, with the length of each part
//! parts  := cells prefix state marker       as bytes
//! ```
//!
//! Numbers are stored with the lowest byte first; the CRC-32 covers all before it. A file is
//! written beside its place and then renamed, so that a reader sees the old or the new one, whole.

mod state;
#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::{OctalError, Result, Rules, Run, Settings};

const MAGIC: &[u8] = b"cg-octal checkpoint\n";
const VERSION: u32 = 1;

impl Run {
    /// Writes the run to `path`, replacing what is there only when all is written.
    ///
    /// ```
    /// use cg_octal::{Limits, Run, Settings};
    /// let path = std::env::temp_dir().join(format!("cg-octal-{}.checkpoint", std::process::id()));
    /// let rules = ".106".parse().unwrap();
    /// let mut run = Run::new(&rules, Settings::default()).unwrap();
    /// let limits = Limits { heaps: 100_000, time: None, all_heaps: false };
    /// run.go(limits, &Default::default(), &mut |_| Ok(())).unwrap();
    /// run.save(&path).unwrap();
    /// let again = Run::load(&path, &rules, Settings::default()).unwrap();
    /// assert_eq!(again.sequence().known(), run.sequence().known());
    /// # std::fs::remove_file(&path).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// What the system says, a full disk included; the file that was there is kept then.
    pub fn save(&self, path: &Path) -> Result<()> {
        let at = |path: &Path| {
            let path = path.to_owned();
            move |source| OctalError::File { path, source }
        };
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        let beside = PathBuf::from(beside);
        let written = self.write_to(&beside).map_err(at(&beside));
        let renamed = written.and_then(|()| fs::rename(&beside, path).map_err(at(path)));
        if renamed.is_err() {
            // The half-written file is of no use; the error to report is the first one.
            let _ = fs::remove_file(&beside);
            return renamed;
        }
        // The new name must reach the disk too; some systems cannot do that for a folder.
        if let Some(Ok(folder)) = path.parent().map(File::open) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    fn write_to(&self, path: &Path) -> io::Result<()> {
        let file = self.write(io::BufWriter::new(File::create(path)?))?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }

    /// Writes the run as a checkpoint, and gives `file` back.
    pub(crate) fn write<W: Write>(&self, file: W) -> io::Result<W> {
        let (header, parts) = self.state();
        write_parts(file, &serde_json::to_vec(&header)?, &parts)
    }

    /// Reads a run of the game `rules` from `path`.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, is damaged, of another version or of another game.
    pub fn load(path: &Path, rules: &Rules, settings: Settings) -> Result<Self> {
        let at = |source| OctalError::File { path: path.to_owned(), source };
        let file = File::open(path).map_err(at)?;
        Self::read_from(BufReader::new(file), rules, settings).map_err(|error| match error {
            OctalError::Data { what } => OctalError::data(format!("{}: {what}", path.display())),
            OctalError::File { source, .. } => at(source),
            other => other,
        })
    }

    /// Reads a run from the bytes of a checkpoint.
    ///
    /// # Errors
    ///
    /// As [`Self::load`]. No bytes make it panic.
    pub fn from_bytes(bytes: &[u8], rules: &Rules, settings: Settings) -> Result<Self> {
        Self::read_from(io::Cursor::new(bytes), rules, settings)
    }

    /// The sum is checked first, then the parts are read, so that no part is in memory twice.
    fn read_from(mut file: impl Read + Seek, rules: &Rules, settings: Settings) -> Result<Self> {
        let failed = |source| OctalError::File { path: PathBuf::new(), source };
        let cut = || OctalError::data("the checkpoint is truncated");
        let mut magic = [0; MAGIC.len()];
        if file.read_exact(&mut magic).is_err() || magic != MAGIC {
            return Err(OctalError::data("this is no checkpoint"));
        }
        let mut version = [0; 4];
        file.read_exact(&mut version).map_err(|_| cut())?;
        let version = u32::from_le_bytes(version);
        if version != VERSION {
            return Err(OctalError::data(format!(
                "the checkpoint has version {version}; this program reads version {VERSION}"
            )));
        }
        let start = file.stream_position().map_err(failed)?;
        let end = file.seek(SeekFrom::End(0)).map_err(failed)?;
        let end = end.checked_sub(4).filter(|&end| end >= start + 4).ok_or_else(cut)?;
        file.rewind().map_err(failed)?;
        let mut sum = Summed { file: io::sink(), sum: crc32fast::Hasher::new() };
        io::copy(&mut (&mut file).take(end), &mut sum).map_err(failed)?;
        let mut wanted = [0; 4];
        file.read_exact(&mut wanted).map_err(|_| cut())?;
        if sum.sum.finalize() != u32::from_le_bytes(wanted) {
            return Err(OctalError::data(
                "the checkpoint is damaged or truncated: its checksum is wrong",
            ));
        }
        file.seek(SeekFrom::Start(start)).map_err(failed)?;
        let mut body = file.take(end - start);
        let mut length = [0; 4];
        body.read_exact(&mut length).map_err(|_| cut())?;
        let mut header = Vec::new();
        let length = u64::from(u32::from_le_bytes(length));
        (&mut body).take(length).read_to_end(&mut header).map_err(failed)?;
        let header = serde_json::from_slice(&header).map_err(|e| {
            OctalError::data(format!("the header of the checkpoint is damaged: {e}"))
        })?;
        Self::from_state(header, &mut body, rules, settings)
    }
}

/// A checkpoint of this header and these parts.
pub(crate) fn write_parts<W: Write>(
    file: W,
    header: &[u8],
    parts: &[impl AsRef<[u8]>],
) -> io::Result<W> {
    let mut file = Summed { file, sum: crc32fast::Hasher::new() };
    file.write_all(MAGIC)?;
    file.write_all(&VERSION.to_le_bytes())?;
    let length =
        u32::try_from(header.len()).map_err(|_| io::Error::other("the header is too long"))?;
    file.write_all(&length.to_le_bytes())?;
    file.write_all(header)?;
    parts.iter().try_for_each(|part| file.write_all(part.as_ref()))?;
    let sum = file.sum.clone().finalize();
    file.write_all(&sum.to_le_bytes())?;
    Ok(file.file)
}

/// What is written goes on to `file`, and into the sum.
struct Summed<W> {
    file: W,
    sum: crc32fast::Hasher,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
