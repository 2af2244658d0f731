//! Checks a card against the metadata of its agent, and merges it into them.

use super::{Card, Service, build::key_id};
use crate::{
    Error,
    did::Purpose,
    error::excerpt,
    fact::{ok, refused},
    metadata::V4,
    print::{Written, list_of, list_of_texts},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};

/// What [`merge`] lets pass. By default nothing.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct MergePolicy {
    /// Take a card of another DID.
    pub allow_foreign_id: bool,
    /// Take a card without a proof by a verified key of the metadata.
    pub allow_unproven: bool,
}

/// The `verified` keys of metadata, as a trust input for cards of its DID.
#[must_use]
pub fn trust_of(metadata: &V4) -> Trust {
    let did = &metadata.profile.did;
    let all = metadata.keys().iter().enumerate();
    let keys = all.filter(|(_, key)| key.verified).map(|(index, key)| TrustedKey {
        id: Some(key_id(did, index)),
        controller: Some(did.clone()),
        purposes: Some(match key.stored.type_number() {
            2 => vec![Purpose::KeyAgreement],
            _ => vec![Purpose::AssertionMethod, Purpose::Authentication],
        }),
        ..TrustedKey::pinned(key.stored.key().clone())
    });
    Trust { keys: keys.collect(), did: Some(did.clone()), ..Trust::default() }
}

/// Checks that a card says what the resolved metadata says: DID, every key
/// `verified` there, the first endpoint, and that the agent is active.
///
/// # Errors
///
/// As [`Card::validate`]; `ERR_CARD_SAGE_METADATA` with the path that differs.
pub fn check_metadata(text: &str, metadata: &V4) -> Result<Card, Error> {
    let (card, keys) = Card::with_keys(text)?;
    let differs = |path: String| Err(Error::CardSageMetadata(path));
    if card.id != metadata.profile.did {
        return differs("id".into());
    }
    for (index, stored) in keys.iter().enumerate() {
        let known = |key: &&crate::metadata::AgentKey| key.stored.key() == stored.key();
        if !metadata.keys().iter().find(known).is_some_and(|key| key.verified) {
            return differs(format!("publicKey[{index}]"));
        }
    }
    if card.services().first().is_none_or(|first| first.uri != metadata.profile.endpoint) {
        return differs("service[0].uri".into());
    }
    if metadata.profile.is_active { Ok(card) } else { differs("is_active".into()) }
}

/// Takes name, description, endpoints, capabilities and times from a card.
///
/// Keys are never taken. Returns `{ metadata, proof: { state, code?, why?, data? }, lost }`.
///
/// # Errors
///
/// As [`Card::validate`] and, unless `policy` allows it, `ERR_CARD_SAGE_ID` for another
/// DID, and the codes of [`super::verify()`] for a card that no verified key of the metadata signed.
pub fn merge(
    text: &str,
    metadata: &V4,
    policy: MergePolicy,
    now: Option<UnixSeconds>,
) -> Result<String, Error> {
    let (card, keys) = Card::with_keys(text)?;
    if card.id != metadata.profile.did && !policy.allow_foreign_id {
        return Err(Error::CardSageId(metadata.profile.did.clone(), excerpt(&card.id)));
    }
    let proof = match card.check_proof(&keys, &trust_of(metadata), now) {
        Ok(_) => ok(Written::new()),
        Err(error) if policy.allow_unproven => refused(Written::new(), &error),
        Err(error) => return Err(error),
    };
    let lost = card.unknown.iter().chain(&metadata.unknown);
    let merged = take_over(&card, metadata)?;
    Ok(Written::with_room(2 * text.len())
        .texts("lost", lost.map(String::as_str))
        .inner("metadata", |written| merged.write(written))
        .json("proof", &proof.end())
        .end())
}

fn take_over(card: &Card, metadata: &V4) -> Result<V4, Error> {
    let capabilities = list_of_texts(card.capabilities.iter().map(String::as_str));
    let endpoint = |service: &Service| {
        Written::new().text("type", &service.kind).text("uri", &service.uri).end()
    };
    let endpoints: Vec<_> = card.services().iter().map(endpoint).collect();
    let added = [("capabilities", &*capabilities), ("endpoints", &*list_of(&endpoints))];
    let mut out = metadata.clone();
    out.profile.name.clone_from(&card.name);
    out.profile.description.clone_from(&card.description);
    let first = card.services().first();
    out.profile.endpoint = first.map(|service| service.uri.clone()).unwrap_or_default();
    out.profile.capabilities = Some(metadata.profile.capabilities_with(&added)?);
    out.profile.created_at.clone_from(&card.created);
    out.profile.updated_at.clone_from(&card.updated);
    Ok(out)
}
