//! DIDs, their documents, and the trust read of them.
//!
//! | Target | Law |
//! | --- | --- |
//! | `did`, `did-url` | a DID that is read prints to text that reads back to the same DID |
//! | `did-web` | each DID has one document URL, and each URL one DID |
//! | `did-peer` | the document that a DID carries passes the check for received documents |
//! | `did-peer-input` | what goes into a builder is in the document |
//! | `did-plc` | a document from a log passes the check for received documents, and is for the DID of the log |
//! | `did-document` | a checked document passes the check again, and its keys can verify |
//! | `trust` | no more keys are found than the limit allows, and none that is revoked |

use countersign_core::{
    did::{self, Did, DidUrl, Purpose, document, peer, plc, record, web},
    encoding::document::{Document, Numbers},
    time::UnixSeconds,
    trust::{MAX_KEYS, Trust},
};
use serde_json::{Map, Value};

use crate::Target;

pub(crate) const DID: Target = Target { name: "did", run: did_target, seeds: DIDS };

pub(crate) const URL: Target = Target {
    name: "did-url",
    run: url_target,
    seeds: &[b"did:ex:a/b?c=d#e", b"did:web:A.example%3A80:b#key-1", b"did:ex:a?#", b"did:ex:a;b"],
};

pub(crate) const WEB: Target = Target {
    name: "did-web",
    run: web_target,
    seeds: &[
        b"did:web:a.example%3A8443:b:c%20d",
        b"did:web:a.example:.well-known",
        b"https://a.example:80/b/did.json",
        b"https://a.example/.well-known/did.json",
    ],
};

pub(crate) const PEER: Target = Target { name: "did-peer", run: peer_target, seeds: DIDS };

pub(crate) const PEER_INPUT: Target =
    Target { name: "did-peer-input", run: peer_input_target, seeds: DOCUMENTS };

pub(crate) const PLC: Target = Target {
    name: "did-plc",
    run: plc_target,
    seeds: &[
        include_bytes!("../../vectors/did/did-plc/nullification_at_72h.json"),
        include_bytes!("../../vectors/did/did-plc/nullification_nested.json"),
    ],
};

pub(crate) const DOCUMENT: Target =
    Target { name: "did-document", run: document_target, seeds: DOCUMENTS };

pub(crate) const TRUST: Target = Target {
    name: "trust",
    run: trust_target,
    seeds: &[
        TRUSTED,
        br##"{"id":"did:web:a.example","verificationMethod":[{"id":"#1","type":"Ed25519VerificationKey2018","controller":"did:web:a.example","publicKeyBase58":"4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS","expires":"2030-01-01T00:00:00Z"}],"authentication":["#1"]}"##,
    ],
};

/// A frame without keys.
const NO_KEYS: &[u8] = &[0; 5];

/// The frame of an Ed25519 key with every member, and of an embedded one.
const TRUSTED: &[u8] = b"\x01\0\0\0\x01\xff\0\0\0\x22\xed\x01\
    \xd7\x5a\x98\x01\x82\xb1\x0a\xb7\xd5\x4b\xfe\xd3\xc9\x64\x07\x3a\
    \x0e\xe1\x72\xf3\xda\xa6\x23\x25\xaf\x02\x1a\x68\xf7\x07\x51\x1a\
    \0\0\0\x01k\0\0\0\x0bdid:web:a.b\x03\0\0\0\x07ed25519\
    \x40\x22\0\0\0\0\0\0\x40\x08\0\0\0\0\0\0\x40\x20\0\0\0\0\0\0";

const DIDS: &[&[u8]] = &[
    b"did:ex:a:b.c-d_e%20f",
    b"did:key:z6Mkj3PUd1WjvaDhNZhhhXQdz5UnZXmS7ehtx8bsPpD47kKc",
    b"did:web:A.example%3A80:b:c",
    b"did:sage:eth:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266:7",
    b"did:sage:sol:DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK",
    b"did:ethr:0xA:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
    b"did:pkh:eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    b"did:jwk:eyJjcnYiOiJFZDI1NTE5Iiwia3R5IjoiT0tQIiwieCI6IjExcVlBWUt4Q3JmVlNfN1R5V1FIT2c3aGN2UGFwaU1scHdpem56c2N2RkEifQ",
    b"did:plc:EWVI7nxzyoun6zhxrhs64oiz",
    b"did:peer:0z6Mkj3PUd1WjvaDhNZhhhXQdz5UnZXmS7ehtx8bsPpD47kKc",
    b"did:peer:2.Vz6Mkj3PUd1WjvaDhNZhhhXQdz5UnZXmS7ehtx8bsPpD47kKc.SeyJ0IjoiZG0iLCJzIjoidSJ9.SeyJpZCI6IiNhIiwidCI6IlQiLCJzIjp7ImEiOltdfX0",
    b"did:peer:4zQmd8CpeFPci817KDsbSAKWcXAE2mjvCQSasRewvbSF54Bd",
];

