//! Keys of every type: what is read, what is refused, agreement, the packed batch.

use countersign_core::{
    encoding::{frames, hex},
    hazmat::ecdh,
    http_sig, jws,
    keys::{Algorithm, HighS, KeyType, PublicKey, SecretKey, batch, verify},
};
use countersign_testkit::{FixedRng, bytes, vectors};
use proptest::prelude::*;
use serde_json::Value;

const USABLE: [KeyType; 4] = [KeyType::Ed25519, KeyType::Secp256k1, KeyType::P256, KeyType::X25519];

/// An integer of a Wycheproof file, which may have a leading zero or lack some, as 32 bytes.
fn scalar(value: &Value) -> Vec<u8> {
    let mut padded = [vec![0; 32], bytes(value)].concat();
    padded.split_off(padded.len() - 32)
}

/// Of Ed25519, the point of a key that is made is not read from its bytes.
#[test]
fn a_computed_key_does_what_one_that_is_read_does() {
    for byte in 0..=255 {
        let secret = SecretKey::from_bytes(KeyType::Ed25519, &[byte; 32]).unwrap();
        let computed = secret.public_key();
        let read = PublicKey::from_raw(KeyType::Ed25519, computed.as_bytes()).unwrap();
        assert_eq!(computed.to_x25519().unwrap(), read.to_x25519().unwrap());
        let signature = secret.sign(Algorithm::Ed25519, b"message").unwrap();
        for key in [computed, &read] {
            let holds =
                |message| verify(Algorithm::Ed25519, key, message, &signature, HighS::Refuse);
            assert!(holds(b"message") && !holds(b"massage"));
        }
    }
}

#[test]
fn no_two_rows_share_what_finds_one() {
    let distinct = |mut found: Vec<String>| {
        let all = found.len();
        found.sort();
        found.dedup();
        assert_eq!(found.len(), all, "{found:?}");
    };
    distinct(KeyType::ALL.map(|kind| kind.code().to_string()).into());
    distinct(KeyType::ALL.map(|kind| kind.as_str().to_owned()).into());
    distinct(KeyType::ALL.map(|kind| hex::encode(&kind.tag())).into());
    distinct(Algorithm::ALL.map(|algorithm| algorithm.code().to_string()).into());
    distinct(Algorithm::ALL.map(|algorithm| algorithm.as_str().to_owned()).into());
    distinct(jws::Alg::all().map(|algorithm| algorithm.as_str().to_owned()).collect());
    distinct(http_sig::Alg::all().map(|algorithm| algorithm.as_str().to_owned()).collect());
}

#[test]
fn the_rows_of_a_key_type_and_its_algorithm_agree() {
    for key_type in KeyType::ALL {
        let of_type =
            Algorithm::ALL.into_iter().filter(|algorithm| algorithm.key_type() == key_type);
        assert_eq!(of_type.count() > 0, key_type.signs(), "{key_type:?}");
        assert!(key_type.signs() || key_type.agrees(), "{key_type:?}");
        if let Some(algorithm) = key_type.default_algorithm() {
            assert_eq!(algorithm.key_type(), key_type);
        }
        let Ok(key) = SecretKey::from_bytes(key_type, &vec![7; key_type.secret_len()]) else {
            panic!("{key_type:?}");
        };
        assert_eq!(key.public_key().as_bytes().len(), key_type.public_len(), "{key_type:?}");
    }
}

#[test]
fn names_are_read_back() {
    for key_type in KeyType::ALL {
        assert_eq!(key_type.as_str().parse(), Ok(key_type));
        assert_eq!(KeyType::from_code(key_type.code()), Ok(key_type));
    }
    for algorithm in Algorithm::ALL {
        assert_eq!(algorithm.as_str().parse(), Ok(algorithm));
        assert_eq!(Algorithm::from_code(algorithm.code()), Ok(algorithm));
    }
    for name in ["", "ed25519", "Ed25519 ", "P256"] {
        assert_eq!(name.parse::<KeyType>().unwrap_err().code(), "ERR_KEY_TYPE_UNKNOWN");
    }
    for name in ["", "Ed25519", "EdDSA", "ecdsa-secp256k1"] {
        assert_eq!(name.parse::<Algorithm>().unwrap_err().code(), "ERR_KEY_ALGORITHM_UNKNOWN");
    }
    assert_eq!(KeyType::from_code(0).unwrap_err().code(), "ERR_KEY_TYPE_UNKNOWN");
    assert_eq!(Algorithm::from_code(9).unwrap_err().code(), "ERR_KEY_ALGORITHM_UNKNOWN");
}

