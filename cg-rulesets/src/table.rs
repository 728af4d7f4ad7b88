//! The table of rulesets: one row each, from which parsing, help, play and the functions
//! of the language G are made.

use std::hash::{Hash, Hasher};

use crate::colour_graph::{Colouring, Taking};
use crate::eating::{Chomp, DawsonsChess, Quicksort};
use crate::edges::{ArcKayles, EdgeNim, Hackenbush};
use crate::game::Kind;
use crate::heaps::{Cake, HypergraphNim, Pair, PartizanHeaps, Remembering};
use crate::hopping::Hopping;
use crate::jumps::{Fission, Konane, PegDuotaire};
use crate::kings_dirt::KingsDirt;
use crate::nimstring::Nimstring;
use crate::sheep::Sheep;
use crate::ski_jumps::SkiJumps;
use crate::small::{Small, SmallGraphs};
use crate::stones::Stones;
use crate::toppling::TopplingDominoes;
use crate::turning::Turning;
use crate::{Amazons, Clobber, Col, Cram, Domineering, LoopyRules, NoGo, Snort};

/// A ruleset of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name as it is typed: small letters and hyphens.
    pub name: &'static str,
    /// Other names that it has.
    pub aliases: &'static [&'static str],
    /// The name of its function in the language G.
    pub function: &'static str,
    /// Its name for a heading.
    pub title: &'static str,
    /// Its rules in a sentence or two.
    pub rules: &'static str,
    /// Where the rules come from.
    pub source: &'static str,
    /// How a position is written.
    pub format: &'static str,
    /// What the parameters in parentheses are; empty when there are none.
    pub parameters: &'static str,
    /// A position, with the parameters before it.
    pub example: &'static str,
    /// The value of the example, in standard notation.
    pub value: &'static str,
    /// The letters of a cell, when a position is a board or a strip whose cells can have any
    /// of them; else empty.
    pub letters: &'static str,
    /// How numbers stand for a position.
    pub numbers: Numbers,
    /// What small positions are made of.
    pub small: Small,
    /// Whether a position stands for what it is in normal play among impartial games alone:
    /// elsewhere the rules say more than its moves do.
    pub among_impartial: bool,
    /// The rules, from the parameters and the text of the position.
    make: fn(&str, &str) -> Result<Kind, String>,
}

/// What numbers mean as a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Nothing: a position is a text.
    None,
    /// Rows and columns of the start position.
    Size,
    /// Heaps, or whatever the position is made of.
    Heaps,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Entry {}

impl Hash for Entry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// A game whose parameters must be empty.
fn plain(rules: impl Into<Kind>, parameters: &str) -> Result<Kind, String> {
    match parameters.trim() {
        "" => Ok(rules.into()),
        _ => Err("this ruleset has no parameters".into()),
    }
}

/// Whether a text is that of a graph, and not of a board.
fn is_graph(board: &str) -> bool {
    let plain = board.trim();
    let size = plain.strip_prefix("checker").unwrap_or(plain).trim();
    let is_size = size.split_once(['x', 'X']).is_some_and(|(rows, columns)| {
        [rows, columns].iter().all(|side| side.bytes().all(|byte| byte.is_ascii_digit()))
    });
    let cells = |sign: char| sign.is_whitespace() || ".#xXoOlLrR|()^0123456789".contains(sign);
    !plain.is_empty() && !is_size && (plain.contains(['-', ',', ':']) || !plain.chars().all(cells))
}

/// Whole numbers, joined by commas or blanks.
fn whole_numbers(parameters: &str) -> Result<Vec<usize>, String> {
    let words = parameters.split([',', ' ']).filter(|word| !word.is_empty());
    let number = |word: &str| {
        word.parse().map_err(|_| format!("`{}` is no whole number", word.escape_debug()))
    };
    words.map(number).collect()
}

const STONES: &str = "rows of `X` (Left's), `O` (Right's), `.` (empty) and `#` (taken), joined by `|`, or a size `4x5`";
const ANIMALS: &str = "a strip of `t` (Left's), `f` (Right's) and `.` (empty)";
const COLOURED: &str = "rows of `X` (Left's), `O` (Right's), `.` (empty), `#` (taken), joined by `|`, or a size `4x5`, or a graph `a-b, b-c`, in which `a:L` is beside a vertex of Left's colour";
/// Weights of vertices, and numbers of edges.
const WEIGHTS: &[&str] = &[":1", ":2", ":3"];
const COINS: &str = "a row of `h` (heads) and `t` (tails)";
const WAYS: &str = "Winning Ways";

/// What most rows have.
const ROW: Entry = Entry {
    name: "",
    aliases: &[],
    function: "",
    title: "",
    rules: "",
    source: "",
    format: "",
    parameters: "",
    example: "",
    value: "",
    letters: "",
    numbers: Numbers::None,
    small: Small::Boards,
    among_impartial: false,
    make: |_, _| Err("a row says how its rules are made".into()),
};

