//! Shared parts of the tests and benches of the workspace: the configuration of property tests
//! ([`cases`]), the inputs of fuzz targets ([`kept`], [`mutations`]), and the clock of figures
//! ([`cpu_time`]).
//!
//! An ordinary run tries the same cases each time, so that it never fails by
//! chance. With `CG_PROPERTIES=100` in the environment each property is tried on a
//! hundred times as many cases, from a seed that changes from run to run: a step
//! of CI does that.
//!
//! A case that fails is written beside the source of its test, as
//! `NAME.proptest-regressions`, and is tried first from then on, in both kinds of
//! run. Commit that file.
//!
//! ```text
//! use proptest::prelude::*;
//!
//! proptest! {
//!     #![proptest_config(cg_properties::cases(50))]
//!     #[test]
//!     fn sums_commute(a in 0..100, b in 0..100) {
//!         prop_assert_eq!(a + b, b + a);
//!     }
//! }
//! ```

mod clock;
mod inputs;

pub use clock::cpu_time;
pub use inputs::{kept, mutations};

use std::panic::Location;
use std::path::Path;

use proptest::test_runner::{Config, FileFailurePersistence, RngSeed};

/// The variable that asks for more cases, from a random seed: how many times more.
pub const VARIABLE: &str = "CG_PROPERTIES";

/// The configuration of properties that an ordinary run tries on `cases` cases
/// each. Call it in the file of the test: failing cases are kept beside it.
///
/// # Panics
/// When [`VARIABLE`] is set to something else than a number.
#[track_caller]
pub fn cases(cases: u32) -> Config {
    let (times, rng_seed) = match std::env::var(VARIABLE) {
        Ok(times) => {
            let times = times.parse().unwrap_or_else(|_| panic!("{VARIABLE}={times} is no number"));
            (times, RngSeed::Random)
        }
        Err(_) => (1, RngSeed::Fixed(0)),
    };
    let cases = cases.saturating_mul(times);
    Config {
        cases,
        // Rejected cases grow with those that are asked for.
        max_global_rejects: cases.saturating_mul(10).max(1024),
        rng_seed,
        failure_persistence: Some(Box::new(beside(Location::caller().file()))),
        ..Config::default()
    }
}

/// A file beside a source of the workspace. The compiler names sources from the
/// root of the workspace, and tests run in the folders of their crates.
fn beside(source: &str) -> FileFailurePersistence {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this crate is a folder");
    let path = root.join(source).with_extension("proptest-regressions");
    let path = path.to_str().expect("the workspace has a name in UTF-8").to_owned();
    // Once for each property.
    FileFailurePersistence::Direct(path.leak())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::{Mutex, PoisonError};

    use proptest::prelude::*;
    use proptest::test_runner::{TestCaseError, TestRunner};

    use super::*;

    /// The tests of this file keep their failures in the same file: one runs at a time.
    static KEPT: Mutex<()> = Mutex::new(());

    /// The first run finds a case that fails, the next one begins with it.
    #[test]
    fn a_failure_is_found_again() {
        let _alone = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.proptest-regressions");
        // One may be left from a run that was stopped.
        let _ = std::fs::remove_file(&kept);
        let first_try = |fails: &dyn Fn(u64) -> bool| {
            let first = Cell::new(None);
            let result = TestRunner::new(cases(5000)).run(&any::<u64>(), |number| {
                first.set(first.get().or(Some(number)));
                if fails(number) { Err(TestCaseError::fail("on purpose")) } else { Ok(()) }
            });
            (first.get().expect("a case was tried"), result.is_err())
        };
        let (unlucky, failed) = first_try(&|number| number % 256 == 3);
        assert!(failed && unlucky % 256 != 3);
        assert!(kept.is_file());
        let (first, failed) = first_try(&|_| false);
        std::fs::remove_file(&kept).expect("it is ours");
        assert!(!failed);
        assert_eq!(first % 256, 3, "the failing case is tried first");
    }

    #[test]
    fn an_ordinary_run_tries_the_same_cases() {
        let _alone = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let run = || {
            let tried = std::cell::RefCell::new(Vec::new());
            let result = TestRunner::new(cases(20)).run(&any::<u64>(), |number| {
                tried.borrow_mut().push(number);
                Ok(())
            });
            result.expect("nothing fails");
            tried.into_inner()
        };
        if std::env::var(VARIABLE).is_err() {
            assert_eq!(run(), run());
        }
    }
}