#[test]
fn refuses_points() {
    for key_type in [KeyType::Secp256k1, KeyType::P256] {
        let key = SecretKey::from_bytes(key_type, &[3; 32]).unwrap();
        let long = key.public_key().uncompressed().unwrap();
        let with = |first: u8, mut raw: Vec<u8>| {
            raw[0] = first;
            raw
        };
        let mut off_curve = long.to_vec();
        off_curve[64] ^= 1;
        let short = key.public_key().as_bytes().to_vec();
        let hybrid = with(6 + (long[64] & 1), long.to_vec());
        let rows = [
            ("empty", vec![], "ERR_BYTES_LENGTH"),
            ("the point at infinity", vec![0], "ERR_BYTES_LENGTH"),
            ("x and y alone", long[1..].to_vec(), "ERR_BYTES_LENGTH"),
            ("hybrid", hybrid, "ERR_KEY_POINT_FORM"),
            ("compressed, from 04", with(4, short.clone()), "ERR_KEY_POINT_FORM"),
            ("compact", with(5, short.clone()), "ERR_KEY_POINT_FORM"),
            ("uncompressed, from 02", with(2, long.to_vec()), "ERR_KEY_POINT_FORM"),
            ("off the curve", off_curve, "ERR_KEY_OFF_CURVE"),
            ("x over p", [&[2][..], &[0xff; 32]].concat(), "ERR_KEY_OFF_CURVE"),
            ("zeros", [&[4][..], &[0; 64]].concat(), "ERR_KEY_OFF_CURVE"),
        ];
        for (name, raw, code) in rows {
            let error = PublicKey::from_raw(key_type, &raw).unwrap_err();
            assert_eq!(error.code(), code, "{} {name}", key_type.as_str());
        }
        assert_eq!(PublicKey::from_raw(key_type, &long).unwrap(), *key.public_key());
        assert_eq!(PublicKey::from_raw(key_type, &short).unwrap(), *key.public_key());
    }
}

#[test]
fn refuses_secrets() {
    let order_k1 = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
    let order_r1 = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
    let order = |text| hex::decode(text).unwrap();
    let rows = [
        ("zero", KeyType::Secp256k1, vec![0; 32], "ERR_KEY_SCALAR_RANGE"),
        ("zero", KeyType::P256, vec![0; 32], "ERR_KEY_SCALAR_RANGE"),
        ("n", KeyType::Secp256k1, order(order_k1), "ERR_KEY_SCALAR_RANGE"),
        ("n", KeyType::P256, order(order_r1), "ERR_KEY_SCALAR_RANGE"),
        ("over n", KeyType::P256, vec![0xff; 32], "ERR_KEY_SCALAR_RANGE"),
        ("31 bytes", KeyType::Ed25519, vec![1; 31], "ERR_BYTES_LENGTH"),
        ("64 bytes", KeyType::Ed25519, vec![1; 64], "ERR_BYTES_LENGTH"),
        ("31 bytes", KeyType::MlDsa65, vec![1; 31], "ERR_BYTES_LENGTH"),
        ("one seed", KeyType::Ed25519MlDsa65, vec![1; 32], "ERR_BYTES_LENGTH"),
    ];
    for (name, key_type, secret, code) in rows {
        let error = SecretKey::from_bytes(key_type, &secret).unwrap_err();
        assert_eq!(error.code(), code, "{} {name}", key_type.as_str());
    }
}

#[test]
fn a_key_does_only_what_its_type_does() {
    let key = |key_type| SecretKey::from_bytes(key_type, &[5; 32]).unwrap();
    for key_type in USABLE {
        for algorithm in Algorithm::ALL {
            let signed = key(key_type).sign(algorithm, b"m");
            assert_eq!(signed.is_ok(), algorithm.key_type() == key_type);
            if let Err(error) = signed {
                assert_eq!(error.code(), "ERR_KEY_ALGORITHM");
            }
            let recoverable = key(key_type).sign_recoverable(algorithm, b"m");
            let allowed = key_type == KeyType::Secp256k1 && algorithm.key_type() == key_type;
            assert_eq!(recoverable.is_ok(), allowed);
        }
        for other in USABLE {
            let agreed = ecdh::agree(key_type, key(key_type).expose(), key(other).public_key());
            let code = agreed.as_ref().map_or_else(countersign_core::Error::code, |_| "");
            match (key_type == other, key_type) {
                (false, _) => assert_eq!(code, "ERR_KEY_TYPE_MISMATCH"),
                (true, KeyType::Ed25519) => assert_eq!(code, "ERR_KEY_ALGORITHM"),
                (true, _) => assert!(agreed.is_ok()),
            }
        }
    }
}

