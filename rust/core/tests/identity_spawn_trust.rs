//! Whose keys a lineage may rest on.

use countersign_core::{
    did::Purpose,
    encoding::base64url,
    grant,
    keys::Algorithm,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    keys::{did, multi, secret},
    records::{pinned, sign_grant},
};
use serde_json::json;

use crate::support::identity_spawn::{
    NOW, With, failure, generation, judge_with, lineage, options,
};

#[test]
fn trust_is_the_verifiers_own() {
    let all = lineage();
    let with = With::default();
    let other = judge_with(&all, &options(), &pinned(&secret(2)), &with);
    assert_eq!(failure(&other), Some(("root", 0, "ERR_SPAWN_ROOT")));
    let mut named = pinned(&secret(1));
    named.keys[0].controller = Some("did:web:somebody.example".into());
    // A `did:key` belongs to its own key, whatever else that key is pinned as.
    assert_eq!(failure(&judge_with(&all, &options(), &named, &with)), None);
    let any = Trust { allow_embedded_key: true, ..Trust::default() };
    assert!(judge_with(&all, &options(), &any, &with).to_json().contains("self-asserted"));
}

/// How a key is listed.
type Listing = fn(&mut TrustedKey);

#[test]
fn a_key_below_the_first_parent_holds_as_it_is_listed_or_not_at_all() {
    // 1 made 2, and 2 made 3.
    let listed = |fill, change: Listing| {
        let mut key = TrustedKey::pinned(secret(fill).public_key().clone());
        change(&mut key);
        let keys = vec![key, pinned(&secret(1)).keys.remove(0)];
        let trust = Trust { keys, ..Trust::default() };
        failure(&judge_with(&lineage(), &options(), &trust, &With::default()))
    };
    let refused: [(&str, Listing); 3] = [
        ("revoked", |key| key.revoked = true),
        ("expired", |key| key.expires = Some(NOW)),
        ("for another purpose", |key| key.purposes = Some(vec![Purpose::Authentication])),
    ];
    for (name, change) in refused {
        assert_eq!(listed(2, change), Some(("root", 1, "ERR_SPAWN_ROOT")), "{name}");
        assert_eq!(listed(3, change), Some(("root", 1, "ERR_SPAWN_ROOT")), "{name}, last");
    }
    let other: Listing = |key| key.algorithm = Some(Algorithm::P256Sha256);
    assert_eq!(listed(2, other), Some(("root", 1, "ERR_SPAWN_ROOT")));
    assert_eq!((listed(2, |_| {}), listed(3, |_| {})), (None, None));
}

#[test]
fn a_first_parent_that_is_revoked_is_not_granted_its_way_back() {
    let [human, one, two] = [7, 1, 2].map(secret);
    let all = [generation(&[], &one, &two, &json!({}))];
    let root = sign_grant(
        &json!({
            "type": "countersign/grant/v1", "algorithm": "ed25519",
            "issuer": did(&human), "issuerKey": multi(&human),
            "subject": did(&one), "subjectKey": multi(&one),
            "capabilities": ["read:docs/**"], "constraints": { "expires": NOW.0 + 400 },
            "delegation": 2, "issued": NOW.0 - 40, "nonce": base64url::encode(&[1; 16]) }),
        &human,
    );
    let draft = json!({
        "algorithm": "ed25519", "issuerKey": multi(&one),
        "subject": did(&two), "subjectKey": multi(&two),
        "capabilities": ["read:docs/a"], "delegation": 0, "issued": NOW.0 - 30,
        "nonce": base64url::encode(&[2; 16]) });
    let link = grant::delegate(&json!([root]).to_string(), &draft.to_string()).unwrap();
    let link = sign_grant(&serde_json::from_str(&link).unwrap(), &one);
    let with = With { grants: vec![root, link], ..With::default() };
    let mut trust = pinned(&human);
    let key = TrustedKey::pinned(one.public_key().clone());
    trust.keys.push(TrustedKey { revoked: true, ..key });
    let report = judge_with(&all, &options(), &trust, &with);
    assert_eq!(failure(&report), Some(("root", 0, "ERR_SPAWN_ROOT")));
}
