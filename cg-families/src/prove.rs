//! Proofs of claims about all multiples.
//!
//! A claim A(P, K) says: for all n_i >= 1, the sum of n_i p_i over the pieces i of P, and K, is at
//! least 0. All pieces are negative games. A set S of claims with the same P is proved by
//! induction:
//!
//! - *base*: for each i of P, the claim A(P without i, K + 2 p_i) is proved. As p_i is negative,
//!   K + p_i is then settled too. Without pieces, a claim is a comparison;
//! - *step*: where all n_i are at least 3, each move of Right, in K or in one p_i, has an answer
//!   of Left, in what became of K or in one p_j, which leads to a claim of S or to one that was
//!   proved before. What is left of the touched pieces joins K. At most two are touched, so each
//!   n_i stays at least 1. A claim of S must have a smaller weight: the weight of a sum is that
//!   of its pieces and its constant, birthdays here. So the induction ends.
//!
//! A game K'' stands for a larger K', as A(P, K'') implies A(P, K').

use cg_core::{Game, Player};
use cg_simplify::Engine;
use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Result;
use crate::family::{Complexity, complexity};

/// A set of pieces, as bits.
pub(crate) type Pieces = u32;

/// The most pieces.
pub(crate) const MOST_PIECES: usize = 16;

/// The proof of a claim: another claim, or a comparison where no pieces are left.
pub(crate) type Reference = Option<usize>;

/// A move: in a piece, or in the constant, and the option that is chosen there.
pub(crate) type Move = (Option<usize>, Game);

/// Left's answer to a move of Right.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) right: Move,
    pub(crate) left: Move,
    pub(crate) claim: usize,
}

/// A claim that is proved.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) pieces: Pieces,
    pub(crate) constant: Game,
    pub(crate) weight: u64,
    /// Claims of one block are proved together.
    pub(crate) block: usize,
    /// For each piece of the claim.
    pub(crate) base: Vec<Reference>,
    pub(crate) answers: Vec<Answer>,
}

/// Where an answer leads while a block is looked for.
#[derive(Clone, Copy)]
enum Target {
    Proved(usize),
    Draft(usize),
}

#[derive(Clone)]
struct DraftAnswer {
    left: Move,
    target: Target,
}

/// A claim that may turn out to be provable.
struct Draft {
    constant: Game,
    weight: u64,
    stands: bool,
    moves: Vec<(Move, Vec<DraftAnswer>)>,
    base: Option<Vec<Reference>>,
}

/// Proves claims about some pieces, and keeps what it proved.
#[derive(Debug)]
pub(crate) struct Prover {
    pieces: Vec<Game>,
    weights: Vec<u64>,
    claims: Vec<Claim>,
    proved: FxHashMap<(Pieces, Game), usize>,
    by_pieces: FxHashMap<Pieces, Vec<usize>>,
    failed: FxHashSet<(Pieces, Game)>,
    complexity: FxHashMap<Game, Complexity>,
    blocks: usize,
    most: usize,
}

/// The most answers to a move of Right that are looked at.
const MOST_ANSWERS: usize = 3;

impl Prover {
    /// A prover for these negative games, which looks at up to `most` claims together.
    pub(crate) fn new(engine: &mut Engine, pieces: Vec<Game>, most: usize) -> Result<Self> {
        let mut prover = Prover {
            pieces: Vec::new(),
            weights: Vec::new(),
            claims: Vec::new(),
            proved: FxHashMap::default(),
            by_pieces: FxHashMap::default(),
            failed: FxHashSet::default(),
            complexity: FxHashMap::default(),
            blocks: 0,
            most,
        };
        for piece in pieces {
            let weight = prover.complexity(engine, piece)?.1;
            prover.weights.push(weight);
            prover.pieces.push(piece);
        }
        Ok(prover)
    }

    pub(crate) fn claims(&self) -> &[Claim] {
        &self.claims
    }

    pub(crate) fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn complexity(&mut self, engine: &mut Engine, g: Game) -> Result<Complexity> {
        if let Some(&known) = self.complexity.get(&g) {
            return Ok(known);
        }
        let found = complexity(engine, g)?;
        self.complexity.insert(g, found);
        Ok(found)
    }

    fn of(&self, pieces: Pieces) -> impl Iterator<Item = usize> + use<> {
        (0..self.pieces.len()).filter(move |&piece| pieces >> piece & 1 == 1)
    }

