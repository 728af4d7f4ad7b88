//! `:help` and `:list`.

use super::{AddedDirective, Name, Session};
use crate::error::DirectiveError;
use crate::error::suggest::similar;

/// A line that begins with a colon.
#[derive(Clone, Copy)]
pub(super) struct Directive {
    pub(super) name: &'static str,
    pub(super) usage: &'static str,
    pub(super) help: &'static str,
}

pub(super) const DIRECTIVES: [Directive; 9] = [
    Directive {
        name: "notation",
        usage: ":notation paper|standard|unicode|latex",
        help: "How values are printed and read; alone, says which it is.",
    },
    Directive {
        name: "help",
        usage: ":help [name]",
        help: "Lists what there is, or explains a name.",
    },
    Directive { name: "list", usage: ":list", help: "Lists the definitions and bindings." },
    Directive { name: "load", usage: ":load FILE", help: "Runs the program in a file." },
    Directive {
        name: "save",
        usage: ":save FILE",
        help: "Writes the definitions and bindings to a file, as a program.",
    },
    Directive {
        name: "plot",
        usage: ":plot thermograph(G) [FILE.svg]",
        help: "Draws the thermograph of G here, or writes it to a file as SVG.",
    },
    Directive { name: "clear", usage: ":clear", help: "Forgets the definitions and bindings." },
    Directive {
        name: "limit",
        usage: ":limit [memory 4GiB | time 10s | games N | options N]",
        help: "Sets a limit (`none` for no limit of time); alone, shows the limits.",
    },
    Directive {
        name: "time",
        usage: ":time [on|off]",
        help: "Whether the time of each answer is shown; alone, changes it.",
    },
];

impl Session {
    /// The directives of the language, and those that were added.
    pub(super) fn directives(&self) -> impl Iterator<Item = Directive> + '_ {
        let added = self.added.iter();
        let added =
            added.map(|&AddedDirective { name, usage, help, .. }| Directive { name, usage, help });
        DIRECTIVES.into_iter().chain(added)
    }

    pub(super) fn help(&self, name: &str) -> Result<String, DirectiveError> {
        let name = name.trim_start_matches(':');
        if name.is_empty() {
            return Ok(self.overview());
        }
        if let Some(directive) = self.directives().find(|directive| directive.name == name) {
            return Ok(format!("{}\n  {}", directive.usage, directive.help));
        }
        if let Some(number) = self.machine.builtins.find(name) {
            let function = self.machine.builtins.get(number);
            let mut text = format!("{}\n  {}", function.usage(), function.help());
            if !function.example().is_empty() {
                text += &format!("\n  Example: {}", function.example());
            }
            return Ok(text);
        }
        if let Some(number) = self.machine.function_names.find(name)
            && let Some(kept) = self.functions.get(&number)
        {
            return Ok(kept.source.slice(kept.span).to_owned());
        }
        let known = self.machine.builtins.all().iter().map(|function| function.name());
        let known = known.chain(self.directives().map(|directive| directive.name));
        let similar = similar(name, known);
        Err(DirectiveError::NoHelp { name: name.to_owned(), similar })
    }

    fn overview(&self) -> String {
        let mut text = String::from("Directives:\n");
        for directive in self.directives() {
            text += &format!("  {}\n", directive.usage);
        }
        text += "Functions (`:help name` explains one):\n";
        for function in self.machine.builtins.all() {
            text += &format!("  {:<24} {}\n", function.usage(), function.help());
        }
        text += "Queries: `G` the value, `? G` who wins, `?? G` the winning moves";
        text
    }

    pub(super) fn listing(&self) -> String {
        let lines: Vec<String> = self
            .order
            .iter()
            .filter_map(|name| match name {
                Name::Function(number) => {
                    let machine = &self.machine;
                    let defined = machine.functions.get(*number as usize)?.defined.as_ref()?;
                    let parameters: Vec<&str> = defined
                        .definition
                        .parameters
                        .iter()
                        .map(|&parameter| defined.ast.name(parameter))
                        .collect();
                    let name = machine.function_names.name(*number);
                    Some(format!("{name}({})", parameters.join(", ")))
                }
                Name::Global(number) => {
                    let kept = &self.bindings.get(number)?.kept;
                    Some(kept.source.slice(kept.span).to_owned())
                }
            })
            .collect();
        if lines.is_empty() { "nothing is defined".into() } else { lines.join("\n") }
    }
}
