//! `:help` and `:list`.

use super::{AddedDirective, Kept, Name, Session};
use crate::directive::{Directive, Written};
use crate::error::{RunError, similar};
use crate::help::{PAGES, Page, Topic, topics, wrapped};

/// The width of what help prints, and of the titles of its overview.
const COLUMNS: usize = 80;
const TITLE: usize = 18;

/// A function or directive that no page of help explains.
struct Unexplained {
    name: String,
    usage: String,
    help: String,
}

impl Session {
    /// How the directives of the language are written, and those that were added.
    pub(super) fn directives(&self) -> impl Iterator<Item = Written> + '_ {
        Directive::listed().chain(self.added.iter().map(AddedDirective::written))
    }

    /// Adds a page of topics to `:help`, as [`crate::help`] says. Topics come in the order in which their pages were added.
    /// The overview leaves out a page without a title. The page is asked for its Markdown when help is, not before.
    pub fn add_help(&mut self, page: fn() -> &'static str) {
        self.added_pages.push(page);
    }

    /// The pages of help.
    pub fn help_pages(&self) -> Vec<Page> {
        let added = self.added_pages.iter().map(|page| page());
        PAGES.into_iter().chain(added).map(Page::new).collect()
    }

    /// A topic of help, or a definition of the session, as text of at most 80 columns;
    /// for an empty name the names of all topics.
    ///
    /// # Errors
    /// There is no such topic.
    pub fn help(&self, name: &str) -> Result<String, RunError> {
        if name.is_empty() {
            return Ok(self.overview());
        }
        if let Some(kept) = self.own(name) {
            return Ok(kept.source.slice(kept.span).to_owned());
        }
        let pages = self.help_pages();
        let found = topics(&pages, name);
        if !found.is_empty() {
            let shown: Vec<String> = found.iter().map(|topic| topic.shown(COLUMNS)).collect();
            return Ok(shown.join("\n\n"));
        }
        let bare = name.trim_start_matches(':');
        if let Some(unexplained) = self.unexplained(&pages).into_iter().find(|it| it.name == bare) {
            return Ok(format!("{}\n\n  {}", unexplained.usage, unexplained.help));
        }
        let own = self.names();
        let all = pages.iter().flat_map(|page| &page.topics);
        let known = all.flat_map(|topic| [topic.name()].into_iter().chain(topic.also.clone()));
        let similar = similar(name, known.chain(own.iter().map(String::as_str)));
        Err(RunError::NoHelp { name: name.to_owned(), similar })
    }

    /// A function or name that was defined here.
    fn own(&self, name: &str) -> Option<&Kept> {
        let function = self.machine.function_names.find(name);
        let function = function.and_then(|number| self.functions.get(&number));
        let global = || self.bindings.get(&self.machine.global_names.find(name)?);
        function.or_else(|| global().map(|binding| &binding.kept))
    }

    /// The added functions and directives that no page explains: they have a line each.
    fn unexplained(&self, pages: &[Page]) -> Vec<Unexplained> {
        let explained = |name: &str| !topics(pages, name).is_empty();
        let functions = self.machine.builtins.all().iter().map(|function| Unexplained {
            name: function.name().to_owned(),
            usage: function.usage().to_owned(),
            help: function.help().to_owned(),
        });
        let directives = self.added.iter().map(|added| {
            let Written { name, usage, .. } = added.written();
            let help = added.help().to_owned();
            Unexplained { name: name.to_owned(), usage: usage.to_owned(), help }
        });
        functions.chain(directives).filter(|it| !explained(&it.name)).collect()
    }

    /// All topics, on one screen.
    fn overview(&self) -> String {
        let pages = self.help_pages();
        let mut text = String::from("`:help NAME` explains one of these.\n");
        let mut line = |title: &str, names: &[&str]| {
            // Names of several words are not broken.
            let names = names.join(", ").replace(' ', "\u{a0}").replace(",\u{a0}", ", ");
            let lines = wrapped(&names, COLUMNS, &" ".repeat(TITLE)).replace('\u{a0}', " ");
            text += &format!("\n{title:<TITLE$}{}", lines.trim_start());
        };
        for page in pages.iter().filter(|page| !page.title.is_empty()) {
            line(page.title, &page.topics.iter().map(Topic::name).collect::<Vec<_>>());
        }
        let unexplained = self.unexplained(&pages);
        if !unexplained.is_empty() {
            let names: Vec<&str> = unexplained.iter().map(|it| it.usage.as_str()).collect();
            line("Added", &names);
        }
        text
    }

    pub(super) fn listing(&self) -> String {
        let lines: Vec<String> = self
            .order
            .iter()
            .filter_map(|name| match name {
                Name::Function(number) => self.signature(*number),
                Name::Global(number) => {
                    let kept = &self.bindings.get(number)?.kept;
                    Some(kept.source.slice(kept.span).to_owned())
                }
            })
            .collect();
        if lines.is_empty() { "nothing is defined".into() } else { lines.join("\n") }
    }
}
