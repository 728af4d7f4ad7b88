//! The server: its address, its routes, and who is let in.
//!
//! Three things must be right before a question is looked at. The `Host` is one of this
//! server's own names, so that no name of another place leads here (DNS rebinding). The
//! `Origin`, where a browser sends one, is this server's own page. The token is the one in
//! the link that `cg serve` printed. The page itself is no secret and needs no token.
//!
//! The browser that `cg serve` starts gets its link as an argument of a program, which other
//! users of the machine can see. That link holds a key in place of the token: it is exchanged
//! for the token once, and is worth nothing then.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use cg_calculator::{Limits, Settings};
use cg_protocol::{Line, Question, Welcome, at_once, welcome};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{MissedTickBehavior, interval};
use tokio_stream::wrappers::ReceiverStream;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::page;
use crate::session::{Ticket, Written};
use crate::sessions::{Sessions, secret};

/// The most bytes of a question.
pub const MOST_BODY: usize = 1 << 20;

/// How often a computation says how far it is, and how often the server looks up.
const PACE: Duration = Duration::from_millis(100);

/// How long the head of a request may take to come, and how long a connection may be idle.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The most connections at a time; others wait to be taken.
const MOST_CONNECTIONS: usize = 512;

/// How many questions are read at a time.
const READERS: usize = 4;

/// What the page may load, and from where: itself, and nothing else. KaTeX and the editor
/// set styles of single elements.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address: loopback unless one is sure. Who reaches another address and sees the
    /// link can use the machine's time and memory.
    pub address: IpAddr,
    /// The port; 0 for a free one.
    pub port: u16,
    /// The settings of the calculators; memory and time hold for each session.
    pub settings: Settings,
    /// A worksheet to open, as [`crate::worksheet_of`] gives it.
    pub sheet: Option<String>,
    /// The address of a page that everybody can open: shared links begin with it. Without it they
    /// begin with the address of this server.
    pub public: Option<String>,
}

impl Default for Options {
    /// On loopback, on a free port, a gibibyte and a minute for each session.
    fn default() -> Self {
        let limits =
            Limits { memory: 1 << 30, time: Some(Duration::from_secs(60)), ..Limits::default() };
        Options {
            address: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            settings: Settings { limits, ..Settings::default() },
            sheet: None,
            public: None,
        }
    }
}

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address or port cannot be had.
    #[error("{address} cannot be listened at: {error}; `--port 0` takes a free port")]
    Address {
        /// The address that was asked for.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// The system has no random numbers for a token.
    #[error("the system gives no random numbers for a token: {0}")]
    Random(String),
    /// The system gives no event loop, or connections can no longer be taken.
    #[error("connections cannot be taken: {0}")]
    Loop(#[from] io::Error),
    /// There is no `#sheet=` in a link.
    #[error("this link holds no worksheet: one made by the worksheet ends in `#sheet=...`")]
    NoSheet,
    /// A link has signs that no link of a worksheet has.
    #[error("this link is damaged: behind `#sheet=` stand letters, digits, `-` and `_` only")]
    DamagedSheet,
    /// A link has more than it may hold.
    #[error("this link is too long: a worksheet in a link has at most {} signs", crate::link::MOST)]
    LongSheet,
}

/// A server that has its address and has not begun.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
    sheet: Option<String>,
}

struct Shared {
    token: String,
    /// The secret that is exchanged for the token once.
    key: Mutex<Option<String>>,
    /// The names of this server, with its port.
    hosts: Vec<String>,
    /// The port, when all addresses of the machine are listened at: each is a name then.
    /// An address, unlike a name, cannot be made to lead here by somebody else.
    everywhere: Option<u16>,
    public: Option<String>,
    sessions: Arc<Sessions>,
}

impl std::fmt::Debug for Server {
    /// Without the token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("hosts", &self.shared.hosts).finish_non_exhaustive()
    }
}

