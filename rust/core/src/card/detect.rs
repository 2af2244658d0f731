//! Which A2A version a card is written in (specs: A2A 1.0.1 section 4.4, 0.3.0 section 5.5).
//!
//! | Seen at the top level | Version |
//! | --- | --- |
//! | `supportedInterfaces` | `1.0` |
//! | `protocolVersion` of the form `0.N…` | `0.N` |
//! | `authentication` and `url` | `0.1` |
//! | `url` beside `capabilities` (object) or `skills` (array) | `0.x`: 0.3 or older; the card does not say which |
//! | anything else | `unknown` |
//!
//! Members of 0.3 on a 1.0 card are named in `legacy`: 1.0 does not know them,
//! and a reader of 0.3 might follow them.

use countersign_kernels::json::Kind;

use crate::{
    encoding::document::{Document, Node},
    print::Written,
};

/// What a card says it is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Detected {
    /// `1.0`, `0.3`, `0.2`, …, `0.x` or `unknown`.
    pub version: String,
    /// Top-level members that belong to 0.3 or older, in alphabetical order.
    pub legacy: Vec<&'static str>,
}

impl Detected {
    /// Tells whether the card is of 0.3 or older, for which no signed form is specified.
    #[must_use]
    pub fn is_legacy(&self) -> bool {
        self.version.starts_with("0.")
    }

    /// As JSON: `{ version, legacy }`.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.write(Written::new()).end()
    }

    pub(super) fn write(&self, report: Written) -> Written {
        report.texts("legacy", self.legacy.iter().copied()).text("version", &self.version)
    }
}

/// Classifies a card by its top-level members.
#[must_use]
pub fn detect(card: &Document<'_>) -> Detected {
    let card = card.root();
    // Members come in the order of their names.
    let legacy = card.members().filter_map(|(name, _)| LEGACY.iter().find(|old| name.says(old)));
    let legacy = legacy.copied().collect();
    Detected { version: version(card), legacy }
}

fn version(card: Node<'_>) -> String {
    if card.has("supportedInterfaces") || card.has("supported_interfaces") {
        return "1.0".to_owned();
    }
    let declared = card.get("protocolVersion").and_then(Node::as_str);
    if let Some(version) = declared.and_then(minor) {
        return version;
    }
    let is = |name: &str, kind| card.get(name).is_some_and(|value| value.kind() == kind);
    let url = card.get("url").is_some_and(Node::is_string);
    let shaped = is("capabilities", Kind::Object) || is("skills", Kind::Array);
    match (url, card.has("authentication"), shaped) {
        (true, true, _) => "0.1",
        (true, false, true) => "0.x",
        _ => "unknown",
    }
    .to_owned()
}

/// `0.N` of `0.N` or `0.N.anything`.
fn minor(declared: &str) -> Option<String> {
    let rest = declared.strip_prefix("0.")?;
    let digits = rest.split('.').next().unwrap_or_default();
    let number = (1..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    number.then(|| format!("0.{digits}"))
}

/// Top-level members of 0.3 and older that 1.0 does not have.
const LEGACY: &[&str] = &[
    "additionalInterfaces",
    "authentication",
    "preferredTransport",
    "protocolVersion",
    "security",
    "supportsAuthenticatedExtendedCard",
    "url",
];
