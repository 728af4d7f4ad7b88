//! The server over plain connections: who is let in, what is bounded, what stops.

mod common;
mod responsive;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use cg_calculator::{Limits, Settings};
use cg_serve::{MOST_BODY, MOST_SESSIONS, Options};
use common::{LONG, question, start};

#[test]
fn strangers_are_kept_out() {
    let server = start(Options::default());
    let port = server.host.rsplit_once(':').unwrap().1.to_owned();
    let local = format!("localhost:{port}");
    let own = format!("http://{}", server.host);
    let evil_port = format!("evil.example:{port}");
    for (headers, status) in [
        (vec![], 200),
        (vec![("host", &local[..])], 200),
        (vec![("origin", &own[..])], 200),
        (vec![("host", "evil.example")], 403),
        (vec![("host", &evil_port)], 403),
        (vec![("host", "")], 403),
        (vec![("origin", "http://evil.example")], 403),
        (vec![("origin", "null")], 403),
        (vec![("origin", "https://127.0.0.1")], 403),
        (vec![("authorization", "")], 401),
        (vec![("authorization", "Bearer 00000000000000000000000000000000")], 401),
        (vec![("authorization", &server.token)], 401),
    ] {
        let said = server.ask("POST", "/api/session", &headers, "");
        assert_eq!(said.status, status, "{headers:?}: {}", said.body);
    }
    let rebound = server.ask("GET", "/", &[("host", "evil.example")], "");
    assert_eq!(rebound.status, 403, "nor is the page shown under another name");
}

