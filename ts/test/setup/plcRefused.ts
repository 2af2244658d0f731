// Logs of did:plc that are refused: for their second operation, for a fork, or as a whole.

import { cidOf, didOf, rotationKey, signed } from './plcLog.js'
import {
  type Case,
  did,
  ed25519,
  entry,
  first,
  genesis,
  middle,
  type Operation,
  padded,
  second,
  stranger,
  strong,
  type Told,
  tombstone,
  update,
  weak,
} from './plcParts.js'

/** Every one, made anew. */
export function refusals(): readonly Case[] {
  return [...refusedSecond(), ...refusedForks(), ...refusedWhole()]
}

type Row = readonly [name: string, operation: Operation, told?: Told, code?: string]

/** Logs of two operations of which the second is refused. */
function refusedSecond(): Case[] {
  const good = second('next', weak)
  const rows = [...signatures(good), ...shapes(good), ...times(good)]
  const entries = rows.map(([name, operation, told = {}, code = 'ERR_DID_LOG']) => {
    return refused(name, [entry(genesis), entry(operation, { hours: 1, ...told })], code, 1)
  })
  const other = { ...entry(good, { hours: 1 }), did: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa' }
  const renamed = { ...entry(good, { hours: 1 }), cid: first }
  return [
    ...entries,
    refused('an entry of another DID', [entry(genesis), other], 'ERR_DID_LOG', 1),
    refused('another `cid`', [entry(genesis), renamed], 'ERR_DID_LOG', 1),
  ]
}

function signatures(good: Operation): Row[] {
  const sig = good['sig'] as string
  const wrong = 'ERR_DID_LOG_SIGNATURE'
  return [
    ['signed by a stranger', second('next', stranger), {}, wrong],
    ['a high S', signed(update('next', first), strong, false), {}, wrong],
    ['a high S of P-256', signed(update('next', first), middle, false), {}, wrong],
    ['changed after it was signed', { ...good, alsoKnownAs: [] }, {}, wrong],
    ['a signature of 63 bytes', { ...good, sig: sig.slice(0, 84) }, {}, wrong],
    ['padding', { ...good, sig: `${sig}==` }],
    ['bits after the signature', { ...good, sig: `${sig.slice(0, -1)}${nextLetter(sig)}` }],
    ['no signature', update('next', first)],
  ]
}

function shapes(good: Operation): Row[] {
  return [
    ['a number', { ...good, alsoKnownAs: [7] }],
    ['an unknown member', signed({ ...update('next', first), x: 'y' }, weak)],
    ['an unknown type', signed({ ...update('next', first), type: 'plc_update' }, weak)],
    ['no rotation key', second('next', weak, { rotationKeys: [] })],
    ['six rotation keys', second('next', weak, { rotationKeys: sixKeys() })],
    ['a rotation key twice', second('next', weak, { rotationKeys: [weak.did, weak.did] })],
    ['a rotation key of Ed25519', second('next', weak, { rotationKeys: [ed25519] })],
    ['a key that is no did:key', second('next', weak, { verificationMethods: { a: 'did:web:a' } })],
    [
      'a service with more',
      second('next', weak, { services: { a: { type: 'T', endpoint: 'u', x: '' } } }),
    ],
    ['7501 bytes', padded(7_501)],
    ['a second genesis', signed(update('next', null), strong)],
    ['an unknown `prev`', signed(update('next', cidOf(good)), weak)],
    ['no `prev`', signed(without(update('next', first), 'prev'), weak)],
    ['a tombstone without `prev`', signed({ type: 'plc_tombstone', prev: null }, weak)],
    ['a `create`', signed(create(first), weak)],
  ]
}

function times(good: Operation): Row[] {
  return [
    ['earlier than the genesis', good, { hours: -1 }],
    ['a time without milliseconds', good, { createdAt: '2025-10-09T09:53:20Z' }],
    ['a time of another zone', good, { createdAt: '2025-10-09T09:53:20.000+00:00' }],
    ['a day that does not exist', good, { createdAt: '2025-10-32T09:53:20.000Z' }],
    ['called nullified', good, { nullified: true }],
  ]
}

/** Logs that are refused for what came before. */
function refusedForks(): Case[] {
  const taken = second('taken', middle)
  const back = second('back', strong)
  const late = { createdAt: new Date(1_760_000_000_000 + 73 * 3_600_000 + 1).toISOString() }
  const gone = signed(tombstone(first), weak)
  const onGone = signed(update('a', cidOf(gone)), strong)
  const onTaken = signed(update('on', cidOf(taken)), strong)
  const head = [entry(genesis), entry(taken, { hours: 1, nullified: true })]
  const bySame = [...head, entry(second('a', middle), { hours: 2 })]
  const byWeaker = [...head, entry(second('a', weak), { hours: 2 })]
  const onNullified = [...head, entry(back, { hours: 2 }), entry(onTaken, { hours: 3 })]
  const onTombstone = [entry(genesis), entry(gone, { hours: 1 }), entry(onGone, { hours: 2 })]
  const unsaid = [entry(genesis), entry(taken, { hours: 1 }), entry(back, { hours: 2 })]
  return [
    refused('a fork by the same key', bySame, 'ERR_DID_LOG_SIGNATURE', 2),
    refused('a fork by a weaker key', byWeaker, 'ERR_DID_LOG_SIGNATURE', 2),
    refused('a fork after 72 hours', [...head, entry(back, late)], 'ERR_DID_LOG', 2),
    refused('on what was nullified', onNullified, 'ERR_DID_LOG', 3),
    refused('on a tombstone', onTombstone, 'ERR_DID_LOG', 2),
    refused('nullified, and not called so', unsaid, 'ERR_DID_LOG', 1),
  ]
}

function refusedWhole(): Case[] {
  const strangers = signed(update('genesis', null), stranger)
  const swapped = signed(update('other', null), strong)
  return [
    refused('nothing', [], 'ERR_DID_LOG', 0),
    refused('an object', { log: [entry(genesis)] }, 'ERR_DID_LOG', 0),
    refused('an entry that is no object', ['a'], 'ERR_DID_LOG', 0),
    refused('the genesis of another DID', [entry(swapped)], 'ERR_DID_LOG', 0),
    refused('an update without its genesis', [entry(second('next', weak))], 'ERR_DID_LOG', 0),
    refused(
      'a genesis that is called nullified',
      [entry(genesis, { nullified: true })],
      'ERR_DID_LOG',
      0,
    ),
    refused('a tombstone first', [entry(signed(tombstone(first), strong))], 'ERR_DID_LOG', 0),
    {
      ...refused(
        'a genesis by a stranger',
        [entry(strangers, {}, didOf(strangers))],
        'ERR_DID_LOG_SIGNATURE',
        0,
      ),
      did: didOf(strangers),
    },
  ]
}

const refused = (name: string, log: unknown, code: string, position: number): Case => ({
  name,
  did,
  log,
  code,
  at: position,
})

const sixKeys = () => [1, 2, 3, 4, 5, 6].map((fill) => rotationKey('secp256k1', fill).did)

const create = (prev: string): Operation => ({
  type: 'create',
  signingKey: weak.did,
  recoveryKey: strong.did,
  handle: 'old.example',
  service: 'https://pds.example',
  prev,
})

function without(operation: Operation, name: string): Operation {
  return Object.fromEntries(Object.entries(operation).filter(([own]) => own !== name))
}

/** The last letter of a signature with a bit set that stands for nothing. */
function nextLetter(sig: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return letters[letters.indexOf(sig.at(-1) ?? '') + 1] ?? ''
}
