use cg_core::{Limits, Notation, Player, Result};
use cg_rulesets::{Drawing, Signs};
use cg_simplify::Engine;
use proptest::prelude::*;

use super::layout::{Layout, Lengths};
use super::{Node, PositionNode, TreePicture};
use crate::{Picture, Terminal};

fn engine() -> Engine {
    Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap()
}

fn text(tree: &TreePicture) -> String {
    tree.text(Terminal { width: 60, colour: false })
}

#[test]
fn left_options_stand_on_the_left() -> Result<()> {
    let mut engine = engine();
    let [three, two, one] = [3, 2, 1].map(|n| engine.integer(&n.into()).unwrap());
    let hot = engine.game(&[two], &[one])?;
    let star = engine.nimber(&1u8.into())?;
    let game = engine.game(&[three, star], &[hot])?;
    let tree = TreePicture::of_game(&mut engine, game, Notation::Standard, "{3||2|1}")?;
    insta::assert_snapshot!(text(&tree), @r#"
Game tree of {3||2|1}

 {3||2|1}
  ╭──┴──╮
  3   {2|1}
      ╭─┴─╮
      2   1
"#);
    Ok(())
}

#[test]
fn an_integer_is_a_path_at_the_root_and_a_leaf_below() -> Result<()> {
    let mut engine = engine();
    let two = engine.integer(&2.into())?;
    let tree = TreePicture::of_game(&mut engine, two, Notation::Standard, "2")?;
    insta::assert_snapshot!(text(&tree), @r#"
Game tree of 2

     2
   ╭─╯
   1
 ╭─╯
 0
"#);
    Ok(())
}

#[test]
fn forms_are_drawn_as_they_are_written() -> Result<()> {
    let mut engine = engine();
    let [minus, one] = [-1, 1].map(|n| engine.integer(&n.into()).unwrap());
    let [minus, one] = [minus, one].map(|game| engine.canonical_form(game).unwrap());
    let zero = engine.form(&[minus], &[one])?;
    let form = engine.form(&[zero, minus], &[])?;
    let tree = TreePicture::of_form(&mut engine, form, Notation::Standard, "'{'{-1|1}',-1|}'")?;
    insta::assert_snapshot!(text(&tree), @r#"
Game tree of '{'{-1|1}',-1|}'

         •
  ╭────┬─╯
 -1    •
     ╭─┴──╮
    -1    1
"#);
    Ok(())
}

#[test]
fn large_trees_are_cut_and_say_so() -> Result<()> {
    let mut engine = engine();
    for (number, note) in [(6u64, "730 positions"), (1_000_000_000_000, "very many more")] {
        let nimber = engine.nimber(&number.into())?;
        let tree = TreePicture::of_game(&mut engine, nimber, Notation::Standard, "a nimber")?;
        let drawn = text(&tree);
        assert!(drawn.lines().all(|line| line.chars().count() <= 60), "{drawn}");
        assert!(drawn.lines().count() <= 40, "{drawn}");
        assert!(drawn.contains('…') && drawn.contains("more position"), "{drawn}");
        // 3^n nodes: the options of *n are *0 to *(n-1), twice.
        if number == 6 {
            assert_eq!(tree.size, Some(3u128.pow(6)), "{note}");
        } else {
            assert!(tree.size.is_none() && drawn.contains(note), "{drawn}");
        }
    }
    Ok(())
}

#[test]
fn a_tree_as_svg_is_well_formed() -> Result<()> {
    let mut engine = engine();
    let nimber = engine.nimber(&3u8.into())?;
    let tree = TreePicture::of_game(&mut engine, nimber, Notation::Unicode, "<*3>")?;
    let svg = tree.svg();
    let document = roxmltree::Document::parse(&svg).expect("it is well formed");
    let count = |tag: &str| document.descendants().filter(|node| node.has_tag_name(tag)).count();
    // A line for each edge; a text for each position, and the title.
    assert_eq!(count("polyline") + count("line"), 26);
    assert_eq!(count("text"), 27 + 1);
    Ok(())
}

/// A tree of a shape: for each node how many options Left and Right have, level by level.
fn shaped(shape: &[(usize, usize, usize)]) -> TreePicture {
    let mut nodes = vec![Node::default()];
    for (index, &(left, right, label)) in shape.iter().enumerate() {
        if index == nodes.len() {
            break;
        }
        let first = nodes.len();
        nodes.resize_with(first + left + right, Node::default);
        nodes[index].options =
            [(first..first + left).collect(), (first + left..first + left + right).collect()];
        nodes[index].value = "x".repeat(label);
    }
    let size = Some(nodes.len() as u128);
    TreePicture { title: String::new(), nodes, size, positions: false }
}

proptest! {
    #![proptest_config(cg_properties::cases(256))]

    #[test]
    fn edges_slant_to_their_sides_and_nothing_overlaps(
        shape in proptest::collection::vec((0usize..4, 0usize..4, 0usize..12), 0..24),
        slant in 1i32..30,
        gap in 1i32..20,
    ) {
        let tree = shaped(&shape);
        let half = |_: usize, label: &str| i32::try_from(label.len()).unwrap() / 2 + 1;
        let visible = tree.nodes.len();
        let layout = Layout::new(&tree, visible, Lengths { gap, slant }, &half);
        let ends = |node: usize| {
            let half = half(node, &tree.label(node, visible));
            (layout.across[node] - half, layout.across[node] + half)
        };
        let mut edges: Vec<Vec<(i32, i32)>> = vec![Vec::new(); layout.levels];
        for node in 0..visible {
            prop_assert!(ends(node).0 >= 0 && ends(node).1 <= layout.width);
            let mut reach = (layout.across[node], layout.across[node]);
            for player in Player::BOTH {
                for &option in tree.options(node, player, visible) {
                    prop_assert_eq!(layout.level[option], layout.level[node] + 1);
                    let shift = layout.across[option] - layout.across[node];
                    let outward = if player == Player::Left { -shift } else { shift };
                    prop_assert!(outward >= slant.min(1), "{:?} by {}", player, shift);
                    reach = (reach.0.min(layout.across[option]), reach.1.max(layout.across[option]));
                }
            }
            if reach.0 < reach.1 {
                edges[layout.level[node]].push(reach);
            }
        }
        // Nodes of a level, and the edges below them, follow each other from left to right.
        for (level, edges) in edges.iter().enumerate() {
            let nodes = (0..visible).filter(|&node| layout.level[node] == level).map(ends);
            for row in [nodes.collect::<Vec<_>>(), edges.clone()] {
                for pair in row.windows(2) {
                    prop_assert!(pair[0].1 + gap <= pair[1].0, "{:?}", row);
                }
            }
        }
    }

    #[test]
    fn a_layout_that_fits_is_found(shape in proptest::collection::vec((0usize..4, 0usize..4, 0usize..12), 0..40)) {
        let tree = shaped(&shape);
        for width in [20usize, 40, 80] {
            let text = tree.text(Terminal { width, colour: false });
            prop_assert!(text.lines().all(|line| line.chars().count() <= width), "{}", text);
        }
    }
}

#[test]
fn positions_that_can_be_drawn_are_boards_in_files() {
    let node = |row: &str, options: [Vec<usize>; 2]| PositionNode {
        lines: vec![row.into()],
        drawings: vec![Drawing::board(&[row], Signs::STONES)],
        options,
        cut: false,
    };
    let nodes = vec![
        node("XO", [vec![1], vec![2]]),
        node(".X", Default::default()),
        node("O.", Default::default()),
    ];
    let tree = TreePicture::of_positions("Clobber", nodes, Some(3));
    let svg = tree.svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let count = |name: &str| document.descendants().filter(|it| it.has_tag_name(name)).count();
    // The paper and six cells, Right's two stones; Left's two; the title and a sign on each stone.
    assert_eq!((count("rect"), count("circle"), count("text")), (1 + 6 + 2, 2, 1 + 4));
    assert!(text(&tree).contains("XO"));
}
