//! Checkpoints of a log (C2SP tlog-checkpoint) as signed notes (C2SP signed-note).
//!
//! ```text
//! text      = origin LF size LF base64(root) LF *( extension LF )
//! note      = text LF 1*( "— " name SP base64(key id ‖ signature) LF )
//! key id    = first 4 bytes of SHA-256(name ‖ LF ‖ 01 ‖ key)      Ed25519
//! signature = Ed25519 over text
//! vkey      = name "+" hex(key id) "+" base64(01 ‖ key)
//! ```
//!
//! Size is decimal without leading zeros. Names have no white space and no plus. No line is empty
//! or has a control character. Signatures of other keys and kinds are passed over, as the
//! specification asks. Every signature that bears the expected name and the id of a trusted key must hold. A key
//! is trusted for [`crate::did::Purpose::AssertionMethod`]. A note has at most 64 KiB and 64 signatures.

use crate::{
    Error,
    encoding::{base64, frames},
    merkle::{self, Hash, MAX_SIZE},
};

mod note;

pub use note::{Expected, MAX_LEN, NoteKey, Verified, unsigned, verify_note};

/// The state of a log.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Checkpoint {
    /// The name of the log.
    pub origin: String,
    /// How many leaves it has.
    pub size: u64,
    /// The root of its tree.
    pub root: Hash,
    /// Further lines.
    pub extensions: Vec<String>,
}

impl Checkpoint {
    /// Makes a checkpoint of the values that a host gives. The extensions are [`frames`] of texts.
    ///
    /// # Errors
    ///
    /// `ERR_ENCODING_MALFORMED` for frames that do not add up; `ERR_JSON_UTF8`; `ERR_BYTES_LENGTH`.
    pub fn from_parts(
        origin: &str,
        size: u64,
        root: &[u8],
        extensions: &[u8],
    ) -> Result<Self, Error> {
        let lines = frames::whole(extensions)?.map(|line| frames::text(line).map(str::to_owned));
        let extensions = lines.collect::<Result<_, _>>()?;
        Ok(Self { origin: origin.to_owned(), size, root: merkle::hash(root)?, extensions })
    }

    /// The text that is signed.
    ///
    /// # Errors
    ///
    /// `ERR_CHECKPOINT_MALFORMED` for an origin or extension that is no line; `ERR_MERKLE_RANGE`.
    pub fn to_text(&self) -> Result<String, Error> {
        if self.size > MAX_SIZE {
            return Err(Error::MerkleRange);
        }
        if !is_line(&self.origin) || !self.extensions.iter().all(|line| is_line(line)) {
            return Err(malformed("a line is empty or has a control character"));
        }
        let root = base64::encode(&self.root);
        let mut text = format!("{}\n{}\n{root}\n", self.origin, self.size);
        for line in &self.extensions {
            text.push_str(line);
            text.push('\n');
        }
        Ok(text)
    }

    fn from_text(text: &str) -> Result<Self, Error> {
        let mut lines = text
            .strip_suffix('\n')
            .ok_or(malformed("its text does not end with a line feed"))?
            .split('\n');
        let (Some(origin), Some(size), Some(root)) = (lines.next(), lines.next(), lines.next())
        else {
            return Err(malformed("it has fewer than three lines"));
        };
        let size =
            read_size(size).ok_or(malformed("its size is not a decimal number below 2^53"))?;
        let root = base64::decode(root).ok().and_then(|root| root.try_into().ok());
        let root = root.ok_or(malformed("its root is not 32 bytes of base64"))?;
        let extensions: Vec<_> = lines.map(str::to_owned).collect();
        if !is_line(origin) || !extensions.iter().all(|line| is_line(line)) {
            return Err(malformed("a line is empty or has a control character"));
        }
        Ok(Self { origin: origin.to_owned(), size, root, extensions })
    }
}

fn read_size(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = plain && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|size| canonical && *size <= MAX_SIZE)
}

fn is_line(text: &str) -> bool {
    !text.is_empty() && !text.chars().any(|letter| letter < ' ')
}

fn malformed(what: &'static str) -> Error {
    Error::CheckpointMalformed(what)
}
