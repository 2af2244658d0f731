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

use serde_json::{Map, Value};

use super::{
    detect::{Detected, detect},
    pointer::Path,
    schema::{Field, Kind, Message, Presence},
};
use crate::encoding::json::object;

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
}

impl Report {
    /// As JSON: `{ valid, version, legacy, problems: [{ path, code }], unknown, truncated }`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        object! {
            "valid": self.problems.is_empty(),
            "version": self.detected.version.as_str(),
            "legacy": self.detected.legacy.as_slice(),
            "problems": problems_json(&self.problems),
            "unknown": self.unknown.as_slice(),
            "truncated": self.truncated,
        }
    }
}

/// Problems as JSON: `[{ path, code }]`.
pub(super) fn problems_json(problems: &[Problem]) -> Value {
    problems.iter().map(|p| object! { "path": p.path.as_str(), "code": p.code }).collect()
}

/// Checks a card against the 1.0 schema.
#[must_use]
pub fn validate(card: &Map<String, Value>) -> Report {
    let detected = detect(card);
    let mut report =
        Report { detected, problems: Vec::new(), unknown: Vec::new(), truncated: false };
    if report.detected.is_legacy() {
        // Each field of another version would be one more problem that helps nobody.
        report.problem(&Path::Root, "version");
        return report;
    }
    report.message(Message::AgentCard, card, &Path::Root);
    report.references(card);
    report.skill_ids(card);
    report
}

impl Report {
    fn problem(&mut self, path: &Path<'_>, code: &'static str) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(Problem { path: path.to_string(), code });
        } else {
            self.truncated = true;
        }
    }

    fn message(&mut self, message: Message, object: &Map<String, Value>, path: &Path<'_>) {
        for (name, value) in object {
            match message.field(name) {
                Some(field) => self.check_field(field, name, value, path),
                None if self.unknown.len() < MAX_PROBLEMS => {
                    self.unknown.push(Path::Member(path, name).to_string());
                }
                None => self.truncated = true,
            }
        }
        for field in message.fields() {
            let both = field.json != field.proto
                && object.contains_key(field.json)
                && object.contains_key(field.proto);
            let absent = !object.contains_key(field.json) && !object.contains_key(field.proto);
            if both {
                self.problem(&Path::Member(path, field.proto), "dual-name");
            }
            if absent && field.presence == Presence::Required {
                self.problem(&Path::Member(path, field.json), "missing");
            }
        }
        let set = object.keys().filter(|name| message.field(name).is_some()).count();
        if message.one_of() && set != 1 {
            self.problem(path, "one-of");
        }
    }

    fn check_field(&mut self, field: &Field, name: &str, value: &Value, path: &Path<'_>) {
        let member = Path::Member(path, name);
        if name != field.json {
            self.problem(&member, "name");
        }
        let empty = match value {
            Value::String(text) => text.is_empty(),
            Value::Array(items) => items.is_empty(),
            _ => false,
        };
        if empty && field.presence == Presence::Required {
            return self.problem(&member, "empty");
        }
        if field.json.to_ascii_lowercase().ends_with("url") && !empty && !is_url(value) {
            return self.problem(&member, "url");
        }
        self.value(field.kind, value, &member);
    }

    fn value(&mut self, kind: Kind, value: &Value, path: &Path<'_>) {
        match (kind, value) {
            (Kind::Text, Value::String(_))
            | (Kind::Bool, Value::Bool(_))
            | (Kind::Free, Value::Object(_)) => {}
            (Kind::One(message), Value::Object(object)) => self.message(message, object, path),
            (Kind::TextList, Value::Array(items)) => self.items(Kind::Text, items, path),
            (Kind::List(message), Value::Array(items)) => {
                self.items(Kind::One(message), items, path);
            }
            (Kind::TextMap, Value::Object(entries)) => self.entries(Kind::Text, entries, path),
            (Kind::Map(message), Value::Object(entries)) => {
                self.entries(Kind::One(message), entries, path);
            }
            _ => self.problem(path, "type"),
        }
    }

    fn items(&mut self, kind: Kind, items: &[Value], path: &Path<'_>) {
        for (index, item) in items.iter().enumerate() {
            self.value(kind, item, &Path::Item(path, index));
        }
    }

    fn entries(&mut self, kind: Kind, entries: &Map<String, Value>, path: &Path<'_>) {
        for (name, entry) in entries {
            self.value(kind, entry, &Path::Member(path, name));
        }
    }

    /// A requirement must name schemes that the card declares.
    fn references(&mut self, card: &Map<String, Value>) {
        let declared = card.get("securitySchemes").and_then(Value::as_object);
        self.requirements(declared, card.get(REQUIREMENTS), &Path::Root);
        let skills = card.get("skills").and_then(Value::as_array).into_iter().flatten();
        for (index, skill) in skills.enumerate() {
            let skills = Path::Member(&Path::Root, "skills");
            self.requirements(declared, skill.get(REQUIREMENTS), &Path::Item(&skills, index));
        }
    }

    fn requirements(
        &mut self,
        declared: Option<&Map<String, Value>>,
        list: Option<&Value>,
        path: &Path<'_>,
    ) {
        for (index, entry) in list.and_then(Value::as_array).into_iter().flatten().enumerate() {
            let schemes = entry.get("schemes").and_then(Value::as_object);
            for name in schemes.into_iter().flat_map(Map::keys) {
                if !declared.is_some_and(|schemes| schemes.contains_key(name)) {
                    let list = Path::Member(path, REQUIREMENTS);
                    let schemes = Path::Item(&list, index);
                    let schemes = Path::Member(&schemes, "schemes");
                    self.problem(&Path::Member(&schemes, name), "reference");
                }
            }
        }
    }

    fn skill_ids(&mut self, card: &Map<String, Value>) {
        // The map of JSON is in every engine; another kind of set would be code of its own.
        let mut seen = Map::new();
        let skills = card.get("skills").and_then(Value::as_array).into_iter().flatten();
        for (index, skill) in skills.enumerate() {
            let Some(id) = skill.get("id").and_then(Value::as_str) else { continue };
            if seen.insert(id.to_owned(), Value::Null).is_some() {
                let skills = Path::Member(&Path::Root, "skills");
                let skill = Path::Item(&skills, index);
                self.problem(&Path::Member(&skill, "id"), "duplicate");
            }
        }
    }
}

/// Tells whether a value is absolute: a scheme, a colon, and no space or control character.
fn is_url(value: &Value) -> bool {
    // Another JSON type is reported as such.
    let Some(text) = value.as_str() else { return true };
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let mut letters = scheme.bytes();
    letters.next().is_some_and(|b| b.is_ascii_alphabetic())
        && letters.all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
        && !rest.is_empty()
        && !text.chars().any(|c| c.is_whitespace() || c.is_control())
}

const REQUIREMENTS: &str = "securityRequirements";
