//! Names of which the core has a list: what TypeScript checks, and what its types are made of.

use countersign_core::{
    did,
    encoding::multibase::Base,
    grant::Fact,
    handshake::Suite,
    hazmat::aead,
    hpke, http_sig,
    identity::{continuity, derivation},
    jws, peer,
};

use super::list;

/// Every list, with what its names are.
pub(crate) fn names() -> String {
    let lists = cryptography().into_iter().chain(encodings()).chain(identity());
    lists.collect::<Vec<_>>().join("\n")
}

fn cryptography() -> [String; 5] {
    [
        names_of(
            "Ciphers with authenticators.",
            "aeadAlgorithms",
            aead::Algorithm::ALL,
            aead::Algorithm::as_str,
        ),
        names_of(
            "Algorithms of a JWS under a shared secret.",
            "jwsHmacAlgorithms",
            jws::hmac::ALGORITHMS,
            |row| row.0,
        ),
        names_of(
            "Ciphers of HPKE. With `export-only` nothing is encrypted, and secrets are exported.",
            "hpkeAeads",
            hpke::Aead::ALL,
            hpke::Aead::as_str,
        ),
        names_of(
            "Key exchanges of a handshake, the preferred one first.",
            "suites",
            Suite::ALL,
            Suite::as_str,
        ),
        names_of(
            "Hashes of the bodies of messages.",
            "digestHashes",
            http_sig::Hash::ALL,
            http_sig::Hash::as_str,
        ),
    ]
}

fn encodings() -> [String; 3] {
    [
        names_of("Serializations of a JWS.", "jwsForms", jws::Form::ALL, jws::Form::as_str),
        names_of(
            "The bases of a CIDv1 that are read and written.",
            "cidBases",
            peer::BASES,
            Base::name,
        ),
        names_of(
            "Bases of multibase, as in its table.",
            "bases",
            Base::ALL.iter().copied(),
            Base::name,
        ),
    ]
}

fn identity() -> [String; 5] {
    [
        names_of(
            "Verification relationships of DID Core 1.0, section 5.3, in its order, which is that of their bits.",
            "purposes",
            did::Purpose::ALL,
            did::Purpose::as_str,
        ),
        names_of(
            "What a derived key is for.",
            "derivedPurposes",
            derivation::Purpose::ALL,
            derivation::Purpose::as_str,
        ),
        names_of(
            "What a heartbeat says of the state of an identity.",
            "heartbeatStatuses",
            continuity::Status::ALL,
            continuity::Status::as_str,
        ),
        names_of("Questions about a chain of grants.", "chainFacts", Fact::CHAIN, Fact::as_str),
        names_of("Questions about an action under it.", "actionFacts", Fact::ACTION, Fact::as_str),
    ]
}

fn names_of<T>(
    what: &str,
    list_name: &str,
    all: impl IntoIterator<Item = T>,
    name: fn(T) -> &'static str,
) -> String {
    format!("/** {what} */\n{}", list(list_name, all.into_iter().map(name)))
}
