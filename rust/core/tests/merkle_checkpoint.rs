//! Checkpoints of a log: their text, their keys, their signatures.

#![allow(clippy::cast_possible_truncation, reason = "tests")]

use countersign_core::{
    Error,
    checkpoint::{Checkpoint, NoteKey, unsigned},
    encoding::{base64, frames, hex},
    keys::{Algorithm, KeyType, PublicKey},
    merkle::leaf_hash,
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    keys::{pinned, secret_of},
    records::sign_document,
};

use crate::support::merkle::{judge, judge_own, log_key};

fn note() -> String {
    let (secret, key) = log_key();
    let checkpoint = Checkpoint {
        origin: "log.example/agents".into(),
        size: 70_000,
        root: leaf_hash(b"root"),
        extensions: vec!["an extension".into()],
    };
    sign_document(unsigned(&checkpoint, key).unwrap(), &secret)
}

#[test]
fn a_checkpoint_reads_back() {
    let verified = judge_own(&note()).unwrap();
    let checkpoint = &verified.checkpoint;
    assert_eq!((checkpoint.size, checkpoint.root), (70_000, leaf_hash(b"root")));
    assert_eq!(checkpoint.extensions, ["an extension"]);
    // Signatures by other keys are passed over.
    let others = format!("{}\u{2014} other.example AAAAAAAA\n", note());
    assert_eq!(judge_own(&others), Ok(verified));
}

#[test]
fn a_checkpoint_is_made_of_what_is_given() {
    let root = leaf_hash(b"root");
    let given = Checkpoint::from_parts(
        "log.example/agents",
        70_000,
        &root,
        &frames::join(&[b"an extension"]),
    )
    .unwrap();
    assert_eq!((given.size, given.root), (70_000, root));
    assert!(Checkpoint::from_parts("log.example/agents", 1, &root[..31], b"").is_err());
}

#[test]
fn a_checkpoint_has_64_signatures_at_most() {
    let others = |count: usize| "\u{2014} other.example AAAAAAAA\n".repeat(count);
    let read = |count: usize| {
        let text = format!("{}{}", note(), others(count - 1));
        judge_own(&text).map_err(|error| error.code())
    };
    read(64).unwrap();
    assert_eq!(read(65), Err("ERR_LIMIT_EXCEEDED"));
    // A bad line is found, however many lines stand before it.
    let late = format!("{}{}bad\n", note(), others(62));
    let refused = judge_own(&late).map_err(|error| error.code());
    assert_eq!(refused, Err("ERR_CHECKPOINT_MALFORMED"));
}

#[test]
fn key_ids_are_those_of_published_keys() {
    // golang.org/x/mod/sumdb/note (BSD-3-Clause), C2SP signed-note.
    for vkey in [
        "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop",
    ] {
        let mut parts = vkey.splitn(3, '+');
        let (name, key) = (parts.next().unwrap(), parts.nth(1).unwrap());
        let key = PublicKey::from_raw(KeyType::Ed25519, &base64::decode(key).unwrap()[1..]);
        assert_eq!(NoteKey::new(name, key.unwrap()).unwrap().vkey(), vkey);
    }
    let p256 = secret_of(KeyType::P256, 7);
    let (secret, _) = log_key();
    assert!(NoteKey::new("log.example", p256.public_key().clone()).is_err());
    for name in ["", "a b", "a+b", "a\nb", "a\u{1}b"] {
        assert!(NoteKey::new(name, secret.public_key().clone()).is_err(), "{name:?}");
    }
}