#[test]
fn a_key_is_exchanged_for_the_token_once() {
    let server = start(Options::default());
    assert_ne!(server.key, server.token);
    let enter = |headers: &[(&str, &str)], key: &str| {
        let body = format!(r#"{{"key":"{key}"}}"#);
        let given = [&[("authorization", "")], headers].concat();
        let said = server.ask("POST", "/api/enter", &given, &body);
        (said.status, said.body.contains(&server.token))
    };
    // Nothing else opens, and no page of another place.
    for wrong in ["", "0", &server.token, &"0".repeat(32)] {
        assert_eq!(enter(&[], wrong), (401, false), "{wrong}");
    }
    assert_eq!(enter(&[("origin", "http://evil.example")], &server.key), (403, false));
    let bearer = format!("Bearer {}", server.key);
    let said = server.ask("POST", "/api/session", &[("authorization", &bearer)], "");
    assert_eq!(said.status, 401, "the key is not the token");
    assert_eq!(enter(&[], &server.key), (200, true));
    assert_eq!(enter(&[], &server.key), (401, false), "it is used up");
}

#[test]
fn programs_are_answered_with_pictures_among_them() {
    let server = start(Options::default());
    let session = server.open();
    let said = server.run(&session, "a = {1|-1}\n:plot tree a\n\"↑\"; nom");
    // Where it stands is said whenever time has passed.
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with('{')).collect();
    let lines: Vec<&str> =
        lines.into_iter().filter(|line| !line.contains(r#""line":"progress""#)).collect();
    assert!(lines[0].contains(r#""line":"picture""#) && lines[0].contains("<svg"), "{said}");
    assert!(lines[1].contains(r#""line":"reply""#), "{said}");
    // Places are those of the whole cell.
    assert!(lines[2].contains(r#""place":{"from":29,"to":32}"#), "{said}");
    let said = server.run(&session, ":plot tree 1 x.svg\n:plot cube 1\n:plot tree 1 +");
    assert!(said.contains("writes no files") && !said.contains("<svg"), "{said}");
}

/// What a program defines is said as it is used, unless something of the program is wrong.
#[test]
fn definitions_are_named() {
    let server = start(Options::default());
    let session = server.open();
    let row = "Row(s) { default: { Row(s[0..len(s)-2]) : i = 1..1, if len(s) > 0 | }; }";
    let said = server.run(&session, &format!("{row}\nb = 3\nRow(\"x\")"));
    assert!(said.contains(r#"{"line":"defined","names":["Row(s)","b"]}"#), "{said}");
    assert!(!server.run(&session, "Row(\"xx\") + b").contains("defined"));
    assert!(!server.run(&session, &format!("{row}\nnom")).contains(r#""line":"defined""#));
}

/// Whoever opens a session knows the drawing of an example of each ruleset.
#[test]
fn rulesets_are_drawn() {
    let server = start(Options::default());
    let welcome = server.post("/api/session", "").body;
    let welcome: serde_json::Value = serde_json::from_str(&welcome).unwrap();
    let rulesets = welcome["rulesets"].as_array().unwrap();
    assert!(rulesets.len() >= 60);
    let has = |name: &str, look: &str| {
        let row = rulesets.iter().find(|row| row["function"] == name).unwrap();
        let parts = row["scene"]["parts"].as_array().unwrap();
        let mut marks = parts.iter().flat_map(|part| part["marks"].as_array().unwrap());
        marks.any(|mark| mark["look"] == look)
    };
    assert!(has("Clobber", "right") && has("Hackenbush", "ground") && has("Phutball", "ball"));
}

/// Questions on one connection are answered one after the other without a wait: a line that waits for a full packet
/// costs forty milliseconds each time.
#[test]
fn short_answers_are_sent_at_once() {
    let server = start(Options::default());
    let session = server.open();
    let body = question("{1|-1}");
    let mut stream = TcpStream::connect(&server.host).unwrap();
    stream.set_nodelay(true).unwrap();
    let request = format!(
        "POST /api/session/{session}/ask HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        server.host,
        server.token,
        body.len(),
    );
    let mut times: Vec<Duration> = (0..20)
        .map(|_| {
            let start = Instant::now();
            stream.write_all(request.as_bytes()).unwrap();
            let mut said = Vec::new();
            // The last chunk of an answer is empty.
            while !said.ends_with(b"0\r\n\r\n") {
                let mut some = [0; 4096];
                let count = stream.read(&mut some).unwrap();
                assert_ne!(count, 0, "the connection stays");
                said.extend_from_slice(&some[..count]);
            }
            start.elapsed()
        })
        .collect();
    // The fastest one: a busy machine delays some, the wait for a full packet delays all.
    times.sort();
    assert!(times[0] < Duration::from_millis(30), "{times:?}");
}

/// Then any address of the machine is a name of the server; other names are not.
#[test]
fn at_all_addresses_names_are_kept_out_too() {
    let server = start(Options { address: [0, 0, 0, 0].into(), ..Options::default() });
    let port = server.host.rsplit_once(':').unwrap().1.to_owned();
    for (host, status) in [
        (format!("192.168.0.7:{port}"), 200),
        (format!("[fe80::1]:{port}"), 200),
        (format!("evil.example:{port}"), 403),
        ("192.168.0.7:1".to_owned(), 403),
    ] {
        assert_eq!(server.ask("GET", "/", &[("host", &host)], "").status, status, "{host}");
    }
}

#[test]
fn the_page_is_open_and_closed_to_others() {
    let server = start(Options::default());
    let page = server.ask("GET", "/", &[("authorization", "")], "");
    assert_eq!(page.status, 200);
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(page.head.contains(header), "{}", page.head);
    }
    assert!(!page.body.contains(&server.token), "the page does not hold the token");
    for path in ["/../Cargo.toml", "/etc/passwd", "/%2e%2e/src/lib.rs", "/api", "/app.js/x"] {
        assert_ne!(server.ask("GET", path, &[("authorization", "")], "").status, 200, "{path}");
    }
}

#[test]
fn answers_are_streams_of_lines() {
    let server = start(Options::default());
    let session = server.open();
    let said = server.run(&session, "a = 2; a + 1; \"↑\" 1 +");
    assert!(said.contains(r#""shown":"3""#), "{said}");
    assert!(said.contains(r#""line":"end""#), "{said}");
    let said = server.post(
        &format!("/api/session/{session}/ask"),
        r#"{"ask":"explore","text":"Clobber(\"xo\")","goal":"valued","budget":500}"#,
    );
    assert!(said.body.contains(r#""after":"Clobber(\".X\")""#), "{}", said.body);
    let said = server.post(
        &format!("/api/session/{session}/ask"),
        r#"{"ask":"complete","text":"↑ + thermog","cursor":11}"#,
    );
    assert!(said.body.contains(r#""start":4"#), "places are counted in UTF-16: {}", said.body);
    let said =
        server.post(&format!("/api/session/{session}/ask"), r#"{"ask":"help","topic":"cool"}"#);
    assert!(said.body.contains("cool(g, t)"), "{}", said.body);
}

#[test]
fn sessions_share_nothing() {
    let server = start(Options::default());
    let [one, other] = [(); 2].map(|()| server.open());
    server.run(&one, "a = 5");
    assert!(server.run(&one, "a").contains(r#""shown":"5""#));
    assert!(server.run(&other, "a").contains(r#""kind":"error""#));
}

#[test]
fn bad_requests_are_refused_in_words() {
    let server = start(Options::default());
    let session = server.open();
    let path = format!("/api/session/{session}/ask");
    for (path, headers, body, status) in [
        (&path[..], vec![], "{", 400),
        (&path, vec![], r#"{"ask":"load","file":"x"}"#, 400),
        (&path, vec![("content-type", "text/plain")], r#"{"ask":"help","topic":""}"#, 415),
        ("/api/session/nothing/ask", vec![], r#"{"ask":"help","topic":""}"#, 404),
        ("/api/session/nothing/here", vec![], r#"{"page":"x"}"#, 404),
        ("/api/session/nothing/here", vec![], "", 400),
        ("/api/nothing", vec![], "", 404),
    ] {
        let said = server.ask("POST", path, &headers, body);
        assert_eq!(said.status, status, "{path}: {}", said.body);
    }
}

#[test]
fn there_are_so_many_sessions_and_no_more() {
    let server = start(Options::default());
    let names: Vec<String> = (0..MOST_SESSIONS).map(|_| server.open()).collect();
    let refused = server.post("/api/session", "");
    assert_eq!(refused.status, 503);
    assert!(refused.body.contains("close a tab"), "{}", refused.body);
    assert_eq!(server.post(&format!("/api/session/{}/close", names[0]), "").status, 204);
    server.open();
}

#[test]
fn a_question_is_bounded_before_it_is_read() {
    let server = start(Options::default());
    let session = server.open();
    let mut stream = TcpStream::connect(&server.host).unwrap();
    let head = format!(
        "POST /api/session/{session}/ask HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\
         content-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        server.host,
        server.token,
        MOST_BODY + 1
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut said = String::new();
    stream.read_to_string(&mut said).unwrap();
    assert!(said.starts_with("HTTP/1.1 413"), "{said}");
    // One that does not say how long it is ends where the bound is.
    let mut stream = TcpStream::connect(&server.host).unwrap();
    let head =
        head.replace(&format!("content-length: {}", MOST_BODY + 1), "transfer-encoding: chunked");
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 16, "1".repeat(1 << 16));
    let refused = (0..1024).any(|_| stream.write_all(chunk.as_bytes()).is_err());
    assert!(refused, "64 MiB were taken");
}

/// Reads until the computation says how far it is.
fn underway(stream: &mut TcpStream) {
    let mut seen = String::new();
    let mut some = [0; 1024];
    while !seen.contains("progress") {
        let count = stream.read(&mut some).unwrap();
        assert_ne!(count, 0, "{seen}");
        seen += &String::from_utf8_lossy(&some[..count]);
    }
}

#[test]
fn a_second_post_interrupts() {
    let server = start(Options::default());
    let session = server.open();
    let mut stream =
        server.send("POST", &format!("/api/session/{session}/ask"), &[], &question(LONG));
    underway(&mut stream);
    assert_eq!(server.post(&format!("/api/session/{session}/interrupt"), "").status, 204);
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert!(rest.contains(r#""interrupted":true"#), "{rest}");
    assert!(server.run(&session, "1 + 1").contains(r#""shown":"2""#), "the session goes on");
}

#[test]
fn a_page_that_is_closed_interrupts() {
    let server = start(Options::default());
    let session = server.open();
    let mut stream =
        server.send("POST", &format!("/api/session/{session}/ask"), &[], &question(LONG));
    underway(&mut stream);
    drop(stream);
    // Otherwise this would wait for the limit on time, which is a minute.
    let start = Instant::now();
    assert!(server.run(&session, "1 + 1").contains(r#""shown":"2""#));
    assert!(start.elapsed() < Duration::from_secs(40), "it waited for a limit");
}

#[test]
fn one_page_has_a_session_at_a_time() {
    let server = start(Options::default());
    let session = server.open();
    let say = |what: &str, page: &str| {
        server
            .post(&format!("/api/session/{session}/{what}"), &format!(r#"{{"page":"{page}"}}"#))
            .status
    };
    assert_eq!((say("here", "one"), say("here", "other")), (204, 409));
    let mut stream =
        server.send("POST", &format!("/api/session/{session}/ask"), &[], &question(LONG));
    underway(&mut stream);
    assert_eq!(say("leave", "one"), 204);
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert!(rest.contains(r#""interrupted":true"#), "a page that leaves interrupts: {rest}");
    assert_eq!(say("here", "other"), 204);
    assert_eq!(say("here", &"x".repeat(100)), 400);
}

#[test]
fn a_page_is_told_where_everybody_can_open_links() {
    let public = |options| {
        let said = start(options).post("/api/session", "").body;
        let said: serde_json::Value = serde_json::from_str(&said).unwrap();
        assert!(said["rulesets"].as_array().is_some_and(|rulesets| rulesets.len() > 50));
        said["public_page"].clone()
    };
    assert_eq!(public(Options::default()), serde_json::Value::Null);
    let address = "https://example.org/cg/".to_owned();
    assert_eq!(public(Options { public: Some(address.clone()), ..Options::default() }), address);
}

#[test]
fn memory_and_time_are_bounded() {
    let limits =
        Limits { memory: 32 << 20, time: Some(Duration::from_millis(300)), ..Limits::default() };
    let settings = Settings { limits, ..Settings::default() };
    let server = start(Options { settings, ..Options::default() });
    let session = server.open();
    let said = server.run(&session, LONG);
    assert!(said.contains(r#""limit":true"#), "{said}");
    let said = server.run(&session, ":limit memory 64G\n1");
    assert!(said.contains("keeps its limits"), "{said}");
}
