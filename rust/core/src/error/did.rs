//! Errors of DIDs, their documents and logs.

use super::{Error, Kind, errors};

errors! {
    /// The last operation of a DID took it out of use.
    DidDeactivated(got: String) = "ERR_DID_DEACTIVATED", "{got} was deactivated: it has no document any more"
        => "Its owner gave the DID up. Ask them for a new one.";

    /// A DID document, or a part of one, breaks a rule of DID Core or of its method.
    DidDocument(reason: &'static str) = "ERR_DID_DOCUMENT", "the DID document has {reason}"
        => "Whoever serves the document must repair what the error names.";

    /// A document is about another DID than the one asked for.
    DidDocumentId(want: String, got: String) = "ERR_DID_DOCUMENT_ID", "the document is about \"{got}\", and \"{want}\" was asked for"
        => "The server gave the document of another DID. Check where it is served.";

    /// A DID of peer numalgo 4 carries another document than its hash names.
    DidHash = "ERR_DID_HASH", "the hash in the DID is not that of the document it carries"
        => "The long form of the DID was changed. Copy it again.";

    /// The log of a DID breaks a rule of its method.
    DidLog(at: usize, reason: &'static str) = "ERR_DID_LOG", "operation {at} in the log of the DID {reason}"
        => "The log of the DID breaks its rules. Ask another directory.";

    /// An operation in the log of a DID is signed by none of the keys that could.
    DidLogSignature(at: usize) = "ERR_DID_LOG_SIGNATURE", "no key that may sign operation {at} in the log of the DID signed it"
        => "The log was changed with a key that has no right to. Ask another directory.";

    /// A DID does not follow the rule of its method.
    DidMethodId(want: &'static str, reason: &'static str) = "ERR_DID_METHOD_ID", "not a did:{want}: {reason}"
        => "Compare what follows the name of the method with the rules of that method.";

    /// A DID is of another method.
    DidMethodUnexpected(want: &'static str) = "ERR_DID_METHOD_UNEXPECTED", "the DID must be a did:{want}"
        => "Pass a DID of the method that the error names.";

    /// A document does not follow from the DID alone.
    DidNeedsResolver(got: String) = "ERR_DID_NEEDS_RESOLVER", "the document of {got} must be looked up: ask a resolver"
        => "Use `Did.resolver().resolve(did)`: this document must be fetched.";

    /// Text is not a DID or DID URL.
    DidSyntax(at: usize) = "ERR_DID_SYNTAX", "not a DID: unexpected text at byte {at}"
        => "Correct the DID at the byte that the error names. A DID URL needs parseUrl.";
}