impl Server {
    /// Takes the address.
    ///
    /// # Errors
    /// It cannot be had.
    pub fn bind(options: Options) -> Result<Self, ServeError> {
        let asked = SocketAddr::new(options.address, options.port);
        let located = |error| ServeError::Address { address: asked, error };
        let listener = TcpListener::bind(asked).map_err(located)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let port = address.port();
        let mut hosts = vec![address.to_string()];
        let everywhere = options.address.is_unspecified();
        if everywhere {
            hosts = vec![SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port).to_string()];
        }
        if everywhere || options.address.is_loopback() {
            hosts.push(format!("localhost:{port}"));
        }
        let random = || secret().map_err(|error| ServeError::Random(error.to_string()));
        let (token, key) = (random()?, Mutex::new(Some(random()?)));
        let sessions = Arc::new(Sessions::new(options.settings));
        let everywhere = everywhere.then_some(port);
        let shared =
            Arc::new(Shared { token, key, hosts, everywhere, public: options.public, sessions });
        Ok(Server { listener, shared, sheet: options.sheet })
    }

    /// The link to open. Who has it can use the calculator: the token stands behind the
    /// `#`, which browsers send nowhere.
    pub fn link(&self) -> String {
        self.link_with("token", &self.shared.token)
    }

    /// The link to start a browser with: it opens the worksheet once. What others see of it in
    /// the list of processes is of no use then.
    pub fn link_once(&self) -> String {
        let key = self.shared.key.lock().unwrap_or_else(PoisonError::into_inner);
        self.link_with("key", key.as_deref().expect("nobody was served yet"))
    }

    fn link_with(&self, name: &str, secret: &str) -> String {
        let sheet =
            self.sheet.as_deref().map_or_else(String::new, |sheet| format!("&sheet={sheet}"));
        format!("http://{}/#{name}={secret}{sheet}", self.shared.hosts[0])
    }

    /// Serves until `stop` says so; it is asked several times a second.
    ///
    /// # Errors
    /// Connections can no longer be taken.
    pub fn run(self, stop: impl Fn() -> bool + Send + 'static) -> Result<(), ServeError> {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().max_blocking_threads(READERS).build()?;
        let served = runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let sessions = Arc::clone(&self.shared.sessions);
            let stopped = async move {
                let mut ticks = interval(PACE);
                while !stop() {
                    ticks.tick().await;
                    sessions.sweep();
                }
            };
            // Streams of open pages never end by themselves: nobody waits for them.
            tokio::select! {
                () = connections(&listener, routes(self.shared)) => {}
                () = stopped => {}
            }
            Ok(())
        });
        // Nor for what is being read.
        runtime.shutdown_background();
        served
    }
}

/// Takes connections for ever, so many at a time. One whose request does not come is closed.
async fn connections(listener: &tokio::net::TcpListener, routes: Router) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await.expect("nobody closes it");
        let Ok((stream, _)) = listener.accept().await else {
            // The one who called has left, or the process has too many files open: they close.
            tokio::time::sleep(PACE).await;
            continue;
        };
        // The lines of an answer are short, and follow each other: none waits for a full packet.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(routes.clone());
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
            // What goes wrong on a connection ends it, and nothing else.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}

fn routes(shared: Arc<Shared>) -> Router {
    let fixed = |name: &'static str, value: &'static str| {
        SetResponseHeaderLayer::overriding(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        )
    };
    let api = Router::new()
        .route("/session", post(open))
        .route("/session/{name}/ask", post(ask))
        .route("/session/{name}/interrupt", post(interrupt))
        .route("/session/{name}/here", post(claim))
        .route("/session/{name}/leave", post(leave))
        .route("/session/{name}/close", post(close))
        .fallback(|| async { refused(StatusCode::NOT_FOUND, "there is nothing here to ask") })
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), known_only));
    Router::new()
        .route("/api/enter", post(enter))
        .nest("/api", api)
        .fallback(get(file))
        .layer(RequestBodyLimitLayer::new(MOST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), own_names_only))
        .layer(fixed("content-security-policy", POLICY))
        .layer(fixed("x-content-type-options", "nosniff"))
        .layer(fixed("referrer-policy", "no-referrer"))
        .layer(fixed("cross-origin-opener-policy", "same-origin"))
        .layer(fixed("cross-origin-resource-policy", "same-origin"))
        .with_state(shared)
}

/// A refusal, in words that a page shows.
fn refused(status: StatusCode, message: impl Into<String>) -> Response {
    let line = Line::failed(message).to_json();
    (status, [(CONTENT_TYPE, "application/json")], line).into_response()
}

