/**
 * Which codes belong together, by their beginnings: each family has a file of advice.
 *
 * @internal
 * @module
 */

import type { Code, HostCode } from 'countersign'

/** A code of this package. */
export type AnyCode = Code | HostCode

type Begin<Start extends string> = Extract<AnyCode, `ERR_${Start}${string}`>

/** Advice on each code of a family. */
export type AdviceOn<Family extends AnyCode> = Readonly<Record<Family, string>>

export type Profile = Begin<'AID_'> | Extract<AnyCode, `ERR_${string}_SAGE_${string}`>

export type Host = Begin<
  | 'ARGUMENT'
  | 'CSP_'
  | 'ENGINE_'
  | 'FETCH_'
  | 'HANDLE_'
  | 'INTERNAL'
  | 'NATIVE_'
  | 'NOT_'
  | 'PART_'
  | 'WASM_'
>

export type Key = Begin<
  | 'ADDRESS_'
  | 'AEAD_'
  | 'ARGON2ID_'
  | 'BYTES_'
  | 'DERIVATION_'
  | 'DER_'
  | 'DID_'
  | 'ENCODING_'
  | 'JSON_'
  | 'JWK_'
  | 'KEY_'
  | 'MULTIBASE_'
  | 'MULTIKEY_'
  | 'PEER_'
  | 'PEM_'
  | 'RANDOM_'
  | 'SIGNATURE_'
  | 'SIGNER_'
>

export type Identity = Begin<
  | 'COMPETENCE_'
  | 'CONTINUITY_'
  | 'HISTORY_'
  | 'IDENTITY_'
  | 'NEGATIVE_'
  | 'PASSKEY_'
  | 'SPAWN_'
  | 'STORE_'
>

export type Protocol = Exclude<
  Begin<
    | 'GUARD_'
    | 'HANDSHAKE_'
    | 'HPKE_'
    | 'HTTP_SIG_'
    | 'POP_'
    | 'REPLAY'
    | 'RING_'
    | 'SESSION_'
    | 'STRUCTURED_FIELD_'
  >,
  Profile
>

/** All others. */
export type Document = Exclude<AnyCode, Profile | Host | Key | Identity | Protocol>
