//! Errors of agent cards, and of their metadata.

use super::{
    Error, Kind,
    cure::{CHANGED, EARLY_BY_THE_CLOCK, MALFORMED, OVER, UNTRUSTED, WRONG_PEER},
    errors,
};

errors! {
    /// The signature of a card states times, and there is no clock to compare them with.
    CardClock = "ERR_CARD_CLOCK", "the signature of the card states times, and no time was given to compare them with", unchecked
        => "Pass `now`: the signature of this card states times.";

    /// One field of a card stands under its JSON name and its proto name.
    CardDualName(path: String) = "ERR_CARD_DUAL_NAME", "the card spells one field in two ways, at {path}"
        => "Keep one of the two spellings of the field.";

    /// The signature of a card has expired.
    CardExpired(limit: u64) = "ERR_CARD_EXPIRED", "the signature of the card ended at {limit}, in Unix seconds"
        => OVER;

    /// A card of A2A 0.3 or older: no signed form of it is specified.
    CardFormUnspecified(got: String) = "ERR_CARD_FORM_UNSPECIFIED", "the card is of A2A {got}, whose signed form is unspecified: make it one of 1.0 with `Card.upgrade`"
        => "Write the card as one of A2A 1.0 with `Card.upgrade` and sign it again, or verify with `acceptUnspecifiedForm`.";

    /// The protected header of a card signature cannot be made of this.
    CardHeader(reason: &'static str) = "ERR_CARD_HEADER", "the protected header of the signature cannot be made: {reason}"
        => "Correct the option of the signature that the error names, as `kid` or `jku`.";

    /// A card is not valid.
    CardInvalid(path: String, reason: &'static str) = "ERR_CARD_INVALID", "the card has a problem at \"{path}\": {reason}"
        => "Correct the card at the place that the error names. `countersign explain` lists every problem.";

    /// The signature of a card was made in the future, or holds only then.
    CardNotYet(want: u64) = "ERR_CARD_NOT_YET", "the signature of the card does not hold before {want}, in Unix seconds"
        => EARLY_BY_THE_CLOCK;

    /// A name or record that is no reading of a card.
    CardReading(got: String) = "ERR_CARD_READING", "\"{got}\" is not the name of a reading of cards, or of an answer of one"
        => "Use default, a2a-sdk or a2a-go, or an answer that `Card.Reading` lists.";

    /// A card has two payloads under two readings, and none was named.
    CardReadingsDiffer(got: &'static str, path: String) = "ERR_CARD_READINGS_DIFFER", "the reading {got} takes this card differently at \"{path}\": leave that member out if it is optional, give it a value if it is not, or name the `reading` to sign under"
        => "Fill the empty member that the error names (`capabilities: { streaming: false }`), leave it out if it is optional, or name the `reading` to sign under.";

    /// The controller of the key is not the card's DID.
    CardSageController(want: String, got: String) = "ERR_CARD_SAGE_CONTROLLER", "the controller of the signing key is \"{got}\", not the DID of the card, \"{want}\""
        => "Sign with a key whose controller is the DID of the card.";

    /// A card and metadata of two DIDs.
    CardSageId(want: String, got: String) = "ERR_CARD_SAGE_ID", "the card belongs to \"{got}\", not \"{want}\""
        => WRONG_PEER;

    /// A key of a card cannot be read, or stands twice.
    CardSageKey(path: String) = "ERR_CARD_SAGE_KEY", "{path} is not a key of its type, or stands twice"
        => "Correct or remove the key that the error names.";

    /// A member of a card is missing, empty, or of the wrong type.
    CardSageMalformed(path: String, reason: &'static str) = "ERR_CARD_SAGE_MALFORMED", "the card is malformed at {path}: {reason}"
        => MALFORMED;

    /// A card says something else than the metadata of its agent.
    CardSageMetadata(path: String) = "ERR_CARD_SAGE_METADATA", "the card and the metadata differ at {path}"
        => "Make card and metadata agree at the place that the error names.";

    /// A proof names no key of the card.
    CardSageMethod(got: String) = "ERR_CARD_SAGE_METHOD", "the verification method \"{got}\" is not a key of the card and its DID"
        => "Sign with a key that the card lists.";

    /// A card without proof.
    CardSageProof = "ERR_CARD_SAGE_PROOF", "the card has no proof"
        => "Ask whoever serves the card to sign it.";

    /// The type of a proof is unknown or does not fit its key.
    CardSageProofType(want: &'static str, got: String) = "ERR_CARD_SAGE_PROOF_TYPE", "the type of the proof must be {want} for this key, got \"{got}\""
        => "Use the type of proof for this key.";

    /// A proof for another purpose than assertion.
    CardSagePurpose(want: &'static str, got: String) = "ERR_CARD_SAGE_PURPOSE", "the purpose of the proof must be {want}, got \"{got}\""
        => "Set the purpose of the proof to `assertionMethod`.";

    /// The signature of a card does not hold.
    CardSageSignature = "ERR_CARD_SAGE_SIGNATURE", "the signature of the card does not hold"
        => CHANGED;

    /// The signer's key is not in the card.
    CardSageSigner = "ERR_CARD_SAGE_SIGNER", "the key of the signer is not in the card"
        => "List the key of the signer in the card.";

    /// A member that the signature would not cover.
    CardSageUncovered(path: String) = "ERR_CARD_SAGE_UNCOVERED", "the signature would not cover {path}"
        => "Remove what the error names: the signature would not cover it.";

    /// The key that signed is not trusted for the card's DID.
    CardSageUntrusted = "ERR_CARD_SAGE_UNTRUSTED", "the key that signed is not trusted for the DID of the card", unchecked
        => UNTRUSTED;

    /// No signature of a card holds.
    CardSignature(reason: String) = "ERR_CARD_SIGNATURE", "no signature of the card holds ({reason})"
        => "It was changed after it was signed, another key signed it, or its signer used another `reading`. Pass that reading, or get it again from its source.";

    /// A card has a field outside the schema, under a reading that refuses it.
    CardUnknownField(path: String) = "ERR_CARD_UNKNOWN_FIELD", "the card has a field outside the schema, at {path}"
        => "Remove the field, or choose a reading that does not reject it.";

    /// A card has no signature.
    CardUnsigned = "ERR_CARD_UNSIGNED", "the card has no signature"
        => "Ask whoever serves the card to sign it.";

    /// No signature of a card could be checked.
    CardUnverifiable(reason: String) = "ERR_CARD_UNVERIFIABLE", "no signature of the card could be checked ({reason})"
        => UNTRUSTED;

    /// A card is of another version than the operation takes.
    CardVersion(got: String) = "ERR_CARD_VERSION", "the card is of A2A {got}, which is not supported here"
        => "Write the card as one of A2A 1.0.";

    /// A conversion of metadata would lose something.
    MetadataLossy(path: String) = "ERR_METADATA_LOSSY", "the conversion would lose {path}; set allowLoss to convert all the same"
        => "Set `allowLoss` if what the error names may go.";

    /// A member of metadata is missing or of the wrong type.
    MetadataMalformed(path: String, reason: &'static str) = "ERR_METADATA_MALFORMED", "the metadata is malformed at {path}: {reason}"
        => MALFORMED;

    /// The primary key named is not a signing key of the list.
    MetadataPrimary(got: usize) = "ERR_METADATA_PRIMARY", "the primary key must be the index of a signing key, got {got}"
        => "Pass the index of a key that signs.";
}
