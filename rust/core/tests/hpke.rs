//! HPKE: the vectors of RFC 9180, X-Wing, rejections, and a property.

use countersign_core::{
    Error,
    encoding::hex,
    hpke::{
        Aead, Kem, MAX_INPUT, Psk, Receiver, RecipientKey, RecipientSecret, Sender, Setup,
        XWingSecret, derive_x25519, receiver, sender, sender_from,
    },
    keys::{KeyType, PublicKey, SecretKey},
};
use countersign_testkit::{FixedRng, vectors};
use proptest::prelude::*;
use serde_json::Value;

const INFO: &[u8] = b"agents/1";

fn bytes(row: &Value, name: &str) -> Vec<u8> {
    hex::decode(row.get(name).and_then(Value::as_str).unwrap_or_default()).unwrap()
}

fn x25519(fill: u8) -> SecretKey {
    SecretKey::from_bytes(KeyType::X25519, &[fill; 32]).unwrap()
}

fn key(secret: &SecretKey) -> RecipientKey {
    RecipientKey::from_raw(Kem::X25519, secret.public_key().as_bytes()).unwrap()
}

const fn plain(aead: Aead) -> Setup<'static> {
    Setup { aead, info: INFO, psk: None }
}

fn pair(setup: &Setup<'_>, other: &Setup<'_>) -> (Sender, Receiver) {
    let secret = x25519(2);
    let (enc, sender) = sender(&key(&secret), setup, None, &mut FixedRng(1)).unwrap();
    (sender, receiver(&enc, RecipientSecret::X25519(&secret), other, None).unwrap())
}

#[test]
fn the_vectors_of_the_rfc_are_reproduced() {
    let file = vectors("hpke/rfc9180_x25519_hkdfsha256.json");
    for row in file.as_array().unwrap() {
        let (psk, id, info) = (bytes(row, "psk"), bytes(row, "psk_id"), bytes(row, "info"));
        let aead = match row["aead_id"].as_u64().unwrap() {
            1 => Aead::AES_128_GCM,
            2 => Aead::AES_256_GCM,
            3 => Aead::CHACHA20_POLY1305,
            _ => Aead::EXPORT_ONLY,
        };
        let setup = Setup { aead, info: &info, psk: Psk::new(&psk, &id).unwrap() };
        let secret = derive_x25519(&bytes(row, "ikmR")).unwrap();
        assert_eq!(secret.public_key().as_bytes(), bytes(row, "pkRm"));
        let identity = row.get("ikmS").map(|_| derive_x25519(&bytes(row, "ikmS")).unwrap());
        let (enc, mut sender) =
            sender_from(&key(&secret), &setup, identity.as_ref(), &bytes(row, "ikmE")).unwrap();
        assert_eq!(enc, bytes(row, "enc"));
        let from = identity.as_ref().map(SecretKey::public_key);
        let mut receiver = receiver(&enc, RecipientSecret::X25519(&secret), &setup, from).unwrap();
        exchange(row, &mut sender, &mut receiver);
        for export in row["exports"].as_array().unwrap() {
            let length = usize::try_from(export["L"].as_u64().unwrap()).unwrap();
            let context = bytes(export, "exporter_context");
            let want = bytes(export, "exported_value");
            assert_eq!(*sender.export(&context, length).unwrap(), want);
            assert_eq!(*receiver.export(&context, length).unwrap(), want);
        }
    }
}

fn exchange(row: &Value, sender: &mut Sender, receiver: &mut Receiver) {
    let base = bytes(row, "base_nonce");
    let mut at = 0;
    for message in row["encryptions"].as_array().unwrap() {
        let nonce = bytes(message, "nonce");
        let number = nonce.iter().zip(&base).fold(0, |sum, (a, b)| sum * 256 + usize::from(a ^ b));
        while at < number {
            let between = sender.seal(b"", b"").unwrap();
            receiver.open(&between, b"").unwrap();
            at += 1;
        }
        let (plaintext, aad) = (bytes(message, "pt"), bytes(message, "aad"));
        let sealed = sender.seal(&plaintext, &aad).unwrap();
        assert_eq!(sealed, bytes(message, "ct"));
        assert_eq!(*receiver.open(&sealed, &aad).unwrap(), plaintext);
        at += 1;
    }
}

