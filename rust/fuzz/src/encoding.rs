//! Text decoders: whatever decodes encodes back to the same text.

use countersign_core::encoding::hex;

use crate::Target;

pub(crate) const HEX: Target =
    Target { name: "hex", run: hex_target, seeds: &[b"", b"00ff", b"0123456789abcdef"] };

fn hex_target(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    if let Ok(bytes) = hex::decode(text) {
        assert_eq!(hex::encode(&bytes), text);
    }
}
