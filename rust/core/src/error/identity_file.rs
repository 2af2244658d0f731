//! Errors of identity files and derived keys, of negative proofs, spawns and SAGE vaults.

use super::{Error, Kind, errors};

errors! {
    /// A context is empty, too long, or has control characters.
    DerivationContext(limit: usize, got: usize) = "ERR_DERIVATION_CONTEXT", "a context must be one line of 1 to {limit} bytes, got {got}";

    /// Not a purpose, or a key type that does not fit it.
    DerivationPurpose(got: String) = "ERR_DERIVATION_PURPOSE", "there is no purpose of derived keys \"{got}\", or not for this type of key";

    /// The checksum of an identity file is wrong.
    IdentityFileChecksum = "ERR_IDENTITY_FILE_CHECKSUM", "the identity file is damaged, or was written by version 0.1.0, whose files this version does not open";

    /// The file key would stay, because a slot stays whose secret is not known.
    IdentityFileKept = "ERR_IDENTITY_FILE_KEPT", "the file key cannot be replaced while a slot stays whose secret was not given; remove that slot, or unlock it first";

    /// There is no key of this label.
    IdentityFileKey = "ERR_IDENTITY_FILE_KEY", "the identity has no key of this label";

    /// Two keys of one label.
    IdentityFileLabel = "ERR_IDENTITY_FILE_LABEL", "another key of the identity has this label";

    /// A wrong passphrase, recovery key or passkey.
    IdentityFileLocked = "ERR_IDENTITY_FILE_LOCKED", "no slot of the identity file opens with this secret";

    /// A member of an identity file is missing, too long, or of the wrong type.
    IdentityFileMalformed(member: &'static str) = "ERR_IDENTITY_FILE_MALFORMED", "the identity file is malformed at {member}";

    /// A nonce of another length.
    IdentityFileNonce(got: usize) = "ERR_IDENTITY_FILE_NONCE", "a nonce of an identity file must be 24 bytes, got {got}";

    /// There is no slot of this id or kind.
    IdentityFileSlot = "ERR_IDENTITY_FILE_SLOT", "the identity file has no such slot";

    /// The secret is right, and the identity file does not fit it.
    IdentityFileTampered = "ERR_IDENTITY_FILE_TAMPERED", "the identity file was changed by somebody without its secret";

    /// Another type or version of file.
    IdentityFileVersion(got: String) = "ERR_IDENTITY_FILE_VERSION", "this is not an identity file, or one of another version: its type is \"{got}\"";

    /// A passphrase of no bytes.
    IdentityPassphraseEmpty = "ERR_IDENTITY_PASSPHRASE_EMPTY", "the passphrase is empty";

    /// Text is not a recovery key.
    IdentityRecovery = "ERR_IDENTITY_RECOVERY", "not a recovery key: a letter is wrong or missing";

    /// The ceiling lets the capability through, in whole or in part.
    NegativeCovered = "ERR_NEGATIVE_COVERED", "the capability is within the ceiling";

    /// A receipt shows that it was done.
    NegativeFound = "ERR_NEGATIVE_FOUND", "there is a receipt of the action";

    /// A DID of a declaration is that of another key.
    NegativeIdentity = "ERR_NEGATIVE_IDENTITY", "the DID does not belong to the key";

    /// The key of a declarer or witness is not trusted.
    NegativeKey = "ERR_NEGATIVE_KEY", "the key is not trusted", unchecked;

    /// A declaration has a member that is missing, unknown or not as it should be.
    NegativeMalformed(member: &'static str) = "ERR_NEGATIVE_MALFORMED", "the declaration is malformed at {member}";

    /// Something is from the future.
    NegativeNotYet = "ERR_NEGATIVE_NOT_YET", "the declaration is dated in the future";

    /// The receipts do not reach from the one end of the range to the other.
    NegativeRange = "ERR_NEGATIVE_RANGE", "the receipts do not cover the range";

    /// The signature of a declaration or witness does not hold.
    NegativeSignature = "ERR_NEGATIVE_SIGNATURE", "the signature does not hold";

    /// The type of a declaration or witness is not one of this version.
    NegativeVersion(got: String) = "ERR_NEGATIVE_VERSION", "the record is of another type or version, \"{got}\"";

    /// A witness is the declarer, came twice, or saw another declaration.
    NegativeWitness = "ERR_NEGATIVE_WITNESS", "the statement is not that of a witness of this declaration";

    /// A child speaks with another key, or of another spawn.
    SpawnAcceptance = "ERR_SPAWN_ACCEPTANCE", "the signer is not the child of the spawn";

    /// A parent numbers more children than it may have.
    SpawnChildren(limit: u64, got: u64) = "ERR_SPAWN_CHILDREN", "the parent may have {limit} children, and this one has the number {got}, from 0";

    /// A child has ended itself.
    SpawnCompleted = "ERR_SPAWN_COMPLETED", "the identity has completed its work";

    /// A lineage comes back to an identity that it has passed.
    SpawnCycle = "ERR_SPAWN_CYCLE", "the lineage returns to an identity that it has already passed";

    /// A lineage has more generations than allowed.
    SpawnDepth(limit: u64) = "ERR_SPAWN_DEPTH", "the lineage has more generations than are allowed: {limit} in all, or below one of its spawns";

    /// Two spawns have one number under one parent, or one key of a child.
    SpawnDuplicate = "ERR_SPAWN_DUPLICATE", "another spawn has the same number or the same key";

    /// A life is over.
    SpawnExpired(limit: u64) = "ERR_SPAWN_EXPIRED", "the life of the identity ended at {limit}";

    /// A grant is not from this parent to this child.
    SpawnGrant = "ERR_SPAWN_GRANT", "the grants are not those of the lineage";

    /// A DID of a lineage is that of another key.
    SpawnIdentity = "ERR_SPAWN_IDENTITY", "the DID does not belong to the key";

    /// A spawn does not hang on the one above.
    SpawnLink = "ERR_SPAWN_LINK", "the spawn does not follow from the one above";

    /// A record of a spawn has a member that is missing, unknown or not as it should be.
    SpawnMalformed(member: &'static str) = "ERR_SPAWN_MALFORMED", "the spawn is malformed at {member}";

    /// A life has not begun, or began before that of its parent.
    SpawnNotYet(want: u64) = "ERR_SPAWN_NOT_YET", "the life of the identity does not begin before {want}";

    /// The key of the first parent is not trusted, or one below it is listed in the trust input and not for this use.
    SpawnRoot = "ERR_SPAWN_ROOT", "a key of the lineage is not trusted: the first parent's, or one that the trust input rules out", unchecked;

    /// An identity is its own parent.
    SpawnSelf = "ERR_SPAWN_SELF", "the identity is its own parent";

    /// The signature of a record of a spawn does not hold.
    SpawnSignature = "ERR_SPAWN_SIGNATURE", "the signature does not hold";

    /// An identity, or one above it, was ended.
    SpawnTerminated = "ERR_SPAWN_TERMINATED", "the identity is terminated";

    /// A termination cannot be read, so nobody knows what it ends.
    SpawnTermination = "ERR_SPAWN_TERMINATION", "a termination cannot be read";

    /// An end is by somebody who has no say.
    SpawnTerminator = "ERR_SPAWN_TERMINATOR", "the signer may not end this identity: neither it nor an ancestor of it signed";

    /// The type of a record of a spawn is not one of this version.
    SpawnVersion(got: String) = "ERR_SPAWN_VERSION", "the record is of another type or version, \"{got}\"";

    /// A child may more than its parent, or a grant more than the spawn.
    SpawnWidened(reason: &'static str) = "ERR_SPAWN_WIDENED", "the spawn allows more than the one above: {reason}";

    /// A name is no name of a stored key, or of another key.
    VaultSageId = "ERR_VAULT_SAGE_ID", "the id of the stored key is malformed, or not the expected one";

    /// A member of a file is missing, or is not what it must be.
    VaultSageMalformed(member: &'static str) = "ERR_VAULT_SAGE_MALFORMED", "the file is malformed at {member}";

    /// The passphrase or the file is wrong.
    VaultSageOpen = "ERR_VAULT_SAGE_OPEN", "the file does not open: the passphrase or the file is wrong";

    /// A passphrase is empty.
    VaultSagePassphrase = "ERR_VAULT_SAGE_PASSPHRASE", "the passphrase is empty";
}
