//! The keys of a DID document, black box: which are used, what for, and why others are not.

use countersign_core::{
    did::Purpose,
    did::{
        Agreement,
        document::{DocumentKey, Unused, keys},
        key, record,
    },
    encoding::{base58, hex},
    keys::{KeyType, PublicKey, SecretKey, jwk, multikey},
};
use countersign_testkit::records::{self, tree};
use serde_json::{Map, Value, json};

use crate::support::trust::trust_of;

const DID: &str = "did:web:a.example";

fn public_key(key_type: KeyType) -> PublicKey {
    SecretKey::from_bytes(key_type, &[7; 32]).unwrap().public_key().clone()
}

fn found(document: Value) -> Vec<DocumentKey> {
    keys(records::document(&document).root()).unwrap().1
}

/// The one key of a document whose method has this type and these members.
fn one(kind: &str, members: Value) -> DocumentKey {
    let mut method = json!({ "id": "#k", "type": kind, "controller": DID });
    let target = method.as_object_mut().unwrap();
    target.extend(members.as_object().unwrap().clone());
    let document = json!({ "id": DID, "verificationMethod": [method], "assertionMethod": ["#k"] });
    found(document).remove(0)
}

#[test]
fn each_type_takes_its_own_key_in_its_own_form() {
    let [ed, k1, p256, x] =
        [KeyType::Ed25519, KeyType::Secp256k1, KeyType::P256, KeyType::X25519].map(public_key);
    let multibase = |key: &PublicKey| json!({ "publicKeyMultibase": multikey::encode(key) });
    let json_web = |key: &PublicKey| json!({ "publicKeyJwk": tree(&jwk::public_to_json(key)) });
    let b58 = |key: &PublicKey| json!({ "publicKeyBase58": base58::encode(key.as_bytes()) });
    let hex = |key: &PublicKey| json!({ "publicKeyHex": hex::encode(key.as_bytes()) });
    let account =
        json!({ "blockchainAccountId": "eip155:1:0xb9c5714089478a327f09197987f16f9e5d936e8a" });
    let mut private = json_web(&ed);
    private["publicKeyJwk"]["d"] = "AA".into();
    let mut two = multibase(&ed);
    two["publicKeyBase58"] = b58(&ed)["publicKeyBase58"].clone();
    let rows = [
        ("Multikey", multibase(&ed), Ok(&ed)),
        ("Multikey", multibase(&x), Ok(&x)),
        ("Multikey", json_web(&ed), Err(Unused::Key)),
        ("Multikey", json!({}), Err(Unused::Key)),
        ("Multikey", json!({ "publicKeyMultibase": "z6LSbad" }), Err(Unused::Key)),
        ("Multikey", json!({ "publicKeyMultibase": 5 }), Err(Unused::Key)),
        ("Multikey", two, Err(Unused::Key)),
        ("JsonWebKey", json_web(&p256), Ok(&p256)),
        ("JsonWebKey2020", json_web(&k1), Ok(&k1)),
        ("JsonWebKey2020", multibase(&k1), Err(Unused::Key)),
        ("JsonWebKey2020", private, Err(Unused::Key)),
        ("Ed25519VerificationKey2018", b58(&ed), Ok(&ed)),
        ("Ed25519VerificationKey2018", json_web(&ed), Ok(&ed)),
        ("Ed25519VerificationKey2020", multibase(&ed), Ok(&ed)),
        ("Ed25519VerificationKey2020", multibase(&x), Err(Unused::Key)),
        ("Ed25519VerificationKey2020", json_web(&p256), Err(Unused::Key)),
        ("Ed25519VerificationKey2018", b58(&p256), Err(Unused::Key)),
        ("X25519KeyAgreementKey2019", b58(&x), Ok(&x)),
        ("X25519KeyAgreementKey2020", multibase(&x), Ok(&x)),
        ("EcdsaSecp256k1VerificationKey2019", hex(&k1), Ok(&k1)),
        ("EcdsaSecp256k1VerificationKey2019", json_web(&p256), Err(Unused::Key)),
        ("EcdsaSecp256r1VerificationKey2019", multibase(&p256), Ok(&p256)),
        ("P256Key2021", b58(&p256), Ok(&p256)),
        ("EcdsaSecp256k1RecoveryMethod2020", account, Err(Unused::Account)),
        ("EcdsaSecp256k1RecoveryMethod2020", json_web(&k1), Err(Unused::Type)),
        ("Bls12381G2Key2020", b58(&ed), Err(Unused::Type)),
        ("", multibase(&ed), Err(Unused::Type)),
    ];
    for (kind, members, want) in rows {
        let got = one(kind, members.clone());
        assert_eq!(got.key.as_ref().map_err(|unused| *unused), want, "{kind}: {members}");
        assert_eq!((got.kind.as_str(), got.purposes), (kind, vec![Purpose::AssertionMethod]));
    }
}

