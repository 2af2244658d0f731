//! SAGE's sessions, boxes and vaults: upstream's vectors, and what ours refuses.

use countersign_core::{
    Error,
    encoding::hex,
    hazmat::{
        aead::{self, Algorithm},
        hmac,
    },
    keys::{KeyType, PublicKey, SecretKey},
    sage_key_store::{sealed_box, vault},
    session::sage::{Limits, MAX_MESSAGES, OVERHEAD, SageSession, Shared, session_id},
    time::UnixSeconds,
};
use countersign_testkit::{FixedRng, cases_of};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::sage_vectors::{bytes, text};

const NOW: UnixSeconds = UnixSeconds(1_760_000_000);

fn single() -> SageSession {
    SageSession::single("id", &[7; 32], Limits::default(), NOW).unwrap()
}

fn pair() -> [SageSession; 2] {
    [true, false]
        .map(|role| SageSession::directional(&[7; 32], "", role, Limits::default(), NOW).unwrap())
}

#[test]
fn single_key_messages_of_upstream_open_once() {
    for case in cases_of("sage/session.json", "single_key") {
        let (id, seed) = (text(&case, "session_id"), bytes(&case, "seed"));
        let mut session = SageSession::single(id, &seed, Limits::default(), NOW).unwrap();
        let tag = session.sign_covered(&bytes(&case["sign_covered"], "covered"), NOW).unwrap();
        assert_eq!(hex::encode(&tag), text(&case["sign_covered"], "mac"));
        for message in case["messages"].as_array().unwrap() {
            let plain = bytes(message, "plaintext");
            let wire = bytes(message, "encrypt");
            assert_eq!(*session.open(&[], &wire, NOW).unwrap(), plain);
            assert_eq!(session.open(&[], &wire, NOW).unwrap_err(), Error::SessionSageReplay);
            let with_aad = bytes(message, "encrypt_with_aad");
            assert_eq!(session.open(b"other", &with_aad, NOW).unwrap_err(), Error::SessionSageOpen);
            assert_eq!(*session.open(&bytes(message, "aad"), &with_aad, NOW).unwrap(), plain);
            let covered = bytes(message, "covered");
            let mac = bytes(message, "encrypt_and_sign_mac");
            session.verify_covered(&covered, &mac, NOW).unwrap();
            let sealed = bytes(message, "encrypt_and_sign_cipher");
            assert_eq!(*session.open(&[], &sealed, NOW).unwrap(), plain);
        }
        // What ours seals is upstream's format, by its key.
        let wire = session.seal(b"a", b"ours", &mut FixedRng(1), NOW).unwrap();
        let (nonce, sealed) = wire.split_at(12);
        let key = bytes(&case, "encrypt_key");
        let opened = aead::open(Algorithm::CHACHA20_POLY1305, &key, nonce, b"a", sealed).unwrap();
        assert_eq!(*opened, b"ours");
        assert_eq!(session.open(b"a", &wire, NOW).unwrap_err(), Error::SessionSageReplay);
    }
}

#[test]
fn directional_messages_of_upstream_open() {
    for case in cases_of("sage/session.json", "directional") {
        let exporter = bytes(&case, "exporter");
        let [mut ours, mut theirs] = [true, false].map(|role| {
            let label = text(&case, "label");
            SageSession::directional(&exporter, label, role, Limits::default(), NOW).unwrap()
        });
        assert_eq!(ours.id(), text(&case, "session_id"));
        let open = |session: &mut SageSession, message: &Value| {
            let aad = message["aad"].as_str().map(|aad| hex::decode(aad).unwrap());
            session.open(&aad.unwrap_or_default(), &bytes(message, "wire"), NOW)
        };
        for name in ["c2s", "c2s_aad"] {
            assert_eq!(open(&mut ours, &case[name]).unwrap_err(), Error::SessionSageOpen);
            assert_eq!(*open(&mut theirs, &case[name]).unwrap(), bytes(&case[name], "plaintext"));
        }
        assert_eq!(open(&mut theirs, &case["s2c"]).unwrap_err(), Error::SessionSageOpen);
        assert_eq!(*open(&mut ours, &case["s2c"]).unwrap(), bytes(&case["s2c"], "plaintext"));
        // The key of zeros is neither used nor accepted.
        let forged = hmac::tag(&[0; 32], b"covered");
        assert_eq!(ours.sign_covered(b"covered", NOW), Err(Error::SessionSageCovered));
        assert_eq!(theirs.verify_covered(b"covered", &forged, NOW), Err(Error::SessionSageCovered));
    }
}

