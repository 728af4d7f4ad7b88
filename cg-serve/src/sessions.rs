//! The sessions of a server: one for each tab, so many at most.
//!
//! A page says again and again that it is there ([`Sessions::here`]). It holds no stream
//! open for that: browsers open six connections to a server at a time, for all tabs
//! together. When a page leaves, its computation is interrupted; the session itself waits
//! a little, for a page that is loaded again, and ends then. So it does when nothing is
//! heard of its page for long.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cg_calculator::{GameError, Settings};

use crate::session::Session;

/// How many sessions there may be at a time.
pub const MOST_SESSIONS: usize = 8;

/// How long a session waits for its page to come back.
pub(crate) const GRACE: Duration = Duration::from_secs(60);
/// How long a page may be silent. Browsers let hidden tabs speak once a minute.
pub(crate) const SILENCE: Duration = Duration::from_secs(180);

/// Why there is no new session.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoSession {
    #[error(
        "there are {MOST_SESSIONS} worksheets open already: close a tab and wait a minute, or take over the one that \
         has been idle longest, which loses what it defined"
    )]
    TooMany,
    #[error(
        "there are {MOST_SESSIONS} worksheets open already, and all of them are computing: stop one or close a tab"
    )]
    AllBusy,
    #[error("no calculator: {0}")]
    SetUp(#[from] GameError),
    #[error("the system gives no random numbers: {0}")]
    Random(#[from] getrandom::Error),
}

/// The table of sessions.
pub(crate) struct Sessions {
    settings: Settings,
    table: Mutex<HashMap<String, Entry>>,
}

struct Entry {
    session: Arc<Session>,
    /// The page that has it; none when that has left.
    page: Option<String>,
    /// Whether a page has had it: before that, one is on its way.
    greeted: bool,
    /// When something was heard of it.
    heard: Instant,
}

impl Entry {
    fn is_over(&self) -> bool {
        self.heard.elapsed() > if self.page.is_some() { SILENCE } else { GRACE }
    }
}

/// 128 random bits as text.
pub(crate) fn secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Sessions {
    /// No sessions; those to come work with these settings.
    pub(crate) fn new(settings: Settings) -> Self {
        Sessions { settings, table: Mutex::default() }
    }

    fn table(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a session; its name is a secret. With `take_over` the session that has been idle longest makes
    /// room where there is none.
    pub(crate) fn open(&self, take_over: bool) -> Result<String, NoSession> {
        self.sweep();
        let mut table = self.table();
        let mut gone = None;
        if table.len() >= MOST_SESSIONS {
            // A new page is worth more than one that was closed.
            let left = table.iter().filter(|(_, entry)| entry.page.is_none() && entry.greeted);
            let longest = left.min_by_key(|(_, entry)| entry.heard).map(|(name, _)| name.clone());
            let idle = || {
                let idle = table.iter().filter_map(|(name, entry)| {
                    entry.session.idle_since().map(|since| (since, name.clone()))
                });
                idle.min().map(|(_, name)| name).ok_or(NoSession::AllBusy)
            };
            let name = match longest {
                Some(name) => name,
                None if take_over => idle()?,
                None => return Err(NoSession::TooMany),
            };
            gone = table.remove(&name);
        }
        let name = secret()?;
        let session = Arc::new(Session::start(&self.settings)?);
        let entry = Entry { session, page: None, greeted: false, heard: Instant::now() };
        table.insert(name.clone(), entry);
        drop(table);
        drop(gone);
        Ok(name)
    }

    /// The session of this name.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<Session>> {
        self.table().get(name).map(|entry| Arc::clone(&entry.session))
    }

    /// Gives this session to a page, which chose a name for itself.
    /// `None` when there is no such session, false when another page has it.
    pub(crate) fn claim(&self, name: &str, page: &str) -> Option<bool> {
        let mut table = self.table();
        let entry = table.get_mut(name)?;
        if entry.page.as_deref().is_some_and(|own| own != page) {
            return Some(false);
        }
        entry.page = Some(page.to_owned());
        entry.greeted = true;
        entry.heard = Instant::now();
        Some(true)
    }

    /// Says that a page leaves: nobody waits for what it asked.
    pub(crate) fn leave(&self, name: &str, page: &str) {
        if let Some(entry) =
            self.table().get_mut(name).filter(|entry| entry.page.as_deref() == Some(page))
        {
            entry.page = None;
            entry.heard = Instant::now();
            entry.session.interrupt();
        }
    }

    /// Ends a session.
    pub(crate) fn close(&self, name: &str) {
        let entry = self.table().remove(name);
        drop(entry);
    }

    /// Ends the sessions whose pages have left for good.
    pub(crate) fn sweep(&self) {
        let gone: Vec<Entry> = {
            let mut table = self.table();
            let over = table.iter().filter(|(_, entry)| entry.is_over());
            let names: Vec<String> = over.map(|(name, _)| name.clone()).collect();
            names.iter().filter_map(|name| table.remove(name)).collect()
        };
        drop(gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_so_many_sessions_and_no_more() {
        let sessions = Sessions::new(Settings::default());
        let names: Vec<String> =
            (0..MOST_SESSIONS).map(|_| sessions.open(false).unwrap()).collect();
        assert!(matches!(sessions.open(false), Err(NoSession::TooMany)));
        sessions.close(&names[0]);
        assert!(sessions.find(&names[0]).is_none());
        assert!(sessions.open(false).is_ok());
        // One that rests makes room for who asks for it.
        assert!(sessions.open(true).is_ok());
        let kept: Vec<_> = names.iter().filter(|name| sessions.find(name).is_some()).collect();
        assert_eq!(kept.len(), MOST_SESSIONS - 2);
        // One whose page was closed makes room.
        assert_eq!(sessions.claim(kept[0], "page"), Some(true));
        assert!(matches!(sessions.open(false), Err(NoSession::TooMany)));
        sessions.leave(kept[0], "page");
        assert!(sessions.open(false).is_ok() && sessions.find(kept[0]).is_none());
    }

    #[test]
    fn a_session_has_one_page_at_a_time() {
        let sessions = Sessions::new(Settings::default());
        let name = sessions.open(false).unwrap();
        assert_eq!(sessions.claim(&name, "one"), Some(true));
        assert_eq!(sessions.claim(&name, "one"), Some(true));
        assert_eq!(sessions.claim(&name, "another"), Some(false));
        sessions.leave(&name, "another");
        assert_eq!(sessions.claim(&name, "another"), Some(false), "only the page itself leaves");
        sessions.leave(&name, "one");
        // The page is loaded again, in time.
        sessions.sweep();
        assert_eq!(sessions.claim(&name, "another"), Some(true));
        assert_eq!(sessions.claim("nothing", "one"), None);
    }

    #[test]
    fn a_session_ends_a_while_after_its_page() {
        let sessions = Sessions::new(Settings::default());
        let [kept, left, silent] = [(); 3].map(|()| sessions.open(false).unwrap());
        let ago = |time: Duration| Instant::now().checked_sub(time + Duration::from_secs(1));
        // A machine that has just started has no such time.
        let (Some(a_while), Some(long)) = (ago(GRACE), ago(SILENCE)) else { return };
        for (name, page, heard) in
            [(&kept, Some("a"), a_while), (&left, None, a_while), (&silent, Some("b"), long)]
        {
            let mut table = sessions.table();
            let entry = table.get_mut(name).unwrap();
            (entry.page, entry.heard) = (page.map(str::to_owned), heard);
        }
        sessions.sweep();
        assert_eq!(
            [&kept, &left, &silent].map(|name| sessions.find(name).is_some()),
            [true, false, false]
        );
    }
}
