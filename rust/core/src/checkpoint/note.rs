//! Signed notes: a checkpoint, and who signed it.

use sha2::{Digest, Sha256};

use super::{Checkpoint, malformed};
use crate::{
    Error,
    did::Purpose,
    encoding::{base64, hex},
    error::excerpt,
    find::places_of,
    keys::{Algorithm, HighS, KeyType, PublicKey, SIGNATURE_LEN, verify},
    print::Written,
    time::UnixSeconds,
    trust::{Candidate, Checks, NoCandidate, ProvenKey, Tried, Trust, find_candidates, try_each},
    unsigned::Unsigned,
};

/// Longest note, in bytes.
pub const MAX_LEN: usize = 65_536;

const MAX_SIGNATURES: usize = 64;
const ED25519: u8 = 1;
const MARK: &str = "\u{2014} ";

/// A checkpoint whose signature holds. Only [`verify_note`] makes one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Verified {
    /// The state of the log.
    pub checkpoint: Checkpoint,
    /// The key of the log.
    pub signer: ProvenKey,
}

/// What the verifier knows from another source than the note.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// The name of the log.
    pub origin: &'a str,
    /// The name of its key.
    pub name: &'a str,
    /// The time, for keys that expire. A note states none.
    pub now: UnixSeconds,
}

/// A key that signs checkpoints, under its name.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NoteKey {
    name: String,
    key: PublicKey,
}

impl NoteKey {
    /// A key under a name.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_TYPE_MISMATCH` unless the key is Ed25519; `ERR_CHECKPOINT_MALFORMED` for a name that
    /// is empty or has white space or a plus.
    pub fn new(name: &str, key: PublicKey) -> Result<Self, Error> {
        if key.key_type() != KeyType::Ed25519 {
            return Err(Error::KeyTypeMismatch("Ed25519", key.key_type().as_str()));
        }
        if !is_name(name) {
            return Err(malformed("the name of a key is empty, or has white space or a plus"));
        }
        Ok(Self { name: name.to_owned(), key })
    }

    /// The verifier key as text, as other tools take it.
    #[must_use]
    pub fn vkey(&self) -> String {
        let key = [&[ED25519], self.key.as_bytes()].concat();
        format!("{}+{}+{}", self.name, hex::encode(&self.id()), base64::encode(&key))
    }

    fn id(&self) -> KeyId {
        let hash = Sha256::new()
            .chain_update(self.name.as_bytes())
            .chain_update([b'\n', ED25519])
            .chain_update(self.key.as_bytes())
            .finalize();
        let [a, b, c, d, ..]: [u8; 32] = hash.into();
        [a, b, c, d]
    }
}

impl Verified {
    /// The facts, as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let Checkpoint { origin, size, root, extensions } = &self.checkpoint;
        Written::new()
            .texts("extensions", extensions.iter().map(String::as_str))
            .text("origin", origin)
            .text("root", &base64::encode(root))
            .json("signer", &self.signer.to_json())
            .number("size", *size)
            .end()
    }
}

/// The note of a checkpoint, to be signed with the key of the log.
///
/// # Errors
///
/// As [`Checkpoint::to_text`].
pub fn unsigned(checkpoint: &Checkpoint, key: NoteKey) -> Result<Unsigned, Error> {
    let (signer, text) = (key.key.clone(), checkpoint.to_text()?);
    let complete = move |text: &[u8], signature: &[u8]| {
        let line = base64::encode(&[&key.id(), signature].concat());
        Ok([text, format!("\n{MARK}{} {line}\n", key.name).as_bytes()].concat())
    };
    let unsigned = Unsigned::new(Algorithm::Ed25519, text.into_bytes(), complete);
    Ok(unsigned.bind_to(signer, Error::CheckpointSignature))
}

