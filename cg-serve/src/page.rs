//! The built page, embedded: made from the folder `web` by esbuild, byte for byte the same
//! each time.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// A file of the page; the page itself for an empty path. `None` when there is no such file.
pub(crate) fn file(path: &str, asked: &HeaderMap) -> Option<Response> {
    let path = if path.is_empty() { "index.html" } else { path };
    let file = Page::get(path)?;
    let hash: String =
        file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    let known = asked.get(IF_NONE_MATCH).is_some_and(|it| it.as_bytes() == tag.as_bytes());
    let response = Response::builder().header(ETAG, tag).header(CACHE_CONTROL, "no-cache");
    let response = match known {
        true => response.status(StatusCode::NOT_MODIFIED).body(Body::empty()),
        false => response.header(CONTENT_TYPE, kind(path)).body(Body::from(file.data)),
    };
    Some(response.expect("the headers are plain text"))
}

/// What a browser is told that a file is.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_whole() {
        let plain = HeaderMap::new();
        for path in ["", "app.js", "app.css"] {
            let file = file(path, &plain).expect("it is built");
            assert_eq!(file.status(), StatusCode::OK);
            assert_ne!(file.headers()[CONTENT_TYPE], "application/octet-stream", "{path}");
        }
        assert!(file("../Cargo.toml", &plain).is_none());
    }

    #[test]
    fn a_page_that_the_browser_has_is_not_sent_again() {
        let first = file("", &HeaderMap::new()).expect("it is built");
        let mut asked = HeaderMap::new();
        asked.insert(IF_NONE_MATCH, first.headers()[ETAG].clone());
        assert_eq!(file("", &asked).expect("it is built").status(), StatusCode::NOT_MODIFIED);
    }

    /// Nothing is loaded from elsewhere.
    #[test]
    fn the_page_names_no_other_place() {
        for path in Page::iter().filter(|path| path.ends_with(".css") || path.ends_with(".html")) {
            let data = Page::get(&path).expect("it is listed").data;
            let text = std::str::from_utf8(&data).expect("it is text");
            for place in ["http://", "https://", "//cdn"] {
                let found = text.match_indices(place).map(|(at, _)| &text[at..]);
                let loaded: Vec<&str> =
                    found.filter(|rest| !rest.starts_with("http://www.w3.org/")).collect();
                assert!(loaded.is_empty(), "{path}: {:.60}", loaded[0]);
            }
        }
    }
}
