//! Errors of receipts, and of the log that keeps them.

use std::borrow::Cow;

use super::{
    Error, Kind,
    cure::{CHANGED, EARLY, MALFORMED, OTHER_VERSION, UNTRUSTED},
    errors,
};

errors! {
    /// A checkpoint is signed by another key.
    CheckpointKey = "ERR_CHECKPOINT_KEY", "the checkpoint has no signature by the expected key", unchecked
        => "Pass the key of the log, by the name that the checkpoint has.";

    /// Text is not a checkpoint.
    CheckpointMalformed(reason: &'static str) = "ERR_CHECKPOINT_MALFORMED", "the checkpoint is malformed: {reason}"
        => MALFORMED;

    /// A checkpoint of another log.
    CheckpointOrigin(got: String) = "ERR_CHECKPOINT_ORIGIN", "the checkpoint belongs to another log, \"{got}\""
        => "Compare the name of the log with the one you follow.";

    /// The signature of a checkpoint does not hold.
    CheckpointSignature = "ERR_CHECKPOINT_SIGNATURE", "the signature of the checkpoint does not hold"
        => CHANGED;

    /// A proof of a Merkle tree does not hold.
    MerkleProof = "ERR_MERKLE_PROOF", "the Merkle proof does not hold"
        => "The log does not hold what it claims. Ask for the proof again.";

    /// An index or size that a tree does not have.
    MerkleRange = "ERR_MERKLE_RANGE", "the tree has no such index or size"
        => "Ask for an index below the size of the tree.";

    /// A tile is missing, or not as long as the tree says.
    MerkleTile(path: String) = "ERR_MERKLE_TILE", "the tile {path} is missing, or of another length"
        => "Fetch the tile again, whole.";

    /// A receipt of another actor, or under the key of another.
    ReceiptActor(want: String, reason: String) = "ERR_RECEIPT_ACTOR", "this is not of the actor \"{want}\": {reason}"
        => "The receipt is another actor’s. Trust the key under the DID of this actor.";

    /// A receipt is about other content.
    ReceiptContent(want: String, got: String) = "ERR_RECEIPT_CONTENT", "the receipt is about other content: its hash is {got}, not {want}"
        => "Pass the content that was recorded, unchanged.";

    /// A chain has another number of receipts than expected.
    ReceiptCount(want: u64, got: u64) = "ERR_RECEIPT_COUNT", "the chain has {got} receipts, and {want} were expected"
        => "Receipts are missing, or there are more than you expected. Get them all.";

    /// A receipt comes again in its chain.
    ReceiptDuplicate = "ERR_RECEIPT_DUPLICATE", "the receipt is in its chain twice"
        => "Pass each receipt once.";

    /// A receipt follows the final one.
    ReceiptFinal = "ERR_RECEIPT_FINAL", "no receipt may follow the final one"
        => "Start a new chain: this one is closed.";

    /// Two receipts follow one.
    ReceiptFork = "ERR_RECEIPT_FORK", "the chain of receipts forks"
        => "The actor signed two histories. Keep both as evidence.";

    /// A receipt has another id than expected.
    ReceiptId(want: String, got: String) = "ERR_RECEIPT_ID", "the receipt has the id {got}, not {want}: it is another one, or was changed"
        => "Get the receipt of this id again.";

    /// No trusted key fits a receipt.
    ReceiptKey = "ERR_RECEIPT_KEY", "no trusted key fits the receipt: trust the key of its `keyId`, or let a did:key count with `allowEmbeddedKey`", unchecked
        => UNTRUSTED;

    /// A receipt is not of the form described.
    ReceiptMalformed(member: Cow<'static, str>, reason: &'static str) = "ERR_RECEIPT_MALFORMED", "the receipt is malformed at {member}: {reason}"
        => MALFORMED;

    /// A receipt from the future.
    ReceiptNotYet(want: u64) = "ERR_RECEIPT_NOT_YET", "the receipt is dated in the future: {want}, in Unix milliseconds"
        => EARLY;

    /// A receipt does not name the one before it.
    ReceiptPrevious = "ERR_RECEIPT_PREVIOUS", "the receipt does not follow the one before"
        => "A receipt is missing or out of order. Pass all, from the oldest on.";

    /// The new key of a rotation did not sign.
    ReceiptRotation = "ERR_RECEIPT_ROTATION", "the new key did not sign the rotation"
        => "The new key must sign its own rotation. Make it again with `rotate`.";

    /// The sequence number of a receipt is not the next.
    ReceiptSequence(want: u64, got: u64) = "ERR_RECEIPT_SEQUENCE", "the sequence number is {got}, and the next is {want}"
        => "A receipt is missing. Pass all, from the oldest on.";

    /// The signature of a receipt does not hold.
    ReceiptSignature = "ERR_RECEIPT_SIGNATURE", "the signature of the receipt does not hold"
        => CHANGED;

    /// A chain does not start where it should.
    ReceiptStart = "ERR_RECEIPT_START", "the chain of receipts lacks its start"
        => "Pass the chain from its first receipt on, or name `after`.";

    /// Time runs back in a chain.
    ReceiptTime(limit: u64, got: u64) = "ERR_RECEIPT_TIME", "the time of the receipt, {got}, is before that of the one before, {limit}, in Unix milliseconds"
        => "The clock of the actor ran backwards. Correct it.";

    /// A chain ends elsewhere than expected.
    ReceiptTip(want: String, got: String) = "ERR_RECEIPT_TIP", "the chain must end, unbroken, at the receipt {want}, and its last one is {got}"
        => "The end of the chain was cut off or replaced. Get it again.";

    /// A receipt of another version.
    ReceiptVersion(got: String) = "ERR_RECEIPT_VERSION", "the record is of another type or version, \"{got}\""
        => OTHER_VERSION;

    /// Too few witnesses hold.
    ReceiptWitnesses(want: usize, got: usize) = "ERR_RECEIPT_WITNESSES", "{want} witnesses must hold, {got} do"
        => "Ask more witnesses, and trust their keys with their DIDs.";

    /// A witness that counts already.
    ReceiptWitnessDuplicate = "ERR_RECEIPT_WITNESS_DUPLICATE", "the key witnesses the receipt twice"
        => "Keep one testimony of each witness.";

    /// The actor as a witness of itself.
    ReceiptWitnessSelf = "ERR_RECEIPT_WITNESS_SELF", "an actor cannot witness its own receipt"
        => "Ask somebody else: an actor is no witness of itself.";
}
