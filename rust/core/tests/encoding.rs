//! Encodings, black box.

use countersign_core::encoding::{base58, base64, base64url, frames, hex, multibase, varint};
use multibase::Base;
use proptest::prelude::*;

const MALFORMED: &str = "ERR_ENCODING_MALFORMED";

/// One codec as the tests below see it.
type Decode = fn(&str) -> Result<Vec<u8>, countersign_core::Error>;

#[test]
fn decoders_refuse() {
    let rows: &[(&str, Decode, &str)] = &[
        ("hex: odd", hex::decode, "0"),
        ("hex: upper case", hex::decode, "AB"),
        ("hex: blank", hex::decode, " 0"),
        ("hex: letter", hex::decode, "0g"),
        ("hex: not ASCII", hex::decode, "é"),
        ("base58: zero digit", base58::decode, "0"),
        ("base58: capital i", base58::decode, "I"),
        ("base58: small L", base58::decode, "l"),
        ("base58: blank", base58::decode, "2 3"),
        ("base58: line feed", base58::decode, "23\n"),
        ("base58: not ASCII", base58::decode, "2é"),
        ("base64url: padding", base64url::decode, "AA=="),
        ("base64url: standard alphabet", base64url::decode, "+/+/"),
        ("base64url: unused bits", base64url::decode, "AB"),
        ("base64url: unused bits of three", base64url::decode, "AAB"),
        ("base64url: one letter", base64url::decode, "A"),
        ("base64url: blank", base64url::decode, "AA A"),
        ("base64url: line feed", base64url::decode, "AAAA\n"),
        ("base64url: not ASCII", base64url::decode, "AAé"),
        ("base64: no padding", base64::decode, "AA"),
        ("base64: short padding", base64::decode, "AA="),
        ("base64: padding only", base64::decode, "===="),
        ("base64: padding twice", base64::decode, "AA==AA=="),
        ("base64: URL alphabet", base64::decode, "-_-_"),
        ("base64: unused bits", base64::decode, "AB=="),
        ("base64: line feed", base64::decode, "AAAA\n"),
    ];
    for (name, decode, text) in rows {
        assert_eq!(decode(text).unwrap_err().code(), MALFORMED, "{name}");
    }
}

#[test]
fn known_answers() {
    assert_eq!(base58::encode(b"Hello World!"), "2NEpo7TZRRrLZSi2U");
    assert_eq!(base58::encode(&[0, 0, 0x28, 0x7f, 0xb4, 0xcd]), "11233QC4");
    assert_eq!(base58::decode("").unwrap(), b"");
    assert_eq!(base64url::encode(&[0xfb, 0xff]), "-_8");
    assert_eq!(base64::encode(&[0xfb, 0xff]), "+/8=");
}

#[test]
fn base58_is_bounded_both_ways() {
    let full = base58::encode_limited(&[0xff; base58::MAX_BYTES]).unwrap();
    assert!(full.len() <= base58::MAX_TEXT);
    assert_eq!(base58::decode(&full).unwrap(), [0xff; base58::MAX_BYTES]);
    let over = [
        base58::encode_limited(&[0; base58::MAX_BYTES + 1]).map(drop),
        base58::decode(&"1".repeat(base58::MAX_TEXT + 1)).map(drop),
        multibase::decode(&format!("9{}", "1".repeat(base58::MAX_TEXT + 1))).map(drop),
        multibase::encode(Base::Base10, &[0xff; base58::MAX_BYTES]).map(drop),
        multibase::encode(Base::Base36, &[0; base58::MAX_BYTES + 1]).map(drop),
        varint::encode(varint::MAX + 1).map(drop),
    ];
    for result in over {
        assert_eq!(result.unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
    }
}

#[test]
fn multibase_vectors() {
    for file in ["basic.csv", "leading_zero.csv"] {
        let path = countersign_testkit::vector_path("multibase").join(file);
        let text = std::fs::read_to_string(path).unwrap();
        let mut rows = text.lines().map(|line| line.split_once(", ").unwrap());
        let value = unquote(rows.next().unwrap().1).replace("\\x00", "\0").into_bytes();
        let mut checked = 0;
        for (name, encoded) in rows.filter(|(name, _)| *name != "base256emoji") {
            let (base, encoded): (Base, _) = (name.parse().unwrap(), unquote(encoded));
            assert_eq!(multibase::encode(base, &value).unwrap(), encoded, "{name}");
            assert_eq!(multibase::decode(encoded).unwrap(), (base, value.clone()), "{name}");
            checked += 1;
        }
        assert_eq!(checked, Base::ALL.len());
    }
}

fn unquote(field: &str) -> &str {
    field.trim().trim_matches('"')
}

#[test]
fn multibase_refuses() {
    let rows = [
        ("empty", "", "ERR_MULTIBASE_UNKNOWN"),
        ("no such letter", "!00", "ERR_MULTIBASE_UNKNOWN"),
        ("emoji", "🚀🚀", "ERR_MULTIBASE_UNKNOWN"),
        ("upper case in lower-case base", "fAB", MALFORMED),
        ("lower case in upper-case base", "Fab", MALFORMED),
        ("odd hex", "f0", MALFORMED),
        ("padding in a base without", "bme======", MALFORMED),
        ("base with padding, without it", "cme", MALFORMED),
        ("too much padding", "cme==============", MALFORMED),
        ("padding inside", "Mab==ab==", MALFORMED),
        ("unused bits", "bmf", MALFORMED),
        ("impossible length", "ba", MALFORMED),
        ("binary, 7 digits", "00000000", MALFORMED),
        ("foreign digit", "z0", MALFORMED),
        ("sign", "9-1", MALFORMED),
    ];
    for (name, text, code) in rows {
        assert_eq!(multibase::decode(text).unwrap_err().code(), code, "{name}");
    }
    let other = multibase::decode_as(Base::Base58Btc, "u").unwrap_err();
    assert_eq!(other.code(), "ERR_MULTIBASE_UNKNOWN");
}

#[test]
fn varint_edges() {
    let rows: &[(u64, &[u8])] = &[
        (0, &[0]),
        (127, &[0x7f]),
        (128, &[0x80, 0x01]),
        (0xed, &[0xed, 0x01]),
        (0x1200, &[0x80, 0x24]),
        (16_384, &[0x80, 0x80, 0x01]),
        (varint::MAX, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]),
    ];
    for (value, bytes) in rows {
        assert_eq!(varint::encode(*value).unwrap(), *bytes);
        assert_eq!(varint::decode_exact(bytes).unwrap(), *value);
    }
    assert_eq!(varint::decode(&[0xed, 0x01, 9, 8]).unwrap(), (0xed, [9, 8].as_slice()));
}

