//! The calculator: a session of the language over the families of games, with the
//! functions of the solvers.

use cg_core::{Error as GameError, Game, Interrupt, Limits, Notation, Progress};
use cg_lang::{Error, Role, Session, Source, Summary, Value, Vocabulary};
use cg_simplify::Engine;
use dashu_int::{IBig, UBig};

use crate::editing::{self, Completion};
use crate::reply::{Event, Reply};
use crate::settings::Settings;

/// Evaluates programs of the language G, and keeps what they define.
///
/// A calculator can be sent to another thread; two calculators share nothing.
///
/// ```
/// use cg_calculator::Calculator;
/// let mut calculator = Calculator::new()?;
/// calculator.evaluate("impartial Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 }; }");
/// let replies = calculator.evaluate("Nim(3) + Nim(5); ? Nim(3)");
/// assert_eq!(replies[0].shown, "*6");
/// assert_eq!(replies[1].shown, "first player win");
/// # Ok::<(), cg_calculator::GameError>(())
/// ```
pub struct Calculator {
    session: Session,
    settings: Settings,
    #[cfg(feature = "plugins")]
    plugins: crate::plugins::Plugins,
}

// Front ends move calculators to threads of their own.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<Calculator>();
};

impl std::fmt::Debug for Calculator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Calculator").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Calculator {
    /// A calculator with the default settings: no file is read, and no plugin loaded.
    ///
    /// # Errors
    /// None that is known.
    pub fn new() -> cg_core::Result<Self> {
        Self::with(Settings::default())
    }

    /// A calculator with these settings. Plugins that cannot be loaded are left out, see
    /// [`Calculator::refusals`].
    ///
    /// # Errors
    /// The families of games do not fit together, or the limits leave no room for the engine.
    pub fn with(settings: Settings) -> cg_core::Result<Self> {
        #[cfg(feature = "plugins")]
        let (registry, plugins) = crate::plugins::Plugins::load(&settings)?;
        #[cfg(not(feature = "plugins"))]
        let registry = crate::registry(settings.bundled).close()?;
        let mut session = Session::new(Engine::new(registry, settings.limits.clone())?);
        equip(&mut session, &settings);
        if let Some(notation) = settings.notation {
            session.set_notation(notation);
        }
        Ok(Calculator {
            session,
            settings,
            #[cfg(feature = "plugins")]
            plugins,
        })
    }

    /// A calculator that spends so many steps on the value of a sum before it searches: tests compare
    /// the two routes.
    #[doc(hidden)]
    pub fn searching(steps: u32) -> Self {
        let mut calculator = Calculator::new().expect("the standard subgroups are sound");
        let sums =
            crate::sums::Sums::new(crate::rulesets::Shared::default(), None).with_steps(steps);
        calculator.session().set_solver(std::sync::Arc::new(sums));
        calculator
    }

    /// Evaluates a program as if it were typed: what it defines stays, and each answer and
    /// each error is a reply, in order. After an error it goes on with the next statement;
    /// an interruption ends it.
    ///
    /// ```
    /// use cg_calculator::{Calculator, Content};
    /// let replies = Calculator::new()?.evaluate("{1|-1}; ? 1/3");
    /// let Content::Error { error } = &replies[1].content else { panic!("{}", replies[1]) };
    /// assert_eq!((error.code, error.place.line, error.place.column), ("not-dyadic", 1, 11));
    /// # Ok::<(), cg_calculator::GameError>(())
    /// ```
    pub fn evaluate(&mut self, program: impl Into<String>) -> Vec<Reply> {
        let source = Source::new("<input>", program.into());
        let mut replies = Vec::new();
        self.run(&source, Role::Typed, &mut |session, event| {
            replies.push(Reply::new(session, &event));
        });
        replies
    }

    /// Runs a program: calls `sink` with each event, in order. [`Reply::new`] makes data of
    /// an event, [`cg_lang::Answer::to_text`] text.
    ///
    /// A plugin that fails is left out at once and for good: definitions and bindings are
    /// evaluated again without it, and a note says what became of the values.
    pub fn run(
        &mut self,
        source: &Source,
        role: Role,
        sink: &mut dyn FnMut(&mut Session, Event),
    ) -> Summary {
        #[cfg(feature = "plugins")]
        let plugins = &mut self.plugins;
        self.session.run(source, role, &mut |session, event| {
            let event = match event {
                cg_lang::Event::Answer(answer) => Event::Answer(answer),
                cg_lang::Event::Error(error) => Event::Error(error),
                cg_lang::Event::Note(note) => Event::Note(note),
            };
            sink(session, event);
            #[cfg(feature = "plugins")]
            plugins.leave_out_failed(session, sink);
        })
    }

    /// The value of one expression as a game, a form simplified.
    ///
    /// # Errors
    /// What is wrong in the expression, or is no game; a limit.
    ///
    /// ```
    /// # use cg_calculator::Calculator;
    /// let mut calculator = Calculator::new()?;
    /// let star = calculator.nimber(1u8)?;
    /// assert_eq!(calculator.game("{0|0}").unwrap(), star);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn game(&mut self, expression: &str) -> Result<Game, Error> {
        Ok(self.session.evaluate_game(expression)?.0)
    }

    /// The value that a call of a function gives, built in or of the program, by its name.
    /// A form is simplified. Arguments that are texts or lists come from the session's
    /// [`heap`](Session::heap).
    ///
    /// # Errors
    /// There is no such function, an error in the function, a limit.
    ///
    /// ```
    /// # use cg_calculator::{Calculator, Value};
    /// let mut calculator = Calculator::new()?;
    /// let kayles = calculator.session().heap().text("Kayles");
    /// let value = calculator.call("octal", &[kayles, Value::Integer(2)])?;
    /// assert_eq!(value, Value::Game(calculator.nimber(2u8)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value, Error> {
        self.session.call(function, arguments)
    }

    /// The game that is an integer.
    ///
    /// # Errors
    /// It has too many bits, or a limit is reached.
    pub fn integer(&mut self, value: impl Into<IBig>) -> Result<Game, GameError> {
        self.engine().integer(&value.into())
    }

    /// The nimber of this size.
    ///
    /// # Errors
    /// It has too many bits, or a limit is reached.
    pub fn nimber(&mut self, size: impl Into<UBig>) -> Result<Game, GameError> {
        self.engine().nimber(&size.into())
    }

    /// A game as text, in the notation in force.
    ///
    /// # Errors
    /// The text is too long, or a limit is reached.
    pub fn text(&mut self, game: Game) -> Result<String, GameError> {
        let notation = self.session.notation();
        self.engine().print(game, notation)
    }

    /// Raise it from another thread to stop what is computed; clear it before the next.
    pub fn interrupt(&self) -> Interrupt {
        self.session.limits().interrupt.clone()
    }

    /// Figures of the computation, for another thread to show.
    pub fn progress(&self) -> Progress {
        self.session.limits().progress.clone()
    }

    /// The notation in force.
    pub fn notation(&self) -> Notation {
        self.session.notation()
    }

    /// Answers in another notation from here on.
    pub fn set_notation(&mut self, notation: Notation) {
        self.session.set_notation(notation);
    }

    /// The limits in force.
    pub fn limits(&self) -> &Limits {
        self.session.limits()
    }

    /// Replaces the limits. [`Calculator::interrupt`] and [`Calculator::progress`] give the
    /// handles of the new ones.
    pub fn set_limits(&mut self, limits: Limits) {
        self.session.set_limits(limits);
    }

    /// The words that can be typed now.
    pub fn vocabulary(&self) -> Vocabulary {
        self.session.vocabulary()
    }

    /// What could stand at `cursor`, a place in bytes.
    ///
    /// ```
    /// # use cg_calculator::Calculator;
    /// let found = Calculator::new()?.complete("1 + thermo", 10);
    /// assert_eq!((found.start, &found.candidates[0].text[..]), (4, "thermograph("));
    /// # Ok::<(), cg_calculator::GameError>(())
    /// ```
    pub fn complete(&self, text: &str, cursor: usize) -> Completion {
        editing::complete(&self.session.vocabulary(), text, cursor)
    }

    /// Whether what was typed goes on in another line.
    pub fn is_unfinished(&self, text: &str) -> bool {
        self.session.is_unfinished(text)
    }

    /// A topic of help as text of at most 80 columns, or without a name all that there are.
    /// [`Vocabulary::topics`] lists the names.
    ///
    /// # Errors
    /// There is no such topic; the error names similar ones.
    pub fn help(&self, topic: &str) -> Result<String, cg_lang::RunError> {
        self.session.help(topic)
    }

    /// The picture of an expression.
    ///
    /// # Errors
    /// What is wrong in the expression, or cannot be drawn so.
    ///
    /// ```
    /// use cg_calculator::{Calculator, PictureKind};
    /// use cg_calculator::cg_plot::Picture;
    /// let drawing = Calculator::new()?.picture(PictureKind::Tree, "{1|-1}")?;
    /// assert!(drawing.svg().starts_with("<svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "plot")]
    pub fn picture(
        &mut self,
        kind: crate::PictureKind,
        expression: &str,
    ) -> Result<crate::Drawing, crate::CalculatorError> {
        crate::Drawing::new(&mut self.session, kind, expression)
    }

    /// The family of the games that an expression lists: what `family(...)` answers with it between
    /// the parentheses.
    ///
    /// ```
    /// use cg_calculator::Calculator;
    /// let report = Calculator::new()?.family("[^, *]").unwrap();
    /// assert_eq!(report.names(), ["*", "^"]);
    /// assert_eq!(report.reply().group, "Z + Z2");
    /// # Ok::<(), cg_calculator::GameError>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong in the expression, or is no list of games; limits.
    #[cfg(feature = "families")]
    pub fn family(&mut self, games: &str) -> Result<cg_families::Report, Error> {
        crate::families::of_expression(&mut self.session, games)
    }

    /// The plugins that were not loaded: where they are, and why.
    #[cfg(feature = "plugins")]
    pub fn refusals(&self) -> &[(std::path::PathBuf, cg_plugin::PluginError)] {
        self.plugins.refusals()
    }

    /// The session, for what this type does not offer.
    pub fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    /// The session alone. A plugin that fails from here on stays a part of it.
    pub fn into_session(self) -> Session {
        self.session
    }

    /// The engine, for what is done with values outside the language.
    pub fn engine(&mut self) -> &mut Engine {
        self.session.engine()
    }
}

