//! Errors of encodings: addresses, JSON, multibase, DER and PEM, structured fields.

use super::{Error, Kind, cure::MALFORMED, errors};

errors! {
    /// An Ethereum address in mixed case has another checksum (EIP-55).
    AddressChecksum = "ERR_ADDRESS_CHECKSUM", "the checksum of the address is wrong"
        => "A letter of the address was mistyped, or its case was changed. Copy it again.";

    /// Text is not an Ethereum address.
    AddressMalformed = "ERR_ADDRESS_MALFORMED", "an address must be 0x and 40 hex digits"
        => "Write the address as 0x and 40 hex digits.";

    /// Bytes have the wrong length.
    BytesLength(member: &'static str, want: usize, got: usize) = "ERR_BYTES_LENGTH", "{member} must be {want} bytes, got {got}"
        => "Pass as many bytes as the error names. Were they decoded from hex or base64?";

    /// DER names an algorithm, curve or parameters that are not read.
    DerAlgorithm = "ERR_DER_ALGORITHM", "keys of this algorithm or curve are not supported"
        => "Use a key of a supported type: Ed25519, P-256, secp256k1, X25519, ML-DSA or Ed25519+ML-DSA-65.";

    /// Bytes are not the DER of a key.
    DerMalformed = "ERR_DER_MALFORMED", "the bytes are not a key in DER"
        => "Pass the bytes of the DER, not its text. A secret key must be PKCS#8 and not encrypted.";

    /// Text is not a valid encoding of bytes.
    EncodingMalformed(want: &'static str) = "ERR_ENCODING_MALFORMED", "the text is not canonical {want}"
        => "Check which encoding the text has: base64 is not base64url, and padding or a line end counts.";

    /// JSON text starts with a byte order mark.
    JsonBom = "ERR_JSON_BOM", "JSON text must not start with a byte order mark"
        => "Save the text without a byte order mark.";

    /// Arrays and objects are nested too deep.
    JsonDepth(limit: usize, at: usize) = "ERR_JSON_DEPTH", "JSON nests deeper than {limit}, at byte {at}"
        => "Nest less: a document of this depth is refused.";

    /// An object has two members of one name.
    JsonDuplicate(at: usize) = "ERR_JSON_DUPLICATE", "JSON object has a member twice, at byte {at}"
        => "Remove the second member: parsers would differ on which one counts.";

    /// Text is outside the JSON grammar.
    JsonMalformed(at: usize) = "ERR_JSON_MALFORMED", "text is not JSON, at byte {at}"
        => "Correct the JSON at the byte that the error names.";

    /// JSON is well formed but is not an object.
    JsonNotObject = "ERR_JSON_NOT_OBJECT", "JSON must be an object"
        => "Pass a JSON object, and not an array or a value.";

    /// A number that an IEEE 754 double cannot carry (RFC 7493, section 2.2).
    JsonNumber(at: usize) = "ERR_JSON_NUMBER", "the JSON number at byte {at} does not fit a double"
        => "Write the number as a string: JSON cannot carry it exactly.";

    /// Text is too large.
    JsonSize(limit: usize, got: usize) = "ERR_JSON_SIZE", "JSON text must be at most {limit} bytes, got {got}"
        => "Pass a smaller document.";

    /// A string escapes half of a surrogate pair.
    JsonSurrogate(at: usize) = "ERR_JSON_SURROGATE", "JSON string has a lone surrogate, at byte {at}"
        => "Remove the half of a character that the error names.";

    /// Text goes on after the JSON value.
    JsonTrailing(at: usize) = "ERR_JSON_TRAILING", "text goes on after the JSON value, at byte {at}"
        => "Remove what follows the JSON value. Is it a list of values, one a line?";

    /// Text is not UTF-8.
    JsonUtf8(at: usize) = "ERR_JSON_UTF8", "JSON text is not UTF-8, at byte {at}"
        => "Save the text in UTF-8.";

    /// The first letter of the text names no multibase, or not the one expected.
    MultibaseUnknown(got: String) = "ERR_MULTIBASE_UNKNOWN", "text does not start with the letter of a known or expected multibase, but with \"{got}\""
        => "The first letter names the base: z for base58btc, u for base64url.";

    /// A Multikey names a codec that is not of a public key that is read.
    MultikeyCodec(got: u64) = "ERR_MULTIKEY_CODEC", "multicodec {got} is not that of a supported public key"
        => "Use a Multikey of a supported type.";

    /// A PEM block is of another kind than was expected.
    PemLabel(got: String) = "ERR_PEM_LABEL", "the PEM block is not of the expected kind, but \"{got}\""
        => "Pass a block of the kind that the function reads: PUBLIC KEY or PRIVATE KEY.";

    /// Text is not one strict PEM block.
    PemMalformed = "ERR_PEM_MALFORMED", "text is not one PEM block of lines of 64 characters"
        => "Pass one block, with lines of 64 characters and without headers.";

    /// A name comes twice in a structured field, where a reader could take either.
    StructuredFieldDuplicate = "ERR_STRUCTURED_FIELD_DUPLICATE", "a name comes twice in a structured field"
        => "Write each name of the field once.";

    /// Text is not a structured field of its kind (RFC 9651).
    StructuredFieldMalformed(at: usize) = "ERR_STRUCTURED_FIELD_MALFORMED", "not a structured field of this kind, at byte {at}"
        => MALFORMED;

    /// A value that a structured field cannot carry.
    StructuredFieldValue(reason: &'static str) = "ERR_STRUCTURED_FIELD_VALUE", "a structured field cannot be made: {reason}"
        => "Use values that RFC 9651 can write.";
}
