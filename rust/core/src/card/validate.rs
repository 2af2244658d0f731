//! Validation of an Agent Card against A2A 1.0 (sections 4.4 and 5.7).
//!
//! Lists every problem with a JSON Pointer, at most [`MAX_PROBLEMS`] of them.
//! Fields outside the schema are no problem (5.7: they are ignored) and are
//! listed apart, at most as many.
//!
//! | Code | Meaning |
//! | --- | --- |
//! | `version` | the card is of 0.3 or older |
//! | `missing` | a REQUIRED field is absent |
//! | `empty` | a REQUIRED array has no element, a REQUIRED string no character |
//! | `type` | a value of another JSON type, `null` among them |
//! | `one-of` | not exactly one member where the proto has a `oneof` |
//! | `name` | a field under its proto name; a card is written with JSON names |
//! | `dual-name` | one field under both its names |
//! | `url` | not an absolute URL |
//! | `reference` | a requirement names a scheme that the card does not declare |
//! | `duplicate` | two skills of one id |

mod across;

use countersign_kernels::json::Kind as Json;

use super::{
    detect::{Detected, detect},
    pointer::Path,
    schema::{Field, Kind, Message, Presence},
};
use crate::{
    encoding::document::{Document, Node},
    print::Written,
};

/// Problems listed at most, and unknown fields listed at most.
pub const MAX_PROBLEMS: usize = 100;

/// One thing that is wrong, and where.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Problem {
    /// JSON Pointer into the card; empty for the card itself.
    pub path: String,
    /// One of the codes in the table of this module.
    pub code: &'static str,
}

/// What validation found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The version the card is written in.
    pub detected: Detected,
    /// What is wrong. The card is valid if the list is empty.
    pub problems: Vec<Problem>,
    /// Fields outside the schema.
    pub unknown: Vec<String>,
    /// Whether a list was cut at [`MAX_PROBLEMS`].
    pub truncated: bool,
    /// Whether `signatures` are passed over.
    covered: bool,
    /// Whether readings may take the card differently. If not, all of it is the payload of every reading.
    pub(super) differs: bool,
}

/// Which fields of a message are set, by their place in its table: each has a bit.
#[derive(Default)]
struct Set {
    json: u32,
    proto: u32,
    count: usize,
}

impl Set {
    fn add(&mut self, place: Option<usize>, is_json: bool) {
        let bit = place.map_or(0, |place| 1 << place);
        *(if is_json { &mut self.json } else { &mut self.proto }) |= bit;
        self.count += 1;
    }

    /// Whether the field is set under its JSON name, and under another.
    const fn has(&self, place: usize) -> (bool, bool) {
        (self.json >> place & 1 == 1, self.proto >> place & 1 == 1)
    }
}

impl Report {
    /// As JSON: `{ valid, version, legacy, problems: [{ path, code }], unknown, truncated }`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let report = self.detected.write(Written::new());
        write_problems(report, &self.problems)
            .flag("truncated", self.truncated)
            .texts("unknown", self.unknown.iter().map(String::as_str))
            .flag("valid", self.problems.is_empty())
            .end()
    }
}

/// Writes the member `problems: [{ path, code }]`.
pub(super) fn write_problems(report: Written, problems: &[Problem]) -> Written {
    report.objects("problems", problems.iter(), |row, problem| {
        row.text("code", problem.code).text("path", &problem.path)
    })
}

/// Checks a card against the 1.0 schema.
#[must_use]
pub fn validate(card: &Document<'_>) -> Report {
    Report::of(card, false)
}

/// As [`validate`], without the `signatures`, which no signature covers.
#[must_use]
pub(super) fn validate_covered(card: &Document<'_>) -> Report {
    Report::of(card, true)
}

impl Report {
    fn of(card: &Document<'_>, covered: bool) -> Self {
        let detected = detect(card);
        let (problems, unknown) = (Vec::new(), Vec::new());
        let differs = detected.is_legacy() || card.root().has_empty();
        let mut report = Self { detected, problems, unknown, truncated: false, covered, differs };
        if report.detected.is_legacy() {
            // Each field of another version would be one more problem that helps nobody.
            report.problem(&Path::Root, "version");
            return report;
        }
        let card = card.root();
        report.message(Message::AgentCard, card, &Path::Root);
        report.references(card);
        report.skill_ids(card);
        report
    }

