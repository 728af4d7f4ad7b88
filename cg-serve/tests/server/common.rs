//! A server that the tests of this folder start, and plain connections to it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use cg_serve::{Options, Server};

/// A server that runs, and ends with the test.
pub(crate) struct Running {
    pub(crate) host: String,
    pub(crate) token: String,
    /// What the link has that opens the worksheet once.
    pub(crate) key: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        self.thread.take().expect("it ends once").join().expect("the server does not panic");
    }
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

pub(crate) fn start(options: Options) -> Running {
    let server = Server::bind(options).unwrap();
    let link = server.link();
    let (host, token) = link.strip_prefix("http://").unwrap().split_once("/#token=").unwrap();
    let (host, token) = (host.to_owned(), token.split('&').next().unwrap().to_owned());
    let once = server.link_once();
    let key = once.split_once("/#key=").unwrap().1.split('&').next().unwrap().to_owned();
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    let thread = thread::spawn(move || server.run(move || asked.load(Ordering::SeqCst)).unwrap());
    Running { host, token, key, stop, thread: Some(thread) }
}

impl Running {
    /// Sends a request and does not read.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let own = format!("Bearer {}", self.token);
        let mut all = vec![
            ("host", &self.host[..]),
            ("authorization", &own),
            ("content-type", "application/json"),
        ];
        for &(name, value) in headers {
            all.retain(|(known, _)| *known != name);
            if !value.is_empty() {
                all.push((name, value));
            }
        }
        let mut text = format!(
            "{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n",
            body.len()
        );
        for (name, value) in all {
            text += &format!("{name}: {value}\r\n");
        }
        // A server that refuses may stop reading first.
        let _ = stream.write_all((text + "\r\n" + body).as_bytes());
        stream
    }

    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let mut text = String::new();
        let _ = self.send(method, path, headers, body).read_to_string(&mut text);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).unwrap_or("0").parse().unwrap();
        Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Answer {
        self.ask("POST", path, &[], body)
    }

    pub(crate) fn open(&self) -> String {
        let said = self.post("/api/session", "");
        assert_eq!(said.status, 200, "{}", said.body);
        said.body.split("\"session\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    }

    pub(crate) fn run(&self, session: &str, program: &str) -> String {
        let said = self.post(&format!("/api/session/{session}/ask"), &question(program));
        assert_eq!(said.status, 200, "{}", said.body);
        said.body
    }
}

pub(crate) fn question(program: &str) -> String {
    format!(r#"{{"ask":"run","program":{}}}"#, serde_json::Value::from(program))
}

/// Takes hours, and little memory for minutes.
pub(crate) const LONG: &str = "Amazons(\"6x6\")";
