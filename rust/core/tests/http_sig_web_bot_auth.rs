//! Web Bot Auth: names, registries, cards and directories of agents, and what many keys cost.

use countersign_core::{
    Error,
    did::Purpose,
    http_sig::{Keys, Policy, verify, web_bot_auth},
    keys::{KeyType, SecretKey, checks_made, jwk, multikey},
    trust::{Checks, Trust, TrustedKey},
};
use countersign_testkit::{keys::secret_of, records::tree};
use serde_json::{Value, json};

use crate::support::http_sig::{NOW, policy, printed, read, request, signed};

#[test]
fn every_profile_has_its_name() {
    for name in [
        "rfc9421",
        "sage",
        "web-bot-auth",
        "web-bot-auth-directory",
        "tap-browser",
        "tap-payer",
        "mcp",
    ] {
        Policy::from_json(&json!({ "now": NOW, "profile": name }).to_string()).unwrap();
    }
    let unknown = Policy::from_json(&json!({ "now": NOW, "profile": "tap" }).to_string());
    assert_eq!(unknown.unwrap_err().code(), "ERR_POLICY_MALFORMED");
}

#[test]
fn a_client_says_where_its_keys_are_by_https_alone() {
    let told = |field: &str| {
        let list = web_bot_auth::agents_to_json(field)?;
        Ok::<Value, Error>(serde_json::from_str(&list).unwrap())
    };
    let at = |uri: &str, kind: &str| json!({ "label": "s", "uri": uri, "type": kind });
    assert_eq!(told(r#"s="https://a""#), Ok(json!([at("https://a", "directory")])));
    assert_eq!(told(r#"s="https://a";type=cimd"#), Ok(json!([at("https://a", "cimd")])));
    assert_eq!(
        told(r#"s="https://a/k";type=jwks_uri"#),
        Ok(json!([at("https://a/k", "jwks_uri")]))
    );
    assert_eq!(told(r#""https://a""#), Ok(json!([{ "uri": "https://a", "type": "directory" }])));
    let (no_url, no_type) = (
        "Signature-Agent must hold https URLs",
        "the type of an agent must be directory, jwks_uri or cimd",
    );
    for (field, reason) in [
        (r#"s="http://bot.example""#, no_url),
        (r#"s="https://""#, no_url),
        (r#"s="https://a";type=other"#, no_type),
        (r#"s="https://a";type="cimd""#, no_type),
        (r#"s=("https://a")"#, "Signature-Agent must have no list"),
        ("s=1", no_url),
    ] {
        assert_eq!(told(field), Err(Error::HttpSigAgent(reason)), "{field}");
    }
    let many: String = (0..257).map(|name| format!(";a{name}")).collect();
    for (field, code) in [
        (r#""https://a";x;x"#.to_owned(), "ERR_STRUCTURED_FIELD_DUPLICATE"),
        (r#"s="https://a";x;x"#.to_owned(), "ERR_STRUCTURED_FIELD_DUPLICATE"),
        (format!(r#""https://a"{many}"#), "ERR_LIMIT_EXCEEDED"),
        (format!(r#"s="https://a"{many}"#), "ERR_LIMIT_EXCEEDED"),
    ] {
        assert!(told(&field).is_err_and(|error| error.is(code)), "{field}");
    }
    assert_eq!(web_bot_auth::agent_field("s", "https://a"), Ok(r#"s="https://a""#.into()));
    assert_eq!(web_bot_auth::agent_field("s", "http://a"), Err(Error::HttpSigAgent(no_url)));
}

#[test]
fn a_card_of_an_agent_is_the_card_of_its_url() {
    let url = "https://bot.example/card";
    let read = |url: &str, card: Value| {
        let facts = web_bot_auth::card_to_json(url, card.to_string().as_bytes())?;
        Ok::<Value, Error>(serde_json::from_str(&facts).unwrap())
    };
    let set = json!({ "keys": [] });
    let keys = "https://bot.example/keys";
    let good = json!({ "client_id": url, "client_name": "Bot", "jwks_uri": keys });
    assert_eq!(read(url, good), Ok(json!({ "name": "Bot", "jwksUri": keys })));
    let inside = json!({ "client_id": url, "jwks": set });
    assert_eq!(read(url, inside.clone()), Ok(json!({ "jwks": set.to_string() })));
    let plain = "http://bot.example/card";
    let (id, where_keys, text) =
        ("client_id must", "a card has either jwks", "jwks_uri, client_id");
    for (url, card, reason) in [
        ("https://bot.example/other", inside, id),
        (url, json!({ "jwks": set }), id),
        (plain, json!({ "client_id": plain, "jwks": set }), id),
        (url, json!({ "client_id": url }), where_keys),
        (url, json!({ "client_id": url, "jwks": set, "jwks_uri": keys }), where_keys),
        (url, json!({ "client_id": url, "jwks_uri": "http://bot.example/keys" }), where_keys),
        (url, json!({ "client_id": url, "jwks_uri": 1 }), text),
    ] {
        let error = read(url, card.clone()).unwrap_err();
        assert_eq!(error.code(), "ERR_HTTP_SIG_AGENT", "{url} {card}");
        assert!(error.to_string().contains(reason), "{url} {card}: {error}");
    }
}

#[test]
fn a_registry_has_one_url_a_line_and_an_end() {
    let text = "# bots\nhttps://a.example/card # one\n\n https://b.example\n";
    let read = web_bot_auth::registry_to_json(text);
    assert_eq!(read, Ok(json!(["https://a.example/card", "https://b.example"]).to_string()));
    let no_url = Error::HttpSigAgent("a line of the registry must be an https URL");
    for line in ["http://a.example", "https://a b", "https://a.example/\u{fc}", "a"] {
        assert_eq!(web_bot_auth::registry_to_json(line), Err(no_url.clone()), "{line}");
    }
    let lines = |count: usize| web_bot_auth::registry_to_json(&"https://a\n".repeat(count));
    assert!(lines(10_000).is_ok());
    assert_eq!(lines(10_001).unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
}

/// A document with `count` keys of which the last signed, and a message that names the document alone.
fn crowd(count: u8) -> (Trust, Value) {
    let did = "did:web:agent.example";
    let secrets: Vec<SecretKey> = (1..=count)
        .map(|seed| SecretKey::from_bytes(KeyType::Ed25519, &[seed; 32]).unwrap())
        .collect();
    let keys = secrets.iter().enumerate().map(|(at, secret)| TrustedKey {
        id: Some(format!("{did}#key-{at}")),
        purposes: Some(vec![Purpose::Authentication]),
        ..TrustedKey::pinned(secret.public_key().clone())
    });
    let trust = Trust { keys: keys.collect(), did: Some(did.to_owned()), ..Trust::default() };
    let message = signed(request(), b"", json!({ "keyid": did }), secrets.last().unwrap());
    (trust, message)
}

#[test]
fn a_name_of_many_keys_costs_a_bounded_number_of_checks() {
    let cost = |count: u8, given: Value| {
        let (trust, message) = crowd(count);
        let message = read(&message);
        let before = checks_made();
        let verdict = verify(&message, b"", Keys::Trust(&trust), &policy(given));
        (verdict.err(), checks_made() - before)
    };
    let over = |most| Some(Error::TrustChecks(most));
    assert_eq!(cost(16, json!({})), (None, 16));
    assert_eq!(cost(17, json!({})), (over(Checks::DEFAULT), 16));
    assert_eq!(cost(250, json!({})), (over(Checks::DEFAULT), 16));
    assert_eq!(cost(17, json!({ "maxChecks": 17 })), (None, 17));
    assert_eq!(cost(2, json!({ "maxChecks": 1 })), (over(1), 1));
    // A key of another algorithm than the signature names is not tried, and one that is named alone is.
    assert_eq!(
        cost(17, json!({ "algorithms": ["ecdsa-p256-sha256"] })),
        (Some(Error::HttpSigAlgorithm("".into())), 0)
    );
    let (trust, _) = crowd(250);
    let key = SecretKey::from_bytes(KeyType::Ed25519, &[250; 32]).unwrap();
    let named = signed(request(), b"", json!({ "keyid": "did:web:agent.example#key-249" }), &key);
    let before = checks_made();
    assert!(verify(&read(&named), b"", Keys::Trust(&trust), &policy(json!({}))).is_ok());
    assert_eq!(checks_made() - before, 1);
}

#[test]
fn of_many_bots_only_the_one_of_the_thumbprint_is_checked() {
    let (mut trust, _) = crowd(250);
    trust.keys.iter_mut().for_each(|key| key.id = None);
    let given = json!({ "profile": "web-bot-auth", "expires": NOW + 60 });
    let of = |seed: u8, given: &Value| {
        let key = SecretKey::from_bytes(KeyType::Ed25519, &[seed; 32]).unwrap();
        let mut given = given.clone();
        given["keyid"] = jwk::thumbprint(key.public_key()).into();
        signed(request(), b"", given, &key)
    };
    let cost = |message: &Value| {
        let before = checks_made();
        let bots = policy(json!({ "profile": "web-bot-auth" }));
        let verdict = verify(&read(message), b"", Keys::Trust(&trust), &bots);
        (verdict.err().map(|error| error.code()), checks_made() - before)
    };
    assert_eq!(cost(&of(250, &given)), (None, 1));
    assert_eq!(cost(&of(251, &given)), (Some("ERR_HTTP_SIG_KEY"), 0));
}

#[test]
fn a_directory_gives_each_key_once() {
    let key = secret_of(KeyType::Ed25519, 7);
    let one = tree(&jwk::public_to_json(key.public_key()));
    let text = json!({ "keys": vec![one; 1000] }).to_string();
    let keys: Value =
        serde_json::from_str(&web_bot_auth::directory_to_json(text.as_bytes()).unwrap()).unwrap();
    assert_eq!(keys.as_array().unwrap().len(), 1);
}

#[test]
fn a_directory_gives_keys_that_sign_and_are_somebodys() {
    let own = secret_of(KeyType::Ed25519, 7);
    let keys =
        [&own, &secret_of(KeyType::X25519, 7), &printed()].map(|key| key.public_key().clone());
    let text =
        json!({ "keys": keys.each_ref().map(|key| tree(&jwk::public_to_json(key))) }).to_string();
    let read = web_bot_auth::directory_to_json(text.as_bytes()).unwrap();
    let want = json!([{ "keyid": jwk::thumbprint(&keys[0]), "key": multikey::encode(&keys[0]) }]);
    assert_eq!(serde_json::from_str::<Value>(&read).unwrap(), want);
}
