//! Identity files and derived keys: our own vectors, rejections, properties.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all identity::` writes
//! `rust/vectors/identity/file.json`; `ts/test/identity.test.ts` checks it with other implementations.

use countersign_core::{
    Error,
    encoding::hex,
    identity::{
        derivation::{self, Purpose},
        file::{Budget, File, MAX_SLOTS, stretch},
        recovery,
        vault::Vault,
    },
    keys::{KeyType, multikey},
};
use countersign_testkit::{FixedRng, vectors, write_vectors};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::identity::{CREATED, PASSPHRASE, TYPES, open, own_key, quick, settings, vault};

#[test]
fn every_kind_of_slot_opens() {
    let mut rng = FixedRng(2);
    let mut vault = vault(&mut rng);
    let stretched = stretch(&settings("passphrase"), PASSPHRASE).unwrap();
    let secrets =
        [("passphrase", stretched.to_vec()), ("recovery", vec![9; 32]), ("passkey", vec![8; 32])];
    let add = |(kind, secret): &(&str, Vec<u8>)| {
        vault.add_slot(settings(kind), secret, &mut rng).unwrap()
    };
    let ids: Vec<_> = secrets.iter().map(add).collect();
    let text = vault.seal(&mut rng).unwrap();
    for (id, (kind, secret)) in ids.iter().zip(&secrets) {
        let opened = open(&text, id, secret).unwrap();
        assert_eq!(opened.to_json(), vault.to_json(), "{kind}");
        for key_type in TYPES {
            let key = opened.key(key_type.as_str()).unwrap();
            assert_eq!(key.expose(), self::own_key(key_type).expose());
        }
    }
    let found = File::parse(&text).unwrap().unlock(None, PASSPHRASE, Budget::ALL).unwrap();
    assert_eq!(found[16..], *stretched);
    assert!(!format!("{vault:?}").contains(&hex::encode(&[4; 32])));
}

#[test]
fn a_wrong_secret_opens_nothing() {
    let (text, id) = quick();
    assert_eq!(open(&text, &id, &[1; 32]).unwrap_err(), Error::IdentityFileLocked);
    assert_eq!(open(&text, &id, &[9; 31]).unwrap_err().code(), "ERR_BYTES_LENGTH");
    let none = Error::IdentityFileSlot("none has this id");
    assert_eq!(open(&text, "AAAA", &[9; 32]).unwrap_err(), none);
    let file = File::parse(&text).unwrap();
    let none = Error::IdentityFileSlot("none is of a passphrase");
    assert_eq!(file.unlock(None, PASSPHRASE, Budget::ALL).unwrap_err(), none);
    assert_eq!(stretch(&settings("passphrase"), b"").unwrap_err(), Error::IdentityPassphraseEmpty);
    let other = Error::IdentityFileSlot("this one is not of a passphrase");
    assert_eq!(stretch(&settings("recovery"), b"x").unwrap_err(), other);
}

#[test]
fn a_fresh_file_key_and_a_new_root_shut_an_old_holder_out() {
    let mut rng = FixedRng(6);
    let (text, first) = quick();
    let mut vault = open(&text, &first, &[9; 32]).unwrap();
    let second = vault.add_slot(settings("passkey"), &[7; 32], &mut rng).unwrap();
    let both = vault.seal_fresh(true, &mut rng).unwrap();
    // The first slot remains, and its secret is not known here.
    let mut other = open(&both, &second, &[7; 32]).unwrap();
    assert_eq!(other.seal_fresh(true, &mut rng).unwrap_err(), Error::IdentityFileKept);
    other.remove_slot(&first).unwrap();
    let derived = |vault: &Vault| {
        let key = vault.derive(Purpose::Device, "laptop", KeyType::Ed25519).unwrap();
        key.public_key().clone()
    };
    let before = derived(&other);
    other.replace_root(&mut rng);
    assert_ne!(derived(&other), before);
    let after = other.seal_fresh(true, &mut rng).unwrap();
    assert_ne!(derived(&open(&after, &second, &[7; 32]).unwrap()), before);
}

