/**
 * What to do about codes of keys, encodings, JSON and DIDs.
 *
 * @internal
 * @module
 */

import type { AdviceOn, Key } from './families.js'
import { malformed } from './shared.js'

export const keys: AdviceOn<Key> = {
  ERR_ADDRESS_CHECKSUM:
    'A letter of the address was mistyped, or its case was changed. Copy it again.',
  ERR_ADDRESS_MALFORMED: 'Write the address as 0x and 40 hex digits.',
  ERR_AEAD_KEY: 'Pass a key of the length that the error names.',
  ERR_AEAD_NONCE: 'Pass a nonce of the length that the error names, and never the same one twice.',
  ERR_AEAD_OPEN: 'Check the key, nonce and associated data: all must be those of the sender.',
  ERR_AEAD_UNKNOWN: 'Use the name of a cipher that the documentation lists.',
  ERR_ARGON2ID_COST: 'Choose a cost within the limits that the error names.',
  ERR_ARGON2ID_INPUT: 'Pass a password and a salt of the lengths that Argon2id takes.',
  ERR_ARGON2ID_MEMORY: 'Choose less memory, or close other programs.',
  ERR_ARGON2ID_PHC: 'Pass the whole hash as it was stored, from its first $ on.',
  ERR_BYTES_LENGTH: 'Pass as many bytes as the error names. Were they decoded from hex or base64?',
  ERR_DERIVATION_CONTEXT: 'Use one line of text within the limit as the context.',
  ERR_DERIVATION_PURPOSE: 'Use a purpose that the documentation lists for this type of key.',
  ERR_DER_ALGORITHM:
    'Use a key of a supported type: Ed25519, P-256, secp256k1, X25519, ML-DSA or Ed25519+ML-DSA-65.',
  ERR_DER_MALFORMED:
    'Pass the bytes of the DER, not its text. A secret key must be PKCS#8 and not encrypted.',
  ERR_DID_DEACTIVATED: 'Its owner gave the DID up. Ask them for a new one.',
  ERR_DID_DOCUMENT: 'Whoever serves the document must repair what the error names.',
  ERR_DID_DOCUMENT_ID: 'The server gave the document of another DID. Check where it is served.',
  ERR_DID_HASH: 'The long form of the DID was changed. Copy it again.',
  ERR_DID_LOG: 'The log of the DID breaks its rules. Ask another directory.',
  ERR_DID_LOG_SIGNATURE: 'Somebody who may not changed the log of the DID. Ask another directory.',
  ERR_DID_METHOD_ID: 'Compare what follows the name of the method with the rules of that method.',
  ERR_DID_METHOD_UNEXPECTED: 'Pass a DID of the method that the error names.',
  ERR_DID_METHOD_UNSUPPORTED: 'Add a function for this method to `Did.resolver({ methods })`.',
  ERR_DID_NEEDS_RESOLVER: 'Use `Did.resolver().resolve(did)`: this document must be fetched.',
  ERR_DID_SYNTAX: 'Correct the DID at the byte that the error names. A DID URL needs parseUrl.',
  ERR_ENCODING_MALFORMED:
    'Check which encoding the text has: base64 is not base64url, and padding or a line end counts.',
  ERR_JSON_BOM: 'Save the text without a byte order mark.',
  ERR_JSON_DEPTH: 'Nest less: a document of this depth is refused.',
  ERR_JSON_DUPLICATE: 'Remove the second member: parsers would differ on which one counts.',
  ERR_JSON_MALFORMED: 'Correct the JSON at the byte that the error names.',
  ERR_JSON_NOT_OBJECT: 'Pass a JSON object, and not an array or a value.',
  ERR_JSON_NUMBER: 'Write the number as a string: JSON cannot carry it exactly.',
  ERR_JSON_SIZE: 'Pass a smaller document.',
  ERR_JSON_SURROGATE: 'Remove the half of a character that the error names.',
  ERR_JSON_TRAILING: 'Remove what follows the JSON value. Is it a list of values, one a line?',
  ERR_JSON_UTF8: 'Save the text in UTF-8.',
  ERR_JWK_DUPLICATE_KID: 'Give each key of the set a `kid` of its own.',
  ERR_JWK_INCONSISTENT: 'The members of the JWK contradict each other. Export the key again.',
  ERR_JWK_MEMBER: 'Add or correct the member that the error names.',
  ERR_JWK_PRIVATE: 'Pass the public half: a secret key is never needed to verify.',
  ERR_JWK_UNSUPPORTED: 'Use a key of a supported type: OKP, EC or AKP.',
  ERR_KEY_AGREEMENT_ZERO: 'The other side sent a key that is no secret. Stop talking to it.',
  ERR_KEY_ALGORITHM:
    'Use a key whose type does this: `countersign keygen --help` lists types, and ts/docs/signers.md what they do.',
  ERR_KEY_ALGORITHM_UNKNOWN: 'Use a name that `Keys` lists, as ed25519.',
  ERR_KEY_BOX: 'Use the key that the packet was made for.',
  ERR_KEY_EXPANDED: 'The expanded key is damaged. Import it from its seed.',
  ERR_KEY_NOT_CANONICAL: 'Ask for the key in its canonical form: other forms are refused.',
  ERR_KEY_NO_CODEC: 'Use did:jwk for a hybrid key.',
  ERR_KEY_OFF_CURVE: 'These bytes are no key of this type. Is it the right type?',
  ERR_KEY_PAIR_MISMATCH: 'Public and secret half are of two keys. Export them again together.',
  ERR_KEY_POINT_FORM: 'Pass the point in 33 bytes from 02 or 03, or in 65 from 04.',
  ERR_KEY_SCALAR_RANGE: 'Draw another secret: this number is no key.',
  ERR_KEY_SEED: 'Import the key from its seed: the format has no other form.',
  ERR_KEY_SMALL_ORDER: 'Refuse this key: anybody can sign for it.',
  ERR_KEY_TYPE_MISMATCH: 'Pass a key of the type that the error names.',
  ERR_KEY_TYPE_UNKNOWN: 'Use a name that `Keys` lists, as Ed25519.',
  ERR_KEY_UNBOUND: 'Refuse this key: anybody can sign for it.',
  ERR_KEY_UNSUPPORTED: 'Use another format or another type of key.',
  ERR_MULTIBASE_UNKNOWN: 'The first letter names the base: z for base58btc, u for base64url.',
  ERR_MULTIKEY_CODEC: 'Use a Multikey of a supported type.',
  ERR_PEER_ID_HASHED: 'Ask for the key itself, and compare it with `Peer.matches`.',
  ERR_PEER_ID_MALFORMED: 'Copy the PeerId again: a letter is wrong or missing.',
  ERR_PEER_KEY_MALFORMED: malformed,
  ERR_PEER_KEY_TYPE: 'Use an Ed25519, secp256k1, P-256 or ML-DSA-87 key.',
  ERR_PEM_LABEL: 'Pass a block of the kind that the function reads: PUBLIC KEY or PRIVATE KEY.',
  ERR_PEM_MALFORMED: 'Pass one block, with lines of 64 characters and without headers.',
  ERR_SIGNATURE_MALFORMED: 'Check the encoding: raw r and s are 64 bytes, and DER is longer.',
  ERR_SIGNATURE_UNRECOVERABLE: 'The signature is no recoverable one, or was changed.',
  ERR_SIGNER_INVALID:
    'Check that your signer signs the whole message, with the key and algorithm that it names.',
  ERR_SIGNER_UNAVAILABLE:
    'Read the cause: permissions, address and key of the service. What was to be signed is not; try again later.',
  ERR_RANDOM_UNAVAILABLE: 'The host has no secure random source. Use another host.',
}
