//! From forms to values and back.

use std::sync::Arc;

use cg_core::{Error, Game, Notation, Player, Result};

use super::Form;
use crate::engine::Engine;
use crate::print::MOST_TEXT;
use crate::traverse::{Done, unanswered};

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
        let mut done = std::mem::take(&mut self.functions.forms.canonical);
        let combine = |engine: &mut Engine, game: Game, done: &Done<Game, Form>| {
            let [left, right] = Player::BOTH.map(|player| {
                engine.answers(game, player, done).map(|form| form.copied()).collect::<Result<_>>()
            });
            let (left, right) = (left?, right?);
            engine.functions.forms.form(left, right)
        };
        let worked = self.over_followers(g, &mut done, |_, _| Ok(None), combine);
        let form = done.get(&g).copied();
        self.functions.forms.canonical = done;
        worked?;
        form.ok_or_else(unanswered)
    }

    /// The value of a form.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn value(&mut self, form: Form) -> Result<Game> {
        let mut done = std::mem::take(&mut self.functions.forms.values);
        let visit = |engine: &mut Engine, form: Form, needed: &mut Vec<Form>| {
            for player in Player::BOTH {
                needed.extend_from_slice(&engine.form_options(form, player));
            }
            Ok(None)
        };
        let combine = |engine: &mut Engine, form: Form, done: &Done<Form, Game>| {
            let [left, right] = Player::BOTH.map(|player| {
                let options = engine.form_options(form, player);
                let value = |form| done.get(form).copied().ok_or_else(unanswered);
                options.iter().map(value).collect::<Result<Vec<Game>>>()
            });
            engine.game(&left?, &right?)
        };
        let worked = self.bottom_up(form, &mut done, visit, combine);
        let value = done.get(&form).copied();
        self.functions.forms.values = done;
        worked?;
        value.ok_or_else(unanswered)
    }

    /// A form as text: its value where it is canonical, and otherwise the
    /// literal form `'{L|R}'`, in which canonical options stand as values.
    ///
    /// # Errors
    /// [`Error::TextTooLong`] past [`MOST_TEXT`] bytes, other limits.
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
        // A canonical form has as many options as the value: cheap to rule out.
        for player in Player::BOTH {
            let options = self.form_options(form, player).len() as u64;
            if self.option_count(value, player)? != options {
                return Ok(None);
            }
        }
        Ok((self.canonical_form(value)? == form).then_some(value))
    }
}
