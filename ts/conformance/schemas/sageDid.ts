/**
 * SAGE: the DID grammar and Ethereum addresses, files `did` and `did_ethereum_strict`.
 *
 * Ours has one strict parser where SAGE has three. What it must take follows
 * from SAGE's grammar, which is written again below.
 *
 * @module
 */

import { type Api, attempt, gives, judge, same } from '../case.js'
import { type Expected, findExpected } from '../rules.js'
import { has, hex, type Schema, text } from '../schema.js'
import { withSecret } from '../subject.js'
import { sage } from './sage.js'
import type { Row } from './wycheproof.js'

export const sageDid: Schema = sage(
  'DIDs',
  {
    parse: parses,
    generate: generates,
    generate_with_address: generates,
    generate_with_nonce: generates,
    registry_prefix: prefixes,
    derive_ethereum_address: derives,
  },
  ['accept', 'chain', 'did', 'address', 'eip55'],
)

export const sageDidStrict: Schema = sage('Ethereum DIDs', { ethereum_resolver_parse: parses }, [
  'accept',
  'did',
])

type Parsed = { chain: string; identifier: string }

const form = /^did:sage:(ethereum|eth|solana|sol):(.*)$/s
const ethereum = /^(0x[0-9a-fA-F]{40})(?::(0|[1-9][0-9]{0,19}))?$/

/** The canonical parts of a DID of the successor's grammar. */
function grammar(api: Api, did: string): Parsed | undefined {
  const [, chain = '', identifier = ''] = form.exec(did) ?? []
  if (chain.startsWith('sol'))
    return isSolana(api, identifier) ? { chain: 'solana', identifier } : undefined
  const [, address = '', nonce] = ethereum.exec(identifier) ?? []
  if (!chain.startsWith('eth') || address === '' || BigInt(nonce ?? 0) >= 2n ** 64n)
    return undefined
  return isChecksummed(api, address)
    ? { chain: 'ethereum', identifier: identifier.toLowerCase() }
    : undefined
}

function isSolana(api: Api, identifier: string): boolean {
  const decoded = attempt(() => api.Encoding.base58.decode(identifier))
  return 'value' in decoded && decoded.value.length === 32
}

/** One case only, or the checksum of EIP-55. */
function isChecksummed(api: Api, address: string): boolean {
  const digits = address.slice(2)
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return plain || api.Keys.parseEthereumAddress(address.toLowerCase()) === address
}

function parses(api: Api, row: Row): void {
  const did = text(row, 'did')
  const inGrammar = grammar(api, did)
  const outcome = attempt(() => api.Did.inspect(did))
  const accepted = 'value' in outcome && outcome.value.method === 'sage'
  const { verdict, why } = verdictFor(row, inGrammar)
  judge(accepted, verdict, why)
  if (accepted && inGrammar) sameParts(row, inGrammar, outcome.value)
}

function sameParts(row: Row, wanted: Parsed, parts: ReturnType<Api['Did']['inspect']>): void {
  same(parts.did, `did:sage:${wanted.chain}:${wanted.identifier}`, 'canonical DID')
  if (has(row, 'chain')) same(parts.chain, row['chain'], 'chain')
  const identifier = row['identifier'] ?? row['address']
  if (typeof identifier === 'string')
    same(
      parts.id.split(':').slice(1).join(':').toLowerCase(),
      identifier.toLowerCase(),
      'identifier',
    )
}

function verdictFor(row: Row, inGrammar: Parsed | undefined): Expected {
  const recorded = row['accept'] === true
  const nonce = row['op'] === 'ethereum_resolver_parse' && inGrammar?.identifier.includes(':')
  if (!recorded && nonce) return { verdict: 'accept', why: 'nonce form accepted' }
  return findExpected(row, recorded, [inGrammar === undefined && 'strict did:sage'])
}

/** Our DID of an address is the one that SAGE makes, unless the text is no address or SAGE changed its case. */
function generates(api: Api, row: Row): void {
  const account = text(row, has(row, 'address') ? 'address' : 'identifier')
  const nonce = typeof row['nonce'] === 'string' ? `:${row['nonce']}` : ''
  const built = `did:sage:${String(row['chain'])}:${account}${nonce}`
  const outcome = attempt(() => api.Did.parse(built))
  const inGrammar = grammar(api, built)
  const ours = inGrammar && `did:sage:${inGrammar.chain}:${inGrammar.identifier}`
  if ('value' in outcome) same(outcome.value, ours, 'DID')
  const { verdict, why } = findExpected(row, true, [
    inGrammar === undefined && 'strict did:sage',
    row['chain'] === 'solana' && ours !== row['did'] && 'Solana case kept',
  ])
  judge('value' in outcome && outcome.value === row['did'], verdict, why)
}

/** SAGE adds a prefix to what may have one already. Nothing of that sort is a DID. */
function prefixes(api: Api, row: Row): void {
  const inputs = [row['did'], row['add_prefix']].filter(
    (value): value is string => typeof value === 'string',
  )
  for (const did of inputs)
    judge(
      gives(() => api.Did.parse(did)),
      grammar(api, did) ? 'accept' : 'reject',
      'strict did:sage',
    )
}

function derives(api: Api, row: Row): void {
  if (typeof row['solana_address'] === 'string') refusesEd25519(api, row['solana_address'])
  else {
    const secret = hex(row['private'])
    const address = withSecret(api, 'secp256k1', secret, (key) =>
      api.Keys.toEthereumAddress(key.publicKey),
    )
    same(address, row['eip55'], 'EIP-55 address')
    const key = withSecret(api, 'secp256k1', secret, (local) => local.publicKey)
    same(api.Sage.Did.fromKey(key), `did:sage:ethereum:${String(row['address'])}`, 'DID of the key')
    same(address.toLowerCase(), row['address'], 'address')
  }
}

/** An Ed25519 key has no Ethereum address. */
function refusesEd25519(api: Api, solana: string): void {
  const publicKey = api.Keys.publicKey({
    type: 'Ed25519',
    bytes: api.Encoding.base58.decode(solana),
  })
  judge(
    gives(() => api.Keys.toEthereumAddress(publicKey)),
    'reject',
    'no address for this type',
  )
}
