//! A game written out, as plain data.

use crate::encoding::{Decoder, Element, Encoder, Malformed};

/// A form, with all forms below it. It belongs to no arena, and it need not be canonical.
///
/// ```
/// // {0|*}, which is up
/// let up = cg_core::Tree::new(vec![[vec![], vec![]], [vec![0], vec![0]], [vec![0], vec![1]]]);
/// assert_eq!(up.expect("options come first").forms().len(), 3);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tree(Vec<[Vec<u32>; 2]>);

impl Tree {
    /// The last of these forms. A form is the numbers of its left options and of its right options,
    /// counted from 0. Options come before. `None` for no form, or where an option does not come
    /// before.
    pub fn new(forms: Vec<[Vec<u32>; 2]>) -> Option<Self> {
        let good = (0..).zip(&forms).all(|(at, sides)| sides.iter().flatten().all(|&it| it < at));
        (good && !forms.is_empty()).then_some(Tree(forms))
    }

    /// The forms, each after its options. The last one is the game.
    pub fn forms(&self) -> &[[Vec<u32>; 2]] {
        &self.0
    }
}

/// The number of forms; then for each, and for each player, the number of options and their numbers.
/// All are counts.
impl Element for Tree {
    fn write(&self, to: &mut Encoder) {
        to.count(self.0.len() as u64);
        for options in self.0.iter().flatten() {
            to.count(options.len() as u64);
            options.iter().for_each(|&option| to.count(u64::from(option)));
        }
    }

    fn read(from: &mut Decoder<'_>) -> Result<Self, Malformed> {
        let mut forms = Vec::new();
        for at in 0..from.count()? {
            let mut sides = [Vec::new(), Vec::new()];
            for side in &mut sides {
                for _ in 0..from.count()? {
                    let option = from.count()?;
                    match u32::try_from(option) {
                        Ok(number) if option < at => side.push(number),
                        _ => return Err(from.malformed("an option does not come before its game")),
                    }
                }
            }
            forms.push(sides);
        }
        Tree::new(forms).ok_or_else(|| from.malformed("a game without a form"))
    }
}
