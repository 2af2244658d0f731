//! Key forms of SAGE against SAGE's own output. Where a case has `ours`, that is our verdict.

use countersign_core::{
    Error,
    encoding::hex,
    keys::{KeyType, PublicKey, SecretKey, jwk, sage, sage_sign},
    sage_key_store::{sealed_box, vault},
    unsigned::Unsigned,
};
use countersign_testkit::{
    FixedRng, cases_of,
    records::{document, tree},
};
use serde_json::Value;

fn text<'a>(case: &'a Value, name: &str) -> &'a str {
    case[name].as_str().unwrap_or_else(|| panic!("{name} of {case}"))
}

fn accepts(case: &Value) -> bool {
    case.get("ours").map_or(case["accept"] == true, |ours| ours["verdict"] == "accept")
}

fn secret(case: &Value) -> SecretKey {
    let key_type = match text(case, "type") {
        "Secp256k1" => KeyType::Secp256k1,
        "P256" => KeyType::P256,
        name => name.parse().unwrap(),
    };
    SecretKey::from_bytes(key_type, &hex::decode(text(case, "private")).unwrap()).unwrap()
}

#[test]
fn marshals_as_sage_does() {
    for case in cases_of("sage/key_marshal.json", "marshal") {
        let key = secret(&case);
        let key = key.public_key();
        let name = if key.uncompressed().is_some() { "marshaled_from_ecdsa" } else { "marshaled" };
        assert_eq!(hex::encode(&sage::marshal(key).unwrap()), text(&case, name));
        assert_eq!(sage::key_id(key).unwrap(), text(&case, "key_id"));
    }
}

#[test]
fn unmarshals_what_holds() {
    for case in cases_of("sage/key_marshal.json", "unmarshal") {
        let data = hex::decode(text(&case, "data")).unwrap();
        let read = sage::unmarshal(text(&case, "key_type"), &data);
        assert_eq!(read.is_ok(), accepts(&case), "{}: {read:?}", case["name"]);
        if let Ok(key) = read {
            let point = hex::encode(&key.uncompressed().unwrap()[1..]);
            assert_eq!(point, format!("{}{}", text(&case, "x"), text(&case, "y")));
        }
    }
}

#[test]
fn unmarshals_p256_from_spki_only() {
    let case =
        cases_of("sage/jwk_pem.json", "export").into_iter().find(|case| case["type"] == "P256");
    let case = case.unwrap();
    let pem = text(&case, "pem_public");
    let key = sage::unmarshal("p256", pem.as_bytes()).unwrap();
    assert_eq!(hex::encode(&sage::marshal(&key).unwrap()), text(&case, "public"));
    let rows = [
        ("P256", pem.as_bytes(), "ERR_KEY_TYPE_UNKNOWN"),
        ("rsa", pem.as_bytes(), "ERR_KEY_TYPE_UNKNOWN"),
        ("p256", b"".as_slice(), "ERR_DER_MALFORMED"),
        ("secp256k1", &[0; 64], "ERR_KEY_OFF_CURVE"),
    ];
    for (name, bytes, code) in rows {
        assert_eq!(sage::unmarshal(name, bytes).unwrap_err().code(), code, "{name}");
    }
    let other = cases_of("sage/jwk_pem.json", "export").remove(0);
    let error = sage::unmarshal("p256", text(&other, "pem_public").as_bytes()).unwrap_err();
    assert_eq!(error.code(), "ERR_KEY_TYPE_MISMATCH");
}

#[test]
fn reads_every_key_that_sage_exports() {
    for case in cases_of("sage/jwk_pem.json", "export") {
        let key = secret(&case);
        let expected = key.public_key();
        assert_eq!(&sage::public_from_jwk(text(&case, "jwk_public")).unwrap(), expected);
        let read = sage::secret_from_jwk(text(&case, "jwk_private")).unwrap();
        assert_eq!(read.expose(), key.expose());
        assert_eq!(sage::key_id(expected).unwrap(), text(&case, "key_id"));
        if text(&case, "pem_public").is_empty() {
            continue;
        }
        assert_eq!(&sage::public_from_pem(text(&case, "pem_public")).unwrap(), expected);
        let read = sage::secret_from_pem(text(&case, "pem_private")).unwrap();
        assert_eq!(read.expose(), key.expose());
    }
}

#[test]
fn writes_what_sage_writes_unless_it_drops_zeros() {
    for case in cases_of("sage/jwk_pem.json", "export") {
        let key = secret(&case);
        let theirs: Value = serde_json::from_str(text(&case, "jwk_public")).unwrap();
        let ours = tree(&jwk::public_to_json(key.public_key()));
        let same = ["kty", "crv", "x", "y"].iter().all(|name| ours.get(name) == theirs.get(name));
        let thumbprint = jwk::thumbprint(key.public_key()) == text(&case, "thumbprint");
        assert_eq!(same, thumbprint);
        assert!(same || case["ours"]["verdict"] == "reject", "{}", case["key"]);
        assert_eq!(jwk::public_from_json(document(&theirs).root()).is_ok(), same, "strict import");
    }
}

#[test]
fn imports_what_holds() {
    for case in cases_of("sage/jwk_pem.json", "import") {
        let jwk = text(&case, "jwk");
        let read: Result<PublicKey, _> = match case["public_only"].as_bool().unwrap() {
            true => sage::public_from_jwk(jwk),
            false => sage::secret_from_jwk(jwk).map(|key| key.public_key().clone()),
        };
        assert_eq!(read.is_ok(), accepts(&case), "{}: {read:?}", case["name"]);
        if let (Ok(key), Some(public)) = (read, case["public"].as_str()) {
            assert_eq!(hex::encode(&key.uncompressed().unwrap()), public);
        }
    }
}

