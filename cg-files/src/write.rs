//! Writing a file so that a reader sees the whole old file or the whole new one.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{BufWriter, Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};

/// The ending of files that are being written.
const ENDING: &str = ".tmp";

/// Writes a file as a whole: first a file next to it, which is then renamed. If anything fails, the
/// old file stays; so it does on a full disk, and if the process is killed. After `Ok` the file is
/// on the disk, not only in the system's memory.
///
/// The temporary file has the name of the machine and a random part in its name. So writers on
/// several machines that share a folder use different names. A device or a pipe at `path` is
/// written directly. A link is followed.
///
/// # Errors
/// Errors of `fill`; errors of the system; a pipe without a reader.
pub fn write_whole(path: &Path, fill: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    if is_special(path) {
        let mut file = BufWriter::new(open_special(path)?);
        fill(&mut file)?;
        return file.flush();
    }
    // A link stays a link: its target is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = folder_of(path);
    let mut builder = tempfile::Builder::new();
    let prefix = prefix(path)?;
    builder.prefix(&prefix).suffix(ENDING).rand_bytes(8);
    // Opened and written here, not by `tempfile`, whose errors name the temporary file.
    let create = |path: &Path| File::options().write(true).create_new(true).open(path);
    let file = builder.make_in(&folder, create)?;
    let mut out = BufWriter::new(file.as_file());
    fill(&mut out)?;
    out.flush()?;
    drop(out);
    if let Ok(old) = fs::metadata(path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|failed| failed.error)?;
    sync_folder(&folder)
}

/// Opens a device, or a pipe that has a reader, without waiting.
fn open_special(path: &Path) -> Result<File> {
    let mut options = File::options();
    options.write(true);
    #[cfg(unix)]
    {
        use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
        use std::os::unix::fs::OpenOptionsExt;
        let file = options.custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path)?;
        // Only the opening must not wait.
        fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
        Ok(file)
    }
    #[cfg(not(unix))]
    options.open(path)
}

/// Whether the file at `path` exists and is not a regular file.
pub fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|known| !known.is_file())
}

/// Removes the files that killed writers of this machine left next to `path`. Call it only if no
/// other process of this machine can be writing the same file, that is, under a [`crate::Lock`].
///
/// # Errors
/// Errors of the system.
pub fn clear_leftovers(path: &Path) -> Result<()> {
    let prefix = prefix(path)?;
    for entry in fs::read_dir(folder_of(path))? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(prefix.as_encoded_bytes()) && name.ends_with(ENDING.as_bytes()) {
            match fs::remove_file(entry.path()) {
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                removed => removed?,
            }
        }
    }
    Ok(())
}

/// Removes the files that killed writers of this machine left in a folder. A file that another
/// process is writing is under its [`crate::Lock`], and its temporary file stays.
///
/// # Errors
/// A system error.
pub fn clear_folder(folder: &Path) -> Result<()> {
    let host = format!(".{}.", host());
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let target = name.to_str().and_then(|name| {
            let name = name.strip_prefix('.')?.strip_suffix(ENDING)?;
            name.rfind(&host).map(|at| folder.join(&name[..at]))
        });
        if let Some(target) = target
            && let Ok(Ok(_lock)) = crate::Lock::take(&target)
        {
            clear_leftovers(&target)?;
        }
    }
    Ok(())
}

/// The common beginning of the names of temporary files for `path`.
fn prefix(path: &Path) -> Result<OsString> {
    let name = path.file_name();
    let name = name.ok_or_else(|| Error::new(ErrorKind::InvalidInput, "it names no file"))?;
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    prefix.push(host());
    prefix.push(".");
    Ok(prefix)
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != OsStr::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The name of this machine, for names of files.
pub(crate) fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_else(|_| "host".into());
    name.replace(['/', '\\', '\0'], "_")
}

/// The new name must also survive a loss of power.
fn sync_folder(folder: &Path) -> Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        // Some file systems do not support this for a folder.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Ok(())
        }
        synced => synced,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn the_old_file_stays_when_writing_fails() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_whole(&path, |file| file.write_all(b"old")).unwrap();
        let failed = write_whole(&path, |file| {
            file.write_all(b"new")?;
            Err(Error::other("enough"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "enough");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["file"]);
        write_whole(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn leftovers_of_a_folder_are_cleared_but_for_files_at_work() {
        let folder = tempfile::tempdir().unwrap();
        let left = |name: &str| format!(".{name}.{}.abcdefgh.tmp", host());
        let kept = [
            "block".to_owned(),
            ".hidden.tmp".to_owned(),
            ".block.elsewhere.abcdefgh.tmp".to_owned(),
        ];
        for name in kept.iter().cloned().chain([left("block"), left("gone"), left("at.work")]) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let lock = crate::Lock::take(&folder.path().join("at.work")).unwrap().unwrap();
        clear_folder(folder.path()).unwrap();
        let here = |name: &str| folder.path().join(name).exists();
        assert!(kept.iter().all(|name| here(name)));
        assert_eq!(
            [left("block"), left("gone"), left("at.work")].map(|name| here(&name)),
            [false, false, true]
        );
        drop(lock);
        clear_folder(folder.path()).unwrap();
        assert!(!here(&left("at.work")));
    }

    #[test]
    fn leftovers_of_this_file_alone_are_cleared() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut left = prefix(&path).unwrap();
        left.push("abc.tmp");
        let other = ".other.host.abc.tmp";
        fs::write(folder.path().join(&left), "half").unwrap();
        fs::write(folder.path().join(other), "half").unwrap();
        clear_leftovers(&path).unwrap();
        assert_eq!(names(folder.path()), [other]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_and_modes_are_kept() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write_whole(&link, |file| file.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        write_whole(Path::new("/dev/null"), |file| file.write_all(b"gone")).unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        // The pipe has no reader, so this is an error at once.
        assert!(write_whole(&pipe, |file| file.write_all(b"lost")).is_err());
        let full = write_whole(Path::new("/dev/full"), |file| file.write_all(b"lost"));
        assert_eq!(full.unwrap_err().kind(), ErrorKind::StorageFull);
    }
}
