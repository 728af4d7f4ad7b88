//! Forms, their values and their compounds: ordinal, conjunctive and selective sums, the ordinal
//! product, and the Conway product.

use std::mem::size_of;
use std::sync::Arc;

use cg_core::{Error, Game, Notation, Player, Result};

use crate::engine::Engine;
use crate::form::Form;
use crate::memo::Answers;
use crate::print::MOST_TEXT;

impl Engine {
    /// The form {left | right}, not simplified.
    ///
    /// # Errors
    /// A limit.
    ///
    /// ```
    /// # use cg_core::{Game, Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let star = engine.nimber(&1u8.into())?;
    /// let star = engine.canonical_form(star)?;
    /// let form = engine.form(&[star], &[star])?;
    /// assert_eq!(engine.value(form)?, Game::ZERO);
    /// assert_eq!(engine.form_options(form, cg_core::Player::Left).to_vec(), [star]);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn form(&mut self, left: &[Form], right: &[Form]) -> Result<Form> {
        self.check()?;
        self.functions.forms.form(left.to_vec(), right.to_vec())
    }

    /// The options of `player` in a form, as they were given, in some order.
    pub fn form_options(&self, form: Form, player: Player) -> Arc<[Form]> {
        self.functions.forms.options(form, player)
    }

    /// The canonical form of `g`.
    ///
    /// # Errors
    /// [`Error::TooManyOptions`], other limits.
    pub fn canonical_form(&mut self, g: Game) -> Result<Form> {
        let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, Form>| {
            let [left, right] =
                Player::BOTH.map(|player| engine.answers(game, player, done).copied().collect());
            engine.functions.forms.form(left, right)
        };
        self.remembered(
            g,
            |memos| &mut memos.canonical_forms,
            |engine, done| engine.over_followers(g, done, |_, _| Ok(None), combine),
        )
    }

    /// The value of a form.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn value(&mut self, form: Form) -> Result<Game> {
        let combine = |engine: &mut Engine, form: Form, done: &Answers<Form, Game>| {
            let [left, right] = Player::BOTH.map(|player| {
                let options = engine.form_options(form, player);
                options.iter().map(|&option| *done.of(option)).collect::<Vec<Game>>()
            });
            engine.game(&left, &right)
        };
        self.remembered(
            form,
            |memos| &mut memos.values_of_forms,
            |engine, done| engine.over_form(form, done, combine),
        )
    }

    /// [`Engine::bottom_up`] over the positions of a form.
    fn over_form<T>(
        &mut self,
        root: Form,
        done: &mut Answers<Form, T>,
        combine: impl FnMut(&mut Engine, Form, &Answers<Form, T>) -> Result<T>,
    ) -> Result<()> {
        let visit = |engine: &mut Engine, form: Form, needed: &mut Vec<Form>| {
            for player in Player::BOTH {
                needed.extend_from_slice(&engine.form_options(form, player));
            }
            Ok(None)
        };
        self.bottom_up(root, done, visit, combine)
    }

    /// A form as text: its value if it is canonical, and otherwise the literal form `'{L|R}'`, in
    /// which canonical options are written as values.
    ///
    /// # Errors
    /// [`Error::TextTooLong`] above [`MOST_TEXT`] bytes; other limits.
    pub fn print_form(&mut self, form: Form, notation: Notation) -> Result<String> {
        enum Piece {
            Form(Form),
            Text(&'static str),
        }
        if let Some(value) = self.value_if_canonical(form)? {
            return self.print(value, notation);
        }
        let mut text = String::new();
        let mut pieces = vec![Piece::Text("'"), Piece::Form(form), Piece::Text("'")];
        while let Some(piece) = pieces.pop() {
            self.check()?;
            let form = match piece {
                Piece::Text(piece) => {
                    text.push_str(piece);
                    continue;
                }
                Piece::Form(form) => form,
            };
            if let Some(value) = self.value_if_canonical(form)? {
                text += &self.print(value, notation)?;
            } else {
                pieces.push(Piece::Text("}"));
                for player in Player::BOTH.into_iter().rev() {
                    for (index, &option) in self.form_options(form, player).iter().enumerate().rev()
                    {
                        pieces.push(Piece::Form(option));
                        if index > 0 {
                            pieces.push(Piece::Text(","));
                        }
                    }
                    pieces.push(Piece::Text(if player == Player::Left { "{" } else { "|" }));
                }
            }
            if text.len() > MOST_TEXT {
                return Err(Error::TextTooLong { limit: MOST_TEXT });
            }
        }
        Ok(text)
    }

    fn value_if_canonical(&mut self, form: Form) -> Result<Option<Game>> {
        let value = self.value(form)?;
        // A canonical form has as many options as its value. That is a cheap first test.
        for player in Player::BOTH {
            let options = self.form_options(form, player).len() as u64;
            if self.option_count(value, player)? != options {
                return Ok(None);
            }
        }
        Ok((self.canonical_form(value)? == form).then_some(value))
    }
}

