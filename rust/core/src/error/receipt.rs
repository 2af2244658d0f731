//! Errors of receipts, and of the log that keeps them.

use super::{Error, Kind, errors};

errors! {
    /// A checkpoint is signed by another key.
    CheckpointKey = "ERR_CHECKPOINT_KEY", "the checkpoint has no signature by the expected key", unchecked;

    /// Text is not a checkpoint.
    CheckpointMalformed(reason: &'static str) = "ERR_CHECKPOINT_MALFORMED", "the checkpoint is malformed: {reason}";

    /// A checkpoint of another log.
    CheckpointOrigin(got: String) = "ERR_CHECKPOINT_ORIGIN", "the checkpoint belongs to another log, \"{got}\"";

    /// The signature of a checkpoint does not hold.
    CheckpointSignature = "ERR_CHECKPOINT_SIGNATURE", "the signature of the checkpoint does not hold";

    /// A proof of a Merkle tree does not hold.
    MerkleProof = "ERR_MERKLE_PROOF", "the Merkle proof does not hold";

    /// An index or size that a tree does not have.
    MerkleRange = "ERR_MERKLE_RANGE", "the tree has no such index or size";

    /// A tile is missing, or not as long as the tree says.
    MerkleTile(path: String) = "ERR_MERKLE_TILE", "the tile {path} is missing, or of another length";

    /// A receipt of another actor, or under the key of another.
    ReceiptActor = "ERR_RECEIPT_ACTOR", "the key or receipt belongs to another actor";

    /// A receipt is about other content.
    ReceiptContent = "ERR_RECEIPT_CONTENT", "the receipt is about other content";

    /// A chain has another number of receipts than expected.
    ReceiptCount(want: u64, got: u64) = "ERR_RECEIPT_COUNT", "the chain has {got} receipts, and {want} were expected";

    /// A receipt comes again in its chain.
    ReceiptDuplicate = "ERR_RECEIPT_DUPLICATE", "the receipt is in its chain twice";

    /// A receipt follows the final one.
    ReceiptFinal = "ERR_RECEIPT_FINAL", "no receipt may follow the final one";

    /// Two receipts follow one.
    ReceiptFork = "ERR_RECEIPT_FORK", "the chain of receipts forks";

    /// A receipt has another id than expected.
    ReceiptId = "ERR_RECEIPT_ID", "the receipt does not have this id: it is another one, or was changed";

    /// No trusted key fits a receipt.
    ReceiptKey = "ERR_RECEIPT_KEY", "no trusted key fits the receipt: trust the key of its `keyId`, or let a did:key count with `allowEmbeddedKey`", unchecked;

    /// A receipt is not of the form described.
    ReceiptMalformed(member: &'static str) = "ERR_RECEIPT_MALFORMED", "the receipt is malformed: {member}";

    /// A receipt from the future.
    ReceiptNotYet(want: u64) = "ERR_RECEIPT_NOT_YET", "the time of the receipt, {want}, is in the future";

    /// A receipt does not name the one before it.
    ReceiptPrevious = "ERR_RECEIPT_PREVIOUS", "the receipt does not follow the one before";

    /// The new key of a rotation did not sign.
    ReceiptRotation = "ERR_RECEIPT_ROTATION", "the new key did not sign the rotation";

    /// The sequence number of a receipt is not the next.
    ReceiptSequence(want: u64, got: u64) = "ERR_RECEIPT_SEQUENCE", "the sequence number is {got}, and the next is {want}";

    /// The signature of a receipt does not hold.
    ReceiptSignature = "ERR_RECEIPT_SIGNATURE", "the signature of the receipt does not hold";

    /// A chain does not start where it should.
    ReceiptStart = "ERR_RECEIPT_START", "the chain of receipts lacks its start";

    /// Time runs back in a chain.
    ReceiptTime = "ERR_RECEIPT_TIME", "the time of the receipt is before that of the one before";

    /// A chain ends elsewhere than expected.
    ReceiptTip = "ERR_RECEIPT_TIP", "the last receipt is not the one expected";

    /// A receipt of another version.
    ReceiptVersion(got: String) = "ERR_RECEIPT_VERSION", "the record is of another type or version, \"{got}\"";

    /// Too few witnesses hold.
    ReceiptWitnesses(want: usize, got: usize) = "ERR_RECEIPT_WITNESSES", "{want} witnesses must hold, {got} do";

    /// A witness that counts already.
    ReceiptWitnessDuplicate = "ERR_RECEIPT_WITNESS_DUPLICATE", "the key witnesses the receipt twice";

    /// The actor as a witness of itself.
    ReceiptWitnessSelf = "ERR_RECEIPT_WITNESS_SELF", "an actor cannot witness its own receipt";
}
