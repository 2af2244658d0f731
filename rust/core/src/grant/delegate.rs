//! Passes a grant on, narrower, and acknowledges a grant.

use super::{
    Body, Chain, Draft, Grant, MAX_LINKS, Signed,
    record::{ID_PREFIX, REFUSALS, Record, own_key, quoted, read},
};
use crate::{Error, encoding::document::Node, label, signed_record::Refusals};

/// Makes the record of a grant below the last one of `chain`, to be signed by its subject.
///
/// `draft` has the members of a grant but `type`, `issuer` and `parent`. Constraints that it
/// does not state are those of the grant above. The record is text without `signature`.
///
/// # Errors
///
/// `ERR_GRANT_ISSUER` if `issuerKey` is not the key of the last subject; `ERR_GRANT_DEPTH`;
/// `ERR_GRANT_WIDENED`; `ERR_GRANT_EXPIRED`, `ERR_GRANT_NOT_YET` if the grant above is over at
/// `issued`, or was made later; a code of [`Chain::from_json`] or of [`Draft::from_json`].
pub fn delegate(chain: &str, draft: &str) -> Result<String, Error> {
    let chain = Chain::from_json(chain).map_err(|(_, error)| error)?;
    let (parent, id) = chain.last()?;
    let above = parent.body();
    let draft = read(draft)?;
    let draft = draft.root();
    if own_key(draft, "issuerKey")? != above.subject_key {
        return Err(Error::GrantIssuer);
    }
    let text = draft.text_with(&[
        ("constraints", &inherit(draft, parent.node())?),
        ("issuer", &quoted(&above.subject)),
        ("parent", &quoted(id)),
        ("type", &quoted(label::GRANT)),
    ])?;
    let draft = Draft::<Grant>::from_text(text)?;
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
    draft.to_json()
}

/// The constraints of a draft, and each of the grant above that it does not state.
fn inherit(draft: Node<'_>, above: Node<'_>) -> Result<String, Error> {
    let constraints = [draft, above].map(|grant| grant.get("constraints"));
    let custom = constraints.map(|constraints| constraints.and_then(|all| all.get("custom")));
    let custom = fill(custom, None)?;
    Ok(fill(constraints, custom.as_deref())?.unwrap_or_else(|| "{}".to_owned()))
}

/// The first object, with the members of the second that it does not have, and `custom` in the place of that member.
fn fill(objects: [Option<Node<'_>>; 2], custom: Option<&str>) -> Result<Option<String>, Error> {
    let (own, above) = match objects {
        [Some(own), Some(above)] => (own, above),
        [only, None] | [None, only] => return only.map(|only| only.text_with(&[])).transpose(),
    };
    let mut added = Vec::new();
    for (name, value) in above.members() {
        let name = name.as_str().unwrap_or_default();
        match custom.filter(|_| name == "custom") {
            Some(custom) => added.push((name, custom.to_owned())),
            None if own.has(name) => {}
            None => added.push((name, value.text_with(&[])?)),
        }
    }
    let added: Vec<(&str, &str)> =
        added.iter().map(|(name, value)| (&**name, value.as_str())).collect();
    own.text_with(&added).map(Some)
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
    let draft = read(draft)?;
    if own_key(draft.root(), "key")? != grant.body().subject_key {
        return Err(Error::GrantHolder);
    }
    draft.root().canonical_with(
        &[],
        &[("grant", &quoted(&grant.id()?)), ("type", &quoted(label::GRANT_ACKNOWLEDGEMENT))],
    )
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
