//! Large questions and idle connections hold nobody up.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{LONG, question, start};
use cg_serve::{MOST_SESSIONS, Options, PATIENCE};

/// Almost as much as a question may be.
const LARGE: usize = 1_000_000;

fn of_text(ask: &str, field: &str, text: &str) -> String {
    format!(r#"{{"ask":"{ask}","{field}":{}}}"#, serde_json::Value::from(text))
}

/// Questions that need no computation are read in linear time, and another tab is answered meanwhile. Quadratic
/// ones took minutes.
#[test]
fn large_questions_hold_nobody_up() {
    let server = start(Options::default());
    let (busy, other) = (server.open(), server.open());
    let colons = format!("x{}", ":".repeat(LARGE - 1));
    for (name, body, end) in [
        ("pieces of a sum", of_text("pieces", "text", &"1+".repeat(LARGE / 2)), r#""line":"end""#),
        (
            "pieces of signs",
            of_text("pieces", "text", &"\u{2191}".repeat(LARGE / 3)),
            r#""line":"end""#,
        ),
        ("pieces of colons", of_text("pieces", "text", &colons), r#""line":"end""#),
        ("pieces of names", of_text("pieces", "text", &"v (".repeat(LARGE / 3)), r#""line":"end""#),
        ("help", of_text("help", "topic", &"a".repeat(LARGE)), "there is no topic `aaa"),
    ] {
        let path = format!("/api/session/{busy}/ask");
        let started = Instant::now();
        let (slowest, taken) = thread::scope(|scope| {
            let asking = scope.spawn(|| {
                let said = server.post(&path, &body);
                assert_eq!(said.status, 200, "{name}: {:.200}", said.body);
                assert!(said.body.contains(end), "{name}: {:.200}", said.body);
                started.elapsed()
            });
            let mut slowest = Duration::ZERO;
            while !asking.is_finished() {
                let started = Instant::now();
                let said = server
                    .post(&format!("/api/session/{other}/ask"), &of_text("help", "topic", "mean"));
                assert_eq!(said.status, 200);
                slowest = slowest.max(started.elapsed());
            }
            (slowest, asking.join().expect("it does not panic"))
        });
        println!("{name}: {taken:?}, the other tab at most {slowest:?}");
        assert!(taken < Duration::from_secs(5), "{name}: {taken:?}");
        assert!(slowest < Duration::from_secs(1), "{name}: the other tab waited {slowest:?}");
    }
    // The end does not wait for what is being read.
    let body = of_text("pieces", "text", &"1+".repeat(LARGE / 2));
    let _asked = server.send("POST", &format!("/api/session/{busy}/ask"), &[], &body);
    let started = Instant::now();
    drop(server);
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
}

#[test]
fn idle_connections_are_closed() {
    let server = start(Options::default());
    let begun = |head: &str| {
        let mut stream = TcpStream::connect(&server.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE * 3)).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let started = Instant::now();
    let mut idle: Vec<TcpStream> = (0..50)
        .map(|number| begun(if number % 2 == 0 { "" } else { "GET / HTTP/1.1\r\nhost: x" }))
        .collect();
    // Who says what it wants is answered meanwhile.
    assert_eq!(server.ask("GET", "/", &[], "").status, 200);
    for stream in &mut idle {
        let mut said = Vec::new();
        // Closed, with a word or without one.
        let read = stream.read_to_end(&mut said);
        assert!(!matches!(&read, Err(error) if error.kind() == std::io::ErrorKind::WouldBlock));
    }
    let taken = started.elapsed();
    assert!(taken > PATIENCE / 2 && taken < PATIENCE * 2, "{taken:?}");
}

#[test]
fn one_host_and_one_origin() {
    let server = start(Options::default());
    let own = format!("http://{}", server.host);
    for (heads, status) in [
        (vec![], 200),
        (vec![("origin", &own[..])], 200),
        (vec![("Host", &server.host[..])], 403),
        (vec![("Host", "evil.example")], 403),
        (vec![("origin", &own), ("Origin", &own)], 403),
        (vec![("origin", &own), ("Origin", "http://evil.example")], 403),
    ] {
        // The names differ in case only, so that both are sent.
        let said = server.ask("GET", "/", &heads, "");
        assert_eq!(said.status, status, "{heads:?}: {:.200}", said.body);
    }
}

/// A tab more than there is room for is told so, and may take over one that rests.
#[test]
fn a_tab_too_many_takes_over_an_idle_one() {
    let server = start(Options::default());
    let names: Vec<String> = (0..MOST_SESSIONS).map(|_| server.open()).collect();
    let here = |name: &str, page: &str| {
        server.post(&format!("/api/session/{name}/here"), &format!(r#"{{"page":"{page}"}}"#)).status
    };
    for name in &names {
        assert_eq!(here(name, name), 204);
    }
    let mut streams = Vec::new();
    let mut busy = |name: &str| {
        let path = format!("/api/session/{name}/ask");
        let mut stream = server.send("POST", &path, &[], &question(LONG));
        // Progress is told: it is being computed.
        let mut said = [0; 1];
        while stream.read(&mut said).unwrap() == 1 && said != *b"{" {}
        streams.push(stream);
    };
    busy(&names[0]);
    let refused = server.post("/api/session", "");
    assert_eq!(refused.status, 503);
    assert!(refused.body.contains("take over"), "{}", refused.body);
    assert_eq!(server.post("/api/session", r#"{"take":1}"#).status, 400);
    // The one that has been idle longest: not the busy one, and not one that asked since.
    server.run(&names[1], "1 + 1");
    let taken = server.post("/api/session", r#"{"take_over":true}"#);
    assert_eq!(taken.status, 200, "{}", taken.body);
    assert_eq!(here(&names[2], &names[2]), 404, "it made room");
    assert_eq!((here(&names[0], &names[0]), here(&names[1], &names[1])), (204, 204));
}
