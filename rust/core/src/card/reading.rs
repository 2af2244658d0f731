//! Which bytes a card signature covers: four open questions, answered by name
//! (specs: A2A 1.0.1 section 8.4.1; the readings of `a2a-card-sign-v01`).
//!
//! | Axis | Values, the default first |
//! | --- | --- |
//! | `defaults` | `rule-1-as-written`, `prune-empty`, `prune-protojson`, `served-as-is` |
//! | `absentRequired` | `served-scope`, `descriptor-scope` |
//! | `unknown` | `retain`, `exclude`, `reject` |
//! | `dualNames` | `refuse`, `tolerate` |
//!
//! - `rule-1-as-written`: a plain field at its default is left out, children
//!   first; REQUIRED and `optional` fields stay.
//! - `prune-empty`: empty strings, arrays, objects and `null` go, at every depth.
//! - `prune-protojson`: a plain field at its default goes, then `prune-empty`:
//!   what the first-party SDKs do.
//! - `served-as-is`: nothing goes.
//! - `descriptor-scope`: an absent REQUIRED field is written at its default.
//!
//! A value of a type that the schema does not give a field is data: it stays.
//! The content of a `Struct` is data too. Only the top-level `signatures` never
//! counts. One verification uses one reading; two forms are never tried.

use serde_json::{Map, Value, json};

use super::{
    pointer::Path,
    schema::{Field, Kind, Message, Presence},
};
use crate::{Error, encoding::jcs};

/// Members outside the payload that are listed at most; a card with more is refused.
pub const MAX_UNCOVERED: usize = 256;

/// How default-valued fields count.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Defaults {
    /// Section 8.4.1 rule 1.
    #[default]
    Rule1AsWritten,
    /// Empty values go.
    PruneEmpty,
    /// Plain defaults go, then empty values.
    PruneProtoJson,
    /// Nothing goes.
    ServedAsIs,
}

/// How absent REQUIRED fields count.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum AbsentRequired {
    /// They stay absent.
    #[default]
    ServedScope,
    /// They are written at their default.
    DescriptorScope,
}

/// How fields outside the schema count.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Unknown {
    /// They are covered.
    #[default]
    Retain,
    /// They are left out, at every depth.
    Exclude,
    /// A card that has one is refused.
    Reject,
}

/// What happens to one field under both its names.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum DualNames {
    /// The card is refused.
    #[default]
    Refuse,
    /// Both stay as served.
    Tolerate,
}

/// One answer for each axis.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Reading {
    /// Default-valued fields.
    pub defaults: Defaults,
    /// Absent REQUIRED fields.
    pub absent_required: AbsentRequired,
    /// Fields outside the schema.
    pub unknown: Unknown,
    /// One field under both its names.
    pub dual_names: DualNames,
}

/// What a signature covers.
#[derive(Clone, Debug)]
pub struct Payload {
    /// The covered content.
    pub card: Map<String, Value>,
    /// Its canonical bytes (RFC 8785).
    pub bytes: Vec<u8>,
    /// JSON Pointers of what the received card holds beyond it.
    pub uncovered: Vec<String>,
}

impl Reading {
    /// What the first-party SDKs do (a2a-sdk for Python, `@a2a-js/sdk`).
    pub const A2A_SDK: Self = Self {
        defaults: Defaults::PruneProtoJson,
        absent_required: AbsentRequired::ServedScope,
        unknown: Unknown::Exclude,
        dual_names: DualNames::Refuse,
    };

    /// What the payload of a card is under this reading.
    ///
    /// # Errors
    ///
    /// `ERR_CARD_DUAL_NAME`, `ERR_CARD_UNKNOWN_FIELD` where the reading refuses;
    /// `ERR_LIMIT_EXCEEDED` if more than [`MAX_UNCOVERED`] members are uncovered.
    pub fn payload(self, card: &Map<String, Value>) -> Result<Payload, Error> {
        let mut walk = Walk { reading: self, uncovered: Vec::new() };
        let card = walk.card(card)?;
        let bytes = jcs::canonicalize(&Value::Object(card.clone()))?;
        walk.uncovered.sort_unstable();
        Ok(Payload { card, bytes, uncovered: walk.uncovered })
    }

    /// The payload of a card on which every reading agrees.
    ///
    /// # Errors
    ///
    /// As [`Self::payload`]; `ERR_CARD_READINGS_DIFFER` if two readings give two payloads.
    pub fn unanimous(card: &Map<String, Value>) -> Result<Payload, Error> {
        let payload = Self::default().payload(card)?;
        for name in ["prune-empty", "served-as-is", "descriptor-scope", "exclude", "a2a-sdk"] {
            let other = Walk { reading: Self::named(name)?, uncovered: Vec::new() }.card(card)?;
            if other != payload.card {
                return Err(Error::CardReadingsDiffer { reading: name });
            }
        }
        Ok(payload)
    }

