/**
 * Parsing a DID in plain TypeScript, written for this bench: what a program would do that needs no engine for it.
 *
 * It holds `did:sage`, `did:key` and `did:web` to the rules that the engine holds them to (`rust/core/src/did`),
 * and gives the canonical spelling.
 *
 * @module
 */

import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Jobs } from '../case.js'
import { didTexts } from './work/did.js'

const longest = 8192
const grammar =
  /^did:([a-z0-9]+):((?:[A-Za-z0-9._:-]|%[0-9A-Fa-f]{2})*(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2}))$/
const base58 = /^[1-9A-HJ-NP-Za-km-z]+$/
const hex = /^0x[0-9A-Fa-f]{40}$/
const nonceForm = /^(0|[1-9][0-9]*)$/
const label = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/
const greatest = (1n << 64n) - 1n
const chains: Readonly<Record<string, 'ethereum' | 'solana'>> = {
  ethereum: 'ethereum',
  eth: 'ethereum',
  solana: 'solana',
  sol: 'solana',
}

/** The canonical spelling of `text`; throws if it is no DID. */
export function parse(text: string): string {
  if (text.length > longest) throw new Error('too long')
  const found = grammar.exec(text)
  if (found === null) throw new Error('not a DID')
  const [, method, id = ''] = found
  if (method === 'sage') return `did:sage:${sage(id)}`
  if (method === 'web') return `did:web:${web(id)}`
  if (method === 'key' && !(id[0] === 'z' && base58.test(id.slice(1)))) throw new Error('not a key')
  return text
}

function sage(id: string): string {
  const colon = id.indexOf(':')
  const chain = chains[colon < 0 ? id : id.slice(0, colon)]
  if (chain === undefined || colon < 0) throw new Error('no chain')
  const account = id.slice(colon + 1)
  return `${chain}:${chain === 'ethereum' ? ethereum(account) : solana(account)}`
}

function ethereum(account: string): string {
  const colon = account.indexOf(':')
  const address = colon < 0 ? account : account.slice(0, colon)
  if (!hex.test(address)) throw new Error('not an address')
  if (colon >= 0) nonce(account.slice(colon + 1))
  const lower = address.toLowerCase()
  if (lower === address) return account
  checksum(address.slice(2), lower.slice(2))
  return account.toLowerCase()
}

function nonce(text: string): void {
  if (!nonceForm.test(text) || text.length > 20 || BigInt(text) > greatest)
    throw new Error('not a nonce')
}

/** EIP-55. An address in upper case alone has none. */
function checksum(address: string, lower: string): void {
  if (address === address.toUpperCase()) return
  const hash = keccak_256(new TextEncoder().encode(lower))
  for (let index = 0; index < lower.length; index += 1) {
    const four = ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15
    const letter = lower[index] ?? ''
    if (address[index] !== (four > 7 ? letter.toUpperCase() : letter)) throw new Error('checksum')
  }
}

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base58 of exactly 32 bytes. */
function solana(account: string): string {
  let value = 0n
  for (const letter of account) {
    const digit = letters.indexOf(letter)
    if (digit < 0) throw new Error('not base58')
    value = value * 58n + BigInt(digit)
  }
  const zeros = account.length - account.replace(/^1+/, '').length
  const length = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2)
  if (zeros + length !== 32) throw new Error('not 32 bytes')
  return account
}

function web(id: string): string {
  const colon = id.indexOf(':')
  const authority = colon < 0 ? id : id.slice(0, colon)
  const [host = '', port, ...more] = authority.split('%')
  if (more.length > 0 || host.length > 253) throw new Error('not a host')
  const labels = host.split('.')
  if (!labels.every((text) => label.test(text))) throw new Error('not a host')
  if (/^([0-9]+|0[xX][0-9A-Fa-f]*)$/.test(labels.at(-1) ?? '')) throw new Error('an address')
  const path = colon < 0 ? '' : segments(id.slice(colon + 1))
  return `${host.toLowerCase()}${port === undefined ? '' : portOf(port)}${path}`
}

function portOf(text: string): string {
  const number = Number(/^3[Aa]([1-9][0-9]{0,4})$/.exec(text)?.[1])
  if (!(number <= 65_535) || number === 443) throw new Error('not a port')
  return `%3A${number}`
}

function segments(path: string): string {
  if (path === '.well-known' || !path.split(':').every(isSegment)) throw new Error('not a path')
  return `:${path}`
}

function isSegment(text: string): boolean {
  if (text === '' || text === '.' || text === '..') return false
  return [...text.matchAll(/%(..)/g)].every(([, two = '']) => {
    const byte = Number.parseInt(two, 16)
    return byte >= 32 && byte !== 127 && !'/\\%.'.includes(String.fromCharCode(byte))
  })
}

export function load(): Jobs {
  return Object.fromEntries(
    Object.entries(didTexts).map(([name, text]) => {
      const run = () => parse(text)
      return [name, () => ({ run, agree: run })]
    }),
  )
}
