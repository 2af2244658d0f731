//! HTTP signatures: signature fields and signature bases from hostile messages.

use countersign_core::{
    hazmat::structured_fields::{Kind, parse_to_json, serialize_json},
    http_sig::{
        Component, Keys, Message, Parameters, Policy, Profile, base, list_to_json, verify,
        verify_content_digest, web_bot_auth,
    },
    keys::{KeyType, SecretKey},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use serde_json::json;
use sfv::FieldType as _;

use crate::Target;

pub(crate) const INPUT: Target = Target {
    name: "signature_input",
    run: run_input,
    seeds: &[
        br#"sig1=("@method" "@target-uri" "content-digest");created=1760000000;keyid="k";nonce="n""#,
        br#"a=("@query-param";name="x" "f";key="m" "f";bs "f";sf);expires=1760000009, b=()"#,
    ],
};

pub(crate) const SIGNATURE: Target = Target {
    name: "signature",
    run: run_signature,
    seeds: &[b"sig1=:AAECAw==:", b"sig1=:", b"a=:AA==:, sig1=:AQ==:"],
};

pub(crate) const DIGEST: Target = Target {
    name: "content_digest",
    run: run_digest,
    seeds: &[
        b"sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:",
        b"sha-512=:AA==:, md5=:AA==:",
    ],
};

pub(crate) const BASE: Target = Target {
    name: "signature_base",
    run: run_base,
    seeds: &[
        br#"https://agent.example/a%0Ab?x=1&y=%22%0A|("@path" "@query-param";name="x" "f" "f";bs)"#,
        br#"http://[::1]:80/?q=a+b|("@query-param";name="q");created=1"#,
    ],
};

pub(crate) const FIELDS: Target = Target {
    name: "structured_fields",
    run: run_fields,
    seeds: &[b"a=1.5;x, b=(\"y\" tok);z=:AA==:, c=@1, d=%\"f%c3%bc\"", b"(1 2);a, ?0", b"-12.3"],
};

/// A key with which no input was signed.
fn trust() -> Trust {
    let secret = SecretKey::from_bytes(KeyType::Ed25519, &[7; 32]);
    let keys = secret.map(|secret| TrustedKey::pinned(secret.public_key().clone()));
    Trust { keys: keys.into_iter().collect(), ..Trust::default() }
}

fn message(input: &str, signature: &str) -> Option<Message> {
    let message = json!({ "kind": "request", "method": "POST", "url": "https://a.example/p?x=1",
        "headers": [["Signature-Input", input], ["Signature", signature], ["F", "m=(1  2)"],
            ["Signature-Agent", input]] });
    Message::from_json(&message.to_string()).ok()
}

fn refuse(message: &Message) {
    let _ = list_to_json(message);
    for profile in [Profile::Rfc9421, Profile::Sage, Profile::WebBotAuth, Profile::TapPayer] {
        let policy = Policy::of(profile, UnixSeconds(1_760_000_000));
        assert!(verify(message, b"", Keys::Trust(&trust()), &policy).is_err());
    }
}

fn run_input(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Some(message) = message(text, "sig1=:AAECAw==:, a=:AA==:, b=:AA==:") {
        refuse(&message);
    }
}

fn run_signature(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let input = r#"sig1=("@method" "@target-uri");created=1760000000, a=();created=1"#;
    if let Some(message) = message(input, text) {
        refuse(&message);
    }
    let _ = web_bot_auth::agents_to_json(text);
    let _ = web_bot_auth::directory_to_json(data);
    let _ = web_bot_auth::registry_to_json(text);
    let _ = web_bot_auth::card_to_json("https://a.example", data);
}

fn run_digest(data: &[u8]) {
    // A body that contains its own digest cannot be found.
    assert!(verify_content_digest(data, data).is_err());
}

/// Input `url|parameters`: the base has one line for each component, whatever the message holds.
fn run_base(data: &[u8]) {
    let Some((url, list)) = core::str::from_utf8(data).ok().and_then(|text| text.split_once('|'))
    else {
        return;
    };
    let headers = [["F", url], ["F", list]];
    let message = json!({ "kind": "request", "method": "GET", "url": url, "headers": headers });
    let (Ok(message), Ok(parameters)) =
        (Message::from_json(&message.to_string()), Parameters::parse(list))
    else {
        return;
    };
    let lines = parameters.to_text().matches('\n').count();
    assert_eq!(lines, 0);
    assert_eq!(
        Parameters::parse(&parameters.to_text()).map(|parsed| parsed.to_text()),
        Ok(parameters.to_text())
    );
    for profile in [Profile::Rfc9421, Profile::Sage] {
        if let Ok(base) = base(&message, &parameters, profile) {
            assert_eq!(base.lines().count(), parameters.count() + 1);
        }
    }
    if let Ok(component) = Component::parse(list) {
        assert_eq!(
            Component::parse(&component.to_text()).map(|parsed| parsed.to_text()),
            Ok(component.to_text())
        );
    }
}

fn run_fields(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    for kind in [Kind::Item, Kind::List, Kind::Dictionary] {
        let theirs = peer(kind, text);
        let value = match parse_to_json(kind, text) {
            Ok(value) => value,
            // Only the other reader takes as many names, and as long a text, as there are.
            Err(error) => {
                assert!(theirs.is_none() || error.is("ERR_LIMIT_EXCEEDED"), "{text:?}");
                continue;
            }
        };
        let written = match serialize_json(kind, &value) {
            Ok(written) => written,
            // As JSON, a field of many values is longer than JSON may be.
            Err(error) if error.is("ERR_JSON_SIZE") => continue,
            Err(error) => panic!("not written: {error}: {value}"),
        };
        assert_eq!(Some(&written), theirs.as_ref(), "{text:?}");
        assert_eq!(parse_to_json(kind, &written), Ok(value));
    }
}

/// The canonical form, as the crate `sfv` has it.
fn peer(kind: Kind, text: &str) -> Option<String> {
    let parser = sfv::Parser::new(text);
    match kind {
        Kind::Item => Some(parser.parse::<sfv::Item>().ok()?.serialize()),
        Kind::List => Some(parser.parse::<sfv::List>().ok()?.serialize().unwrap_or_default()),
        Kind::Dictionary => {
            Some(parser.parse::<sfv::Dictionary>().ok()?.serialize().unwrap_or_default())
        }
    }
}
