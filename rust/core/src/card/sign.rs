//! Signing a card (A2A 1.0.1 section 8.4.2), in two steps so that any signer fits.
//!
//! [`signing_input`] gives the bytes to sign, [`attach`] appends the signature
//! to `signatures`; [`sign()`] does both for a key at hand. Each signature covers the card without any of them, so more
//! can be added in any order.
//!
//! Without a named reading the strictest rule holds: the card must be valid,
//! and every reading must give the same bytes, so that every verifier agrees.
//! With a named reading, the card is signed under that reading. A card of 0.3 or
//! older is refused.
//!
//! Protected header: `alg`, `kid`, `typ` (`JOSE` unless given), and `jku`,
//! `iat`, `exp` if given.

use serde_json::{Map, Value};

use super::{
    Payload, Problem, Reading, detect, options::Common, parse, signatures,
    validate::validate_covered,
};
use crate::{
    Error,
    encoding::{base64url, document::Document},
    jws::{self, Header},
    keys::Algorithm,
};

/// Signs a card with what `sign` makes of an algorithm and the bytes to sign, and gives it with one more signature.
///
/// `options` is as for [`signing_input`]. The card is read once.
///
/// # Errors
///
/// As [`signing_input`], as `sign`, and `ERR_BYTES_LENGTH` as [`attach`].
pub fn sign(
    text: &str,
    options: &str,
    sign: impl FnOnce(Algorithm, &[u8]) -> Result<Vec<u8>, Error>,
) -> Result<String, Error> {
    let options = Common::from_json(options)?;
    let card = parse(text.as_bytes(), options.parsed)?;
    let input = input(&card, &options)?;
    let algorithm = algorithm(&options)?;
    let signature = sign(algorithm, &input)?;
    insert(&card, protected(&input)?, algorithm, &signature)
}

/// The bytes to sign.
///
/// `options` is `{ algorithm, header: { kid, typ?, jku?, iat?, exp? }, reading?, parsed? }`.
///
/// # Errors
///
/// `ERR_CARD_INVALID`, `ERR_CARD_READINGS_DIFFER` where no reading is named;
/// `ERR_CARD_FORM_UNSPECIFIED` for a card of 0.3 or older; `ERR_CARD_HEADER`;
/// `ERR_JWS_ALGORITHM`; as [`Reading::payload`].
pub fn signing_input(text: &str, options: &str) -> Result<Vec<u8>, Error> {
    let options = Common::from_json(options)?;
    input(&parse(text.as_bytes(), options.parsed)?, &options)
}

/// The card with one more signature.
///
/// `input` is what [`signing_input`] returned; `parsed` is as it was there. The text of the card stays as it is.
///
/// # Errors
///
/// `ERR_BYTES_LENGTH` unless the signature has the length of its algorithm; `ERR_JWS_MALFORMED` if
/// `input` is something else; as [`parse`].
pub fn attach(text: &str, input: &[u8], signature: &[u8], parsed: bool) -> Result<String, Error> {
    let protected = protected(input)?;
    let alg = Header::read(protected, Map::new())?.alg().ok_or_else(no_header)?;
    insert(&parse(text.as_bytes(), parsed)?, protected, alg.algorithm(), signature)
}

fn algorithm(options: &Common) -> Result<Algorithm, Error> {
    options.members.get("algorithm").and_then(Value::as_str).unwrap_or_default().parse()
}

fn input(card: &Document<'_>, options: &Common) -> Result<Vec<u8>, Error> {
    if signatures(card)?.len() == super::MAX_SIGNATURES {
        let (what, limit) = ("number of signatures", super::MAX_SIGNATURES);
        return Err(Error::LimitExceeded(what, limit));
    }
    let payload = payload(card, options.reading)?;
    let header = header(&options.members)?;
    jws::signing_input(header, algorithm(options)?, payload.text.as_bytes())
}

/// The protected header of the bytes to sign, in base64url.
fn protected(input: &[u8]) -> Result<&str, Error> {
    let dot = input.iter().position(|byte| *byte == b'.').ok_or_else(no_header)?;
    let text = input.get(..dot).and_then(|text| core::str::from_utf8(text).ok());
    text.ok_or_else(no_header)
}

fn no_header() -> Error {
    Error::JwsMalformed("the signing input has no header")
}

/// The text of a card with one more entry in its list of signatures.
fn insert(
    card: &Document<'_>,
    protected: &str,
    algorithm: Algorithm,
    signature: &[u8],
) -> Result<String, Error> {
    let (want, got) = (algorithm.signature_len(), signature.len());
    if want != got {
        return Err(Error::BytesLength("signature", want, got));
    }
    let signature = base64url::encode(signature);
    let entry = format!(r#"{{"protected":"{protected}","signature":"{signature}"}}"#);
    let entries = signatures(card)?;
    let list = card.root().get("signatures");
    let comma = |is_first| if is_first { "" } else { "," };
    // Before the bracket that ends the list, or the card.
    let (end, more) = match list {
        Some(list) => (list.end(), format!("{}{entry}", comma(entries.is_empty()))),
        None => {
            let comma = comma(card.root().is_empty());
            (card.root().end(), format!(r#"{comma}"signatures":[{entry}]"#))
        }
    };
    let (before, after) = card.text().split_at(end.saturating_sub(1));
    Ok([before, &more, after].concat())
}

fn payload(card: &Document<'_>, reading: Option<Reading>) -> Result<Payload, Error> {
    let detected = detect(card);
    if detected.is_legacy() {
        return Err(Error::CardFormUnspecified(detected.version));
    }
    let Some(reading) = reading else { return strictest(card) };
    reading.payload(card)
}

/// The payload of a card that is valid, and that all readings take alike.
fn strictest(card: &Document<'_>) -> Result<Payload, Error> {
    let report = validate_covered(card);
    match report.problems.first() {
        Some(Problem { path, code }) => Err(Error::CardInvalid(path.clone(), code)),
        None if report.differs => Reading::unanimous(card),
        None => Payload::whole(card),
    }
}

fn header(options: &Map<String, Value>) -> Result<Map<String, Value>, Error> {
    let given = options.get("header").and_then(Value::as_object);
    let mut header = given.cloned().ok_or_else(|| Error::CardHeader("it is missing"))?;
    let known = ["kid", "typ", "jku", "iat", "exp"];
    if header.keys().any(|name| !known.contains(&name.as_str())) {
        return Err(Error::CardHeader("only kid, typ, jku, iat and exp may be set"));
    }
    if header.get("kid").and_then(Value::as_str).unwrap_or_default().is_empty() {
        return Err(Error::CardHeader("kid must name the key"));
    }
    let https = |jku: &Value| jku.as_str().is_some_and(|url| url.starts_with("https://"));
    if !header.get("jku").is_none_or(https) {
        return Err(Error::CardHeader("jku must be an https URL"));
    }
    if !["iat", "exp"].iter().all(|name| header.get(*name).is_none_or(Value::is_u64)) {
        return Err(Error::CardHeader("iat and exp must be whole Unix seconds"));
    }
    header.entry("typ").or_insert_with(|| "JOSE".into());
    Ok(header)
}
