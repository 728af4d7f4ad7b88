//! The sub-command `cg serve`: the worksheet, a page in the browser.

use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};
use std::time::Duration;

use cg_serve::{Options, Server, worksheet_of};
use clap::Args;

use crate::options::{Common, wrong_usage};
use crate::output::{Ending, complain, object, print};
use crate::settings::Settings;

/// The memory of a session, unless told otherwise.
const MEMORY: u64 = 1 << 30;
/// The time of a statement, unless told otherwise.
const TIME: Duration = Duration::from_secs(60);

/// The port where it is free: what a browser keeps of a page, it keeps under its port.
const PORT: u16 = 8273;

/// Everything behind `cg serve`.
#[derive(Debug, Args)]
#[command(
    about = "The worksheet: cells, an explorer and boards in the browser",
    long_about = "Opens the worksheet in the browser: cells of the language G, an explorer of options, boards to \
                  click on, thermographs.\n\n\
                  The page comes from this command and loads nothing from elsewhere. Only this machine reaches \
                  it, and only who has the link. Each tab has a session of its own; --memory and --time hold for \
                  each (1G and 60s unless told otherwise). A page reads and writes no files and loads no plugins: \
                  those of the configuration and of --plugin are there. Ctrl-C ends the server.",
    after_help = "Examples:\n  \
                  cg serve                      opens the browser\n  \
                  cg serve --no-open            prints the link to open\n  \
                  cg serve 'http://.../#sheet=...'   opens a shared worksheet\n  \
                  cg serve --public https://example.org/cg/   shares links to this page\n\n\
                  Exit status: 0 ended by Ctrl-C, 1 an error, 2 wrong usage."
)]
pub(crate) struct Arguments {
    /// The link of a shared worksheet to open
    #[arg(value_name = "LINK")]
    link: Option<String>,
    /// Print the link and open no browser
    #[arg(long)]
    no_open: bool,
    /// The port; 0 takes a free one [default: 8273 if it is free, so that the browser finds what it kept]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// The address of the page without a server: links that are shared begin with it, and open anywhere
    #[arg(long, value_name = "URL", value_parser = page_address)]
    public: Option<String>,
    /// Listen at another address than 127.0.0.1: whoever reaches it and has the link can use this machine
    #[arg(long, value_name = "IP")]
    address: Option<IpAddr>,
}

/// The address of the worksheet.
#[derive(serde::Serialize)]
#[serde(tag = "kind", rename = "worksheet")]
struct Link<'a> {
    link: &'a str,
}

/// Runs the sub-command.
pub(crate) fn run(arguments: &Arguments, options: &Common, settings: &Settings) -> Ending {
    let sheet = arguments.link.as_deref().map(|link| {
        worksheet_of(link).unwrap_or_else(|error| wrong_usage::<Arguments>("cg serve", error))
    });
    let mut calculators = settings.calculator.clone();
    calculators.limits.memory = settings.memory.unwrap_or(MEMORY.min(calculators.limits.memory));
    calculators.limits.time = settings.time().or(Some(TIME));
    let address = arguments.address.unwrap_or(Ipv4Addr::LOCALHOST.into());
    let bind = |port| {
        let (settings, sheet) = (calculators.clone(), sheet.clone());
        let public = arguments.public.clone();
        Server::bind(Options { address, port, settings, sheet, public })
    };
    let bound = match arguments.port {
        Some(port) => bind(port),
        None => bind(PORT).or_else(|_| bind(0)),
    };
    let server = match bound {
        Ok(server) => server,
        Err(error) => {
            complain(&format!("cg serve: {error}"));
            return Ending::ProgramError;
        }
    };
    if !address.is_loopback() {
        complain(&format!(
            "cg serve: {address} is reached from other machines: whoever has the link can use this machine's time and \
             memory, and what is sent is not encrypted"
        ));
    }
    let (link, once) = (server.link(), server.link_once());
    let said = match options.json {
        true => object(&Link { link: &link }),
        false => format!("{link}\nthe worksheet is there until Ctrl-C\n"),
    };
    if let Err(unwritten) = print(&said) {
        return Ending::of(Err(unwritten));
    }
    if !arguments.no_open {
        open(&once);
    }
    let interrupt = settings.interrupt().clone();
    match server.run(move || interrupt.is_raised()) {
        Ok(()) => Ending::Answered,
        Err(error) => {
            complain(&format!("cg serve: {error}"));
            Ending::ProgramError
        }
    }
}

/// The address of a page, without what is in a link behind `#`.
fn page_address(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let plain = |rest: &str| !rest.is_empty() && !rest.contains(['#', ' ']);
    match rest.is_some_and(plain) {
        true => Ok(text.to_owned()),
        false => {
            Err("write the address of a page without `#`, such as `https://example.org/cg/`".into())
        }
    }
}

/// Opens the browser, or says that there is none.
fn open(link: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // Somebody must wait for it, or it stays in the table of processes.
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(_) => complain("cg serve: no browser was found: open the link above"),
    }
}