static TABLE: &[Entry] = &[
    Entry {
        name: "domineering",
        function: "Domineering",
        title: "Domineering",
        rules: "Left puts an upright domino on two free cells, Right a flat one.",
        source: "G. Andersson; Winning Ways, chapter 5",
        format: "rows of `.` (free) and `#` (taken), joined by `|`, or a size `4x5`",
        example: "..|.#",
        value: "*",
        numbers: Numbers::Size,
        letters: ".#",
        small: Small::Regions,
        make: |parameters, _| plain(Domineering, parameters),
        ..ROW
    },
    Entry {
        name: "cram",
        function: "Cram",
        title: "Cram",
        rules: "Both players put dominoes on two free cells, upright or flat.",
        source: "M. Gardner (1974)",
        format: "rows of `.` (free) and `#` (taken), joined by `|`, or a size `4x5`",
        example: "3x3",
        value: "0",
        numbers: Numbers::Size,
        letters: ".#",
        small: Small::Regions,
        make: |parameters, _| plain(Cram, parameters),
        ..ROW
    },
    Entry {
        name: "clobber",
        aliases: &["clobber-1xn"],
        function: "Clobber",
        title: "Clobber",
        rules: "A stone steps onto a stone of the other colour beside it, which is taken.",
        source: "M. Albert, J. P. Grossman, R. Nowakowski, D. Wolfe, An Introduction to Clobber (2005)",
        format: STONES,
        example: "xox|ox.",
        value: "{^^*|*,v}",
        numbers: Numbers::Size,
        letters: ".xo",
        make: |parameters, _| plain(Clobber, parameters),
        ..ROW
    },
    Entry {
        name: "nogo",
        aliases: &["anti-go", "nogo-1xn"],
        function: "NoGo",
        title: "NoGo",
        rules: "Left puts an X on an empty point, Right an O; afterwards each group of either colour must have an empty point beside it.",
        source: "J. Moore, Banff workshop (2011); the solver MCGS",
        format: STONES,
        example: "...|.x.",
        value: "{1|0}",
        numbers: Numbers::Size,
        letters: ".xo",
        make: |parameters, _| plain(NoGo, parameters),
        ..ROW
    },
    Entry {
        name: "amazons",
        function: "Amazons",
        title: "Amazons",
        rules: "An amazon moves as a queen of chess, then shoots as a queen moves; the cell that is hit is blocked for ever.",
        source: "W. Zamkauskas (1988)",
        format: STONES,
        example: "x...|o...",
        value: "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}",
        numbers: Numbers::Size,
        letters: ".xo#",
        make: |parameters, _| plain(Amazons, parameters),
        ..ROW
    },
    Entry {
        name: "col",
        function: "Col",
        title: "Col",
        rules: "Left colours a free place blue, Right red; neighbours must not have the same colour.",
        source: "C. Vout; On Numbers and Games; Winning Ways",
        format: COLOURED,
        example: "...",
        value: "0",
        numbers: Numbers::Size,
        letters: ".xo#",
        make: |parameters, board| match is_graph(board) {
            true => plain(Colouring::Col, parameters),
            false => plain(Col, parameters),
        },
        ..ROW
    },
    Entry {
        name: "snort",
        function: "Snort",
        title: "Snort",
        rules: "Left colours a free place blue, Right red; neighbours must not have different colours.",
        source: "S. Norton; On Numbers and Games; Winning Ways",
        format: COLOURED,
        example: "...",
        value: "+-2",
        numbers: Numbers::Size,
        letters: ".xo#",
        make: |parameters, board| match is_graph(board) {
            true => plain(Colouring::Snort, parameters),
            false => plain(Snort, parameters),
        },
        ..ROW
    },
    Entry {
        name: "toads-and-frogs",
        aliases: &["toads", "toads-frogs"],
        function: "ToadsAndFrogs",
        title: "Toads and Frogs",
        rules: "A toad moves one cell to the right, or jumps over a frog right before it into the empty cell behind; a frog does the same to the left.",
        source: "R. K. Guy; Winning Ways, chapter 1",
        format: ANIMALS,
        example: "t.f.",
        value: "1/2",
        letters: ".tf",
        make: |parameters, _| plain(Hopping::TOADS, parameters),
        ..ROW
    },
    Entry {
        name: "elephants-and-rhinos",
        aliases: &["elephants"],
        function: "ElephantsAndRhinos",
        title: "Elephants and Rhinos",
        rules: "Toads and Frogs without jumps: an animal moves one cell, Left's to the right, Right's to the left.",
        source: "CGSuite",
        format: ANIMALS,
        example: "tt.|t.f",
        value: "2*",
        letters: ".tf",
        make: |parameters, _| plain(Hopping::ELEPHANTS, parameters),
        ..ROW
    },
    Entry {
        name: "gen-toads",
        aliases: &["gen-toads-and-frogs"],
        function: "GenToadsAndFrogs",
        title: "Toads and Frogs with other steps",
        rules: "Animals slide so many cells, or jump over so many animals right before them into the empty cell behind.",
        source: "the solver MCGS; CGSuite",
        format: ANIMALS,
        parameters: "the least and the most cells to slide, the most animals to jump over, and 1 or 0 for own ones too or not",
        example: "(1,1,2,0) tttt..fff",
        value: "{1/2*|v}",
        letters: ".tf",
        make: |parameters, _| Ok(Hopping::with_parameters(&whole_numbers(parameters)?)?.into()),
        ..ROW
    },
    Entry {
        name: "toppling-dominoes",
        function: "TopplingDominoes",
        title: "Toppling Dominoes",
        rules: "A player topples a domino of theirs, or one of both, to either side; it falls with all that stand on that side of it.",
        source: "A. Fink, R. Nowakowski, A. Siegel, D. Wolfe, Toppling Conjectures (2015)",
        format: "a row of `l` (Left's), `r` (Right's), `e` (of both) and `.` (none)",
        example: "lrrl",
        value: "^",
        letters: "lre",
        make: |parameters, _| plain(TopplingDominoes, parameters),
        ..ROW
    },
    Entry {
        name: "ski-jumps",
        function: "SkiJumps",
        title: "Ski Jumps",
        rules: "A skier glides any way over free snow, Left's to the right, Right's to the left, also off the slope. A jumper may jump down over an enemy right below into a free place; the enemy becomes a slipper, which cannot jump.",
        source: "Winning Ways, chapter 1",
        format: "rows of `L` and `R` (jumpers), `l` and `r` (slippers) and `.`, joined by `|`",
        example: ".L...|.R...|.....",
        value: "5/2",
        letters: ".LRlr",
        make: |parameters, _| plain(SkiJumps, parameters),
        ..ROW
    },
    Entry {
        name: "turning",
        function: "Turning",
        title: "Coins",
        rules: "A move turns a set of coins that the code allows; the rightmost of them goes from heads to tails.",
        source: "Winning Ways, chapter 14",
        format: COINS,
        parameters: "numbers of coins such as `3`, `1-3` or `2+`, each perhaps with `C` (consecutive), `C(5)` (within five adjacent coins), `E` (equally spaced), `S` (symmetric) or `F` (with the first coin), joined by commas",
        example: "(1+C) htthh",
        value: "*4",
        letters: "ht",
        make: |parameters, _| Ok(Turning::new(parameters)?.into()),
        ..ROW
    },
    Entry {
        name: "turning-turtles",
        function: "TurningTurtles",
        title: "Turning Turtles",
        rules: "A move turns one coin or two; the rightmost goes from heads to tails.",
        source: WAYS,
        format: COINS,
        example: "htth",
        value: "*5",
        letters: "ht",
        make: |parameters, _| plain(Turning::new("1-2")?, parameters),
        ..ROW
    },
    Entry {
        name: "mock-turtles",
        function: "MockTurtles",
        title: "Mock Turtles",
        rules: "A move turns up to three coins; the rightmost goes from heads to tails.",
        source: WAYS,
        format: COINS,
        example: "htth",
        value: "*6",
        letters: "ht",
        make: |parameters, _| plain(Turning::new("1-3")?, parameters),
        ..ROW
    },
    Entry {
        name: "ruler",
        function: "Ruler",
        title: "Ruler",
        rules: "A move turns any number of adjacent coins; the rightmost goes from heads to tails.",
        source: WAYS,
        format: COINS,
        example: "thht",
        value: "*3",
        letters: "ht",
        make: |parameters, _| plain(Turning::new("1+C")?, parameters),
        ..ROW
    },
    Entry {
        name: "fjords",
        function: "Fjords",
        title: "Fjords",
        rules: "A player colours a vertex beside one of their colour and none of the other's; a vertex beside both colours is nobody's.",
        source: "CGSuite",
        format: "a graph such as `a:L-b`: `a:L, a-b, c:R`, where `L` is beside a vertex of Left's colour and `R` of Right's",
        example: "a:L, a-b, b-c",
        value: "3",
        small: Small::Graphs(SmallGraphs {
            first: &["", ":L"],
            vertex: &["", ":L", ":R"],
            ..SmallGraphs::PLAIN
        }),
        make: |parameters, _| plain(Colouring::Fjords, parameters),
        ..ROW
    },
    Entry {
        name: "node-kayles",
        function: "NodeKayles",
        title: "Node Kayles",
        rules: "A move takes a vertex and all its neighbours.",
        source: "T. J. Schaefer (1978)",
        format: "a graph such as `a-b-c, d`",
        example: "a-b-c",
        value: "*2",
        small: Small::Graphs(SmallGraphs::PLAIN),
        make: |parameters, _| plain(Taking::NodeKayles, parameters),
        ..ROW
    },
    Entry {
        name: "digraph-placement",
        function: "DigraphPlacement",
        title: "Digraph Placement",
        rules: "A player takes a vertex of theirs, and with it all vertices to which an edge leads from it.",
        source: "A. Clow, N. McKay, Digraph Placement Games (2024)",
        format: "a graph with directed edges and owners, such as `a:L, b:R, a->b`",
        example: "b->a, c->a, d->a, e->a, c->b, d->b, e->b, b->e, c->e, d->e, a:R, b:R, c:L, d:L, e:L",
        value: "2v*",
        small: Small::Graphs(SmallGraphs {
            first: &[":L"],
            vertex: &[":L", ":R"],
            directed: true,
            ..SmallGraphs::PLAIN
        }),
        make: |parameters, _| plain(Taking::DigraphPlacement, parameters),
        ..ROW
    },
    Entry {
        name: "poset",
        aliases: &["poset-chomp"],
        function: "Poset",
        title: "Poset games",
        rules: "A move takes an element and all that are above it.",
        source: "F. Schuh (1952); D. Gale (1974)",
        format: "an ordered set such as `a->b, b->c`, where b is above a",
        example: "a->b, a->c",
        value: "*",
        small: Small::Graphs(SmallGraphs { directed: true, ..SmallGraphs::PLAIN }),
        make: |parameters, _| plain(Taking::Poset, parameters),
        ..ROW
    },
    Entry {
        name: "hackenbush",
        function: "Hackenbush",
        title: "Hackenbush",
        rules: "A player cuts an edge of theirs, or a green one; what no longer hangs on the ground falls.",
        source: "Winning Ways, chapters 1, 2 and 7; On Numbers and Games",
        format: "edges on the ground `g`, such as `g-a:l, a-b:r, a-c:e` (`l` Left's, `r` Right's, `e` of both), or stalks such as `lrl|re`",
        example: "g-a:l, a-b:r, g-b:l",
        value: "1",
        small: Small::Graphs(SmallGraphs {
            ground: true,
            edge: &[":l", ":r", ":e"],
            ..SmallGraphs::PLAIN
        }),
        make: |parameters, _| plain(Hackenbush { childish: false }, parameters),
        ..ROW
    },
    Entry {
        name: "childish-hackenbush",
        function: "ChildishHackenbush",
        title: "Childish Hackenbush",
        rules: "Hackenbush in which a blue or red edge must not be cut when something falls with it.",
        source: "Winning Ways; CGSuite",
        format: "edges on the ground `g`, such as `g-a:l, a-b:r, a-c:e` (`l` Left's, `r` Right's, `e` of both), or stalks such as `lrl|re`",
        example: "g-a:l, a-b:e",
        value: "1*",
        small: Small::Graphs(SmallGraphs {
            ground: true,
            edge: &[":l", ":r", ":e"],
            ..SmallGraphs::PLAIN
        }),
        make: |parameters, _| plain(Hackenbush { childish: true }, parameters),
        ..ROW
    },
    Entry {
        name: "arc-kayles",
        function: "ArcKayles",
        title: "Arc Kayles",
        rules: "A move takes an edge with both its ends.",
        source: "T. J. Schaefer (1978)",
        format: "a graph such as `a-b-c, d`",
        example: "a-b-c-d",
        value: "*2",
        small: Small::Graphs(SmallGraphs::PLAIN),
        make: |parameters, _| plain(ArcKayles::Plain, parameters),
        ..ROW
    },
    Entry {
        name: "partizan-arc-kayles",
        function: "PartizanArcKayles",
        title: "Partizan Arc Kayles",
        rules: "A player takes an edge of theirs, or one of both, with both its ends.",
        source: "CGSuite",
        format: "a graph with colours of its edges, such as `a-b:l, b-c:r, c-d:e`",
        example: "a-b:l, b-c:r, c-d:e",
        value: "{1|0}",
        small: Small::Graphs(SmallGraphs { edge: &[":l", ":r", ":e"], ..SmallGraphs::PLAIN }),
        make: |parameters, _| plain(ArcKayles::Partizan, parameters),
        ..ROW
    },
    Entry {
        name: "weighted-arc-kayles",
        function: "WeightedArcKayles",
        title: "Weighted Arc Kayles",
        rules: "A move chooses an edge whose ends have positive weights, and lowers both weights by one.",
        source: "CGSuite",
        format: "a graph with weights of its vertices, such as `a-b, a:2, b:1`",
        example: "a-b, b-c, a:2, b:2, c:1",
        value: "0",
        small: Small::Graphs(SmallGraphs { first: WEIGHTS, vertex: WEIGHTS, ..SmallGraphs::PLAIN }),
        make: |parameters, _| plain(ArcKayles::Weighted, parameters),
        ..ROW
    },
    Entry {
        name: "edge-nim",
        aliases: &["nim-on-graphs"],
        function: "EdgeNim",
        title: "Nim on a graph",
        rules: "A token stands on a vertex. A move lowers the number of an edge there, and takes the token along it.",
        source: "M. Fukuyama, A Nim game played on graphs (2003)",
        format: "a graph with a token and numbers of its edges, such as `a:T, a-b:3, b-c:2`",
        example: "a:T, a-b:3",
        value: "*3",
        small: Small::Graphs(SmallGraphs { first: &[":T"], edge: WEIGHTS, ..SmallGraphs::PLAIN }),
        make: |parameters, _| plain(EdgeNim, parameters),
        ..ROW
    },
    Entry {
        name: "nimstring",
        aliases: &["strings-and-coins"],
        function: "Nimstring",
        title: "Nimstring",
        rules: "A player cuts a string; who frees a coin by that, cuts again; who cannot go on loses. A turn that leaves a loony position is left out: there who moves wins, whatever impartial game is beside it, so the value stands for the position in sums of impartial games, and in them alone.",
        source: "Winning Ways, chapter 16",
        format: "strings between coins, such as `a-b, b-c`, or to the ground, `a-g`; at most 20",
        example: "a-b, b-c, c-a, a-g, b-g",
        value: "*2",
        among_impartial: true,
        small: Small::Graphs(SmallGraphs { ground: true, ..SmallGraphs::PLAIN }),
        make: |parameters, _| plain(Nimstring, parameters),
        ..ROW
    },
    Entry {
        name: "anti-clobber",
        function: "AntiClobber",
        title: "Anti-Clobber",
        rules: "A stone steps onto an empty cell beside it and leaves a stone of the enemy behind.",
        source: "CGSuite",
        format: STONES,
        example: "xoxo|oo..",
        value: "{*|-1}",
        numbers: Numbers::Size,
        letters: ".xo#",
        make: |parameters, _| plain(Stones::Anti, parameters),
        ..ROW
    },
    Entry {
        name: "cannibal-clobber",
        aliases: &["hot-clobber"],
        function: "CannibalClobber",
        title: "Cannibal Clobber",
        rules: "A stone steps onto a stone of either colour beside it, which is taken.",
        source: "the solver MCGS; Hot Clobber in CGSuite",
        format: STONES,
        example: "xxo",
        value: "^",
        numbers: Numbers::Size,
        letters: ".xo#",
        make: |parameters, _| plain(Stones::Hot, parameters),
        ..ROW
    },
    Entry {
        name: "diagonal-clobber",
        function: "DiagonalClobber",
        title: "Diagonal Clobber",
        rules: "A stone steps diagonally onto a stone of the enemy, which is taken.",
        source: "CGSuite",
        format: STONES,
        example: "xoxo|oox.|xxx.",
        value: "{0,v*|vv}",
        numbers: Numbers::Size,
        letters: ".xo#",
        make: |parameters, _| plain(Stones::Diagonal, parameters),
        ..ROW
    },
    Entry {
        name: "kings",
        aliases: &["clobber-kings"],
        function: "Kings",
        title: "Clobber of kings",
        rules: "A stone steps as a king of chess onto a stone of the enemy, which is taken.",
        source: "CGSuite",
        format: STONES,
        example: "xo|.x",
        value: "^",
        numbers: Numbers::Size,
        letters: ".xo#",
        make: |parameters, _| plain(Stones::Kings, parameters),
        ..ROW
    },
    Entry {
        name: "knights",
        aliases: &["clobber-knights"],
        function: "Knights",
        title: "Clobber of knights",
        rules: "A stone jumps as a knight of chess onto a stone of the enemy, which is taken.",
        source: "CGSuite",
        format: STONES,
        example: "x..|..o|x..",
        value: "*",
        numbers: Numbers::Size,
        letters: ".xo#",
        make: |parameters, _| plain(Stones::Knights, parameters),
        ..ROW
    },
    Entry {
        name: "rooks",
        aliases: &["clobber-rooks"],
        function: "Rooks",
        title: "Clobber of rooks",
        rules: "A stone moves as a rook of chess, over empty cells, onto a stone of the enemy, which is taken.",
        source: "CGSuite",
        format: STONES,
        example: "x.o.x",
        value: "^",
        numbers: Numbers::Size,
        letters: ".xo#",
        make: |parameters, _| plain(Stones::Rooks, parameters),
        ..ROW
    },
    Entry {
        name: "queens",
        aliases: &["clobber-queens"],
        function: "Queens",
        title: "Clobber of queens",
        rules: "A stone moves as a queen of chess, over empty cells, onto a stone of the enemy, which is taken.",
        source: "CGSuite",
        format: STONES,
        example: "x.o|..x",
        value: "*",
        numbers: Numbers::Size,
        letters: ".xo#",
        make: |parameters, _| plain(Stones::Queens, parameters),
        ..ROW
    },
    Entry {
        name: "fission",
        function: "Fission",
        title: "Fission",
        rules: "A stone splits into two, which go to the empty cells above and below it (Left) or to its left and its right (Right).",
        source: "CGSuite; the solver MCGS",
        format: "rows of `X` (a stone of both), `.` (empty) and `#` (taken), joined by `|`",
        example: "...|.x.|...",
        value: "0",
        letters: ".x#",
        make: |parameters, _| plain(Fission, parameters),
        ..ROW
    },
    Entry {
        name: "konane",
        function: "Konane",
        title: "Konane",
        rules: "A stone jumps over a stone of the enemy beside it into the empty cell behind, and takes it; it may go on in the same direction.",
        source: "a game of Hawaii; M. Ernst, Playing Konane Mathematically (1995)",
        format: STONES,
        example: ".ox.|o..x|....",
        value: "+-1",
        numbers: Numbers::Size,
        letters: ".xo#",
        make: |parameters, _| plain(Konane, parameters),
        ..ROW
    },
    Entry {
        name: "peg-duotaire",
        aliases: &["duotaire"],
        function: "PegDuotaire",
        title: "Peg Duotaire",
        rules: "A peg jumps over a peg beside it into the hole behind, and takes it. One jump is a move.",
        source: "C. Moore, D. Eppstein, One-dimensional peg solitaire, and duotaire (2000)",
        format: "rows of `X` (a peg), `.` (a hole) and `#` (neither), joined by `|`",
        example: "xx.xx.",
        value: "0",
        letters: ".x#",
        make: |parameters, _| plain(PegDuotaire, parameters),
        ..ROW
    },
    Entry {
        name: "kings-dirt",
        aliases: &["king-dirt", "gen-king-dirt"],
        function: "KingsDirt",
        title: "King's Dirt",
        rules: "A player puts one of their stones in hand on an empty cell, or moves a stone as a king of chess onto an empty cell; the cell that it leaves is blocked.",
        source: "the solver MCGS",
        format: "the stones in hand of Left and of Right, then the board, such as `1 1 x..|..o`; a board alone when there are none",
        parameters: "1 when who has stones in hand must place one, else 0, or nothing",
        example: "1 0 x.|.o",
        value: "0",
        letters: ".xo#",
        make: |parameters, _| match parameters.trim() {
            "" | "0" => Ok(KingsDirt { must_place: false }.into()),
            "1" => Ok(KingsDirt { must_place: true }.into()),
            _ => Err("write 1 when stones in hand must be placed first, else 0".into()),
        },
        ..ROW
    },
    Entry {
        name: "sheep",
        aliases: &["battle-sheep"],
        function: "Sheep",
        title: "Sheep",
        rules: "A herd of two or more splits: at least one sheep stays, and the others walk along one of the six lines as far as there is grass.",
        source: "Battle Sheep; the solver MCGS",
        format: "rows of numbers, joined by `|`: Left's herds are positive, Right's negative, 0 is grass; a cell has the neighbours left, right, above, below, above to the right and below to the left",
        example: "3 0 0 | 0 0 -2",
        value: "1",
        small: Small::Cells { cells: &["0", "1", "-1", "2", "-2", "3", "-3"], between: " " },
        make: |parameters, _| plain(Sheep, parameters),
        ..ROW
    },
    Entry {
        name: "chomp",
        function: "Chomp",
        title: "Chomp",
        rules: "A move eats a square and all below it and to its right. The square in the upper left corner is poisoned: nobody eats it.",
        source: "D. Gale, A Curious Nim-Type Game (1974)",
        format: "rows of `X` (chocolate) and `.` (eaten), joined by `|`, or a size `3x4`",
        example: "2x3",
        value: "*4",
        numbers: Numbers::Size,
        small: Small::Cells { cells: &["X", "."], between: "" },
        make: |parameters, _| plain(Chomp, parameters),
        ..ROW
    },
    Entry {
        name: "dawsons-chess",
        function: "DawsonsChess",
        title: "Dawson's Chess",
        rules: "A move takes a file and the files beside it: what is left of the game with pawns when all exchanges are made.",
        source: "T. R. Dawson (1935); Winning Ways, chapter 4",
        format: "a row of `.` (free files) and `#` (taken), or a size `1x7`",
        example: "1x7",
        value: "*",
        numbers: Numbers::Size,
        letters: ".#",
        make: |parameters, _| plain(DawsonsChess, parameters),
        ..ROW
    },
    Entry {
        name: "quicksort",
        function: "Quicksort",
        title: "Quicksort",
        rules: "A move takes a number as pivot: smaller ones go before it, larger ones behind it, in the order in which they stood. Something must change.",
        source: "A. Chen, The Quicksort Game (2016)",
        format: "a row of different numbers, such as `4 1 3 2`",
        example: "1 2 3 6 5 4",
        value: "*2",
        numbers: Numbers::Heaps,
        small: Small::Orders,
        make: |parameters, _| plain(Quicksort, parameters),
        ..ROW
    },
    Entry {
        name: "wythoff",
        function: "Wythoff",
        title: "Wythoff's game",
        rules: "A move takes any number of tokens from one heap, or the same number from both.",
        source: "W. A. Wythoff (1907); Winning Ways, chapter 3",
        format: "two numbers, such as `3 5`",
        example: "3 5",
        value: "0",
        numbers: Numbers::Heaps,
        small: Small::Heaps(2, 2),
        make: |parameters, _| plain(Pair::Wythoff(1), parameters),
        ..ROW
    },
    Entry {
        name: "gen-wythoff",
        function: "GenWythoff",
        title: "Wythoff's game, generalised",
        rules: "A move takes any number of tokens from one heap, or numbers from both that differ by less than the parameter.",
        source: "A. Fraenkel (1982); CGSuite",
        format: "two numbers, such as `3 5`",
        parameters: "a number; 1 gives Wythoff's own game",
        example: "(2) 1 3",
        value: "0",
        numbers: Numbers::Heaps,
        small: Small::Heaps(2, 2),
        make: |parameters, _| match whole_numbers(parameters)?[..] {
            [near @ 1..=1000] => {
                Ok(Pair::Wythoff(u32::try_from(near).expect("it is small")).into())
            }
            _ => Err("write one number from 1 to 1000, as in `(2) 3 5`".into()),
        },
        ..ROW
    },
    Entry {
        name: "partizan-euclid",
        function: "PartizanEuclid",
        title: "Partizan Euclid",
        rules: "From (p, q) with remainder r of p by q, Left moves to (q, r) and Right to (q, q - r). When r is 0, nobody can move.",
        source: "N. McKay, R. Nowakowski, Outcomes of Partizan Euclid (2013)",
        format: "two numbers, such as `3 5`",
        example: "7 5",
        value: "v[2]",
        numbers: Numbers::Heaps,
        small: Small::Heaps(2, 2),
        make: |parameters, _| plain(Pair::Euclid, parameters),
        ..ROW
    },
    Entry {
        name: "cutcake",
        function: "Cutcake",
        title: "Cutcake",
        rules: "A piece of cake is cut into two, by Left upright, between columns, by Right flat, between rows.",
        source: "Winning Ways, chapter 2",
        format: "rows x columns, such as `4x5`; pieces are joined by `+`",
        example: "2x3",
        value: "0",
        numbers: Numbers::Size,
        small: Small::Cakes,
        make: |parameters, _| plain(Cake::Cutcake, parameters),
        ..ROW
    },
    Entry {
        name: "eatcake",
        function: "Eatcake",
        title: "Eatcake",
        rules: "Left eats a column of a piece of cake, Right a row; what was on both sides of it stays.",
        source: "Winning Ways; CGSuite",
        format: "rows x columns, such as `4x5`; pieces are joined by `+`",
        example: "2x3",
        value: "{^^|*}",
        numbers: Numbers::Size,
        small: Small::Cakes,
        make: |parameters, _| plain(Cake::Eatcake, parameters),
        ..ROW
    },
    Entry {
        name: "maundy-cake",
        function: "MaundyCake",
        title: "Maundy Cake",
        rules: "A piece of cake is cut into any number of equal pieces, by Left between columns, by Right between rows.",
        source: "Winning Ways, chapter 2",
        format: "rows x columns, such as `4x5`; pieces are joined by `+`",
        example: "2x6",
        value: "1",
        numbers: Numbers::Size,
        small: Small::Cakes,
        make: |parameters, _| plain(Cake::Maundy, parameters),
        ..ROW
    },
    Entry {
        name: "turn-and-eatcake",
        function: "TurnAndEatcake",
        title: "Turn-and-Eatcake",
        rules: "A piece of cake is turned by a quarter; then Left eats a column of it, or Right a row.",
        source: "as in CGSuite",
        format: "rows x columns, such as `4x5`; pieces are joined by `+`",
        example: "2x3",
        value: "v",
        numbers: Numbers::Size,
        small: Small::Cakes,
        make: |parameters, _| plain(Cake::TurnAndEat, parameters),
        ..ROW
    },
    Entry {
        name: "partizan-subtraction",
        function: "PartizanSubtraction",
        title: "Partizan Subtraction",
        rules: "A player takes from a heap a number of tokens that their set allows.",
        source: "A. Fraenkel, A. Kotzig (1987)",
        format: "heaps of tokens, such as `7 5`",
        parameters: "Left's numbers and Right's, with `|` between",
        example: "(1,2|1,3) 4",
        value: "^[2]",
        numbers: Numbers::Heaps,
        small: Small::Heaps(1, 2),
        make: |parameters, _| Ok(PartizanHeaps::sets(parameters, 3)?.into()),
        ..ROW
    },
    Entry {
        name: "partizan-splittles",
        function: "PartizanSplittles",
        title: "Partizan Splittles",
        rules: "A player takes from a heap a number of tokens that their set allows, and may part the rest into two heaps.",
        source: "G. Mesdal and others, Partizan Splittles (2009)",
        format: "heaps of tokens, such as `7 5`",
        parameters: "Left's numbers and Right's, with `|` between",
        example: "(1|2) 5",
        value: "2",
        numbers: Numbers::Heaps,
        small: Small::Heaps(1, 2),
        make: |parameters, _| Ok(PartizanHeaps::sets(parameters, 7)?.into()),
        ..ROW
    },
    Entry {
        name: "partizan-take-and-break",
        function: "PartizanTakeAndBreak",
        title: "Partizan taking and breaking",
        rules: "Left plays by one octal code, Right by the other: the k-th digit says whether no heap (1), one (2) or two (4) may be left when k tokens are taken.",
        source: "CGSuite",
        format: "heaps of tokens, such as `7 5`",
        parameters: "Left's octal code and Right's, with `|` between",
        example: "(.7|.07) 5",
        value: "2",
        numbers: Numbers::Heaps,
        small: Small::Heaps(1, 2),
        make: |parameters, _| Ok(PartizanHeaps::codes(parameters)?.into()),
        ..ROW
    },
    Entry {
        name: "fibonacci-nim",
        function: "FibonacciNim",
        title: "Fibonacci Nim",
        rules: "A move takes at most twice as many tokens as the last one; the first does not take all.",
        source: "M. Whinihan (1963)",
        format: "a heap, and perhaps how many tokens the last move took, such as `20 4`",
        example: "13",
        value: "0",
        numbers: Numbers::Heaps,
        small: Small::Heaps(1, 2),
        make: |parameters, _| plain(Remembering::AtMost(2, 1), parameters),
        ..ROW
    },
    Entry {
        name: "take-away",
        function: "TakeAway",
        title: "Take-Away",
        rules: "A move takes at most so many times as many tokens as the last one; the first does not take all.",
        source: "A. J. Schwenk, Take-away games (1970); CGSuite",
        format: "a heap, and perhaps how many tokens the last move took, such as `20 4`",
        parameters: "a number or a fraction such as 3/2",
        example: "(3) 8",
        value: "0",
        numbers: Numbers::Heaps,
        small: Small::Heaps(1, 2),
        make: |parameters, _| {
            let (times, parts) = parameters.split_once('/').unwrap_or((parameters, "1"));
            match (times.trim().parse(), parts.trim().parse()) {
                (Ok(times), Ok(parts)) if parts > 0 => Ok(Remembering::AtMost(times, parts).into()),
                _ => Err("write a number or a fraction, as in `(3/2) 20`".into()),
            }
        },
        ..ROW
    },
    Entry {
        name: "mem",
        function: "Mem",
        title: "Mem",
        rules: "A move takes at least as many tokens as the last one.",
        source: "Winning Ways; CGSuite",
        format: "a heap, and perhaps how many tokens the last move took, such as `20 4`",
        example: "10",
        value: "*3",
        numbers: Numbers::Heaps,
        small: Small::Heaps(1, 2),
        make: |parameters, _| plain(Remembering::AtLeast, parameters),
        ..ROW
    },
    Entry {
        name: "hypergraph-nim",
        function: "HypergraphNim",
        title: "Nim on a hypergraph",
        rules: "A move chooses a set of heaps and makes each of them smaller.",
        source: "E. Boros, V. Gurvich, N. B. Ho, K. Makino, P. Mursic, Tetris hypergraphs and variants of Nim (2017)",
        format: "heaps of tokens, such as `7 5`",
        parameters: "the sets of heaps by their numbers, joined by commas, such as 1 2, 2 3",
        example: "(1 2, 2 3, 1 3) 1 2 3",
        value: "*3",
        numbers: Numbers::Heaps,
        small: Small::Heaps(3, 3),
        make: |parameters, _| Ok(HypergraphNim::new(parameters)?.into()),
        ..ROW
    },
];