    fn problem(&mut self, path: &Path<'_>, code: &'static str) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(Problem { path: path.to_string(), code });
        } else {
            self.truncated = true;
        }
    }

    fn message(&mut self, message: Message, object: Node<'_>, path: &Path<'_>) {
        let mut set = Set::default();
        for (name, value) in object.members() {
            let name = name.as_str().unwrap_or_default();
            let place = message.place(name);
            match place.and_then(|place| message.fields().get(place)) {
                Some(field) => {
                    set.add(place, name == field.json);
                    self.check_field(field, name, value, path);
                }
                None => self.add_unknown(&Path::Member(path, name)),
            }
        }
        self.check_presence(message, &set, path);
        if message.one_of() && set.count != 1 {
            self.problem(path, "one-of");
        }
    }

    fn add_unknown(&mut self, path: &Path<'_>) {
        self.differs = true;
        if self.unknown.len() < MAX_PROBLEMS {
            self.unknown.push(path.to_string());
        } else {
            self.truncated = true;
        }
    }

    /// A field must be there if it is REQUIRED, and under one of its names.
    fn check_presence(&mut self, message: Message, set: &Set, path: &Path<'_>) {
        for (place, field) in message.fields().iter().enumerate() {
            let (json, proto) = set.has(place);
            let missing = !json && !proto && field.presence == Presence::Required;
            self.differs |= missing || (json && proto);
            if json && proto {
                self.problem(&Path::Member(path, field.proto), "dual-name");
            }
            if missing {
                self.problem(&Path::Member(path, field.json), "missing");
            }
        }
    }

    fn check_field(&mut self, field: &Field, name: &str, value: Node<'_>, path: &Path<'_>) {
        if self.covered && matches!(field.kind, Kind::List(Message::Signature)) {
            return;
        }
        // Empty values are found elsewhere.
        self.differs |= field.presence == Presence::Plain && value.kind() == Json::False;
        let member = Path::Member(path, name);
        if name != field.json {
            self.problem(&member, "name");
        }
        let empty = value.is_empty() && value.kind() != Json::Object;
        if empty && field.presence == Presence::Required {
            return self.problem(&member, "empty");
        }
        if field.is_url && !empty && !is_url(value) {
            return self.problem(&member, "url");
        }
        self.value(field.kind, value, &member);
    }

    fn value(&mut self, kind: Kind, value: Node<'_>, path: &Path<'_>) {
        match (kind, value.kind()) {
            (Kind::Text, Json::Plain | Json::Escaped)
            | (Kind::Bool, Json::True | Json::False)
            | (Kind::Free, Json::Object) => {}
            (Kind::One(message), Json::Object) => self.message(message, value, path),
            (Kind::TextList, Json::Array) => self.items(Kind::Text, value, path),
            (Kind::List(message), Json::Array) => self.items(Kind::One(message), value, path),
            (Kind::TextMap, Json::Object) => self.entries(Kind::Text, value, path),
            (Kind::Map(message), Json::Object) => self.entries(Kind::One(message), value, path),
            _ => self.problem(path, "type"),
        }
    }

    fn items(&mut self, kind: Kind, array: Node<'_>, path: &Path<'_>) {
        for (index, item) in array.items().enumerate() {
            self.value(kind, item, &Path::Item(path, index));
        }
    }

    fn entries(&mut self, kind: Kind, object: Node<'_>, path: &Path<'_>) {
        for (name, entry) in object.members() {
            let name = name.as_str().unwrap_or_default();
            self.value(kind, entry, &Path::Member(path, name));
        }
    }
}

/// Tells whether a value is absolute: a scheme, a colon, and no space or control character.
fn is_url(value: Node<'_>) -> bool {
    // Another JSON type is reported as such.
    let Some(text) = value.as_str() else { return true };
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let mut letters = scheme.bytes();
    letters.next().is_some_and(|b| b.is_ascii_alphabetic())
        && letters.all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
        && !rest.is_empty()
        && (text.bytes().all(|b| b.is_ascii_graphic())
            || !text.chars().any(|c| c.is_whitespace() || c.is_control()))
}
