//! Making grants and acknowledgements that AgenticIdentity accepts.

use serde::Deserialize;
use serde_json::Value;

use super::{Capability, Channel, Constraints, Grant, RevocationConfig, capability, inspect};
use crate::{
    Error,
    aid::{self, Anchors, ensure},
    keys::PublicKey,
    unsigned::Unsigned,
};

/// What the maker of a grant says; the rest follows from it and the keys.
#[derive(Deserialize)]
struct Draft {
    capabilities: Vec<Capability>,
    constraints: DraftConstraints,
    #[serde(default)]
    delegation_allowed: bool,
    max_delegation_depth: Option<u32>,
    #[serde(deserialize_with = "aid::micros")]
    granted_at: u64,
    revocation_channel: Option<Channel>,
    #[serde(default)]
    required_witnesses: Vec<String>,
}

#[derive(Deserialize)]
struct DraftConstraints {
    #[serde(deserialize_with = "aid::micros")]
    not_before: u64,
    #[serde(default, deserialize_with = "aid::micros_option")]
    not_after: Option<u64>,
    #[serde(default, deserialize_with = "aid::micros_option")]
    max_uses: Option<u64>,
    geographic: Option<Vec<String>>,
    ip_allowlist: Option<Vec<String>>,
    custom: Option<Value>,
}

impl From<DraftConstraints> for Constraints {
    fn from(draft: DraftConstraints) -> Self {
        Self {
            not_before: draft.not_before,
            not_after: draft.not_after,
            max_uses: draft.max_uses,
            geographic: draft.geographic,
            ip_allowlist: draft.ip_allowlist,
            custom: draft.custom,
        }
    }
}

fn build(
    draft: &str,
    grantor: &PublicKey,
    grantee: &PublicKey,
    parent: &str,
) -> Result<Grant, Error> {
    let draft: Draft = aid::read_exact(draft, "the draft of a grant")?;
    let well_formed =
        draft.capabilities.iter().all(|capability| capability::is_pattern(&capability.uri));
    ensure(well_formed && !draft.capabilities.is_empty(), || Error::AidCapability)?;
    capability::check_count(draft.capabilities.len())?;
    let identity = aid::identity_of(grantor)?;
    let bare = identity.strip_prefix("aid_").unwrap_or_default();
    let mut grant = Grant {
        id: String::new(),
        grantor_key: aid::key_text(grantor),
        grantee: aid::identity_of(grantee)?,
        grantee_key: aid::key_text(grantee),
        capabilities: draft.capabilities,
        constraints: draft.constraints.into(),
        delegation_allowed: draft.delegation_allowed,
        max_delegation_depth: draft.max_delegation_depth,
        parent_grant: None,
        delegation_depth: 0,
        revocation: RevocationConfig {
            revocation_key_id: format!("revkey_{bare}"),
            revocation_channel: draft.revocation_channel.unwrap_or(Channel::Local),
            required_witnesses: draft.required_witnesses,
        },
        granted_at: draft.granted_at,
        grant_hash: String::new(),
        grantor_signature: String::new(),
        grantee_acknowledgment: None,
        grantor: identity,
    };
    link(&mut grant, parent)?;
    grant.grant_hash = aid::hash(&grant.hash_input());
    grant.id = aid::id("atrust_", grant.grant_hash.as_bytes());
    Ok(grant)
}

/// Puts a grant below its parent, which must hold and allow this. An empty text means no parent.
fn link(grant: &mut Grant, parent: &str) -> Result<(), Error> {
    if parent.is_empty() {
        return Ok(());
    }
    let parent = inspect(parent, &Anchors::embedded())?.grant;
    let requested: Vec<String> =
        grant.capabilities.iter().map(|capability| capability.uri.clone()).collect();
    may_delegate(&parent, &requested)?;
    ensure(parent.grantee == grant.grantor, || Error::AidLink)?;
    grant.delegation_depth = parent.delegation_depth + 1;
    grant.parent_grant = Some(parent.id);
    Ok(())
}

fn may_delegate(parent: &Grant, requested: &[String]) -> Result<(), Error> {
    ensure(parent.delegation_allowed, || Error::AidDelegation)?;
    ensure(parent.delegation_depth < parent.max_depth(), || Error::AidDepth)?;
    let granted: Vec<&str> =
        parent.capabilities.iter().map(|capability| capability.uri.as_str()).collect();
    ensure(capability::covers_all(&granted, requested), || Error::AidWidened)
}

/// Whether the holder of a grant may pass these capabilities on. The grant itself must hold.
///
/// # Errors
///
/// `ERR_AID_DELEGATION`, `ERR_AID_DEPTH`, `ERR_AID_WIDENED`; as [`inspect`]; `ERR_AID_MALFORMED`
/// unless `requested` is a JSON list of text.
pub fn validate_delegation(parent: &str, requested: &str) -> Result<(), Error> {
    let parent = inspect(parent, &Anchors::embedded())?.grant;
    let requested: Vec<String> = aid::read_exact(requested, "a list of capabilities")?;
    capability::check_count(requested.len())?;
    may_delegate(&parent, &requested)
}

/// The grant, to be signed by its grantor. `parent` is the grant that is delegated, or empty.
///
/// # Errors
///
/// `ERR_AID_MALFORMED`, `ERR_AID_CAPABILITY` (none, or not well-formed), the codes of
/// [`validate_delegation`], `ERR_AID_LINK` if the parent is another's; `ERR_KEY_TYPE_MISMATCH`.
pub fn unsigned(
    draft: &str,
    grantor: &PublicKey,
    grantee: &PublicKey,
    parent: &str,
) -> Result<Unsigned, Error> {
    let grant = build(draft, grantor, grantee, parent)?;
    let message = grant.grant_hash.clone();
    let complete = move |grantor_signature| Grant { grantor_signature, ..grant }.to_json();
    Ok(aid::unsigned(grantor, message, complete))
}

/// A grant that its grantee is to acknowledge. It must hold, and be for this key.
///
/// # Errors
///
/// As [`inspect`]; `ERR_AID_IDENTITY` for another key than the grantee's.
pub fn unsigned_acknowledgement(text: &str, key: &PublicKey) -> Result<Unsigned, Error> {
    let grant = inspect(text, &Anchors::embedded())?.grant;
    ensure(grant.grantee_key == aid::key_text(key), || Error::AidIdentity)?;
    let message = grant.acknowledgment_input();
    let complete =
        move |signature| Grant { grantee_acknowledgment: Some(signature), ..grant }.to_json();
    Ok(aid::unsigned(key, message, complete))
}
