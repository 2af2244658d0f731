//! The Ed25519 criterion: every row of the table in `keys/ed25519.rs`, and the vectors of others.

use countersign_core::{
    encoding::{frames, hex},
    keys::{
        Algorithm, Claim, HighS, KeyType, PublicKey, SecretKey, batch::verify_packed, verify,
        verify_batch,
    },
};
use countersign_testkit::{bytes, vector_path, vectors};
use curve25519_dalek::{
    EdwardsPoint, Scalar, constants::EIGHT_TORSION, edwards::CompressedEdwardsY, traits::Identity,
};
use proptest::prelude::*;
use sha2::{Digest, Sha512};

/// Key, message, signature: does it hold?
fn holds(key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    PublicKey::from_raw(KeyType::Ed25519, key).is_ok_and(|key| {
        let single = verify(Algorithm::Ed25519, &key, message, signature, HighS::Refuse);
        let claim = Claim { algorithm: Algorithm::Ed25519, key: &key, message, signature };
        assert_eq!(verify_batch(&[claim, claim], HighS::Refuse), [single, single]);
        single
    })
}

/// `R = [r]B + offset`, `S = r + k a`: holds as written if the torsion of A and R cancels.
fn forge(a: u64, key: EdwardsPoint, offset: EdwardsPoint, message: &[u8]) -> ([u8; 32], Vec<u8>) {
    let nonce = Scalar::from(0x5eed_u64 + a);
    let r = (EdwardsPoint::mul_base(&nonce) + offset).compress().to_bytes();
    let key = key.compress().to_bytes();
    let hash = Sha512::new().chain_update(r).chain_update(key).chain_update(message).finalize();
    let k = Scalar::from_bytes_mod_order_wide(&hash.into());
    let s = nonce + k * Scalar::from(a);
    (key, [r, s.to_bytes()].concat())
}

fn point(a: u64) -> EdwardsPoint {
    EdwardsPoint::mul_base(&Scalar::from(a))
}

#[test]
fn speccheck_agrees_with_verify_strict() {
    for case in vectors("ed25519/speccheck_cases.json")["cases"].as_array().unwrap() {
        let got =
            holds(&bytes(&case["pub_key"]), &bytes(&case["message"]), &bytes(&case["signature"]));
        let want = case["verdicts"]["dalek verify_strict"].as_bool().unwrap();
        assert_eq!(got, want, "{}", case["comment"]);
    }
}

#[test]
fn cctv_edge_points() {
    let refused =
        ["low_order_A", "low_order_R", "non_canonical_A", "non_canonical_R", "low_order_residue"];
    for case in vectors("ed25519/cctv_ed25519vectors.json").as_array().unwrap() {
        let message = case["msg"].as_str().unwrap().as_bytes();
        let got = holds(&bytes(&case["key"]), message, &bytes(&case["sig"]));
        let flags = case["flags"].as_array();
        let want = !flags.is_some_and(|flags| {
            flags.iter().any(|flag| refused.contains(&flag.as_str().unwrap()))
        });
        assert_eq!(got, want, "{}", case["number"]);
    }
}

#[test]
fn wycheproof() {
    for group in vectors("ed25519/wycheproof_ed25519_test.json")["testGroups"].as_array().unwrap() {
        let key = bytes(&group["publicKey"]["pk"]);
        for case in group["tests"].as_array().unwrap() {
            let got = holds(&key, &bytes(&case["msg"]), &bytes(&case["sig"]));
            assert_eq!(got, case["result"] == "valid", "tcId {}", case["tcId"]);
        }
    }
}

#[test]
fn signs_as_rfc_8032() {
    let text = std::fs::read_to_string(vector_path("ed25519/sign_input_subset.txt")).unwrap();
    for (line, case) in text.lines().enumerate() {
        let fields: Vec<_> = case.split(':').map(|field| hex::decode(field).unwrap()).collect();
        let key = SecretKey::from_bytes(KeyType::Ed25519, &fields[0][..32]).unwrap();
        assert_eq!(key.public_key().as_bytes(), fields[1], "line {line}");
        let signature = key.sign(Algorithm::Ed25519, &fields[2]).unwrap();
        assert_eq!(signature, fields[3][..64], "line {line}");
        assert!(holds(&fields[1], &fields[2], &signature), "line {line}");
    }
}

