//! Multikey and Ethereum addresses, black box.

use countersign_core::{
    encoding::{base58, hex},
    keys::{KeyType, PublicKey, SecretKey, ethereum, multikey},
};
use countersign_testkit::FixedRng;
use proptest::prelude::*;

#[test]
fn multikey_examples_of_did_key() {
    let rows = [
        (KeyType::Ed25519, "z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK"),
        (KeyType::X25519, "z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc"),
        (KeyType::Secp256k1, "zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme"),
        (KeyType::P256, "zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169"),
    ];
    for (key_type, text) in rows {
        let key = multikey::decode(text).unwrap();
        assert_eq!(key.key_type(), key_type);
        assert_eq!(multikey::encode(&key), text);
    }
}

#[test]
fn multikey_codecs_are_those_of_the_table() {
    let table = countersign_testkit::vector_path("multibase/multicodec_keys.csv");
    let table = std::fs::read_to_string(table).unwrap();
    let code = |name: &str| {
        let row = table.lines().find(|row| row.starts_with(&format!("{name},"))).unwrap();
        u64::from_str_radix(row.split(',').nth(2).unwrap().trim_start_matches("0x"), 16).unwrap()
    };
    let names = ["ed25519", "secp256k1", "p256", "x25519", "mldsa-44", "mldsa-65", "mldsa-87"];
    for (key_type, name) in KeyType::ALL.into_iter().zip(names) {
        assert_eq!(multikey::codec(key_type), Some(code(&format!("{name}-pub"))), "{name}");
    }
}

#[test]
fn multikey_recognises_ml_dsa() {
    for (key_type, length) in [(KeyType::MlDsa44, 1_312), (KeyType::MlDsa87, 2_592)] {
        let key = PublicKey::from_raw(key_type, &vec![7; length]).unwrap();
        assert_eq!(multikey::decode(&multikey::encode(&key)).unwrap(), key);
    }
}

#[test]
fn multikey_refuses() {
    let good = multikey::decode("zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169").unwrap();
    let bytes = multikey::to_bytes(&good).unwrap();
    let z = |bytes: &[u8]| format!("z{}", base58::encode(bytes));
    let uncompressed = [&[0x80, 0x24], good.uncompressed().unwrap().as_slice()].concat();
    let rows = [
        ("empty", String::new(), "ERR_MULTIBASE_UNKNOWN"),
        ("letter only", "z".into(), "ERR_ENCODING_MALFORMED"),
        ("longer than any key", format!("z{}", "1".repeat(3_700)), "ERR_LIMIT_EXCEEDED"),
        ("another base", format!("f{}", hex::encode(&bytes)), "ERR_MULTIBASE_UNKNOWN"),
        ("foreign digit", "z0".into(), "ERR_ENCODING_MALFORMED"),
        ("private codec", z(&[&[0x80, 0x26][..], &[1; 32]].concat()), "ERR_MULTIKEY_CODEC"),
        ("codec of P-384", z(&[&[0x81, 0x24][..], &[2; 49]].concat()), "ERR_MULTIKEY_CODEC"),
        ("long varint", z(&[&[0xed, 0x81, 0x00][..], &[1; 32]].concat()), "ERR_ENCODING_MALFORMED"),
        ("cut", z(&bytes[..34]), "ERR_BYTES_LENGTH"),
        ("trailing", z(&[bytes.as_slice(), &[0]].concat()), "ERR_BYTES_LENGTH"),
        ("uncompressed", z(&uncompressed), "ERR_KEY_POINT_FORM"),
        ("off the curve", z(&[&[0xe7, 0x01, 2][..], &[0; 32]].concat()), "ERR_KEY_OFF_CURVE"),
        ("small order", z(&[&[0xed, 0x01, 1][..], &[0; 31]].concat()), "ERR_KEY_SMALL_ORDER"),
        ("too long", format!("z{}", "2".repeat(9_000)), "ERR_LIMIT_EXCEEDED"),
    ];
    for (name, text, code) in rows {
        assert_eq!(multikey::decode(&text).unwrap_err().code(), code, "{name}");
    }
}

#[test]
fn a_key_in_the_form_of_did_jwk_is_no_longer_than_any_key() {
    let long = format!("did:jwk:{}", "A".repeat(70_000));
    assert_eq!(multikey::decode(&long).unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
}

#[test]
fn addresses_of_eip_55() {
    for text in [
        "0x52908400098527886E0F7030069857D2E4169EE7",
        "0xde709f2102306220921060314715629080e2fb77",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
        "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    ] {
        let address = ethereum::parse_address(text).unwrap();
        assert_eq!(ethereum::checksum(&address), text);
        let lower = text.to_ascii_lowercase();
        assert_eq!(ethereum::parse_address(&lower).unwrap(), address);
        let upper = format!("0x{}", text[2..].to_ascii_uppercase());
        assert_eq!(ethereum::parse_address(&upper).unwrap(), address);
    }
}

#[test]
fn the_address_of_a_key() {
    let secret =
        hex::decode("ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80").unwrap();
    let key = SecretKey::from_bytes(KeyType::Secp256k1, &secret).unwrap();
    let address = ethereum::address(key.public_key()).unwrap();
    assert_eq!(ethereum::checksum(&address), "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
    let other = SecretKey::generate(KeyType::P256, &mut FixedRng(1)).unwrap();
    let error = ethereum::address(other.public_key()).unwrap_err();
    assert_eq!(error.code(), "ERR_KEY_TYPE_MISMATCH");
}

#[test]
fn addresses_refuse() {
    let rows = [
        ("empty", "", "ERR_ADDRESS_MALFORMED"),
        ("no prefix", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "ERR_ADDRESS_MALFORMED"),
        ("0X", "0X52908400098527886E0F7030069857D2E4169EE7", "ERR_ADDRESS_MALFORMED"),
        ("19 bytes", "0x908400098527886e0f7030069857d2e4169ee7", "ERR_ADDRESS_MALFORMED"),
        ("21 bytes", "0x0052908400098527886e0f7030069857d2e4169ee7", "ERR_ADDRESS_MALFORMED"),
        ("letter", "0xg2908400098527886e0f7030069857d2e4169ee7", "ERR_ADDRESS_MALFORMED"),
        ("line feed", "0x52908400098527886e0f7030069857d2e4169ee7\n", "ERR_ADDRESS_MALFORMED"),
        ("not ASCII", "0xé2908400098527886e0f7030069857d2e4169ee", "ERR_ADDRESS_MALFORMED"),
        ("checksum", "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "ERR_ADDRESS_CHECKSUM"),
    ];
    for (name, text, code) in rows {
        assert_eq!(ethereum::parse_address(text).unwrap_err().code(), code, "{name}");
    }
}

proptest! {
    #[test]
    fn keys_round_trip(seed: u64) {
        for key_type in KeyType::ALL.into_iter().take(4) {
            let key = SecretKey::generate(key_type, &mut FixedRng(seed)).unwrap();
            let text = multikey::encode(key.public_key());
            prop_assert_eq!(&multikey::decode(&text).unwrap(), key.public_key());
        }
    }

    #[test]
    fn addresses_round_trip(address: [u8; 20]) {
        prop_assert_eq!(ethereum::parse_address(&ethereum::checksum(&address)).unwrap(), address);
    }
}
