//! The key schedule, as the header of [`crate::session`] states it.

use std::sync::OnceLock;

use countersign_kernels::{
    hkdf::{self, Keyed},
    stack::swept,
};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::cipher::Keys;
use crate::{encoding::frames, label};

type Key = [u8; 32];

/// Bytes of the stack to sweep, more than a derivation uses.
const DEPTH: usize = 2 << 10;

/// What a session starts with.
pub(super) struct Start {
    pub(super) root: Zeroizing<Key>,
    pub(super) initiator: Keys,
    pub(super) responder: Keys,
    pub(super) id: [u8; 8],
}

/// What later epochs are derived from: the root, until the first of them is needed.
#[cfg_attr(test, derive(Clone, Debug, PartialEq))]
pub(super) enum Source {
    Root(Zeroizing<Key>),
    Chains(Box<Chains>),
}

/// One chain for each direction, and the secret of resumption, which no epoch shows.
#[cfg_attr(test, derive(Debug, PartialEq))]
#[derive(Clone)]
pub(super) struct Chains {
    pub(super) initiator: Zeroizing<Key>,
    pub(super) responder: Zeroizing<Key>,
    pub(super) resumption: Zeroizing<Key>,
}

impl Source {
    /// The chains as they are now. The source itself stays as it is.
    pub(super) fn chains(&self) -> Box<Chains> {
        match self {
            Self::Root(root) => Box::new(Chains::split(root)),
            Self::Chains(chains) => chains.clone(),
        }
    }
}

impl Chains {
    fn split(root: &Key) -> Self {
        let mut okm = Zeroizing::new([0; 96]);
        expand(root, [label::SESSION_CHAINS.as_bytes(), &[]], okm.as_mut());
        let mut parts = Parts(okm.as_ref());
        Self { initiator: parts.secret(), responder: parts.secret(), resumption: parts.secret() }
    }
}

/// Root, keys of epoch 0, and id.
pub(super) fn start(secret: &Key, context: &[u8]) -> Start {
    let root = Zeroizing::new(if context.is_empty() {
        EMPTY.get_or_init(|| extraction(b"")).tag(&[secret])
    } else {
        extraction(context).tag(&[secret])
    });
    let mut okm = Zeroizing::new([0; 96]);
    expand(&root, [label::SESSION.as_bytes(), &[]], okm.as_mut());
    let mut parts = Parts(okm.as_ref());
    let (initiator, responder) = (parts.secret(), parts.secret());
    Start {
        root,
        initiator: Keys { key: initiator, iv: parts.secret() },
        responder: Keys { key: responder, iv: parts.secret() },
        id: parts.take(),
    }
}

/// The extraction without a context, which is not secret and never changes.
static EMPTY: OnceLock<Keyed> = OnceLock::new();

/// HKDF-Extract, keyed with the salt of a context; only the secret is missing.
fn extraction(context: &[u8]) -> Keyed {
    let mut salt = Sha256::new();
    for part in [label::SESSION_CONTEXT.as_bytes(), context] {
        salt.update(frames::length(part));
        salt.update(part);
    }
    Keyed::new(&salt.finalize().into())
}

/// Replaces a chain by the next one, and gives the keys of the epoch.
pub(super) fn step(chain: &mut Key, epoch: u32) -> Keys {
    let mut okm = Zeroizing::new([0; 76]);
    expand(chain, [label::SESSION_EPOCH.as_bytes(), &epoch.to_be_bytes()], okm.as_mut());
    let mut parts = Parts(okm.as_ref());
    *chain = parts.take();
    Keys { key: parts.secret(), iv: parts.secret() }
}

fn expand(key: &Key, info: [&[u8]; 2], output: &mut [u8]) {
    // It fails only for an output over 255 blocks. A used chain must not stay on the stack, because epochs follow from it.
    let _ = swept::<DEPTH, _>(|| hkdf::expand(key, info, output));
}

/// Bytes from which parts are taken at the front.
struct Parts<'a>(&'a [u8]);

impl Parts<'_> {
    fn secret<const N: usize>(&mut self) -> Zeroizing<[u8; N]> {
        Zeroizing::new(self.take())
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (part, rest) = self.0.split_first_chunk().unwrap_or((&[0; N], &[]));
        self.0 = rest;
        *part
    }
}
