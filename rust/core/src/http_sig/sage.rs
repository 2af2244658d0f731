//! Profile `sage`: how SAGE writes the base of a request (specs of sage 1.5.2, `core/rfc9421`).
//!
//! Its values differ from those of the RFC:
//!
//! | Component | SAGE |
//! | --- | --- |
//! | `@target-uri`, `@authority` | the host as given, its case and default port kept |
//! | `@request-target` | `METHOD path?query`, the path decoded |
//! | `@path` | decoded |
//! | `@query-param` | decoded |
//! | a field | lines joined by `", "`, then trimmed once |
//! | parameters | `keyid alg created expires nonce`, in this order, values not escaped |
//!
//! SAGE writes the parameters anew when it verifies, so a parameter that it does not know is not
//! signed. Here any other name or order is refused, and so is what SAGE leaves ambiguous: quotes in a
//! value, decoded control characters, a query parameter that comes twice, names in upper case,
//! parameters of components, delimiters that are escaped in a path. A plain path may still be one that another signer
//! escaped: it wrote the same base. Its names of algorithms are `ed25519`, `es256k` and `ecdsa-p256-sha256`.

use std::borrow::Cow;

use super::{
    Alg, Component, Message, Parameters,
    field::ascii,
    message::{Start, trim},
    query::unescape,
    value::Values,
};
use crate::{Error, find::has, keys::Algorithm};

/// The order in which SAGE writes parameters.
const ORDER: [&str; 5] = ["keyid", "alg", "created", "expires", "nonce"];

/// The algorithm of a name.
pub(super) fn algorithm(name: &str) -> Option<Alg> {
    Alg::all().find(|alg| *alg != Alg::HMAC && self::name(*alg) == name)
}

/// The name of an algorithm.
pub(super) const fn name(alg: Alg) -> &'static str {
    match alg.algorithm() {
        Some(Algorithm::Secp256k1Sha256) => "es256k",
        _ => alg.as_str(),
    }
}

/// Refuses parameters that SAGE would not write again as they are.
pub(super) fn check_form(parameters: &Parameters) -> Result<(), Error> {
    let mut order = ORDER.iter();
    for (name, value) in parameters.pairs.iter() {
        if !order.any(|known| name == *known) {
            return Err(Error::HttpSigParameter("order"));
        }
        let text = value.as_string().unwrap_or_default();
        if text.contains(['"', '\\']) {
            return Err(Error::HttpSigParameter("quote"));
        }
    }
    Ok(())
}

/// The value of a component as SAGE writes it.
///
/// # Errors
///
/// As [`Message::value`].
pub(super) fn value<'a>(
    values: &mut Values<'a>,
    component: &'a Component,
) -> Result<Cow<'a, str>, Error> {
    let message = values.message;
    let plain = !(component.req || component.tr || component.sf || component.bs);
    if !plain || component.key.is_some() {
        return Err(Error::HttpSigComponent("it has a parameter that SAGE does not have"));
    }
    let Start::Request { method, url, .. } = &message.start else {
        return Err(Error::HttpSigComponent("it is of a response, which SAGE does not sign"));
    };
    Ok(Cow::Owned(match component.name() {
        "@target-uri" => url.absolute(&url.raw_authority),
        "@authority" => return Ok(Cow::Borrowed(&url.raw_authority)),
        "@path" => decode_path(&url.path)?,
        "@request-target" => match &url.query {
            Some(query) => format!("{method} {}?{query}", decode_path(&url.path)?),
            None => format!("{method} {}", decode_path(&url.path)?),
        },
        "@query-param" => {
            values.query(url).plain(component.query.as_deref().unwrap_or_default())?
        }
        name if name.starts_with('@') => return values.get(component),
        _ => field(message, component)?,
    }))
}

/// Escapes that stand for a delimiter, or for what begins an escape. SAGE signs `/a%2Fb` as `/a/b`, and `/a%3Fb` as
/// `/a?b`.
const DELIMITERS: [&str; 5] = ["%2f", "%3f", "%23", "%25", "%5c"];

fn decode_path(path: &str) -> Result<String, Error> {
    let lower = path.to_ascii_lowercase();
    if DELIMITERS.iter().any(|escape| has(&lower, escape)) {
        return Err(Error::HttpSigComponent("a path in which a delimiter is escaped"));
    }
    let wrong = || Error::HttpSigComponent("a path that is not UTF-8");
    String::from_utf8(unescape(path)).map_err(|_| wrong())
}

fn field(message: &Message, component: &Component) -> Result<String, Error> {
    let lines: Vec<&[u8]> = message.headers.lines(component.name()).collect();
    if lines.is_empty() {
        return Err(Error::HttpSigComponentMissing(component.to_text()));
    }
    let joined = lines.join(b", ".as_slice());
    ascii(Cow::Borrowed(trim(&joined))).map(Cow::into_owned)
}
