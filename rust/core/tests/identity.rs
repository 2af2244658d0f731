//! Identity files and derived keys: our own vectors, rejections, properties.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test identity` writes
//! `rust/vectors/identity/file.json`; `ts/test/identity.test.ts` checks it with other implementations.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

use countersign_core::{
    Error,
    encoding::hex,
    identity::{
        derivation::{self, Purpose},
        file::{Budget, File, MAX_SLOTS, SlotSettings, stretch},
        recovery,
        vault::Vault,
    },
    keys::{KeyType, SecretKey, multikey},
    time::UnixSeconds,
};
use countersign_testkit::{
    FixedRng,
    keys::{secret, secret_of},
    vectors, write_vectors,
};
use proptest::prelude::*;
use serde_json::{Value, json};

const PASSPHRASE: &[u8] = "pässword of the agent".as_bytes();
const CREATED: UnixSeconds = UnixSeconds(1_760_000_000);
const TYPES: [KeyType; 4] = [KeyType::Ed25519, KeyType::Secp256k1, KeyType::P256, KeyType::X25519];

fn own_key(key_type: KeyType) -> SecretKey {
    secret_of(key_type, u8::try_from(key_type.code()).unwrap())
}

fn settings(kind: &str) -> SlotSettings {
    let salt = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE";
    let mut settings = json!({ "kind": kind, "salt": salt, "label": "first" });
    let more = match kind {
        "passphrase" => json!({ "memory": 35_840, "iterations": 1, "parallelism": 1 }),
        "passkey" => json!({ "credential": "AAEC", "relyingParty": "agent.example" }),
        _ => json!({}),
    };
    settings.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    SlotSettings::from_json(&settings.to_string()).unwrap()
}

fn vault(rng: &mut FixedRng) -> Vault {
    let mut vault = Vault::new(Some("did:web:agent.example"), rng).unwrap();
    for key_type in TYPES {
        vault.add_key(key_type.as_str(), CREATED, &own_key(key_type)).unwrap();
    }
    vault
}

/// A file whose only slot is for the recovery key of nines: it opens without Argon2id.
fn quick() -> (String, String) {
    let mut rng = FixedRng(1);
    let mut vault = vault(&mut rng);
    let id = vault.add_slot(settings("recovery"), &[9; 32], &mut rng).unwrap();
    (vault.seal(&mut rng).unwrap(), id)
}

fn open(text: &str, slot: &str, secret: &[u8]) -> Result<Vault, Error> {
    Vault::open(&File::parse(text)?, slot, secret)
}

/// `text` with members changed, and a checksum that fits again.
fn changed(text: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut file: Value = serde_json::from_str(text).unwrap();
    change(&mut file);
    resum(file, |body| body)
}

/// A file with the checksum of its canonical form, framed by `frame`.
fn resum(mut file: Value, frame: impl FnOnce(Vec<u8>) -> Vec<u8>) -> String {
    use sha2::{Digest, Sha256};
    file.as_object_mut().unwrap().remove("checksum");
    let label = b"countersign/identity-file-checksum/v1";
    let body = countersign_core::encoding::jcs::canonicalize(&file).unwrap();
    let mut bytes = u32::try_from(label.len()).unwrap().to_be_bytes().to_vec();
    bytes.extend(label);
    bytes.extend(frame(body));
    let sum = countersign_core::encoding::base64url::encode(&Sha256::digest(bytes));
    file["checksum"] = sum.into();
    file.to_string()
}

/// Version 0.1.0 framed the canonical form once more. Its files do not open, and the error says so.
#[test]
fn a_file_of_0_1_0_is_told_apart() {
    let (text, _) = quick();
    let again =
        |body: Vec<u8>| [&u32::try_from(body.len()).unwrap().to_be_bytes()[..], &body].concat();
    let old = resum(serde_json::from_str(&text).unwrap(), again);
    let error = File::parse(&old).unwrap_err();
    assert_eq!(error, Error::IdentityFileChecksum);
    assert!(error.to_string().contains("0.1.0"), "{error}");
    assert!(File::parse(&text).is_ok());
}

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
    assert_eq!(open(&text, "AAAA", &[9; 32]).unwrap_err(), Error::IdentityFileSlot);
    let file = File::parse(&text).unwrap();
    assert_eq!(file.unlock(None, PASSPHRASE, Budget::ALL).unwrap_err(), Error::IdentityFileSlot);
    assert_eq!(stretch(&settings("passphrase"), b"").unwrap_err(), Error::IdentityPassphraseEmpty);
    assert_eq!(stretch(&settings("recovery"), b"x").unwrap_err(), Error::IdentityFileSlot);
}

/// A slot for a passphrase that costs `memory` KiB, `iterations` times.
fn dear(memory: u32, iterations: u32) -> SlotSettings {
    let salt = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE";
    let settings = json!({ "kind": "passphrase", "salt": salt, "memory": memory,
        "iterations": iterations, "parallelism": 1 });
    SlotSettings::from_json(&settings.to_string()).unwrap()
}

