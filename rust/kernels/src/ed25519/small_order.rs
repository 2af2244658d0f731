//! The torsion subgroup.

/// Canonical encodings of the eight points of small order.
pub const SMALL_ORDER: [[u8; 32]; 8] = {
    const fn y(text: &[u8; 32], top: u8) -> [u8; 32] {
        let mut bytes = *text;
        bytes[31] = top;
        bytes
    }
    const P_MINUS_1: [u8; 32] = {
        let mut bytes = [0xff; 32];
        bytes[0] = 0xec;
        bytes[31] = 0x7f;
        bytes
    };
    const ONE: [u8; 32] = {
        let mut bytes = [0; 32];
        bytes[0] = 1;
        bytes
    };
    [
        ONE,
        P_MINUS_1,
        [0; 32],
        y(&[0; 32], 0x80),
        y(&ORDER_8, 0x05),
        y(&ORDER_8, 0x85),
        y(&ORDER_8_NEGATED, 0x7a),
        y(&ORDER_8_NEGATED, 0xfa),
    ]
};

/// The y coordinate of two of the four points of order 8; the other two have its negation.
const ORDER_8: [u8; 32] = [
    0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
    0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
];
const ORDER_8_NEGATED: [u8; 32] = [
    0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
    0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
];

#[cfg(test)]
mod tests {
    use curve25519_dalek::constants::EIGHT_TORSION;

    use super::SMALL_ORDER;

    #[test]
    fn the_table_is_the_torsion_subgroup() {
        let mut want = EIGHT_TORSION.map(|point| point.compress().to_bytes());
        let mut got = SMALL_ORDER;
        want.sort_unstable();
        got.sort_unstable();
        assert_eq!(got, want);
    }
}
