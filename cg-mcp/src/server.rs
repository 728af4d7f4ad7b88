//! The protocol over standard input and output, and when the server ends.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use cg_calculator::cg_lang::help::Page;
use cg_calculator::{Limits, Settings};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, Implementation,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer, ServerInitializeError};
use rmcp::{ServerHandler, ServiceExt};

use crate::answer::Answer;
use crate::sessions::Sessions;
use crate::size::bounded;
use crate::{resources, tools};

/// How the server works.
#[derive(Clone, Debug)]
pub struct Options {
    /// The limits of a session.
    pub limits: Limits,
    /// Whether the families of plugins that are linked in are wanted. No other plugins are loaded.
    pub bundled: bool,
    /// The most time for a call.
    pub time: Duration,
}

impl Default for Options {
    /// 512 MB for a session, and twenty seconds for a call.
    fn default() -> Self {
        let limits = Limits { memory: 512 << 20, ..Limits::default() };
        Options { limits, bundled: true, time: Duration::from_secs(20) }
    }
}

/// What a client is told at the beginning.
const INSTRUCTIONS: &str = "cg calculates with combinatorial games (Conway, Winning Ways): values in canonical form, \
     outcomes, winning moves, sums of positions of more than fifty rulesets, octal games, misere play, proofs. \
     Calculate with it instead of guessing. `ruleset_help` lists the rulesets; `evaluate` runs the language G, in which \
     `:help NAME` explains a word. The resources cg://guide/language and cg://guide/tutorial teach it. Calls with the \
     same `session` share their definitions.";

#[derive(Clone)]
struct Handler {
    sessions: Arc<Sessions>,
    pages: Arc<Vec<Page>>,
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let mut config = ServerConfig::new(capabilities).with_instructions(INSTRUCTIONS);
        config.server_info = Implementation::new("cg", env!("CARGO_PKG_VERSION"));
        config
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::list()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let asked = tools::read(&request.name, request.arguments.unwrap_or_default());
        let answer = match asked {
            Ok(asked) => Arc::clone(&self.sessions).call(asked, context.ct.cancelled_owned()).await,
            Err(error @ tools::BadCall::NoTool(_)) => {
                return Err(ErrorData::invalid_params(error.to_string(), None));
            }
            // Whoever calls can mend it.
            Err(error) => Answer::error("arguments", error, false),
        };
        let value = bounded(answer.value);
        Ok(match answer.failed {
            true => CallToolResult::structured_error(value),
            false => CallToolResult::structured(value),
        }
        .into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::list(&self.pages)))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match resources::read(&self.pages, &request.uri) {
            Some(contents) => {
                Ok(ReadResourceResponse::Complete(ReadResourceResult::new(vec![contents])))
            }
            None => {
                let asked: String = request.uri.chars().take(200).collect();
                let message =
                    format!("there is nothing at {asked}: resources/list has all addresses");
                Err(ErrorData::resource_not_found(message, None))
            }
        }
    }
}

/// How often `stop` is asked.
const PACE: Duration = Duration::from_millis(100);
/// Threads for calls, for standard input and for standard output.
const MOST_THREADS: usize = 8;

/// Serves a client over standard input and output until it leaves or `stop` says so.
///
/// # Errors
/// No threads; [`io::ErrorKind::InvalidData`] where a client begins otherwise than the protocol asks; a
/// [`GameError`](cg_calculator::GameError) where there is no calculator within the limits.
pub fn serve(options: Options, stop: impl Fn() -> bool) -> io::Result<()> {
    let Options { limits, bundled, time } = options;
    let settings = Settings { limits, bundled, ..Settings::default() };
    let sessions = Arc::new(Sessions::new(settings, time));
    // Where no calculator starts, it is said at once and not in each call.
    let pages = Arc::new(sessions.calculator().map_err(io::Error::other)?.session().help_pages());
    let handler = Handler { sessions: Arc::clone(&sessions), pages };
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().max_blocking_threads(MOST_THREADS).build();
    let runtime = runtime.map_err(|error| {
        io::Error::new(error.kind(), format!("the server does not start: {error}"))
    })?;
    let served = runtime.block_on(async move {
        let stopped = async {
            while !stop() {
                tokio::time::sleep(PACE).await;
            }
        };
        let client = async {
            let running = match handler.serve(rmcp::transport::stdio()).await {
                Ok(running) => running,
                // A client that leaves before it begins is no error.
                Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
                Err(error) => return Err(misbegun(&error)),
            };
            running.waiting().await.map(|_| ()).map_err(io::Error::other)
        };
        tokio::select! {
            served = client => served,
            () = stopped => Ok(()),
        }
    });
    sessions.stop();
    // Nobody waits for a client that says nothing.
    runtime.shutdown_background();
    served
}

/// The error in a line of bounded length: it may quote what the client sent.
fn misbegun(error: &ServerInitializeError) -> io::Error {
    let whole = error.to_string();
    let short: String = whole.chars().take(300).collect();
    let more = if short.len() < whole.len() { " ..." } else { "" };
    let message = format!("the client does not begin as the protocol asks: {short}{more}");
    io::Error::new(io::ErrorKind::InvalidData, message)
}
