//! The grammar of capabilities, row by row, and its order against all requests of a small world.

use countersign_core::grant::capability::{
    MAX_LEN, MAX_SEGMENTS, Pattern, Request, grants, narrows,
};
use proptest::prelude::*;

fn pattern(text: &str) -> Pattern {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn request(text: &str) -> Request {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_pattern_covers_what_the_table_says() {
    for (granted, asked, want) in [
        ("read:docs/a", "read:docs/a", true),
        ("read:docs/a", "read:docs", false),
        ("read:docs/a", "read:docs/a/b", false),
        ("read:docs/a", "read:Docs/a", false),
        ("read:docs/a", "write:docs/a", false),
        ("read:docs", "read:docsx", false),
        ("read:docs/*", "read:docs/a", true),
        ("read:docs/*", "read:docs", false),
        ("read:docs/*", "read:docs/a/b", false),
        ("read:docs/**", "read:docs/a", true),
        ("read:docs/**", "read:docs/a/b/c", true),
        ("read:docs/**", "read:docs", false),
        ("read:docs/**", "read:docsx/a", false),
        ("read:*/public", "read:bob/public", true),
        ("read:*/public", "read:bob/x/public", false),
        ("*:docs/a", "purge:docs/a", true),
        ("*:*", "read:docs", true),
        ("*:*", "read:docs/a", false),
        ("*:**", "read:docs", true),
        ("*:**", "read:docs/a/b", true),
        ("read:**", "write:docs", false),
    ] {
        assert_eq!(pattern(granted).covers(&request(asked)), want, "{granted} covers {asked}");
    }
}

#[test]
fn a_pattern_is_passed_on_narrower_only() {
    for (above, below, want) in [
        ("*:**", "*:**", true),
        ("*:**", "*:*", true),
        ("*:*", "*:**", false),
        ("*:*", "read:*", true),
        ("read:*", "*:*", false),
        ("read:docs/**", "read:docs/*", true),
        ("read:docs/**", "read:docs/*/b/**", true),
        ("read:docs/**", "read:docs", false),
        ("read:docs/*", "read:docs/**", false),
        ("read:docs/*", "read:docs/a", true),
        ("read:docs/a", "read:docs/*", false),
        ("read:*/a", "read:*/*", false),
        ("read:**", "read:*/**", true),
        ("read:*/**", "read:**", false),
        ("read:docs/**", "read:other/docs/**", false),
    ] {
        assert_eq!(pattern(above).covers_pattern(&pattern(below)), want, "{above} over {below}");
    }
}

#[test]
fn what_could_be_read_in_two_ways_is_refused() {
    for text in [
        "",
        ":",
        "read",
        "read:",
        ":docs",
        "read:/docs",
        "read:docs/",
        "read:docs//a",
        "storage:storage/../etc",
        "storage:..",
        "storage:./a",
        "storage:a/.../b",
        "storage:%2e%2e/etc",
        "storage:a%2fb",
        "storage:a\\b",
        "read:docs?x",
        "read:docs#x",
        "read:docs:a",
        "read:docs a",
        "read: docs",
        "read:docs\n",
        "read:docs\0",
        "read:docs\u{7f}",
        "Read:docs",
        "READ:docs",
        "1read:docs",
        "read/x:docs",
        "re\u{0430}d:docs",
        "read:d\u{043e}cs",
        "read:docs\u{2215}a",
        "read:caf\u{e9}",
        "read:cafe\u{301}",
        "read:\u{ff0e}\u{ff0e}/a",
        "read:do\u{200b}cs",
        "read:a*",
        "read:*a",
        "read:***",
        "read:**/a",
        "**:docs",
        "r*:docs",
    ] {
        assert!(text.parse::<Pattern>().is_err(), "{text:?} is no pattern");
        assert!(text.parse::<Request>().is_err(), "{text:?} is no request");
    }
    for text in ["*:docs", "read:*", "read:**", "read:docs/*", "read:*/a", "*:*"] {
        assert!(text.parse::<Pattern>().is_ok(), "{text}");
        assert!(text.parse::<Request>().is_err(), "{text} asks for many things");
    }
}

#[test]
fn each_fault_has_its_code() {
    for (text, code) in [
        ("storage:storage/../etc", "ERR_CAPABILITY_TRAVERSAL"),
        ("storage:./a", "ERR_CAPABILITY_TRAVERSAL"),
        ("re\u{0430}d:docs", "ERR_CAPABILITY_CHARACTER"),
        ("read:d\u{043e}cs", "ERR_CAPABILITY_CHARACTER"),
        ("storage:%2e%2e/etc", "ERR_CAPABILITY_CHARACTER"),
        ("storage:a\\b", "ERR_CAPABILITY_CHARACTER"),
        ("read:*a", "ERR_CAPABILITY_WILDCARD"),
        ("read:**/a", "ERR_CAPABILITY_WILDCARD"),
        ("**:docs", "ERR_CAPABILITY_WILDCARD"),
        ("read:docs//a", "ERR_CAPABILITY_MALFORMED"),
        ("Read:docs", "ERR_CAPABILITY_MALFORMED"),
        ("read", "ERR_CAPABILITY_MALFORMED"),
    ] {
        assert_eq!(text.parse::<Pattern>().unwrap_err().code(), code, "{text:?}");
    }
    assert_eq!("read:*".parse::<Request>().unwrap_err().code(), "ERR_CAPABILITY_WILDCARD");
}

#[test]
fn sizes_are_bounded() {
    let limit =
        |text: String| text.parse::<Pattern>().is_err_and(|error| error.is("ERR_LIMIT_EXCEEDED"));
    assert!(limit(format!("read:{}", "a/".repeat(MAX_LEN))));
    let action = |length: usize| format!("{}:docs", "a".repeat(length)).parse::<Pattern>();
    assert!(action(64).is_ok() && action(65).is_err());
    assert!(limit(format!("read:{}", vec!["a"; MAX_SEGMENTS + 1].join("/"))));
    assert!(limit(format!("read:{}", "a".repeat(129))));
    assert!(format!("read:{}", vec!["a"; MAX_SEGMENTS].join("/")).parse::<Pattern>().is_ok());
    assert!(format!("{}:a", "a".repeat(65)).parse::<Pattern>().is_err());
}

#[test]
fn an_empty_list_grants_nothing() {
    assert!(!grants(&[], &request("read:docs")));
    assert!(!narrows(&[], &[pattern("read:docs")]));
}

fn segment() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("a"), Just("b"), Just("*")]
}

