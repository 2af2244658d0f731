//! Errors of agent cards, and of their metadata.

use super::{Error, Kind, errors};

errors! {
    /// The signature of a card states times, and there is no clock to compare them with.
    CardClock = "ERR_CARD_CLOCK", "the signature of the card states times, and no time was given to compare them with", unchecked;

    /// One field of a card stands under its JSON name and its proto name.
    CardDualName(path: String) = "ERR_CARD_DUAL_NAME", "the card spells one field in two ways, at {path}";

    /// The signature of a card has expired.
    CardExpired(limit: u64) = "ERR_CARD_EXPIRED", "the signature of the card ended at {limit}";

    /// A card of A2A 0.3 or older: no signed form of it is specified.
    CardFormUnspecified(got: String) = "ERR_CARD_FORM_UNSPECIFIED", "the card is of A2A {got}, whose signed form is unspecified: make it one of 1.0 with `Card.upgrade`";

    /// The protected header of a card signature cannot be made of this.
    CardHeader(reason: &'static str) = "ERR_CARD_HEADER", "the protected header of the signature cannot be made: {reason}";

    /// A card is not valid.
    CardInvalid(path: String, reason: &'static str) = "ERR_CARD_INVALID", "the card has a problem at \"{path}\": {reason}";

    /// The signature of a card was made in the future, or holds only then.
    CardNotYet(want: u64) = "ERR_CARD_NOT_YET", "the signature of the card holds from {want} on";

    /// A name or record that is no reading of a card.
    CardReading(got: String) = "ERR_CARD_READING", "\"{got}\" is not the name of a reading of cards, or of an answer of one";

    /// A card has two payloads under two readings, and none was named.
    CardReadingsDiffer(got: &'static str, path: String) = "ERR_CARD_READINGS_DIFFER", "the reading {got} takes this card differently at \"{path}\": leave that member out if it is optional, give it a value if it is not, or name the `reading` to sign under";

    /// The controller of the key is not the card's DID.
    CardSageController = "ERR_CARD_SAGE_CONTROLLER", "the controller of the signing key is not the DID of the card";

    /// A card and metadata of two DIDs.
    CardSageId = "ERR_CARD_SAGE_ID", "the card belongs to another DID";

    /// A key of a card cannot be read, or stands twice.
    CardSageKey(path: String) = "ERR_CARD_SAGE_KEY", "{path} is not a key of its type, or stands twice";

    /// A member of a card is missing, empty, or of the wrong type.
    CardSageMalformed(path: String) = "ERR_CARD_SAGE_MALFORMED", "the card is malformed at {path}";

    /// A card says something else than the metadata of its agent.
    CardSageMetadata(path: String) = "ERR_CARD_SAGE_METADATA", "the card and the metadata differ at {path}";

    /// A proof names no key of the card.
    CardSageMethod = "ERR_CARD_SAGE_METHOD", "the verification method is not a key of the card and its DID";

    /// A card without proof.
    CardSageProof = "ERR_CARD_SAGE_PROOF", "the card has no proof";

    /// The type of a proof is unknown or does not fit its key.
    CardSageProofType = "ERR_CARD_SAGE_PROOF_TYPE", "the type of the proof is not one for this key";

    /// A proof for another purpose than assertion.
    CardSagePurpose = "ERR_CARD_SAGE_PURPOSE", "the purpose of the proof must be assertionMethod";

    /// The signature of a card does not hold.
    CardSageSignature = "ERR_CARD_SAGE_SIGNATURE", "the signature of the card does not hold";

    /// The signer's key is not in the card.
    CardSageSigner = "ERR_CARD_SAGE_SIGNER", "the key of the signer is not in the card";

    /// A member that the signature would not cover.
    CardSageUncovered(path: String) = "ERR_CARD_SAGE_UNCOVERED", "the signature would not cover {path}";

    /// The key that signed is not trusted for the card's DID.
    CardSageUntrusted = "ERR_CARD_SAGE_UNTRUSTED", "the key that signed is not trusted for the DID of the card", unchecked;

    /// No signature of a card holds.
    CardSignature(reason: String) = "ERR_CARD_SIGNATURE", "no signature of the card holds ({reason})";

    /// A card has a field outside the schema, under a reading that refuses it.
    CardUnknownField(path: String) = "ERR_CARD_UNKNOWN_FIELD", "the card has a field outside the schema, at {path}";

    /// A card has no signature.
    CardUnsigned = "ERR_CARD_UNSIGNED", "the card has no signature";

    /// No signature of a card could be checked.
    CardUnverifiable(reason: String) = "ERR_CARD_UNVERIFIABLE", "no signature of the card could be checked ({reason})";

    /// A card is of another version than the operation takes.
    CardVersion(got: String) = "ERR_CARD_VERSION", "the card is of A2A {got}, which is not supported here";

    /// A conversion of metadata would lose something.
    MetadataLossy(path: String) = "ERR_METADATA_LOSSY", "the conversion would lose {path}; set allowLoss to convert all the same";

    /// A member of metadata is missing or of the wrong type.
    MetadataMalformed(path: String) = "ERR_METADATA_MALFORMED", "the metadata is malformed at {path}";

    /// The primary key named is not a signing key of the list.
    MetadataPrimary(got: usize) = "ERR_METADATA_PRIMARY", "the primary key must be the index of a signing key, got {got}";
}
