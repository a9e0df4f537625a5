//! Who may talk to the server: pages that it served itself, to whoever has its address.
//!
//! Other sites open in the same browser can send requests to this machine. They cannot
//! choose the `Host` and `Origin` that the browser sends, and do not know the token.

use std::io;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::base::hexadecimal::hexadecimal;

/// Headers of every answer: the page may load only what the server has, and talk only to
/// it; nobody may frame it.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// A token that cannot be guessed: 128 random bits as hexadecimal digits.
///
/// # Errors
/// If the system gives no random numbers.
pub(super) fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(hexadecimal(&bytes))
}

/// Adds the headers that every answer has.
pub(super) fn add_headers(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// What a request must say to be heard.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// The values of `Host` that name this server.
    hosts: Vec<String>,
    token: String,
}

impl Guard {
    pub fn new(hosts: Vec<String>, token: String) -> Guard {
        Guard { hosts, token }
    }

    /// Whether a request was meant for this server, not for another name that leads here.
    pub fn is_our_host(&self, headers: &HeaderMap) -> bool {
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        host.is_some_and(|host| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host)))
    }

    /// Whether a page of this server sent the request.
    pub fn is_our_page(&self, headers: &HeaderMap) -> bool {
        let origin = headers
            .get(header::ORIGIN)
            .and_then(|origin| origin.to_str().ok());
        let host = origin.and_then(|origin| origin.strip_prefix("http://"));
        host.is_some_and(|host| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host)))
    }

    /// Whether this is the token of the address that was printed.
    pub fn is_token(&self, token: &str) -> bool {
        // All characters are compared, so that the time does not tell how many are right.
        let differences = token.bytes().zip(self.token.bytes());
        let differences = differences.fold(0, |all, (a, b)| all | (a ^ b));
        token.len() == self.token.len() && differences == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard() -> Guard {
        Guard::new(
            vec!["127.0.0.1:8000".to_owned(), "localhost:8000".to_owned()],
            "secret".into(),
        )
    }

    fn headers(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn only_the_servers_own_names_are_hosts() {
        for host in ["127.0.0.1:8000", "localhost:8000", "LocalHost:8000"] {
            assert!(guard().is_our_host(&headers(header::HOST, host)), "{host}");
        }
        for host in ["127.0.0.1", "evil.example:8000", "127.0.0.1:8001", ""] {
            assert!(!guard().is_our_host(&headers(header::HOST, host)), "{host}");
        }
        assert!(!guard().is_our_host(&HeaderMap::new()));
    }

    #[test]
    fn only_pages_of_the_server_are_its_pages() {
        let of = |origin| guard().is_our_page(&headers(header::ORIGIN, origin));
        assert!(of("http://127.0.0.1:8000") && of("http://localhost:8000"));
        for origin in [
            "https://127.0.0.1:8000",
            "http://evil.example",
            "null",
            "127.0.0.1:8000",
        ] {
            assert!(!of(origin), "{origin}");
        }
    }

    #[test]
    fn the_token_is_compared_as_a_whole() {
        assert!(guard().is_token("secret"));
        for token in ["", "secre", "secrets", "Secret"] {
            assert!(!guard().is_token(token), "{token}");
        }
    }
}
