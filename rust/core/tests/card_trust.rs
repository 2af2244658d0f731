//! Keys of agent cards: a key counts only as far as it is trusted.

use countersign_core::{
    card::{self, VerifyOptions},
    did::Purpose,
    encoding::base64url,
    keys::{Algorithm, KeyType, multikey},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::keys::{secret_of, trust_in};
use serde_json::json;

use crate::support::{
    card::{facts, outcome_of, own_trust, plain, sign, sign_raw},
    trust::trust_of,
};

#[test]
fn a_key_counts_only_as_far_as_it_is_trusted() {
    let card = sign(&plain(), &json!({ "kid": "k1" }), Algorithm::Ed25519).unwrap();
    let trust = |change: &dyn Fn(&mut TrustedKey)| {
        let mut trust = own_trust(KeyType::Ed25519);
        change(&mut trust.keys[0]);
        trust
    };
    let cases = [
        ("revoked", trust(&|key| key.revoked = true), "revoked"),
        ("expired", trust(&|key| key.expires = Some(UnixSeconds(10))), "expired"),
        (
            "for authentication",
            trust(&|key| key.purposes = Some(vec![Purpose::Authentication])),
            "purpose",
        ),
        (
            "another algorithm",
            trust(&|key| key.algorithm = Some(Algorithm::P256Sha256)),
            "algorithm",
        ),
        ("nobody", Trust::default(), "unknown"),
    ];
    for (name, trust, reason) in cases {
        let error = outcome_of(&card, &trust, Some(10)).unwrap_err();
        assert!(error.contains("unchecked: ERR_JWS_KEY"), "{name}: {error}");
        // Beside a signature that holds, the row says it.
        let both = sign(&card, &json!({ "kid": "k2" }), Algorithm::P256Sha256).unwrap();
        let mut trust = trust;
        trust.keys.push(
            trust_in(Some("k2"), secret_of(KeyType::P256, 7).public_key().clone()).keys.remove(0),
        );
        let options = VerifyOptions { now: Some(UnixSeconds(10)), ..VerifyOptions::default() };
        let report = facts(&card::verify(both.to_string().as_bytes(), &trust, options).unwrap());
        let row = &report["signatures"][0];
        assert_eq!(
            (&row["state"], &row["code"], &row["data"]),
            (&json!("unchecked"), &json!("ERR_JWS_KEY"), &json!({ "reason": reason })),
            "{name}"
        );
        assert!(row["why"].is_string());
    }
}

#[test]
fn an_embedded_key_is_used_only_where_allowed() {
    let public = secret_of(KeyType::Ed25519, 7).public_key().clone();
    let jwk = json!({ "kty": "OKP", "crv": "Ed25519", "x": base64url::encode(public.as_bytes()) });
    let header = json!({ "alg": "EdDSA", "kid": "k1", "jwk": jwk }).to_string();
    let text = sign_raw(&plain(), &header, &json!({})).to_string();
    let verify = |trust| card::verify(text.as_bytes(), &trust, VerifyOptions::default());

    assert_eq!(verify(Trust::default()).unwrap_err().code(), "ERR_CARD_UNVERIFIABLE");
    let allowed = verify(Trust { allow_embedded_key: true, ..Trust::default() }).unwrap();
    assert_eq!(facts(&allowed)["signer"]["trust"], "self-asserted");
    // A trusted key of that name decides, whatever the card carries.
    let mut other = trust_in(Some("k1"), secret_of(KeyType::P256, 7).public_key().clone());
    other.allow_embedded_key = true;
    assert_eq!(verify(other).unwrap_err().code(), "ERR_CARD_UNVERIFIABLE");
    // Nor does a key become the card's own by being revoked.
    let mut revoked = trust_in(Some("k1"), public);
    revoked.allow_embedded_key = true;
    revoked.keys[0].revoked = true;
    assert_eq!(verify(revoked).unwrap_err().code(), "ERR_CARD_UNVERIFIABLE");
}

#[test]
fn a_revoked_key_is_revoked_under_any_spelling_of_its_id() {
    let card = sign(&plain(), &json!({ "kid": "did:web:agent.example#k1" }), Algorithm::Ed25519);
    let card = card.unwrap();
    for id in ["did:web:agent.example#k1", "did:web:Agent.Example#k1"] {
        let key = json!({
            "publicKeyMultibase": multikey::encode(secret_of(KeyType::Ed25519, 7).public_key()),
            "id": id, "revoked": true,
        });
        let trust = trust_of(&json!({ "keys": [key] })).unwrap();
        let refusal = outcome_of(&card, &trust, None).unwrap_err();
        assert!(refusal.contains("revoked"), "{id}: {refusal}");
    }
    // The spelling of the card does not matter either.
    let spelled = sign(&plain(), &json!({ "kid": "did:web:AGENT.example#k1" }), Algorithm::Ed25519);
    let key = secret_of(KeyType::Ed25519, 7).public_key().clone();
    let mut trust = trust_in(Some("did:web:agent.example#k1"), key);
    trust.keys[0].revoked = true;
    let refusal = outcome_of(&spelled.unwrap(), &trust, None).unwrap_err();
    assert!(refusal.contains("revoked"), "{refusal}");
}