#[test]
fn refuses_public_keys() {
    let mut p_plus_3 = [0xff; 32]; // y = p + 3, and 3 is the y of a point
    p_plus_3[0] = 0xf0;
    p_plus_3[31] = 0x7f;
    let mut minus_zero = [0; 32];
    (minus_zero[0], minus_zero[31]) = (1, 0x80);
    let mut no_point = [0; 32];
    no_point[0] = 2;
    let rows: &[(&str, &[u8], &str)] = &[
        ("empty", &[], "ERR_BYTES_LENGTH"),
        ("31 bytes", &[9; 31], "ERR_BYTES_LENGTH"),
        ("33 bytes", &[9; 33], "ERR_BYTES_LENGTH"),
        ("y of no point", &no_point, "ERR_KEY_OFF_CURVE"),
        ("y = p + 3", &p_plus_3, "ERR_KEY_NOT_CANONICAL"),
        ("x = 0 with the sign bit", &minus_zero, "ERR_KEY_NOT_CANONICAL"),
    ];
    for (name, raw, code) in rows {
        let error = PublicKey::from_raw(KeyType::Ed25519, raw).unwrap_err();
        assert_eq!(error.code(), *code, "{name}");
    }
    for point in EIGHT_TORSION {
        let raw = point.compress().to_bytes();
        let error = PublicKey::from_raw(KeyType::Ed25519, &raw).unwrap_err();
        assert_eq!(error.code(), "ERR_KEY_SMALL_ORDER");
    }
}

#[test]
fn every_encoding_that_is_not_canonical_is_refused() {
    // y = p + 0 to p + 18 are the only values from p to 2^255 - 1.
    for low in 0xed..=0xff_u8 {
        for top in [0x7f, 0xff] {
            let mut raw = [0xff; 32];
            (raw[0], raw[31]) = (low, top);
            assert!(PublicKey::from_raw(KeyType::Ed25519, &raw).is_err(), "{low:02x} {top:02x}");
        }
    }
}

