//! PEM and DER of keys, black box.

use countersign_core::{
    encoding::{base64, hex},
    keys::{KeyType, PublicKey, SecretKey, der, pem},
};
use countersign_testkit::{FixedRng, vectors};
use proptest::prelude::*;

const TYPES: [KeyType; 4] = [KeyType::Ed25519, KeyType::Secp256k1, KeyType::P256, KeyType::X25519];

/// RFC 8410, section 10.3: version 1, then version 2 with attributes and public key.
const RFC_8410_V1: &str = "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC";
const RFC_8410_V2: &str = "MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\
    oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=";

#[test]
fn reads_and_writes_what_openssl_writes() {
    for case in vectors("keys/openssl_keys.json")["cases"].as_array().unwrap() {
        let text = |name: &str| case[name].as_str().unwrap();
        let public = pem::public_from_pem(text("spki")).unwrap();
        assert_eq!(public.key_type().as_str(), case["type"]);
        assert_eq!(pem::public_to_pem(&public).unwrap(), text("spki"));
        let secret = pem::secret_from_pem(text("pkcs8")).unwrap();
        assert_eq!(secret.public_key(), &public);
        assert_eq!(*pem::secret_to_pem(&secret).unwrap(), text("pkcs8"));
        assert!(pem::secret_from_pem(text("pkcs8Encrypted")).is_err());
        if case.get("sec1").is_none() {
            continue;
        }
        assert_eq!(*pem::secret_to_sec1_pem(&secret).unwrap(), text("sec1"));
        for name in ["sec1", "sec1Compressed", "sec1NoPublic"] {
            assert_eq!(pem::secret_from_pem(text(name)).unwrap().expose(), secret.expose());
        }
        assert_eq!(pem::public_from_pem(text("spkiCompressed")).unwrap(), public);
        assert!(pem::secret_from_pem(text("sec1Explicit")).is_err(), "explicit curve");
        assert!(pem::public_from_pem(text("spkiExplicit")).is_err(), "explicit curve");
        assert!(pem::secret_from_pem(text("encrypted")).is_err(), "encrypted");
    }
}

#[test]
fn reads_rfc_8410() {
    let first = der::secret_from_der(&base64::decode(RFC_8410_V1).unwrap()).unwrap();
    let second = der::secret_from_der(&base64::decode(RFC_8410_V2).unwrap()).unwrap();
    assert_eq!(first.expose(), second.expose());
    assert_eq!(
        hex::encode(first.public_key().as_bytes()),
        "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1"
    );
}

#[test]
fn crlf_is_read() {
    let key = SecretKey::generate(KeyType::P256, &mut FixedRng(1)).unwrap();
    let text = pem::secret_to_pem(&key).unwrap().replace('\n', "\r\n");
    assert_eq!(pem::secret_from_pem(&text).unwrap().expose(), key.expose());
}

#[test]
fn pem_refuses() {
    let secret = SecretKey::generate(KeyType::P256, &mut FixedRng(1)).unwrap();
    let private = pem::secret_to_pem(&secret).unwrap();
    let public = pem::public_to_pem(secret.public_key()).unwrap();
    let body = public.lines().nth(1).unwrap();
    let rows = [
        ("empty", String::new(), "ERR_PEM_MALFORMED"),
        ("not PEM", "hello".into(), "ERR_PEM_MALFORMED"),
        ("text before", format!("key:\n{public}"), "ERR_PEM_MALFORMED"),
        ("two blocks", public.repeat(2), "ERR_PEM_MALFORMED"),
        ("text after", format!("{public}x"), "ERR_PEM_MALFORMED"),
        ("a private key", private.to_string(), "ERR_PEM_LABEL"),
        ("another label", public.replace("PUBLIC KEY", "CERTIFICATE"), "ERR_PEM_LABEL"),
        ("labels differ", public.replace("END PUBLIC", "END PRIVATE"), "ERR_PEM_MALFORMED"),
        (
            "header",
            public.replace("KEY-----\nM", "KEY-----\nCurve: P-256\n\nM"),
            "ERR_PEM_MALFORMED",
        ),
        ("one long line", public.replace(&format!("{body}\n"), body), "ERR_PEM_MALFORMED"),
        (
            "short lines",
            public.replace(body, &format!("{}\n{}", &body[..32], &body[32..])),
            "ERR_PEM_MALFORMED",
        ),
        ("blanks", public.replace(body, &format!("{body} ")), "ERR_PEM_MALFORMED"),
        ("not ASCII", public.replace(body, &format!("é{body}")), "ERR_PEM_MALFORMED"),
        ("cut", public[..public.len() - 10].into(), "ERR_PEM_MALFORMED"),
        ("too long", "-".repeat(pem::MAX_TEXT + 1), "ERR_LIMIT_EXCEEDED"),
    ];
    for (name, text, code) in rows {
        assert_eq!(pem::public_from_pem(&text).unwrap_err().code(), code, "{name}");
    }
    assert_eq!(pem::secret_from_pem(&public).unwrap_err().code(), "ERR_PEM_LABEL");
}

