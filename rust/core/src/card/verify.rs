//! Verifying a card (A2A 1.0.1 section 8.4.3) against an explicit trust input.
//!
//! One named reading gives the payload; each signature is checked over it
//! ([`super::check`]), and at least one must hold.
//!
//! The result holds the covered content only, so nothing unsigned is read by
//! accident; `uncovered` names what was left behind.

use super::{
    Checked, Detected, Payload, Problem, Reading, VerifyOptions, parse,
    payload::read_again,
    signatures,
    validate::{validate_covered, write_problems},
};
use crate::{
    Error,
    encoding::base64url,
    print::Written,
    trust::{Checks, ProvenKey, Trust},
};

/// About as many bytes as the facts about a card of one signature have, as JSON.
const FACTS_LEN: usize = 1_024;

/// What a card proved. Only [`verify`] makes one.
#[derive(Clone, Debug)]
pub struct Verified {
    payload: Payload,
    detected: Detected,
    problems: Vec<Problem>,
    options: VerifyOptions,
    signatures: Vec<Checked>,
}

/// Verifies the signatures of a card; at least one must hold.
///
/// # Errors
///
/// `ERR_CARD_UNSIGNED`; `ERR_CARD_FORM_UNSPECIFIED` for a card of 0.3 or older
/// unless that is accepted; `ERR_CARD_SIGNATURE` if a signature was checked and
/// none holds; `ERR_CARD_UNVERIFIABLE` if none could be checked; `ERR_TRUST_CHECKS`
/// if that would take more checks than allowed; as [`parse`] and [`Reading::payload`].
///
/// # Cost
///
/// At most [`VerifyOptions::max_checks`] signature checks in one call, over all signatures (16 by default).
pub fn verify(text: &[u8], trust: &Trust, options: VerifyOptions) -> Result<Verified, Error> {
    let card = parse(text, options.parsed)?;
    let entries = signatures(&card)?;
    if entries.is_empty() {
        return Err(Error::CardUnsigned);
    }
    let report = validate_covered(&card);
    let detected = report.detected.clone();
    if detected.is_legacy() && !options.accept_unspecified_form {
        return Err(Error::CardFormUnspecified(detected.version));
    }
    let payload = options.reading.payload_by(&card, &report)?;
    let encoded = base64url::encode(payload.text.as_bytes());
    let mut checks = Checks::new(options.max_checks);
    let signatures = Checked::all(&entries, &encoded, trust, options.now, &mut checks);
    if !signatures.iter().any(|checked| checked.outcome.is_ok()) {
        return Err(refusal(&signatures));
    }
    let report =
        if payload.is_whole { report } else { validate_covered(&read_again(&payload.text)?) };
    let problems = report.problems;
    Ok(Verified { payload, detected, problems, options, signatures })
}

impl Verified {
    /// The covered content, as canonical text.
    #[must_use]
    pub fn card(&self) -> &str {
        &self.payload.text
    }

    /// JSON Pointers of what the received card holds beyond it.
    #[must_use]
    pub fn uncovered(&self) -> &[String] {
        &self.payload.uncovered
    }

    /// The version the card is written in.
    #[must_use]
    pub const fn detected(&self) -> &Detected {
        &self.detected
    }

    /// The reading under which the signatures were checked.
    #[must_use]
    pub const fn reading(&self) -> Reading {
        self.options.reading
    }

    /// Each signature, in the order of the card; at least one holds.
    #[must_use]
    pub fn signatures(&self) -> &[Checked] {
        &self.signatures
    }

    /// Everything as JSON text, in the form that TypeScript hands out: `{ card, … }`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let form = if self.detected.is_legacy() { "unspecified" } else { "a2a-1.0" };
        let rows: Vec<_> = self.signatures.iter().map(Checked::to_json).collect();
        // What was verified is handed out as the text that it was, and not built again.
        let facts = Written::with_room(self.card().len() + FACTS_LEN)
            .json("card", self.card())
            .text("form", form)
            .texts("legacy", self.detected.legacy.iter().copied())
            .flag("parsed", self.options.parsed)
            .json("reading", &self.options.reading.to_json())
            .list("signatures", &rows)
            .maybe(self.signer(), |facts, signer| facts.json("signer", &signer.to_json()))
            .texts("uncovered", self.uncovered().iter().map(String::as_str))
            .text("version", &self.detected.version);
        write_problems(facts, &self.problems).end()
    }

    /// The key that speaks for the card: the first that is trusted, else the first that the card carried.
    fn signer(&self) -> Option<&ProvenKey> {
        let mut signers = self.signatures.iter().filter_map(Checked::signer);
        let first = signers.next();
        first.into_iter().chain(signers).find(|signer| !signer.is_self_asserted()).or(first)
    }
}

/// The error for a card of which no signature holds.
fn refusal(signatures: &[Checked]) -> Error {
    let refusals = || signatures.iter().filter_map(|checked| checked.outcome.as_ref().err());
    if let Some(untried) = Checks::decisive(refusals()).filter(|error| error.is("ERR_TRUST_CHECKS"))
    {
        return untried.clone();
    }
    let outcomes = refusals().map(tell).collect::<Vec<_>>().join("; ");
    if signatures.iter().any(Checked::was_tried_in_vain) {
        Error::CardSignature(outcomes)
    } else {
        Error::CardUnverifiable(outcomes)
    }
}

fn tell(refusal: &Error) -> String {
    let told = format!("{}: {}", refusal.state(), refusal.code());
    match refusal.datum("reason") {
        Some(reason) => format!("{told}, {reason}"),
        None => told,
    }
}
