//! Signing a card (A2A 1.0.1 section 8.4.2).
//!
//! A signature is appended to `signatures`. Each covers the card without any of them, so more can be added in any
//! order.
//!
//! Without a named reading the strictest rule holds: the card must be valid,
//! and every reading must give the same bytes, so that every verifier agrees.
//! With a named reading, the card is signed under that reading. A card of 0.3 or
//! older is refused.
//!
//! Protected header: `alg`, `kid`, `typ` (`JOSE` unless given), and `jku`,
//! `iat`, `exp` if given.

use countersign_kernels::json::Kind;

use super::{
    Detected, Payload, Problem, Reading, Report, detect, options::Common, parse, signatures,
    validate::validate_covered,
};
use crate::{
    Error,
    encoding::{
        base64url,
        document::{Document, Node},
    },
    jws,
    keys::Algorithm,
    unsigned::Unsigned,
};

/// The card with one more signature, which is awaited. The rest of its text stays as it is.
///
/// `options` is `{ algorithm, header: { kid, typ?, jku?, iat?, exp? }, reading?, parsed? }`.
///
/// # Errors
///
/// `ERR_CARD_INVALID`, `ERR_CARD_READINGS_DIFFER` where no reading is named;
/// `ERR_CARD_FORM_UNSPECIFIED` for a card of 0.3 or older; `ERR_CARD_HEADER`;
/// `ERR_JWS_ALGORITHM`; as [`Reading::payload`].
pub fn unsigned(text: &str, options: &str) -> Result<Unsigned, Error> {
    let options = Common::from_json(options)?;
    let card = parse(text.as_bytes(), options.parsed)?;
    let (message, gap) = (input(&card, &options)?, Gap::of(&card)?);
    let complete = |message: &[u8], signature: &[u8]| gap.fill(message, signature);
    Ok(Unsigned::new(algorithm(&options)?, message, complete))
}

fn algorithm(options: &Common<'_>) -> Result<Algorithm, Error> {
    let algorithm = options.options.root().get("algorithm").and_then(Node::as_str);
    algorithm.unwrap_or_default().parse()
}

fn input(card: &Document<'_>, options: &Common<'_>) -> Result<Vec<u8>, Error> {
    if signatures(card)?.len() == super::MAX_SIGNATURES {
        let (what, limit) = ("number of signatures", super::MAX_SIGNATURES);
        return Err(Error::LimitExceeded(what, limit));
    }
    let payload = payload(card, options.reading)?;
    let header = header(options.options.root())?;
    jws::detached_message(header, algorithm(options)?, "JOSE", payload.text.as_bytes())
}

/// The text of a card around the place of one more entry in its list of signatures.
struct Gap {
    before: String,
    after: String,
}

impl Gap {
    /// Before the bracket that ends the list, or the card.
    fn of(card: &Document<'_>) -> Result<Self, Error> {
        let comma = |is_first| if is_first { "" } else { "," };
        let (end, open, close) = match card.root().get("signatures") {
            Some(list) => (list.end(), comma(signatures(card)?.is_empty()).to_owned(), ""),
            None => {
                let comma = comma(card.root().is_empty());
                (card.root().end(), format!(r#"{comma}"signatures":["#), "]")
            }
        };
        let (before, after) =
            card.text().split_at_checked(end.saturating_sub(1)).unwrap_or_default();
        Ok(Self { before: [before, &open].concat(), after: [close, after].concat() })
    }

    /// The text with the entry of a signature over `message`, which starts with the protected header.
    fn fill(self, message: &[u8], signature: &[u8]) -> Result<Vec<u8>, Error> {
        let protected = message.split(|byte| *byte == b'.').next().unwrap_or_default();
        let signature = base64url::encode(signature);
        let [before, after] = [&self.before, &self.after].map(|text| text.as_bytes());
        let parts = [b"\",\"signature\":\"", signature.as_bytes(), b"\"}"];
        Ok([before, b"{\"protected\":\"", protected, &parts.concat(), after].concat())
    }
}

fn payload(card: &Document<'_>, reading: Option<Reading>) -> Result<Payload, Error> {
    let Some(reading) = reading else { return strictest(card) };
    require_form(detect(card))?;
    reading.payload(card)
}

/// The payload of a card that is valid, and that all readings take alike.
fn strictest(card: &Document<'_>) -> Result<Payload, Error> {
    let Report { detected, problems, differs, .. } = validate_covered(card);
    require_form(detected)?;
    match problems.into_iter().next() {
        Some(Problem { path, code }) => Err(Error::CardInvalid(path, code)),
        None if differs => Reading::unanimous(card),
        None => Payload::whole(card),
    }
}

/// Refuses a card of a version for which no signed form is specified.
fn require_form(detected: Detected) -> Result<(), Error> {
    if detected.is_legacy() { Err(Error::CardFormUnspecified(detected.version)) } else { Ok(()) }
}

fn header(options: Node<'_>) -> Result<Node<'_>, Error> {
    let header = options.get("header").filter(|header| header.kind() == Kind::Object);
    let header = header.ok_or_else(|| Error::CardHeader("it is missing"))?;
    let known = ["kid", "typ", "jku", "iat", "exp"];
    if header.members().any(|(name, _)| !known.iter().any(|known| name.says(known))) {
        return Err(Error::CardHeader("only kid, typ, jku, iat and exp may be set"));
    }
    if !header.get("kid").is_some_and(|kid| kid.is_string() && !kid.is_empty()) {
        return Err(Error::CardHeader("kid must name the key"));
    }
    let https = |jku: Node<'_>| jku.as_str().is_some_and(|url| url.starts_with("https://"));
    if !header.get("jku").is_none_or(https) {
        return Err(Error::CardHeader("jku must be an https URL"));
    }
    if !["iat", "exp"]
        .iter()
        .filter_map(|name| header.get(name))
        .all(|time| time.as_u64().is_some())
    {
        return Err(Error::CardHeader("iat and exp must be whole Unix seconds"));
    }
    Ok(header)
}
