//! Converting one version to the other, and saying what does not fit.
//!
//! | Direction | Rule |
//! | --- | --- |
//! | V1 to V4 | `public_key` and `public_kem_key` become keys, in this order, never `verified` |
//! | V4 to V1 | the primary key becomes `public_key`: the one that the caller names, else the first `verified` secp256k1 key, else the first `verified` Ed25519 key |
//! | | `public_kem_key` is V4's own, else the first `verified` X25519 key |
//!
//! SAGE sets `verified` by itself, takes an unverified key as primary, and silently
//! drops what does not fit. Here a conversion that loses something is refused unless
//! the caller allows it, and the result names what was lost.

use super::{AgentKey, ROOM, V1, V4};
use crate::{Error, keys::sage_data::StoredKey, print::Written};

/// A member that the other version has no place for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Loss {
    /// Where it was, for example `keys[1]`.
    pub path: String,
    /// Why it was left behind.
    pub reason: &'static str,
}

/// The result of a conversion.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Converted<T> {
    /// The metadata in the other version.
    pub metadata: T,
    /// What was left behind. Empty unless the caller allowed losses.
    pub lost: Vec<Loss>,
    /// Members that the source did not state: the path, and the value that was assumed.
    pub inferred: Vec<(String, &'static str)>,
}

/// Which key becomes V1's `public_key`.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Primary {
    /// By the rule of this module.
    #[default]
    Verified,
    /// The key at this index of the list, verified or not. The caller answers for it.
    Index(usize),
}

impl Primary {
    /// The key at an index that crossed the boundary.
    #[must_use]
    pub fn index(index: u32) -> Self {
        Self::Index(usize::try_from(index).unwrap_or(usize::MAX))
    }
}

/// Converts V1 to V4.
///
/// # Errors
///
/// `ERR_METADATA_LOSSY` if something is lost and `allow_loss` is not set.
pub fn to_v4(v1: V1, allow_loss: bool) -> Result<Converted<V4>, Error> {
    let V1 { profile, public_key, type_named, public_kem_key, unknown } = v1;
    let guessed = public_key.as_ref().filter(|_| !type_named).map(StoredKey::type_name);
    let inferred = guessed.map(|name| ("public_key_type".to_owned(), name));
    let key = |stored| AgentKey {
        stored,
        signature: None,
        verified: false,
        created_at: profile.created_at.clone(),
    };
    let keys = public_key.into_iter().chain(public_kem_key).map(key).collect();
    let metadata = V4 { profile, keys: Some(keys), public_kem_key: None, unknown: Vec::new() };
    let lost = unknown.into_iter().map(unknown_loss).collect();
    refuse_loss(Converted { metadata, lost, inferred: inferred.into_iter().collect() }, allow_loss)
}

/// Converts V4 to V1.
///
/// # Errors
///
/// `ERR_METADATA_LOSSY` if something is lost and `allow_loss` is not set;
/// `ERR_METADATA_PRIMARY` if `primary` is not the index of a signing key.
pub fn to_v1(v4: V4, primary: Primary, allow_loss: bool) -> Result<Converted<V1>, Error> {
    let signing = choose_primary(v4.keys(), primary)?;
    let kem = choose_kem(&v4);
    let carried = |index: usize| Some(index) == signing || Some(index) == kem;
    let created = &v4.profile.created_at;
    let all = v4.keys().iter().enumerate();
    let left = all.flat_map(|(index, key)| key_losses(index, key, carried(index), created));
    let lost = v4.unknown.iter().cloned().map(unknown_loss).chain(left).collect();
    let stored = |index: Option<usize>| v4.keys().get(index?).map(|key| key.stored.clone());
    let (public_key, kem) = (stored(signing), stored(kem));
    let metadata = V1 {
        profile: v4.profile,
        public_key,
        type_named: false,
        public_kem_key: v4.public_kem_key.or(kem),
        unknown: Vec::new(),
    };
    refuse_loss(Converted { metadata, lost, inferred: Vec::new() }, allow_loss)
}

impl Converted<V1> {
    /// `{ metadata, lost: [{ path, reason }], inferred: [{ path, value }] }`.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.report(V1::write)
    }
}

impl Converted<V4> {
    /// `{ metadata, lost: [{ path, reason }], inferred: [{ path, value }] }`.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.report(V4::write)
    }
}

impl<T> Converted<T> {
    fn report(&self, write: impl FnOnce(&T, Written) -> Written) -> String {
        let (lost, inferred) = (self.lost.iter(), self.inferred.iter());
        Written::with_room(ROOM)
            .objects("inferred", inferred, |written, (path, value)| {
                written.text("path", path).text("value", value)
            })
            .objects("lost", lost, |written, loss| {
                written.text("path", &loss.path).text("reason", loss.reason)
            })
            .inner("metadata", |written| write(&self.metadata, written))
            .end()
    }
}

fn choose_primary(keys: &[AgentKey], primary: Primary) -> Result<Option<usize>, Error> {
    let verified =
        |number| keys.iter().position(|key| key.verified && key.stored.type_number() == number);
    match primary {
        Primary::Verified => Ok(verified(0).or_else(|| verified(1))),
        Primary::Index(index) => match keys.get(index) {
            Some(key) if key.stored.type_number() < 2 => Ok(Some(index)),
            _ => Err(Error::MetadataPrimary(index)),
        },
    }
}

/// The index of the key that becomes `public_kem_key`, or is the same as it.
fn choose_kem(v4: &V4) -> Option<usize> {
    v4.keys().iter().position(|key| match &v4.public_kem_key {
        Some(own) => own.key() == key.stored.key(),
        None => key.verified && key.stored.type_number() == 2,
    })
}

fn key_losses(index: usize, key: &AgentKey, carried: bool, created: &str) -> Vec<Loss> {
    if !carried {
        let reason = if key.verified { "no place for a further key" } else { "not verified" };
        return vec![Loss { path: format!("keys[{index}]"), reason }];
    }
    let parts = [
        (key.signature.is_some(), "signature", "no place for a proof"),
        (key.verified, "verified", "no place for the claim"),
        (key.created_at != created, "created_at", "no place for the time of a key"),
    ];
    let there = parts.into_iter().filter(|(there, ..)| *there);
    there.map(|(_, name, reason)| Loss { path: format!("keys[{index}].{name}"), reason }).collect()
}

const fn unknown_loss(path: String) -> Loss {
    Loss { path, reason: "not a member of the format" }
}

fn refuse_loss<T>(converted: Converted<T>, allow_loss: bool) -> Result<Converted<T>, Error> {
    match converted.lost.first() {
        Some(first) if !allow_loss => Err(Error::MetadataLossy(first.path.clone())),
        _ => Ok(converted),
    }
}
