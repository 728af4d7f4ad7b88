//! The server: documents, and who answers what.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use cg_calculator::cg_lang::{NameKind, ProgramName, pieces};
use cg_calculator::{Interrupt, Settings, Span};
use lsp_types::{
    CompletionOptions, CompletionParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DocumentFormattingParams, DocumentSymbol, DocumentSymbolParams,
    GotoDefinitionParams, Hover, HoverContents, HoverParams, HoverProviderCapability,
    InitializeResult, Location, MarkupContent, MarkupKind, OneOf, PublishDiagnosticsParams,
    ReferenceParams, RenameOptions, RenameParams, SemanticTokens, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions, SemanticTokensParams, ServerCapabilities,
    ServerInfo, SymbolKind, TextDocumentPositionParams, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextEdit, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::analysis::Analysis;
use crate::convert;
use crate::document::Document;
use crate::transport::{Cancelling, Code, Incoming, Outgoing, Refusal, read};
use crate::value::Values;

/// How long the server waits for another change before it diagnoses a document.
const QUIET: Duration = Duration::from_millis(30);

/// The most messages that wait.
const MOST_WAITING: usize = 1 << 10;

/// How the server works.
#[derive(Clone, Debug)]
pub struct Options {
    /// Limits, notation and families of the calculators.
    pub settings: Settings,
    /// The time for the value of an expression that is hovered over.
    pub value_time: Duration,
}

impl Default for Options {
    /// The default settings, and 50 ms for a value.
    fn default() -> Self {
        Options { settings: Settings::default(), value_time: Duration::from_millis(50) }
    }
}

/// How the conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The client asked the server to shut down, and then to leave.
    Asked,
    /// The client left, or told the server to leave, without asking it to shut down.
    Abrupt,
}

/// Reads messages until the client leaves, and answers them.
///
/// # Errors
/// Nobody reads the answers, or no thread can be had; a [`GameError`](cg_calculator::GameError) where
/// the settings give no calculator.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write,
    options: &Options,
) -> io::Result<Ending> {
    let cancelling = Arc::new(Cancelling::default());
    let (send, receive) = sync_channel(MOST_WAITING);
    let its_own = Arc::clone(&cancelling);
    thread::Builder::new().name("cg lsp reader".into()).spawn(move || {
        let mut input = BufReader::new(input);
        // Where the input fails, it has ended.
        while let Ok(Some(message)) = read(&mut input) {
            match &message {
                Incoming::Request { id, .. } => its_own.comes(id),
                Incoming::Notification { method, params } if method == "$/cancelRequest" => {
                    its_own.withdraw(&params["id"]);
                    continue;
                }
                _ => {}
            }
            let leaves =
                matches!(&message, Incoming::Notification { method, .. } if method == "exit");
            if send.send(message).is_err() || leaves {
                break;
            }
        }
    })?;
    let mut values = Values::new(&options.settings, options.value_time);
    values.prepare().map_err(io::Error::other)?;
    let server = Server {
        options,
        cancelling,
        out: Outgoing(output),
        documents: BTreeMap::new(),
        values,
        stage: Stage::New,
    };
    server.run(&receive)
}

/// How far the conversation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    New,
    Open,
    ShutDown,
}

/// A document with what is known of it.
struct Open {
    uri: Uri,
    document: Document,
    analysis: Option<Analysis>,
    /// Its errors were not sent yet.
    unsent: bool,
}

struct Server<'o, W> {
    options: &'o Options,
    cancelling: Arc<Cancelling>,
    out: Outgoing<W>,
    documents: BTreeMap<String, Open>,
    values: Values,
    stage: Stage,
}

type Answer = Result<Value, Refusal>;

