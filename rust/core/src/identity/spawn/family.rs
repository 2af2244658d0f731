//! Relatives: other spawns that the verifier knows of. Two of them together show a parent that gave two
//! children one number, or a key that was born twice. One spawn alone cannot show that.

use std::collections::BTreeMap;

use super::{Lineage, Link, Options, Report, Spawn};
use crate::{
    Error,
    encoding::frames,
    fact::State,
    keys::{PublicKey, multikey},
    signed_record::Signed,
};

/// The ids of spawns, by what must be unique.
struct Births {
    /// By parent and number.
    numbers: BTreeMap<(String, u64), String>,
    /// By key of the child.
    keys: BTreeMap<String, String>,
}

impl Births {
    /// Enters a birth. Gives `false` if another one has its number or its key.
    fn take(&mut self, spawn: &Signed<Spawn>, id: &str) -> bool {
        let (parent, child) = names(spawn);
        let number = self.numbers.entry((parent, spawn.body().number));
        let number = number.or_insert_with(|| id.to_owned()) == id;
        let key = self.keys.entry(child).or_insert_with(|| id.to_owned()) == id;
        number && key
    }
}

fn names(spawn: &Signed<Spawn>) -> (String, String) {
    (multikey::encode(spawn.key()), multikey::encode(&spawn.body().child_key))
}

/// Whether no relative contradicts the lineage.
pub(super) fn judge(
    lineage: &Lineage,
    options: &Options,
    records: &[&[u8]],
    report: &mut Report,
) -> State {
    let mut births = Births { numbers: BTreeMap::new(), keys: BTreeMap::new() };
    for (place, link) in lineage.links().iter().enumerate() {
        if !births.take(&link.spawn, &link.id) {
            return State::Refused { place, error: Error::SpawnDuplicate };
        }
    }
    let mut unread = false;
    let mut first: Option<usize> = None;
    for (record, text) in records.iter().enumerate() {
        match relative(lineage, text) {
            Ok(Some((generation, spawn, id))) => {
                if !births.take(&spawn, &id) {
                    first = Some(first.map_or(generation, |first| first.min(generation)));
                }
            }
            Ok(None) => {}
            Err(error) => {
                unread |= error != Error::SpawnSignature;
                report.ignored.push(("family", record, error));
            }
        }
    }
    match first {
        Some(place) => State::Refused { place, error: Error::SpawnDuplicate },
        None if unread || !options.family => State::Unchecked,
        None => State::Ok,
    }
}

/// A spawn by one of the parents, or of one of the children, and the generation it touches.
fn relative(
    lineage: &Lineage,
    text: &[u8],
) -> Result<Option<(usize, Signed<Spawn>, String)>, Error> {
    let spawn: Signed<Spawn> = Signed::from_json(frames::text(text)?)?;
    let (parent, child): (&PublicKey, &PublicKey) = (spawn.key(), &spawn.body().child_key);
    let touches = |link: &Link| link.spawn.key() == parent || link.spawn.body().child_key == *child;
    let Some(generation) = lineage.links().iter().position(touches) else { return Ok(None) };
    spawn.check()?;
    let id = spawn.id()?;
    Ok(Some((generation, spawn, id)))
}
