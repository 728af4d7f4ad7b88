//! A loaded table: how its functions are called, and how their answers are
//! judged.

use std::sync::OnceLock;

use libloading::Library;

use crate::abi::{MOST_ANSWER, Reply, Status, Table};
use crate::call::{self, lend};
use crate::foreign::ForeignElement;
use cg_core::Outcome;
use cg_core::Relative;
use cg_core::encoding::{Decoder, Malformed, decoded};
use cg_core::{Error, Result};

/// A plugin that is plugged in.
pub(crate) struct Plugged {
    pub(crate) name: String,
    pub(crate) relatives: Vec<Relative>,
    pub(crate) table: Table,
    pub(crate) fault: OnceLock<Error>,
    /// What keeps the functions of the table in memory. The last field: it is
    /// dropped last.
    pub(crate) _library: Library,
}

/// Calls a function of the table; `Ok(None)` for [`Status::None`] and for an
/// optional function that is not there.
macro_rules! ask {
    ($plugged:expr, $function:ident($($argument:expr),*)) => {
        match $plugged.table.$function {
            None => Ok(None),
            Some(function) => $plugged.asked(stringify!($function), |reply| {
                // SAFETY: the function is the plugin's, and its library is loaded as long as
                // the plugin is held; the arguments and the reply outlive the call. That the function
                // keeps the contract of the border is what loading a plugin trusts it for.
                unsafe { function($($argument,)* reply) }
            }),
        }
    };
}

/// The same where an element is due.
macro_rules! element {
    ($plugged:expr, $function:ident($($argument:expr),*)) => {
        $plugged.due(stringify!($function), ask!($plugged, $function($($argument),*))?)
            .and_then(|bytes| $plugged.admit(stringify!($function), bytes))
    };
}

/// The same where there may be none.
macro_rules! maybe_element {
    ($plugged:expr, $function:ident($($argument:expr),*)) => {
        ask!($plugged, $function($($argument),*))?
            .map(|bytes| $plugged.admit(stringify!($function), bytes))
            .transpose()
    };
}

pub(crate) use {ask, element, maybe_element};

impl Plugged {
    /// Makes one call and judges it.
    pub(crate) fn asked(
        &self,
        function: &'static str,
        call: impl FnOnce(*const Reply) -> i32,
    ) -> Result<Option<Vec<u8>>> {
        if let Some(fault) = self.fault.get() {
            return Err(fault.clone());
        }
        let outcome = call::call(call);
        if outcome.null {
            return Err(self.fail(function, "wrote from a null pointer"));
        }
        if outcome.overflowed {
            let what = format!("its answer has more than {MOST_ANSWER} bytes");
            return Err(self.fail(function, what));
        }
        match outcome.status {
            Ok(Status::Ok) => Ok(Some(outcome.answer)),
            Ok(Status::None) => Ok(None),
            Ok(Status::Limit) => Err(Error::NumberTooLarge),
            Ok(Status::Refused) => Err(Error::subgroup(&self.name, outcome.message)),
            Ok(Status::Fault) => Err(self.fail(function, format!("it says: {}", outcome.message))),
            Ok(Status::Full) => Err(self.fail(function, "it says CG_FULL, but there was room")),
            Err(code) => {
                Err(self.fail(function, format!("it returned {code}, which is no status")))
            }
        }
    }

    /// Notes a fault, which ends the plugin.
    pub(crate) fn fail(&self, function: &'static str, fault: impl Into<String>) -> Error {
        let plugin = self.name.clone();
        let fault = Error::PluginFault { plugin, function, fault: fault.into() };
        self.fault.get_or_init(|| fault).clone()
    }

    pub(crate) fn due(&self, function: &'static str, answer: Option<Vec<u8>>) -> Result<Vec<u8>> {
        answer.ok_or_else(|| self.fail(function, "no answer where one is due"))
    }

    /// Takes bytes from the plugin for an element, if the plugin itself does.
    pub(crate) fn admit(&self, function: &'static str, bytes: Vec<u8>) -> Result<ForeignElement> {
        match ask!(self, check(lend(&bytes))) {
            Ok(Some(same)) if same == bytes => Ok(ForeignElement::new(bytes)),
            Ok(_) => Err(self.fail(function, "malformed element bytes, by its own check")),
            Err(Error::Subgroup { message, .. }) => {
                Err(self.fail(function, format!("malformed element bytes: {message}")))
            }
            Err(error) => Err(error),
        }
    }

    pub(crate) fn text(&self, function: &'static str, bytes: Vec<u8>) -> Result<String> {
        match String::from_utf8(bytes) {
            Ok(text) if text.is_empty() => Err(self.fail(function, "an empty text")),
            Ok(text) if text.chars().any(char::is_control) => {
                Err(self.fail(function, "a text with control characters"))
            }
            Ok(text) => Ok(text),
            Err(_) => Err(self.fail(function, "a text that is not UTF-8")),
        }
    }

    pub(crate) fn letter(&self, function: &'static str, answer: &[u8]) -> Result<Outcome> {
        match answer {
            b"P" => Ok(Outcome::Previous),
            b"N" => Ok(Outcome::Next),
            b"L" => Ok(Outcome::Left),
            b"R" => Ok(Outcome::Right),
            _ => {
                let what = format!("{:?} is no outcome", String::from_utf8_lossy(answer));
                Err(self.fail(function, what))
            }
        }
    }

    pub(crate) fn piece<T>(
        &self,
        function: &'static str,
        answer: Option<Vec<u8>>,
        read: impl FnOnce(&mut Decoder<'_>) -> std::result::Result<T, Malformed>,
    ) -> Result<Option<T>> {
        let piece = answer.map(|bytes| decoded(&bytes, read));
        piece.transpose().map_err(|what| self.fail(function, what.to_string()))
    }
}
