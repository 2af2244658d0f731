//! Errors of keys, signatures and ciphers.

use super::{Error, Kind, errors};

errors! {
    /// A key of authenticated encryption has the wrong length.
    AeadKey(want: usize, got: usize) = "ERR_AEAD_KEY", "the key must be {want} bytes, got {got}"
        => "Pass a key of the length that the error names.";

    /// A nonce has a length that the algorithm does not take.
    AeadNonce(want: usize, got: usize) = "ERR_AEAD_NONCE", "the nonce must be {want} bytes, got {got}"
        => "Pass a nonce of the length that the error names, and never the same one twice.";

    /// The tag of a ciphertext does not hold, or there is none.
    AeadOpen = "ERR_AEAD_OPEN", "the ciphertext does not open: key, nonce, associated data or text are wrong"
        => "Check the key, nonce and associated data: all must be those of the sender.";

    /// Text names no algorithm of authenticated encryption.
    AeadUnknown(got: String) = "ERR_AEAD_UNKNOWN", "\"{got}\" is not the name of an algorithm for authenticated encryption"
        => "Use the name of a cipher that the documentation lists.";

    /// Argon2id at a cost outside the limits.
    Argon2idCost(want: &'static str) = "ERR_ARGON2ID_COST", "the cost of Argon2id must be {want}"
        => "Choose a cost within the limits that the error names.";

    /// An input of Argon2id has a wrong length.
    Argon2idInput(reason: &'static str) = "ERR_ARGON2ID_INPUT", "Argon2id: {reason}"
        => "Pass a password and a salt of the lengths that Argon2id takes.";

    /// The memory that Argon2id needs is not there.
    Argon2idMemory = "ERR_ARGON2ID_MEMORY", "there is not enough memory for Argon2id at this cost"
        => "Choose less memory, or close other programs.";

    /// Text is not an Argon2id hash in the PHC form.
    Argon2idPhc(reason: &'static str) = "ERR_ARGON2ID_PHC", "not an Argon2id hash in PHC form: it has {reason}"
        => "Pass the whole hash as it was stored, from its first $ on.";

    /// An HPKE context cannot encrypt any more.
    HpkeExhausted = "ERR_HPKE_EXHAUSTED", "the HPKE context has used its last number, or the plaintext is too long for its cipher"
        => "Make a new context, or send less at once.";

    /// An HPKE context without a cipher was asked to encrypt or decrypt.
    HpkeExportOnly = "ERR_HPKE_EXPORT_ONLY", "an export-only context encrypts nothing"
        => "Use a cipher to encrypt: this context exports secrets alone.";

    /// Bytes are not a public key of X-Wing.
    HpkeKey = "ERR_HPKE_KEY", "not a public key of X-Wing"
        => "Pass a public key of the KEM.";

    /// A mode that the KEM does not have.
    HpkeMode = "ERR_HPKE_MODE", "X-Wing cannot authenticate a sender"
        => "Use another KEM to authenticate the sender.";

    /// A message of HPKE does not open.
    HpkeOpen = "ERR_HPKE_OPEN", "the message does not open: it is not for this key and context, was changed, or came out of turn"
        => "Check key, info and order: all must be those of the sender.";

    /// A PSK is too short, or stands without its id.
    HpkePsk = "ERR_HPKE_PSK", "a PSK has at least 32 bytes and an id"
        => "Pass a PSK of at least 32 bytes, and its id.";

    /// A name that is none of a KEM or a cipher of HPKE.
    HpkeSuite(got: String) = "ERR_HPKE_SUITE", "\"{got}\" is not the name of a KEM or a cipher of HPKE"
        => "Use a name that `Hpke` lists.";

    /// The shared secret of a key agreement is all zero.
    KeyAgreementZero = "ERR_KEY_AGREEMENT_ZERO", "the shared secret is all zero"
        => "The other side sent a key that makes the shared secret predictable. End the exchange.";

    /// A key of this type does not do this algorithm.
    KeyAlgorithm(got: &'static str, want: &'static str) = "ERR_KEY_ALGORITHM", "a key of type {got} cannot be used for {want}"
        => "Use a key of a type that does this: `Keys.types` lists them, and the guide to signers says what each does.";

    /// Text names no signature algorithm.
    KeyAlgorithmUnknown(got: String) = "ERR_KEY_ALGORITHM_UNKNOWN", "\"{got}\" is not the name of a signature algorithm"
        => "Use a name of the type `Keys.Algorithm`, such as ed25519.";

    /// A sealed packet does not open.
    KeyBox = "ERR_KEY_BOX", "the packet does not open with this key"
        => "Use the key that the packet was made for.";

    /// An expanded ML-DSA key has coefficients out of range, or parts that do not fit together.
    KeyExpanded = "ERR_KEY_EXPANDED", "the parts of the expanded secret key do not fit together"
        => "The expanded key is damaged. Import it from its seed.";

    /// A public key is written in a form other than its one canonical form.
    KeyNotCanonical(got: &'static str) = "ERR_KEY_NOT_CANONICAL", "the {got} public key is not in canonical form"
        => "Ask for the key in its canonical form: other forms are refused.";

    /// Keys of this type have no multicodec, and so no Multikey and no did:key.
    KeyNoCodec(got: &'static str) = "ERR_KEY_NO_CODEC", "{got} keys have no Multikey and no did:key; use did:jwk, or two verification methods"
        => "Use did:jwk for a hybrid key.";

    /// A public key is not a point of its curve.
    KeyOffCurve(got: &'static str) = "ERR_KEY_OFF_CURVE", "the {got} public key is not a point of the curve"
        => "These bytes are no key of this type. Is it the right type?";

    /// A public key stands beside a secret key that is not its own.
    KeyPairMismatch(member: &'static str) = "ERR_KEY_PAIR_MISMATCH", "the {member} does not belong to the secret key"
        => "Public and secret half are of two keys. Export them again together.";

    /// A point has a leading byte other than 02, 03 (33 bytes) or 04 (65 bytes).
    KeyPointForm(got: &'static str) = "ERR_KEY_POINT_FORM", "the {got} public key must be 33 bytes from 02 or 03, or 65 bytes from 04"
        => "Pass the point in 33 bytes from 02 or 03, or in 65 from 04.";

    /// A secret scalar is zero, or not below the order of the group.
    KeyScalarRange(got: &'static str) = "ERR_KEY_SCALAR_RANGE", "the {got} secret is out of range"
        => "Draw another secret: this number is no key.";

    /// A format holds the seed of a key, and the key came in without it.
    KeySeed = "ERR_KEY_SEED", "the key was imported without its seed, which this format needs"
        => "Import the key from its seed: the format has no other form.";

    /// A public key lies in the small subgroup, where signatures and secrets prove nothing.
    KeySmallOrder(got: &'static str) = "ERR_KEY_SMALL_ORDER", "the {got} public key has small order"
        => "Refuse this key: anybody can sign for it.";

    /// Two keys of one type were needed.
    KeyTypeMismatch(want: &'static str, got: &'static str) = "ERR_KEY_TYPE_MISMATCH", "the key must be of type {want}, got {got}"
        => "Pass a key of the type that the error names.";

    /// Text or number names no key type.
    KeyTypeUnknown(got: String) = "ERR_KEY_TYPE_UNKNOWN", "\"{got}\" is not the name of a key type"
        => "Use one of `Keys.types`, such as Ed25519.";

    /// A public key of ML-DSA for which everybody can sign.
    KeyUnbound(got: &'static str) = "ERR_KEY_UNBOUND", "everybody can sign for this {got} public key: its t1 is zero"
        => "Refuse this key: anybody can sign for it.";

    /// A format has no place for keys of this type.
    KeyUnsupported(got: &'static str) = "ERR_KEY_UNSUPPORTED", "the format has no place for keys of type {got}"
        => "Use another format or another type of key.";

    /// Bytes are not a signature in the form expected.
    SignatureMalformed(reason: &'static str) = "ERR_SIGNATURE_MALFORMED", "the signature is malformed: {reason}"
        => "Check the encoding: raw r and s are 64 bytes, and DER is longer.";

    /// No key can be recovered from a signature.
    SignatureUnrecoverable = "ERR_SIGNATURE_UNRECOVERABLE", "no key can be recovered from the signature"
        => "It was changed after it was signed, or was made without what recovers a key.";

    /// An external signer gave something that is not its signature.
    SignerInvalid = "ERR_SIGNER_INVALID", "the signer returned a signature that its own public key does not verify"
        => "Check that your signer signs the whole message, with the key and algorithm that it names.";
}