#[test]
fn a_box_opens_for_its_ed25519_key_alone() {
    let key = |fill| SecretKey::from_bytes(KeyType::Ed25519, &[fill; 32]).unwrap();
    let sealed = sealed_box::seal(key(1).public_key(), b"text", &mut FixedRng(3)).unwrap();
    assert_eq!(sealed_box::open(&key(1), &sealed).unwrap().as_slice(), b"text");
    let code = |key: &SecretKey| sealed_box::open(key, &sealed).unwrap_err().code();
    assert_eq!(code(&key(2)), "ERR_KEY_BOX");
    let x25519 = SecretKey::from_bytes(KeyType::X25519, &[1; 32]).unwrap();
    assert_eq!(code(&x25519), "ERR_KEY_TYPE_MISMATCH");
    let mut cut = sealed.clone();
    cut.truncate(sealed.len() - 1);
    assert_eq!(sealed_box::open(&key(1), &cut).unwrap_err().code(), "ERR_KEY_BOX");
}

#[test]
fn the_id_of_a_key_is_no_path() {
    for id in ["a", "a.b", "key-1", &"a".repeat(255)] {
        assert_eq!(vault::check_id(id), Ok(()), "{id}");
    }
    for id in ["", ".", "..", "a..b", "a/b", "a\\b", "a\0", "a\n", &"a".repeat(256)] {
        assert_eq!(vault::check_id(id), Err(Error::VaultSageId), "{id:?}");
    }
}

/// Numbers that a text printed anew would spell as integers beyond 2^53, which no reader takes.
#[test]
fn members_that_sage_does_not_know_change_nothing() {
    let case = &cases_of("sage/jwk_pem.json", "export")[0];
    let more = |name: &str| {
        let members = text(case, name).trim_end().strip_suffix('}').unwrap();
        format!("{members},\"x-n\":1e20,\"x-\\n\":[\"\\u00e9\"]}}")
    };
    let read = sage::public_from_jwk(&more("jwk_public"));
    assert_eq!(read, sage::public_from_jwk(text(case, "jwk_public")));
    assert!(read.is_ok());
    assert_eq!(sage::secret_from_jwk(&more("jwk_private")).unwrap().public_key(), &read.unwrap());
}

#[test]
fn thumbprint_of_rsa_differs_by_key() {
    for case in cases_of("sage/jwk_pem.json", "thumbprint") {
        let jwk: Value = serde_json::from_str(text(&case, "jwk")).unwrap();
        let same = jwk::thumbprint_of(document(&jwk).root()).unwrap() == text(&case, "thumbprint");
        assert_eq!(same, case.get("ours").is_none());
    }
}

#[test]
fn the_block_of_sage_is_read_by_its_profile_only() {
    let block = |label: &str, header: &str, body: &str| {
        format!("-----BEGIN {label}-----\n{header}\n\n{body}\n-----END {label}-----\n")
    };
    let one = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=";
    let good = block("EC PRIVATE KEY", "Curve: secp256k1", one);
    assert!(sage::secret_from_pem(&good).is_ok());
    assert!(countersign_core::keys::pem::secret_from_pem(&good).is_err());
    let rows = [
        ("header", block("EC PRIVATE KEY", "Curve: P-256", one), "ERR_PEM_MALFORMED"),
        ("label", block("PUBLIC KEY", "Curve: secp256k1", one), "ERR_PEM_MALFORMED"),
        ("31 bytes", block("EC PRIVATE KEY", "Curve: secp256k1", &one[4..]), "ERR_BYTES_LENGTH"),
        ("zero", good.replace("AAE=", "AAA="), "ERR_KEY_SCALAR_RANGE"),
        ("trailing", format!("{good}x"), "ERR_PEM_MALFORMED"),
        ("too long", good.replace("AAA", &"A".repeat(9_000)), "ERR_LIMIT_EXCEEDED"),
    ];
    for (name, text, code) in rows {
        assert_eq!(sage::secret_from_pem(&text).unwrap_err().code(), code, "{name}");
    }
    let half = block("PUBLIC KEY", "Curve: secp256k1", one);
    assert_eq!(sage::public_from_pem(&half).unwrap_err().code(), "ERR_BYTES_LENGTH");
}

#[test]
fn a_signature_that_is_not_the_keys_gets_no_form_of_sage() {
    for key_type in [KeyType::Ed25519, KeyType::Secp256k1, KeyType::P256] {
        let key = SecretKey::from_bytes(key_type, &[1; 32]).unwrap();
        let algorithm = sage_sign::algorithm(key_type).unwrap();
        let signature = key.sign(algorithm, b"message").unwrap();
        let attach = |message: &[u8], signature: &[u8]| {
            let mut unsigned = Unsigned::of_sage(key.public_key(), message).unwrap();
            let signed = unsigned.attach(&key.public_key().to_tagged(), signature);
            signed.map_err(|error| error.code())
        };
        let full = attach(b"message", &signature).unwrap();
        assert!(sage_sign::verifies(key.public_key(), b"message", &full));
        let refused = Err("ERR_SIGNER_INVALID");
        assert_eq!(attach(b"another", &signature), refused, "{key_type:?}");
        // secp256k1: what has its recovery byte already verifies, and is not to get a second.
        assert_eq!(attach(b"message", &[&signature[..], &[0]].concat()), refused, "{key_type:?}");
        assert_eq!(attach(b"message", &[&full[..], &full[64..], &[1]].concat()), refused);
        assert_eq!(attach(b"message", &signature[..63]), refused);
    }
}
