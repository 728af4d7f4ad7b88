//! Explicit games as a table: each row names its options by the numbers of earlier rows.

use std::collections::HashMap;

use cg_core::{Notation, Player, Result};
use cg_simplify::{Engine, Form};

/// A row of the table.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) left: Vec<u32>,
    pub(crate) right: Vec<u32>,
    /// What it is, for a reader.
    pub(crate) text: String,
}

/// Explicit games, numbered from 1; options come before the games that have them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forms {
    rows: Vec<Row>,
    /// The form of each row.
    forms: Vec<Form>,
    numbers: HashMap<Form, u32>,
}

impl Forms {
    /// The row of a form, which is added with all that it needs.
    ///
    /// # Errors
    /// Limits.
    pub(crate) fn add(&mut self, engine: &mut Engine, form: Form) -> Result<u32> {
        let mut stack = vec![form];
        while let Some(&form) = stack.last() {
            engine.check()?;
            if self.numbers.contains_key(&form) {
                stack.pop();
                continue;
            }
            let sides = Player::BOTH.map(|player| engine.form_options(form, player));
            let missing: Vec<Form> = sides
                .iter()
                .flat_map(|side| side.iter().copied())
                .filter(|option| !self.numbers.contains_key(option))
                .collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            stack.pop();
            let [left, right] =
                sides.map(|side| side.iter().map(|option| self.numbers[option]).collect());
            let text = engine.print_form(form, Notation::Standard)?;
            self.rows.push(Row { left, right, text });
            self.forms.push(form);
            let number = u32::try_from(self.rows.len()).expect("memory ends before 2^32 rows");
            self.numbers.insert(form, number);
        }
        Ok(self.numbers[&form])
    }

    /// Turns round the order of all options.
    pub(crate) fn reverse_options(&mut self) {
        for row in &mut self.rows {
            row.left.reverse();
            row.right.reverse();
        }
    }

    /// The row of a form that is in the table.
    pub(crate) fn number(&self, form: Form) -> Option<u32> {
        self.numbers.get(&form).copied()
    }

    /// The form of a row.
    pub(crate) fn form(&self, row: u32) -> Form {
        self.forms[row as usize - 1]
    }

    /// The rows, the first of which has the number 1.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The options of a player in a row.
    pub(crate) fn options(&self, row: u32, player: Player) -> &[u32] {
        let row = &self.rows[row as usize - 1];
        match player {
            Player::Left => &row.left,
            Player::Right => &row.right,
        }
    }
}