#[test]
fn x_wing_carries_messages() {
    let secret = XWingSecret::generate(&mut FixedRng(3)).unwrap();
    let again = XWingSecret::from_bytes(secret.expose().as_ref()).unwrap();
    assert_eq!(again.public_key(), secret.public_key());
    for aead in [Aead::CHACHA20_POLY1305, Aead::AES_128_GCM, Aead::AES_256_GCM] {
        let (enc, mut sender) =
            sender(secret.public_key(), &plain(aead), None, &mut FixedRng(4)).unwrap();
        assert_eq!(enc.len(), Kem::XWing.enc_len());
        let mut receiver =
            receiver(&enc, RecipientSecret::XWing(&again), &plain(aead), None).unwrap();
        let sealed = sender.seal(b"one", b"a").unwrap();
        assert_eq!(*receiver.open(&sealed, b"a").unwrap(), b"one");
    }
    // A changed ML-KEM ciphertext gives another secret, not an error (implicit rejection).
    let (mut enc, mut sender) =
        sender(secret.public_key(), &plain(Aead::AES_128_GCM), None, &mut FixedRng(5)).unwrap();
    enc[0] ^= 1;
    let mut receiver =
        receiver(&enc, RecipientSecret::XWing(&again), &plain(Aead::AES_128_GCM), None).unwrap();
    assert_eq!(receiver.open(&sender.seal(b"", b"").unwrap(), b""), Err(Error::HpkeOpen));
}

#[test]
fn an_export_may_be_empty() {
    for aead in [Aead::AES_256_GCM, Aead::EXPORT_ONLY] {
        let (sender, receiver) = pair(&plain(aead), &plain(aead));
        assert_eq!(*sender.export(b"none", 0).unwrap(), b"");
        assert_eq!(*receiver.export(b"none", 0).unwrap(), b"");
    }
}

#[test]
fn the_ciphers_do_not_open_each_others_messages() {
    let all = [Aead::CHACHA20_POLY1305, Aead::AES_128_GCM, Aead::AES_256_GCM];
    for (first, other) in all.into_iter().flat_map(|first| all.map(|other| (first, other))) {
        let (mut sender, mut receiver) = pair(&plain(first), &plain(other));
        let opened = receiver.open(&sender.seal(b"text", b"").unwrap(), b"");
        assert_eq!(opened.is_ok(), first == other, "{first:?} {other:?}");
    }
}

#[test]
fn what_differs_does_not_open() {
    let psk = Psk::new(&[7; 32], b"id").unwrap();
    let base = plain(Aead::CHACHA20_POLY1305);
    let rows = [
        ("info", base, Setup { info: b"agents/2", ..base }),
        ("psk on one side", base, Setup { psk, ..base }),
        ("psk", Setup { psk, ..base }, Setup { psk: Psk::new(&[8; 32], b"id").unwrap(), ..base }),
        (
            "psk id",
            Setup { psk, ..base },
            Setup { psk: Psk::new(&[7; 32], b"di").unwrap(), ..base },
        ),
        ("cipher", base, plain(Aead::AES_128_GCM)),
    ];
    for (name, ours, theirs) in rows {
        let (mut sender, mut receiver) = pair(&ours, &theirs);
        let sealed = sender.seal(b"text", b"").unwrap();
        assert_eq!(receiver.open(&sealed, b""), Err(Error::HpkeOpen), "{name}");
    }
}

