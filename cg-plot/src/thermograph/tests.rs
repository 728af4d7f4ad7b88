use cg_core::{Limits, Player, Result};
use cg_simplify::{Engine, Thermograph};

use super::ThermographPicture;
use super::view::View;
use crate::{Picture, Terminal};

const NARROW: Terminal = Terminal { width: 44, colour: false };

/// The thermograph of {a||b|c}.
fn example([a, b, c]: [i64; 3]) -> Result<Thermograph> {
    let mut engine = Engine::new(cg_subgroups::standard().unwrap(), Limits::default())?;
    let [a, b, c] = [a, b, c].map(|n| engine.integer(&n.into()));
    let (a, b, c) = (a?, b?, c?);
    let hot = engine.game(&[b], &[c])?;
    let game = engine.game(&[a], &[hot])?;
    Ok(engine.thermograph(game)?.as_ref().clone())
}

#[test]
fn a_thermograph_in_the_terminal() -> Result<()> {
    let thermograph = example([3, 2, 1])?;
    let picture = ThermographPicture::new(&thermograph, "{3||2|1}");
    insta::assert_snapshot!(picture.text(NARROW), @r#"
Thermograph of {3||2|1}: mean 9/4, temperat…
    │                                 ⡇
    │                                 ⡇
    │                                 ⡇
    │                                 ⡇
3/4 ┤                               ⡠⠊⠑⢄
    │                             ⡠⠊    ⠑⢄
1/2 ┤                           ⡠⠊        ⢱
    │                         ⡠⠊          ⢸
    │                       ⡠⠊            ⢸
    │                    ⢀⠔⠊              ⢸
  0 ┤                  ⢀⠔⠁                ⢸
    │                ⢀⠔⠁                  ⢸
    │              ⢀⠔⠁                    ⢸
    │            ⢀⠔⠁                      ⢸
    │          ⡠⠔⠁                        ⢸
    │        ⡠⠊                           ⢸
    │      ⡠⠊                             ⢸
    │    ⡠⠊                               ⢸
    │  ⡠⠊                                 ⢸
 -1 ┤⡠⠊                                   ⢸
    └┴───────────────────────────────┴────┴
     4                              9/4   2
     values increase to the left, temperatur
"#);
    Ok(())
}

#[test]
fn walls_stand_on_their_sides_and_values_increase_to_the_left() -> Result<()> {
    for (a, b, c) in [(3, 2, 1), (9, 0, -9), (0, 1, 2), (100, 1, -1000)] {
        let thermograph = example([a, b, c])?;
        let view = View::of(&thermograph);
        let [left, right] = Player::BOTH.map(|player| view.wall(player));
        let foot = left[0];
        assert_eq!(foot, right[0]);
        assert!(left.iter().all(|point| point.0 <= foot.0), "{left:?}");
        assert!(right.iter().all(|point| point.0 >= foot.0), "{right:?}");
        for (across, up) in left.into_iter().chain(right).chain(view.mast()) {
            assert!((0.0..=1.0).contains(&across) && (0.0..=1.0).contains(&up));
        }
    }
    Ok(())
}

#[test]
fn a_picture_is_well_formed_and_labelled() -> Result<()> {
    let thermograph = example([3, 2, 1])?;
    let svg = ThermographPicture::new(&thermograph, "<&>").svg().expect("it is drawn");
    let document = roxmltree::Document::parse(&svg).expect("it is well formed");
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text().map(str::trim))
        .collect();
    for label in
        ["9/4", "3/4", "1/2", "4", "2", "0", "-1", "temperature", "value (increases to the left)"]
    {
        assert!(texts.contains(&label), "{label}: {texts:?}");
    }
    assert!(texts.contains(&"Thermograph of <&>: mean 9/4, temperature 3/4"), "{texts:?}");
    assert!(texts.contains(&"Left's wall (value, temperature): (9/4, 3/4) (4, -1)"), "{texts:?}");
    Ok(())
}

#[test]
fn lines_keep_to_the_width() -> Result<()> {
    let thermograph = example([1_000_000_007, 1, -999_999_999])?;
    for width in [40, 57, 80, 120] {
        let text = ThermographPicture::new(&thermograph, "a long game")
            .text(Terminal { width, colour: false });
        assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
    }
    Ok(())
}
