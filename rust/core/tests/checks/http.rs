//! HTTP signatures: profiles, requests with a grant, directories.

use countersign_core::{
    did::Purpose,
    http_sig::{Keys, Message, Policy, list_to_json, prepare, verify},
    keys::{Algorithm, KeyType, SecretKey, jwk},
    trust::{Trust, TrustedKey},
};
use countersign_testkit::keys::secret_of;
use serde_json::{Value, json};

use super::{
    actors::{SECONDS, stranger},
    costs::{Made, Row, made, row},
    grants,
};

pub const ROWS: &[Row] = &[
    row("HttpSig.verify", "16 signature checks", || crowd("rfc9421")),
    row("HttpSig.mcp.verify", "16 signature checks", || crowd("mcp")),
    row("HttpSig.tap.verify", "16 signature checks", || crowd("tap-browser")),
    row("Sage.HttpSig.verify", "16 signature checks", || crowd("sage")),
    row("HttpSig.webBotAuth.verify", "1 signature check", bots),
    row("HttpSig.handler", "16 signature checks a request", requests),
    row("HttpSig.hono", "16 signature checks a request", requests),
    row("HttpSig.middleware", "16 signature checks a request", requests),
    row("HttpSig.fastify", "16 signature checks a request", requests),
    row("HttpSig.authorize", "273 signature checks", authorize),
    row("HttpSig.webBotAuth.readDirectory", "16 signature checks", directory),
    row("HttpSig.webBotAuth.fetchDirectory", "16 signature checks", directory),
    row("HttpSig.webBotAuth.agentKeys", "16 signature checks a lookup", || {
        directory().of("lookup", 1)
    }),
];

const DID: &str = "did:web:agent.example";

fn request() -> Value {
    json!({ "kind": "request", "method": "GET", "url": "https://agent.example/a", "headers": [] })
}

fn read(message: &Value) -> Message {
    Message::from_json(&message.to_string()).unwrap()
}

fn policy(given: &Value) -> Policy {
    let mut all = given.clone();
    all["now"] = SECONDS.into();
    Policy::from_json(&all.to_string()).unwrap()
}

/// Signs and gives the message with its signature.
fn signed(mut message: Value, given: &Value, key: &SecretKey) -> Value {
    let mut all = json!({ "created": SECONDS, "nonce": "nonce-of-16-bytes", "algorithm": "ed25519",
        "expires": SECONDS + 60 });
    for (name, value) in given.as_object().unwrap() {
        if value.is_null() {
            all.as_object_mut().unwrap().remove(name);
        } else {
            all[name] = value.clone();
        }
    }
    let prepared = prepare(read(&message), b"", &all.to_string()).unwrap();
    let signature = key.sign(Algorithm::Ed25519, prepared.base().as_bytes()).unwrap();
    let fields: Value = serde_json::from_str(&prepared.fields(&signature)).unwrap();
    let headers = message["headers"].as_array_mut().unwrap();
    headers.extend(fields.as_array().unwrap().clone());
    message
}

/// A document of 250 keys, and a request that names the document alone, by a key that is not in it.
fn crowd(profile: &str) -> Made {
    let keys = (0..250).map(|index| TrustedKey {
        id: Some(format!("{DID}#key-{index}")),
        purposes: Some(vec![Purpose::Authentication]),
        ..TrustedKey::pinned(stranger(index).public_key().clone())
    });
    let trust = Trust { keys: keys.collect(), did: Some(DID.to_owned()), ..Trust::default() };
    let given = json!({ "profile": profile, "keyid": DID, "includeAlgorithm": true });
    let message = read(&signed(request(), &given, &secret_of(KeyType::Ed25519, 1)));
    let policy = policy(&json!({ "profile": profile }));
    made(|| assert!(verify(&message, b"", Keys::Trust(&trust), &policy).is_err()))
}

fn requests() -> Made {
    crowd("rfc9421").and(crowd("rfc9421")).of("request", 2)
}

/// A trust input that lists one key for many: the name in a request is that of one key, which is tried once.
fn bots() -> Made {
    let key = stranger(0);
    let keys = (0..250).map(|index| TrustedKey {
        controller: Some(format!("{DID}:{index}")),
        ..TrustedKey::pinned(key.public_key().clone())
    });
    let trust = Trust { keys: keys.collect(), ..Trust::default() };
    let keyid = jwk::thumbprint(key.public_key());
    let given = json!({ "profile": "web-bot-auth", "keyid": keyid });
    let message = read(&signed(request(), &given, &secret_of(KeyType::Ed25519, 1)));
    let policy = policy(&json!({ "profile": "web-bot-auth" }));
    made(|| assert!(verify(&message, b"", Keys::Trust(&trust), &policy).is_err()))
}

fn pinned(key: &SecretKey) -> Trust {
    Trust { keys: vec![TrustedKey::pinned(key.public_key().clone())], ..Trust::default() }
}

/// The signature is checked against the one key of the last grant, then the chain.
fn authorize() -> Made {
    let holder = secret_of(KeyType::Ed25519, 17);
    let message = read(&signed(request(), &json!({}), &holder));
    let (trust, policy) = (pinned(&holder), policy(&json!({})));
    made(|| assert!(verify(&message, b"", Keys::Trust(&trust), &policy).is_ok()))
        .and(grants::authorize_with(false))
}

/// Each key of a directory is checked against the one signature that names it.
fn directory() -> Made {
    let keys: Vec<SecretKey> = (0..17).map(stranger).collect();
    let answer = |count: usize| {
        let mut answer = json!({ "kind": "response", "status": 200, "headers": [],
            "request": request() });
        for (index, key) in keys.iter().take(count).enumerate() {
            let given = json!({ "profile": "web-bot-auth-directory", "nonce": null,
                "label": format!("binding{index}"), "keyid": jwk::thumbprint(key.public_key()) });
            answer = signed(answer, &given, key);
        }
        read(&answer)
    };
    assert!(list_to_json(&answer(17)).is_err(), "more signatures than a message may have");
    let message = answer(16);
    made(|| {
        for (index, key) in keys.iter().take(16).enumerate() {
            let policy = policy(&json!({ "profile": "web-bot-auth-directory",
                "label": format!("binding{index}") }));
            assert!(verify(&message, b"", Keys::Trust(&pinned(key)), &policy).is_ok());
        }
    })
}
