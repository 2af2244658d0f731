//! `did:web`: a host name, and the place of its document (did:web method, W3C CCG).
//!
//! ```text
//! did:web:example.com              https://example.com/.well-known/did.json
//! did:web:example.com%3A8443:a:b   https://example.com:8443/a/b/did.json
//! ```
//!
//! | Part | Rule |
//! | --- | --- |
//! | host | labels of 1..=63 `a-z0-9-`, at most 253 bytes in all, no dot at the end; upper case is lowered |
//! | address | refused: a last label of digits or `0x…` is an IPv4 address to a browser |
//! | port | `%3A` and 1 to 65535 without leading zero, not 443 |
//! | segment | not empty, `.` or `..`; `%HH` neither of a control character nor of `/ \ % .`; not `.well-known` alone |

use super::{
    Did, class,
    method::{Method, Source},
    refused, split_once,
};
use crate::Error;

/// The row of this method.
pub(super) struct Web;

impl Method for Web {
    const NAME: &'static str = "web";
    const SOURCE: Source = Source::Fetched;

    fn canonical(id: &str) -> Result<Option<String>, Error> {
        canonical(id)
    }

    fn parts(did: &Did) -> Result<Vec<(&'static str, String)>, Error> {
        Ok(vec![("url", to_url(did)?)])
    }
}

/// The path of the document of a bare host.
const HOST_ALONE: &str = ".well-known";
const DOCUMENT: &str = "/did.json";

/// Where the document of a `did:web` is.
///
/// # Errors
///
/// `ERR_DID_METHOD_UNEXPECTED` for another method.
pub fn to_url(did: &Did) -> Result<String, Error> {
    let (host, path) = split(did.id_of("web")?);
    // The only escape that a host has is that of the colon before its port.
    let host = match split_once(host, b'%') {
        Some((host, port)) => format!("{host}:{}", port.strip_prefix("3A").unwrap_or(port)),
        None => host.to_owned(),
    };
    Ok(match path {
        None => format!("https://{host}/{HOST_ALONE}{DOCUMENT}"),
        Some(path) => format!("https://{host}/{}{DOCUMENT}", path.replace(':', "/")),
    })
}

/// The DID whose document is at `url`.
///
/// # Errors
///
/// `ERR_DID_METHOD_ID` unless [`to_url`] gives that very URL back.
pub fn from_url(url: &str) -> Result<Did, Error> {
    let rule =
        refused("web", "the URL must be https://host/…/did.json, spelled as the DID spells it");
    let place = url.strip_prefix("https://").and_then(|rest| rest.strip_suffix(DOCUMENT));
    let (host, path) = place.and_then(|place| place.split_once('/')).ok_or_else(|| rule.clone())?;
    let path = match path {
        HOST_ALONE => String::new(),
        path => format!(":{}", path.replace('/', ":")),
    };
    let did: Did = format!("did:web:{}{path}", host.replace(':', "%3A")).parse()?;
    if to_url(&did)? == url { Ok(did) } else { Err(rule) }
}

fn canonical(id: &str) -> Result<Option<String>, Error> {
    let (authority, path) = split(id);
    let (host, port) = match split_once(authority, b'%') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    };
    check_host(host)?;
    port.map_or(Ok(()), check_port)?;
    path.map_or(Ok(()), check_path)?;
    if class::all(host.as_bytes(), class::NOT_UPPER)
        && port.is_none_or(|port| port.starts_with("3A"))
    {
        return Ok(None);
    }
    let port = port.map(|port| format!("%{}", port.to_ascii_uppercase())).unwrap_or_default();
    let path = path.map(|path| format!(":{path}")).unwrap_or_default();
    Ok(Some(format!("{}{port}{path}", host.to_ascii_lowercase())))
}

fn split(id: &str) -> (&str, Option<&str>) {
    split_once(id, b':').map_or((id, None), |(host, path)| (host, Some(path)))
}

fn check_host(host: &str) -> Result<(), Error> {
    let mut labels = host.as_bytes().split(|byte| *byte == b'.');
    let mut last: &[u8] = &[];
    let valid = labels.all(|label| {
        last = label;
        is_label(label)
    });
    if host.len() > 253 || !valid {
        return Err(refused("web", "the host must be a domain name"));
    }
    let number = last.strip_prefix(b"0x").or(last.strip_prefix(b"0X"));
    let hex = number.is_some_and(|rest| class::all(rest, class::HEX));
    if hex || class::all(last, class::DIGIT) {
        return Err(refused("web", "the host must be a name, not an IP address"));
    }
    Ok(())
}

fn is_label(label: &[u8]) -> bool {
    let ends = label.first() != Some(&b'-') && label.last() != Some(&b'-');
    (1..=63).contains(&label.len()) && ends && class::all(label, class::LABEL)
}

/// `text` is what follows `%` in the authority.
fn check_port(text: &str) -> Result<(), Error> {
    let digits = text.strip_prefix("3A").or(text.strip_prefix("3a")).unwrap_or_default();
    let plain = class::all(digits.as_bytes(), class::DIGIT) && !digits.starts_with('0');
    match digits.parse::<u16>() {
        Ok(port) if plain && port != 443 => Ok(()),
        _ => Err(refused("web", "a port must be %3A and a number other than 443")),
    }
}

fn check_path(path: &str) -> Result<(), Error> {
    // This path has the document of the bare host, which would then have two DIDs.
    if path == HOST_ALONE {
        return Err(refused("web", "the path .well-known belongs to the host alone; leave it out"));
    }
    if path.as_bytes().split(|byte| *byte == b':').all(is_segment) {
        return Ok(());
    }
    Err(refused(
        "web",
        "a path segment must not be empty or dots, nor encode a slash, backslash, dot, % or control",
    ))
}

/// The grammar has checked that two hex digits follow every `%` of the path.
fn is_segment(segment: &[u8]) -> bool {
    let plain = !matches!(segment, b"" | b"." | b"..");
    plain
        && (class::all(segment, class::ID)
            || segment.split(|byte| *byte == b'%').skip(1).all(is_encoded))
}

fn is_encoded(after: &[u8]) -> bool {
    let digits = after.get(..2).and_then(|digits| core::str::from_utf8(digits).ok());
    u8::from_str_radix(digits.unwrap_or_default(), 16).is_ok_and(is_data)
}

fn is_data(byte: u8) -> bool {
    !byte.is_ascii_control() && !matches!(byte, b'/' | b'\\' | b'%' | b'.')
}