#[test]
fn a_message_opens_in_its_turn_only() {
    let setup = plain(Aead::CHACHA20_POLY1305);
    let (mut sender, mut receiver) = pair(&setup, &setup);
    let [first, second] = [b"1", b"2"].map(|text| sender.seal(text, b"").unwrap());
    assert_eq!(receiver.open(&second, b""), Err(Error::HpkeOpen));
    assert_eq!(*receiver.open(&first, b"").unwrap(), b"1");
    assert_eq!(receiver.open(&first, b""), Err(Error::HpkeOpen));
    assert_eq!(receiver.open(&second, b"other"), Err(Error::HpkeOpen));
    assert_eq!(*receiver.open(&second, b"").unwrap(), b"2");
    assert_eq!(receiver.open(b"short", b""), Err(Error::HpkeOpen));
}

#[test]
fn an_identity_must_be_the_senders() {
    let (secret, identity) = (x25519(2), x25519(3));
    let setup = plain(Aead::CHACHA20_POLY1305);
    let (enc, mut sender) =
        sender(&key(&secret), &setup, Some(&identity), &mut FixedRng(1)).unwrap();
    let sealed = sender.seal(b"text", b"").unwrap();
    let open = |identity: Option<&PublicKey>| {
        receiver(&enc, RecipientSecret::X25519(&secret), &setup, identity)
            .unwrap()
            .open(&sealed, b"")
            .map(|text| text.to_vec())
    };
    assert_eq!(open(Some(identity.public_key())), Ok(b"text".to_vec()));
    assert_eq!(open(Some(x25519(4).public_key())), Err(Error::HpkeOpen));
    assert_eq!(open(None), Err(Error::HpkeOpen));
}

#[test]
fn export_only_encrypts_nothing() {
    let setup = plain(Aead::EXPORT_ONLY);
    let (mut sender, mut receiver) = pair(&setup, &setup);
    assert_eq!(sender.seal(b"", b""), Err(Error::HpkeExportOnly));
    assert_eq!(receiver.open(&[0; 16], b""), Err(Error::HpkeExportOnly));
    assert_eq!(sender.export(b"a", 40), receiver.export(b"a", 40));
    assert_ne!(sender.export(b"a", 40), receiver.export(b"b", 40));
    assert!(sender.export(b"a", 8_160).is_ok());
    assert_eq!(sender.export(b"a", 8_161).unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
}

/// u = 1: a point of order 4.
fn low_order() -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[0] = 1;
    bytes
}

