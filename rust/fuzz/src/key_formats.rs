//! Key formats: a key that is read is written to text that reads back to the same key.

use countersign_core::{
    encoding::document::{Document, Numbers},
    keys::{PublicKey, der, ethereum, jwk, jwk_set, multikey, pem, sage},
};

use crate::Target;

const ED_JWK: &[u8] =
    br#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#;
const EC_JWK: &[u8] = br#"{"kty":"EC","crv":"P-256","x":"04N0xi21hshyvBp7I167sbE_bXqyqkAPfefdklMO7wY","y":"UI8exy-C06a7DUnjIdENkxeFtHM4-l_41LqEw9nVgmw","d":"yy49oPcINGK2ps0LmtxpB6UTEOiITghHBif6wDqmJ3c","use":"sig"}"#;

pub(crate) const JWK: Target = Target { name: "jwk", run: jwk_target, seeds: &[ED_JWK, EC_JWK] };

pub(crate) const PEM: Target = Target {
    name: "pem",
    run: pem_target,
    seeds: &[
        b"-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f\n-----END PRIVATE KEY-----\n",
        b"-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAA6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=\n-----END PUBLIC KEY-----\n",
        b"-----BEGIN EC PRIVATE KEY-----\nCurve: secp256k1\n\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=\n-----END EC PRIVATE KEY-----\n",
    ],
};

pub(crate) const DER: Target = Target {
    name: "der",
    run: der_target,
    seeds: &[
        b"\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        b"\x30\x2a\x30\x05\x06\x03\x2b\x65\x6e\x03\x21\x00AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        b"\x30\x31\x02\x01\x01\x04\x20AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\xa0\x0a\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07",
    ],
};

pub(crate) const MULTIKEY: Target = Target {
    name: "multikey",
    run: multikey_target,
    seeds: &[
        b"z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK",
        b"zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme",
        b"zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169",
    ],
};

pub(crate) const ADDRESS: Target = Target {
    name: "address",
    run: address_target,
    seeds: &[
        b"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        b"0x52908400098527886e0f7030069857d2e4169ee7",
    ],
};

fn jwk_target(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(key) = jwk::public_from_text(text) {
        assert_eq!(jwk::public_from_text(&jwk::public_to_json(&key)), Ok(key));
    }
    if let Ok(key) = jwk::secret_from_text(text) {
        let again = jwk::secret_to_text(&key).and_then(|text| jwk::secret_from_text(&text));
        assert!(again.is_ok_and(|again| again.expose() == key.expose()));
    }
    drop((sage::public_from_jwk(text), sage::secret_from_jwk(text)));
    if let Ok(given) = Document::read(data, Numbers::Exact) {
        drop((jwk::thumbprint_of(given.root()), jwk_set::from_json(given.root())));
    }
}

fn pem_target(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(key) = pem::public_from_pem(text) {
        check_public(&key);
    }
    if let Ok(key) = pem::secret_from_pem(text) {
        let again = pem::secret_to_pem(&key).and_then(|text| pem::secret_from_pem(&text));
        assert!(again.is_ok_and(|again| again.expose() == key.expose()));
    }
    drop((sage::public_from_pem(text), sage::secret_from_pem(text)));
}

fn der_target(data: &[u8]) {
    if let Ok(key) = der::public_from_der(data) {
        check_public(&key);
    }
    drop((der::secret_from_der(data), der::secret_from_sec1(data)));
}

fn check_public(key: &PublicKey) {
    let again = der::public_to_der(key).and_then(|der| der::public_from_der(&der));
    assert_eq!(again.as_ref(), Ok(key));
}

fn multikey_target(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(key) = multikey::decode(text) {
        assert_eq!(multikey::encode(&key), text);
    }
}

fn address_target(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(address) = ethereum::parse_address(text) {
        assert!(ethereum::checksum(&address).eq_ignore_ascii_case(text));
    }
}
