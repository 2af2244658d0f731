/**
 * Agent cards.
 *
 * @internal
 * @module
 */

import { Card, Did } from 'countersign'
import type { Command, Line, Options, Outcome } from '../command.js'
import { readBytes } from '../files.js'
import { readSigner, readTrust, signing, trusting } from '../keys.js'
import { misuse } from '../misuse.js'
import { readings } from '../readings.js'
import { listText, pretty, signerText, table } from '../words.js'

const reading: Options = {
  reading: {
    value: 'NAME',
    help: `which bytes the signature covers: ${readings.join(', ')}`,
  },
}

export const commands: readonly Command[] = [
  {
    name: 'card init',
    summary: 'print a card to fill in',
    options: {
      name: { value: 'NAME', help: 'name of the agent; default: My agent' },
      url: { value: 'URL', help: 'where it is reached; default: https://agent.example/a2a' },
    },
    examples: ['countersign card init --name Ledger --url https://ledger.example/a2a > card.json'],
    run: init,
  },
  {
    name: 'card sign',
    summary: 'add a signature to an A2A agent card',
    operands: '[FILE]',
    options: {
      ...signing,
      kid: {
        value: 'NAME',
        help: 'name of the key, as did:web:agent.example#key-1; default: its did:key',
      },
      days: { value: 'N', help: 'for how many days it counts; default: without end' },
      ...reading,
    },
    examples: [
      'countersign card sign --key agent.jwk card.json > signed.json',
      'countersign card sign --key agent.jwk --kid did:web:agent.example#key-1 < card.json',
    ],
    run: sign,
  },
  {
    name: 'card verify',
    summary: 'verify the signatures of an agent card against a key that you trust',
    operands: '[FILE]',
    options: { ...trusting, ...reading },
    notes: ['The result shows what the signature does not cover, and what is wrong with the card.'],
    examples: [
      'countersign card verify --trust did:web:agent.example signed.json',
      'countersign card verify --trust agent.pub.jwk --json < signed.json',
    ],
    run: verify,
  },
  {
    name: 'card fetch',
    summary: 'fetch the card of an origin; with --trust, verify it',
    operands: 'ORIGIN',
    options: {
      ...trusting,
      ...reading,
      'allow-http': { help: 'also fetch by http, in a closed network' },
      'allow-private': { help: 'also fetch from private and loopback addresses' },
    },
    notes: ['Without --trust the card is printed as it came, and nothing is verified.'],
    examples: [
      'countersign card fetch https://agent.example',
      'countersign card fetch https://agent.example --trust did:web:agent.example',
    ],
    run: fetch,
  },
]

function init(line: Line): Outcome {
  const url = line.text('url') ?? 'https://agent.example/a2a'
  const card: Card.AgentCard = {
    name: line.text('name') ?? 'My agent',
    description: 'What it does, in a sentence',
    version: '1.0.0',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [
      {
        id: 'skill',
        name: 'A skill',
        description: 'What it is for',
        tags: ['a word to find it by'],
      },
    ],
  }
  return { text: `${pretty(card)}\n`, data: card }
}

async function sign(line: Line): Promise<Outcome> {
  using signer = await readSigner(line)
  const days = line.number('days')
  const now = new Date()
  const signed = Card.sign(await readBytes(line.operand), signer, {
    kid: line.text('kid') ?? Did.keyId(signer.publicKey),
    ...readingOf(line),
    ...(days !== undefined && {
      issuedAt: now,
      expires: new Date(now.getTime() + days * 86_400_000),
    }),
  })
  return { text: `${pretty(signed)}\n`, data: signed }
}

async function verify(line: Line): Promise<Outcome> {
  const trust = await readTrust(line)
  return verified(await readBytes(line.operand), trust, line)
}

async function fetch(line: Line): Promise<Outcome> {
  const origin = line.operand
  if (origin === undefined) throw misuse('name an origin, as https://agent.example')
  const policy = { allowHttp: line.has('allow-http'), allowPrivate: line.has('allow-private') }
  const trust = line.all('trust').length > 0 ? await readTrust(line) : undefined
  const { url, bytes } = await Card.fetch(origin, { policy })
  if (trust) return verified(bytes, trust, line)
  return { text: bytes, data: { url, verified: false, card: new TextDecoder().decode(bytes) } }
}

function verified(card: Uint8Array, trust: Parameters<typeof Card.verify>[1], line: Line): Outcome {
  const found = Card.verify(card, trust, readingOf(line))
  const { name, version } = found.card
  const text = table([
    ['verified', `${name} ${version}`],
    ['signer', signerText(found.signer)],
    ['not covered', listText(found.uncovered)],
    ['problems', listText(found.problems.map(({ path, code }) => `${path} ${code}`))],
  ])
  return { text: `${text}\n`, data: found }
}

function readingOf(line: Line): { readonly reading?: Card.Reading } {
  const name = line.text('reading')
  if (name === undefined) return {}
  const reading = readings.find((known) => known === name)
  if (!reading) throw misuse(`--reading takes ${readings.join(', ')}, not "${name}"`)
  return { reading }
}