#[test]
fn seeds_and_ids_of_a_handshake_are_upstreams() {
    for case in cases_of("sage/session.json", "derive_session_seed") {
        let [secret, a, b]: [[u8; 32]; 3] = ["shared_secret", "self_eph", "peer_eph"]
            .map(|name| bytes(&case, name).try_into().unwrap());
        let (label, context) = (text(&case, "label"), text(&case, "context_id"));
        let shared = Shared { secret: &secret, context, label, ephemerals: [&a, &b] };
        let made = SageSession::from_shared(&shared, Limits::default(), NOW);
        let accepted = case["error"].is_null() && case["ours"]["verdict"] != "reject";
        assert_eq!(made.is_ok(), accepted, "{case}");
        let Ok(mut made) = made else { continue };
        assert_eq!(made.id(), text(&case, "session_id"));
        assert_eq!(session_id(label, &bytes(&case, "seed")), made.id());
        let tag = made.sign_covered(b"x", NOW).unwrap();
        assert_eq!(tag, hmac::tag(&bytes(&case, "signing_key"), b"x"));
    }
}

#[test]
fn limits_hold_for_every_call() {
    let limits = Limits { max_age: 100, idle: 10, max_messages: 3 };
    let fresh = || SageSession::single("id", &[7; 32], limits, NOW).unwrap();
    let mut session = fresh();
    for _ in 0..3 {
        session.seal(&[], b"x", &mut FixedRng(session.describe().len() as u64), NOW).ok();
        session.sign_covered(b"x", NOW).ok();
    }
    let over = |member, limit| Error::SessionSageExpired(member, limit);
    let full = session.seal(&[], b"x", &mut FixedRng(9), NOW).unwrap_err();
    assert_eq!(full, over("maxMessages", 3));
    for (seconds, member) in [(10, "idle"), (100, "maxAge")] {
        let (late, over) = (UnixSeconds(NOW.0 + seconds), over(member, seconds));
        let mut session = fresh();
        assert_eq!(session.seal(b"a", b"x", &mut FixedRng(9), late).unwrap_err(), over);
        assert_eq!(session.open(b"a", &[0; 40], late).unwrap_err(), over);
        assert_eq!(session.sign_covered(b"a", late).unwrap_err(), over);
        assert_eq!(session.verify_covered(b"a", &[0; 32], late).unwrap_err(), over);
    }
    let none = Limits { max_age: 0, idle: 0, max_messages: 0 };
    let mut session = SageSession::single("id", &[7; 32], none, NOW).unwrap();
    session.seal(&[], b"x", &mut FixedRng(9), UnixSeconds(u64::MAX)).unwrap();
    for _ in 1..MAX_MESSAGES {
        session.sign_covered(b"x", NOW).unwrap();
    }
    let most = u64::from(MAX_MESSAGES);
    assert_eq!(session.sign_covered(b"x", NOW).unwrap_err(), over("maxMessages", most));
}

#[test]
fn seeds_and_exporters_have_any_length_that_nobody_guesses() {
    for length in [16, 31, 32, 33, 48, 64, 200, 9_000] {
        let seed = vec![7; length];
        let [mut a, mut b] =
            [(); 2].map(|()| SageSession::single("id", &seed, Limits::default(), NOW).unwrap());
        let wire = a.seal(b"", b"hello", &mut FixedRng(5), NOW).unwrap();
        assert_eq!(*b.open(b"", &wire, NOW).unwrap(), b"hello", "{length}");
        let [mut a, mut b] = [true, false]
            .map(|role| SageSession::directional(&seed, "", role, Limits::default(), NOW).unwrap());
        let wire = a.seal(b"", b"hello", &mut FixedRng(5), NOW).unwrap();
        assert_eq!(*b.open(b"", &wire, NOW).unwrap(), b"hello", "{length}");
        // No byte of it goes unused.
        let mut other = seed;
        other[length - 1] ^= 1;
        let mut other =
            SageSession::directional(&other, "", false, Limits::default(), NOW).unwrap();
        assert_eq!(other.open(b"", &wire, NOW).unwrap_err(), Error::SessionSageOpen, "{length}");
    }
    for length in [0, 1, 15] {
        let seed = vec![7; length];
        let single = SageSession::single("id", &seed, Limits::default(), NOW).unwrap_err();
        let both = SageSession::directional(&seed, "", true, Limits::default(), NOW).unwrap_err();
        assert_eq!([single.code(), both.code()], ["ERR_SESSION_SAGE_SEED"; 2], "{length}");
    }
}