/// Lets in who calls this server by its own name, from its own page.
async fn own_names_only(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    match stranger(&shared, request.headers()) {
        Some(why) => refused(StatusCode::FORBIDDEN, why),
        None => next.run(request).await,
    }
}

/// Why a request is not one of our own page.
fn stranger(shared: &Shared, headers: &HeaderMap) -> Option<&'static str> {
    let own = |host: &str| {
        let address = host.parse::<SocketAddr>().ok();
        shared.hosts.iter().any(|known| known.eq_ignore_ascii_case(host))
            || shared.everywhere.is_some()
                && shared.everywhere == address.map(|address| address.port())
    };
    let text = |value: &HeaderValue| value.to_str().unwrap_or("").to_owned();
    let several = |name: HeaderName| headers.get_all(name).iter().nth(1).is_some();
    if several(HOST) || several(ORIGIN) {
        // Who reads the other one than we do is fooled.
        return Some("a request has one `Host` and at most one `Origin`");
    }
    if !headers.get(HOST).is_some_and(|host| own(&text(host))) {
        return Some("this server goes by another name: open the link that `cg serve` printed");
    }
    let elsewhere = |origin: &HeaderValue| !text(origin).strip_prefix("http://").is_some_and(own);
    let origin = headers.get(ORIGIN).filter(|origin| elsewhere(origin));
    origin.map(|_| "pages of other places may not ask here")
}

/// Lets in who knows the token.
async fn known_only(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    match knows(&shared, request.headers()) {
        true => next.run(request).await,
        false => refused(
            StatusCode::UNAUTHORIZED,
            "open the link that `cg serve` printed: it holds the token",
        ),
    }
}

fn knows(shared: &Shared, headers: &HeaderMap) -> bool {
    let given = headers.get(AUTHORIZATION).map_or(&[][..], HeaderValue::as_bytes);
    alike(given, format!("Bearer {}", shared.token).as_bytes())
}

/// Whether both are the same. All of them is looked at, however soon they differ.
fn alike(given: &[u8], expected: &[u8]) -> bool {
    given.len() == expected.len()
        && given.iter().zip(expected).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// The key of the link that a browser was started with.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    key: String,
}

/// Exchanges the key for the token, once.
async fn enter(State(shared): State<Arc<Shared>>, body: Bytes) -> Response {
    let given = serde_json::from_slice::<Entry>(&body).ok();
    let mut key = shared.key.lock().unwrap_or_else(PoisonError::into_inner);
    let right = given
        .zip(key.as_ref())
        .is_some_and(|(given, key)| alike(given.key.as_bytes(), key.as_bytes()));
    if !right {
        return refused(
            StatusCode::UNAUTHORIZED,
            "this link opens the worksheet once: open the one that `cg serve` printed",
        );
    }
    *key = None;
    let token = serde_json::json!({ "token": shared.token }).to_string();
    ([(CONTENT_TYPE, "application/json")], token).into_response()
}

async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let found = page::file(uri.path().trim_start_matches('/'), &headers);
    found.unwrap_or_else(|| refused(StatusCode::NOT_FOUND, "there is no such page"))
}

/// How a session is opened, where a page says more than that it wants one.
#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    /// When there are as many sessions as there may be, the one that has been idle longest makes room.
    #[serde(default)]
    take_over: bool,
}

/// What a page is told of its new session.
#[derive(serde::Serialize)]
struct Opened<'s> {
    session: String,
    public_page: Option<&'s str>,
    #[serde(flatten)]
    welcome: Welcome,
}

async fn open(State(shared): State<Arc<Shared>>, body: Bytes) -> Response {
    let opening = match &body[..] {
        [] => Ok(Opening::default()),
        body => serde_json::from_slice::<Opening>(body),
    };
    let Ok(Opening { take_over }) = opening else {
        return refused(
            StatusCode::BAD_REQUEST,
            "a session is opened by `{\"take_over\": true}` or by nothing",
        );
    };
    match shared.sessions.open(take_over) {
        Ok(session) => {
            let public_page = shared.public.as_deref();
            let opened = Opened { session, public_page, welcome: welcome() };
            let body = serde_json::to_string(&opened).expect("it is plain data");
            ([(CONTENT_TYPE, "application/json")], body).into_response()
        }
        Err(error) => refused(StatusCode::SERVICE_UNAVAILABLE, error.to_string()),
    }
}

