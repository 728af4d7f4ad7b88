//! What the tests of the command share.

use std::process::Output;

/// What a run of the command did.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
        Run { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
    }
}
