//! Which key a verifier may use, black box.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "test code")]

use countersign_core::{
    keys::{KeyType, PublicKey},
    time::UnixSeconds,
    trust::{Purpose, Trust, TrustedKey},
};

fn pinned() -> TrustedKey {
    // The base point of P-256, compressed.
    let mut bytes = [0; 33];
    let hex = "036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
    for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    }
    TrustedKey::pinned(PublicKey::from_raw(KeyType::P256, &bytes).unwrap())
}

fn found(key: TrustedKey, id: Option<&str>, purpose: Purpose, now: Option<u64>) -> bool {
    let trust = Trust { keys: vec![key], ..Trust::default() };
    trust.find(id, purpose, now.map(UnixSeconds)).count() == 1
}

#[test]
fn a_key_is_found_only_where_it_holds() {
    let named = TrustedKey { id: Some("did:ex:a#1".into()), ..pinned() };
    let bound = TrustedKey { purposes: Some(vec![Purpose::Authentication]), ..pinned() };
    let ends = TrustedKey { expires: Some(UnixSeconds(10)), ..pinned() };
    let revoked = TrustedKey { revoked: true, ..pinned() };
    let state = Purpose::AssertionMethod;
    let rows = [
        ("no name: any id", pinned(), Some("x"), state, None, true),
        ("its name", named.clone(), Some("did:ex:a#1"), state, None, true),
        ("another name", named.clone(), Some("did:ex:a#2"), state, None, false),
        ("no id asked", named, None, state, None, true),
        ("its purpose", bound.clone(), None, Purpose::Authentication, None, true),
        ("another purpose", bound, None, state, None, false),
        ("before its end", ends.clone(), None, state, Some(9), true),
        ("at its end", ends.clone(), None, state, Some(10), false),
        ("time unknown", ends, None, state, None, false),
        ("revoked", revoked, None, state, None, false),
    ];
    for (name, key, id, purpose, now, want) in rows {
        assert_eq!(found(key, id, purpose, now), want, "{name}");
    }
}
