//! Documents that wait for their signature. See `countersign_core::unsigned`.

use std::cell::RefCell;

use countersign_core::{
    Error,
    handles::Handles,
    unsigned::{Unsigned, UnsignedByTwo},
};

use crate::{host, signer};

thread_local! {
    static WAITING: RefCell<Handles<Unsigned>> = const { RefCell::new(Handles::new()) };
    /// What waits for the first of two signatures.
    static BY_TWO: RefCell<Handles<UnsignedByTwo>> = const { RefCell::new(Handles::new()) };
}

/// Takes a document in and gives its handle.
pub(crate) fn insert(document: Unsigned) -> Result<u32, Error> {
    WAITING.with_borrow_mut(|waiting| waiting.insert(document))
}

/// As [`insert`], of a document that two keys sign.
pub(crate) fn insert_by_two(document: UnsignedByTwo) -> Result<u32, Error> {
    BY_TWO.with_borrow_mut(|waiting| waiting.insert(document))
}

/// Gives a document out, and closes its handle.
fn take(handle: u32) -> Result<Unsigned, Error> {
    WAITING.with_borrow_mut(|waiting| waiting.remove(handle).map(|document| *document))
}

/// As [`take`], of a document that two keys sign.
fn take_by_two(handle: u32) -> Result<UnsignedByTwo, Error> {
    BY_TWO.with_borrow_mut(|waiting| waiting.remove(handle).map(|document| *document))
}

/// Forgets every document, as `signer::forget` does keys.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    WAITING.with_borrow_mut(Handles::clear);
    BY_TWO.with_borrow_mut(Handles::clear);
}

boundary! {
    fn unsigned_signature as "unsignedSignature" (algorithm: String, message: &[u8]) -> u32 {
        insert(Unsigned::signature(algorithm.parse()?, message.to_vec()))
    }

    fn unsigned_sign as "unsignedSign" (document: u32, signer: u32) -> host::Public {
        let document = take(document)?;
        signer::with(signer, |key| Ok(document.sign(key, signer::sign)?.into()))
    }

    fn unsigned_sign_text as "unsignedSignText" (document: u32, signer: u32) -> String {
        let document = take(document)?;
        signer::with(signer, |key| text(document.sign(key, signer::sign)?))
    }

    fn unsigned_message as "unsignedMessage" (document: u32) -> host::Bytes {
        WAITING.with_borrow(|waiting| Ok(waiting.get(document)?.message().to_vec().into()))
    }

    fn unsigned_attach as "unsignedAttach" (document: u32, key: &[u8], signature: &[u8]) -> host::Public {
        let signed = WAITING.with_borrow_mut(|waiting| waiting.get_mut(document)?.attach(key, signature))?;
        take(document).map(|_| signed.into())
    }

    fn unsigned_close as "unsignedClose" (document: u32) -> bool {
        take(document).map(|_| true)
    }

    fn unsigned_by_two_sign as "unsignedByTwoSign" (document: u32, signer: u32) -> u32 {
        let document = take_by_two(document)?;
        insert(signer::with(signer, |key| document.sign(key, signer::sign))?)
    }

    fn unsigned_by_two_message as "unsignedByTwoMessage" (document: u32) -> host::Bytes {
        BY_TWO.with_borrow(|waiting| Ok(waiting.get(document)?.message().to_vec().into()))
    }

    fn unsigned_by_two_attach as "unsignedByTwoAttach" (document: u32, key: &[u8], signature: &[u8]) -> u32 {
        let next = BY_TWO.with_borrow_mut(|waiting| waiting.get_mut(document)?.attach(key, signature))?;
        take_by_two(document)?;
        insert(next)
    }

    fn unsigned_by_two_close as "unsignedByTwoClose" (document: u32) -> bool {
        take_by_two(document).map(|_| true)
    }
}

fn text(document: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(document).map_err(|error| Error::JsonUtf8(error.utf8_error().valid_up_to()))
}
