//! Errors of identity files and derived keys, of negative proofs, spawns and SAGE vaults.

use std::borrow::Cow;

use super::{
    Error, Kind,
    cure::{CHANGED, EARLY, MALFORMED, OTHER_VERSION, OVER, UNTRUSTED, WRONG_PEER},
    errors,
};

errors! {
    /// A context is empty, too long, or has control characters.
    DerivationContext(limit: usize, got: usize) = "ERR_DERIVATION_CONTEXT", "a context must be one line of 1 to {limit} bytes, got {got}"
        => "Use one line of text within the limit as the context.";

    /// Not a purpose, or a key type that does not fit it.
    DerivationPurpose(got: String) = "ERR_DERIVATION_PURPOSE", "there is no purpose of derived keys \"{got}\", or not for this type of key"
        => "Use a purpose that the documentation lists for this type of key.";

    /// The checksum of an identity file is wrong.
    IdentityFileChecksum = "ERR_IDENTITY_FILE_CHECKSUM", "the identity file is damaged, or was written by version 0.1.0, whose files this version does not open"
        => "Restore the file from a copy. A file of 0.1.0 must be made again from its keys.";

    /// The file key would stay, because a slot stays whose secret is not known.
    IdentityFileKept = "ERR_IDENTITY_FILE_KEPT", "the file key cannot be replaced while a slot stays whose secret was not given; remove that slot, or unlock it first"
        => "Remove the slots whose secret you do not have, then seal again.";

    /// There is no key of this label.
    IdentityFileKey(got: String) = "ERR_IDENTITY_FILE_KEY", "the identity has no key of the label \"{got}\""
        => "Use a label that `countersign identity show` lists.";

    /// Two keys of one label.
    IdentityFileLabel(got: String) = "ERR_IDENTITY_FILE_LABEL", "another key of the identity has the label \"{got}\""
        => "Choose another label, or remove the old key.";

    /// A wrong passphrase, recovery key or passkey.
    IdentityFileLocked = "ERR_IDENTITY_FILE_LOCKED", "no slot of the identity file opens with this secret"
        => "Check the passphrase, or use another slot of the file.";

    /// A member of an identity file is missing, too long, or of the wrong type.
    IdentityFileMalformed(member: Cow<'static, str>, reason: &'static str) = "ERR_IDENTITY_FILE_MALFORMED", "the identity file is malformed at {member}: {reason}"
        => MALFORMED;

    /// A nonce of another length.
    IdentityFileNonce(got: usize) = "ERR_IDENTITY_FILE_NONCE", "a nonce of an identity file must be 24 bytes, got {got}"
        => "Pass a nonce of 24 bytes.";

    /// There is no slot of this id or kind.
    IdentityFileSlot(reason: &'static str) = "ERR_IDENTITY_FILE_SLOT", "the identity file lacks a slot that fits: {reason}"
        => "Add a slot, or use one that `countersign identity show` lists.";

    /// The secret is right, and the identity file does not fit it.
    IdentityFileTampered = "ERR_IDENTITY_FILE_TAMPERED", "the identity file was changed by somebody without its secret"
        => "Somebody changed the file. Restore it from a copy.";

    /// Another type or version of file.
    IdentityFileVersion(got: String) = "ERR_IDENTITY_FILE_VERSION", "this is not an identity file, or one of another version: its type is \"{got}\""
        => OTHER_VERSION;

    /// A passphrase of no bytes.
    IdentityPassphraseEmpty = "ERR_IDENTITY_PASSPHRASE_EMPTY", "the passphrase is empty"
        => "Choose a passphrase of at least one character.";

    /// Text is not a recovery key.
    IdentityRecovery = "ERR_IDENTITY_RECOVERY", "not a recovery key: a letter is wrong or missing"
        => "Type the recovery key again as it was printed.";

    /// The ceiling lets the capability through, in whole or in part.
    NegativeCovered = "ERR_NEGATIVE_COVERED", "the capability is within the ceiling"
        => "The capability is allowed, so its absence cannot be proven.";

    /// A receipt shows that it was done.
    NegativeFound = "ERR_NEGATIVE_FOUND", "there is a receipt of the action"
        => "The action was done: a receipt shows it.";

    /// A DID of a declaration is that of another key.
    NegativeIdentity = "ERR_NEGATIVE_IDENTITY", "the DID does not belong to the key"
        => "Pass the key that belongs to the DID.";

    /// The key of a declarer or witness is not trusted.
    NegativeKey = "ERR_NEGATIVE_KEY", "the key that signed the declaration is not trusted", unchecked
        => UNTRUSTED;

    /// A declaration has a member that is missing, unknown or not as it should be.
    NegativeMalformed(member: Cow<'static, str>, reason: &'static str) = "ERR_NEGATIVE_MALFORMED", "the declaration is malformed at {member}: {reason}"
        => MALFORMED;

    /// Something is from the future.
    NegativeNotYet = "ERR_NEGATIVE_NOT_YET", "the declaration is dated in the future"
        => EARLY;

    /// The receipts do not reach from the one end of the range to the other.
    NegativeRange = "ERR_NEGATIVE_RANGE", "the receipts do not cover the range"
        => "Pass all receipts of the range that is asked about.";

    /// The signature of a declaration or witness does not hold.
    NegativeSignature = "ERR_NEGATIVE_SIGNATURE", "the signature of the declaration does not hold"
        => CHANGED;

    /// The type of a declaration or witness is not one of this version.
    NegativeVersion(got: String) = "ERR_NEGATIVE_VERSION", "the record is of another type or version, \"{got}\""
        => OTHER_VERSION;

    /// A witness is the declarer, came twice, or saw another declaration.
    NegativeWitness = "ERR_NEGATIVE_WITNESS", "the statement is not that of a witness of this declaration"
        => "Pass the statement of a witness of this declaration.";

    /// A child speaks with another key, or of another spawn.
    SpawnAcceptance = "ERR_SPAWN_ACCEPTANCE", "the signer is not the child of the spawn"
        => "Let the child sign its own acceptance.";

    /// A parent numbers more children than it may have.
    SpawnChildren(limit: u64, got: u64) = "ERR_SPAWN_CHILDREN", "the parent may have {limit} children, and this one has the number {got}, from 0"
        => "The parent may have no more children.";

    /// A child has ended itself.
    SpawnCompleted = "ERR_SPAWN_COMPLETED", "the identity has completed its work"
        => "The identity is done. Spawn another one.";

    /// A lineage comes back to an identity that it has passed.
    SpawnCycle = "ERR_SPAWN_CYCLE", "the lineage returns to an identity that it has already passed"
        => "Spawn a key that is not in the lineage yet.";

    /// A lineage has more generations than allowed.
    SpawnDepth(limit: u64) = "ERR_SPAWN_DEPTH", "the lineage has more generations than are allowed: {limit} in all, or below one of its spawns"
        => "Spawn from an identity higher up, or allow a deeper lineage.";

    /// Two spawns have one number under one parent, or one key of a child.
    SpawnDuplicate = "ERR_SPAWN_DUPLICATE", "another spawn has the same number or the same key"
        => "Give each child a number and a key of its own.";

    /// A life is over.
    SpawnExpired(limit: u64) = "ERR_SPAWN_EXPIRED", "the life of the identity ended at {limit}, in Unix seconds"
        => OVER;

    /// A grant is not from this parent to this child.
    SpawnGrant = "ERR_SPAWN_GRANT", "the grants are not those of the lineage"
        => "Pass the grants that belong to the lineage.";

    /// A DID of a lineage is that of another key.
    SpawnIdentity = "ERR_SPAWN_IDENTITY", "the DID does not belong to the key"
        => "Pass the key that belongs to the DID.";

    /// A spawn does not hang on the one above.
    SpawnLink = "ERR_SPAWN_LINK", "the spawn does not follow from the one above"
        => "Pass the spawns from the first parent on, without a gap.";

    /// A record of a spawn has a member that is missing, unknown or not as it should be.
    SpawnMalformed(member: Cow<'static, str>, reason: &'static str) = "ERR_SPAWN_MALFORMED", "the spawn is malformed at {member}: {reason}"
        => MALFORMED;

    /// A life has not begun, or began before that of its parent.
    SpawnNotYet(want: u64) = "ERR_SPAWN_NOT_YET", "the life of the identity does not begin before {want}, in Unix seconds"
        => EARLY;

    /// The key of the first parent is not trusted, or one below it is listed in the trust input and not for this use.
    SpawnRoot = "ERR_SPAWN_ROOT", "a key of the lineage is not trusted: the first parent's, or one that the trust input rules out", unchecked
        => UNTRUSTED;

    /// An identity is its own parent.
    SpawnSelf = "ERR_SPAWN_SELF", "the identity is its own parent"
        => "Spawn another key than your own.";

    /// The signature of a record of a spawn does not hold.
    SpawnSignature = "ERR_SPAWN_SIGNATURE", "the signature does not hold"
        => CHANGED;

    /// An identity, or one above it, was ended.
    SpawnTerminated = "ERR_SPAWN_TERMINATED", "the identity is terminated"
        => "The identity was ended. Do not take what it signs now.";

    /// A termination cannot be read, so nobody knows what it ends.
    SpawnTermination = "ERR_SPAWN_TERMINATION", "a termination cannot be read"
        => MALFORMED;

    /// An end is by somebody who has no say.
    SpawnTerminator = "ERR_SPAWN_TERMINATOR", "the signer may not end this identity: neither it nor an ancestor of it signed"
        => "Sign with the key of the identity, or of an ancestor.";

    /// The type of a record of a spawn is not one of this version.
    SpawnVersion(got: String) = "ERR_SPAWN_VERSION", "the record is of another type or version, \"{got}\""
        => OTHER_VERSION;

    /// A child may more than its parent, or a grant more than the spawn.
    SpawnWidened(reason: &'static str) = "ERR_SPAWN_WIDENED", "the spawn allows more than the one above: {reason}"
        => "Allow no more than the spawn above does.";

    /// A name is no name of a stored key, or of another key.
    VaultSageId = "ERR_VAULT_SAGE_ID", "the id of the stored key is malformed, or not the expected one"
        => WRONG_PEER;

    /// A member of a file is missing, or is not what it must be.
    VaultSageMalformed(member: &'static str, reason: &'static str) = "ERR_VAULT_SAGE_MALFORMED", "the file is malformed at {member}: {reason}"
        => MALFORMED;

    /// The passphrase or the file is wrong.
    VaultSageOpen = "ERR_VAULT_SAGE_OPEN", "the file does not open: the passphrase or the file is wrong"
        => "Check the passphrase. If it is right, restore the file from a copy.";

    /// A passphrase is empty.
    VaultSagePassphrase = "ERR_VAULT_SAGE_PASSPHRASE", "the passphrase is empty"
        => "Choose a passphrase of at least one character.";
}
