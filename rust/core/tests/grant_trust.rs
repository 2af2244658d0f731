//! Whose keys a chain of grants may rest on.

use countersign_core::{
    did::{self, Purpose},
    grant::{Fact, State, Status, verify_chain},
    keys::Algorithm,
    time::UnixSeconds,
    trust::{Standing, Trust, TrustedKey},
};
use countersign_testkit::{
    keys::{did, secret},
    records::{pinned, tree},
};
use serde_json::{Value, json};

use crate::support::{
    grant::{NOW, complete, failure, judge, resigned, two_links},
    trust::trust_of,
};

#[test]
fn the_root_must_be_trusted() {
    let judge = |trust: &Trust| {
        let report = verify_chain(&two_links().to_string(), trust, &complete(), &Status::default());
        let failure = failure(&report).map(|(fact, _, code)| (fact, code));
        (failure, report.signer.map(|signer| signer.trust))
    };
    let refused = |code| (Some((Fact::Root, code)), None);
    assert_eq!(judge(&Trust::default()), refused("ERR_GRANT_ROOT"));
    assert_eq!(judge(&pinned(&secret(2))), refused("ERR_GRANT_ROOT"));
    let embedded = Trust { allow_embedded_key: true, ..Trust::default() };
    assert_eq!(judge(&embedded), (None, Some(Standing::SelfAsserted)));
    let mut owned = pinned(&secret(1));
    owned.keys[0].controller = Some("did:web:other.example".into());
    let trusted = (None, Some(Standing::Trusted));
    assert_eq!(judge(&owned), trusted, "a did:key is its key, by whatever name");
    owned.keys[0].algorithm = Some(Algorithm::P256Sha256);
    assert_eq!(judge(&owned), refused("ERR_GRANT_ROOT"), "trusted with another algorithm only");
    let mut revoked = pinned(&secret(1));
    revoked.keys[0].revoked = true;
    revoked.allow_embedded_key = true;
    assert_eq!(judge(&revoked), refused("ERR_GRANT_ROOT"));
    let document = did(&secret(1)).parse::<did::Did>().unwrap().document(did::Agreement::Separate);
    let input = json!({ "document": tree(&document.unwrap()) });
    assert_eq!(judge(&trust_of(&input).unwrap()), trusted);
}

/// How a key is listed.
type Listing = fn(&mut TrustedKey);

#[test]
fn a_key_below_the_root_holds_as_it_is_listed_or_not_at_all() {
    // Human 1 grants to 2, and 2 to 3, which is the last and only acts.
    let listed = |fill, change: Listing| {
        let mut key = TrustedKey::pinned(secret(fill).public_key().clone());
        change(&mut key);
        let keys = vec![key, pinned(&secret(1)).keys.remove(0)];
        let trust = Trust { keys, ..Trust::default() };
        let report =
            verify_chain(&two_links().to_string(), &trust, &complete(), &Status::default());
        failure(&report)
    };
    let refused: [(&str, Listing); 4] = [
        ("revoked", |key| key.revoked = true),
        ("expired", |key| key.expires = Some(NOW)),
        ("for another purpose", |key| key.purposes = Some(vec![Purpose::Authentication])),
        ("ended", |key| key.until = Some(UnixSeconds(NOW.0 - 40))),
    ];
    for (name, change) in refused {
        assert_eq!(listed(2, change), Some((Fact::Root, 1, "ERR_GRANT_ROOT")), "{name}");
        assert_eq!(listed(3, change), Some((Fact::Root, 1, "ERR_GRANT_ROOT")), "{name}, last");
    }
    let other: Listing = |key| key.algorithm = Some(Algorithm::P256Sha256);
    assert_eq!(listed(2, other), Some((Fact::Root, 1, "ERR_GRANT_ROOT")));
    let holds: [(&str, Listing); 3] = [
        ("as it is", |_| {}),
        ("its own algorithm", |key| key.algorithm = Some(Algorithm::Ed25519)),
        ("under another name: a did:key is its key", |key| {
            key.controller = Some("did:web:a.example".into());
        }),
    ];
    for (name, change) in holds {
        assert_eq!((listed(2, change), listed(3, change)), (None, None), "{name}");
    }
    let delegates: Listing = |key| key.purposes = Some(vec![Purpose::CapabilityDelegation]);
    assert_eq!(listed(2, delegates), None, "it signs a link");
    assert_eq!(listed(3, delegates), Some((Fact::Root, 1, "ERR_GRANT_ROOT")), "it is to act");
}

#[test]
fn a_key_that_is_listed_as_that_of_another_is_not_granted_to() {
    let mut chain = resigned(|link| link["subject"] = json!("did:web:helper.example"));
    let judge = |chain: &Value, owner: &str| {
        let mut trust = pinned(&secret(1));
        let key = TrustedKey::pinned(secret(3).public_key().clone());
        trust.keys.push(TrustedKey { controller: Some(owner.into()), ..key });
        failure(&verify_chain(&chain.to_string(), &trust, &complete(), &Status::default()))
    };
    assert_eq!(judge(&chain, "did:web:helper.example"), None);
    let refused = Some((Fact::Root, 1, "ERR_GRANT_ROOT"));
    assert_eq!(judge(&chain, "did:web:other.example"), refused);
    chain = self::two_links();
    assert_eq!(judge(&chain, "did:web:other.example"), None, "a did:key is its key");
}

#[test]
fn a_did_that_does_not_say_its_key_is_not_checked() {
    let chain = resigned(|link| link["subject"] = json!("did:web:helper.example"));
    let report = judge(&chain);
    assert_eq!(*report.state(Fact::Identities), State::Unchecked);
    assert_eq!(report.require(&[]).unwrap_err().code(), "ERR_FACT_UNCHECKED");
    assert_eq!(report.require(&[Fact::Identities]), Ok(()));
}