#[test]
fn rejections() {
    let secret = x25519(2);
    let xwing = XWingSecret::generate(&mut FixedRng(3)).unwrap();
    let setup = plain(Aead::CHACHA20_POLY1305);
    let code = |error: Result<(), Error>| error.unwrap_err().code();
    let raw = |kem, raw: &[u8]| code(RecipientKey::from_raw(kem, raw).map(drop));
    let open =
        |enc: &[u8]| code(receiver(enc, RecipientSecret::X25519(&secret), &setup, None).map(drop));
    let open_xwing =
        |enc: &[u8]| code(receiver(enc, RecipientSecret::XWing(&xwing), &setup, None).map(drop));
    let send = |to: &RecipientKey, setup: &Setup<'_>, from: Option<&SecretKey>| {
        code(sender(to, setup, from, &mut FixedRng(1)).map(drop))
    };
    let mut low = xwing.public_key().as_bytes().to_vec();
    low[1_184..].copy_from_slice(&low_order());
    let mut modulus = xwing.public_key().as_bytes().to_vec();
    modulus[..3].fill(0xff);
    let mut low_enc = vec![0; 1_120];
    low_enc[1_088..].copy_from_slice(&low_order());
    let ed25519 = SecretKey::from_bytes(KeyType::Ed25519, &[1; 32]).unwrap();
    let psk = |key: &[u8], id: &[u8]| code(Psk::new(key, id).map(drop));
    let long = vec![0; MAX_INPUT + 1];
    let rows = [
        ("short key", raw(Kem::X25519, &[9; 31]), "ERR_BYTES_LENGTH"),
        ("zero key", raw(Kem::X25519, &[0; 32]), "ERR_KEY_SMALL_ORDER"),
        ("key over p", raw(Kem::X25519, &[0xff; 32]), "ERR_KEY_NOT_CANONICAL"),
        ("short X-Wing key", raw(Kem::XWing, &[9; 1_215]), "ERR_BYTES_LENGTH"),
        ("X-Wing key with a low point", raw(Kem::XWing, &low), "ERR_KEY_SMALL_ORDER"),
        ("ML-KEM over its modulus", raw(Kem::XWing, &modulus), "ERR_HPKE_KEY"),
        ("empty enc", open(&[]), "ERR_BYTES_LENGTH"),
        ("long enc", open(&[9; 33]), "ERR_BYTES_LENGTH"),
        ("low enc", open(&low_order()), "ERR_KEY_SMALL_ORDER"),
        ("short X-Wing enc", open_xwing(&[9; 1_119]), "ERR_BYTES_LENGTH"),
        ("low X-Wing enc", open_xwing(&low_enc), "ERR_KEY_SMALL_ORDER"),
        ("identity with X-Wing", send(xwing.public_key(), &setup, Some(&secret)), "ERR_HPKE_MODE"),
        (
            "identity that signs",
            send(&key(&secret), &setup, Some(&ed25519)),
            "ERR_KEY_TYPE_MISMATCH",
        ),
        (
            "long info",
            send(&key(&secret), &Setup { info: &long, ..setup }, None),
            "ERR_LIMIT_EXCEEDED",
        ),
        ("short PSK", psk(&[1; 31], b"id"), "ERR_HPKE_PSK"),
        ("PSK without id", psk(&[1; 32], b""), "ERR_HPKE_PSK"),
        ("id without PSK", psk(b"", b"id"), "ERR_HPKE_PSK"),
        ("long PSK", psk(&long, b"id"), "ERR_LIMIT_EXCEEDED"),
        ("short ikm", code(derive_x25519(&[1; 31]).map(drop)), "ERR_BYTES_LENGTH"),
        ("short seed", code(XWingSecret::from_bytes(&[1; 31]).map(drop)), "ERR_BYTES_LENGTH"),
        ("suite", code("P-256".parse::<Kem>().map(drop)), "ERR_HPKE_SUITE"),
        ("cipher", code("AES-192-GCM".parse::<Aead>().map(drop)), "ERR_HPKE_SUITE"),
    ];
    for (name, got, want) in rows {
        assert_eq!(got, want, "{name}");
    }
}

#[test]
fn debug_shows_no_secret() {
    let setup = Setup { psk: Psk::new(&[7; 32], b"id").unwrap(), ..plain(Aead::AES_128_GCM) };
    let (sender, receiver) = pair(&setup, &setup);
    let secret = XWingSecret::generate(&mut FixedRng(3)).unwrap();
    let shown = format!("{sender:?} {receiver:?} {secret:?} {:?}", setup.psk);
    assert_eq!(
        shown,
        "Sender(AES-128-GCM, ..) Receiver(AES-128-GCM, ..) XWingSecret(..) Some(Psk(..))"
    );
}

proptest! {
    #[test]
    fn no_bit_can_be_flipped(text in proptest::collection::vec(any::<u8>(), 0..80), at in any::<usize>(), bit in 0u8..8) {
        let setup = plain(Aead::CHACHA20_POLY1305);
        let (mut sender, mut receiver) = pair(&setup, &setup);
        let sealed = sender.seal(&text, b"aad").unwrap();
        let mut bad = sealed.clone();
        let index = at % bad.len();
        bad[index] ^= 1 << bit;
        prop_assert_eq!(receiver.open(&bad, b"aad"), Err(Error::HpkeOpen));
        prop_assert_eq!(receiver.open(&sealed, b"aad").unwrap().to_vec(), text);
    }

    #[test]
    fn reading_keys_never_panics(raw in proptest::collection::vec(any::<u8>(), 0..1300)) {
        let _ = RecipientKey::from_raw(Kem::X25519, &raw);
        let _ = RecipientKey::from_raw(Kem::XWing, &raw);
    }
}