    /// The reading of a name: a preset (`default`, `a2a-sdk`, `a2a-go`), or the
    /// value of one axis, the others at their defaults.
    ///
    /// # Errors
    ///
    /// `ERR_CARD_READING` for any other name.
    pub fn named(name: &str) -> Result<Self, Error> {
        match name {
            "default" => return Ok(Self::default()),
            "a2a-sdk" => return Ok(Self::A2A_SDK),
            "a2a-go" => return Self::named("served-as-is"),
            _ => {}
        }
        let mut reading = Self::default();
        let found = DEFAULTS.set(name, &mut reading.defaults)
            || ABSENT.set(name.trim_start_matches("rule-1-"), &mut reading.absent_required)
            || UNKNOWN.set(name.trim_start_matches("unknown-"), &mut reading.unknown)
            || DUAL.set(name.trim_start_matches("dual-name-"), &mut reading.dual_names);
        if found { Ok(reading) } else { Err(Error::CardReading) }
    }

    /// Reads a name, or `{ defaults?, absentRequired?, unknown?, dualNames? }`.
    ///
    /// # Errors
    ///
    /// `ERR_CARD_READING` for anything else, and for `descriptor-scope` with
    /// `defaults` other than rule 1, which no two readers would read alike.
    pub fn from_json(value: &Value) -> Result<Self, Error> {
        let axes = match value {
            Value::String(name) => return Self::named(name),
            Value::Object(axes) => axes,
            _ => return Err(Error::CardReading),
        };
        let mut reading = Self::default();
        for (axis, value) in axes {
            let name = value.as_str().unwrap_or_default();
            let found = match axis.as_str() {
                "defaults" => DEFAULTS.set(name, &mut reading.defaults),
                "absentRequired" => ABSENT.set(name, &mut reading.absent_required),
                "unknown" => UNKNOWN.set(name, &mut reading.unknown),
                "dualNames" => DUAL.set(name, &mut reading.dual_names),
                _ => false,
            };
            if !found {
                return Err(Error::CardReading);
            }
        }
        let adds = reading.absent_required == AbsentRequired::DescriptorScope;
        if adds && reading.defaults != Defaults::Rule1AsWritten {
            return Err(Error::CardReading);
        }
        Ok(reading)
    }

    /// As JSON, every axis spelled out.
    #[must_use]
    pub fn to_json(self) -> Value {
        json!({
            "defaults": DEFAULTS.name(self.defaults),
            "absentRequired": ABSENT.name(self.absent_required),
            "unknown": UNKNOWN.name(self.unknown),
            "dualNames": DUAL.name(self.dual_names),
        })
    }
}

struct Walk {
    reading: Reading,
    uncovered: Vec<String>,
}

impl Walk {
    fn card(&mut self, card: &Map<String, Value>) -> Result<Map<String, Value>, Error> {
        let mut card = card.clone();
        card.remove("signatures");
        let card = self.message(Message::AgentCard, card, &Path::Root)?;
        if !matches!(self.reading.defaults, Defaults::PruneEmpty | Defaults::PruneProtoJson) {
            return Ok(card);
        }
        let mut kept = Map::new();
        for (name, value) in card {
            if let Some(value) = self.prune(value, Path::Member(&Path::Root, &name))? {
                kept.insert(name, value);
            }
        }
        Ok(kept)
    }

    fn message(
        &mut self,
        message: Message,
        object: Map<String, Value>,
        path: &Path<'_>,
    ) -> Result<Map<String, Value>, Error> {
        self.dual_names(message, &object, path)?;
        let mut kept = Map::new();
        for (name, value) in object {
            let at = Path::Member(path, &name);
            match (message.field(&name), self.reading.unknown) {
                (None, Unknown::Retain) => _ = kept.insert(name, value),
                (None, Unknown::Exclude) => self.leave_out(&at)?,
                (None, Unknown::Reject) => {
                    return Err(Error::CardUnknownField { path: at.to_string() });
                }
                (Some(field), _) => {
                    let value = self.value(field.kind, value, &at)?;
                    if self.dropped(field, &value) {
                        self.leave_out(&at)?;
                    } else {
                        kept.insert(name, value);
                    }
                }
            }
        }
        if self.reading.absent_required == AbsentRequired::DescriptorScope {
            add_required(message, &mut kept);
        }
        Ok(kept)
    }

    fn dual_names(
        &self,
        message: Message,
        object: &Map<String, Value>,
        path: &Path<'_>,
    ) -> Result<(), Error> {
        if self.reading.dual_names == DualNames::Tolerate {
            return Ok(());
        }
        let both = |field: &&Field| {
            field.json != field.proto
                && object.contains_key(field.json)
                && object.contains_key(field.proto)
        };
        match message.fields().iter().find(both) {
            Some(field) => {
                Err(Error::CardDualName { path: Path::Member(path, field.json).to_string() })
            }
            None => Ok(()),
        }
    }