#[test]
fn rejections() {
    let label = |label| SageSession::directional(&[7; 32], label, true, Limits::default(), NOW);
    for bad in ["a2a/handshake ", "x", "v1", " v1", "a v12", "a b v1", "a\u{e9} v1", "a vx"] {
        assert_eq!(label(bad).unwrap_err(), Error::SessionSageLabel, "{bad}");
    }
    label("my-app/x v2").unwrap();
    let id = SageSession::single("", &[7; 32], Limits::default(), NOW).unwrap_err();
    assert_eq!(id, Error::SessionSageId("id", "1 to 1024 bytes"));
    let [mut a, mut b] = pair();
    let wire = a.seal(b"aad", b"hello", &mut FixedRng(5), NOW).unwrap();
    for cut in 0..OVERHEAD {
        let error = b.open(b"aad", &wire[..cut], NOW).unwrap_err();
        assert_eq!(error, Error::SessionSageShort(OVERHEAD));
    }
    for at in 0..wire.len() {
        let mut bad = wire.clone();
        bad[at] ^= 1;
        assert_eq!(b.open(b"aad", &bad, NOW).unwrap_err(), Error::SessionSageOpen);
    }
    assert_eq!(*b.open(b"aad", &wire, NOW).unwrap(), b"hello");
    // A source that repeats itself would repeat a nonce.
    let again = a.seal(b"aad", b"hello", &mut FixedRng(5), NOW).unwrap_err();
    assert_eq!(again, Error::RandomUnavailable);
    let mac = single().verify_covered(b"x", &[0; 32], NOW).unwrap_err();
    assert_eq!(mac, Error::SessionSageMac);
    assert!(format!("{:?}", single()).starts_with("SageSession"));
    let facts: Value = serde_json::from_str(&single().describe()).unwrap();
    let uncovered = json!(["replay", "order", "completeness", "session id", "direction"]);
    assert_eq!(facts["uncovered"], uncovered);
}

#[test]
fn boxes_of_upstream_open() {
    let all = cases_of("sage/x25519_hpke.json", "ed25519_box");
    assert_eq!(all.len(), 4);
    for case in all {
        let seed = SecretKey::from_bytes(KeyType::Ed25519, &bytes(&case, "ed_seed")).unwrap();
        let packet = bytes(&case, "packet");
        assert_eq!(*sealed_box::open(&seed, &packet).unwrap(), bytes(&case, "plaintext"));
        for at in 0..packet.len() {
            let mut bad = packet.clone();
            bad[at] ^= 1;
            assert_eq!(sealed_box::open(&seed, &bad).unwrap_err(), Error::KeyBox);
            assert_eq!(sealed_box::open(&seed, &packet[..at]).unwrap_err(), Error::KeyBox);
        }
        let ours = sealed_box::seal(seed.public_key(), b"ours", &mut FixedRng(3)).unwrap();
        assert_eq!(*sealed_box::open(&seed, &ours).unwrap(), b"ours");
        let mut zero = packet.clone();
        zero[..32].fill(0);
        assert_eq!(sealed_box::open(&seed, &zero).unwrap_err(), Error::KeyBox);
    }
    let [case] =
        <[Value; 1]>::try_from(cases_of("sage/x25519_hpke.json", "derive_shared_secret")).unwrap();
    let secret = |name| SecretKey::from_bytes(KeyType::X25519, &bytes(&case, name)).unwrap();
    let (a, b) = (secret("a_private"), secret("b_private"));
    let shared = sealed_box::shared_secret(&a, b.public_key()).unwrap();
    assert_eq!(hex::encode(shared.as_ref()), text(&case, "shared_secret"));
    assert!(sealed_box::open(&a, &[0; 80]).is_err());
    assert!(PublicKey::from_raw(KeyType::X25519, &[0; 32]).is_err());
}

fn vault(case: &Value) -> Value {
    json!({
        "version": case["version"], "key_id": case["key_id"], "algorithm": case["algorithm"],
        "salt": case["salt_b64"], "iv": case["iv_b64"], "ciphertext": case["ciphertext_b64"],
        "created_at": "2025-01-01T00:00:00Z", "updated_at": "2025-01-01T00:00:00Z",
    })
}