/// `bytes` with the one place where `from` stands changed to `to`, of the same length.
fn patched(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let text = hex::encode(bytes);
    assert_eq!((text.matches(from).count(), from.len()), (1, to.len()), "{from} in {text}");
    hex::decode(&text.replace(from, to)).unwrap()
}

#[test]
fn public_der_refuses() {
    let ed = SecretKey::from_bytes(KeyType::Ed25519, &[1; 32]).unwrap();
    let ed = der::public_to_der(ed.public_key()).unwrap();
    let ec = SecretKey::from_bytes(KeyType::P256, &[1; 32]).unwrap();
    let ec = der::public_to_der(ec.public_key()).unwrap();
    // SEQUENCE { SEQUENCE { OID, NULL }, BIT STRING }
    let null = [&hex::decode("302c300706032b65700500").unwrap(), &ed[9..]].concat();
    let long = [&hex::decode("30812a").unwrap(), &ed[2..]].concat();
    let rows = [
        ("empty", vec![], "ERR_DER_MALFORMED"),
        ("cut", ed[..43].to_vec(), "ERR_DER_MALFORMED"),
        ("trailing", [ed.as_slice(), &[0]].concat(), "ERR_DER_MALFORMED"),
        ("length in a long form", long, "ERR_DER_MALFORMED"),
        ("NULL parameters", null, "ERR_DER_ALGORITHM"),
        ("unused bits", patched(&ed, "032100", "032101"), "ERR_DER_MALFORMED"),
        ("Ed448", patched(&ed, "06032b6570", "06032b6571"), "ERR_DER_ALGORITHM"),
        (
            "P-384",
            patched(&ec, "06082a8648ce3d030107", "06082a8648ce3d030108"),
            "ERR_DER_ALGORITHM",
        ),
        ("hybrid point", patched(&ec, "03420004", "03420006"), "ERR_KEY_POINT_FORM"),
        ("off the curve", [&ec[..90], &[1]].concat(), "ERR_KEY_OFF_CURVE"),
        ("too long", vec![0; der::MAX_LEN + 1], "ERR_LIMIT_EXCEEDED"),
    ];
    for (name, bytes, code) in rows {
        assert_eq!(der::public_from_der(&bytes).unwrap_err().code(), code, "{name}");
    }
    let key = PublicKey::from_raw(KeyType::MlDsa44, &[1; 1_312]).unwrap();
    let cut = der::public_to_der(&key).unwrap();
    assert_eq!(der::public_from_der(&cut[1..]).unwrap_err().code(), "ERR_DER_MALFORMED");
}