#[test]
fn slots_come_and_go() {
    let mut rng = FixedRng(3);
    let (text, first) = quick();
    let mut vault = open(&text, &first, &[9; 32]).unwrap();
    let second = vault.add_slot(settings("passkey"), &[7; 32], &mut rng).unwrap();
    let both = vault.seal(&mut rng).unwrap();
    assert!(open(&both, &first, &[9; 32]).is_ok());
    // Changing a secret: a new slot is added, the old one removed, and the file key replaced.
    vault.remove_slot(&first).unwrap();
    let after = vault.seal(&mut rng).unwrap();
    let gone = Error::IdentityFileSlot("none has this id");
    assert_eq!(open(&after, &first, &[9; 32]).unwrap_err(), gone);
    assert!(open(&after, &second, &[7; 32]).is_ok());
    let commitment =
        |text: &str| serde_json::from_str::<Value>(text).unwrap()["commitment"].clone();
    assert_ne!(commitment(&both), commitment(&after));
    // A slot whose secret is not known stays usable.
    let mut other = open(&both, &second, &[7; 32]).unwrap();
    let kept = other.seal(&mut rng).unwrap();
    assert_eq!(commitment(&both), commitment(&kept));
    assert!(open(&kept, &first, &[9; 32]).is_ok());
    vault.remove_slot(&second).unwrap();
    let closed = Error::IdentityFileSlot("there is none, and nobody could open the file");
    assert_eq!(vault.seal(&mut rng).unwrap_err(), closed);
    for _ in 0..MAX_SLOTS {
        vault.add_slot(settings("recovery"), &[9; 32], &mut rng).unwrap();
    }
    let full = vault.add_slot(settings("recovery"), &[9; 32], &mut rng).unwrap_err();
    assert_eq!(full.code(), "ERR_LIMIT_EXCEEDED");
}

#[test]
fn keys_come_and_go() {
    let mut vault = vault(&mut FixedRng(4));
    let key = own_key(KeyType::Ed25519);
    assert_eq!(
        vault.add_key("Ed25519", CREATED, &key).unwrap_err(),
        Error::IdentityFileLabel("Ed25519".into())
    );
    for label in ["", "a\nb", &"x".repeat(65)] {
        let error = vault.add_key(label, CREATED, &key).unwrap_err();
        assert_eq!(error.code(), "ERR_IDENTITY_FILE_MALFORMED");
    }
    vault.remove_key("Ed25519").unwrap();
    assert_eq!(vault.remove_key("Ed25519").unwrap_err(), Error::IdentityFileKey("Ed25519".into()));
    assert_eq!(vault.key("Ed25519").unwrap_err(), Error::IdentityFileKey("Ed25519".into()));
    vault.name("did:web:other.example").unwrap();
    assert!(vault.to_json().contains("other.example"));
    assert_eq!(vault.name("").unwrap_err().code(), "ERR_IDENTITY_FILE_MALFORMED");
}

#[test]
fn derived_keys_differ_in_everything() {
    let vault = vault(&mut FixedRng(5));
    let mut seen = std::collections::HashSet::new();
    for purpose in Purpose::ALL {
        for context in ["a", "ab", "session:a"] {
            for key_type in TYPES {
                match vault.derive(purpose, context, key_type) {
                    Ok(key) => assert!(seen.insert(key.expose().to_vec())),
                    Err(error) => assert_eq!(error.code(), "ERR_DERIVATION_PURPOSE"),
                }
            }
        }
    }
    assert_eq!(seen.len(), 3 * (4 + 3 * 3 + 1));
    let again = vault.derive(Purpose::Device, "a", KeyType::Ed25519).unwrap();
    assert!(seen.contains(again.expose()));
}

#[test]
fn refuses_derivations() {
    let cases = [
        ("no context", Purpose::Device, "", KeyType::Ed25519, "ERR_DERIVATION_CONTEXT"),
        ("a control character", Purpose::Device, "a\0", KeyType::Ed25519, "ERR_DERIVATION_CONTEXT"),
        ("agreement for a device", Purpose::Device, "a", KeyType::X25519, "ERR_DERIVATION_PURPOSE"),
        (
            "a signature for encryption",
            Purpose::Encryption,
            "a",
            KeyType::P256,
            "ERR_DERIVATION_PURPOSE",
        ),
        (
            "ML-DSA for encryption",
            Purpose::Encryption,
            "a",
            KeyType::MlDsa44,
            "ERR_DERIVATION_PURPOSE",
        ),
    ];
    for (name, purpose, context, key_type, code) in cases {
        let error = derivation::derive(&[1; 32], purpose, context, key_type).unwrap_err();
        assert_eq!(error.code(), code, "{name}");
    }
    let long = "x".repeat(1_025);
    let error = derivation::derive(&[1; 32], Purpose::Device, &long, KeyType::Ed25519).unwrap_err();
    assert_eq!(error, Error::DerivationContext(1024, 1025));
    assert_eq!("root".parse::<Purpose>().unwrap_err(), Error::DerivationPurpose("root".into()));
}