/// Adds the functions and directives of the solvers.
fn equip(session: &mut Session, settings: &Settings) {
    #[cfg(feature = "trinim")]
    session.add_function(crate::trinim::function());
    #[cfg(feature = "families")]
    {
        session.add_function(crate::families::function());
        // Without a title: the overview has no room.
        session.add_help(|| include_str!("../help/family.md"));
    }
    #[cfg(not(feature = "families"))]
    session.add_function(not_built_in("family", "family(games)", "families", 1..=2));
    #[cfg(feature = "loopy")]
    crate::loopy::equip(session);
    #[cfg(feature = "octal")]
    {
        session.add_directive(crate::octal::directive());
        crate::octal::functions().into_iter().for_each(|function| session.add_function(function));
    }
    #[cfg(feature = "misere")]
    {
        crate::misere::functions().into_iter().for_each(|function| session.add_function(function));
        // Without a title: the overview has `misere`, which leads to them.
        session.add_help(|| include_str!("../help/misere.md"));
    }
    #[cfg(feature = "universes")]
    {
        let known = crate::universes::equip(session);
        crate::scores::equip(session, &known);
    }
    #[cfg(feature = "plot")]
    session.add_directive(crate::picture::directive(settings.terminal));
    #[cfg(feature = "prove")]
    session.add_directive(crate::proofs::directive());
    #[cfg(all(feature = "octal", feature = "trinim"))]
    session.add_help(|| include_str!("../help/games.md"));
    let known = crate::rulesets::Shared::default();
    for function in crate::rulesets::functions(&known) {
        session.add_function(function);
    }
    let databases = settings.databases.clone().map(crate::Databases::new);
    session.set_solver(std::sync::Arc::new(crate::sums::Sums::new(known, databases)));
    session.add_directive(crate::rulesets::directive());
    session.add_help(crate::rulesets::help);
}

/// A function that stands for one of a feature without which this crate was built.
#[cfg(not(feature = "families"))]
fn not_built_in(
    name: &'static str,
    usage: &'static str,
    feature: &str,
    count: std::ops::RangeInclusive<usize>,
) -> cg_lang::BuiltIn {
    let message = format!("this calculator was built without the feature `{feature}`");
    cg_lang::BuiltIn::of_positions(name, usage, message.clone(), count, move |_, _| {
        Err(cg_lang::RunError::Refused { function: name.into(), message: message.clone() })
    })
}