/// A position of the first form and one of the second.
type Pair = (Form, Form);

/// So many pairs are listed only after a look at the limits.
const MANY_PAIRS: usize = 1 << 12;

impl Engine {
    /// The answer for `(g, h)` from the answers for simpler pairs. `needs` lists the pairs after a
    /// player's moves, and `combine` computes an answer from them.
    fn over_pairs<T: Copy>(
        &mut self,
        g: Form,
        h: Form,
        needs: impl Fn(&Engine, Pair, Player) -> Vec<Pair>,
        mut combine: impl FnMut(&mut Engine, Pair, &Answers<Pair, T>) -> Result<T>,
    ) -> Result<T> {
        let mut done = Answers::default();
        let visit = |engine: &mut Engine, pair: Pair, needed: &mut Vec<Pair>| {
            let options = |form| {
                Player::BOTH
                    .map(|player| engine.form_options(form, player).len())
                    .iter()
                    .sum::<usize>()
            };
            let pairs = (options(pair.0) + 1) * (options(pair.1) + 1);
            if pairs > MANY_PAIRS {
                // They are listed for each player, together, and then on the stack.
                engine.look(3 * pairs * size_of::<Pair>())?;
            }
            for player in Player::BOTH {
                needed.extend(needs(engine, pair, player));
            }
            Ok(None)
        };
        self.bottom_up((g, h), &mut done, visit, &mut combine)?;
        Ok(*done.of((g, h)))
    }

    /// The compound of two forms in which the moves of a player lead to the compounds of the pairs
    /// in `moves`.
    fn compound(
        &mut self,
        g: Form,
        h: Form,
        moves: impl Fn(&Engine, Pair, Player) -> Vec<Pair>,
    ) -> Result<Form> {
        let combine = |engine: &mut Engine, pair: Pair, done: &Answers<Pair, Form>| {
            let [left, right] = Player::BOTH.map(|player| {
                let moves = moves(engine, pair, player);
                moves.into_iter().map(|pair| *done.of(pair)).collect::<Vec<Form>>()
            });
            engine.form(&left, &right)
        };
        self.over_pairs(g, h, &moves, combine)
    }

    /// The pairs in which `player` has moved in the first form, in the second, and
    /// in both.
    fn pair_moves(&self, (g, h): Pair, player: Player) -> [Vec<Pair>; 3] {
        let (in_g, in_h) = (self.form_options(g, player), self.form_options(h, player));
        let first = in_g.iter().map(|&g| (g, h)).collect();
        let second = in_h.iter().map(|&h| (g, h)).collect();
        let both = in_g.iter().flat_map(|&g| in_h.iter().map(move |&h| (g, h))).collect();
        [first, second, both]
    }