/// Verifies a checkpoint of a log by a key that is trusted.
///
/// # Errors
///
/// `ERR_KEY_TYPE_MISMATCH` if only keys of other types than Ed25519 are trusted; `ERR_LIMIT_EXCEEDED`;
/// `ERR_CHECKPOINT_MALFORMED`; `ERR_CHECKPOINT_ORIGIN`; `ERR_CHECKPOINT_KEY`; `ERR_CHECKPOINT_SIGNATURE`;
/// `ERR_TRUST_CHECKS` if more keys than one have the id of a signature, and so many that no check is left.
pub fn verify_note(note: &str, trust: &Trust, expected: &Expected<'_>) -> Result<Verified, Error> {
    let keys = log_keys(trust, expected)?;
    if note.len() > MAX_LEN {
        return Err(Error::LimitExceeded("length of a checkpoint", MAX_LEN));
    }
    // The signatures follow the last empty line; the text keeps its own line end.
    let last = places_of("\n\n", note).next_back();
    let split = last.ok_or(malformed("it has no signature"))?;
    let (text, signatures) = note.split_at_checked(split + 1).unwrap_or_default();
    let checkpoint = Checkpoint::from_text(text)?;
    let signatures = read_signatures(signatures.strip_prefix('\n').unwrap_or_default())?;
    if checkpoint.origin != expected.origin {
        return Err(Error::CheckpointOrigin(excerpt(&checkpoint.origin)));
    }
    let claims = signatures.iter().map(|(name, bytes)| {
        let may_be_by = |(id, _): &&(KeyId, Candidate<'_>)| bytes.starts_with(id);
        let keys = keys.iter().filter(may_be_by).map(|(_, key)| key.clone());
        let keys: Vec<_> = keys.filter(|_| *name == expected.name).collect();
        if keys.is_empty() { Err(()) } else { Ok((bytes.as_slice(), keys)) }
    });
    let tried = try_each(
        claims,
        &mut Checks::new(MAX_SIGNATURES),
        |_| text.as_bytes(),
        |bytes, text, key| holds(&key.key, text, bytes).then_some(()),
    );
    Ok(Verified { checkpoint, signer: signer_of(tried)? })
}

/// The first 4 bytes of a hash of the name and the key.
type KeyId = [u8; 4];

/// The trusted keys that may be the log's, by the id that they have under its name.
fn log_keys<'a>(
    trust: &'a Trust,
    expected: &Expected<'_>,
) -> Result<Vec<(KeyId, Candidate<'a>)>, Error> {
    let found = || trust.find(None, Purpose::AssertionMethod, Some(expected.now));
    let meant = found().map(|entry| Candidate::listed(entry, true));
    let fitting = find_candidates(meant, |entry| entry.fits(Algorithm::Ed25519), || None);
    let keys = match (fitting, found().next()) {
        (Err(NoCandidate::Unfit), Some(other)) => {
            NoteKey::new(expected.name, other.key.clone())?;
            return Err(Error::CheckpointKey);
        }
        (fitting, _) => fitting.map_err(|_| Error::CheckpointKey)?,
    };
    let with_id = |key: Candidate<'a>| {
        let id = NoteKey::new(expected.name, key.key.clone().into_owned())?.id();
        Ok((id, key))
    };
    keys.into_iter().map(with_id).collect()
}

/// Whether the key made a signature, which its id precedes.
fn holds(key: &PublicKey, text: &[u8], bytes: &[u8]) -> bool {
    let signature = bytes.get(size_of::<KeyId>()..).filter(|bytes| bytes.len() == SIGNATURE_LEN);
    signature
        .is_some_and(|signature| verify(Algorithm::Ed25519, key, text, signature, HighS::Refuse))
}

/// Who signed: the key of the first signature, if every one that names a trusted key holds.
fn signer_of(tried: Vec<Tried<'_, (), ()>>) -> Result<ProvenKey, Error> {
    let mut signer = None;
    for outcome in tried {
        match outcome {
            Tried::Refused(()) => {}
            Tried::Failed => return Err(Error::CheckpointSignature),
            Tried::Unchecked { error, .. } => return Err(error),
            Tried::Signed(key, ()) => signer = signer.or(Some(key)),
        }
    }
    signer.map(ProvenKey::from).ok_or(Error::CheckpointKey)
}

fn read_signatures(text: &str) -> Result<Vec<(&str, Vec<u8>)>, Error> {
    let lines = text
        .strip_suffix('\n')
        .ok_or(malformed("a signature line is not of the form `\u{2014} name base64`"))?;
    let lines: Vec<_> = lines.split('\n').take(MAX_SIGNATURES + 1).collect();
    if lines.len() > MAX_SIGNATURES {
        return Err(Error::LimitExceeded("number of signatures", MAX_SIGNATURES));
    }
    let read = |line: &&'_ str| -> Option<(usize, usize, Vec<u8>)> {
        let rest = line.strip_prefix(MARK)?;
        let space = rest.find(' ')?;
        let bytes = base64::decode(rest.get(space + 1..)?).ok().filter(|bytes| bytes.len() > 4)?;
        is_name(rest.get(..space)?).then_some((MARK.len(), MARK.len() + space, bytes))
    };
    let mut found = Vec::with_capacity(lines.len());
    for line in lines {
        let (from, to, bytes) = read(&line)
            .ok_or(malformed("a signature line is not of the form `\u{2014} name base64`"))?;
        found.push((line.get(from..to).unwrap_or_default(), bytes));
    }
    Ok(found)
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && !name.chars().any(|letter| letter.is_whitespace() || letter == '+' || letter < ' ')
}
