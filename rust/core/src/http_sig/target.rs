//! The target URI of a request (RFC 9110, section 7.1) in the parts that components name.
//!
//! | Part | `@target-uri`, `@authority` | `@path`, `@query` |
//! | --- | --- | --- |
//! | scheme, host | in lower case | |
//! | port | left out if it is that of the scheme, or empty | |
//! | path | `/` for none | as given, `/` for none |
//! | query | as given | as given, from its `?`; `?` for none |
//! | fragment | refused: it is never sent, and no component covers it | refused |
//!
//! Nothing else is changed: no percent-encoding is decoded, encoded or written in another case, no `..` is
//! resolved, no international name translated. A host that parses URLs (WHATWG) normalises them before, as in
//! `Request.url`. A peer that signs a URL as it was typed, `HTTPS://Host:443/a/../b`, signs something else than
//! what is sent, so that its signature does not hold.

use countersign_kernels::json::length_before;

use crate::Error;

/// What begins the path or query; each twice, as four bytes are looked for at a time.
const PATH: [u8; 4] = *b"//??";

/// Longest URI, in bytes.
const MAX_BYTES: usize = 16_384;

/// A target URI, as given and in parts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Target {
    /// `http` or `https`.
    pub(super) scheme: &'static str,
    /// Host and port as given.
    pub(super) raw_authority: String,
    /// Host in lower case, and the port unless it is that of the scheme.
    pub(super) authority: String,
    /// The path as given; `/` for none.
    pub(super) path: String,
    /// What follows the first question mark.
    pub(super) query: Option<String>,
}

fn malformed(what: &'static str) -> Error {
    Error::HttpSigMessage(what)
}

impl Target {
    /// Reads an absolute URI. A fragment is refused: a reader of the line may take it for a part of path or
    /// query, and no component covers it.
    pub(super) fn parse(url: &str) -> Result<Self, Error> {
        if url.len() > MAX_BYTES {
            return Err(Error::LimitExceeded("length of a URL", MAX_BYTES));
        }
        // A backslash is a slash to some readers.
        if !url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\') {
            return Err(malformed(
                "a URL with a backslash, or a character that is not printable ASCII",
            ));
        }
        if url.contains('#') {
            return Err(malformed("a URL with a fragment, which is never sent"));
        }
        let parts = url.split_once(':');
        let parts = parts.and_then(|(scheme, rest)| Some((scheme, rest.strip_prefix("//")?)));
        let (scheme, rest) = parts.ok_or_else(|| malformed("a URL that is not absolute"))?;
        let known = [("https", "443"), ("http", "80")];
        let known = known.into_iter().find(|(name, _)| scheme.eq_ignore_ascii_case(name));
        let wrong = || malformed("a URL that is neither http nor https");
        let (scheme, port) = known.ok_or_else(wrong)?;
        let end = length_before(rest, PATH);
        let (authority, rest) = rest.split_at_checked(end).unwrap_or_default();
        let (path, query) = match rest.split_once('?') {
            Some((path, query)) => (path, Some(query.to_owned())),
            None => (rest, None),
        };
        Ok(Self {
            scheme,
            raw_authority: authority.to_owned(),
            authority: normalize(authority, port)?,
            path: if path.is_empty() { "/".to_owned() } else { path.to_owned() },
            query,
        })
    }

    /// Path and query, as in a request line.
    pub(super) fn origin_form(&self) -> String {
        match &self.query {
            Some(query) => [&self.path, "?", query].concat(),
            None => self.path.clone(),
        }
    }

    /// The whole URI with the given host and port.
    pub(super) fn absolute(&self, authority: &str) -> String {
        let query = self.query.as_deref();
        let mark = if query.is_some() { "?" } else { "" };
        [self.scheme, "://", authority, &self.path, mark, query.unwrap_or_default()].concat()
    }

    /// The query with its question mark; a question mark for none.
    pub(super) fn query(&self) -> String {
        format!("?{}", self.query.as_deref().unwrap_or_default())
    }

    /// Whether `target` is a form of this URI that a request line may have (RFC 9112, section 3.2).
    pub(super) fn has_form(&self, target: &str, method: &str) -> bool {
        let authority = || self.raw_authority == target || self.authority == target;
        let absolute = || {
            target == self.absolute(&self.raw_authority) || target == self.absolute(&self.authority)
        };
        match method {
            "CONNECT" => authority(),
            "OPTIONS" if target == "*" => true,
            _ => target == self.origin_form() || absolute(),
        }
    }
}

fn normalize(authority: &str, default_port: &str) -> Result<String, Error> {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port),
        _ => (authority, ""),
    };
    let inner = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~%!$&'()*+,;=".contains(&byte);
    let good = match inner {
        Some(address) => {
            address.bytes().all(|byte| byte.is_ascii_hexdigit() || b":.".contains(&byte))
        }
        None => host.bytes().all(plain),
    };
    if host.is_empty() || !good || port.len() > 5 || !port.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Err(malformed(
            "a URL without a host, with a user name, or with a malformed host or port",
        ));
    }
    let host = host.to_ascii_lowercase();
    if port.is_empty() || port == default_port { Ok(host) } else { Ok(format!("{host}:{port}")) }
}
