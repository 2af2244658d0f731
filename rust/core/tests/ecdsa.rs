//! ECDSA on secp256k1 and P-256: the vectors of others, and the rules of `keys/ecdsa.rs`.

use countersign_core::{
    encoding::hex,
    keys::{
        Algorithm, HighS, KeyType, PublicKey, SecretKey, SignatureForm, batch, ecdsa, recover,
        verify, verify_either_s, verify_prehash,
    },
};
use countersign_testkit::{bytes, vectors};
use proptest::prelude::*;

const ECDSA: [Algorithm; 3] =
    [Algorithm::P256Sha256, Algorithm::Secp256k1Sha256, Algorithm::Secp256k1Keccak256];

/// The orders of the groups.
const N_SECP256K1: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
const N_P256: &str = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";

/// Every case of a Wycheproof file: its name, whether it should hold, and whether it does.
fn judge(file: &str, algorithm: Algorithm, high_s: HighS, der: bool) {
    let mut cases = 0;
    for group in vectors(file)["testGroups"].as_array().unwrap() {
        let raw = bytes(&group["publicKey"]["uncompressed"]);
        let key = PublicKey::from_raw(algorithm.key_type(), &raw).unwrap();
        for case in group["tests"].as_array().unwrap() {
            let mut signature = bytes(&case["sig"]);
            if der {
                let raw = ecdsa::from_der(algorithm.key_type(), &signature);
                if let Ok(raw) = &raw {
                    // One text for one value.
                    assert_eq!(ecdsa::to_der(algorithm.key_type(), raw).unwrap(), signature);
                }
                signature = raw.map(|raw| raw.to_vec()).unwrap_or_default();
            }
            let got = verify(algorithm, &key, &bytes(&case["msg"]), &signature, high_s);
            assert_eq!(got, case["result"] == "valid", "{file} tcId {}", case["tcId"]);
            cases += 1;
        }
    }
    assert!(cases > 100);
}

#[test]
fn wycheproof() {
    let k1 = Algorithm::Secp256k1Sha256;
    let file = |name| format!("ecdsa-secp256k1/wycheproof_ecdsa_secp256k1_sha256_{name}.json");
    judge(&file("test"), k1, HighS::Accept, true);
    judge(&file("p1363_test"), k1, HighS::Accept, false);
    judge(&file("bitcoin_test"), k1, HighS::Refuse, true);
    let r1 = Algorithm::P256Sha256;
    let file = |name| format!("ecdsa-p256/wycheproof_ecdsa_secp256r1_sha256_{name}.json");
    judge(&file("test"), r1, HighS::Accept, true);
    judge(&file("p1363_test"), r1, HighS::Accept, false);
}

#[test]
fn signs_as_rfc_6979_with_low_s() {
    let file = vectors("ecdsa-secp256k1/noble_ecdsa.json");
    for case in file["valid"].as_array().unwrap() {
        let key = SecretKey::from_bytes(KeyType::Secp256k1, &bytes(&case["d"])).unwrap();
        let digest = bytes(&case["m"]).try_into().unwrap();
        let signature = key.sign_prehash(Algorithm::Secp256k1Sha256, &digest).unwrap();
        assert_eq!(signature.to_vec(), bytes(&case["signature"]));
        let public = key.public_key();
        let algorithm = Algorithm::Secp256k1Sha256;
        assert!(verify_prehash(algorithm, public, &digest, &signature, HighS::Refuse));
    }
}