/// Somebody else chooses the costs in a file, so their sum is checked before any of them is paid.
#[test]
fn a_file_says_what_it_costs_and_the_caller_what_it_may() {
    let mut rng = FixedRng(4);
    let mut sealed = |costs: &[(u32, u32)]| {
        let mut vault = Vault::new(None, &mut FixedRng(5)).unwrap();
        for (memory, iterations) in costs {
            vault.add_slot(dear(*memory, *iterations), &[9; 32], &mut rng).unwrap();
        }
        vault.seal(&mut rng).unwrap()
    };
    // At most 8 GiB, in one slot or in all together.
    assert!(File::parse(&sealed(&[(1 << 20, 8)])).is_ok());
    let code = |text: &str| File::parse(text).unwrap_err().code();
    assert_eq!(code(&sealed(&[(1 << 20, 8), (35_840, 1)])), "ERR_ARGON2ID_COST");
    assert_eq!(code(&sealed(&[(1 << 20, 2); 8])), "ERR_ARGON2ID_COST");
    let file = File::parse(&sealed(&[(1 << 20, 2), (35_840, 1)])).unwrap();
    let slow = |budget| file.unlock(None, PASSPHRASE, budget).unwrap_err().code();
    let budget = |memory, work| Budget { memory, work };
    assert_eq!(slow(budget(1 << 18, u64::MAX)), "ERR_ARGON2ID_COST");
    assert_eq!(slow(budget(1 << 20, 1 << 21)), "ERR_ARGON2ID_COST");
    let small: Value = serde_json::from_str(&file.to_json()).unwrap();
    let id = small["slots"][1]["id"].as_str().unwrap();
    let tried = file.unlock(Some(id), PASSPHRASE, budget(35_840, 35_840)).unwrap_err();
    assert_eq!(tried, Error::IdentityFileLocked);
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
    assert_eq!(open(&after, &first, &[9; 32]).unwrap_err(), Error::IdentityFileSlot);
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
    assert_eq!(vault.seal(&mut rng).unwrap_err(), Error::IdentityFileSlot);
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

/// Errors of form are found before any secret is tried.
#[test]
fn refuses_forms() {
    type Change = fn(&mut Value);
    let cases: [(&str, Change, &str); 24] = [
        (
            "another type",
            |file| file["type"] = "countersign/identity-file/v2".into(),
            "ERR_IDENTITY_FILE_VERSION",
        ),
        ("a number for a type", |file| file["type"] = 1.into(), "ERR_IDENTITY_FILE_MALFORMED"),
        (
            "a nonce of 11 bytes",
            |file| file["nonce"] = "AAAAAAAAAAAAAAA".into(),
            "ERR_IDENTITY_FILE_NONCE",
        ),
        (
            "a nonce of 12 bytes",
            |file| file["nonce"] = "AAAAAAAAAAAAAAAA".into(),
            "ERR_IDENTITY_FILE_NONCE",
        ),
        (
            "a slot nonce of 11 bytes",
            |file| file["slots"][0]["nonce"] = "AAAAAAAAAAAAAAA".into(),
            "ERR_IDENTITY_FILE_NONCE",
        ),
        ("a short salt", |file| file["slots"][0]["salt"] = "AAAA".into(), "ERR_BYTES_LENGTH"),
        ("a short commitment", |file| file["commitment"] = "AAAA".into(), "ERR_BYTES_LENGTH"),
        (
            "a short wrapped key",
            |file| file["slots"][0]["wrapped"] = "AAAA".into(),
            "ERR_BYTES_LENGTH",
        ),
        ("padding", |file| file["nonce"] = "AAA=".into(), "ERR_IDENTITY_FILE_MALFORMED"),
        ("no slot", |file| file["slots"] = json!([]), "ERR_IDENTITY_FILE_MALFORMED"),
        ("slots that are no list", |file| file["slots"] = json!({}), "ERR_IDENTITY_FILE_MALFORMED"),
        (
            "a slot that is no object",
            |file| file["slots"][0] = json!(1),
            "ERR_IDENTITY_FILE_MALFORMED",
        ),
        (
            "too many slots",
            |file| file["slots"] = json!([1, 2, 3, 4, 5, 6, 7, 8, 9]),
            "ERR_LIMIT_EXCEEDED",
        ),
        (
            "a slot twice",
            |file| file["slots"] = json!([file["slots"][0], file["slots"][0]]),
            "ERR_IDENTITY_FILE_MALFORMED",
        ),
        (
            "another kind",
            |file| file["slots"][0]["kind"] = "sms".into(),
            "ERR_IDENTITY_FILE_MALFORMED",
        ),
        (
            "a passphrase without its cost",
            |file| file["slots"][0]["kind"] = "passphrase".into(),
            "ERR_IDENTITY_FILE_MALFORMED",
        ),
        ("a member nobody knows", |file| file["extra"] = 1.into(), "ERR_IDENTITY_FILE_MALFORMED"),
        (
            "one in a slot",
            |file| file["slots"][0]["extra"] = 1.into(),
            "ERR_IDENTITY_FILE_MALFORMED",
        ),
        ("one in a key", |file| file["keys"][0]["extra"] = 1.into(), "ERR_IDENTITY_FILE_MALFORMED"),
        (
            "a label twice",
            |file| file["keys"][0]["label"] = "X25519".into(),
            "ERR_IDENTITY_FILE_LABEL",
        ),
        (
            "a time that is no number",
            |file| file["keys"][0]["created"] = "now".into(),
            "ERR_IDENTITY_FILE_MALFORMED",
        ),
        (
            "a key that is no key",
            |file| file["keys"][0]["key"] = "z11".into(),
            "ERR_MULTIKEY_CODEC",
        ),
        ("no body", |file| file["body"] = "".into(), "ERR_IDENTITY_FILE_MALFORMED"),
        ("an empty identity", |file| file["identity"] = "".into(), "ERR_IDENTITY_FILE_MALFORMED"),
    ];
    let (text, _) = quick();
    for (name, change, code) in cases {
        assert_eq!(File::parse(&changed(&text, change)).unwrap_err().code(), code, "{name}");
    }
    assert_eq!(File::parse("[]").unwrap_err().code(), "ERR_JSON_NOT_OBJECT");
    let twice = text.replacen('{', "{\"nonce\":1,", 1);
    assert_eq!(File::parse(&twice).unwrap_err().code(), "ERR_JSON_DUPLICATE");
    let long = format!("{text}{}", " ".repeat(65_536));
    assert_eq!(File::parse(&long).unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
}

/// A cost that would take all memory, or protect nothing, is refused when it is read.
#[test]
fn refuses_costs() {
    let cases = [
        ("1 TiB", 1_u64 << 30, 1_u64, 1),
        ("more than 32 bits", 1 << 40, 1, 1),
        ("passes without end", 1 << 20, 1_u64 << 32, 1),
        ("no memory", 8, 1, 1),
        ("too little in all", 8_192, 1, 1),
        ("no lane", 65_536, 3, 0),
    ];
    let (text, _) = quick();
    for (name, memory, iterations, parallelism) in cases {
        let text = changed(&text, |file| {
            let slot = &mut file["slots"][0];
            slot["kind"] = "passphrase".into();
            slot["memory"] = memory.into();
            slot["iterations"] = iterations.into();
            slot["parallelism"] = parallelism.into();
        });
        assert_eq!(File::parse(&text).unwrap_err().code(), "ERR_ARGON2ID_COST", "{name}");
    }
}

/// A change of a file and its checksum is found when the file is opened.
#[test]
fn finds_changes() {
    type Change = fn(&mut Value);
    let cases: [(&str, Change, Error); 11] = [
        (
            "identity",
            |file| file["identity"] = "did:web:mallory.example".into(),
            Error::IdentityFileTampered,
        ),
        (
            "no identity",
            |file| drop(file.as_object_mut().unwrap().remove("identity")),
            Error::IdentityFileTampered,
        ),
        (
            "label of a key",
            |file| file["keys"][0]["label"] = "other".into(),
            Error::IdentityFileTampered,
        ),
        (
            "time of a key",
            |file| file["keys"][0]["created"] = 1.into(),
            Error::IdentityFileTampered,
        ),
        (
            "a key swapped",
            |file| file["keys"][0]["key"] = multikey::encode(secret(6).public_key()).into(),
            Error::IdentityFileTampered,
        ),
        (
            "a key left out",
            |file| drop(file["keys"].as_array_mut().unwrap().pop()),
            Error::IdentityFileTampered,
        ),
        (
            "nonce",
            |file| file["nonce"] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".into(),
            Error::IdentityFileTampered,
        ),
        (
            "commitment",
            |file| file["commitment"] = file["slots"][0]["commitment"].clone(),
            Error::IdentityFileTampered,
        ),
        (
            "commitment of a slot",
            |file| file["slots"][0]["commitment"] = file["commitment"].clone(),
            Error::IdentityFileLocked,
        ),
        (
            "salt",
            |file| file["slots"][0]["salt"] = file["commitment"].clone(),
            Error::IdentityFileLocked,
        ),
        (
            "label of a slot",
            |file| file["slots"][0]["label"] = "other".into(),
            Error::IdentityFileTampered,
        ),
    ];
    let (text, id) = quick();
    for (name, change, error) in cases {
        let text = changed(&text, change);
        assert_eq!(open(&text, &id, &[9; 32]).map(|_| ()).unwrap_err(), error, "{name}");
    }
    let body = changed(&text, |file| {
        let body = file["body"].as_str().unwrap();
        let other = if body.starts_with('A') { "B" } else { "A" };
        file["body"] = format!("{other}{}", &body[1..]).into();
    });
    assert_eq!(open(&body, &id, &[9; 32]).unwrap_err(), Error::IdentityFileTampered);
    let damaged = text.replace("agent.example\"", "agent.exbmple\"");
    assert_eq!(File::parse(&damaged).unwrap_err(), Error::IdentityFileChecksum);
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
