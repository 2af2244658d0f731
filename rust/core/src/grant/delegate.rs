//! Passes a grant on, narrower, and acknowledges a grant.

use serde_json::Value;

use super::{
    Body, Chain, Draft, Grant, MAX_LINKS, Signed,
    record::{ID_PREFIX, Members, REFUSALS, Record, malformed, members},
};
use crate::{Error, keys::PublicKey, label, print::Print, signed_record::Refusals};

/// Makes the record of a grant below the last one of `chain`, to be signed by its subject.
///
/// `draft` has the members of a grant but `type`, `issuer` and `parent`. Constraints that it
/// does not state are those of the grant above. The record is text without `signature`.
///
/// # Errors
///
/// `ERR_GRANT_ISSUER` if `issuerKey` is not the key of the last subject; `ERR_GRANT_DEPTH`;
/// `ERR_GRANT_WIDENED`; `ERR_GRANT_EXPIRED`, `ERR_GRANT_NOT_YET` if the grant above is over at
/// `issued`, or was made later; a code of [`Chain::from_json`] or of [`Draft::from_members`].
pub fn delegate(chain: &str, draft: &str) -> Result<String, Error> {
    let chain = Chain::from_json(chain).map_err(|(_, error)| error)?;
    let (parent, id) = chain.last()?;
    let above = parent.body();
    let mut members = members(draft)?;
    if own_key(&members, "issuerKey")? != above.subject_key {
        return Err(Error::GrantIssuer);
    }
    members.insert("type".into(), label::GRANT.into());
    members.insert("issuer".into(), above.subject.clone().into());
    members.insert("parent".into(), id.into());
    inherit(&mut members, &parent.to_members());
    let draft = Draft::<Grant>::from_members(members.clone())?;
    let grant = draft.body();
    if chain.links().len() == MAX_LINKS {
        return Err(Error::GrantDepth(MAX_LINKS));
    }
    if grant.delegation >= above.delegation {
        return Err(Error::GrantDepth(above.delegation.saturating_sub(1)));
    }
    grant.check_narrows(above)?;
    if grant.issued < above.issued {
        return Err(Error::GrantNotYet(above.issued.0));
    }
    if let Some(end) = above.constraints.expires.filter(|end| grant.issued >= *end) {
        return Err(Error::GrantExpired(end.0));
    }
    Ok(Value::Object(members).print())
}

/// Takes over each constraint of the grant above that the draft does not state.
fn inherit(members: &mut Members, above: &Members) {
    let own = members.entry("constraints").or_insert_with(|| Members::new().into());
    let (Some(own), Some(above)) = (own.as_object_mut(), above.get("constraints")) else { return };
    fill(own, above);
    if let (Some(Value::Object(own)), Some(above)) = (own.get_mut("custom"), above.get("custom")) {
        fill(own, above);
    }
}

fn fill(own: &mut Members, above: &Value) {
    for (name, value) in above.as_object().into_iter().flatten() {
        own.entry(name).or_insert_with(|| value.clone());
    }
}

pub(super) fn own_key(members: &Members, member: &'static str) -> Result<PublicKey, Error> {
    Record::new(members, malformed).key(member)
}

/// What the subject of a grant signs to accept it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Acknowledgement {
    /// Id of the grant.
    pub grant: String,
}

impl Body for Acknowledgement {
    const LABEL: &'static str = label::GRANT_ACKNOWLEDGEMENT;
    const REFUSALS: &'static Refusals = &REFUSALS;

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        record.seconds("issued")?;
        Ok(Self { grant: record.id("grant", ID_PREFIX)? })
    }
}

/// Makes the record of an acknowledgement, to be signed by the subject of `grant`.
///
/// # Errors
///
/// `ERR_GRANT_HOLDER` if `key` is not the subject's; a code of what cannot be read.
pub fn acknowledge(grant: &str, draft: &str) -> Result<String, Error> {
    let grant = Signed::<Grant>::from_json(grant)?;
    let mut members = members(draft)?;
    if own_key(&members, "key")? != grant.body().subject_key {
        return Err(Error::GrantHolder);
    }
    members.insert("type".into(), label::GRANT_ACKNOWLEDGEMENT.into());
    members.insert("grant".into(), grant.id()?.into());
    Ok(Value::Object(members).print())
}

/// Verifies an acknowledgement of a grant, and the signature of the grant itself, but not whether
/// the issuer is trusted.
///
/// # Errors
///
/// `ERR_GRANT_PARENT` for another grant; `ERR_GRANT_HOLDER` for another key;
/// `ERR_GRANT_SIGNATURE`; a code of what cannot be read.
pub fn verify_acknowledgement(text: &str, grant: &str) -> Result<(), Error> {
    let taken = Signed::<Acknowledgement>::from_json(text)?;
    let grant = Signed::<Grant>::from_json(grant)?;
    if taken.body().grant != grant.id()? {
        return Err(Error::GrantParent);
    }
    if *taken.key() != grant.body().subject_key {
        return Err(Error::GrantHolder);
    }
    if taken.holds() && grant.holds() { Ok(()) } else { Err(Error::GrantSignature) }
}
