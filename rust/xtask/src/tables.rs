//! The TypeScript of the core's tables: key types, algorithms, methods of DIDs.

use countersign_core::{
    did::{METHODS, Source},
    http_sig, jws,
    keys::{Algorithm, KeyType},
};

/// Key types and algorithms.
pub(crate) fn keys() -> String {
    let signing = || KeyType::ALL.into_iter().filter(|kind| kind.signs());
    [
        "/** Every type of key. */\n".to_owned(),
        list("keyTypes", KeyType::ALL.map(KeyType::as_str)),
        "\n/** Types of keys that sign. */\n".to_owned(),
        list("signingKeyTypes", signing().map(KeyType::as_str)),
        "\n/** Every signature algorithm. A place in this list, from 1, is the number that crosses to the engine. */\n".to_owned(),
        list("algorithms", Algorithm::ALL.map(Algorithm::as_str)),
        "\n/** What stands before the bytes of a public key that crosses: multicodecs as varints, where there is one. */\n".to_owned(),
        record(
            "tags",
            "Readonly<Record<(typeof keyTypes)[number], readonly [number, number]>>",
            KeyType::ALL.map(|kind| (kind.as_str(), tag(kind))),
        ),
        "\n/** What each type of key signs with; first the algorithm where none is named. */\n".to_owned(),
        record(
            "algorithmsOf",
            "Readonly<\n  Record<(typeof signingKeyTypes)[number], readonly (typeof algorithms)[number][]>\n>",
            signing().map(|kind| (kind.as_str(), algorithms(kind))),
        ),
        "\n/** Length in bytes of the signatures of each algorithm. */\n".to_owned(),
        record(
            "signatureLengths",
            "Readonly<Record<(typeof algorithms)[number], number>>",
            Algorithm::ALL.map(|algorithm| (algorithm.as_str(), number(algorithm.signature_len()))),
        ),
        "\n/** Algorithms by their JOSE names. */\n".to_owned(),
        list("jwsAlgorithms", jws::Alg::all().map(jws::Alg::as_str)),
        "\n/** Algorithms by their names in HTTP signatures. */\n".to_owned(),
        list("httpSigAlgorithms", http_sig::Alg::all().map(http_sig::Alg::as_str)),
    ]
    .concat()
}

/// How a resolver gets the documents of each method.
pub(crate) fn methods() -> String {
    let named = |wanted: Source| {
        METHODS.into_iter().filter(move |(_, source)| *source == wanted).map(|(name, _)| name)
    };
    let imports: String = named(Source::Fetched)
        .map(|name| format!("import {{ source as {name} }} from '../resolver/{name}.js'\n"))
        .collect();
    let fetched: Vec<_> = named(Source::Fetched).collect();
    let local: Vec<_> = named(Source::Name).map(|name| format!("'{name}'")).collect();
    format!(
        "import type {{ Source }} from '../resolver/load.js'\n{imports}\n\
         /** Methods whose documents follow from the DID. */\n\
         export const local: ReadonlySet<string> = new Set([{}])\n\n\
         /** Where the documents of others are. */\n\
         export const sources: ReadonlyMap<string, Source> = new Map(Object.entries({{ {} }}))\n",
        local.join(", "),
        fetched.join(", "),
    )
}

fn algorithms(kind: KeyType) -> String {
    let mut all: Vec<_> =
        Algorithm::ALL.into_iter().filter(|algorithm| algorithm.key_type() == kind).collect();
    all.sort_by_key(|algorithm| Some(*algorithm) != kind.default_algorithm());
    let names: Vec<_> =
        all.into_iter().map(|algorithm| format!("'{}'", algorithm.as_str())).collect();
    format!("[{}]", names.join(", "))
}

fn tag(kind: KeyType) -> String {
    let [first, second] = kind.tag();
    format!("[0x{first:02x}, 0x{second:02x}]")
}

/// As the formatter writes it: `3_309`.
fn number(value: usize) -> String {
    match value / 1_000 {
        0 => value.to_string(),
        thousands => format!("{thousands}_{:03}", value % 1_000),
    }
}

fn list<'a>(name: &str, items: impl IntoIterator<Item = &'a str>) -> String {
    let lines: String = items.into_iter().map(|item| format!("  '{item}',\n")).collect();
    format!("export const {name} = [\n{lines}] as const\n")
}

fn record<'a>(
    name: &str,
    type_of: &str,
    members: impl IntoIterator<Item = (&'a str, String)>,
) -> String {
    let lines: String =
        members.into_iter().map(|(key, value)| format!("  {}: {value},\n", quoted(key))).collect();
    format!("export const {name}: {type_of} = {{\n{lines}}}\n")
}

/// The name of a member, in quotes where it needs them.
fn quoted(key: &str) -> String {
    let plain = key.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if plain { key.to_owned() } else { format!("'{key}'") }
}
