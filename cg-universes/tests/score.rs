//! Scores.

use cg_universes::Score;

#[test]
fn scores_are_exact_and_bounded() {
    let score = |text: &str| text.parse::<Score>().unwrap();
    assert_eq!(score("6/-4").to_string(), "-3/2");
    assert_eq!(score("1/3").plus(score("1/6")).unwrap(), score("1/2"));
    assert!(score("1/3") < score("3334/10000"));
    assert!("1/0".parse::<Score>().is_err());
    let most = Score::new(i64::MAX.into(), 1).unwrap();
    assert!(most.plus(Score::from(1)).unwrap_err().is_limit());
    assert!(Score::new(i64::MIN.into(), 1).is_err());
}
