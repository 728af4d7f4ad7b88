//! `cg.toml`: the settings of a user, and those of a project for its folder.
//!
//! ```toml
//! notation = "standard"      # paper, standard, unicode or latex
//!
//! [limits]
//! memory_mib = 2048
//! seconds = 60
//! games = 100000000
//! options = 1000000
//!
//! [plugins]                  # in the user's own file only
//! folders = ["plugins"]      # relative to this file
//! ```
//!
//! A project's file may set the notation and lower limits. It may not load plugins: a downloaded
//! folder must not run code.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use cg_core::{Limits, Notation};

use crate::error::PluginError;

/// The name of the file, in the user's configuration folder and in a project's folder.
pub const CONFIGURATION: &str = "cg.toml";

/// The largest size of a configuration.
const MOST_BYTES: u64 = 1 << 20;

/// The settings; `None` for those that are not set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// The first notation of a session.
    pub notation: Option<Notation>,
    /// [`Limits::memory`], in bytes.
    pub memory: Option<u64>,
    /// [`Limits::time`].
    pub time: Option<Duration>,
    /// [`Limits::games`].
    pub games: Option<u64>,
    /// [`Limits::options`].
    pub options: Option<u64>,
    /// Folders to search for plugins.
    pub plugin_folders: Vec<PathBuf>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct File {
    notation: Option<String>,
    limits: FileLimits,
    plugins: Option<FilePlugins>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FileLimits {
    memory_mib: Option<u64>,
    seconds: Option<u64>,
    games: Option<u64>,
    options: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FilePlugins {
    folders: Vec<PathBuf>,
}

impl Configuration {
    /// The user's configuration in this file. If the file does not exist, nothing is set.
    ///
    /// # Errors
    /// It cannot be read, or its content is wrong.
    pub fn of_user(file: &Path) -> Result<Self, PluginError> {
        match cg_files::read_text(file, MOST_BYTES) {
            Ok(text) => Self::parse(file, &text),
            Err(error) if is_missing(&error) => Ok(Self::default()),
            Err(source) => Err(PluginError::Unreadable { path: file.to_owned(), source }),
        }
    }

    /// A project's configuration in this file. It loads no plugins.
    ///
    /// # Errors
    /// The errors of [`Configuration::of_user`]; an error if it names plugins.
    pub fn of_project(file: &Path) -> Result<Self, PluginError> {
        let configuration = Self::of_user(file)?;
        if configuration.plugin_folders.is_empty() {
            return Ok(configuration);
        }
        Err(PluginError::PluginsInProject(file.to_owned()))
    }

    pub(crate) fn parse(path: &Path, text: &str) -> Result<Self, PluginError> {
        let bad =
            |message: String| PluginError::BadConfiguration { path: path.to_owned(), message };
        let file: File = toml::from_str(text).map_err(|error| bad(error.to_string()))?;
        let notation = file.notation.map(|name| name.parse()).transpose();
        let notation =
            notation.map_err(|source| PluginError::Notation { path: path.to_owned(), source })?;
        let bytes = |mib: u64| {
            mib.checked_mul(1 << 20).ok_or_else(|| bad("memory_mib is too large".to_owned()))
        };
        let here = path.parent().unwrap_or(Path::new("."));
        let folders = file.plugins.map(|plugins| plugins.folders).unwrap_or_default();
        Ok(Configuration {
            notation,
            memory: file.limits.memory_mib.map(bytes).transpose()?,
            time: file.limits.seconds.map(Duration::from_secs),
            games: file.limits.games,
            options: file.limits.options,
            plugin_folders: folders.into_iter().map(|folder| here.join(folder)).collect(),
        })
    }

    /// Both together. The notation of `project` has precedence. Its limits are used if they are
    /// lower than the user's, or than the defaults if the user has set none. For higher limits, a
    /// note says that they are ignored: a downloaded folder must not take more of the machine than
    /// its owner allows. Plugins are the user's.
    #[must_use]
    pub fn with_project(self, project: &Configuration) -> (Self, Vec<String>) {
        let default = Limits::default();
        let mut notes = Vec::new();
        let mut lower = |name: &str, own: Option<u64>, default: u64, theirs: Option<u64>| {
            let most = own.unwrap_or(default);
            match theirs {
                Some(theirs) if theirs > most => {
                    notes.push(format!(
                        "a project may lower limits only: its {name} of {theirs} is ignored, \
                         {most} stays"
                    ));
                    own
                }
                theirs => theirs.or(own),
            }
        };
        let mib = |bytes: Option<u64>| bytes.map(|bytes| bytes >> 20);
        let memory =
            lower("memory_mib", mib(self.memory), default.memory >> 20, mib(project.memory));
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs());
        // If the user has no time limit, any limit is lower.
        let time = lower("seconds", seconds(self.time), u64::MAX, seconds(project.time));
        let games = lower("games", self.games, default.games, project.games);
        let options = lower("options", self.options, default.options, project.options);
        let both = Configuration {
            notation: project.notation.or(self.notation),
            memory: memory.map(|mib| mib << 20),
            time: time.map(Duration::from_secs),
            games,
            options,
            plugin_folders: self.plugin_folders,
        };
        (both, notes)
    }

    /// `limits` with these settings.
    pub fn limit(&self, limits: Limits) -> Limits {
        Limits {
            memory: self.memory.unwrap_or(limits.memory),
            memos: limits.memos,
            time: self.time.or(limits.time),
            games: self.games.unwrap_or(limits.games),
            options: self.options.unwrap_or(limits.options),
            interrupt: limits.interrupt,
            progress: limits.progress,
        }
    }
}

/// Whether the file does not exist. That includes a path through a file that is not a folder.
fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "/home/user/.config/cg/cg.toml";

    fn parse(text: &str) -> Result<Configuration, PluginError> {
        Configuration::parse(Path::new(FILE), text)
    }

    #[test]
    fn everything_can_be_set() {
        let text = "notation = \"latex\"\n[limits]\nmemory_mib = 3\nseconds = 5\ngames = 7\n\
                    options = 9\n[plugins]\nfolders = [\"mine\", \"/opt/cg\"]";
        let user = parse(text).expect("good");
        assert_eq!(user.notation, Some(Notation::Latex));
        let folders = ["/home/user/.config/cg/mine", "/opt/cg"].map(PathBuf::from);
        assert_eq!(user.plugin_folders, folders);
        let limits = user.limit(Limits::default());
        assert_eq!((limits.memory, limits.games, limits.options), (3 << 20, 7, 9));
        assert_eq!(limits.time, Some(Duration::from_secs(5)));
        let project = parse("notation = \"paper\"\n[limits]\ngames = 6").expect("good");
        let (both, notes) = user.clone().with_project(&project);
        assert_eq!(both.notation, Some(Notation::Paper));
        assert_eq!((both.games, both.options), (Some(6), Some(9)));
        assert_eq!(notes, [""; 0]);
        assert_eq!(both.plugin_folders, user.plugin_folders);
        assert_eq!(parse("").expect("good"), Configuration::default());
    }

    #[test]
    fn a_project_lowers_limits_only() {
        let user = parse("[limits]\ngames = 7\nseconds = 5").expect("good");
        let project = "[limits]\nmemory_mib = 99999\ngames = 8\nseconds = 4\noptions = 9";
        let (both, notes) = user.with_project(&parse(project).expect("good"));
        assert_eq!((both.memory, both.games, both.options), (None, Some(7), Some(9)));
        assert_eq!(both.time, Some(Duration::from_secs(4)));
        let said =
            "a project may lower limits only: its memory_mib of 99999 is ignored, 4096 stays";
        assert_eq!(notes[0], said);
        assert!(notes[1].contains("games of 8") && notes.len() == 2, "{notes:?}");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let says = |text: &str, part: &str| {
            let error = parse(text).expect_err("bad").to_string();
            assert!(error.starts_with(FILE) && error.contains(part), "{error}");
        };
        says("colour = 1", "unknown field `colour`");
        says("notation = \"french\"", "unknown notation \"french\": there are paper, standard");
        says("[limits]\nmemory_mib = 18446744073709551615", "memory_mib is too large");
        says("[plugins]\nload = 1", "unknown field `load`");
        says("notation = ", "TOML parse error");
    }

    #[test]
    fn a_project_loads_no_plugins() {
        let folder = std::env::temp_dir().join(format!("cg-project-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let file = folder.join(CONFIGURATION);
        assert_eq!(Configuration::of_project(&file).expect("none"), Configuration::default());
        std::fs::write(&file, "[plugins]\nfolders = [\".\"]").expect("written");
        let error = Configuration::of_project(&file).expect_err("refused").to_string();
        let user = Configuration::of_user(&file).expect("good");
        std::fs::remove_dir_all(&folder).expect("removed");
        assert!(error.contains("a project cannot load plugins"), "{error}");
        assert_eq!(user.plugin_folders.len(), 1);
    }
}
