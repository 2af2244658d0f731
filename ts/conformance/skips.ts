/**
 * Every reason for which a case may be skipped. README.md has the same table; a test compares them.
 *
 * @module
 */

export const skips = {
  'reference text': 'The file is prose or a grammar, kept beside the vectors to be read.',
  'algorithm not offered':
    'RSA and P-384/P-521 signatures, JWE, and HPKE other than X25519 with HKDF-SHA256. If there is a call for it, the refusal is checked.',
  'key type not offered':
    'A key of kty RSA or oct, or on P-384 or P-521. The refusal is still checked.',
  'base not offered': 'Multibase `base45`, `proquint` and `base256emoji`.',
  'cryptosuite not offered':
    'Data Integrity by RDF canonicalization, with selective disclosure, or on P-384.',
  placeholder: 'An example whose DID is a placeholder in angle brackets.',
  'no data in the vector': 'The case records a verdict but not what was judged.',
  'nonce length not offered':
    'ChaCha20-Poly1305 and AES-GCM take 12 bytes, XChaCha20-Poly1305 24. The refusal is checked.',
  'external mu':
    'ML-DSA signatures over a mu that the caller computed: our signers take the message and hash it themselves.',
  'AES-192 not offered': 'AES-GCM takes keys of 16 and 32 bytes. The refusal is checked.',
  'extra entropy': 'Signatures with extra nonce entropy: we sign by RFC 6979 without it.',
  'point arithmetic':
    'Adding points and scalars, and hashing to scalars, is not offered; points are only imported, exported and multiplied in ECDH.',
  'later nonce candidates':
    'RFC 6979 takes a second candidate only if r or s is zero, and no input is known to cause that.',
  'semantics only': 'UCAN and Biscuit tokens: they are kept for their meaning, and not read.',
  'registry of identifiers':
    'The verdict depends on what a registry says about identifiers (retired, linked, recovered). Our grants only know keys.',
} as const
