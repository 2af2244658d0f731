//! Argon2id against RFC 9106 and PyNaCl; every limit by name.

use countersign_core::{
    encoding::hex,
    hazmat::argon2id::{
        Cost, Input, MAX_MEMORY, derive,
        phc::{self, Phc},
    },
};
use countersign_testkit::vectors;
use proptest::prelude::*;
use serde_json::Value;

const PHC: &str = "$argon2id$v=19$m=32,t=1,p=1$AAECAwQFBgc$9Ghmj4cMnFc";

fn number(case: &Value, name: &str) -> u64 {
    case[name].as_u64().unwrap()
}

fn text<'a>(case: &'a Value, name: &str) -> &'a str {
    case[name].as_str().unwrap()
}

fn plain<'a>(password: &'a [u8], salt: &'a [u8]) -> Input<'a> {
    Input { password, salt, secret: &[], associated: &[] }
}

#[test]
fn rfc_9106() {
    for case in vectors("argon2id/rfc9106.json").as_array().unwrap() {
        let bytes = |name| hex::decode(text(case, name)).unwrap();
        let (password, salt) = (bytes("password_hex"), bytes("salt_hex"));
        let (secret, associated) = (bytes("secret_hex"), bytes("ad_hex"));
        let input =
            Input { password: &password, salt: &salt, secret: &secret, associated: &associated };
        let (memory, iterations) = (number(case, "memory_kib"), number(case, "iterations"));
        let cost = Cost::new(memory, iterations, number(case, "parallelism")).unwrap();
        assert_eq!(*derive(cost, &input, 32).unwrap(), bytes("tag_hex"));
    }
}

#[test]
fn pynacl() {
    for case in vectors("argon2id/pynacl_raw.json").as_array().unwrap() {
        let cost = Cost::new(number(case, "maxmem"), number(case, "iters"), 1).unwrap();
        let input = plain(text(case, "passwd").as_bytes(), text(case, "salt").as_bytes());
        let length = usize::try_from(number(case, "dgst_len")).unwrap();
        assert_eq!(hex::encode(&derive(cost, &input, length).unwrap()), text(case, "pwhash"));
    }
    for case in vectors("argon2id/pynacl_modular.json").as_array().unwrap() {
        let stored = Phc::parse(text(case, "pwhash")).unwrap();
        assert_eq!(stored.to_text(), text(case, "pwhash"));
        assert_eq!(u64::from(stored.cost.memory()), number(case, "maxmem"));
    }
}

#[test]
fn hash_and_verify() {
    let cost = Cost::new(32, 1, 1).unwrap();
    let stored = phc::hash(cost, &plain(b"open", &[1; 16]), 32).unwrap();
    assert!(phc::verify(&stored, b"open", &[]).unwrap());
    assert!(!phc::verify(&stored, b"Open", &[]).unwrap());
    assert!(!phc::verify(&stored, b"open", b"pepper").unwrap());
}

#[test]
fn refuses_costs() {
    let cases = [
        ("no memory", 0, 1, 1),
        ("under 8 KiB a lane", 31, 1, 4),
        ("over 1 GiB", u64::from(MAX_MEMORY) + 1, 1, 1),
        ("1 TiB", 1 << 30, 1, 1),
        ("more than 32 bits", 1 << 40, 1, 1),
        ("no iteration", 64, 0, 1),
        ("too much in all", u64::from(MAX_MEMORY), 9, 1),
        ("iterations without end", 8, u64::from(u32::MAX), 1),
        ("no lane", 64, 1, 0),
        ("too many lanes", 1 << 16, 1, 65),
        ("lanes that overflow", 64, 1, 1 << 29),
    ];
    for (name, memory, iterations, parallelism) in cases {
        let error = Cost::new(memory, iterations, parallelism).unwrap_err();
        assert_eq!(error.code(), "ERR_ARGON2ID_COST", "{name}");
    }
    assert!(Cost::new(u64::from(MAX_MEMORY), 8, 1).is_ok());
}

#[test]
fn refuses_inputs() {
    let cost = Cost::new(8, 1, 1).unwrap();
    let good = plain(b"p", &[0; 8]);
    let cases = [
        ("short salt", Input { salt: &[0; 7], ..good }, 32),
        ("long salt", Input { salt: &[0; 65], ..good }, 32),
        ("long secret", Input { secret: &[0; 1025], ..good }, 32),
        ("long associated data", Input { associated: &[0; 33], ..good }, 32),
        ("short output", good, 3),
        ("long output", good, 1025),
    ];
    for (name, input, length) in cases {
        assert_eq!(
            derive(cost, &input, length).unwrap_err().code(),
            "ERR_ARGON2ID_INPUT",
            "{name}"
        );
    }
    assert!(derive(cost, &good, 4).is_ok());
}

#[test]
fn refuses_texts() {
    assert!(Phc::parse(PHC).is_ok());
    let cases = [
        ("another function", PHC.replace("argon2id", "argon2i")),
        ("version 16", PHC.replace("v=19", "v=16")),
        ("no version", PHC.replace("$v=19", "")),
        ("another order", PHC.replace("m=32,t=1", "t=1,m=32")),
        ("leading zero", PHC.replace("m=32", "m=032")),
        ("sign", PHC.replace("t=1", "t=+1")),
        ("no number", PHC.replace("t=1", "t=")),
        ("parameter twice", PHC.replace("t=1", "t=1,t=1")),
        ("key id", PHC.replace("p=1", "p=1,keyid=AA")),
        ("padding", PHC.replace("AAECAwQFBgc", "AAECAwQFBgc=")),
        ("unused bits", PHC.replace("AAECAwQFBgc", "AAECAwQFBgd")),
        ("short salt", PHC.replace("AAECAwQFBgc", "AAECAwQFBg")),
        ("one part more", format!("{PHC}$AA")),
        ("no hash", PHC.replace("$9Ghmj4cMnFc", "")),
        ("too long", format!("{PHC}{}", "A".repeat(4096))),
    ];
    for (name, text) in cases {
        assert_eq!(Phc::parse(&text).unwrap_err().code(), "ERR_ARGON2ID_PHC", "{name}");
    }
    let huge = PHC.replace("m=32", "m=1073741824");
    assert_eq!(phc::verify(&huge, b"", &[]).unwrap_err().code(), "ERR_ARGON2ID_COST");
}

proptest! {
    /// Whatever is read is written the same.
    #[test]
    fn phc_round_trip(tail in "[$=,a-z0-9A-Z+/]{0,48}") {
        let text = format!("$argon2id$v=19$m=32,t=1,{tail}");
        if let Ok(read) = Phc::parse(&text) {
            prop_assert_eq!(read.to_text(), text);
        }
    }
}
