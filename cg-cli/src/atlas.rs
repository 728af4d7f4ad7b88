//! The sub-command `cg atlas`: static pages with the values of small positions.

use std::path::{Path, PathBuf};

use cg_calculator::cg_rulesets::Entry;
use cg_calculator::{AtlasBudget, Calculator, Sheet, no_such_ruleset, write_index};
use clap::Args;
use clap::builder::TypedValueParser;

use crate::error::{CommandError, CommandResult};
use crate::options::{Common, wrong_usage};
use crate::output::{Ending, print};
use crate::settings::Settings;
use crate::watch::Bar;

/// Everything behind `cg atlas`.
#[derive(Debug, Args)]
#[command(
    about = "Static pages with the values of small positions of all rulesets",
    long_about = "Static pages with the values of small positions of all rulesets: open index.html in a browser, or copy the \
                  folder to any host.\n\n\
                  --time and --memory hold for each ruleset; without --time it has five seconds. A ruleset whose files are \
                  there, made with no less time and no fewer positions, is kept: after Ctrl-C the same command goes on.",
    after_help = "Examples:\n  \
                  cg atlas pages                                    all rulesets, in about five minutes\n  \
                  cg atlas pages --time 1m --most 100000 domineering\n  \
                                                                    one of them, with more positions\n\n\
                  Exit status: 0 done, 1 an error, 2 wrong usage, 130 interrupted."
)]
pub(crate) struct Arguments {
    /// The folder of the pages; it is made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Rulesets such as clobber, in place of all
    #[arg(value_name = "RULESET")]
    rulesets: Vec<String>,
    /// The most positions of a ruleset
    #[arg(long, value_name = "N", default_value_t = AtlasBudget::default().positions,
          value_parser = clap::value_parser!(u32).range(1..).map(|most| most as usize))]
    most: usize,
}

/// Makes the pages, and says how it went.
pub(crate) fn run(
    arguments: &Arguments,
    common: &Common,
    settings: &Settings,
    calculator: impl Fn() -> CommandResult<Calculator>,
) -> CommandResult {
    let named = |name: &String| {
        Entry::named(name)
            .unwrap_or_else(|| wrong_usage::<Arguments>("cg atlas", no_such_ruleset(name)))
    };
    let asked: Vec<&Entry> = arguments.rulesets.iter().map(named).collect();
    let usual = AtlasBudget::default();
    let budget =
        AtlasBudget { time: settings.time().unwrap_or(usual.time), positions: arguments.most };
    match make(&arguments.folder, &asked, budget, common, calculator) {
        Ok(text) => Ok(Ending::of(print(&text))),
        Err(CommandError::Engine(cg_calculator::GameError::Interrupted)) => Ok(Ending::Interrupted),
        // The calculator is missing: this command is not to blame.
        Err(error @ (CommandError::SetUp(_) | CommandError::Plugin { .. })) => Err(error),
        Err(error) => Ok(error.report("cg atlas", false)),
    }
}

/// The tables that are missing, then the pages of all tables that are there.
fn make(
    folder: &Path,
    asked: &[&'static Entry],
    budget: AtlasBudget,
    common: &Common,
    calculator: impl Fn() -> CommandResult<Calculator>,
) -> CommandResult<String> {
    let failed = |error: std::io::Error| {
        CommandError::Refused(format!("cannot write in {}: {error}", folder.display()))
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let bar = Bar::new(Entry::all().len() as u64, "rulesets");
    let none = AtlasBudget { time: std::time::Duration::ZERO, positions: 0 };
    let mut sheets = Vec::new();
    let mut text = String::new();
    let mut ended = Ok(());
    for (number, entry) in (1..).zip(Entry::all()) {
        let is_asked = asked.is_empty() || asked.contains(&entry);
        // Other tables stay as they are, and so do all after an interruption.
        let is_due = is_asked && ended.is_ok();
        let mut sheet = Sheet::kept(folder, entry, if is_due { budget } else { none });
        let is_kept = sheet.is_some();
        if is_due && !is_kept {
            match Sheet::make(calculator()?.engine(), entry, budget) {
                Ok(made) => {
                    made.write(folder).map_err(failed)?;
                    sheet = Some(made);
                }
                Err(error) => {
                    ended = Err(error);
                    sheet = Sheet::kept(folder, entry, none);
                }
            }
        }
        if let Some(sheet) = sheet {
            if is_asked {
                let summary = sheet.summary(is_kept);
                text += &match common.json {
                    true => serde_json::to_string(&summary).expect("it is plain data"),
                    false => summary.to_string(),
                };
                text.push('\n');
            }
            sheets.push(sheet);
        }
        bar.set(number);
    }
    drop(bar);
    write_index(folder, &sheets).map_err(failed)?;
    ended?;
    Ok(text)
}