#[test]
fn a_secret_is_not_printed() {
    let key = SecretKey::from_bytes(KeyType::Ed25519, &[0xab; 32]).unwrap();
    assert!(!format!("{key:?}").contains("abab"));
}

#[test]
fn post_quantum_keys_are_made_and_read() {
    for (key_type, length) in
        [(KeyType::MlDsa44, 1312), (KeyType::MlDsa65, 1952), (KeyType::MlDsa87, 2592)]
    {
        let key = PublicKey::from_raw(key_type, &vec![1; length]).unwrap();
        assert_eq!(PublicKey::from_tagged(&key.to_tagged()), Ok(key.clone()));
        assert!(!verify(Algorithm::Ed25519, &key, b"", &[0; 64], HighS::Refuse));
        let error = PublicKey::from_raw(key_type, &vec![1; length - 1]).unwrap_err();
        assert_eq!(error.code(), "ERR_BYTES_LENGTH");
        let made = SecretKey::generate(key_type, &mut FixedRng(1)).unwrap();
        assert_eq!(made.public_key().as_bytes().len(), length);
    }
    let made = SecretKey::generate(KeyType::Ed25519MlDsa65, &mut FixedRng(1)).unwrap();
    assert_eq!(made.public_key().as_bytes().len(), 1952 + 32);
}

#[test]
fn refuses_x25519_keys() {
    let p_minus_1 = "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f";
    let p = "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f";
    let order_8 = "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800";
    let zero = "0".repeat(64);
    let nine = format!("09{}", "00".repeat(30));
    let rows = [
        ("zero", zero, "ERR_KEY_SMALL_ORDER"),
        ("minus one", p_minus_1.to_owned(), "ERR_KEY_SMALL_ORDER"),
        ("order 8", order_8.to_owned(), "ERR_KEY_SMALL_ORDER"),
        ("p", p.to_owned(), "ERR_KEY_NOT_CANONICAL"),
        ("top bit set", format!("{nine}80"), "ERR_KEY_NOT_CANONICAL"),
        ("short", nine.clone(), "ERR_BYTES_LENGTH"),
    ];
    for (name, raw, code) in rows {
        let error = PublicKey::from_raw(KeyType::X25519, &hex::decode(&raw).unwrap()).unwrap_err();
        assert_eq!(error.code(), code, "{name}");
    }
    assert!(
        PublicKey::from_raw(KeyType::X25519, &hex::decode(&format!("{nine}00")).unwrap()).is_ok()
    );
}

#[test]
fn x25519_wycheproof() {
    for group in vectors("x25519/wycheproof_x25519_test.json")["testGroups"].as_array().unwrap() {
        for case in group["tests"].as_array().unwrap() {
            let key = SecretKey::from_bytes(KeyType::X25519, &bytes(&case["private"])).unwrap();
            let shared = PublicKey::from_raw(KeyType::X25519, &bytes(&case["public"]))
                .and_then(|other| key.agree(&other));
            let flags = case["flags"].as_array().unwrap();
            match shared {
                Ok(shared) => assert_eq!(shared.to_vec(), bytes(&case["shared"])),
                // All that is refused: no contribution, or another spelling of a key.
                Err(_) => assert!(
                    flags.contains(&"LowOrderPublic".into())
                        || flags.contains(&"NonCanonicalPublic".into()),
                    "tcId {}",
                    case["tcId"]
                ),
            }
            let zero = flags.contains(&"ZeroSharedSecret".into());
            assert!(!zero || case["shared"] == "0".repeat(64), "tcId {}", case["tcId"]);
        }
    }
}

