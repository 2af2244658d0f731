//! Receipts in envelopes of others: JWS, DSSE, COSE.

use countersign_core::{
    encoding::hex,
    keys::{Algorithm, KeyType},
    receipt::envelope::{self, Kind, Seal},
    trust::Trust,
};
use countersign_testkit::{keys::secret_of, records::sign_receipt};
use serde_json::Value;

use crate::support::{
    high_s::other_s,
    receipt::{countersign, draft, ed25519, expected, seal, trust, value},
};

#[test]
fn envelopes_carry_the_whole_receipt_and_are_checked_twice() {
    let [actor, notary] = [1, 2].map(ed25519);
    let receipt = sign_receipt(&draft(Algorithm::Ed25519), None, &actor);
    let receipt = countersign(receipt, "did:web:notary.example", &notary);
    for kind in [Kind::Jws, Kind::Dsse, Kind::Cose] {
        for algorithm in [Algorithm::Ed25519, Algorithm::P256Sha256, Algorithm::Secp256k1Sha256] {
            let archive = secret_of(algorithm.key_type(), 9);
            let sealed = seal(&receipt, kind, &archive, algorithm);
            let open =
                |trust: &Trust, bytes: &[u8]| envelope::verify(kind, bytes, trust, &expected());
            let both = trust(&[
                ("did:web:agent.example#key-1", &actor),
                ("did:web:archive.example#key-1", &archive),
            ]);
            let opened: Value = serde_json::from_str(&open(&both, &sealed).unwrap()).unwrap();
            assert_eq!(opened["receipt"], value(&receipt));
            assert_eq!(opened["facts"]["id"], receipt.id().to_string());
            assert_eq!(opened["envelope"]["signer"]["id"], "did:web:archive.example#key-1");
            let inner = open(&trust(&[("did:web:agent.example#key-1", &actor)]), &sealed);
            let inner = inner.unwrap_err().code();
            assert!(["ERR_ENVELOPE_KEY", "ERR_JWS_KEY"].contains(&inner), "{inner}");
            let outer = open(&trust(&[("did:web:archive.example#key-1", &archive)]), &sealed);
            assert_eq!(outer.unwrap_err().code(), "ERR_RECEIPT_KEY");
            for index in 0..sealed.len() {
                let mut altered = sealed.clone();
                altered[index] ^= 1;
                if let Ok(again) = open(&both, &altered) {
                    // DSSE passes over members that it does not know, and the key id is a hint.
                    assert_eq!(kind, Kind::Dsse, "{index}");
                    assert_eq!(
                        serde_json::from_str::<Value>(&again).unwrap()["receipt"],
                        value(&receipt)
                    );
                }
            }
        }
    }
}

#[test]
fn the_key_of_an_envelope_is_of_its_type_and_for_its_algorithm() {
    let (actor, archive) = (ed25519(1), secret_of(KeyType::Secp256k1, 9));
    let receipt = sign_receipt(&draft(Algorithm::Ed25519), None, &actor);
    let sealed = seal(&receipt, Kind::Cose, &archive, Algorithm::Secp256k1Sha256);
    let code = |key_type, seed, algorithm| {
        let key = secret_of(key_type, seed);
        let mut trust = trust(&[
            ("did:web:agent.example#key-1", &actor),
            ("did:web:archive.example#key-1", &key),
        ]);
        trust.keys[1].algorithm = algorithm;
        let opened = envelope::verify(Kind::Cose, &sealed, &trust, &expected());
        opened.map_or_else(|error| error.code(), |_| "")
    };
    let k1 = KeyType::Secp256k1;
    assert_eq!(code(k1, 9, None), "");
    assert_eq!(code(k1, 9, Some(Algorithm::Secp256k1Sha256)), "");
    assert_eq!(code(k1, 9, Some(Algorithm::Secp256k1Keccak256)), "ERR_ENVELOPE_KEY");
    assert_eq!(code(KeyType::P256, 9, None), "ERR_ENVELOPE_KEY");
    assert_eq!(code(k1, 8, None), "ERR_ENVELOPE_SIGNATURE");
}

#[test]
fn an_envelope_may_have_either_s_and_changes_no_id() {
    let actor = ed25519(1);
    let receipt = sign_receipt(&draft(Algorithm::Ed25519), None, &actor);
    let text = receipt.to_json().unwrap();
    for kind in [Kind::Jws, Kind::Dsse, Kind::Cose] {
        for algorithm in [Algorithm::P256Sha256, Algorithm::Secp256k1Sha256] {
            let archive = secret_of(algorithm.key_type(), 9);
            let seal = Seal { algorithm, key_id: "did:web:archive.example#key-1" };
            let unsigned = || envelope::unsigned(kind, text.as_bytes(), seal).unwrap();
            let low = archive.sign(algorithm, unsigned().message()).unwrap();
            let both = trust(&[
                ("did:web:agent.example#key-1", &actor),
                ("did:web:archive.example#key-1", &archive),
            ]);
            for (signature, high_s) in
                [(low.clone(), Value::Null), (other_s(algorithm.key_type(), &low), true.into())]
            {
                let sealed = unsigned().sign(&archive, |_, _, _| Ok(signature)).unwrap();
                let opened = envelope::verify(kind, &sealed, &both, &expected()).unwrap();
                let opened: Value = serde_json::from_str(&opened).unwrap();
                assert_eq!(opened["envelope"]["highS"], high_s, "{kind:?} {algorithm:?}");
                assert_eq!(opened["facts"]["id"], receipt.id().to_string());
            }
        }
    }
}

#[test]
fn refuses_other_forms_of_cose() {
    let (actor, archive) = (ed25519(1), ed25519(9));
    let receipt = sign_receipt(&draft(Algorithm::Ed25519), None, &actor);
    let sealed = seal(&receipt, Kind::Cose, &archive, Algorithm::Ed25519);
    let both = trust(&[
        ("did:web:agent.example#key-1", &actor),
        ("did:web:archive.example#key-1", &archive),
    ]);
    let code = |bytes: &[u8]| {
        envelope::verify(Kind::Cose, bytes, &both, &expected())
            .map_or_else(|error| error.code(), |_| "")
    };
    assert_eq!(code(&sealed), "");
    assert_eq!(hex::encode(&sealed[..2]), "d284");
    let longer = [&sealed[..], &[0]].concat();
    let untagged = &sealed[1..];
    let long_array = [&[0xd2, 0x98, 0x04], &sealed[2..]].concat();
    let indefinite = [&[0xd2, 0x9f], &sealed[2..], &[0xff]].concat();
    let long_tag = [&[0xd8, 0x12], &sealed[1..]].concat();
    let huge = [0xd2, 0x84, 0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    for bytes in
        [&longer, untagged, &long_array, &indefinite, &long_tag, &huge[..], &[], &sealed[..40]]
    {
        assert_eq!(code(bytes), "ERR_ENVELOPE_MALFORMED", "{}", hex::encode(bytes));
    }
    assert!(
        envelope::unsigned(
            Kind::Cose,
            receipt.to_json().unwrap().as_bytes(),
            Seal { algorithm: Algorithm::Secp256k1Keccak256, key_id: "" },
        )
        .is_err()
    );
}