/// A name with what does not matter left out: large letters, blanks, underscores, hyphens.
pub(crate) fn key(name: &str) -> String {
    key_letters(name).collect()
}

fn key_letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|sign| !"-_ ".contains(*sign)).flat_map(char::to_lowercase)
}

impl Entry {
    /// All rulesets, in the order of the guide.
    pub fn all() -> &'static [Entry] {
        TABLE
    }

    /// The ruleset of this name; large letters, hyphens and blanks do not matter.
    pub fn named(name: &str) -> Option<&'static Entry> {
        let wanted = key(name);
        TABLE.iter().find(|entry| {
            let mut names =
                [entry.name, entry.function].into_iter().chain(entry.aliases.iter().copied());
            !wanted.is_empty() && names.any(|name| key_letters(name).eq(wanted.chars()))
        })
    }

    /// The name of the ruleset that looks most like `name`, if one looks alike.
    ///
    /// ```
    /// assert_eq!(cg_rulesets::Entry::similar("clobbr"), Some("clobber"));
    /// assert_eq!(cg_rulesets::Entry::similar("chess"), None);
    /// ```
    pub fn similar(name: &str) -> Option<&'static str> {
        let wanted = key(name);
        let names = TABLE.iter().flat_map(|entry| {
            let own = [entry.name, entry.function].into_iter().chain(entry.aliases.iter().copied());
            own.map(|own| (key(own), entry.name))
        });
        // Comparing long names costs the product of their lengths.
        let near = names.filter(|(own, _)| wanted.len() <= 64 && wanted.len().min(own.len()) > 2);
        let near = near.map(|(own, name)| {
            (strsim::damerau_levenshtein(&own, &wanted), own.len().min(wanted.len()), name)
        });
        let alike = near.filter(|(distance, length, _)| *distance <= 1 + length / 5);
        alike.min_by_key(|(distance, ..)| *distance).map(|(.., name)| name)
    }

    /// Why a ruleset of this name is not in the table, though it is known.
    pub fn refused(name: &str) -> Option<String> {
        if let Some(rules) = LoopyRules::named(name) {
            return Some(format!(
                "its positions come back, it is loopy: `cg play {}` plays it, and `{}` gives its values",
                rules.name(),
                rules.function()
            ));
        }
        None
    }

    /// Whether it has parameters, which stand in parentheses before a position.
    pub fn has_parameters(&self) -> bool {
        !self.parameters.is_empty()
    }

    pub(crate) fn kind(&self, parameters: &str, board: &str) -> Result<Kind, String> {
        (self.make)(parameters, board)
    }

    /// A topic of help in Markdown: usage, rules, an example, the source.
    pub fn help(&self) -> String {
        let names: Vec<&str> =
            [self.name].into_iter().chain(self.aliases.iter().copied()).collect();
        let parameters = match self.parameters {
            "" => String::new(),
            parameters => format!(" The parameters, in parentheses before it, are {parameters}."),
        };
        format!(
            "## {0}(position)\n<!-- also: {1} -->\n\n{2} A position is {3}.{parameters}\n\n```\ncg> {0}(\"{4}\")\n{5}\n```\n\n\
             Source: {6}.\n",
            self.function,
            names.join(", "),
            self.rules,
            self.format,
            self.example,
            self.value,
            self.source
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Start;

    #[test]
    fn names_are_given_once_and_examples_read_back() {
        let mut names: Vec<String> = Vec::new();
        for entry in Entry::all() {
            for name in [entry.name].into_iter().chain(entry.aliases.iter().copied()) {
                assert!(!names.contains(&key(name)), "{name}");
                assert!(Entry::refused(name).is_none() && Entry::named(name) == Some(entry));
                names.push(key(name));
            }
            assert_eq!(Entry::named(entry.function), Some(entry));
            let start = Start::read(&format!("{} {}", entry.name, entry.example)).unwrap();
            assert_eq!(Start::read(&start.to_string()), Ok(start.clone()), "{start}");
            assert!(entry.rules.ends_with('.') && !entry.format.ends_with('.'), "{}", entry.name);
        }
    }
}