#[test]
fn varints_as_javascript_has_them() {
    assert_eq!(varint::encode_number(237.0).unwrap(), [0xed, 0x01]);
    let largest = varint::encode_number(9_007_199_254_740_991.0).unwrap();
    let json = varint::decode_to_json(&largest).unwrap();
    assert_eq!(json, r#"{"value":9007199254740991,"length":8}"#);
    for value in [-1.0, 0.5, 9_007_199_254_740_992.0, f64::NAN, f64::INFINITY] {
        assert_eq!(varint::encode_number(value).unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
    }
    let over = varint::decode_to_json(&varint::encode(1 << 53).unwrap()).unwrap_err();
    assert_eq!(over.code(), "ERR_LIMIT_EXCEEDED");
}

#[test]
fn varint_refuses() {
    let rows: &[(&str, &[u8])] = &[
        ("empty", &[]),
        ("cut", &[0x80]),
        ("not minimal", &[0x80, 0x00]),
        ("not minimal, long", &[0xff, 0x80, 0x00]),
        ("ten bytes", &[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]),
        ("trailing", &[0x01, 0x01]),
    ];
    for (name, bytes) in rows {
        assert_eq!(varint::decode_exact(bytes).unwrap_err().code(), MALFORMED, "{name}");
    }
}

#[test]
fn frames_refuse() {
    let rows: &[(&str, &[u8])] = &[
        ("part of a length", &[0, 0, 0]),
        ("a length alone", &[0, 0, 0, 1]),
        ("cut", &[0, 0, 0, 2, 7]),
        ("one byte more", &[0, 0, 0, 1, 7, 7]),
        ("the largest length", &[0xff; 8]),
    ];
    for (name, list) in rows {
        assert_eq!(frames::whole(list).unwrap_err().code(), MALFORMED, "{name}");
    }
    let three = frames::join(&[b"", b"", b""]);
    assert_eq!(frames::at_most(&three, "things", 3).unwrap().count(), 3);
    let over = frames::at_most(&three, "things", 2).unwrap_err();
    assert_eq!(over.to_string(), "things is over the limit of 2");
    let text = frames::texts(&frames::join(&[b"a", b"\xff"]), "things", 2).unwrap_err();
    assert_eq!(text.code(), "ERR_JSON_UTF8");
    let mut pair = frames::whole(&three).unwrap();
    assert_eq!(pair.by_ref().count(), 3);
    assert_eq!(frames::next(&mut pair).unwrap_err().code(), MALFORMED);
}

proptest! {
    /// Whatever the items hold, as many come out as went in.
    #[test]
    fn frames_round_trip(items in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..9), 0..9)) {
        let list = frames::join(&items.iter().map(Vec::as_slice).collect::<Vec<_>>());
        prop_assert_eq!(frames::whole(&list).unwrap().collect::<Vec<_>>(), items);
    }

    #[test]
    fn codecs_round_trip(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(&hex::decode(&hex::encode(&bytes)).unwrap(), &bytes);
        prop_assert_eq!(&base58::decode(&base58::encode(&bytes)).unwrap(), &bytes);
        prop_assert_eq!(&base64::decode(&base64::encode(&bytes)).unwrap(), &bytes);
        prop_assert_eq!(&base64url::decode(&base64url::encode(&bytes)).unwrap(), &bytes);
        for base in Base::ALL {
            let text = multibase::encode(*base, &bytes).unwrap();
            prop_assert_eq!(multibase::decode(&text).unwrap(), (*base, bytes.clone()));
        }
    }

    #[test]
    fn one_text_for_one_value(text in "[0-9A-Za-z+/=_-]{0,40}") {
        if let Ok(bytes) = base58::decode(&text) {
            prop_assert_eq!(base58::encode(&bytes), text.clone());
        }
        if let Ok(bytes) = base64::decode(&text) {
            prop_assert_eq!(base64::encode(&bytes), text.clone());
        }
        if let Ok(bytes) = base64url::decode(&text) {
            prop_assert_eq!(base64url::encode(&bytes), text.clone());
        }
        if let Ok((base, bytes)) = multibase::decode(&text) {
            prop_assert_eq!(multibase::encode(base, &bytes).unwrap(), text);
        }
    }

    #[test]
    fn varint_round_trips(value in 0..=varint::MAX) {
        prop_assert_eq!(varint::decode_exact(&varint::encode(value).unwrap()).unwrap(), value);
    }
}
