//! Doubles as JCS spells them: as few digits as the standard library finds, and the same double again.
//!
//! Another algorithm and other tables than those that wrote it. Of two spellings as near, ECMAScript takes the even
//! one (ECMA-262, 6.1.6.1.20, note 2), the standard library the larger: so digits are counted.

use countersign_core::encoding::{document::Numbers, jcs};
use proptest::prelude::*;

/// Significant digits, without point, sign, exponent and zeros at the ends.
fn digits(text: &str) -> String {
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}

fn agrees(double: f64) {
    let literal = format!("{double:e}");
    let Ok(spelled) = jcs::canonicalize_text(literal.as_bytes(), Numbers::Doubles) else {
        panic!("{literal} is refused")
    };
    assert_eq!(spelled.parse(), Ok(double), "{literal}");
    assert_eq!(digits(&spelled).len(), digits(&literal).len(), "{spelled} {literal}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn any_double_is_spelled_with_the_fewest_digits(bits: u64) {
        let double = f64::from_bits(bits);
        prop_assume!(double.is_finite());
        agrees(double);
    }
}

#[test]
fn every_power_of_two_is_spelled_with_the_fewest_digits() {
    (1..2047_u64).for_each(|exponent| agrees(f64::from_bits(exponent << 52)));
    (0..52).for_each(|bit| agrees(f64::from_bits(1_u64 << bit)));
}
