//! Claims about games of a session, and the directive `:prove`.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use cg_core::{Game, Outcome, Player};
use cg_lang::{AddedDirective, ArgumentKind, Error, GamePosition, RunError, Session, Source};
use cg_prove::{Claim, Evaluate, LeanProof, PositionGraph, Proof, ProveError};
use cg_simplify::Engine;

/// The expressions of claims, evaluated by a session: its definitions can be used.
///
/// ```
/// use cg_calculator::{Calculator, Claims};
/// use cg_calculator::cg_prove::Claim;
///
/// let mut calculator = Calculator::new()?;
/// calculator.evaluate("Cut(n) { case 0: 0; default: { Cut(k) : k = 0..n-1 | Cut(0) }; }");
/// let mut claims = Claims(calculator.session());
/// let proof = claims.prove("Cut(2) == ^*", None)?;
/// assert!(proof.summary().ends_with("Cut(2) is the graph of its 3 positions"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Claims<'a>(pub &'a mut Session);

impl std::fmt::Debug for Claims<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Claims").finish_non_exhaustive()
    }
}

impl Claims<'_> {
    /// Reads a claim and proves it. `claimed` is the outcome that is claimed of `? SUM`.
    ///
    /// # Errors
    /// A claim that does not read; a false claim; a claim to which no theorem leads; a limit.
    pub fn prove(&mut self, claim: &str, claimed: Option<Outcome>) -> Result<Proof, ProveError> {
        Claim::read(claim, claimed, self)?.prove(self.engine())
    }

    /// Reads a claim and proves it for Lean 4. No version of Lean has read such a file yet.
    ///
    /// # Errors
    /// Those of [`Claims::prove`]; a claim that needs a rule of families or a large file.
    pub fn lean(&mut self, claim: &str, claimed: Option<Outcome>) -> Result<LeanProof, ProveError> {
        Claim::read(claim, claimed, self)?.lean(self.engine())
    }
}

/// The reason of an error of the session, as one of claims.
fn refused(error: &Error) -> ProveError {
    use cg_lang::{ErrorKind, RunError};
    match error.kind() {
        ErrorKind::Run(RunError::Game(reason) | RunError::Stopped { error: reason, .. })
            if error.is_limit() || error.is_interruption() =>
        {
            ProveError::Limit(reason.clone())
        }
        _ => ProveError::Text(error.to_string()),
    }
}

/// A position. The order of its components does not count.
#[derive(Clone, Debug)]
struct Placed {
    position: GamePosition,
    /// How often each component stands there. What is subtracted cancels nothing: it has moves of
    /// its own.
    components: HashMap<GamePosition, usize>,
    /// The same for all orders of the components.
    hash: u64,
}

impl Placed {
    fn new(position: GamePosition, hasher: &RandomState) -> Self {
        let (mut components, mut hash) = (HashMap::new(), 0u64);
        for component in position.components() {
            hash = hash.wrapping_add(hasher.hash_one(&component));
            *components.entry(component).or_default() += 1;
        }
        Placed { position, components, hash }
    }
}

impl PartialEq for Placed {
    fn eq(&self, other: &Self) -> bool {
        self.components == other.components
    }
}

impl Eq for Placed {}

impl Hash for Placed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

impl Evaluate for Claims<'_> {
    fn game(&mut self, expression: &str) -> Result<Game, ProveError> {
        let (game, _) = self.0.evaluate_game(expression).map_err(|error| refused(&error))?;
        Ok(game)
    }

    fn defines(&mut self, function: &str) -> bool {
        self.0.rules().call(function, &[]).is_some()
    }

    fn graph(
        &mut self,
        expression: &str,
        most: usize,
    ) -> Result<Option<PositionGraph>, ProveError> {
        let refused = |error: Error| refused(&error);
        let start = self.0.position(&Source::new("claim", expression)).map_err(refused)?;
        let parts = self.0.position_parts(&start).map_err(refused)?;
        if parts.iter().all(|part| part.call.is_none()) {
            return Ok(None);
        }
        let hasher = RandomState::new();
        let start = Placed::new(start, &hasher);
        let look = |placed: &Placed| {
            let text = self.0.position_text(&placed.position).map_err(refused)?;
            let mut side = |player| {
                let moves = self.0.position_moves(&placed.position, player).map_err(refused)?;
                let after = moves.into_iter().map(|made| Placed::new(made.after, &hasher));
                Ok::<Vec<Placed>, ProveError>(after.collect())
            };
            let options = [side(Player::Left)?, side(Player::Right)?];
            self.0.engine().look(0)?;
            Ok((text, options))
        };
        PositionGraph::new(start, most, look).map(Some)
    }

    fn engine(&mut self) -> &mut Engine {
        self.0.engine()
    }
}

/// The directive `:prove`.
pub(crate) fn directive() -> AddedDirective {
    AddedDirective::new(
        "prove",
        ":prove CLAIM [FILE.v]",
        "Says how a claim is proved and how large that is, or writes it as a file for Coq.",
        |session, argument| {
            let (claim, file) = split(argument);
            if claim.is_empty() {
                return Err(RunError::argument("a claim is missing, such as `:prove ^ > 0`").into());
            }
            if let Some(file) = file.filter(|_| session.is_confined()) {
                return Err(RunError::argument(format!(
                    "this session writes no files: leave out `{file}`"
                ))
                .into());
            }
            session.engine().restart_clock();
            let proof = match (Claims(session).prove(claim, None), file) {
                (Ok(proof), _) => proof,
                (Err(ProveError::Limit(error)), _) => return Err(error.into()),
                (Err(error @ (ProveError::False(_) | ProveError::NoRoute(_))), None) => {
                    return Ok(error.to_string());
                }
                (Err(error), _) => return Err(RunError::argument(error.to_string()).into()),
            };
            let coq = proof.coq();
            let size = format!("{} bytes of Coq", coq.len());
            let Some(file) = file else {
                return Ok(format!("can be proved: {}; {size}", proof.summary()));
            };
            let written = cg_files::write_whole(std::path::Path::new(file), |out| {
                out.write_all(coq.as_bytes())
            });
            written.map_err(|error| RunError::unwritten(file, &error))?;
            Ok(format!("proved, in {file}: {}; {size}", proof.summary()))
        },
    )
    .with_argument(ArgumentKind::Expression)
}

/// A claim, and the file to write behind it.
fn split(text: &str) -> (&str, Option<&str>) {
    let text = text.trim();
    match text.rsplit_once(char::is_whitespace) {
        Some((claim, file)) if file.ends_with(".v") => (claim.trim_end(), Some(file)),
        _ => (text, None),
    }
}
