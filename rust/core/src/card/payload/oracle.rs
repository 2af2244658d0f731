//! The oracle of the tests: the walk over a tree of values, which keeps what a reading covers, field by field.

use countersign_kernels::order::sorted_by;
use serde_json::{Map, Value};

use super::MAX_UNCOVERED;
use crate::{
    Error,
    card::{
        pointer::Path,
        reading::{AbsentRequired, Defaults, DualNames, Reading, Unknown},
        schema::{Field, Kind, Message, Presence},
    },
};

/// A walk over one card under a reading, and what it left out.
pub(super) struct Oracle {
    reading: Reading,
    uncovered: Vec<String>,
}

impl Oracle {
    pub(super) const fn new(reading: Reading) -> Self {
        Self { reading, uncovered: Vec::new() }
    }

    /// Paths of what was left out, sorted.
    pub(super) fn uncovered(self) -> Vec<String> {
        sorted_by(self.uncovered, String::cmp)
    }

    pub(super) fn card(&mut self, card: &Map<String, Value>) -> Result<Map<String, Value>, Error> {
        let mut card = card.clone();
        card.remove("signatures");
        let card = self.message(Message::AgentCard, card, &Path::Root)?;
        if !matches!(self.reading.defaults, Defaults::PruneEmpty | Defaults::PruneProtoJson) {
            return Ok(card);
        }
        let mut signed = Map::new();
        for (name, value) in card {
            if let Some(value) = self.prune(value, Path::Member(&Path::Root, &name))? {
                signed.insert(name, value);
            }
        }
        Ok(signed)
    }

    fn message(
        &mut self,
        message: Message,
        object: Map<String, Value>,
        path: &Path<'_>,
    ) -> Result<Map<String, Value>, Error> {
        self.refuse_dual_names(message, &object, path)?;
        let mut signed = Map::new();
        for (name, value) in object {
            let member = Path::Member(path, &name);
            match (message.field(&name), self.reading.unknown) {
                (None, Unknown::Retain) => _ = signed.insert(name, value),
                (None, Unknown::Exclude) => self.leave_out(&member)?,
                (None, Unknown::Reject) => {
                    return Err(Error::CardUnknownField(member.to_string()));
                }
                (Some(field), _) => {
                    let value = self.value(field.kind, value, &member)?;
                    if self.is_dropped(field, &value) {
                        self.leave_out(&member)?;
                    } else {
                        signed.insert(name, value);
                    }
                }
            }
        }
        if self.reading.absent_required == AbsentRequired::DescriptorScope {
            add_required(message, &mut signed);
        }
        Ok(signed)
    }

    fn refuse_dual_names(
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
            Some(field) => Err(Error::CardDualName(Path::Member(path, field.json).to_string())),
            None => Ok(()),
        }
    }

    fn value(&mut self, kind: Kind, value: Value, path: &Path<'_>) -> Result<Value, Error> {
        Ok(match (kind, value) {
            (Kind::One(message), Value::Object(object)) => {
                Value::Object(self.message(message, object, path)?)
            }
            (Kind::List(message), Value::Array(items)) => {
                let mut signed = Vec::with_capacity(items.len());
                for (index, item) in items.into_iter().enumerate() {
                    signed.push(self.value(Kind::One(message), item, &Path::Item(path, index))?);
                }
                Value::Array(signed)
            }
            (Kind::Map(message), Value::Object(entries)) => {
                let mut signed = Map::new();
                for (name, entry) in entries {
                    let member = Path::Member(path, &name);
                    let entry = self.value(Kind::One(message), entry, &member)?;
                    signed.insert(name, entry);
                }
                Value::Object(signed)
            }
            (_, value) => value,
        })
    }

    fn is_dropped(&self, field: &Field, value: &Value) -> bool {
        let by_rule =
            matches!(self.reading.defaults, Defaults::Rule1AsWritten | Defaults::PruneProtoJson);
        by_rule && field.presence == Presence::Plain && *value == default_of(field.kind)
    }

    /// What is left of a value without its empty parts; nothing if all of it is empty.
    fn prune(&mut self, value: Value, path: Path<'_>) -> Result<Option<Value>, Error> {
        // A container that is left out whole is named once, without what was in it.
        let before = self.uncovered.len();
        let left = match value {
            Value::Null => None,
            Value::String(text) => (!text.is_empty()).then_some(Value::String(text)),
            Value::Array(items) => {
                let mut signed = Vec::with_capacity(items.len());
                for (index, item) in items.into_iter().enumerate() {
                    signed.extend(self.prune(item, Path::Item(&path, index))?);
                }
                (!signed.is_empty()).then_some(Value::Array(signed))
            }
            Value::Object(members) => {
                let mut signed = Map::new();
                for (name, member) in members {
                    if let Some(member) = self.prune(member, Path::Member(&path, &name))? {
                        signed.insert(name, member);
                    }
                }
                (!signed.is_empty()).then_some(Value::Object(signed))
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
            return Err(Error::LimitExceeded(what, MAX_UNCOVERED));
        }
        self.uncovered.push(path.to_string());
        Ok(())
    }
}

/// Writes the absent REQUIRED fields of a message, and theirs.
fn add_required(message: Message, signed: &mut Map<String, Value>) {
    for field in message.fields() {
        let present = signed.contains_key(field.json) || signed.contains_key(field.proto);
        if present || field.presence != Presence::Required {
            continue;
        }
        let mut value = default_of(field.kind);
        if let (Kind::One(inner), Value::Object(members)) = (field.kind, &mut value) {
            add_required(inner, members);
        }
        signed.insert(field.json.to_owned(), value);
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