#[test]
fn ecdh_wycheproof() {
    let p256 = vectors("ecdh-p256/wycheproof_ecdh_secp256r1_ecpoint_test.json");
    for case in
        p256["testGroups"].as_array().unwrap().iter().flat_map(|g| g["tests"].as_array().unwrap())
    {
        agrees(KeyType::P256, case, &bytes(&case["public"]));
    }
    // The points in SPKI: reading that is the work of `keys::pem`.
    let spki = hex::decode("3056301006072a8648ce3d020106052b8104000a034200").unwrap();
    let k1 = vectors("ecdh-secp256k1/wycheproof_ecdh_secp256k1_test.json");
    let mut cases = 0;
    for case in
        k1["testGroups"].as_array().unwrap().iter().flat_map(|g| g["tests"].as_array().unwrap())
    {
        let public = bytes(&case["public"]);
        if let Some(point) = public.strip_prefix(spki.as_slice()) {
            agrees(KeyType::Secp256k1, case, point);
            cases += 1;
        }
    }
    assert!(cases > 200);
}

fn agrees(key_type: KeyType, case: &Value, point: &[u8]) {
    let secret = SecretKey::from_bytes(key_type, &scalar(&case["private"])).unwrap();
    let shared = PublicKey::from_raw(key_type, point)
        .and_then(|other| ecdh::agree(key_type, secret.expose(), &other));
    match (case["result"].as_str().unwrap(), shared) {
        ("valid" | "acceptable", Ok(shared)) => {
            assert_eq!(shared.to_vec(), bytes(&case["shared"]), "tcId {}", case["tcId"]);
        }
        ("invalid" | "acceptable", Err(_)) => {}
        (want, got) => panic!("tcId {}: {want}, got {got:?}", case["tcId"]),
    }
}

#[test]
fn a_packed_batch_is_read_exactly() {
    let key = SecretKey::from_bytes(KeyType::Ed25519, &[1; 32]).unwrap();
    let signature = key.sign(Algorithm::Ed25519, b"m").unwrap();
    let good = pack(1, &key.public_key().to_tagged(), &signature, b"m");
    let bad = pack(1, &key.public_key().to_tagged(), &signature, b"n");
    let no_key = pack(1, &[0xed, 1, 0], &signature, b"m");
    let packed = [good.as_slice(), &bad, &no_key, &good].concat();
    assert_eq!(batch::verify_packed(&packed, HighS::Refuse).unwrap(), [1, 0, 0, 1]);
    assert_eq!(batch::verify_packed(&[], HighS::Refuse).unwrap(), [0; 0]);

    for cut in 1..good.len() {
        let error = batch::verify_packed(&good[..cut], HighS::Refuse).unwrap_err();
        assert_eq!(error.code(), "ERR_ENCODING_MALFORMED", "{cut}");
    }
    for algorithm in [&[][..], &[1, 1]] {
        let odd = frames::join(&[algorithm, &key.public_key().to_tagged(), &signature, b"m"]);
        let error = batch::verify_packed(&odd, HighS::Refuse).unwrap_err();
        assert_eq!(error.code(), "ERR_ENCODING_MALFORMED");
    }
    let error = batch::verify_packed(&pack(9, &[], &[], &[]), HighS::Refuse).unwrap_err();
    assert_eq!(error.code(), "ERR_KEY_ALGORITHM_UNKNOWN");
}

fn pack(algorithm: u8, key: &[u8], signature: &[u8], message: &[u8]) -> Vec<u8> {
    frames::join(&[&[algorithm], key, signature, message])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever bytes come, reading does not panic, and what is read writes itself back.
    #[test]
    fn tagged_keys(code in 1..=8_u32, raw in prop::collection::vec(any::<u8>(), 31..35)) {
        let tag = KeyType::from_code(code).unwrap().tag();
        let tagged = [tag.as_slice(), &raw].concat();
        if let Ok(key) = PublicKey::from_tagged(&tagged) {
            prop_assert_eq!(key.to_tagged(), tagged);
        }
    }

    /// Both sides of an agreement get the same secret.
    #[test]
    fn agreement(seed: u64) {
        let mut rng = FixedRng(seed);
        for key_type in [KeyType::X25519, KeyType::Secp256k1, KeyType::P256] {
            let a = SecretKey::generate(key_type, &mut rng).unwrap();
            let b = SecretKey::generate(key_type, &mut rng).unwrap();
            let shared = [(&a, &b), (&b, &a)].map(|(own, other)| {
                ecdh::agree(key_type, own.expose(), other.public_key()).unwrap()
            });
            prop_assert_eq!(&shared[0], &shared[1]);
            let own = a.agree(b.public_key()).ok();
            let first = Some(&shared[0]).filter(|_| key_type == KeyType::X25519);
            prop_assert_eq!(own.as_ref(), first);
        }
    }
}