fn patterns() -> impl Strategy<Value = String> {
    let action = prop_oneof![Just("r"), Just("w"), Just("*")];
    let ends = prop_oneof![Just(""), Just("/**")];
    (action, prop::collection::vec(segment(), 1..3), ends, any::<bool>()).prop_map(
        |(action, segments, end, all)| {
            if all && segments.len() == 1 {
                format!("{action}:**")
            } else {
                format!("{action}:{}{end}", segments.join("/"))
            }
        },
    )
}

/// Every request of up to four segments over two names and one that no pattern has.
fn world() -> Vec<Request> {
    let mut paths: Vec<String> = vec![String::new()];
    let mut all = Vec::new();
    for _ in 0..4 {
        let longer = |path: &String| {
            ["a", "b", "c"].map(|name| {
                if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") }
            })
        };
        paths = paths.iter().flat_map(longer).collect();
        all.extend(paths.clone());
    }
    let actions = ["r", "w", "x"];
    all.iter().flat_map(|path| actions.map(|action| request(&format!("{action}:{path}")))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn covering_a_pattern_is_covering_all_it_covers(outer in patterns(), inner in patterns()) {
        let (outer, inner) = (pattern(&outer), pattern(&inner));
        let mut inside = world().into_iter().filter(|asked| inner.covers(asked));
        prop_assert_eq!(outer.covers_pattern(&inner), inside.all(|asked| outer.covers(&asked)));
    }

    #[test]
    fn patterns_overlap_where_both_cover_something(left in patterns(), right in patterns()) {
        let (left, right) = (pattern(&left), pattern(&right));
        let both = world().into_iter().any(|asked| left.covers(&asked) && right.covers(&asked));
        prop_assert_eq!(left.overlaps(&right), both);
    }

    #[test]
    fn any_text_is_refused_or_kept(text in "[a-z:*/.]{0,12}|\\PC{0,12}") {
        if let Ok(read) = text.parse::<Pattern>() {
            prop_assert_eq!(read.as_str(), text.as_str());
            prop_assert!(text.is_ascii());
            prop_assert!(read.covers_pattern(&read));
        }
    }
}