    fn value(&mut self, kind: Kind, value: Value, path: &Path<'_>) -> Result<Value, Error> {
        Ok(match (kind, value) {
            (Kind::One(message), Value::Object(object)) => {
                Value::Object(self.message(message, object, path)?)
            }
            (Kind::List(message), Value::Array(items)) => {
                let mut kept = Vec::with_capacity(items.len());
                for (index, item) in items.into_iter().enumerate() {
                    kept.push(self.value(Kind::One(message), item, &Path::Item(path, index))?);
                }
                Value::Array(kept)
            }
            (Kind::Map(message), Value::Object(entries)) => {
                let mut kept = Map::new();
                for (name, entry) in entries {
                    let at = Path::Member(path, &name);
                    let entry = self.value(Kind::One(message), entry, &at)?;
                    kept.insert(name, entry);
                }
                Value::Object(kept)
            }
            (_, value) => value,
        })
    }

    fn dropped(&self, field: &Field, value: &Value) -> bool {
        let by_rule =
            matches!(self.reading.defaults, Defaults::Rule1AsWritten | Defaults::PruneProtoJson);
        by_rule && field.presence == Presence::Plain && *value == default_of(field.kind)
    }

    /// Whatever is left of a value once empty parts are gone; nothing if it is all empty.
    fn prune(&mut self, value: Value, path: Path<'_>) -> Result<Option<Value>, Error> {
        // Inner paths of a container that goes as a whole would only be noise.
        let before = self.uncovered.len();
        let left = match value {
            Value::Null => None,
            Value::String(text) => (!text.is_empty()).then_some(Value::String(text)),
            Value::Array(items) => {
                let mut kept = Vec::with_capacity(items.len());
                for (index, item) in items.into_iter().enumerate() {
                    kept.extend(self.prune(item, Path::Item(&path, index))?);
                }
                (!kept.is_empty()).then_some(Value::Array(kept))
            }
            Value::Object(members) => {
                let mut kept = Map::new();
                for (name, member) in members {
                    if let Some(member) = self.prune(member, Path::Member(&path, &name))? {
                        kept.insert(name, member);
                    }
                }
                (!kept.is_empty()).then_some(Value::Object(kept))
            }
            value => Some(value),
        };
        if left.is_none() {
            self.uncovered.truncate(before);
            self.leave_out(&path)?;
        }
        Ok(left)
    }

    fn leave_out(&mut self, path: &Path<'_>) -> Result<(), Error> {
        if self.uncovered.len() == MAX_UNCOVERED {
            let what = "number of members outside the payload";
            return Err(Error::LimitExceeded { what, limit: MAX_UNCOVERED });
        }
        self.uncovered.push(path.to_string());
        Ok(())
    }
}

/// Writes the absent REQUIRED fields of a message, and theirs.
fn add_required(message: Message, kept: &mut Map<String, Value>) {
    for field in message.fields() {
        let present = kept.contains_key(field.json) || kept.contains_key(field.proto);
        if present || field.presence != Presence::Required {
            continue;
        }
        let mut value = default_of(field.kind);
        if let (Kind::One(inner), Value::Object(members)) = (field.kind, &mut value) {
            add_required(inner, members);
        }
        kept.insert(field.json.to_owned(), value);
    }
}

fn default_of(kind: Kind) -> Value {
    match kind {
        Kind::Text => Value::String(String::new()),
        Kind::Bool => Value::Bool(false),
        Kind::TextList | Kind::List(_) => Value::Array(Vec::new()),
        Kind::Free | Kind::One(_) | Kind::TextMap | Kind::Map(_) => Value::Object(Map::new()),
    }
}

/// The names of one axis.
struct Names<T: 'static>(&'static [(&'static str, T)]);

impl<T: Copy + Eq> Names<T> {
    /// Sets `to` to what `name` says; `false` if it says nothing.
    fn set(&self, name: &str, to: &mut T) -> bool {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.inspect(|(_, value)| *to = *value).is_some()
    }

    fn name(&self, value: T) -> &'static str {
        self.0.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
    }
}

const DEFAULTS: Names<Defaults> = Names(&[
    ("rule-1-as-written", Defaults::Rule1AsWritten),
    ("prune-empty", Defaults::PruneEmpty),
    ("prune-protojson", Defaults::PruneProtoJson),
    ("served-as-is", Defaults::ServedAsIs),
]);

const ABSENT: Names<AbsentRequired> = Names(&[
    ("served-scope", AbsentRequired::ServedScope),
    ("descriptor-scope", AbsentRequired::DescriptorScope),
]);

const UNKNOWN: Names<Unknown> = Names(&[
    ("retain", Unknown::Retain),
    ("exclude", Unknown::Exclude),
    ("reject", Unknown::Reject),
]);

const DUAL: Names<DualNames> =
    Names(&[("refuse", DualNames::Refuse), ("tolerate", DualNames::Tolerate)]);
