//! SAGE metadata: it is written back as it was read, and no conversion marks a key `verified`.

use countersign_core::metadata::{Primary, V1, V4, to_v1, to_v4};

use crate::Target;

pub(crate) const METADATA: Target = Target {
    name: "metadata",
    run,
    seeds: &[
        br#"{"did":"did:sage:ethereum:0xabc","name":"n","description":"d","endpoint":"https://e","keys":[{"type":0,"key_data":"gxhTW1QQXUp6rmDAj8RflocYG0/fxiW9GnU/pzl/7XU1R/EcqGlmRvLzrLCOMQFq+sI+YwxdEfWfYf71ew0qpQ==","signature":"Aw==","verified":true,"created_at":"2025-10-19T12:34:56Z"},{"type":2,"key_data":"hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=","signature":null,"verified":true,"created_at":"2025-10-19T12:34:56Z"}],"capabilities":{"chat":true},"owner":"0xabc","is_active":true,"created_at":"2025-10-19T12:34:56Z","updated_at":"2025-10-20T01:02:03Z","public_kem_key":null}"#,
        br#"{"did":"did:sage:ethereum:0xabc","name":"n","description":"d","endpoint":"https://e","public_key":"gxhTW1QQXUp6rmDAj8RflocYG0/fxiW9GnU/pzl/7XU1R/EcqGlmRvLzrLCOMQFq+sI+YwxdEfWfYf71ew0qpQ==","public_kem_key":null,"capabilities":{"chat":true},"owner":"0xabc","is_active":true,"created_at":"2025-10-19T12:34:56Z","updated_at":"2025-10-20T01:02:03Z"}"#,
    ],
};

fn run(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(v4) = V4::from_json(text) {
        let again = V4::from_json(&v4.to_json());
        assert!(again.is_ok_and(|again| again.keys == v4.keys && again.profile == v4.profile));
        assert!(to_v1(v4, Primary::Verified, true).is_ok());
    }
    if let Ok(v1) = V1::from_json(text) {
        let converted = to_v4(v1, true);
        assert!(
            converted.is_ok_and(|converted| converted
                .metadata
                .keys()
                .iter()
                .all(|key| !key.verified))
        );
    }
}
