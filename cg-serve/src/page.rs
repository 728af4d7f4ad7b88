//! The built page, embedded: made from the folder `web` by esbuild, byte for byte the same
//! each time, and compressed by the build script.
//!
//! A browser gets the files as they are stored. For who does not take that form they are unpacked.

use std::borrow::Cow;
use std::io::Read;

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use flate2::read::GzDecoder;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/page/"]
struct Page;

/// A file of the page; the page itself for an empty path. `None` when there is no such file.
pub(crate) fn file(path: &str, asked: &HeaderMap) -> Option<Response> {
    let path = if path.is_empty() { "index.html" } else { path };
    let packed = Page::get(&format!("{path}.gz"));
    let plain = packed.is_some() && !takes_gzip(asked);
    let compressed = packed.is_some() && !plain;
    let file = packed.or_else(|| Page::get(path))?;
    let mut tag: String =
        file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    if plain {
        tag += "-plain";
    }
    let tag = format!("\"{tag}\"");
    let known = asked.get(IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let mut response = Response::builder()
        .header(ETAG, tag)
        .header(CACHE_CONTROL, "no-cache")
        .header(VARY, ACCEPT_ENCODING.as_str());
    if compressed {
        response = response.header(CONTENT_ENCODING, "gzip");
    }
    let response = match known {
        true => response.status(StatusCode::NOT_MODIFIED).body(Body::empty()),
        false => {
            let data = if plain { Cow::Owned(unpacked(&file.data)) } else { file.data };
            response.header(CONTENT_TYPE, kind(path)).body(match data {
                // Sent from where it is stored.
                Cow::Borrowed(data) => Body::from(Bytes::from_static(data)),
                Cow::Owned(data) => Body::from(data),
            })
        }
    };
    Some(response.expect("the headers are plain text"))
}

/// Whether who asks takes gzip (RFC 9110, section 12.5.3). Who does not say gets what needs no
/// unpacking.
fn takes_gzip(asked: &HeaderMap) -> bool {
    let listed = asked.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut any = false;
    for item in listed.flat_map(|value| value.split(',')) {
        let (name, weight) = item.split_once(';').unwrap_or((item, "q=1"));
        let wanted =
            weight.trim().strip_prefix("q=").and_then(|number| number.parse().ok()) > Some(0.0);
        match &name.trim().to_ascii_lowercase()[..] {
            "gzip" | "x-gzip" => return wanted,
            "*" => any = wanted,
            _ => {}
        }
    }
    any
}

fn unpacked(data: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    GzDecoder::new(data).read_to_end(&mut all).expect("the build script compressed it");
    all
}

/// The media type of a file.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("txt") => "text/plain; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn taking(encodings: &[&'static str]) -> HeaderMap {
        encodings.iter().map(|value| (ACCEPT_ENCODING, HeaderValue::from_static(value))).collect()
    }

    fn body(response: Response) -> Bytes {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(axum::body::to_bytes(response.into_body(), usize::MAX)).unwrap()
    }

    #[test]
    fn the_page_is_whole_and_sent_as_it_is_stored() {
        for path in ["", "app.js", "app.css", "LICENCES.txt", "fonts/KaTeX_Main-Regular.woff2"] {
            let source = match path {
                "" => "page/index.html".to_owned(),
                path => format!("page/{path}"),
            };
            let source = std::fs::read(source).expect("it is built");
            let font = path.ends_with(".woff2");
            let packed = file(path, &taking(&["br, gzip"])).expect("it is built");
            assert_eq!(packed.status(), StatusCode::OK);
            assert_eq!(packed.headers().contains_key(CONTENT_ENCODING), !font, "{path}");
            let plain = file(path, &HeaderMap::new()).expect("it is built");
            assert!(!plain.headers().contains_key(CONTENT_ENCODING));
            assert_ne!(plain.headers()[CONTENT_TYPE], "application/octet-stream", "{path}");
            assert_eq!(packed.headers()[ETAG] == plain.headers()[ETAG], font, "{path}");
            assert_eq!(body(plain), source, "{path}");
            let packed = body(packed);
            assert_eq!(if font { packed.to_vec() } else { unpacked(&packed) }, source, "{path}");
        }
        assert!(file("../Cargo.toml", &HeaderMap::new()).is_none());
    }

    #[test]
    fn who_takes_gzip_says_so() {
        for (encodings, takes) in [
            (&[][..], false),
            (&["gzip"], true),
            (&["br;q=1.0, GZIP;q=0.5"], true),
            (&["deflate", "x-gzip"], true),
            (&["gzip;q=0, *"], false),
            (&["*;q=0.1"], true),
            (&["identity, *;q=0"], false),
            (&["gzip;q=soon"], false),
        ] {
            assert_eq!(takes_gzip(&taking(encodings)), takes, "{encodings:?}");
        }
    }

    #[test]
    fn a_page_that_the_browser_has_is_not_sent_again() {
        for mut asked in [HeaderMap::new(), taking(&["gzip"])] {
            let first = file("", &asked).expect("it is built");
            asked.insert(IF_NONE_MATCH, first.headers()[ETAG].clone());
            assert_eq!(file("", &asked).expect("it is built").status(), StatusCode::NOT_MODIFIED);
        }
    }

    /// Nothing is loaded from elsewhere.
    #[test]
    fn the_page_names_no_other_place() {
        for path in ["", "app.css"] {
            let data = body(file(path, &HeaderMap::new()).expect("it is built"));
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