#[test]
fn s_must_be_below_the_order() {
    let (key, signature) = forge(7, point(7), EdwardsPoint::identity(), b"m");
    assert!(holds(&key, b"m", &signature));
    // S + L is the same scalar.
    let order = hex::decode("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    let mut malleated = signature;
    let mut carry = 0_u16;
    for (byte, add) in malleated[32..].iter_mut().zip(order.unwrap()) {
        carry += u16::from(*byte) + u16::from(add);
        [*byte, _] = carry.to_le_bytes();
        carry >>= 8;
    }
    assert!(!holds(&key, b"m", &malleated));
}

#[test]
fn small_order_r_is_refused() {
    // S = k a with R the neutral element or another point of small order.
    for torsion in EIGHT_TORSION {
        let r = torsion.compress().to_bytes();
        let key = point(7).compress().to_bytes();
        let hash = Sha512::new().chain_update(r).chain_update(key).chain_update(b"m").finalize();
        let s = Scalar::from_bytes_mod_order_wide(&hash.into()) * Scalar::from(7_u64);
        assert!(!holds(&key, b"m", &[r, s.to_bytes()].concat()));
    }
}

#[test]
fn mixed_order_holds_only_if_the_plain_equation_does() {
    let torsion = EIGHT_TORSION[1]; // order 8
    let (mut accepted, mut refused) = (0, 0);
    for n in 0..64_u8 {
        let message = [n];
        let (key, signature) = forge(7, point(7) + torsion, EdwardsPoint::identity(), &message);
        let hash = Sha512::new().chain_update(&signature[..32]).chain_update(key);
        let k = Scalar::from_bytes_mod_order_wide(&hash.chain_update(message).finalize().into());
        // [k](A + T) = [k]A + [k]T: holds plainly only where 8 divides k.
        let plain = k.as_bytes()[0].is_multiple_of(8);
        assert_eq!(holds(&key, &message, &signature), plain, "{n}");
        *(if plain { &mut accepted } else { &mut refused }) += 1;
    }
    assert!(accepted > 0 && refused > 0);
}

/// Each claim several times, in a batch and packed: keys that come often are verified by tables.
fn verdicts(made: &[(PublicKey, Vec<u8>)], message: &[u8]) -> Vec<bool> {
    let often = || made.iter().cycle().take(made.len() * 5);
    let claims: Vec<_> = often()
        .map(|(key, signature)| Claim { algorithm: Algorithm::Ed25519, key, message, signature })
        .collect();
    let all = verify_batch(&claims, HighS::Refuse);
    let mut packed = Vec::new();
    for (key, signature) in often() {
        packed.extend(frames::join(&[&[1], &key.to_tagged(), signature, message]));
    }
    let packed = verify_packed(&packed, HighS::Refuse).unwrap();
    assert_eq!(packed, all.iter().map(|holds| u8::from(*holds)).collect::<Vec<_>>());
    let (first, again) = all.split_at(made.len());
    again.chunks(made.len()).for_each(|again| assert_eq!(again, first));
    first.to_vec()
}

#[test]
fn cancelling_pairs_are_refused_in_a_batch() {
    // Offsets that sum to zero: a cofactorless batch with unlucky coefficients would pass them.
    for (name, torsion) in [("order 2", EIGHT_TORSION[4]), ("order 8", EIGHT_TORSION[1])] {
        let made = [(11, torsion), (13, -torsion), (11, -torsion)].map(|(a, offset)| {
            let (key, signature) = forge(a, point(a), offset, b"pair");
            (PublicKey::from_raw(KeyType::Ed25519, &key).unwrap(), signature)
        });
        assert_eq!(verdicts(&made, b"pair"), [false; 3], "{name}");
    }
}

#[test]
fn opposite_claims_are_judged_one_by_one() {
    // A and -A, R and -R: what is wrong with the one is taken back by the other.
    let signed = |a: Scalar, nonce: Scalar, off: Scalar| {
        let [key, r] = [a, nonce].map(|of| EdwardsPoint::mul_base(&of).compress().to_bytes());
        let hash = Sha512::new().chain_update(r).chain_update(key).chain_update(b"pair");
        let k = Scalar::from_bytes_mod_order_wide(&hash.finalize().into());
        let s = nonce + k * a + off;
        (PublicKey::from_raw(KeyType::Ed25519, &key).unwrap(), [r, s.to_bytes()].concat())
    };
    let (a, nonce) = (Scalar::from(7_u8), Scalar::from(0x5eed_u32));
    let (zero, one) = (Scalar::ZERO, Scalar::ONE);
    let right = [signed(a, nonce, zero), signed(-a, -nonce, zero)];
    assert_eq!(verdicts(&right, b"pair"), [true; 2]);
    let wrong = [signed(a, nonce, one), signed(-a, -nonce, -one), signed(a, nonce, -one)];
    assert_eq!(verdicts(&wrong, b"pair"), [false; 3]);
}

#[test]
fn a_batch_gives_a_verdict_for_each() {
    let keys: Vec<_> =
        (1..6).map(|n| SecretKey::from_bytes(KeyType::Ed25519, &[n; 32]).unwrap()).collect();
    let mut signatures: Vec<_> =
        keys.iter().map(|key| key.sign(Algorithm::Ed25519, b"m").unwrap()).collect();
    signatures[2][40] ^= 1;
    let claims: Vec<_> = keys
        .iter()
        .zip(&signatures)
        .map(|(key, signature)| Claim {
            algorithm: Algorithm::Ed25519,
            key: key.public_key(),
            message: b"m",
            signature,
        })
        .collect();
    assert_eq!(verify_batch(&claims, HighS::Refuse), [true, true, false, true, true]);
    assert!(verify_batch(&[], HighS::Refuse).is_empty());
}

proptest! {
    /// A key that is read is the one encoding of a point, and not of small order.
    #[test]
    fn a_key_is_canonical(raw: [u8; 32]) {
        if let Ok(key) = PublicKey::from_raw(KeyType::Ed25519, &raw) {
            let point = CompressedEdwardsY(raw).decompress().unwrap();
            prop_assert_eq!(point.compress().to_bytes(), raw);
            prop_assert!(!point.is_small_order());
            prop_assert_eq!(key.as_bytes(), raw);
        }
    }

    /// One bit changed anywhere, and the signature no longer holds.
    #[test]
    fn a_changed_bit_is_refused(seed: [u8; 32], message: Vec<u8>, bit in 0..512_usize) {
        let key = SecretKey::from_bytes(KeyType::Ed25519, &seed).unwrap();
        let mut signature = key.sign(Algorithm::Ed25519, &message).unwrap();
        prop_assert!(holds(key.public_key().as_bytes(), &message, &signature));
        signature[bit / 8] ^= 1 << (bit % 8);
        prop_assert!(!holds(key.public_key().as_bytes(), &message, &signature));
    }
}
