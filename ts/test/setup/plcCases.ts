// The cases of `rust/vectors/did/did-plc/own.json`: logs of did:plc, and what must come of each.

import { cidOf, didOf, signed } from './plcLog.js'
import {
  type Case,
  did,
  ed25519,
  entry,
  first,
  genesis,
  middle,
  padded,
  second,
  strong,
  tombstone,
  update,
  weak,
} from './plcParts.js'
import { refusals } from './plcRefused.js'

export type { Case }

const suites = {
  secp256k1: 'https://w3id.org/security/suites/secp256k1-2019/v1',
  p256: 'https://w3id.org/security/suites/ecdsa-2019/v1',
}

function documentOf(of: string, name: string, keys: Record<string, string>, contexts: string[]) {
  return {
    '@context': [
      'https://www.w3.org/ns/did/v1',
      'https://w3id.org/security/multikey/v1',
      ...contexts,
    ],
    id: of,
    alsoKnownAs: [`at://${name}`],
    verificationMethod: Object.entries(keys).map(([id, key]) => ({
      id: `${of}#${id}`,
      type: 'Multikey',
      controller: of,
      publicKeyMultibase: key.slice('did:key:'.length),
    })),
    service: [
      {
        id: '#atproto_pds',
        type: 'AtprotoPersonalDataServer',
        serviceEndpoint: 'https://pds.example',
      },
    ],
  }
}
const plain = (name: string) =>
  documentOf(did, `${name}.example`, { atproto: weak.did }, [suites.secp256k1])

/** Logs that end in a document. */
function accepted(): Case[] {
  const long = padded(7_500)
  const many = { atproto: weak.did, other: middle.did, signing: ed25519 }
  const kinds = second('kinds', middle, { verificationMethods: many })
  return [
    { name: 'a genesis alone', did, log: [entry(genesis)], document: plain('genesis') },
    {
      name: 'an update by the weakest key',
      did,
      log: [entry(genesis), entry(second('next', weak), { hours: 1 })],
      document: plain('next'),
    },
    {
      name: 'keys of several types, signed with P-256',
      did,
      log: [entry(genesis), entry(kinds, { hours: 1 })],
      document: documentOf(did, 'kinds.example', many, [suites.p256, suites.secp256k1]),
    },
    ...legacy(),
    ...nullified(),
    {
      name: 'an operation of 7500 bytes',
      did,
      log: [entry(genesis), entry(long, { hours: 1 })],
      document: { ...plain('long'), alsoKnownAs: long['alsoKnownAs'] },
    },
  ]
}

/** A genesis as it was before `plc_operation`. */
function legacy(): Case[] {
  const old = signed(
    {
      type: 'create',
      signingKey: weak.did,
      recoveryKey: strong.did,
      handle: 'old.example',
      service: 'pds.example',
      prev: null,
    },
    weak,
  )
  const did = didOf(old)
  const next = signed(update('new', cidOf(old)), strong)
  const keys = { atproto: weak.did }
  return [
    {
      name: 'a legacy genesis',
      did,
      log: [entry(old, {}, did)],
      document: documentOf(did, 'old.example', keys, [suites.secp256k1]),
    },
    {
      name: 'an update of a legacy genesis by its recovery key',
      did,
      log: [entry(old, {}, did), entry(next, { hours: 1 }, did)],
      document: documentOf(did, 'new.example', keys, [suites.secp256k1]),
    },
  ]
}

/** Recoveries by a more powerful key. */
function nullified(): Case[] {
  const taken = second('taken', weak)
  const taken2 = signed(update('taken2', cidOf(taken), { rotationKeys: [weak.did] }), weak)
  const back = second('back', strong)
  return [
    {
      name: 'two operations nullified at the last moment',
      did,
      log: [
        entry(genesis),
        entry(taken, { hours: 1, nullified: true }),
        entry(taken2, { hours: 70, nullified: true }),
        entry(back, { hours: 73 }),
      ],
      document: plain('back'),
    },
    {
      name: 'a recovery that is nullified by a more powerful key',
      did,
      log: [
        entry(genesis),
        entry(taken, { hours: 1, nullified: true }),
        entry(second('middle', middle), { hours: 2, nullified: true }),
        entry(back, { hours: 3 }),
      ],
      document: plain('back'),
    },
    {
      name: 'a tombstone that is nullified',
      did,
      log: [entry(genesis), entry(gone, { hours: 1, nullified: true }), entry(back, { hours: 2 })],
      document: plain('back'),
    },
  ]
}

const gone = signed(tombstone(first), weak)
const deactivated: Case = {
  name: 'a tombstone',
  did,
  log: [entry(genesis), entry(gone, { hours: 1 })],
  code: 'ERR_DID_DEACTIVATED',
}

/** Every case, made anew. */
export function cases(): readonly Case[] {
  return [...accepted(), deactivated, ...refusals()]
}