#[test]
fn p256_signs_as_rfc_6979() {
    // RFC 6979, A.2.5, SHA-256 and "sample"; the S printed there is high.
    let secret = hex::decode("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
    let key = SecretKey::from_bytes(KeyType::P256, &secret.unwrap()).unwrap();
    let printed = hex::decode(concat!(
        "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
        "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
    ))
    .unwrap();
    let signature = key.sign(Algorithm::P256Sha256, b"sample").unwrap();
    assert_eq!(signature, ecdsa::normalize(KeyType::P256, &printed).unwrap());
    assert_ne!(signature, printed);
    let check = |signature: &[u8], high_s| {
        verify(Algorithm::P256Sha256, key.public_key(), b"sample", signature, high_s)
    };
    assert!(check(&signature, HighS::Refuse) && check(&printed, HighS::Accept));
    assert!(!check(&printed, HighS::Refuse));
}

#[test]
fn keccak_signs_as_ethereum() {
    // web3.js documentation, eth.accounts.signTransaction: r, s and v of a transaction's digest.
    let secret = hex::decode("4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318");
    let key = SecretKey::from_bytes(KeyType::Secp256k1, &secret.unwrap()).unwrap();
    let message = hex::decode(concat!(
        "e9808504e3b29200831e848094f0109fc8df283027b6285cc889f5aa624eac1f",
        "55843b9aca0080018080"
    ))
    .unwrap();
    let want = concat!(
        "c9cf86333bcb065d140032ecaab5d9281bde80f21b9687b3e94161de42d51895",
        "727a108a0b8d101465414033c3f705a9c7b826e596766046ee1183dbc8aeaa68",
        "00"
    );
    let signature = key.sign_recoverable(Algorithm::Secp256k1Keccak256, &message).unwrap();
    assert_eq!(hex::encode(&signature), want);
}

#[test]
fn noble_refuses_what_we_refuse() {
    let file = vectors("ecdsa-secp256k1/noble_ecdsa.json");
    for case in file["invalid"]["verify"].as_array().unwrap() {
        let holds = PublicKey::from_raw(KeyType::Secp256k1, &bytes(&case["Q"])).is_ok_and(|key| {
            let digest: Result<[u8; 32], _> = bytes(&case["m"]).try_into();
            let signature = bytes(&case["signature"]);
            digest.is_ok_and(|digest| {
                let algorithm = Algorithm::Secp256k1Sha256;
                verify_prehash(algorithm, &key, &digest, &signature, HighS::Refuse)
            })
        });
        assert!(!holds, "{}", case["description"]);
    }
}

#[test]
fn points() {
    let file = vectors("ecdsa-secp256k1/points.json");
    for case in file["valid"]["isPoint"].as_array().unwrap() {
        let got = PublicKey::from_raw(KeyType::Secp256k1, &bytes(&case["P"])).is_ok();
        assert_eq!(got, case["expected"].as_bool().unwrap(), "{}", case["P"]);
    }
    for case in file["valid"]["pointCompress"].as_array().unwrap() {
        let key = PublicKey::from_raw(KeyType::Secp256k1, &bytes(&case["P"])).unwrap();
        let got = if case["compress"] == true {
            key.as_bytes().to_vec()
        } else {
            key.uncompressed().unwrap().to_vec()
        };
        assert_eq!(got, bytes(&case["expected"]));
    }
    for case in file["invalid"]["pointCompress"].as_array().unwrap() {
        assert!(PublicKey::from_raw(KeyType::Secp256k1, &bytes(&case["P"])).is_err());
    }
    for case in file["valid"]["pointFromScalar"].as_array().unwrap() {
        let key = SecretKey::from_bytes(KeyType::Secp256k1, &bytes(&case["d"])).unwrap();
        let want = PublicKey::from_raw(KeyType::Secp256k1, &bytes(&case["expected"])).unwrap();
        assert_eq!(*key.public_key(), want);
    }
}

#[test]
fn refuses_signatures() {
    let key = SecretKey::from_bytes(KeyType::Secp256k1, &[7; 32]).unwrap();
    let algorithm = Algorithm::Secp256k1Sha256;
    let good = key.sign_recoverable(algorithm, b"m").unwrap();
    let order = hex::decode(N_SECP256K1);
    let with = |at: usize, bytes: &[u8]| {
        let mut changed = good;
        changed[at..at + bytes.len()].copy_from_slice(bytes);
        changed
    };
    let order = order.unwrap();
    let rows = [
        ("r = 0", with(0, &[0; 32])),
        ("s = 0", with(32, &[0; 32])),
        ("r = n", with(0, &order)),
        ("s = n", with(32, &order)),
        ("v = 2", with(64, &[2])),
        ("v of Ethereum", with(64, &[good[64] + 27])),
    ];
    for (name, signature) in rows {
        let error = recover(algorithm, b"m", &signature, HighS::Accept).unwrap_err();
        assert_eq!(error.code(), "ERR_SIGNATURE_MALFORMED", "{name}");
        let of_v = error.to_string().contains("recovery byte");
        assert_eq!(of_v, name.starts_with('v'), "{name}: {error}");
    }
    let error = recover(algorithm, b"m", &good[..64], HighS::Refuse).unwrap_err();
    assert_eq!(error.code(), "ERR_BYTES_LENGTH");
    let error = recover(Algorithm::P256Sha256, b"m", &good, HighS::Refuse).unwrap_err();
    assert_eq!(error.code(), "ERR_KEY_ALGORITHM");
    for length in [0, 63, 65] {
        let signature = &with(0, &[])[..length];
        assert!(!verify(algorithm, key.public_key(), b"m", signature, HighS::Accept), "{length}");
    }
    assert_eq!(recover(algorithm, b"m", &good, HighS::Refuse).unwrap(), *key.public_key());
}

#[test]
fn der_is_strict() {
    for (name, der) in [
        ("empty", ""),
        ("trailing byte", "300602010102010100"),
        ("long length", "30810602010102010101"),
        ("indefinite length", "30800201010201010000"),
        ("padded integer", "300702020001020101"),
        ("negative integer", "3006020181020101"),
        ("zero", "3006020100020101"),
        ("empty integer", "30050200020101"),
        ("three integers", "3009020101020101020101"),
        ("another tag", "3106020101020101"),
        ("truncated", "3082010002010102010100000000"),
    ] {
        let der = hex::decode(der).unwrap();
        for key_type in [KeyType::Secp256k1, KeyType::P256] {
            let error = ecdsa::from_der(key_type, &der).unwrap_err();
            assert_eq!(error.code(), "ERR_SIGNATURE_MALFORMED", "{name}");
        }
    }
    let error = ecdsa::from_der(KeyType::Ed25519, &[]).unwrap_err();
    assert_eq!(error.code(), "ERR_KEY_ALGORITHM");
    let error = ecdsa::to_der(KeyType::P256, &[0; 64]).unwrap_err();
    assert_eq!(error.code(), "ERR_SIGNATURE_MALFORMED");
}

#[test]
fn numbers_of_der_are_below_the_order() {
    for (key_type, n) in [(KeyType::Secp256k1, N_SECP256K1), (KeyType::P256, N_P256)] {
        let read = |der: &str| ecdsa::from_der(key_type, &hex::decode(der).unwrap());
        let mut less = hex::decode(n).unwrap();
        less[31] -= 1;
        let less = hex::encode(&less);
        assert!(read(&format!("3026022100{less}020101")).is_ok());
        assert!(read(&format!("3026020101022100{less}")).is_ok());
        for number in [format!("00{n}"), format!("01{}", "00".repeat(32))] {
            for der in [format!("30260221{number}020101"), format!("30260201010221{number}")] {
                let error = read(&der).unwrap_err();
                assert_eq!(error.code(), "ERR_SIGNATURE_MALFORMED", "{der}");
            }
        }
    }
}

#[test]
fn admits_only_what_holds() {
    let key = SecretKey::from_bytes(KeyType::P256, &[9; 32]).unwrap();
    let tagged = key.public_key().to_tagged();
    let algorithm = Algorithm::P256Sha256;
    let low = key.sign(algorithm, b"m").unwrap();
    let order = hex::decode(N_P256);
    let high = [&low[..32], &minus(&order.unwrap(), &low[32..])].concat();

    assert!(!verify(algorithm, key.public_key(), b"m", &high, HighS::Refuse));
    assert!(verify(algorithm, key.public_key(), b"m", &high, HighS::Accept));
    for signature in [&low, &high] {
        assert_eq!(batch::admit(algorithm, &tagged, b"m", signature).unwrap(), low);
    }
    let der = ecdsa::to_der(KeyType::P256, &low).unwrap();
    for (name, message, signature) in [
        ("another message", b"n", &low),
        ("DER", b"m", &der),
        ("zeros", b"m", &vec![0; 64]),
        ("nothing", b"m", &vec![]),
    ] {
        let error = batch::admit(algorithm, &tagged, message, signature).unwrap_err();
        assert_eq!(error.code(), "ERR_SIGNER_INVALID", "{name}");
    }
}

#[test]
fn says_whether_s_was_high() {
    let algorithms =
        [Algorithm::Secp256k1Sha256, Algorithm::Secp256k1Keccak256, Algorithm::P256Sha256];
    for (algorithm, order) in algorithms.into_iter().zip([N_SECP256K1, N_SECP256K1, N_P256]) {
        let key = SecretKey::from_bytes(algorithm.key_type(), &[9; 32]).unwrap();
        let low = key.sign(algorithm, b"m").unwrap();
        let high = [&low[..32], &minus(&hex::decode(order).unwrap(), &low[32..])].concat();
        let check =
            |message, signature| verify_either_s(algorithm, key.public_key(), message, signature);
        assert_eq!(check(b"m", &low), Some(SignatureForm { high_s: false }));
        assert_eq!(check(b"m", &high), Some(SignatureForm { high_s: true }));
        for signature in [&low, &high] {
            assert_eq!(check(b"n", signature), None);
            assert_eq!(check(b"m", &signature[..63]), None);
        }
    }
    let key = SecretKey::from_bytes(KeyType::Ed25519, &[9; 32]).unwrap();
    let signature = key.sign(Algorithm::Ed25519, b"m").unwrap();
    let held = verify_either_s(Algorithm::Ed25519, key.public_key(), b"m", &signature);
    assert_eq!(held, Some(SignatureForm { high_s: false }));
}

/// `a - b`, big-endian, for `a > b`.
fn minus(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut borrow = 0;
    let mut difference: Vec<_> = (a.iter().zip(b).rev())
        .map(|(a, b)| {
            let value = 256 + u16::from(*a) - u16::from(*b) - borrow;
            borrow = u16::from(value < 256);
            value.to_le_bytes()[0]
        })
        .collect();
    difference.reverse();
    difference
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What is signed holds, recovers, survives DER, and breaks with any bit.
    #[test]
    fn signatures(secret: [u8; 32], message: Vec<u8>, bit in 0..512_usize) {
        for algorithm in ECDSA {
            let Ok(key) = SecretKey::from_bytes(algorithm.key_type(), &secret) else { continue };
            let mut signature = key.sign(algorithm, &message).unwrap();
            let public = key.public_key();
            prop_assert!(verify(algorithm, public, &message, &signature, HighS::Refuse));
            if algorithm.key_type() == KeyType::Secp256k1 {
                let recoverable = key.sign_recoverable(algorithm, &message).unwrap();
                prop_assert_eq!(&recoverable[..64], &signature);
                prop_assert_eq!(
                    &recover(algorithm, &message, &recoverable, HighS::Refuse).unwrap(),
                    public
                );
            }
            let der = ecdsa::to_der(algorithm.key_type(), &signature).unwrap();
            prop_assert_eq!(ecdsa::from_der(algorithm.key_type(), &der).unwrap().to_vec(), signature.clone());
            signature[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(!verify(algorithm, public, &message, &signature, HighS::Accept));
        }
    }
}
