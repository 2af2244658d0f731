//! The walk over a card that finds what a reading leaves out, field by field.
//!
//! Takes any strict JSON object. A value whose type is not the field's stays as
//! it is. At most [`MAX_UNCOVERED`] members may be left out.

use countersign_kernels::{json::Kind as Json, order::sorted_by};

use crate::{
    Error,
    card::{
        pointer::Path,
        reading::{Defaults, DualNames, Reading, Unknown},
        schema::{Field, Kind, Message, Presence},
    },
    encoding::document::{LeftOut, Node},
};

/// Members outside the payload that are listed at most; a card with more is refused.
pub const MAX_UNCOVERED: usize = 256;

/// A walk over one card under a reading, and what it left out.
pub(super) struct Walk {
    reading: Reading,
    left_out: LeftOut,
    uncovered: Vec<String>,
}

impl Walk {
    /// Walks over a card.
    pub(super) fn over(reading: Reading, card: Node<'_>) -> Result<Self, Error> {
        let left_out = LeftOut::default();
        let mut walk = Self { reading, left_out, uncovered: Vec::new() };
        // Signatures are never covered, and so not named either.
        card.get("signatures").into_iter().for_each(|node| walk.left_out.add(node));
        walk.message(Message::AgentCard, card, &Path::Root)?;
        if matches!(reading.defaults, Defaults::PruneEmpty | Defaults::PruneProtoJson) {
            walk.prune_members(card, &Path::Root)?;
        }
        Ok(walk)
    }

    /// What is not written, and paths to it, sorted; without the signatures.
    pub(super) fn into_parts(self) -> (LeftOut, Vec<String>) {
        (self.left_out, sorted_by(self.uncovered, String::cmp))
    }

    fn message(
        &mut self,
        message: Message,
        object: Node<'_>,
        path: &Path<'_>,
    ) -> Result<(), Error> {
        self.refuse_dual_names(message, object, path)?;
        for (name, value) in object.members() {
            if self.left_out.has(value) {
                continue;
            }
            let name = name.as_str().unwrap_or_default();
            let member = Path::Member(path, name);
            match message.field(name) {
                None => self.unknown(value, &member)?,
                Some(field) => {
                    self.value(field.kind, value, &member)?;
                    if self.is_dropped(field, value) {
                        self.leave_out(value, &member)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn refuse_dual_names(
        &self,
        message: Message,
        object: Node<'_>,
        path: &Path<'_>,
    ) -> Result<(), Error> {
        if self.reading.dual_names == DualNames::Tolerate {
            return Ok(());
        }
        let both = |field: &&Field| {
            field.json != field.proto && object.has(field.proto) && object.has(field.json)
        };
        match message.fields().iter().find(both) {
            Some(field) => Err(Error::CardDualName(Path::Member(path, field.json).to_string())),
            None => Ok(()),
        }
    }

    fn unknown(&mut self, value: Node<'_>, path: &Path<'_>) -> Result<(), Error> {
        match self.reading.unknown {
            Unknown::Retain => Ok(()),
            Unknown::Exclude => self.leave_out(value, path),
            Unknown::Reject => Err(Error::CardUnknownField(path.to_string())),
        }
    }

    fn value(&mut self, kind: Kind, value: Node<'_>, path: &Path<'_>) -> Result<(), Error> {
        match (kind, value.kind()) {
            (Kind::One(message), Json::Object) => self.message(message, value, path),
            (Kind::List(message), Json::Array) => {
                value.items().enumerate().try_for_each(|(index, item)| {
                    self.value(Kind::One(message), item, &Path::Item(path, index))
                })
            }
            (Kind::Map(message), Json::Object) => value.members().try_for_each(|(name, entry)| {
                let name = name.as_str().unwrap_or_default();
                self.value(Kind::One(message), entry, &Path::Member(path, name))
            }),
            _ => Ok(()),
        }
    }

    fn is_dropped(&self, field: &Field, value: Node<'_>) -> bool {
        let by_rule =
            matches!(self.reading.defaults, Defaults::Rule1AsWritten | Defaults::PruneProtoJson);
        by_rule && field.presence == Presence::Plain && self.is_default(field.kind, value)
    }

    /// Tells whether what is left of a value is the default of a kind.
    fn is_default(&self, kind: Kind, value: Node<'_>) -> bool {
        match (kind, value.kind()) {
            (Kind::Text, Json::Plain) | (Kind::TextList | Kind::List(_), Json::Array) => {
                value.is_empty()
            }
            (Kind::Bool, Json::False) => true,
            (Kind::Free | Kind::One(_) | Kind::TextMap | Kind::Map(_), Json::Object) => {
                value.members().all(|(_, member)| self.left_out.has(member))
            }
            _ => false,
        }
    }

    fn prune_members(&mut self, object: Node<'_>, path: &Path<'_>) -> Result<bool, Error> {
        let mut is_empty = true;
        for (name, member) in object.members() {
            if !self.left_out.has(member) {
                let name = name.as_str().unwrap_or_default();
                is_empty &= self.prune(member, &Path::Member(path, name))?;
            }
        }
        Ok(is_empty)
    }

    fn prune_items(&mut self, array: Node<'_>, path: &Path<'_>) -> Result<bool, Error> {
        let mut is_empty = true;
        for (index, item) in array.items().enumerate() {
            is_empty &= self.prune(item, &Path::Item(path, index))?;
        }
        Ok(is_empty)
    }

    /// Leaves out the empty parts of a value, and the value if nothing else is in it. Tells whether it did so.
    fn prune(&mut self, value: Node<'_>, path: &Path<'_>) -> Result<bool, Error> {
        // A container that is left out whole is named once, without what was in it.
        let before = self.uncovered.len();
        let is_empty = match value.kind() {
            Json::Null => true,
            Json::Array => self.prune_items(value, path)?,
            Json::Object => self.prune_members(value, path)?,
            _ => value.is_empty(),
        };
        if is_empty {
            self.uncovered.truncate(before);
            self.leave_out(value, path)?;
        }
        Ok(is_empty)
    }

    fn leave_out(&mut self, value: Node<'_>, path: &Path<'_>) -> Result<(), Error> {
        if self.uncovered.len() == MAX_UNCOVERED {
            let what = "number of members outside the payload";
            return Err(Error::LimitExceeded(what, MAX_UNCOVERED));
        }
        self.left_out.add(value);
        self.uncovered.push(path.to_string());
        Ok(())
    }
}
