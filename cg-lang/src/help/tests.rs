use super::*;

#[test]
fn every_topic_has_a_definition_an_example_and_a_source() {
    for page in PAGES.map(Page::new) {
        assert!(!page.title.is_empty() && !page.topics.is_empty());
        for topic in page.topics {
            let blocks = blocks(topic.text);
            let [Block::Prose(definition), Block::Session(_), Block::Prose(source)] = &blocks[..]
            else {
                panic!("{}: {blocks:?}", topic.usage)
            };
            assert!(definition.ends_with('.'), "{}", topic.usage);
            assert!(source.starts_with("Source: ") && source.ends_with('.'), "{}", topic.usage);
        }
    }
}

#[test]
fn topics_fit_the_usual_terminal() {
    for topic in PAGES.map(Page::new).iter().flat_map(|page| &page.topics) {
        let shown = topic.shown(80);
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
        assert!(shown.lines().count() <= 22, "{shown}");
    }
}

#[test]
fn no_name_leads_to_two_topics() {
    let pages = PAGES.map(Page::new);
    let topics = || pages.iter().flat_map(|page| &page.topics);
    let mut names: Vec<String> = topics()
        .flat_map(|topic| [topic.name()].into_iter().chain(topic.also.clone()))
        .map(key)
        .collect();
    names.sort();
    let twice: Vec<&[String]> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn names_are_compared_without_their_trimmings() {
    assert_eq!(key("Atomic-Weight "), key("atomicweight()"));
    assert_eq!(key("_"), "_");
    assert_eq!(key("+-"), "+-");
}

#[test]
fn long_words_stand_alone() {
    assert_eq!(wrapped("a bb cccccccc d", 6, "  "), "  a bb\n  cccccccc\n  d");
    assert_eq!(wrapped("", 6, "  "), "");
}
