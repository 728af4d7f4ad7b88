//! Answers of bounded size: long texts and lists are cut, and the answer says so.

use serde_json::{Value, json};

/// The most bytes of an answer.
pub(crate) const MOST_ANSWER: usize = 64 << 10;

/// The longest text, in characters, and the longest list that are left whole, from the first try to
/// the last.
const TRIES: [(usize, usize); 5] = [(8192, 256), (2048, 128), (512, 32), (128, 8), (32, 2)];

/// The answer, cut where it is too large.
pub(crate) fn bounded(answer: Value) -> Value {
    let bytes = answer.to_string().len();
    if bytes <= MOST_ANSWER {
        return answer;
    }
    for (text, list) in TRIES {
        let Value::Object(mut object) = cut(&answer, text, list) else { break };
        let said = format!(
            "the answer had {bytes} bytes: texts of more than {text} characters and lists of more than {list} items are cut"
        );
        object.insert("cut".into(), said.into());
        let shorter = Value::Object(object);
        if shorter.to_string().len() <= MOST_ANSWER {
            return shorter;
        }
    }
    json!({ "kind": "error", "error": {
        "code": "answer-too-large",
        "message": format!("the answer has {bytes} bytes, and at most {MOST_ANSWER} are sent: ask for less"),
        "limit": true,
    }})
}

fn cut(value: &Value, text: usize, list: usize) -> Value {
    match value {
        Value::String(whole) => match whole.char_indices().nth(text) {
            None => value.clone(),
            Some((end, _)) => {
                let more = whole[end..].chars().count();
                format!("{} ... ({more} more characters)", &whole[..end]).into()
            }
        },
        Value::Array(items) => {
            let mut kept: Vec<Value> =
                items.iter().take(list).map(|item| cut(item, text, list)).collect();
            if items.len() > list {
                kept.push(json!({ "left_out": items.len() - list }));
            }
            kept.into()
        }
        Value::Object(object) => {
            let each = object.iter().map(|(name, part)| (name.clone(), cut(part, text, list)));
            Value::Object(each.collect())
        }
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_as_it_is() {
        let small = json!({ "replies": [{ "shown": "*" }] });
        assert_eq!(bounded(small.clone()), small);
    }

    #[test]
    fn long_texts_and_lists_are_cut_and_said() {
        let long = json!({ "shown": "é".repeat(100_000), "items": vec![1; 1000] });
        let found = bounded(long);
        let shown = found["shown"].as_str().expect("a text");
        assert!(shown.ends_with("é ... (91808 more characters)"), "{}", &shown[shown.len() - 60..]);
        assert_eq!(found["items"][256], json!({ "left_out": 744 }));
        assert!(found["cut"].as_str().expect("a text").starts_with("the answer had 202"));
    }

    #[test]
    fn every_answer_fits() {
        let wide: serde_json::Map<String, Value> =
            (0..10_000).map(|n| (format!("name {n}"), json!("value"))).collect();
        let deep = (0..9).fold(json!(1), |inner, _| json!([inner.clone(), inner]));
        let deep = json!({ "replies": vec![deep; 300] });
        for large in [Value::Object(wide), deep, json!(vec!["x"; 100_000])] {
            assert!(bounded(large).to_string().len() <= MOST_ANSWER);
        }
    }
}