#[test]
fn recovery_keys_in_writing() {
    let text = recovery::encode(&[9; 32]).unwrap();
    assert_eq!(*recovery::decode(&text).unwrap(), [9; 32]);
    let spaced = format!(" {}-{}\n{} ", &text[..10], &text[10..20], &text[20..]);
    assert_eq!(*recovery::decode(&spaced).unwrap(), [9; 32]);
    let slip = |from: &str, to: &str| text.replacen(from, to, 1);
    let (head, tail) = (&text[..1], &text[text.len() - 1..]);
    for wrong in [
        slip(head, "2"),
        text.replace(tail, ""),
        format!("{text}1"),
        String::new(),
        "0".repeat(40),
        "z".repeat(200),
    ] {
        assert_eq!(recovery::decode(&wrong).unwrap_err(), Error::IdentityRecovery, "{wrong}");
    }
    assert_eq!(recovery::encode(&[9; 31]).unwrap_err().code(), "ERR_BYTES_LENGTH");
}

#[test]
fn golden_file() {
    write_vectors("identity/file.json", written);
    for case in vectors("identity/file.json")["files"].as_array().unwrap() {
        let text = case["file"].to_string();
        let file = File::parse(&text).unwrap();
        let slots = case["file"]["slots"].as_array().unwrap();
        for (slot, with) in slots.iter().zip(case["unlocks"].as_array().unwrap()) {
            let bytes = |name: &str| hex::decode(with[name].as_str().unwrap()).unwrap();
            let id = slot["id"].as_str().unwrap();
            let secret = match slot["kind"].as_str().unwrap() {
                "passphrase" => {
                    file.unlock(Some(id), &bytes("passphrase"), Budget::ALL).unwrap()[16..].to_vec()
                }
                "recovery" => {
                    recovery::decode(with["recoveryKey"].as_str().unwrap()).unwrap().to_vec()
                }
                _ => bytes("output"),
            };
            let vault = Vault::open(&file, id, &secret).unwrap();
            for key in case["keys"].as_array().unwrap() {
                let opened = vault.key(key["label"].as_str().unwrap()).unwrap();
                assert_eq!(hex::encode(opened.expose()), key["secret"].as_str().unwrap());
            }
            for derived in case["derived"].as_array().unwrap() {
                let text = |name: &str| derived[name].as_str().unwrap();
                let (purpose, key_type) =
                    (text("purpose").parse().unwrap(), text("keyType").parse().unwrap());
                let key = vault.derive(purpose, text("context"), key_type).unwrap();
                assert_eq!(multikey::encode(key.public_key()), text("key"));
                assert_eq!(hex::encode(key.expose()), text("secret"));
            }
        }
    }
}

fn written() -> Value {
    let mut rng = FixedRng(11);
    let mut vault = vault(&mut rng);
    let stretched = stretch(&settings("passphrase"), PASSPHRASE).unwrap();
    vault.add_slot(settings("passphrase"), &stretched, &mut rng).unwrap();
    vault.add_slot(settings("recovery"), &[9; 32], &mut rng).unwrap();
    vault.add_slot(settings("passkey"), &[8; 32], &mut rng).unwrap();
    let file: Value = serde_json::from_str(&vault.seal(&mut rng).unwrap()).unwrap();
    let derived: Vec<_> = [
        (Purpose::Session, "session-1", KeyType::X25519),
        (Purpose::Capability, "storage/read", KeyType::Secp256k1),
        (Purpose::Device, "laptop", KeyType::Ed25519),
        (Purpose::Revocation, "grant-7", KeyType::P256),
        (Purpose::Encryption, "inbox", KeyType::X25519),
    ]
    .into_iter()
    .map(|(purpose, context, key_type)| {
        let key = vault.derive(purpose, context, key_type).unwrap();
        json!({
            "purpose": purpose.as_str(),
            "context": context,
            "keyType": key_type.as_str(),
            "key": multikey::encode(key.public_key()),
            "secret": hex::encode(key.expose()),
        })
    })
    .collect();
    let keys: Vec<_> = TYPES
        .into_iter()
        .map(|key_type| json!({ "label": key_type.as_str(), "secret": hex::encode(own_key(key_type).expose()) }))
        .collect();
    let case = json!({
        "file": file,
        "unlocks": [
            { "passphrase": hex::encode(PASSPHRASE) },
            { "recoveryKey": recovery::encode(&[9; 32]).unwrap() },
            { "output": hex::encode(&[8; 32]) },
        ],
        "keys": keys,
        "derived": derived,
    });
    json!({ "files": [case] })
}

proptest! {
    /// Nothing panics, and what was read is written back unchanged.
    #[test]
    fn any_change_is_found_or_harmless(index in 0_usize..3000, with in any::<u8>()) {
        let (text, id) = quick();
        let mut bytes = text.clone().into_bytes();
        let index = index % bytes.len();
        bytes[index] = with;
        let Ok(text) = String::from_utf8(bytes) else { return Ok(()) };
        if let Ok(file) = File::parse(&text) {
            let written = file.to_text().unwrap();
            prop_assert_eq!(File::parse(&written).unwrap(), file);
            prop_assert!(open(&text, &id, &[9; 32]).is_ok());
        }
    }
}
