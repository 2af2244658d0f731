//! Documents that wait for their signature. See `countersign_core::unsigned`.

use std::cell::RefCell;

use countersign_core::{Error, handles::Handles, unsigned::Unsigned};

use crate::{host, signer};

thread_local! {
    static WAITING: RefCell<Handles<Unsigned>> = const { RefCell::new(Handles::new()) };
}

/// Takes a document in and gives its handle.
pub(crate) fn insert(document: Unsigned) -> Result<u32, Error> {
    WAITING.with_borrow_mut(|waiting| waiting.insert(document))
}

/// Gives a document out, and closes its handle.
fn take(handle: u32) -> Result<Unsigned, Error> {
    WAITING.with_borrow_mut(|waiting| waiting.remove(handle).map(|document| *document))
}

/// Forgets every document, as `signer::forget` does keys.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    WAITING.with_borrow_mut(Handles::clear);
}

boundary! {
    fn unsigned_signature as "unsignedSignature" (algorithm: String, message: &[u8]) -> u32 {
        insert(Unsigned::signature(algorithm.parse()?, message.to_vec()))
    }

    fn unsigned_sign as "unsignedSign" (document: u32, signer: u32) -> host::Bytes {
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

    fn unsigned_attach as "unsignedAttach" (document: u32, key: &[u8], signature: &[u8]) -> host::Bytes {
        let signed = WAITING.with_borrow_mut(|waiting| waiting.get_mut(document)?.attach(key, signature))?;
        take(document).map(|_| signed.into())
    }

    fn unsigned_close as "unsignedClose" (document: u32) -> bool {
        take(document).map(|_| true)
    }
}

fn text(document: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(document).map_err(|error| Error::JsonUtf8(error.utf8_error().valid_up_to()))
}
