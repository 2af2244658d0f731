//! Making the records. A draft is completed and checked, and then signed.

use super::{
    Acceptance, Completion, Lineage, MAX_GENERATIONS, Spawn, Termination, record::malformed,
};
use crate::{
    Error,
    encoding::document::Node,
    error::excerpt,
    keys::PublicKey,
    label,
    print::quoted,
    record::{self, Record},
    signed_record::{self, Draft, Signed, kind},
    unsigned::Unsigned,
};

/// Makes the record of a spawn below the last generation of `lineage`; a first generation if that is empty.
///
/// `draft` has the members of a spawn without `type` and `above`, and without `parent` if there is a
/// lineage. The record is text without `signature`.
///
/// # Errors
///
/// `ERR_SPAWN_LINK` if `parentKey` is not the key of the last child; `ERR_SPAWN_DEPTH`,
/// `ERR_SPAWN_CHILDREN`, `ERR_SPAWN_WIDENED`, `ERR_SPAWN_NOT_YET`, `ERR_SPAWN_EXPIRED`;
/// `ERR_SPAWN_SELF`, `ERR_SPAWN_CYCLE`; a code of what cannot be read.
pub fn prepare(lineage: &str, draft: &str) -> Result<String, Error> {
    let draft = record::read(draft)?;
    let draft = draft.root();
    let kind = quoted(label::SPAWN);
    if lineage.is_empty() {
        let draft = Draft::<Spawn>::from_text(draft.text_with(&[("type", &kind)])?)?;
        return match draft.body().above {
            Some(_) => Err(Error::SpawnLink),
            None => draft.to_json(),
        };
    }
    let lineage = Lineage::from_json(lineage).map_err(|(_, error)| error)?;
    let last = lineage.last()?;
    let above = last.spawn.body();
    if own_key(draft, "parentKey")? != above.child_key {
        return Err(Error::SpawnLink);
    }
    let (id, parent) = (quoted(&last.id), quoted(&above.child));
    let text = draft.text_with(&[("above", &id), ("parent", &parent), ("type", &kind)])?;
    let draft = Draft::<Spawn>::from_text(text)?;
    let spawn = draft.body();
    if lineage.links().len() == MAX_GENERATIONS {
        return Err(Error::SpawnDepth(MAX_GENERATIONS as u64));
    }
    spawn.check_depth(above)?;
    spawn.check_number(above)?;
    spawn.check_narrows(above)?;
    spawn.check_birth(above)?;
    spawn.check_other(&above.child_key)?;
    lineage.check_new(lineage.links().len(), spawn)?;
    draft.to_json()
}

/// Makes the record of an acceptance: `draft`, with `type` and `spawn` added. The child signs it.
///
/// # Errors
///
/// `ERR_SPAWN_ACCEPTANCE` if `key` is not the child's; a code of what cannot be read.
pub fn accept(spawn: &str, draft: &str) -> Result<String, Error> {
    by_child(spawn, draft, label::SPAWN_ACCEPTANCE)
}

/// Makes the record of a completion: `draft`, with `type` and `spawn` added. The child signs it.
///
/// # Errors
///
/// As [`accept`].
pub fn complete(spawn: &str, draft: &str) -> Result<String, Error> {
    by_child(spawn, draft, label::SPAWN_COMPLETION)
}

/// Makes the record of a termination: `draft`, with `type` and `spawn` added. Whether its signer may end the
/// child is not checked here: that takes the lineage.
///
/// # Errors
///
/// A code of what cannot be read.
pub fn terminate(spawn: &str, draft: &str) -> Result<String, Error> {
    let spawn = Signed::<Spawn>::from_json(spawn)?;
    name(&spawn, record::read(draft)?.root(), label::SPAWN_TERMINATION)
}

fn by_child(spawn: &str, draft: &str, label: &str) -> Result<String, Error> {
    let spawn = Signed::<Spawn>::from_json(spawn)?;
    let draft = record::read(draft)?;
    if own_key(draft.root(), "key")? != spawn.body().child_key {
        return Err(Error::SpawnAcceptance);
    }
    name(&spawn, draft.root(), label)
}

fn name(spawn: &Signed<Spawn>, draft: Node<'_>, label: &str) -> Result<String, Error> {
    let (id, kind) = (quoted(&spawn.id()?), quoted(label));
    draft.canonical_with(&[], &[("spawn", &id), ("type", &kind)])
}

fn own_key(draft: Node<'_>, member: &'static str) -> Result<PublicKey, Error> {
    Record::new(draft, malformed).key(member)
}

/// The record that is to be signed, of text without `signature`.
///
/// # Errors
///
/// `ERR_SPAWN_SELF`, `ERR_SPAWN_IDENTITY`; as [`Draft::from_json`].
pub fn unsigned(text: &str) -> Result<Unsigned, Error> {
    let record = record::keep(text)?;
    match &*kind(record.node()) {
        label::SPAWN => signed_record::unsigned::<Spawn>(record),
        label::SPAWN_ACCEPTANCE => signed_record::unsigned::<Acceptance>(record),
        label::SPAWN_TERMINATION => signed_record::unsigned::<Termination>(record),
        label::SPAWN_COMPLETION => signed_record::unsigned::<Completion>(record),
        other => Err(Error::SpawnVersion(excerpt(other))),
    }
}