#[test]
fn vaults_of_upstream_open_but_not_without_passphrase() {
    for case in cases_of("sage/vault.json", "file_vault") {
        let (id, pass) = (text(&case, "key_id"), text(&case, "passphrase"));
        let opened = vault::open(&vault(&case).to_string(), id, pass.as_bytes());
        if pass.is_empty() {
            assert_eq!(opened.unwrap_err(), Error::VaultSagePassphrase);
        } else {
            assert_eq!(*opened.unwrap(), bytes(&case, "plaintext"));
        }
    }
    let case = &cases_of("sage/vault.json", "file_vault")[0];
    let pass = text(case, "passphrase").as_bytes();
    let code = |change: Value, id: &str, pass: &[u8]| {
        let mut file = vault(case);
        for (name, value) in change.as_object().unwrap() {
            file[name] = value.clone();
        }
        vault::open(&file.to_string(), id, pass).unwrap_err().code()
    };
    let table = [
        (json!({}), "k2", pass, "ERR_VAULT_SAGE_ID"),
        (json!({ "key_id": "k2" }), "k1", pass, "ERR_VAULT_SAGE_ID"),
        (json!({ "key_id": "a/x" }), "a/x", pass, "ERR_VAULT_SAGE_ID"),
        (json!({}), "k1", b"wrong", "ERR_VAULT_SAGE_OPEN"),
        (json!({ "iv": "AAAA" }), "k1", pass, "ERR_VAULT_SAGE_MALFORMED"),
        (json!({ "iv": null }), "k1", pass, "ERR_VAULT_SAGE_MALFORMED"),
        (json!({ "salt": "AAAA" }), "k1", pass, "ERR_VAULT_SAGE_MALFORMED"),
        (json!({ "version": "2.0" }), "k1", pass, "ERR_VAULT_SAGE_MALFORMED"),
        (json!({ "algorithm": "XOR" }), "k1", pass, "ERR_VAULT_SAGE_MALFORMED"),
        (json!({ "ciphertext": "" }), "k1", pass, "ERR_VAULT_SAGE_OPEN"),
        (json!({ "ciphertext": "*" }), "k1", pass, "ERR_ENCODING_MALFORMED"),
    ];
    for (change, id, pass, want) in table {
        assert_eq!(code(change.clone(), id, pass), want, "{change}");
    }
    let text = vault(case).to_string();
    let key = vault::open_key(&text, "k1", pass, KeyType::Ed25519).unwrap();
    assert_eq!(key.expose(), bytes(case, "plaintext"));
}

#[test]
fn key_files_of_upstream_are_read_by_their_name() {
    let case = &cases_of("sage/vault.json", "file_key_storage")[0];
    let content = text(case, "content");
    let key = vault::read_key_file(content, "agent").unwrap();
    assert_eq!(key.key_type(), KeyType::Ed25519);
    let other_id = content.replace("\"id\": \"56", "\"id\": \"57");
    assert_eq!(vault::read_key_file(&other_id, "agent").unwrap_err(), Error::VaultSageId);
    let other_type = content.replace("\"Ed25519\",\n", "\"P256\",\n");
    let error = vault::read_key_file(&other_type, "agent").unwrap_err();
    assert_eq!(error, Error::VaultSageMalformed("type", "its value is none that is read here"));
    for case in cases_of("sage/vault.json", "file_key_storage_id") {
        let accepted = case["accept"] == true && case["ours"]["verdict"] != "reject";
        let read = vault::read_key_file(content, text(&case, "id"));
        assert_eq!(read.is_ok(), accepted, "{case}");
    }
}

proptest! {
    #[test]
    fn what_is_sealed_opens_on_the_other_side_alone(
        plain in prop::collection::vec(any::<u8>(), 0..200), aad in prop::collection::vec(any::<u8>(), 0..20), seed in any::<u64>(),
    ) {
        let [mut a, mut b] = pair();
        let wire = a.seal(&aad, &plain, &mut FixedRng(seed), NOW).unwrap();
        prop_assert_eq!(wire.len(), plain.len() + OVERHEAD);
        prop_assert!(a.open(&aad, &wire, NOW).is_err());
        prop_assert_eq!(&*b.open(&aad, &wire, NOW).unwrap(), &plain);
    }

    #[test]
    fn noise_never_opens(noise in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(single().open(&[], &noise, NOW).is_err());
        let key = SecretKey::from_bytes(KeyType::Ed25519, &[1; 32]).unwrap();
        prop_assert!(sealed_box::open(&key, &noise).is_err());
        let text = String::from_utf8_lossy(&noise);
        prop_assert!(vault::open(&text, "id", b"pass").is_err());
        prop_assert!(vault::read_key_file(&text, "id").is_err());
    }
}
