//! From games and forms to trees.

use cg_core::{Error, Game, Notation, Player, Result};
use cg_simplify::{Engine, Form};
use rustc_hash::FxHashMap;

use super::{Node, TreePicture, side};

/// More positions are never drawn.
const MOST_NODES: usize = 400;
/// A position with more options of a player is not taken apart.
const MOST_OPTIONS: u64 = 64;
/// So many different positions are counted, with so many options of a player each.
const MOST_COUNTED: usize = 20_000;
const MOST_OPTIONS_COUNTED: u64 = 1000;
/// The value of a position with a larger tree has no short name, unless a subgroup
/// holds it.
const NAMEABLE: u128 = 64;

/// A position of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Position {
    Game(Game),
    Form(Form),
}

/// Positions of the whole tree below a position; `None`: too many to count.
type Sizes = FxHashMap<Position, Option<u128>>;

impl TreePicture {
    /// The tree of the canonical form of `game`; `name` is what the title calls it.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    ///
    /// ```
    /// use cg_core::{Limits, Notation};
    /// use cg_plot::{Picture, Terminal, TreePicture};
    /// let mut engine = cg_simplify::Engine::new(cg_subgroups::standard()?, Limits::default())?;
    /// let star = engine.nimber(&1u8.into())?;
    /// let tree = TreePicture::of_game(&mut engine, star, Notation::Standard, "*")?;
    /// assert_eq!(tree.text(Terminal::default()), "Game tree of *\n\n   *\n ╭─┴─╮\n 0   0\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_game(
        engine: &mut Engine,
        game: Game,
        notation: Notation,
        name: &str,
    ) -> Result<Self> {
        build(engine, Position::Game(game), notation, name)
    }

    /// The tree of a form, as it is written; `name` is what the title calls it.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn of_form(
        engine: &mut Engine,
        form: Form,
        notation: Notation,
        name: &str,
    ) -> Result<Self> {
        build(engine, Position::Form(form), notation, name)
    }
}

fn build(
    engine: &mut Engine,
    root: Position,
    notation: Notation,
    name: &str,
) -> Result<TreePicture> {
    // The tree of an integer is a path: only where it is all there is to see is it drawn.
    let integers = is_integer(engine, root)?;
    let mut sizes = Sizes::default();
    let mut positions = vec![root];
    let mut nodes: Vec<Node> = Vec::new();
    while let Some(&position) = positions.get(nodes.len()) {
        engine.check()?;
        let mut node = Node {
            value: value(engine, position, &mut sizes, integers, notation)?,
            ..Node::default()
        };
        let counts = option_counts(engine, position)?;
        let many = counts.iter().any(|&count| count > MOST_OPTIONS);
        let leaf = !integers && is_integer(engine, position)?;
        if many {
            node.cut = true;
        } else if !leaf {
            let options =
                [Player::Left, Player::Right].map(|player| options(engine, position, player));
            let [left, right] = options;
            let (left, right) = (left?, right?);
            if positions.len() + left.len() + right.len() > MOST_NODES {
                node.cut = true;
            } else {
                for (player, options) in [(Player::Left, left), (Player::Right, right)] {
                    let options = in_order(engine, options)?;
                    let first = positions.len();
                    positions.extend(options);
                    node.options[side(player)] = (first..positions.len()).collect();
                }
            }
        }
        nodes.push(node);
    }
    let size = size(engine, root, &mut sizes, integers)?;
    Ok(TreePicture { title: format!("Game tree of {name}"), nodes, size })
}

/// The value of a position if it may have a short name, or nothing.
fn value(
    engine: &mut Engine,
    position: Position,
    sizes: &mut Sizes,
    integers: bool,
    notation: Notation,
) -> Result<String> {
    let held = match position {
        Position::Game(game) => engine.subgroup_name(game).is_some(),
        Position::Form(_) => false,
    };
    if !held && size(engine, position, sizes, integers)?.is_none_or(|size| size > NAMEABLE) {
        return Ok(String::new());
    }
    let text = match position {
        Position::Game(game) => engine.print(game, notation),
        Position::Form(form) => engine.print_form(form, notation),
    };
    match text {
        // Only a canonical form is named by its value.
        Ok(text) if text.starts_with('\'') => Ok(String::new()),
        Err(Error::TextTooLong { .. }) => Ok(String::new()),
        text => text,
    }
}

fn is_integer(engine: &mut Engine, position: Position) -> Result<bool> {
    match position {
        Position::Game(game) => engine.is_integer(game),
        Position::Form(form) => {
            let value = engine.value(form)?;
            Ok(engine.is_integer(value)? && engine.canonical_form(value)? == form)
        }
    }
}

fn option_counts(engine: &Engine, position: Position) -> Result<[u64; 2]> {
    let [left, right] = Player::BOTH.map(|player| match position {
        Position::Game(game) => engine.option_count(game, player),
        Position::Form(form) => Ok(engine.form_options(form, player).len() as u64),
    });
    Ok([left?, right?])
}

fn options(engine: &mut Engine, position: Position, player: Player) -> Result<Vec<Position>> {
    Ok(match position {
        Position::Game(game) => {
            engine.options(game, player)?.into_iter().map(Position::Game).collect()
        }
        Position::Form(form) => {
            engine.form_options(form, player).iter().copied().map(Position::Form).collect()
        }
    })
}

/// Positions in the order in which they are printed: by their values, forms of the
/// same value by their text.
fn in_order(engine: &mut Engine, positions: Vec<Position>) -> Result<Vec<Position>> {
    let mut keyed = Vec::with_capacity(positions.len());
    for position in positions {
        keyed.push(match position {
            Position::Game(game) => (game, String::new(), position),
            Position::Form(form) => {
                (engine.value(form)?, engine.print_form(form, Notation::Paper)?, position)
            }
        });
    }
    let values: Vec<Game> = keyed.iter().map(|key| key.0).collect();
    let order = engine.in_order(&values)?;
    let place = |game: Game| order.iter().position(|&other| other == game);
    keyed.sort_by(|a, b| place(a.0).cmp(&place(b.0)).then_with(|| a.1.cmp(&b.1)));
    Ok(keyed.into_iter().map(|key| key.2).collect())
}

/// Positions of the whole tree below `root`, itself included.
fn size(
    engine: &mut Engine,
    root: Position,
    sizes: &mut Sizes,
    integers: bool,
) -> Result<Option<u128>> {
    let mut stack = vec![root];
    while let Some(&position) = stack.last() {
        engine.check()?;
        if sizes.contains_key(&position) {
            stack.pop();
            continue;
        }
        if sizes.len() >= MOST_COUNTED {
            return Ok(None);
        }
        if !integers && is_integer(engine, position)? {
            sizes.insert(position, Some(1));
            continue;
        }
        if option_counts(engine, position)?.iter().any(|&count| count > MOST_OPTIONS_COUNTED) {
            sizes.insert(position, None);
            continue;
        }
        let mut all = options(engine, position, Player::Left)?;
        all.extend(options(engine, position, Player::Right)?);
        let waiting: Vec<Position> =
            all.iter().copied().filter(|option| !sizes.contains_key(option)).collect();
        if waiting.is_empty() {
            let mut counted = all.iter().map(|option| sizes.get(option).copied().flatten());
            let size = counted.try_fold(1u128, |sum, size| sum.checked_add(size?));
            sizes.insert(position, size);
        } else if stack.len() + waiting.len() > MOST_COUNTED {
            return Ok(None);
        } else {
            stack.extend(waiting);
        }
    }
    Ok(sizes.get(&root).copied().flatten())
}