#[test]
fn a_relationship_refers_to_listed_methods_only() {
    let key = multikey::encode(&public_key(KeyType::Ed25519));
    let method = |id: &str| json!({ "id": id, "type": "Multikey", "controller": DID, "publicKeyMultibase": key });
    let got = found(json!({
        "id": DID,
        "verificationMethod": [method("#listed"), method("#idle")],
        "authentication": [method("#inside"), "#listed", "#listed", "did:web:A.example#listed"],
        "assertionMethod": ["#inside", "#nowhere", "did:web:b.example#listed"],
    }));
    let names: Vec<_> = got.iter().map(|key| (key.id.as_str(), key.purposes.as_slice())).collect();
    let authentication = &[Purpose::Authentication][..];
    assert_eq!(
        names,
        [
            ("did:web:a.example#listed", authentication),
            ("did:web:a.example#idle", &[]),
            ("did:web:a.example#inside", authentication),
        ]
    );
}

#[test]
fn names_are_compared_in_canonical_spelling() {
    let key = multikey::encode(&public_key(KeyType::Ed25519));
    let address = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
    let alias = format!("did:sage:eth:{address}");
    let method = json!({ "id": format!("{alias}#k"), "type": "Multikey", "controller": alias, "publicKeyMultibase": key });
    let document = json!({ "id": alias, "assertionMethod": [method] });
    for input in [
        json!({ "document": document }),
        json!({ "keys": [{ "id": format!("{alias}#k"), "publicKeyMultibase": key }] }),
    ] {
        let trust = trust_of(&input).unwrap();
        for (id, count) in [
            (format!("{alias}#k"), 1),
            (format!("did:sage:ethereum:{address}#k"), 1),
            (format!("did:sage:ethereum:{address}#K"), 0),
            (format!("did:sage:ethereum:{address}:1#k"), 0),
            ("k".to_owned(), 0),
        ] {
            let found = trust.find(Some(&id), Purpose::AssertionMethod, None).count();
            assert_eq!(found, count, "{id}");
        }
    }
}

#[test]
fn the_record_says_what_is_not_used() {
    let key = public_key(KeyType::Ed25519);
    let did = key::from_public_key(&key).unwrap();
    let document = key::document(&did, Agreement::Separate).unwrap();
    let text = record::document_keys(&document).unwrap();
    let listed: Vec<Map<String, Value>> = serde_json::from_str(&text).unwrap();
    assert_eq!(listed[0]["publicKeyMultibase"], multikey::encode(&key));
    assert_eq!(listed[0]["purposes"].as_array().unwrap().len(), 4);
    assert!(!listed[0].contains_key("unused"));

    let odd = json!({ "id": DID, "verificationMethod": [{
        "id": "#k", "type": "Bls12381G2Key2020", "controller": DID, "expires": "2026-01-01T00:00:00Z",
    }] });
    let text = record::document_keys(&odd.to_string()).unwrap();
    let want = json!([{
        "id": "did:web:a.example#k", "type": "Bls12381G2Key2020", "controller": DID,
        "purposes": [], "unused": "type", "revoked": false, "expires": 1_767_225_600,
    }]);
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), want);
}
