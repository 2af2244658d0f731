//! DIDs and DID URLs, black box.

use std::borrow::Cow;

use countersign_core::{
    did::{self, Did, DidUrl, web},
    keys::multikey,
};
use countersign_testkit::keys::secret;
use proptest::prelude::*;

const ADDRESS: &str = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const CHECKSUMMED: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const SOLANA: &str = "DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK";

fn parse(text: &str) -> Did {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_did_has_parts() {
    let did = parse("did:web:example.com:agents:7");
    assert_eq!((did.method(), did.id()), ("web", "example.com:agents:7"));
}

#[test]
fn a_url_has_parts() {
    let url: DidUrl = format!("did:sage:eth:{ADDRESS}/a/b?c=d?e#f?g/h").parse().unwrap();
    assert_eq!(url.did().as_str(), format!("did:sage:ethereum:{ADDRESS}"));
    assert_eq!(url.path(), "/a/b");
    assert_eq!(url.query(), Some("c=d?e"));
    assert_eq!(url.fragment(), Some("f?g/h"));
    assert_eq!(url.to_string(), format!("did:sage:ethereum:{ADDRESS}/a/b?c=d?e#f?g/h"));
    let bare: DidUrl = "did:ex:a".parse().unwrap();
    assert_eq!((bare.path(), bare.query(), bare.fragment()), ("", None, None));
    let empty: DidUrl = "did:ex:a?#".parse().unwrap();
    assert_eq!((empty.query(), empty.fragment()), (Some(""), Some("")));
}

#[test]
fn a_reference_resolves_against_its_base() {
    let base = parse("did:ex:a");
    assert_eq!(DidUrl::resolve("#k", &base).unwrap().to_string(), "did:ex:a#k");
    assert_eq!(DidUrl::resolve("did:ex:b#k", &base).unwrap().to_string(), "did:ex:b#k");
    assert_eq!(DidUrl::resolve("k", &base).unwrap_err().code(), "ERR_DID_SYNTAX");
}

#[test]
fn aliases_and_case_come_out_canonical() {
    let cases = [
        (format!("did:sage:eth:{CHECKSUMMED}"), format!("did:sage:ethereum:{ADDRESS}")),
        (format!("did:sage:ethereum:{CHECKSUMMED}:7"), format!("did:sage:ethereum:{ADDRESS}:7")),
        (format!("did:sage:sol:{SOLANA}"), format!("did:sage:solana:{SOLANA}")),
        (format!("did:ethr:0xA:{CHECKSUMMED}"), format!("did:ethr:0xa:{ADDRESS}")),
        (format!("did:pkh:eip155:1:{CHECKSUMMED}"), format!("did:pkh:eip155:1:{ADDRESS}")),
        ("did:web:EXAMPLE.com%3a8443:A".to_owned(), "did:web:example.com%3A8443:A".to_owned()),
    ];
    for (text, canonical) in cases {
        assert_eq!(parse(&text).as_str(), canonical);
        assert_eq!(parse(&canonical).as_str(), canonical);
    }
}

#[test]
fn a_did_that_is_a_key_is_that_key_and_no_other() {
    let [key, other] = [7, 8].map(secret);
    let (key, other) = (key.public_key(), other.public_key());
    let text = multikey::encode(key);
    let made = [did::key::from_public_key, did::jwk::from_public_key, did::peer::from_public_key];
    for did in made.map(|make| make(key).unwrap().to_string()) {
        assert_eq!((did::own_key(&did, key), did::names(&did, key)), (Some(true), Some(true)));
        assert_eq!(
            (did::own_key(&did, other), did::names(&did, other)),
            (Some(false), Some(false))
        );
    }
    let broken = format!("did:key:{}", &text[..40]);
    assert_eq!((did::own_key(&broken, key), did::names(&broken, key)), (Some(false), Some(false)));
    for silent in [format!("did:peer:2.V{text}"), "did:web:a.example".into(), "did:ex:a".into()] {
        assert_eq!(
            (did::own_key(&silent, key), did::names(&silent, key)),
            (None, None),
            "{silent}"
        );
    }
    for none in ["", "did:key", "a name", &text] {
        assert_eq!((did::own_key(none, key), did::names(none, key)), (None, Some(false)), "{none}");
    }
}

#[test]
fn canonical_text_is_borrowed() {
    let long = format!("did:sage:solana:{SOLANA}");
    for text in ["did:web:example.com%3A80:a", "did:key:z6MkpTHR8", "did:ex:%aB:c", &long] {
        assert!(matches!(did::parse_into(text).unwrap().text, Cow::Borrowed(_)), "{text}");
    }
}

#[test]
fn refuses() {
    let syntax = "ERR_DID_SYNTAX";
    let method = "ERR_DID_METHOD_ID";
    let flipped = CHECKSUMMED.replace("39Fd", "39fd");
    let long = format!("did:ex:{}", "a".repeat(did::MAX_LEN));
    let name = format!("did:{}:a", "m".repeat(33));
    let rows: &[(&str, &str, &str)] = &[
        ("empty", "", syntax),
        ("scheme only", "did:", syntax),
        ("no id", "did:ex", syntax),
        ("empty id", "did:ex:", syntax),
        ("empty method", "did::a", syntax),
        ("upper-case scheme", "DID:ex:a", syntax),
        ("upper-case method", "did:Ex:a", syntax),
        ("method too long", &name, syntax),
        ("ends in a colon", "did:ex:a:", syntax),
        ("leading blank", " did:ex:a", syntax),
        ("trailing newline", "did:ex:a\n", syntax),
        ("NUL", "did:ex:a\0", syntax),
        ("not ASCII", "did:ex:é", syntax),
        ("half an escape", "did:ex:%1", syntax),
        ("bad escape", "did:ex:%zz", syntax),
        ("a URL", "did:ex:a#b", syntax),
        ("a path", "did:ex:a/b", syntax),
        ("parameters", "did:ex:a;b=c", syntax),
        ("too long", &long, "ERR_LIMIT_EXCEEDED"),
        ("sage: short address", "did:sage:ethereum:0x1234567890abcdef", method),
        ("sage: no prefix", &format!("did:sage:ethereum:{}", &ADDRESS[2..]), method),
        ("sage: 0X", &format!("did:sage:ethereum:0X{}", &ADDRESS[2..]), method),
        ("sage: checksum", &format!("did:sage:ethereum:{flipped}"), "ERR_ADDRESS_CHECKSUM"),
        ("sage: nonce 01", &format!("did:sage:ethereum:{ADDRESS}:01"), method),
        ("sage: nonce -1", &format!("did:sage:ethereum:{ADDRESS}:-1"), method),
        ("sage: nonce +1", &format!("did:sage:ethereum:{ADDRESS}:%2B1"), method),
        (
            "sage: nonce of 65 bits",
            &format!("did:sage:ethereum:{ADDRESS}:18446744073709551616"),
            method,
        ),
        ("sage: two nonces", &format!("did:sage:ethereum:{ADDRESS}:1:2"), method),
        ("sage: other chain", "did:sage:kaia:0xabc", method),
        ("sage: chain case", &format!("did:sage:ETH:{ADDRESS}"), method),
        ("sage: chain prefix", "did:sage:solar:abcdefgh", method),
        ("sage: no account", "did:sage:ethereum", method),
        (
            "sage: solana lowered",
            "did:sage:solana:dyw8jctfwhnrjhhmfcbxvvdtqwmevfbx6zkumg5cnskk",
            method,
        ),
        ("sage: solana 31 bytes", "did:sage:solana:1111111111111111111111111111111", method),
        ("sage: solana with nonce", &format!("did:sage:solana:{SOLANA}:1"), method),
        ("web: IPv4", "did:web:127.0.0.1", method),
        ("web: short IPv4", "did:web:127.1", method),
        ("web: hex IPv4", "did:web:0x7f000001", method),
        ("web: number", "did:web:2130706433", method),
        ("web: IPv6", "did:web:%5B%3A%3A1%5D", method),
        ("web: user", "did:web:a%40example.com", method),
        ("web: empty label", "did:web:example..com", method),
        ("web: trailing dot", "did:web:example.com.", method),
        ("web: hyphen", "did:web:-example.com", method),
        ("web: underscore", "did:web:a_b.com", method),
        ("web: dots", "did:web:example.com:..", method),
        ("web: encoded dots", "did:web:example.com:%2E%2e", method),
        ("web: encoded slash", "did:web:example.com:a%2Fb", method),
        ("web: encoded backslash", "did:web:example.com:a%5Cb", method),
        ("web: twice encoded", "did:web:example.com:%252F", method),
        ("web: encoded newline", "did:web:example.com:%0A", method),
        ("web: encoded host", "did:web:example.com%2Fa", method),
        ("web: the host by another name", "did:web:example.com:.well-known", method),
        ("web: empty segment", "did:web:example.com::a", method),
        ("web: port 0", "did:web:example.com%3A0", method),
        ("web: port 443", "did:web:example.com%3A443", method),
        ("web: port 65536", "did:web:example.com%3A65536", method),
        ("web: port 080", "did:web:example.com%3A080", method),
        ("web: no port", "did:web:example.com%3A", method),
        ("web: two ports", "did:web:example.com%3A80%3A81", method),
        ("ethr: 19 bytes", "did:ethr:0x00112233445566778899aabbccddeeff001122", method),
        ("ethr: uncompressed", &format!("did:ethr:0x04{}", "00".repeat(32)), method),
        ("ethr: chain 0x0a", &format!("did:ethr:0x0a:{ADDRESS}"), method),
        ("ethr: three parts", &format!("did:ethr:a:b:{ADDRESS}"), method),
        ("ethr: checksum", &format!("did:ethr:{flipped}"), "ERR_ADDRESS_CHECKSUM"),
        ("pkh: two parts", &format!("did:pkh:eip155:{ADDRESS}"), method),
        ("pkh: four parts", &format!("did:pkh:eip155:1:{ADDRESS}:2"), method),
        ("pkh: chain", &format!("did:pkh:eip155:0x1:{ADDRESS}"), method),
        ("pkh: empty", "did:pkh:eip155::a", method),
        ("pkh: checksum", &format!("did:pkh:eip155:1:{flipped}"), "ERR_ADDRESS_CHECKSUM"),
        ("key: other base", "did:key:u7QE", method),
        ("key: only z", "did:key:z", method),
        ("key: not base58", "did:key:z0OIl", method),
        ("key: version", "did:key:1.1:z6Mk", method),
        ("jwk: padding", "did:jwk:eyJ%3D", method),
        ("jwk: odd length", "did:jwk:eyJhb", method),
        ("peer: numalgo 5", "did:peer:5z6Mk", method),
        ("peer: 0 without z", "did:peer:06Mk", method),
        ("peer: 2 without elements", "did:peer:2", method),
        ("peer: 2 without dot", "did:peer:2Vz6Mk", method),
        ("peer: 2 unknown purpose", "did:peer:2.Xz6Mk", method),
        ("peer: 2 empty service", "did:peer:2.S", method),
        ("peer: 2 of 65 elements", &format!("did:peer:2{}", ".Vz6".repeat(65)), method),
        ("peer: 4 of three parts", "did:peer:4z6:z6:z6", method),
    ];
    for (name, text, code) in rows {
        let error = text.parse::<Did>().expect_err(name);
        assert_eq!(error.code(), *code, "{name}: {text}: {error}");
    }
}

#[test]
fn urls_refuse() {
    let long = format!("did:ex:a#{}", "b".repeat(did::MAX_TAIL_LEN));
    let rows = [
        ("second fragment", "did:ex:a#b#c", "ERR_DID_SYNTAX"),
        ("blank", "did:ex:a/b c", "ERR_DID_SYNTAX"),
        ("half an escape", "did:ex:a#%1", "ERR_DID_SYNTAX"),
        ("not ASCII", "did:ex:a#é", "ERR_DID_SYNTAX"),
        ("parameters", "did:ex:a;b=c", "ERR_DID_SYNTAX"),
        ("brackets", "did:ex:a?[]", "ERR_DID_SYNTAX"),
        ("relative", "#key-1", "ERR_DID_SYNTAX"),
        ("too long", &long, "ERR_LIMIT_EXCEEDED"),
    ];
    for (name, text, code) in rows {
        assert_eq!(text.parse::<DidUrl>().expect_err(name).code(), code, "{name}");
    }
}

#[test]
fn web_and_url_are_inverse() {
    let rows = [
        ("did:web:example.com", "https://example.com/.well-known/did.json"),
        ("did:web:example.com%3A8443", "https://example.com:8443/.well-known/did.json"),
        ("did:web:example.com:user:alice", "https://example.com/user/alice/did.json"),
        ("did:web:example.com%3A80:a%20b", "https://example.com:80/a%20b/did.json"),
        ("did:web:example.com:a:.well-known", "https://example.com/a/.well-known/did.json"),
    ];
    for (text, url) in rows {
        assert_eq!(web::to_url(&parse(text)).unwrap(), url);
        assert_eq!(web::from_url(url).unwrap().as_str(), text);
    }
    for url in [
        "http://example.com/.well-known/did.json",
        "https://example.com/did.json",
        "https://example.com/a/other.json",
        "https://example.com/a/did.json?x",
        "https://user@example.com/a/did.json",
        "https://example.com//did.json",
        "https://[::1]/a/did.json",
        "https://EXAMPLE.com/a/did.json",
    ] {
        assert!(web::from_url(url).is_err(), "{url}");
    }
}

proptest! {
    #[test]
    fn canonical_is_a_fixed_point(text in "did:(ex|web|sage:eth|sage:sol|ethr|pkh:eip155:1|key|peer):[ -~]{1,60}") {
        if let Ok(did) = text.parse::<Did>() {
            prop_assert_eq!(did.as_str().parse::<Did>().unwrap(), did.clone());
            prop_assert_eq!(format!("did:{}:{}", did.method(), did.id()), did.as_str());
        }
    }

    #[test]
    fn a_url_prints_as_it_was(id in "[a-z0-9.:_-]{0,20}[a-z]", tail in "(/[a-z@;=/]*)?(\\?[a-z?/]*)?(#[a-z?/]*)?") {
        let text = format!("did:ex:{id}{tail}");
        prop_assert_eq!(text.parse::<DidUrl>().unwrap().to_string(), text);
    }

    #[test]
    fn any_address_is_one_name(address: [u8; 20], nonce: Option<u64>) {
        let did = did::sage::from_address(&address, nonce);
        let (chain, account, found) = did::sage::components(&did).unwrap();
        prop_assert_eq!(chain, did::sage::Chain::Ethereum);
        prop_assert_eq!(found.map(|n| n.parse::<u64>().unwrap()), nonce);
        prop_assert_eq!(account.len(), 42);
        prop_assert_eq!(did.as_str().parse::<Did>().unwrap(), did);
    }

    #[test]
    fn any_text_is_answered(text: String) {
        let _ = text.parse::<Did>();
        let _ = text.parse::<DidUrl>();
    }
}
