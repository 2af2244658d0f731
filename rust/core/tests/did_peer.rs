//! `did:peer`: what the specification gives as examples, and what is refused.

use countersign_core::{
    Error,
    did::{Did, Purpose, peer},
    encoding::{base58, base64url},
    keys::{PublicKey, multikey},
};
use countersign_testkit::{
    keys::parse_did,
    records::{self, tree},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const PEER_2: &str = "\
    did:peer:2.Vz6Mkj3PUd1WjvaDhNZhhhXQdz5UnZXmS7ehtx8bsPpD47kKc.Ez6LSg8zQom395jKLrGiBNruB9MM6\
    V8PWuf2FpEy4uRFiqQBR.SeyJ0IjoiZG0iLCJzIjp7InVyaSI6Imh0dHA6Ly9leGFtcGxlLmNvbS9kaWRjb21tIiwi\
    YSI6WyJkaWRjb21tL3YyIl0sInIiOlsiZGlkOmV4YW1wbGU6MTIzNDU2Nzg5YWJjZGVmZ2hpI2tleS0xIl19fQ.Sey\
    J0IjoiZG0iLCJzIjp7InVyaSI6Imh0dHA6Ly9leGFtcGxlLmNvbS9hbm90aGVyIiwiYSI6WyJkaWRjb21tL3YyIl0s\
    InIiOlsiZGlkOmV4YW1wbGU6MTIzNDU2Nzg5YWJjZGVmZ2hpI2tleS0yIl19fQ";
const PEER_2_OTHER: &str = "\
    did:peer:2.Ez6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc.Vz6MkqRYqQiSgvZQdnBytw86Qbs2Z\
    WUkGv22od935YF4s8M7V.Vz6MkgoLTnTypo3tDRwCkZXSccTPHRLhF4ZnjhueYAFpEX6vg.SeyJ0IjoiZG0iLCJzIj\
    oiaHR0cHM6Ly9leGFtcGxlLmNvbS9lbmRwb2ludCIsInIiOlsiZGlkOmV4YW1wbGU6c29tZW1lZGlhdG9yI3NvbWVr\
    ZXkiXSwiYSI6WyJkaWRjb21tL3YyIiwiZGlkY29tbS9haXAyO2Vudj1yZmM1ODciXX0";
const PEER_4: &str = "\
    did:peer:4zQmd8CpeFPci817KDsbSAKWcXAE2mjvCQSasRewvbSF54Bd:z2M1k7h4psgp4CmJcnQn2Ljp7Pz7ktsd\
    7oBhMU3dWY5s4fhFNj17qcRTQ427C7QHNT6cQ7T3XfRh35Q2GhaNFZmWHVFq4vL7F8nm36PA9Y96DvdrUiRUaiCuXn\
    BFrn1o7mxFZAx14JL4t8vUWpuDPwQuddVo1T8myRiVH7wdxuoYbsva5x6idEpCQydJdFjiHGCpNc2UtjzPQ8awSXkc\
    tGCnBmgkhrj5gto3D4i3EREXYq4Z8r2cWGBr2UzbSmnxW2BuYddFo9Yfm6mKjtJyLpF74ytqrF5xtf84MnGFg1hMBm\
    h1xVx1JwjZ2BeMJs7mNS8DTZhKC7KH38EgqDtUZzfjhpjmmUfkXg2KFEA3EGbbVm1DPqQXayPYKAsYPS9AyKkcQ3fz\
    WafLPP93UfNhtUPL8JW5pMcSV3P8v6j3vPXqnnGknNyBprD6YGUVtgLiAqDBDUF3LSxFQJCVYYtghMTv8WuSw9h1a1\
    SRFrDQLGHE4UrkgoRvwaGWr64aM87T1eVGkP5Dt4L1AbboeK2ceLArPScrdYGTpi3BpTkLwZCdjdiFSfTy9okL1YNR\
    ARqUf2wm8DvkVGUU7u5nQA3ZMaXWJAewk6k1YUxKd7LvofGUK4YEDtoxN5vb6r1Q2godrGqaPkjfL3RoYPpDYymf9X\
    hcgG8Kx3DZaA6cyTs24t45KxYAfeCw4wqUpCH9HbpD78TbEUr9PPAsJgXBvBj2VVsxnr7FKbK4KykGcg1W8M1JPz21\
    Z4Y72LWgGQCmixovrkHktcTX1uNHjAvKBqVD5C7XmVfHgXCHj7djCh3vzLNuVLtEED8J1hhqsB1oCBGiuh3xXr7fZ9\
    wUjJCQ1HYHqxLJKdYKtoCiPmgKM7etVftXkmTFETZmpM19aRyih3bao76LdpQtbw636r7a3qt8v4WfxsXJetSL8c7t\
    24SqQBcAY89FBsbEnFNrQCMK3JEseKHVaU388ctvRD45uQfe5GndFxthj4iSDomk4uRFd1uRbywoP1tRuabHTDX42U\
    xPjz";

const PEER_2_SHORT: &str = "did:peer:3zQmd6RdU6e2nDrLn1rjwdA5Buzq7wJwsv3WJ1AgrwKYJoLE";
const PEER_2_OTHER_SHORT: &str = "did:peer:3zQmS19jtYDvGtKVrJhQnRFpBQAx3pJ9omx2HpNrcXFuRCz9";
const PEER_4_SHORT: &str = "did:peer:4zQmd8CpeFPci817KDsbSAKWcXAE2mjvCQSasRewvbSF54Bd";

/// A Multikey of Ed25519, one of X25519.
const SIGNS: &str = "z6Mkj3PUd1WjvaDhNZhhhXQdz5UnZXmS7ehtx8bsPpD47kKc";
const AGREES: &str = "z6LSg8zQom395jKLrGiBNruB9MM6V8PWuf2FpEy4uRFiqQBR";

fn document(text: &str) -> Value {
    tree(&peer::document(&parse_did(text)).unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// The code of the refusal, or the text of what was made.
fn outcome(made: Result<Did, Error>) -> String {
    made.map_or_else(|error| error.code().to_owned(), |did| did.to_string())
}

fn elements(services: &[Value]) -> Result<Did, Error> {
    let keys = [(Purpose::Authentication, multikey::decode(SIGNS).unwrap())];
    made_of(&keys, services)
}

fn made_of(keys: &[(Purpose, PublicKey)], services: &[Value]) -> Result<Did, Error> {
    let services: Vec<_> = services.iter().map(records::document).collect();
    let services: Vec<_> = services.iter().map(|service| service.root()).collect();
    peer::from_elements(keys, &services)
}

fn service(members: Value) -> Value {
    let mut service = json!({ "type": "T", "serviceEndpoint": "https://a.example" });
    for (name, value) in members.as_object().unwrap() {
        service[name] = value.clone();
    }
    service
}

#[test]
fn numalgo_2_is_read_as_in_the_specification() {
    let service = |id: &str, uri: &str, key: &str| {
        json!({ "id": id, "type": "DIDCommMessaging", "serviceEndpoint": {
            "uri": uri, "accept": ["didcomm/v2"], "routingKeys": [key] } })
    };
    let method = |id: &str, key: &str| json!({ "id": id, "type": "Multikey", "controller": PEER_2, "publicKeyMultibase": key });
    let expected = json!({
        "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
        "id": PEER_2,
        "verificationMethod": [method("#key-1", SIGNS), method("#key-2", AGREES)],
        "authentication": ["#key-1"],
        "keyAgreement": ["#key-2"],
        "service": [
            service("#service", "http://example.com/didcomm", "did:example:123456789abcdefghi#key-1"),
            service("#service-1", "http://example.com/another", "did:example:123456789abcdefghi#key-2"),
        ],
    });
    assert_eq!(document(PEER_2), expected);
}

#[test]
fn the_short_form_of_numalgo_2_is_numalgo_3() {
    for (long, short) in [(PEER_2, PEER_2_SHORT), (PEER_2_OTHER, PEER_2_OTHER_SHORT)] {
        assert_eq!(peer::short_form(&parse_did(long)).unwrap().as_str(), short);
        assert_eq!(peer::short_form(&parse_did(short)).unwrap().as_str(), short);
        assert_eq!(peer::document(&parse_did(short)).unwrap_err().code(), "ERR_DID_NEEDS_RESOLVER");
    }
    let one = parse_did(&format!("did:peer:0{SIGNS}"));
    assert_eq!(outcome(peer::short_form(&one)), "ERR_DID_METHOD_ID");
}

#[test]
fn elements_come_back() {
    let purposes = Purpose::ALL.map(|purpose| (purpose, multikey::decode(SIGNS).unwrap()));
    let services = [
        service(json!({ "id": "#a", "type": "DIDCommMessaging", "accept": ["b"] })),
        service(json!({ "serviceEndpoint": { "uri": "u", "routingKeys": [] } })),
        service(json!({ "type": ["T", "U"], "serviceEndpoint": ["https://b.example", {}] })),
    ];
    let made = made_of(&purposes, &services).unwrap();
    let document = document(made.as_str());
    for (at, purpose) in Purpose::ALL.into_iter().enumerate() {
        assert_eq!(document[purpose.as_str()], json!([format!("#key-{}", at + 1)]));
    }
    let mut expected = services.to_vec();
    expected[1]["id"] = "#service".into();
    expected[2]["id"] = "#service-1".into();
    assert_eq!(document["service"], Value::Array(expected));
}

#[test]
fn services_that_do_not_come_back_are_refused() {
    let document = "ERR_DID_DOCUMENT";
    let rows = [
        ("a text", vec![json!("s")], document),
        ("absolute id", vec![service(json!({ "id": "did:ex:a#s" }))], document),
        ("id a number", vec![service(json!({ "id": 1 }))], document),
        ("no type", vec![json!({ "serviceEndpoint": "u" })], document),
        ("no endpoint", vec![json!({ "type": "T" })], document),
        ("endpoint a number", vec![service(json!({ "serviceEndpoint": 1 }))], document),
        ("abbreviated name", vec![service(json!({ "a": 1 }))], document),
        ("both names", vec![service(json!({ "accept": 1, "a": 2 }))], document),
        ("abbreviated type", vec![service(json!({ "type": "dm" }))], document),
        ("nested", vec![service(json!({ "serviceEndpoint": { "r": [] } }))], document),
        ("one id twice", vec![service(json!({ "id": "#s" })); 2], document),
        ("taken id", vec![service(json!({ "id": "#service" })), service(json!({}))], document),
        ("too long", vec![service(json!({ "x": "a".repeat(8_192) }))], "ERR_LIMIT_EXCEEDED"),
    ];
    for (name, services, code) in rows {
        assert_eq!(outcome(elements(&services)), code, "{name}");
    }
    let nothing = peer::from_elements(&[], &[]);
    assert_eq!(outcome(nothing), "ERR_DID_METHOD_ID");
}

#[test]
fn a_number_of_elements_is_the_limit() {
    let key = multikey::decode(SIGNS).unwrap();
    let keys = vec![(Purpose::Authentication, key); peer::MAX_ELEMENTS + 1];
    assert!(peer::from_elements(&keys[1..], &[]).is_ok());
    assert_eq!(outcome(peer::from_elements(&keys, &[])), "ERR_DID_METHOD_ID");
}

#[test]
fn hostile_elements_are_refused() {
    let encoded = |text: &str| format!("did:peer:2.S{}", base64url::encode(text.as_bytes()));
    let deep = format!(r#"{{"t":"T","s":{{"x":{}{}}}}}"#, "[".repeat(62), "]".repeat(62));
    let rows = [
        ("old list form", encoded(r#"[{"t":"T","s":"u"}]"#), "ERR_JSON_NOT_OBJECT"),
        ("both names", encoded(r#"{"t":"T","type":"U","s":"u"}"#), "ERR_DID_DOCUMENT"),
        ("one name twice", encoded(r#"{"t":"T","t":"U","s":"u"}"#), "ERR_JSON_DUPLICATE"),
        ("absolute id", encoded(r#"{"id":"did:ex:a#s","t":"T","s":"u"}"#), "ERR_DID_DOCUMENT"),
        ("no type", encoded(r#"{"s":"u"}"#), "ERR_DID_DOCUMENT"),
        ("too deep for a document", encoded(&deep), "ERR_JSON_DEPTH"),
        ("not UTF-8", "did:peer:2.S_w".to_owned(), "ERR_JSON_UTF8"),
        ("stray bits", "did:peer:2.Sfx".to_owned(), "ERR_ENCODING_MALFORMED"),
        ("unknown codec", "did:peer:2.Vz6".to_owned(), "ERR_MULTIKEY_CODEC"),
    ];
    for (name, text, code) in rows {
        assert_eq!(peer::document(&parse_did(&text)).unwrap_err().code(), code, "{name}");
    }
}

#[test]
fn numalgo_4_is_read_as_in_the_specification() {
    let long = parse_did(PEER_4);
    let document = document(PEER_4);
    assert_eq!(document["id"], PEER_4);
    assert_eq!(document["alsoKnownAs"], json!([PEER_4_SHORT]));
    assert_eq!(document["authentication"], json!(["#6MkrCD1c"]));
    assert_eq!(document["verificationMethod"][1]["controller"], PEER_4);
    assert_eq!(peer::short_form(&long).unwrap().as_str(), PEER_4_SHORT);
    let short = tree(&peer::short_document(&long).unwrap());
    assert_eq!(short["id"], PEER_4_SHORT);
    assert_eq!(short["alsoKnownAs"], json!([PEER_4]));
    assert_eq!(short["verificationMethod"][0]["controller"], PEER_4_SHORT);
    for form in
        [peer::document(&parse_did(PEER_4_SHORT)), peer::short_document(&parse_did(PEER_4_SHORT))]
    {
        assert_eq!(form.unwrap_err().code(), "ERR_DID_NEEDS_RESOLVER");
    }
}

#[test]
fn a_changed_document_is_not_the_one_that_the_hash_names() {
    for at in [20, 50, PEER_4_SHORT.len() + 3, PEER_4.len() - 1] {
        let letter = if &PEER_4[at..=at] == "x" { "y" } else { "x" };
        let changed = parse_did(&format!("{}{letter}{}", &PEER_4[..at], &PEER_4[at + 1..]));
        let codes = [
            peer::document(&changed).unwrap_err().code(),
            peer::short_document(&changed).unwrap_err().code(),
            peer::short_form(&changed).unwrap_err().code(),
        ];
        assert_eq!(codes, ["ERR_DID_HASH"; 3], "{at}");
    }
    let swapped = from_input(&json!({})).unwrap();
    let (_, other) = swapped.as_str().rsplit_once(':').unwrap();
    let spliced = parse_did(&format!("{PEER_4_SHORT}:{other}"));
    assert_eq!(peer::document(&spliced).unwrap_err().code(), "ERR_DID_HASH");
}

fn from_input(input: &Value) -> Result<Did, Error> {
    peer::from_input(records::document(input).root())
}

#[test]
fn an_input_document_comes_back() {
    let input = json!({
        "verificationMethod": [
            { "id": "#1", "type": "Multikey", "publicKeyMultibase": SIGNS },
            { "id": "#2", "type": "Multikey", "controller": "did:ex:b", "publicKeyMultibase": AGREES },
        ],
        "authentication": ["#1", "did:ex:b#3", { "id": "#4", "type": "Multikey", "publicKeyMultibase": SIGNS }],
        "service": [service(json!({ "id": "#s" }))],
        "alsoKnownAs": ["https://a.example"],
    });
    let long = from_input(&input).unwrap();
    let read = document(long.as_str());
    let mut expected = input;
    expected["id"] = long.as_str().into();
    expected["alsoKnownAs"] =
        json!(["https://a.example", peer::short_form(&long).unwrap().as_str()]);
    expected["verificationMethod"][0]["controller"] = long.as_str().into();
    expected["authentication"][2]["controller"] = long.as_str().into();
    assert_eq!(read, expected);
}

#[test]
fn input_documents_out_of_form_are_refused() {
    let document = "ERR_DID_DOCUMENT";
    let method = |id: &str| json!({ "id": id, "type": "Multikey" });
    let rows = [
        ("root id", json!({ "id": "did:ex:a" }), document),
        ("absolute id", json!({ "verificationMethod": [method("did:ex:a#1")] }), document),
        ("absolute id inside", json!({ "keyAgreement": [method("did:ex:a#1")] }), document),
        ("absolute service id", json!({ "service": [service(json!({ "id": "s:s" }))] }), document),
        ("service without id", json!({ "service": [service(json!({}))] }), document),
        ("method without id", json!({ "verificationMethod": [{ "type": "T" }] }), document),
        ("methods an object", json!({ "verificationMethod": {} }), document),
        ("one id twice", json!({ "verificationMethod": [method("#1"), method("#1")] }), document),
        ("reference no URL", json!({ "authentication": ["1"] }), "ERR_DID_SYNTAX"),
        ("alias no list", json!({ "alsoKnownAs": "a" }), document),
        ("too long", json!({ "x": "a".repeat(5_960) }), "ERR_LIMIT_EXCEEDED"),
        ("far too long", json!({ "x": "a".repeat(8_192) }), "ERR_LIMIT_EXCEEDED"),
    ];
    for (name, input, code) in rows {
        assert_eq!(outcome(from_input(&input)), code, "{name}");
    }
}

#[test]
fn a_carried_text_of_another_codec_is_refused() {
    let carried = |bytes: &[u8]| {
        let encoded = format!("z{}", base58::encode(bytes));
        let digest = [&[0x12, 0x20], Sha256::digest(&encoded).as_slice()].concat();
        parse_did(&format!("did:peer:4z{}:{encoded}", base58::encode(&digest)))
    };
    let rows = [
        ("JSON codec", b"\x80\x04{}".as_slice(), "ok"),
        ("no codec", b"{}", "ERR_DID_DOCUMENT"),
        ("one name twice", b"\x80\x04{\"a\":1,\"a\":2}", "ERR_JSON_DUPLICATE"),
        ("a list", b"\x80\x04[]", "ERR_JSON_NOT_OBJECT"),
    ];
    for (name, bytes, code) in rows {
        let read = peer::document(&carried(bytes)).map_or_else(|error| error.code(), |_| "ok");
        assert_eq!(read, code, "{name}");
    }
}
