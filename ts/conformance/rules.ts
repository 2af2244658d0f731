/**
 * The rules by which ours refuses what a recorded verdict of another system accepts.
 *
 * Each is computed from the case's own data, never from its number or place. A
 * vector that carries `ours: { verdict, reason }` overrides all of them.
 *
 * @module
 */

import { isRecord, type Verdict } from './case.js'

/** Name of each rule to what it says. README.md has the same table; a test compares them. */
export const rules = {
  'Ed25519 criterion': 'No cofactor; A and R canonical and not of small order; S below the order.',
  'high S refused':
    'An ECDSA signature with S above half the order, by itself or in a format whose own verifier refuses it.',
  'zero shared secret refused': 'X25519 with a point of low order.',
  'point checked on import':
    'A point off the curve, not canonical, of small order, or in the hybrid form.',
  'recovery id checked': 'A signature of 65 bytes whose last byte does not recover the key.',
  'strict did:sage':
    'Ethereum address with a correct or no checksum and an optional nonce, or a Solana key of 32 bytes.',
  'nonce form accepted':
    'SAGE’s second parser refuses what its first one makes; we have one parser.',
  'Solana case kept': 'Base58 is case-sensitive; SAGE lower-cases it.',
  'did:web names a host': 'A last label of digits makes it an IPv4 address, which did:web forbids.',
  'one service an element':
    'did:peer 2 has one service in each `.S` element; the old list is refused.',
  'DID parameters refused': 'DID Core 1.0 has no `;name=value`.',
  'base64url strict': 'No letter outside the alphabet, no unused bit set, no padding.',
  'crit lists b64': 'RFC 7797 asks for it; a header without it is refused.',
  'JWK consistent':
    'Fields have fixed width, `x` and `y` belong to the key that `d` makes, `alg` and `use` fit the key type.',
  'nothing proven refused': 'A set in which no key is proven.',
  'trust not in the object': 'A key, controller, purpose or type that only the proof itself names.',
  'unsigned members named': 'A member that the signature does not cover is reported.',
  'never verified by conversion': 'Converting metadata sets no key to verified.',
  'no silent loss': 'A conversion that would drop a key is refused, or says what it drops.',
  'merge needs proof':
    'Only a card that is proven to belong to the same agent changes the agent’s metadata.',
  'enough covered': 'A signature that covers nothing, or not all of method, path, query and body.',
  'created in time': 'A signature from the future.',
  'SAGE parameters as written':
    'A parameter that SAGE would ignore, and a quote that it would not escape.',
  'no decoded control characters': 'A path or parameter whose decoding makes a line break.',
  'a query parameter once': 'A covered query parameter whose name appears twice.',
  'component names in lower case': 'RFC 9421 has no others.',
  'parameters of their type': 'A `keyid` that is not a string.',
  'test key refused': 'Web Bot Auth: RFC 9421 prints the secrets of its own keys.',
  'names do not run together':
    'A label, context, DID or value that could be read as part of the next one.',
  'a seed has at least 16 bytes': 'Shorter secrets of a session are refused.',
  'limits hold for every call': 'SAGE skips them for messages with associated data and for MACs.',
  'identity bound': 'A handshake message whose sender or recipient is another DID than expected.',
  'every field is signed': 'A signed message of SAGE whose five fields are not all signed.',
  'nothing after a signature': 'Bytes after a signature are refused, not cut off.',
  'a passphrase is not empty': 'An empty passphrase protects nothing.',
  'the key id is compared':
    'A file that says it holds another key than the expected one, or whose lengths are wrong.',
  'a stored key has a name': 'An empty name is not a name.',
  'identity bound to key':
    'An identity of AgenticIdentity is that of the key that signs, unless the caller vouches for the key.',
  'capability well-formed':
    'AgenticIdentity’s capabilities are free text; ours are ASCII, without empty or dot segments, escapes or a stray `*`.',
  'nothing granted': 'A grant without a capability.',
  'context required': 'A constraint fails if the caller gave nothing to check it with.',
  narrowing: 'A delegated grant has nothing that its parent does not have.',
  'authority by receipt':
    'What a spawn may do is proven by receipts of all its parents, not by records of which nobody signed the whole.',
  'id names a file': 'The name of a file is only made from a prefix and base58.',
  'one encoding of a key':
    'A libp2p key whose protobuf has other fields, another order or longer numbers than needed, or whose two halves do not belong together.',
  'an id holds a key or a hash':
    'A PeerId that holds neither a libp2p key nor 32 bytes of SHA-256.',
  'a key binds its owner': 'An ML-DSA key whose `t1` is zero: anybody can sign for it.',
} as const

export type Rule = keyof typeof rules

/** The rules that decided since this was cleared. */
export const applied: Set<Rule> = new Set()

/** What this package must do, and by which rule that differs from the recorded verdict. */
export type Expected = { readonly verdict: Verdict; readonly why: string }

/** What the vector itself says ours must do, if it does. */
export function overridden(row: Record<string, unknown>): Expected | undefined {
  const ours = row['ours']
  if (!isRecord(ours)) return undefined
  const { verdict, reason } = ours
  if (verdict !== 'accept' && verdict !== 'reject' && verdict !== 'either')
    throw new Error(`no verdict ${String(verdict)}`)
  return { verdict, why: String(reason) }
}

/** The recorded verdict, unless the vector overrides it or a rule that applies refuses. */
export function findExpected(
  row: Record<string, unknown>,
  accepted: boolean,
  refusing: readonly (Rule | false)[] = [],
): Expected {
  const ours = overridden(row)
  if (ours) return ours
  const rule = refusing.find((candidate) => candidate !== false)
  if (rule) applied.add(rule)
  if (accepted && rule) return { verdict: 'reject', why: rule }
  return { verdict: accepted ? 'accept' : 'reject', why: '' }
}