#[test]
fn secret_der_refuses() {
    let v2 = base64::decode(RFC_8410_V2).unwrap();
    let ed = base64::decode(RFC_8410_V1).unwrap();
    let key = SecretKey::from_bytes(KeyType::P256, &[1; 32]).unwrap();
    let (ec, sec1) = (der::secret_to_der(&key).unwrap(), der::secret_to_sec1(&key).unwrap());
    let one = "01".repeat(32);
    let null = [&hex::decode("3030020100300706032b65700500").unwrap(), &ed[12..]].concat();
    let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
    let rows = [
        ("cut", ed[..40].to_vec(), "ERR_DER_MALFORMED"),
        ("trailing", [ed.as_slice(), &[0]].concat(), "ERR_DER_MALFORMED"),
        ("NULL parameters", null, "ERR_DER_ALGORITHM"),
        (
            "version 2 without public key",
            patched(&ed, "302e020100", "302e020101"),
            "ERR_DER_MALFORMED",
        ),
        (
            "version 1 with public key",
            patched(&v2, "3072020101", "3072020100"),
            "ERR_DER_MALFORMED",
        ),
        ("version 3", patched(&ed, "302e020100", "302e020102"), "ERR_DER_MALFORMED"),
        ("another public key", patched(&v2, "d4ee72db", "d4ee72dc"), "ERR_KEY_PAIR_MISMATCH"),
        ("seed not wrapped", patched(&ed, "04220420", "04220520"), "ERR_DER_MALFORMED"),
        ("zero", patched(&ec, &one, &"00".repeat(32)), "ERR_KEY_SCALAR_RANGE"),
        ("the order", patched(&ec, &one, order), "ERR_KEY_SCALAR_RANGE"),
        ("another scalar", patched(&ec, &one, &"02".repeat(32)), "ERR_KEY_PAIR_MISMATCH"),
        ("secp384r1", patched(&ec, "3d030107", "3d030108"), "ERR_DER_ALGORITHM"),
        ("SEC 1", sec1.to_vec(), "ERR_DER_MALFORMED"),
    ];
    for (name, bytes, code) in rows {
        assert_eq!(der::secret_from_der(&bytes).unwrap_err().code(), code, "{name}");
    }
    let rows = [
        ("version 2", patched(&sec1, "020101", "020102"), "ERR_DER_MALFORMED"),
        ("secp256k1", patched(&sec1, "3d030107", "3d030101"), "ERR_DER_ALGORITHM"),
        ("PKCS#8", ec.to_vec(), "ERR_DER_MALFORMED"),
        // The inner key of PKCS#8 names no curve.
        ("no curve", ec[29..].to_vec(), "ERR_DER_ALGORITHM"),
    ];
    for (name, bytes, code) in rows {
        assert_eq!(der::secret_from_sec1(&bytes).unwrap_err().code(), code, "{name}");
    }
    let ed = SecretKey::from_bytes(KeyType::Ed25519, &[1; 32]).unwrap();
    assert_eq!(der::secret_to_sec1(&ed).unwrap_err().code(), "ERR_KEY_ALGORITHM");
}

#[test]
fn curves_inside_and_outside_must_agree() {
    let key = SecretKey::from_bytes(KeyType::P256, &[1; 32]).unwrap();
    let inner = der::secret_to_sec1(&key).unwrap();
    let wrap = |curve: &str| {
        let algorithm = hex::decode(&format!("06072a8648ce3d0201{curve}")).unwrap();
        let tlv = |tag: u8, body: &[u8]| match u8::try_from(body.len()).unwrap() {
            short @ ..128 => [&[tag, short], body].concat(),
            long => [&[tag, 0x81, long], body].concat(),
        };
        tlv(0x30, &[&[2, 1, 0], tlv(0x30, &algorithm).as_slice(), &tlv(4, &inner)].concat())
    };
    assert!(der::secret_from_der(&wrap("06082a8648ce3d030107")).is_ok());
    let error = der::secret_from_der(&wrap("06052b8104000a")).unwrap_err();
    assert_eq!(error.code(), "ERR_DER_ALGORITHM");
}

proptest! {
    #[test]
    fn keys_round_trip(seed: u64) {
        for key_type in TYPES {
            let key = SecretKey::generate(key_type, &mut FixedRng(seed)).unwrap();
            let text = pem::secret_to_pem(&key).unwrap();
            let read = pem::secret_from_pem(&text).unwrap();
            prop_assert_eq!(read.expose(), key.expose());
            let text = pem::public_to_pem(key.public_key()).unwrap();
            prop_assert_eq!(&pem::public_from_pem(&text).unwrap(), key.public_key());
        }
    }
}
