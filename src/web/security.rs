//! Access to the server: only for pages that it served itself, to a browser that has its
//! address.
//!
//! Other sites open in the same browser can send requests to this machine. They cannot
//! choose the `Host` and `Origin` that the browser sends, and do not know the token.

use std::io;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};

use crate::base::hexadecimal::hexadecimal;

/// Headers of every answer: the page may load only what the server has, and talk only to
/// it; no other page may frame it.
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

/// What a request must contain to be answered.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// The values of `Host` that name this server.
    hosts: Vec<String>,
    token: String,
}

impl Guard {
    pub(super) fn new(hosts: Vec<String>, token: String) -> Guard {
        Guard { hosts, token }
    }

    /// Whether a request was meant for this server, not for another name that leads here.
    ///
    /// # Errors
    /// If it names another host, or not exactly one.
    pub(super) fn host(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), HostError> {
        let host = only(headers, header::HOST).ok_or(HostError::Malformed)?;
        // The host in the request line goes before the header, and must be ours as well.
        let line = uri.authority().map(|authority| authority.as_str());
        match line
            .into_iter()
            .chain([host])
            .all(|name| self.is_ours(name))
        {
            true => Ok(()),
            false => Err(HostError::Foreign),
        }
    }

    /// Whether a page of this server sent the request.
    pub(crate) fn is_our_page(&self, headers: &HeaderMap) -> bool {
        let host = only(headers, header::ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        host.is_some_and(|host| self.is_ours(host))
    }

    fn is_ours(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
    }

    /// Whether this is the token of the address that was printed.
    pub(crate) fn is_token(&self, token: &str) -> bool {
        is_same(token, &self.token)
    }
}

/// Whether two tokens are the same.
pub(super) fn is_same(token: &str, other: &str) -> bool {
    // All characters are compared, so that the time does not tell how many are right.
    let differences = token.bytes().zip(other.bytes());
    let differences = differences.fold(0, |all, (a, b)| all | (a ^ b));
    token.len() == other.len() && differences == 0
}

/// Why a request is not for this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HostError {
    /// It names no host, or several (RFC 9112, section 3.2).
    Malformed,
    /// It names another one.
    Foreign,
}

/// The value of a header that stands there once, as text.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
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
        let page = Uri::from_static("/");
        let host = |uri: &Uri, host| guard().host(uri, &headers(header::HOST, host));
        for own in ["127.0.0.1:8000", "localhost:8000", "LocalHost:8000"] {
            assert_eq!(host(&page, own), Ok(()), "{own}");
        }
        for other in ["127.0.0.1", "evil.example:8000", "127.0.0.1:8001", ""] {
            assert_eq!(host(&page, other), Err(HostError::Foreign), "{other}");
        }
        let whole = Uri::from_static("http://localhost:8000/");
        assert_eq!(host(&whole, "127.0.0.1:8000"), Ok(()));
        let foreign = Uri::from_static("http://evil.example/");
        assert_eq!(host(&foreign, "127.0.0.1:8000"), Err(HostError::Foreign));
    }

    #[test]
    fn a_request_names_one_host() {
        let page = Uri::from_static("/");
        let malformed = Err(HostError::Malformed);
        assert_eq!(guard().host(&page, &HeaderMap::new()), malformed);
        let mut two = headers(header::HOST, "localhost:8000");
        two.append(header::HOST, HeaderValue::from_static("localhost:8000"));
        assert_eq!(guard().host(&page, &two), malformed);
        let mut two = headers(header::ORIGIN, "http://localhost:8000");
        two.append(
            header::ORIGIN,
            HeaderValue::from_static("http://evil.example"),
        );
        assert!(!guard().is_our_page(&two));
    }

    #[test]
    fn only_pages_of_the_server_are_its_pages() {
        let is_accepted = |origin| guard().is_our_page(&headers(header::ORIGIN, origin));
        assert!(is_accepted("http://127.0.0.1:8000") && is_accepted("http://localhost:8000"));
        for origin in [
            "https://127.0.0.1:8000",
            "http://evil.example",
            "null",
            "127.0.0.1:8000",
        ] {
            assert!(!is_accepted(origin), "{origin}");
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