const DOCUMENTS: &[&[u8]] = &[
    br#"{"type":"dm","t":"T","s":"u","serviceEndpoint":{"a":1,"r":[{"accept":{}}]}}"#,
    br#"{"type":"DIDCommMessaging","serviceEndpoint":{"uri":"u","accept":["a"],"routingKeys":[]}}"#,
    br##"{"verificationMethod":[{"id":"#1","type":"Multikey","publicKeyMultibase":"z6Mkj3PUd1WjvaDhNZhhhXQdz5UnZXmS7ehtx8bsPpD47kKc"}],"authentication":["#1","did:ex:b#2"],"service":[{"id":"#s","type":["T"],"serviceEndpoint":["u",{}]}]}"##,
    br##"{"id":"did:web:A.example","verificationMethod":[{"id":"#1","type":"Multikey","controller":"did:web:a.example","publicKeyMultibase":"z6Mkj3PUd1WjvaDhNZhhhXQdz5UnZXmS7ehtx8bsPpD47kKc"}],"keyAgreement":[{"id":"did:web:a.example#2","type":"JsonWebKey","controller":"did:ex:b","publicKeyJwk":{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIznzscvFA"}}],"service":[{"id":"did:ex:s","type":"T","serviceEndpoint":"u"}]}"##,
];

fn did_target(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let Ok(did) = text.parse::<Did>() else { return };
    assert_eq!(did.as_str().parse().as_ref(), Ok(&did), "canonical text is read again");
    assert_eq!(did.to_string(), format!("did:{}:{}", did.method(), did.id()));
    assert!(record::inspect(text).is_ok());
}

fn url_target(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let Ok(url) = text.parse::<DidUrl>() else { return };
    assert_eq!(url.to_string().parse().as_ref(), Ok(&url));
    let mut whole = format!("{}{}", url.did(), url.path());
    url.query().into_iter().for_each(|query| whole.extend(["?", query]));
    url.fragment().into_iter().for_each(|fragment| whole.extend(["#", fragment]));
    assert_eq!(whole, url.to_string(), "the parts are the whole");
}

fn web_target(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(did) = web::from_url(text) {
        assert_eq!(web::to_url(&did).as_deref(), Ok(text));
    }
    let Ok(did) = text.parse::<Did>() else { return };
    if let Ok(url) = web::to_url(&did) {
        assert_eq!(web::from_url(&url), Ok(did));
    }
}

fn plc_target(data: &[u8]) {
    let Ok(log) = serde_json::from_slice::<Value>(data) else { return };
    let named = log.get(0).and_then(|entry| entry.get("did")).and_then(Value::as_str);
    let Some(Ok(did)) = named.map(str::parse::<Did>) else { return };
    if let Ok(document) = plc::document_of_log(data, &did) {
        assert_eq!(tree(&document).get("id").and_then(Value::as_str), Some(did.as_str()));
        assert_eq!(document::check(document.as_bytes(), &did), Ok(document));
    }
}

fn tree(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

fn peer_target(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let Ok(did) = text.parse::<Did>() else { return };
    if let Ok(document) = did.document(did::Agreement::Derived) {
        assert_eq!(document::check(document.as_bytes(), &did), Ok(document));
    }
    if let Ok(short) = peer::short_form(&did) {
        assert_eq!(peer::short_form(&short), Ok(short));
    }
}

fn peer_input_target(data: &[u8]) {
    let Ok(given) = Document::read_object(data, Numbers::Exact) else { return };
    let given = given.root();
    if let Ok(did) = peer::from_input(given) {
        let read = tree(&peer::document(&did).unwrap_or_default());
        let mut names = given.members().filter_map(|(name, _)| name.as_str());
        assert!(names.all(|name| read.get(name).is_some()), "{did}");
    }
    if let Ok(did) = peer::from_elements(&[], &[given]) {
        let read = tree(&peer::document(&did).unwrap_or_default());
        let service = read.get("service").and_then(|list| list.get(0)).cloned();
        assert_eq!(with_id(tree(&given.canonical().unwrap_or_default())), service);
    }
}

/// The service, with the id that the DID method gives it.
fn with_id(mut service: Value) -> Option<Value> {
    service.as_object_mut()?.entry("id").or_insert_with(|| "#service".into());
    Some(service)
}

fn document_target(data: &[u8]) {
    let Ok(read) = serde_json::from_slice::<Map<String, Value>>(data) else { return };
    let Some(Ok(did)) = read.get("id").and_then(Value::as_str).map(str::parse::<Did>) else {
        return;
    };
    let Ok(document) = document::check(data, &did) else { return };
    assert_eq!(document::check(document.as_bytes(), &did), Ok(document.clone()));
    if let Err(error) = Trust::from_frame(NO_KEYS, &document) {
        let limits = ["ERR_LIMIT_EXCEEDED", "ERR_JSON_DEPTH", "ERR_JSON_SIZE"];
        assert!(limits.contains(&error.code()), "{error}");
    }
}

fn trust_target(data: &[u8]) {
    // The input is either a frame or a document.
    let text = core::str::from_utf8(data).unwrap_or_default();
    let Ok(trust) = Trust::from_frame(data, "").or_else(|_| Trust::from_frame(NO_KEYS, text))
    else {
        return;
    };
    assert!(trust.keys.len() <= MAX_KEYS);
    for purpose in Purpose::ALL {
        assert!(!trust.find(None, purpose, Some(UnixSeconds(0))).any(|key| key.revoked));
    }
}
