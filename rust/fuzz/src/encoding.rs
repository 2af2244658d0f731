//! Decoders of text to bytes: text that decodes is what the bytes encode to.

use countersign_core::encoding::{base58, base64, base64url, hex, multibase, varint};

use crate::Target;

pub(crate) const HEX: Target =
    Target { name: "hex", run: hex_target, seeds: &[b"", b"00ff", b"0123456789abcdef"] };

pub(crate) const BASE58: Target = Target {
    name: "base58",
    run: base58_target,
    seeds: &[b"", b"1", b"11233QC4", b"2NEpo7TZRRrLZSi2U"],
};

pub(crate) const BASE64: Target = Target {
    name: "base64",
    run: base64_target,
    seeds: &[b"", b"AA==", b"AAA=", b"+/+/", b"-_-_", b"AA"],
};

pub(crate) const MULTIBASE: Target = Target {
    name: "multibase",
    run: multibase_target,
    seeds: &[b"zA1", b"f00ff", b"bme", b"cme======", b"Mab==", b"950", b"k2lcp", b"000000001"],
};

pub(crate) const VARINT: Target = Target {
    name: "varint",
    run: varint_target,
    seeds: &[&[0], &[0xed, 0x01], &[0x80, 0x24, 9], &[0xff; 9]],
};

fn hex_target(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(bytes) = hex::decode(text) {
        assert_eq!(hex::encode(&bytes), text);
    }
}

fn base58_target(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(bytes) = base58::decode(text) {
        assert_eq!(base58::encode(&bytes), text);
    }
}

fn base64_target(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(bytes) = base64::decode(text) {
        assert_eq!(base64::encode(&bytes), text);
    }
    if let Ok(bytes) = base64url::decode(text) {
        assert_eq!(base64url::encode(&bytes), text);
    }
}

fn multibase_target(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok((base, bytes)) = multibase::decode(text) {
        assert_eq!(multibase::encode(base, &bytes).as_deref(), Ok(text));
    }
}

fn varint_target(data: &[u8]) {
    let Ok((value, rest)) = varint::decode(data) else { return };
    let front = varint::encode(value).unwrap_or_default();
    assert_eq!([&front, rest].concat(), data);
}