impl<W: Write> Server<'_, W> {
    fn run(mut self, messages: &Receiver<Incoming>) -> io::Result<Ending> {
        loop {
            let waits = self.documents.values().any(|open| open.unsent);
            let message = match waits {
                true => messages.recv_timeout(QUIET),
                false => messages.recv().map_err(RecvTimeoutError::from),
            };
            match message {
                Ok(Incoming::Notification { method, .. }) if method == "exit" => {
                    return Ok(match self.stage {
                        Stage::ShutDown => Ending::Asked,
                        Stage::New | Stage::Open => Ending::Abrupt,
                    });
                }
                Ok(message) => self.message(message)?,
                Err(RecvTimeoutError::Timeout) => self.diagnose()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(Ending::Abrupt),
            }
        }
    }

    fn message(&mut self, message: Incoming) -> io::Result<()> {
        match message {
            Incoming::Malformed { id, refusal } => self.out.answer(&id, Err(refusal))?,
            Incoming::Notification { method, params } => {
                // Nobody waits for an answer; what is wrong in it changes nothing.
                let told = guarded(|| self.told(&method, params));
                if told.is_err() {
                    self.forget();
                }
            }
            Incoming::Request { id, method, params } => {
                let interrupt = Interrupt::new();
                let withdrawn = || Err(Refusal::new(Code::Cancelled, "the request was withdrawn"));
                let answer = match self.cancelling.begin(&id, &interrupt) {
                    true => guarded(|| self.asked(&method, params, &interrupt)).unwrap_or_else(
                        |refusal| {
                            self.forget();
                            Err(refusal)
                        },
                    ),
                    false => withdrawn(),
                };
                let answer = if self.cancelling.end(&id) { withdrawn() } else { answer };
                self.out.answer(&id, answer)?;
                // For the next one, while nobody waits.
                self.values.prepare().map_err(io::Error::other)?;
            }
        }
        Ok(())
    }

    /// After a defect nothing that was worked out is relied on.
    fn forget(&mut self) {
        for open in self.documents.values_mut() {
            open.analysis = None;
        }
    }

    fn told(&mut self, method: &str, params: Value) -> Result<(), Refusal> {
        if self.stage != Stage::Open {
            return Ok(());
        }
        match method {
            "textDocument/didOpen" => {
                let DidOpenTextDocumentParams { text_document: it } = parameters(params)?;
                let document = Document::new(it.text, it.version);
                let open = Open { uri: it.uri, document, analysis: None, unsent: true };
                self.documents.insert(open.uri.as_str().to_owned(), open);
            }
            "textDocument/didChange" => {
                let DidChangeTextDocumentParams { text_document, content_changes } =
                    parameters(params)?;
                if let Some(open) = self.documents.get_mut(text_document.uri.as_str()) {
                    content_changes.into_iter().for_each(|change| open.document.change(change));
                    open.document.version = text_document.version;
                    (open.analysis, open.unsent) = (None, true);
                }
            }
            "textDocument/didClose" => {
                let DidCloseTextDocumentParams { text_document: it } = parameters(params)?;
                self.documents.remove(it.uri.as_str());
                let nothing = PublishDiagnosticsParams::new(it.uri, Vec::new(), None);
                // Where nobody reads, the next answer says so.
                self.out.notify("textDocument/publishDiagnostics", &json!(nothing)).unwrap_or(());
            }
            _ => {}
        }
        Ok(())
    }

    /// Sends the errors of the documents that have changed.
    fn diagnose(&mut self) -> io::Result<()> {
        let settings = &self.options.settings;
        for open in self.documents.values_mut().filter(|open| open.unsent) {
            open.unsent = false;
            let errors = guarded(|| {
                let (document, analysis) = open.read(settings)?;
                Ok::<_, Refusal>(
                    analysis
                        .errors
                        .iter()
                        .map(|error| convert::diagnostic(document, error))
                        .collect::<Vec<_>>(),
                )
            });
            if let Ok(Ok(errors)) = errors {
                let found = PublishDiagnosticsParams::new(
                    open.uri.clone(),
                    errors,
                    Some(open.document.version),
                );
                self.out.notify("textDocument/publishDiagnostics", &json!(found))?;
            }
        }
        Ok(())
    }

    fn asked(&mut self, method: &str, params: Value, interrupt: &Interrupt) -> Answer {
        match (self.stage, method) {
            (Stage::New, "initialize") => {
                self.stage = Stage::Open;
                return Ok(json!(InitializeResult {
                    capabilities: capabilities(),
                    server_info: Some(ServerInfo {
                        name: "cg lsp".into(),
                        version: Some(env!("CARGO_PKG_VERSION").into()),
                    }),
                }));
            }
            (Stage::New, _) => {
                return Err(Refusal::new(Code::NotInitialized, "`initialize` comes first"));
            }
            (Stage::ShutDown, _) | (_, "initialize") => {
                return Err(Refusal::new(
                    Code::InvalidRequest,
                    format!("`{method}` cannot come here"),
                ));
            }
            (Stage::Open, _) => {}
        }
        match method {
            "shutdown" => {
                self.stage = Stage::ShutDown;
                Ok(Value::Null)
            }
            "textDocument/completion" => {
                let CompletionParams { text_document_position: it, .. } = parameters(params)?;
                let (document, analysis) = self.read(&it.text_document.uri)?;
                let cursor = document.offset(it.position);
                let (start, words) = analysis.completion(cursor);
                let range = lsp_types::Range::new(document.position(start), it.position);
                let items =
                    words.into_iter().map(|word| convert::item(word, &analysis.vocabulary, range));
                Ok(json!(items.collect::<Vec<_>>()))
            }
            "textDocument/hover" => {
                let HoverParams { text_document_position_params: it, .. } = parameters(params)?;
                self.hover(&it, interrupt)
            }
            "textDocument/definition" => {
                let GotoDefinitionParams { text_document_position_params: it, .. } =
                    parameters(params)?;
                self.locations(&it, |name, at| {
                    // A name that is given again means the last before it.
                    let earlier = name.given.iter().rposition(|place| place.range().start <= at);
                    vec![name.given[earlier.unwrap_or(0)]]
                })
            }
            "textDocument/references" => {
                let ReferenceParams { text_document_position: it, context, .. } =
                    parameters(params)?;
                self.locations(&it, |name, _| {
                    let wanted =
                        |place: &&Span| context.include_declaration || !name.given.contains(place);
                    name.places.iter().filter(wanted).copied().collect()
                })
            }
            "textDocument/prepareRename" => {
                let it: TextDocumentPositionParams = parameters(params)?;
                let (document, analysis) = self.read(&it.text_document.uri)?;
                let at = u32::try_from(document.offset(it.position)).unwrap_or(u32::MAX);
                Ok(json!(analysis.outline.span_at(at).map(|span| document.range(span))))
            }
            "textDocument/rename" => {
                let RenameParams { text_document_position: it, new_name, .. } = parameters(params)?;
                let (document, analysis) = self.read(&it.text_document.uri)?;
                let places = analysis.renamed(document.offset(it.position), &new_name)?;
                let edits = places
                    .into_iter()
                    .map(|place| TextEdit::new(document.range(place), new_name.clone()));
                let edits: Vec<TextEdit> = edits.collect();
                Ok(json!({ "changes": { it.text_document.uri.as_str(): edits } }))
            }
            "textDocument/formatting" => {
                let DocumentFormattingParams { text_document: it, .. } = parameters(params)?;
                let (document, analysis) = self.read(&it.uri)?;
                Ok(match analysis.formatted() {
                    Some(text) if text == document.text => json!([]),
                    Some(text) => json!([TextEdit::new(document.whole(), text)]),
                    None => Value::Null,
                })
            }
            "textDocument/documentSymbol" => {
                let DocumentSymbolParams { text_document: it, .. } = parameters(params)?;
                let (document, analysis) = self.read(&it.uri)?;
                Ok(json!(symbols(document, analysis)))
            }
            "textDocument/semanticTokens/full" => {
                let SemanticTokensParams { text_document: it, .. } = parameters(params)?;
                let (document, analysis) = self.read(&it.uri)?;
                let cut = pieces(&document.text, &analysis.vocabulary.reading);
                let data = convert::tokens(document, &cut);
                Ok(json!(SemanticTokens { result_id: None, data }))
            }
            _ => Err(Refusal::new(Code::UnknownMethod, format!("`{method}` is not known"))),
        }
    }

    /// A document, and what is known of it.
    fn read(&mut self, uri: &Uri) -> Result<(&Document, &Analysis), Refusal> {
        let open = self.documents.get_mut(uri.as_str());
        let open =
            open.ok_or_else(|| Refusal::new(Code::InvalidParameters, "this document is not open"))?;
        open.read(&self.options.settings)
    }

    fn hover(&mut self, it: &TextDocumentPositionParams, interrupt: &Interrupt) -> Answer {
        let open = self.documents.get_mut(it.text_document.uri.as_str());
        let open =
            open.ok_or_else(|| Refusal::new(Code::InvalidParameters, "this document is not open"))?;
        let (document, analysis) = open.read(&self.options.settings)?;
        let at = document.offset(it.position);
        let explained = analysis.explained(at);
        let place = u32::try_from(at).unwrap_or(u32::MAX);
        let value = self.values.at(&analysis.source, &analysis.outline, place, interrupt);
        let span: Option<Span> =
            value.as_ref().map(|it| it.place).or(explained.as_ref().map(|(span, _)| *span));
        let Some(span) = span else { return Ok(Value::Null) };
        let fenced = |text: &str| format!("```text\n{}\n```", text.replace("```", "'''"));
        let parts = [
            value.map(|it| fenced(&format!("= {}", it.value))),
            explained.map(|(_, text)| fenced(&text)),
        ];
        let value = parts.into_iter().flatten().collect::<Vec<_>>().join("\n");
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        Ok(json!(Hover { contents, range: Some(document.range(span)) }))
    }

    /// Places of the name at a position, which stands at the byte that `places` is given.
    fn locations(
        &mut self,
        it: &TextDocumentPositionParams,
        places: impl Fn(&ProgramName, usize) -> Vec<Span>,
    ) -> Answer {
        let (document, analysis) = self.read(&it.text_document.uri)?;
        let at = document.offset(it.position);
        let found = analysis.name_at(at).map_or_else(Vec::new, |name| places(name, at));
        let uri = &it.text_document.uri;
        let found =
            found.into_iter().map(|place| Location::new(uri.clone(), document.range(place)));
        Ok(json!(found.collect::<Vec<_>>()))
    }
}