    /// The ordinal sum G:H, {G^L, G:H^L | G^R, G:H^R}. A move in G ends play in H (*Winning Ways*,
    /// chapter 7; Siegel, section II.1). Its value depends on the form of G, but only on the value
    /// of H.
    ///
    /// # Errors
    /// A limit, an interrupt.
    ///
    /// ```
    /// # use cg_core::{Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let [minus_one, one] = [-1, 1].map(|n| {
    ///     let integer = engine.integer(&n.into()).unwrap();
    ///     engine.canonical_form(integer).unwrap()
    /// });
    /// let base = engine.form(&[minus_one], &[one])?;
    /// let sum = engine.ordinal(base, one)?;
    /// let half = engine.number(&cg_core::Dyadic::ONE.half()?)?;
    /// assert_eq!(engine.value(sum)?, half);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn ordinal(&mut self, g: Form, h: Form) -> Result<Form> {
        let [base_left, base_right] = Player::BOTH.map(|player| self.form_options(g, player));
        let mut done: Answers<Form, Form> = Answers::default();
        let combine = |engine: &mut Engine, h: Form, done: &Answers<Form, Form>| {
            let mut sides = [base_left.to_vec(), base_right.to_vec()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                let options = engine.form_options(h, player);
                side.extend(options.iter().map(|&option| *done.of(option)));
            }
            engine.form(&sides[0], &sides[1])
        };
        self.over_form(h, &mut done, combine)?;
        Ok(*done.of(h))
    }

    /// The ordinal product: H with a copy of G for each move of Left, and of -G for each move of
    /// Right. Let H' be the options of both players. Its options are the ordinal sums (product of G
    /// and H'):G^L and the like. So the product of G and H:K is the ordinal sum of two products, of
    /// G and H and of G and K. The product of ordinals is the ordinal product of set theory. It
    /// depends on the forms of both: with `{0,1|}` it is G:G, and with the canonical form `{1|}` of
    /// 2 it is G:G without the moves in the lower G.
    ///
    /// # Errors
    /// A limit, an interrupt.
    pub fn ordinal_product(&mut self, g: Form, h: Form) -> Result<Form> {
        let copies = [g, self.negative_form(g)?];
        let mut done: Answers<Form, Form> = Answers::default();
        let combine = |engine: &mut Engine, h: Form, done: &Answers<Form, Form>| {
            let mut sides = [Vec::new(), Vec::new()];
            for (copy, mover) in copies.into_iter().zip(Player::BOTH) {
                for &option in &*engine.form_options(h, mover) {
                    let stem = *done.of(option);
                    for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                        for &step in &*engine.form_options(copy, player) {
                            side.push(engine.ordinal(stem, step)?);
                        }
                    }
                }
            }
            engine.form(&sides[0], &sides[1])
        };
        self.over_form(h, &mut done, combine)?;
        Ok(*done.of(h))
    }

    /// The form with the players exchanged.
    fn negative_form(&mut self, form: Form) -> Result<Form> {
        let mut done: Answers<Form, Form> = Answers::default();
        let combine = |engine: &mut Engine, form: Form, done: &Answers<Form, Form>| {
            let [left, right] = Player::BOTH.map(|player| {
                let options = engine.form_options(form, player.opponent());
                options.iter().map(|&option| *done.of(option)).collect::<Vec<Form>>()
            });
            engine.form(&left, &right)
        };
        self.over_form(form, &mut done, combine)?;
        Ok(*done.of(form))
    }

    /// The conjunctive sum: a player moves in both components, and play ends when the player cannot
    /// move in one of them (*Winning Ways*, chapter 9).
    ///
    /// # Errors
    /// A limit, an interrupt.
    pub fn conjunctive(&mut self, g: Form, h: Form) -> Result<Form> {
        self.compound(g, h, |engine, pair, player| {
            let [_, _, both] = engine.pair_moves(pair, player);
            both
        })
    }

    /// The selective sum: a player moves in one component or in both (*Winning
    /// Ways*, chapter 10).
    ///
    /// # Errors
    /// A limit, an interrupt.
    pub fn selective(&mut self, g: Form, h: Form) -> Result<Form> {
        self.compound(g, h, |engine, pair, player| engine.pair_moves(pair, player).concat())
    }

    /// The Conway product GH. Left's options are G^L H + G H^L - G^L H^L and G^R H + G H^R - G^R
    /// H^R. Right's options are G^L H + G H^R - G^L H^R and G^R H + G H^L - G^R H^L (Conway, *On
    /// Numbers and Games*, chapter 1). For numbers it is their product, for nimbers the
    /// nim-product. For other games it can depend on the form.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn conway(&mut self, g: Form, h: Form) -> Result<Game> {
        let needs = |engine: &Engine, pair: Pair, player: Player| {
            let mut needs = engine.pair_moves(pair, player).concat();
            needs.extend(mixed_moves(engine, pair, player));
            needs
        };
        let combine = |engine: &mut Engine, (g, h): Pair, done: &Answers<Pair, Game>| {
            let product = |pair| *done.of(pair);
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                // For Left's options, the same player moves in both forms. For Right's options,
                // opposite players move.
                for mover in Player::BOTH {
                    let pairs = match player {
                        Player::Left => engine.pair_moves((g, h), mover)[2].clone(),
                        Player::Right => mixed_moves(engine, (g, h), mover),
                    };
                    for (moved_g, moved_h) in pairs {
                        let sum = engine.add(product((moved_g, h)), product((g, moved_h)))?;
                        side.push(engine.subtract(sum, product((moved_g, moved_h)))?);
                    }
                }
            }
            engine.game(&sides[0], &sides[1])
        };
        self.over_pairs(g, h, needs, combine)
    }
}

/// The pairs in which `player` has moved in the first form and the opponent in
/// the second.
fn mixed_moves(engine: &Engine, (g, h): Pair, player: Player) -> Vec<Pair> {
    let in_g = engine.form_options(g, player);
    let in_h = engine.form_options(h, player.opponent());
    in_g.iter().flat_map(|&g| in_h.iter().map(move |&h| (g, h))).collect()
}