fn no_session() -> Response {
    refused(StatusCode::NOT_FOUND, "this session has ended: load the page again")
}

async fn interrupt(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Response {
    let Some(session) = shared.sessions.find(&name) else { return no_session() };
    session.interrupt();
    StatusCode::NO_CONTENT.into_response()
}

async fn close(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Response {
    shared.sessions.close(&name);
    StatusCode::NO_CONTENT.into_response()
}

async fn ask(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if headers.get(CONTENT_TYPE).is_none_or(|kind| kind.as_bytes() != b"application/json") {
        return refused(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "a question is JSON: send `content-type: application/json`",
        );
    }
    let Some(session) = shared.sessions.find(&name) else { return no_session() };
    let known = session.known();
    let read = move || -> serde_json::Result<Read> {
        let question: Question = serde_json::from_slice(&body)?;
        Ok(match at_once(&known, &question) {
            Some(line) => {
                let end = Line::end(cg_calculator::Summary::default());
                Read::Answered(line.to_json() + &end.to_json())
            }
            None => Read::ToAsk(question),
        })
    };
    // What grows with the question is not for the event loop, on which all pages wait.
    let question = match tokio::task::spawn_blocking(read).await {
        Ok(Ok(Read::Answered(said))) => return lines(Body::from(said)),
        Ok(Ok(Read::ToAsk(question))) => question,
        Ok(Err(error)) => {
            return refused(StatusCode::BAD_REQUEST, format!("this is no question: {error}"));
        }
        Err(_) => {
            let fault = "this is a fault of the calculator: please report what you asked";
            return refused(StatusCode::INTERNAL_SERVER_ERROR, fault);
        }
    };
    let Some(ticket) = session.ask(question) else {
        return refused(
            StatusCode::TOO_MANY_REQUESTS,
            "too many questions wait already: stop one, or wait",
        );
    };
    let (send, receive) = mpsc::channel(1);
    tokio::spawn(tell(ticket, send));
    lines(Body::from_stream(ReceiverStream::new(receive)))
}

/// A question that was read.
enum Read {
    /// It needs no computation: its lines.
    Answered(String),
    /// It is for the session.
    ToAsk(Question),
}

fn lines(body: Body) -> Response {
    ([(CONTENT_TYPE, "application/jsonl; charset=utf-8")], body).into_response()
}

type Sent = Result<Bytes, std::convert::Infallible>;

/// Tells the page the lines of an answer, and how far it is meanwhile. When the page has
/// left, the ticket is dropped, which interrupts the computation.
async fn tell(mut ticket: Ticket, send: mpsc::Sender<Sent>) {
    let mut started: Option<Instant> = None;
    let mut ticks = interval(PACE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let line = tokio::select! {
            () = send.closed() => return,
            line = ticket.answer.recv() => match line {
                Some(line) => line,
                None => return,
            },
            _ = ticks.tick() => {
                let Some(progress) = ticket.progress() else { continue };
                let seconds = started.get_or_insert_with(Instant::now).elapsed().as_secs_f64();
                let [games, memory, depth] = [progress.games(), progress.memory(), progress.depth()];
                Written::from(Line::Progress { seconds, games, memory, depth })
            }
        };
        if send.send(Ok(line.json.into())).await.is_err() || line.is_last {
            return;
        }
    }
}

/// The name that a page chose for itself.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    page: String,
}

/// The longest name that a page may choose.
const MOST_NAME: usize = 64;

fn page_of(body: &[u8]) -> Option<String> {
    let said: Page = serde_json::from_slice(body).ok()?;
    (said.page.len() <= MOST_NAME).then_some(said.page)
}

async fn claim(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
    body: Bytes,
) -> Response {
    let Some(page) = page_of(&body) else {
        return refused(StatusCode::BAD_REQUEST, "a page says its name: `{\"page\": \"...\"}`");
    };
    match shared.sessions.claim(&name, &page) {
        None => no_session(),
        Some(true) => StatusCode::NO_CONTENT.into_response(),
        Some(false) => refused(StatusCode::CONFLICT, "another tab has this session"),
    }
}

async fn leave(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
    body: Bytes,
) -> Response {
    if let Some(page) = page_of(&body) {
        shared.sessions.leave(&name, &page);
    }
    StatusCode::NO_CONTENT.into_response()
}
