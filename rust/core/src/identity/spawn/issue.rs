//! Making the records. A draft is completed and checked, and then signed.

use serde_json::Value;

use super::{
    Acceptance, Completion, Lineage, MAX_GENERATIONS, Spawn, Termination, record::malformed,
};
use crate::{
    Error,
    error::excerpt,
    keys::PublicKey,
    label,
    print::Print,
    record::{self, Members, Record},
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
    let mut members = record::members(draft)?;
    members.insert("type".into(), label::SPAWN.into());
    if lineage.is_empty() {
        let draft = Draft::<Spawn>::from_members(members.clone())?;
        return match draft.body().above {
            Some(_) => Err(Error::SpawnLink),
            None => Ok(Value::Object(members).print()),
        };
    }
    let lineage = Lineage::from_json(lineage).map_err(|(_, error)| error)?;
    let last = lineage.last()?;
    let above = last.spawn.body();
    if own_key(&members, "parentKey")? != above.child_key {
        return Err(Error::SpawnLink);
    }
    members.insert("parent".into(), above.child.clone().into());
    members.insert("above".into(), last.id.clone().into());
    let draft = Draft::<Spawn>::from_members(members.clone())?;
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
    Ok(Value::Object(members).print())
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
    name(&spawn, record::members(draft)?, label::SPAWN_TERMINATION)
}

fn by_child(spawn: &str, draft: &str, label: &str) -> Result<String, Error> {
    let spawn = Signed::<Spawn>::from_json(spawn)?;
    let members = record::members(draft)?;
    if own_key(&members, "key")? != spawn.body().child_key {
        return Err(Error::SpawnAcceptance);
    }
    name(&spawn, members, label)
}

fn name(spawn: &Signed<Spawn>, mut members: Members, label: &str) -> Result<String, Error> {
    members.insert("type".into(), label.into());
    members.insert("spawn".into(), spawn.id()?.into());
    Ok(Value::Object(members).print())
}

fn own_key(members: &Members, member: &'static str) -> Result<PublicKey, Error> {
    Record::new(members, malformed).key(member)
}

/// The record that is to be signed, of text without `signature`.
///
/// # Errors
///
/// `ERR_SPAWN_SELF`, `ERR_SPAWN_IDENTITY`; as [`Draft::from_members`].
pub fn unsigned(text: &str) -> Result<Unsigned, Error> {
    let members = record::members(text)?;
    match kind(&members) {
        label::SPAWN => signed_record::unsigned::<Spawn>(members),
        label::SPAWN_ACCEPTANCE => signed_record::unsigned::<Acceptance>(members),
        label::SPAWN_TERMINATION => signed_record::unsigned::<Termination>(members),
        label::SPAWN_COMPLETION => signed_record::unsigned::<Completion>(members),
        other => Err(Error::SpawnVersion(excerpt(other))),
    }
}
