//! Identity files: forms, costs and changes that are refused.

use countersign_core::{
    Error,
    identity::{
        file::{Budget, File, SlotSettings},
        vault::Vault,
    },
    keys::multikey,
};
use countersign_testkit::{FixedRng, keys::secret};
use serde_json::{Value, json};

use crate::support::identity::{PASSPHRASE, open, quick};

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
    let body = serde_json_canonicalizer::to_vec(&file).unwrap();
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
