//! Proofs of possession: each is written back as it was read, and no forged proof holds.

use countersign_core::{
    keys::{KeyType, PublicKey, sage_data::StoredKey},
    pop::{Challenge, Expected, Proof, sage, verify},
    time::UnixSeconds,
};
use countersign_testkit::keys::pinned;

use crate::Target;

pub(crate) const POP: Target = Target {
    name: "pop",
    run: run_pop,
    seeds: &[
        br#"{"algorithm":"ed25519","audience":"https://registry.example/agents","did":"did:web:agent.example","expires":1760000300,"issued":1760000010,"key":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","nonce":"BwcHBwcHBwcHBwcHBwcHBw","signature":"u_vKmJCD1yfmmgRaproccTfP1NHHWBA4LHaOKIR9uQSKCWurH2qvc4btfWZZ038rgGTFpxgskR5Yz2mjwr7HDA","type":"countersign/pop/v1"}"#,
        br#"{"algorithm":"ed25519","audience":"https://registry.example/agents","did":"did:web:agent.example","ephemeral":"z6LSi16V2fWZVEKxqVaaFo1By6dmYbPjLj6YcnnHvZaiLGQh","expires":1760000300,"identityKey":"z6Mkon3Necd6NkkyfoGoHxid2znGc59LU3K7mubaRcFbLfLX","issued":1760000010,"key":"z6LSqaU49Tn4sboPj9gbrxmcJ7sHF5gu6bzAASfJnh9meXK6","mac":"qgjZgdEEu8SjXeu5y4sfgK4cTNT6UhUOJZa0D4Oxbq8","nonce":"BwcHBwcHBwcHBwcHBwcHBw","signature":"xlWnTs12o11ckF7YdAeo5Hi4RY_-yUB7T1Bi_bbdPtbxJqHsu-jQZEX3ZsZvWK-1EdrQuxZvcGJikrc1cgjADA","type":"countersign/pop-agreement/v1"}"#,
        br#"{"audience":"https://registry.example/agents","ephemeral":"z6LSi16V2fWZVEKxqVaaFo1By6dmYbPjLj6YcnnHvZaiLGQh","expires":1760000300,"issued":1760000000,"nonce":"BwcHBwcHBwcHBwcHBwcHBw","type":"countersign/pop-challenge/v1"}"#,
    ],
};

pub(crate) const POP_SAGE: Target = Target {
    name: "pop_sage",
    run: run_sage,
    seeds: &[
        br#"[{"type":1,"key_data":"A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=","signature":"AQI="}]"#,
        br#"[{"type":0,"key_data":"ArpXNNj3CRcZRx5/fta53xcNxwzGYcoF5ohgGtmE8Giw","signature":null}]"#,
    ],
};

fn run_pop(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(challenge) = Challenge::from_json(text) {
        assert_eq!(Challenge::from_json(&challenge.to_json()), Ok(challenge));
    }
    let Ok(proof) = Proof::from_json(text) else { return };
    assert_eq!(Proof::from_json(&proof.to_json()).as_ref(), Ok(&proof));
    let asked = Challenge::new("audience", &[9; 32], UnixSeconds(1), UnixSeconds(2), None);
    let key = PublicKey::from_raw(KeyType::Ed25519, &[0x58; 32]);
    if let (Ok(challenge), Ok(key)) = (asked, key) {
        let expected = Expected {
            did: "did:x:y",
            trust: &pinned([&key]),
            challenge: &challenge,
            now: UnixSeconds(1),
            skew: 0,
        };
        assert!(verify(proof, &expected).is_err());
    }
}

fn run_sage(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(facts) = sage::verify_all("did:sage:ethereum:x", text) {
        // Nobody signed for this DID.
        assert!(!facts.contains(r#""proofs":{"state":"ok"}"#));
    }
    for number in 0..4 {
        if let Ok(key) = StoredKey::new(number, data) {
            assert_eq!(key.type_number(), number);
            assert!(sage::verify("did:x:y", &key, data).is_err());
        }
    }
}
