//! The operations of subgroups, as one list.
//!
//! The arena's slots, the table of the plugin ABI, both of its sides and the C
//! header are made from it, so that an operation is stated once. Each row says
//! whether a plugin must have the function, its name, the kinds of its arguments,
//! and what it answers. The rows stand under the trait whose method they are.

/// Calls the macro `$callback` with `$more` and the list.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_operation {
    ($callback:ident { $($more:tt)* }) => {
        $callback! {
            $($more)*
            Subgroup {
                /// The element 0.
                required zero() -> element;
                /// -g.
                required negate(g: element) -> element;
                /// g + h.
                required add(g: element, h: element) -> element;
                /// The sum of all of them; 0 for none.
                optional sum(terms: elements) -> element;
                /// count copies of g; count is an integer.
                optional multiple(count: integer, g: element) -> element;
                /// The outcome rule: one of the letters P, N, L, R.
                required outcome(g: element) -> Outcome;
                /// How g stands to h: the outcome of g - h.
                optional compare(g: element, h: element) -> Relation;
                /// The simplification rule: the element that {left | right} equals, or
                /// CG_NONE.
                required simplify(left: elements, right: elements) -> maybe_element;
                /// How many canonical options player has: up to eight bytes, the least
                /// significant first (no bytes are 0); eight bytes 0xff for more.
                required option_count(g: element, player: player) -> u64;
                /// The canonical option with number index, counted from 0 and below
                /// option_count.
                required option(g: element, player: player, index: index) -> element;
            }
            Text {
                /// The element as text. What is printed for CG_PAPER and CG_STANDARD reads
                /// back.
                required print(g: element, notation: notation) -> String;
                /// The element that a text stands for, or CG_REFUSED.
                required parse(text: text, notation: notation) -> element;
                /// CG_OK when the calculator is to write g in braces, by its options, and
                /// not as print does; else CG_NONE.
                optional in_braces(g: element, notation: notation) -> bool;
            }
            Views {
                /// The element that is a number, given as a dyadic.
                optional number(value: dyadic) -> maybe_element;
                /// The element that is the nimber of a natural.
                optional nimber(value: natural) -> maybe_element;
                /// The element that is the up of a dyadic, which is positive.
                optional up(order: dyadic) -> maybe_element;
                /// The number that g is, as a dyadic, or CG_NONE.
                optional as_number(g: element) -> MaybeDyadic;
                /// The n of the nimber *n that g is, as a natural, or CG_NONE.
                optional as_nimber(g: element) -> MaybeNatural;
                /// g as x + a.^(d) + ... + *n, or CG_NONE: the dyadic x, the natural n, the
                /// count of the terms, and for each, by increasing d, the dyadic d
                /// (positive) and the integer a (not 0).
                optional number_ups_star(g: element) -> MaybeSum;
            }
            Explanations {
                /// Why {left | right} equals value, as the simplification rule has answered:
                /// a few clauses without a final stop, one a line. Or CG_NONE.
                optional explain_value(left: elements, right: elements, value: element, notation: notation) -> MaybeText;
                /// Why g has its outcome, in such clauses, or CG_NONE.
                optional explain_outcome(g: element, notation: notation) -> MaybeText;
                /// How the terms are added, in such clauses, or CG_NONE.
                optional explain_sum(terms: elements, notation: notation) -> MaybeText;
            }
        }
    };
}

/// The names that the list has for types of several words.
#[doc(hidden)]
pub mod answers {
    pub type MaybeDyadic = Option<crate::Dyadic>;
    pub type MaybeNatural = Option<dashu_int::UBig>;
    pub type MaybeSum = Option<crate::NumberUpsStar>;
    pub type MaybeText = Option<String>;
}
