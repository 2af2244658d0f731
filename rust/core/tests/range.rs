//! Numbers that callers choose: what is in range, and what a refusal says.

use countersign_core::{
    Error,
    error::Datum,
    grant,
    guard::Policy,
    identity::{competence, continuity},
    range::Range,
    receipt,
    time::{CLOCK_SKEW, MAX_CLOCK_SKEW, UnixSeconds, check_end, check_skew, check_window},
};
use serde_json::json;

#[test]
fn a_range_holds_both_ends() {
    let range = Range::new("quorum", 1, 64);
    assert_eq!((range.check(1), range.check(64)), (Ok(1), Ok(64)));
    for got in [0, 65, u64::MAX] {
        assert_eq!(range.check(got).unwrap_err().code(), "ERR_ARGUMENT", "{got}");
    }
    assert_eq!(Range::at_least("limit", 1).check(u64::MAX), Ok(u64::MAX));
}

#[test]
fn a_refusal_says_what_is_wanted_and_what_came() {
    let refused = Range::new("quorum", 1, 64).check(65).unwrap_err();
    assert_eq!(refused.datum("member"), Some(&Datum::from("quorum")));
    assert_eq!(refused.datum("want"), Some(&Datum::from("a whole number from 1 to 64")));
    assert_eq!(refused.datum("got"), Some(&Datum::Number(65.into())));
    let open = Range::at_least("limit", 1).check(0).unwrap_err();
    assert_eq!(open.to_string(), "limit must be a whole number from 1 on, got 0");
}

#[test]
fn a_number_that_fits_no_range_is_refused_as_any_other() {
    let range = Range::new("quorum", 1, 64);
    assert_eq!((range.check_number(1.0), range.check_number(64)), (Ok(1), Ok(64)));
    let rows = [
        (0.0, "0"),
        (65.0, "65"),
        (-1.0, "-1"),
        (1.5, "1.5"),
        (4_294_967_296.0, "4294967296"),
        (4_294_967_301.0, "4294967301"),
        (9_007_199_254_740_992.0, "9007199254740992"),
    ];
    for (got, told) in rows {
        let refused = range.check_number(got).unwrap_err();
        let want = format!("quorum must be a whole number from 1 to 64, got {told}");
        assert_eq!((refused.code(), refused.to_string()), ("ERR_ARGUMENT", want));
    }
    for got in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(range.check_number(got).unwrap_err().code(), "ERR_ARGUMENT", "{got}");
    }
    assert!(Range::new("skew", 0, 86_400).check_number(f64::NAN).is_err());
}

#[test]
fn clocks_may_differ_by_a_day_at_most() {
    assert_eq!(check_skew(0), Ok(0));
    assert_eq!(check_skew(86_400), Ok(MAX_CLOCK_SKEW));
    let refused = check_skew(86_401).unwrap_err();
    assert_eq!(refused.to_string(), "skew must be a whole number from 0 to 86400, got 86401");
    assert_eq!(check_window(1), Ok(1));
    assert_eq!(check_window(0).unwrap_err().code(), "ERR_ARGUMENT");
}

#[test]
fn a_life_lasts_at_least_a_second() {
    assert_eq!(check_end(UnixSeconds(5), 1), Ok(UnixSeconds(6)));
    let refused = check_end(UnixSeconds(5), 0).unwrap_err();
    assert_eq!(refused.to_string(), "lifetime must be a whole number from 1 on, got 0");
}

#[test]
fn policies_refuse_numbers_out_of_range() {
    let chain = |name: &str, got: i64| {
        receipt::chain::Policy::from_json(&json!({ name: got }).to_string()).map(drop)
    };
    let continuity = |name: &str, got: i64| {
        continuity::Policy::from_json(&json!({ name: got }).to_string()).map(drop)
    };
    let competence = |name: &str, got: i64| {
        let policy = json!({ "domain": "deploy:**", name: got });
        competence::Policy::from_json(&policy.to_string()).map(drop)
    };
    let options = |name: &str, got: i64| {
        grant::Options::from_json(&json!({ "now": 1, name: got }).to_string()).map(drop)
    };
    type Read<'a> = &'a dyn Fn(&str, i64) -> Result<(), Error>;
    let rows: [(Read<'_>, &str, i64, i64); 8] = [
        (&chain, "skew", 86_400, 86_401),
        (&chain, "witnesses", 64, 65),
        (&chain, "maxChecks", 4_096, 4_097),
        (&continuity, "quorum", 64, 0),
        (&competence, "quorum", 16, 17),
        (&competence, "rate", 1_000_000, 1_000_001),
        (&competence, "validatedRate", 1_000_000, 1_000_001),
        (&options, "maxLinks", 1, 0),
    ];
    for (read, name, good, bad) in rows {
        assert_eq!(read(name, good), Ok(()), "{name}");
        for bad in [bad, -1] {
            let refused = read(name, bad).unwrap_err();
            assert_eq!(refused.code(), "ERR_ARGUMENT", "{name}");
            assert_eq!(refused.datum("got"), Some(&Datum::Number(bad.into())), "{name}");
        }
    }
}

#[test]
fn what_is_left_out_has_its_default() {
    let (options, _) = grant::Options::from_json(r#"{ "now": 1 }"#).unwrap();
    assert_eq!(options.skew, CLOCK_SKEW);
}

#[test]
fn a_guard_has_room() {
    let policy = |skew, rooms| Policy::from_parts(skew, false, rooms, UnixSeconds(0));
    assert!(policy(30, [1, 1]).is_ok());
    for refused in
        [policy(0, [1, 1]), policy(86_401, [1, 1]), policy(30, [0, 1]), policy(30, [1, 0])]
    {
        assert_eq!(refused.unwrap_err().code(), "ERR_ARGUMENT");
    }
}
