//! The TypeScript of the core's tables: key types, algorithms, methods of DIDs.

use countersign_core::{
    did::{METHODS, Source},
    guard,
    handshake::sage as sage_handshake,
    http_sig::{
        self, Profile,
        web_bot_auth::{DIRECTORY_PATH, DIRECTORY_TYPE},
    },
    jws,
    keys::{Algorithm, KeyType, ml_dsa},
    time,
};

mod names;

pub(crate) use names::names;

/// Key types and algorithms.
pub(crate) fn keys() -> String {
    [types(), algorithms(), key_types_by_use()].concat()
}

/// Profiles of HTTP signatures, and what a directory of keys is.
pub(crate) fn http() -> String {
    let tag = |profile: Profile| {
        profile.tag().map_or_else(|| "undefined".to_owned(), |tag| format!("'{tag}'"))
    };
    let rows: String = Profile::ALL
        .iter()
        .map(|profile| format!("  {}: {},\n", quoted(profile.as_str()), tag(*profile)))
        .collect();
    format!(
        "/** Every profile of HTTP signatures, and the tag of its signatures, if they have one. */\n\
         export const profileTags = {{\n{rows}}} as const\n\n\
         /** Profiles, as the engine names them. */\n\
         export type Profile = keyof typeof profileTags\n\n\
         /** The media type of a directory of keys. */\n\
         export const directoryType = '{DIRECTORY_TYPE}'\n\n\
         /** Where the directory of an origin is. */\n\
         export const directoryPath = '{DIRECTORY_PATH}'\n"
    )
}

fn types() -> String {
    let signing = || KeyType::ALL.into_iter().filter(|kind| kind.signs());
    [
        "/** Every type of key. */\n".to_owned(),
        list("keyTypes", KeyType::ALL.map(KeyType::as_str)),
        "\n/** Types of keys that sign. */\n".to_owned(),
        list("signingKeyTypes", signing().map(KeyType::as_str)),
    ]
    .concat()
}

fn algorithms() -> String {
    let signing = || KeyType::ALL.into_iter().filter(|kind| kind.signs());
    [
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
            signing().map(|kind| (kind.as_str(), algorithms_of(kind))),
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

/// Key types by what can be done with them, and their names in formats.
fn key_types_by_use() -> String {
    let those = |wanted: fn(KeyType) -> bool| {
        KeyType::ALL.into_iter().filter(move |kind| wanted(*kind)).map(KeyType::as_str)
    };
    let akp = KeyType::ALL.into_iter().filter(|kind| kind.kty() == "AKP");
    [
        "\n/** Types of keys that agree. */\n".to_owned(),
        list("agreementKeyTypes", those(KeyType::agrees)),
        "\n/** Types of keys that make rings. */\n".to_owned(),
        list("ringKeyTypes", those(KeyType::has_rings)),
        "\n/** Types of keys that are parameter sets of ML-DSA. */\n".to_owned(),
        list("mlDsaKeyTypes", those(|kind| ml_dsa::Set::of(kind).is_ok())),
        "\n/** Types of keys whose JWK is of `kty` EC: the curves of ECDSA. */\n".to_owned(),
        list("ecKeyTypes", those(|kind| kind.kty() == "EC")),
        "\n/** Types of keys whose JWK is of `kty` OKP. */\n".to_owned(),
        list("okpKeyTypes", those(|kind| kind.kty() == "OKP")),
        "\n/** The `alg` of each JWK of `kty` AKP. */\n".to_owned(),
        list("akpAlgorithms", akp.filter_map(|kind| kind.default_algorithm()?.jose())),
        "\n/** SAGE's names of key types. */\n".to_owned(),
        list("sageKeyTypes", KeyType::ALL.into_iter().filter_map(KeyType::sage_name)),
        "\n/** Length in bytes of the public keys of each type. */\n".to_owned(),
        record(
            "publicKeyLengths",
            "Readonly<Record<(typeof keyTypes)[number], number>>",
            KeyType::ALL.map(|kind| (kind.as_str(), number(kind.public_len()))),
        ),
    ]
    .concat()
}

/// How far clocks may differ, of our own formats and of SAGE's.
pub(crate) fn times() -> String {
    format!(
        "/** How far two honest clocks may differ by default, in seconds. */\n\
         export const defaultSkew = {}\n\n\
         /** The most that a caller may allow them to differ, in seconds. */\n\
         export const maxSkew = {}\n\n\
         /** How far the time of a handshake of SAGE may be off by default, in seconds. */\n\
         export const sageHandshakeSkew = {}\n\n\
         /** How far the time of a message of SAGE may be off by default, in seconds. */\n\
         export const sageMessageSkew = {}\n",
        time::CLOCK_SKEW,
        number(usize::try_from(time::MAX_CLOCK_SKEW).unwrap_or(usize::MAX)),
        sage_handshake::SKEW,
        guard::sage::SKEW,
    )
}

/// How a resolver gets the documents of each method.
pub(crate) fn methods() -> String {
    let named = |wanted: Source| {
        METHODS.into_iter().filter(move |(_, source)| *source == wanted).map(|(name, _)| name)
    };
    let imports: String = named(Source::Fetched)
        .map(|name| format!("import {{ source as {name} }} from './{name}.js'\n"))
        .collect();
    let fetched: Vec<_> = named(Source::Fetched).collect();
    let local: Vec<_> = named(Source::Name).map(|name| format!("'{name}'")).collect();
    format!(
        "import type {{ Source }} from './source.js'\n{imports}\n\
         /** Methods whose documents follow from the DID. */\n\
         export const local: ReadonlySet<string> = new Set([{}])\n\n\
         /** Where the documents of others are. */\n\
         export const sources: ReadonlyMap<string, Source> = new Map(Object.entries({{ {} }}))\n",
        local.join(", "),
        fetched.join(", "),
    )
}

fn algorithms_of(kind: KeyType) -> String {
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

/// As the formatter writes it: on one line where it fits.
fn list<'a>(name: &str, items: impl IntoIterator<Item = &'a str>) -> String {
    let items: Vec<_> = items.into_iter().map(|item| format!("'{item}'")).collect();
    let line = format!("export const {name} = [{}] as const", items.join(", "));
    if line.len() <= LINE {
        return format!("{line}\n");
    }
    format!("export const {name} = [\n  {},\n] as const\n", items.join(",\n  "))
}

/// The longest line that the formatter leaves.
const LINE: usize = 100;

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
