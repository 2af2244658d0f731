//! Witnesses of a declaration: others who sign that they saw it.

use serde_json::{Value, json};

use super::{
    Asked, Declaration, MAX_WITNESSES,
    declaration::{ID_PREFIX, REFUSALS, signatory, vouch},
};
use crate::{
    Error, did,
    encoding::frames,
    fact::verdict,
    keys::PublicKey,
    label,
    record::{self, Record},
    signed_record::{Body, Refusals, Signed},
    time::UnixSeconds,
    trust::{ProvenKey, Trust},
};

/// What a witness of a declaration signs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Testimony {
    /// Id of the declaration.
    pub declaration: String,
    /// Who saw it.
    pub witness: String,
    /// Name of its key, for a verifier's trust input.
    pub key_id: Option<String>,
    /// When it was seen, as the witness says.
    pub issued: UnixSeconds,
}

impl Body for Testimony {
    const LABEL: &'static str = label::NEGATIVE_WITNESS;
    const REFUSALS: &'static Refusals = &REFUSALS;

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        Ok(Self {
            declaration: record.id("declaration", ID_PREFIX)?,
            witness: record.did("witness")?.to_owned(),
            key_id: record.maybe("keyId", Record::owned)?,
            issued: record.seconds("issued")?,
        })
    }

    fn check_issue(&self, key: &PublicKey) -> Result<(), Error> {
        did::check_names(&self.witness, key, Error::NegativeIdentity).map(drop)
    }
}

/// Makes the record of a witness: `draft`, with `type` and `declaration` added. Checks the signature of the
/// declaration.
///
/// # Errors
///
/// `ERR_NEGATIVE_SIGNATURE`; a code of what cannot be read.
pub fn witness(declaration: &str, draft: &str) -> Result<String, Error> {
    let declaration = Signed::<Declaration>::from_json(declaration)?;
    declaration.check()?;
    let mut members = record::members(draft)?;
    members.insert("type".into(), label::NEGATIVE_WITNESS.into());
    members.insert("declaration".into(), declaration.id()?.into());
    Ok(Value::Object(members).to_string())
}

/// What became of each witness.
pub(super) fn testimonies(
    declaration: &Signed<Declaration>,
    witnesses: &[u8],
    trust: &Trust,
    asked: &Asked,
) -> Result<Vec<Value>, Error> {
    let id = declaration.id()?;
    let mut seen: Vec<PublicKey> = vec![declaration.key().clone()];
    let mut found = Vec::new();
    for record in frames::limited(witnesses, "number of witnesses", MAX_WITNESSES)? {
        let read = frames::text(record).and_then(Signed::<Testimony>::from_json);
        let name = read.as_ref().ok().map(|testimony| testimony.body().witness.clone());
        let checked = read.and_then(|testimony| {
            let signer = check_testimony(&testimony, &id, declaration, trust, asked)?;
            if seen.contains(testimony.key()) {
                return Err(Error::NegativeWitness);
            }
            seen.push(testimony.key().clone());
            Ok(signer)
        });
        let held = checked.as_ref().map(|signer| json!({ "signer": signer }));
        found.push(verdict(held, json!({ "witness": name })));
    }
    Ok(found)
}

fn check_testimony(
    testimony: &Signed<Testimony>,
    id: &str,
    declaration: &Signed<Declaration>,
    trust: &Trust,
    asked: &Asked,
) -> Result<ProvenKey, Error> {
    let body = testimony.body();
    if body.declaration != id || body.witness == declaration.body().declarer {
        return Err(Error::NegativeWitness);
    }
    let who = signatory(testimony, &body.witness, body.key_id.as_deref(), asked);
    let (_, signer) = vouch(trust, &who, asked)?;
    asked.check_past(body.issued)?;
    testimony.check()?;
    Ok(signer)
}
