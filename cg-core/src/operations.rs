//! The operations of subgroups, as one list.
//!
//! The arena's slots, the table of the plugin ABI, both of its sides and the C header are made from
//! it. So an operation is stated once. A row has the trait of the method, whether a plugin must
//! have the function, its name, the kinds of its arguments, and its answer. The rows of the
//! `Border` and of `Homes` cross the ABI with code of their own, and the arena does not use them.
//!
//! A [`Subgroup`](crate::Subgroup) has all rows but those of `Sums`. A
//! [`SumFamily`](crate::SumFamily) has the rows of the `Border`, of the `Group` and of `Sums`.
//!
//! The rows have the order of the table. A new row goes to the end and is optional: older tables
//! lack it and stay valid.

/// Calls the macro `$callback` with the list.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_operation {
    ($callback:ident) => {
        $callback! {
            /// The subgroup's name.
            Border required name() -> border;
            /// Relative number index: 'I' (includes) or 'O' (overlaps), then its name.
            /// CG_NONE at the end.
            Homes optional relative(index: index) -> border;
            /// Sample number index for the tests of the laws, the most telling first.
            /// CG_NONE at the end. Without any, the laws are tried on the numbers,
            /// nimbers and ups that the subgroup makes.
            Border optional sample(index: index) -> border;
            /// The same bytes, if they encode an element; else CG_REFUSED.
            Border required check(bytes: bytes) -> border;
            /// The element that the element bytes of the relative from is here, or
            /// CG_NONE.
            Homes optional embed(from: text, bytes: bytes) -> border;
            /// The smaller home of g: a byte with the length of its name, the name, the
            /// element's bytes there. CG_NONE when g is at home.
            Homes optional settle(g: element) -> border;
            /// How many bytes of memory g takes: up to eight bytes, the least
            /// significant first. Without it, as many as its encoding has.
            Homes optional heap_bytes(g: element) -> border;
            /// The element 0.
            Group required zero() -> element;
            /// -g.
            Group required negate(g: element) -> element;
            /// g + h.
            Group required add(g: element, h: element) -> element;
            /// The sum of all of them; 0 for none.
            Group optional sum(terms: elements) -> element;
            /// count copies of g; count is an integer.
            Group optional multiple(count: integer, g: element) -> element;
            /// The outcome rule: one of the letters P, N, L, R.
            Subgroup required outcome(g: element) -> Outcome;
            /// How g stands to h: the outcome of g - h.
            Subgroup optional compare(g: element, h: element) -> Relation;
            /// The simplification rule: the element that {left | right} equals, or
            /// CG_NONE.
            Subgroup required simplify(left: elements, right: elements) -> maybe_element;
            /// How many canonical options player has: up to eight bytes, the least
            /// significant first (no bytes are 0); eight bytes 0xff for more.
            Subgroup required option_count(g: element, player: player) -> u64;
            /// The canonical option with number index, counted from 0 and below
            /// option_count.
            Subgroup required option(g: element, player: player, index: index) -> element;
            /// The element as text. What is printed for CG_PAPER and CG_STANDARD reads
            /// back.
            Text required print(g: element, notation: notation) -> String;
            /// The element that a text stands for, or CG_REFUSED.
            Text required parse(text: text, notation: notation) -> element;
            /// CG_OK when the calculator is to write g in braces, by its options, and
            /// not as print does; else CG_NONE.
            Text optional in_braces(g: element, notation: notation) -> bool;
            /// The element that is a number, given as a dyadic.
            Views optional number(value: dyadic) -> maybe_element;
            /// The element that is the nimber of a natural.
            Views optional nimber(value: natural) -> maybe_element;
            /// The element that is the up of a dyadic, which is positive.
            Views optional up(order: dyadic) -> maybe_element;
            /// The number that g is, as a dyadic, or CG_NONE.
            Views optional as_number(g: element) -> MaybeDyadic;
            /// The n of the nimber *n that g is, as a natural, or CG_NONE.
            Views optional as_nimber(g: element) -> MaybeNatural;
            /// g as x + a.^(d) + ... + *n, or CG_NONE: the dyadic x, the natural n, the
            /// count of the terms, and for each, by increasing d, the dyadic d
            /// (positive) and the integer a (not 0).
            Views optional number_ups_star(g: element) -> MaybeSum;
            /// Why {left | right} equals value, as the simplification rule has answered:
            /// a few clauses without a final stop, one a line. Or CG_NONE.
            Explanations optional explain_value(left: elements, right: elements, value: element, notation: notation) -> MaybeText;
            /// Why g has its outcome, in such clauses, or CG_NONE.
            Explanations optional explain_outcome(g: element, notation: notation) -> MaybeText;
            /// How the terms are added, in such clauses, or CG_NONE.
            Explanations optional explain_sum(terms: elements, notation: notation) -> MaybeText;
            /// Constant number index, counted from 0: a name that stands for an element in
            /// the language, and that parse reads. CG_NONE at the end.
            Text optional constant(index: index) -> MaybeText;
            /// CG_OK when g is no short game: it has infinitely many options, or an option
            /// is no short game. Else CG_NONE.
            Views optional is_transfinite(g: element) -> bool;
            /// CG_OK when g is a number, and this is its home; else CG_NONE.
            Views optional is_number(g: element) -> bool;
            /// The simplest number above all of above, at least all of from, at most all of to,
            /// below all of below, or CG_NONE where none lies. All of them are numbers.
            Views optional number_between(above: elements, from: elements, to: elements, below: elements) -> maybe_element;
            /// The Conway product: of numbers their product, of nimbers the nim product.
            /// CG_NONE where it is not known.
            Views optional product(g: element, h: element) -> maybe_element;
            /// The element whose Conway product with h is g, or CG_NONE.
            Views optional quotient(g: element, h: element) -> maybe_element;
            /// g to the power h, or CG_NONE where that is no element, or not defined.
            Views optional power(g: element, h: element) -> maybe_element;
            /// The birthday of g where that is infinite, an ordinal: a byte with the length of
            /// the name of its subgroup, the name, the ordinal's bytes there; one byte 0 when it is
            /// g itself. Or CG_NONE.
            Views optional birthday(g: element) -> MaybeHome;
            /// The sign expansion of the number g, its runs between spaces, as +^3 -^(omega) +.
            /// Or CG_NONE.
            Views optional signs(g: element) -> MaybeText;
            /// The number with the sign expansion that text writes, or CG_NONE where this
            /// subgroup reads none.
            Views optional of_signs(text: text) -> maybe_element;
            /// The nimber *size, where size is the element of the subgroup from with these
            /// bytes, or CG_NONE.
            Views optional nimber_of(from: text, size: bytes) -> maybe_element;
            /// The stop of g when player begins, as a dyadic, or CG_NONE. For elements of which
            /// number_ups_star says nothing.
            Views optional stop(g: element, player: player) -> MaybeDyadic;
            /// For a family of sums alone, which must have it: the outcome of g, one of the
            /// letters P, N, L, R, or CG_NONE where the rule declines.
            Sums optional decide(g: element) -> border;
            /// For a family of sums alone, which must have it: the game number index, counted
            /// from 0, of those that it knows, as a tree; then its element's bytes. CG_NONE at
            /// the end.
            Sums optional value(index: index) -> border;
            /// How g stands to its stop when player begins: the outcome of g less the stop, one of
            /// the letters P, N, L, R. Or CG_NONE, and g and the stop are compared.
            Views optional compare_to_stop(g: element, player: player) -> MaybeRelation;
        }
    };
}

pub use dashu_int::{IBig, UBig};

/// The type of an argument of each kind. An element is passed as `$element`.
#[doc(hidden)]
#[macro_export]
macro_rules! operation_argument {
    (element, $element:ty) => {
        $element
    };
    (elements, $element:ty) => {
        &[$element]
    };
    (integer, $element:ty) => {
        &$crate::operations::IBig
    };
    (natural, $element:ty) => {
        &$crate::operations::UBig
    };
    (dyadic, $element:ty) => {
        &$crate::Dyadic
    };
    (player, $element:ty) => {
        $crate::Player
    };
    (notation, $element:ty) => {
        $crate::Notation
    };
    (index, $element:ty) => {
        u64
    };
    (text, $element:ty) => {
        &str
    };
    (bytes, $element:ty) => {
        &[u8]
    };
}

/// Names for types that have several words.
#[doc(hidden)]
pub mod answers {
    pub type MaybeDyadic = Option<crate::Dyadic>;
    pub type MaybeRelation = Option<crate::Relation>;
    pub type MaybeNatural = Option<dashu_int::UBig>;
    pub type MaybeSum = Option<crate::NumberUpsStar>;
    pub type MaybeText = Option<String>;
    pub type MaybeHome = Option<crate::Home>;
}