#[test]
fn refuses_altered_checkpoints() {
    let (secret, _) = log_key();
    let (name, own) = ("log.example/agents", pinned([secret.public_key()]));
    let stranger = pinned([secret_of(KeyType::Ed25519, 8).public_key()]);
    let (key, other, stranger) = ((name, &own), ("other.example", &own), (name, &stranger));
    let good = note();
    let rows: &[(&str, String, (&str, &Trust), &str)] = &[
        ("another size", good.replace("70000", "70001"), key, "ERR_CHECKPOINT_SIGNATURE"),
        ("a leading zero", good.replace("70000", "070000"), key, "ERR_CHECKPOINT_MALFORMED"),
        ("a sign", good.replace("70000", "+70000"), key, "ERR_CHECKPOINT_MALFORMED"),
        ("another origin", good.replacen("log", "lag", 1), key, "ERR_CHECKPOINT_ORIGIN"),
        (
            "no signature",
            good.split_once("\n\n").unwrap().0.into(),
            key,
            "ERR_CHECKPOINT_MALFORMED",
        ),
        (
            "an extension more",
            good.replace("extension", "extension\nmore"),
            key,
            "ERR_CHECKPOINT_SIGNATURE",
        ),
        ("another name", good.clone(), other, "ERR_CHECKPOINT_KEY"),
        ("another key", good.clone(), stranger, "ERR_CHECKPOINT_KEY"),
        ("text after it", format!("{good}more"), key, "ERR_CHECKPOINT_MALFORMED"),
        ("a control character", good.replace("an ext", "an\text"), key, "ERR_CHECKPOINT_MALFORMED"),
        ("no line end", good.trim_end().into(), key, "ERR_CHECKPOINT_MALFORMED"),
        ("as long as may be", "a".repeat(65_536), key, "ERR_CHECKPOINT_MALFORMED"),
        ("too long", "a".repeat(65_537), key, "ERR_LIMIT_EXCEEDED"),
        (
            "a signature of four bytes",
            format!("{good}\u{2014} {name} AAAAAA==\n"),
            key,
            "ERR_CHECKPOINT_MALFORMED",
        ),
        ("nothing", String::new(), key, "ERR_CHECKPOINT_MALFORMED"),
        (
            "a bad signature beside a good one",
            {
                let line = good.lines().last().unwrap();
                format!("{good}{}\n", &line.replace(&line[line.len() - 8..], "AAAAAA=="))
            },
            key,
            "ERR_CHECKPOINT_SIGNATURE",
        ),
    ];
    for (name, text, (key_name, trust), code) in rows {
        let got = judge(text, key_name, trust).map_err(|error| error.code());
        assert_eq!(got.err(), Some(*code), "{name}");
    }
}

/// What a row does to an entry of a trust input.
type Change = fn(&mut TrustedKey);

#[test]
fn the_trust_input_says_which_key_is_the_logs() {
    let (secret, _) = log_key();
    let name = "log.example/agents";
    let entry = |change: Change| {
        let mut trust = pinned([secret_of(KeyType::P256, 8).public_key(), secret.public_key()]);
        change(&mut trust.keys[1]);
        judge(&note(), name, &trust).map_err(|error| error.code())
    };
    let named = entry(|key| key.id = Some("did:web:log.example#key-1".into())).unwrap();
    assert_eq!(named.signer.id.as_deref(), Some("did:web:log.example#key-1"));
    let rows: [(&str, Change, &str); 4] = [
        ("revoked", |key| key.revoked = true, "ERR_KEY_TYPE_MISMATCH"),
        ("expired", |key| key.expires = Some(UnixSeconds(1)), "ERR_KEY_TYPE_MISMATCH"),
        ("ended", |key| key.until = Some(UnixSeconds(1)), "ERR_KEY_TYPE_MISMATCH"),
        ("for nothing", |key| key.purposes = Some(Vec::new()), "ERR_KEY_TYPE_MISMATCH"),
    ];
    for (name, change, code) in rows {
        assert_eq!(entry(change).map(drop), Err(code), "{name}");
    }
    let none = judge(&note(), name, &Trust { allow_embedded_key: true, ..Trust::default() });
    assert_eq!(none.map_err(|error| error.code()).map(drop), Err("ERR_CHECKPOINT_KEY"));
}

#[test]
fn every_signature_of_a_trusted_key_must_hold() {
    let (first, second) = (log_key().0, secret_of(KeyType::Ed25519, 8));
    let name = "log.example/agents";
    let (text, signatures) = note().split_once("\n\n").map_or_else(
        || panic!("a note has signatures"),
        |(text, signatures)| (format!("{text}\n"), signatures.to_owned()),
    );
    let by_second = |message: &[u8]| {
        let key = NoteKey::new(name, second.public_key().clone()).unwrap();
        let signature = second.sign(Algorithm::Ed25519, message).unwrap();
        let id = hex::decode(key.vkey().split('+').nth(1).unwrap()).unwrap();
        let line = base64::encode(&[id, signature].concat());
        format!("{text}\n{signatures}\u{2014} {name} {line}\n")
    };
    let both = pinned([second.public_key(), first.public_key()]);
    let held = judge(&by_second(text.as_bytes()), name, &both).unwrap();
    assert_eq!(&held.signer.key, first.public_key(), "the first signature counts");
    let spoilt = by_second(b"another text");
    assert_eq!(judge(&spoilt, name, &both), Err(Error::CheckpointSignature));
    assert!(judge_own(&spoilt).is_ok(), "a key that is not trusted is passed over");
}