impl Open {
    fn read(&mut self, settings: &Settings) -> Result<(&Document, &Analysis), Refusal> {
        if self.analysis.is_none() {
            let analysis = Analysis::new(settings, self.uri.as_str(), &self.document.text);
            self.analysis =
                Some(analysis.map_err(|error| Refusal::new(Code::Internal, error.to_string()))?);
        }
        Ok((&self.document, self.analysis.as_ref().expect("it was made above")))
    }
}

/// Runs `work`; a panic is a defect of this program, which ends the request and nothing else.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Refusal> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        Refusal::new(Code::Internal, "this request met a defect of `cg lsp`; please report it")
    })
}

fn parameters<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| Refusal::new(Code::InvalidParameters, error.to_string()))
}

/// The definitions and bindings of a document.
#[allow(deprecated, reason = "the type has a field that is deprecated")]
fn symbols(document: &Document, analysis: &Analysis) -> Vec<DocumentSymbol> {
    let names = analysis.outline.names().iter().filter(|name| name.kind.is_global());
    let given = names.flat_map(|name| {
        name.given.iter().zip(&name.statements).map(move |(&place, &statement)| DocumentSymbol {
            name: name.name.clone(),
            detail: None,
            kind: match name.kind {
                NameKind::Function => SymbolKind::FUNCTION,
                _ => SymbolKind::VARIABLE,
            },
            tags: None,
            deprecated: None,
            range: document.range(statement.to(place)),
            selection_range: document.range(place),
            children: None,
        })
    });
    let mut found: Vec<DocumentSymbol> = given.collect();
    found.sort_by_key(|symbol| symbol.range.start);
    found
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(
            TextDocumentSyncKind::INCREMENTAL,
        )),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![":".into()]),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: SemanticTokensLegend {
                    token_types: convert::TOKENS.to_vec(),
                    token_modifiers: Vec::new(),
                },
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_its_request_only() {
        let refusal = guarded(|| panic!("a defect")).unwrap_err();
        assert_eq!(refusal.code, Code::Internal);
        assert_eq!(guarded(|| 1).unwrap(), 1);
    }
}