    /// Whether a claim holds where all n_i are 3: it then holds for smaller ones.
    fn is_plausible(
        &mut self,
        engine: &mut Engine,
        pieces: Pieces,
        constant: Game,
    ) -> Result<bool> {
        let mut sum = constant;
        for piece in self.of(pieces) {
            let three = engine.multiple(&IBig::from(3), self.pieces[piece])?;
            sum = engine.add(sum, three)?;
        }
        Ok(engine.le(Game::ZERO, sum)?)
    }

    /// A claim that was proved and implies this one.
    fn known(&self, engine: &mut Engine, pieces: Pieces, constant: Game) -> Result<Option<usize>> {
        if let Some(&claim) = self.proved.get(&(pieces, constant)) {
            return Ok(Some(claim));
        }
        for &number in self.by_pieces.get(&pieces).into_iter().flatten() {
            if engine.le(self.claims[number].constant, constant)? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Proves a claim, if that can be done. `Some(None)` is a comparison.
    pub(crate) fn prove(
        &mut self,
        engine: &mut Engine,
        pieces: Pieces,
        constant: Game,
    ) -> Result<Option<Reference>> {
        if pieces == 0 {
            return Ok(engine.le(Game::ZERO, constant)?.then_some(None));
        }
        if let Some(claim) = self.known(engine, pieces, constant)? {
            return Ok(Some(Some(claim)));
        }
        if self.failed.contains(&(pieces, constant))
            || !self.is_plausible(engine, pieces, constant)?
        {
            return Ok(None);
        }
        let mut drafts = self.drafts(engine, pieces, constant)?;
        loop {
            strike(&mut drafts);
            if !drafts[0].stands {
                self.failed.insert((pieces, constant));
                return Ok(None);
            }
            // The base of all that the first claim needs.
            let needed = needed(&drafts);
            let mut failed = false;
            for &at in &needed {
                if drafts[at].base.is_none() {
                    drafts[at].base = self.base(engine, pieces, drafts[at].constant)?;
                    drafts[at].stands = drafts[at].base.is_some();
                    failed |= !drafts[at].stands;
                }
            }
            if !failed {
                return Ok(Some(Some(self.keep(pieces, &drafts, &needed))));
            }
        }
    }

    /// The claims that stand, as a block of proved ones. The number of the first.
    fn keep(&mut self, pieces: Pieces, drafts: &[Draft], needed: &[usize]) -> usize {
        let start = self.claims.len();
        let number = |at: usize| {
            start + needed.iter().position(|&it| it == at).expect("it is among the needed ones")
        };
        for &at in needed {
            let draft = &drafts[at];
            let answer = |(right, answers): &(Move, Vec<DraftAnswer>)| {
                let first = first_standing(drafts, answers).expect("each move has an answer");
                let claim = match first.target {
                    Target::Proved(claim) => claim,
                    Target::Draft(other) => number(other),
                };
                Answer { right: *right, left: first.left, claim }
            };
            self.claims.push(Claim {
                pieces,
                constant: draft.constant,
                weight: draft.weight,
                block: self.blocks,
                base: draft.base.clone().expect("the base of what is needed is proved"),
                answers: draft.moves.iter().map(answer).collect(),
            });
        }
        for at in start..self.claims.len() {
            self.proved.insert((pieces, self.claims[at].constant), at);
            self.by_pieces.entry(pieces).or_default().push(at);
        }
        self.blocks += 1;
        start
    }

    /// The proofs of the base of a claim, one for each of its pieces.
    fn base(
        &mut self,
        engine: &mut Engine,
        pieces: Pieces,
        constant: Game,
    ) -> Result<Option<Vec<Reference>>> {
        let mut all = Vec::new();
        for piece in self.of(pieces) {
            let two = engine.multiple(&IBig::from(2), self.pieces[piece])?;
            let settled = engine.add(constant, two)?;
            match self.prove(engine, pieces & !(1 << piece), settled)? {
                Some(reference) => all.push(reference),
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }

    /// The moves of a player in the constant and in the pieces: where each is, what it leads to,
    /// and the constant after it.
    fn moves(
        &self,
        engine: &mut Engine,
        pieces: Pieces,
        constant: Game,
        player: Player,
    ) -> Result<Vec<(Move, Game)>> {
        let mut all = Vec::new();
        for option in engine.options(constant, player)? {
            all.push(((None, option), option));
        }
        for piece in self.of(pieces) {
            for option in engine.options(self.pieces[piece], player)? {
                all.push(((Some(piece), option), engine.add(constant, option)?));
            }
        }
        Ok(all)
    }

    /// The claim, and those to which answers of Left may lead.
    fn drafts(
        &mut self,
        engine: &mut Engine,
        pieces: Pieces,
        constant: Game,
    ) -> Result<Vec<Draft>> {
        let mut drafts: Vec<Draft> = Vec::new();
        let mut known: FxHashMap<Game, usize> = FxHashMap::default();
        let mut plausible: FxHashMap<Game, bool> = FxHashMap::default();
        let weight = self.complexity(engine, constant)?.1;
        known.insert(constant, 0);
        drafts.push(Draft { constant, weight, stands: true, moves: Vec::new(), base: None });
        let mut at = 0;
        while at < drafts.len() {
            engine.check()?;
            let (own, own_weight) = (drafts[at].constant, drafts[at].weight);
            let mut all_moves = Vec::new();
            for (right, between) in self.moves(engine, pieces, own, Player::Right)? {
                let weights = self.weights.clone();
                let used = |piece: Option<usize>| piece.map_or(0, |piece: usize| weights[piece]);
                let before = used(right.0).saturating_add(own_weight);
                let mut found = Vec::new();
                let mut candidates = Vec::new();
                for (left, after) in self.moves(engine, pieces, between, Player::Left)? {
                    let good = match plausible.get(&after) {
                        Some(&good) => good,
                        None => {
                            let good = self.is_plausible(engine, pieces, after)?;
                            plausible.insert(after, good);
                            good
                        }
                    };
                    if good {
                        let before = before.saturating_add(used(left.0));
                        candidates.push((self.complexity(engine, after)?, left, after, before));
                    }
                }
                candidates.sort_by_key(|&(complexity, ..)| complexity);
                candidates.dedup_by_key(|&mut (_, _, after, _)| after);
                for &(_, left, after, _) in &candidates {
                    if let Some(claim) = self.known(engine, pieces, after)? {
                        found = vec![DraftAnswer { left, target: Target::Proved(claim) }];
                        break;
                    }
                }
                if found.is_empty() {
                    for &(_, left, after, before) in &candidates {
                        if found.len() == MOST_ANSWERS {
                            break;
                        }
                        let mut target = None;
                        if let Some(&draft) = known.get(&after) {
                            target = Some(draft).filter(|&it| drafts[it].weight < before);
                        }
                        if target.is_none() {
                            for (number, draft) in drafts.iter().enumerate() {
                                if draft.weight < before && engine.le(draft.constant, after)? {
                                    target = Some(number);
                                    break;
                                }
                            }
                        }
                        if let Some(draft) = target {
                            found.push(DraftAnswer { left, target: Target::Draft(draft) });
                        }
                    }
                    for &(_, left, after, before) in &candidates {
                        if found.len() == MOST_ANSWERS || drafts.len() == self.most {
                            break;
                        }
                        if known.contains_key(&after) || self.complexity(engine, after)?.1 >= before
                        {
                            continue;
                        }
                        found.push(DraftAnswer { left, target: Target::Draft(drafts.len()) });
                        let weight = self.complexity(engine, after)?.1;
                        known.insert(after, drafts.len());
                        drafts.push(Draft {
                            constant: after,
                            weight,
                            stands: true,
                            moves: Vec::new(),
                            base: None,
                        });
                    }
                }
                all_moves.push((right, found));
            }
            drafts[at].moves = all_moves;
            at += 1;
        }
        Ok(drafts)
    }
}

fn first_standing<'a>(drafts: &[Draft], answers: &'a [DraftAnswer]) -> Option<&'a DraftAnswer> {
    answers.iter().find(|answer| match answer.target {
        Target::Proved(_) => true,
        Target::Draft(draft) => drafts[draft].stands,
    })
}

/// Strikes out the claims with a move of Right without an answer, until nothing changes.
fn strike(drafts: &mut [Draft]) {
    loop {
        let fallen: Vec<usize> = (0..drafts.len())
            .filter(|&at| {
                let moves = &drafts[at].moves;
                drafts[at].stands
                    && moves.iter().any(|(_, answers)| first_standing(drafts, answers).is_none())
            })
            .collect();
        if fallen.is_empty() {
            return;
        }
        for at in fallen {
            drafts[at].stands = false;
        }
    }
}

/// The claims to which the first standing answers lead from the first claim.
fn needed(drafts: &[Draft]) -> Vec<usize> {
    let mut all = vec![0];
    let mut seen = vec![false; drafts.len()];
    seen[0] = true;
    let mut at = 0;
    while at < all.len() {
        for (_, answers) in &drafts[all[at]].moves {
            let first = first_standing(drafts, answers).expect("the claim stands");
            if let Target::Draft(draft) = first.target
                && !seen[draft]
            {
                seen[draft] = true;
                all.push(draft);
            }
        }
        at += 1;
    }
    all
}
