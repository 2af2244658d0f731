//! The list of codes is a promise: lines are added, never changed or removed.

use countersign_core::error::CODES;

#[test]
fn codes_are_the_golden_list() {
    let golden: Vec<_> = include_str!("../codes.txt").lines().collect();
    assert_eq!(CODES, golden, "edit rust/core/codes.txt with src/error.rs");
}

#[test]
fn codes_are_sorted_and_unique() {
    assert!(CODES.is_sorted_by(|a, b| a < b), "keep the table in alphabetical order of codes");
}

#[test]
fn codes_have_the_one_form() {
    for code in CODES {
        let form = code.starts_with("ERR_")
            && code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
        assert!(form, "{code}");
    }
}
