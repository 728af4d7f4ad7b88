//! `cg serve` as it is typed: the link it prints, what it refuses, how it ends.
#![cfg(all(unix, feature = "serve"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

fn cg(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.arg("serve").args(arguments).stdin(Stdio::null());
    command
}

/// A server that runs, and the first line that it prints.
fn started(arguments: &[&str]) -> (Child, String) {
    let mut child = cg(arguments).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("it is piped");
    BufReader::new(out).read_line(&mut line).expect("it says its link");
    (child, line.trim().to_owned())
}

fn end(mut child: Child) -> Option<i32> {
    let pid = Pid::from_raw(child.id().try_into().expect("a number of a process")).expect("not 0");
    kill_process(pid, Signal::INT).expect("it runs");
    child.wait().expect("it ends").code()
}

fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let output = cg(arguments).output().expect("it runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn the_page_is_served_until_ctrl_c() {
    let (child, link) = started(&["--no-open"]);
    let host = link.strip_prefix("http://").expect("a link").split('/').next().expect("a host");
    assert!(host.starts_with("127.0.0.1:") && link.contains("/#token="), "{link}");
    let mut page = TcpStream::connect(host).expect("it listens");
    let request = format!("GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    page.write_all(request.as_bytes()).expect("it is sent");
    let mut text = String::new();
    page.read_to_string(&mut text).expect("it answers");
    assert!(text.starts_with("HTTP/1.1 200") && text.contains("cg worksheet"), "{text}");
    assert_eq!(end(child), Some(0));
}

#[test]
fn a_shared_worksheet_is_opened() {
    let (child, line) =
        started(&["--no-open", "--json", "http://127.0.0.1:9/#token=other&sheet=WyIxIl0"]);
    let said: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    let link = said["link"].as_str().expect("a link");
    assert!(link.ends_with("&sheet=WyIxIl0") && !link.contains("other"), "{link}");
    assert_eq!(end(child), Some(0));
}

#[test]
fn wrong_use_is_said() {
    let (status, said) = refused(&["--no-open", "http://127.0.0.1:9/"]);
    assert_eq!(status, Some(2));
    assert!(said.contains("holds no worksheet"), "{said}");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let (status, said) = refused(&["--no-open", "--port", &port]);
    assert_eq!(status, Some(1));
    assert!(said.contains("`--port 0` takes a free port"), "{said}");
    assert_eq!(refused(&["--port", "70000"]).0, Some(2));
    assert_eq!(refused(&["--address", "example.org"]).0, Some(2));
    for address in ["example.org/cg/", "https://", "https://example.org/#sheet=WyIxIl0"] {
        let (status, said) = refused(&["--no-open", "--public", address]);
        assert_eq!(status, Some(2), "{address}");
        assert!(said.contains("write the address of a page without `#`"), "{said}");
    }
}

/// The port that browsers know is no must: where it is taken, another one serves.
#[test]
fn a_port_that_is_taken_is_no_hindrance() {
    let taken = TcpListener::bind("127.0.0.1:8273");
    let (child, link) = started(&["--no-open"]);
    assert!(link.starts_with("http://127.0.0.1:") && !link.contains(":8273/"), "{link} {taken:?}");
    assert_eq!(end(child), Some(0));
}

#[test]
fn another_address_is_warned_of() {
    let mut child = cg(&["--no-open", "--address", "0.0.0.0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a link");
    let mut warning = String::new();
    BufReader::new(child.stderr.take().expect("piped")).read_line(&mut warning).expect("a warning");
    assert!(warning.contains("reached from other machines"), "{warning}");
    assert_eq!(end(child), Some(0));
}
