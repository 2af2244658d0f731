/**
 * DIDs: of a key, and their documents.
 *
 * @internal
 * @module
 */

import { Did, Keys } from 'countersign'
import type { Command, Line, Outcome } from '../command.js'
import { readPublicKey } from '../keys.js'
import { misuse } from '../misuse.js'
import { pretty, table } from '../words.js'
import { describeKey } from './keygen.js'

export const commands: readonly Command[] = [
  {
    name: 'did show',
    summary: 'the DIDs and other names of a key, or the parts of a DID',
    operands: 'KEY',
    options: {},
    notes: ['KEY is a file with a JWK or PEM, a Multikey or a DID. Nothing is fetched.'],
    examples: ['countersign did show agent.pub.jwk', 'countersign did show did:web:agent.example'],
    run: show,
  },
  {
    name: 'did resolve',
    summary: 'print the document of a DID, checked; did:web and did:plc are fetched over HTTPS',
    operands: 'DID',
    options: {},
    examples: ['countersign did resolve did:web:agent.example'],
    run: resolve,
  },
  {
    name: 'did document',
    summary: 'print the document that a did:web has to serve for a key',
    operands: 'KEY',
    options: {
      id: { value: 'DID', help: 'the DID, as did:web:agent.example' },
      name: { value: 'NAME', help: 'name of the key in the document; default: key-1' },
    },
    notes: ['Serve it at https://HOST/.well-known/did.json as application/did+json.'],
    examples: ['countersign did document --id did:web:agent.example agent.pub.jwk > did.json'],
    run: document,
  },
]

async function show(line: Line): Promise<Outcome> {
  const source = operandOf(line)
  if (source.startsWith('did:') && !/^did:(key|jwk):/.test(source)) {
    const parts = Did.inspect(source)
    return { text: `${table(Object.entries(parts))}\n`, data: parts }
  }
  const found = describeKey(await readPublicKey(source))
  const { jwk: _, ...names } = found
  return { text: `${table(Object.entries(names) as [string, string][])}\n`, data: found }
}

async function resolve(line: Line): Promise<Outcome> {
  const found = await Did.resolver().resolve(operandOf(line))
  return { text: `${pretty(found)}\n`, data: found }
}

async function document(line: Line): Promise<Outcome> {
  const id = Did.parse(line.needed('id', 'name the DID, as did:web:agent.example'))
  const key = await readPublicKey(operandOf(line))
  const made = documentOf(id, `${id}#${line.text('name') ?? 'key-1'}`, key)
  const checked = Did.checkDocument(made, { did: id })
  return { text: `${pretty(checked)}\n`, data: checked }
}

function documentOf(id: string, keyId: string, key: Keys.PublicKey): object {
  const signs = key.type !== 'X25519'
  const uses = signs
    ? ['authentication', 'assertionMethod', 'capabilityInvocation', 'capabilityDelegation']
    : ['keyAgreement']
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    verificationMethod: [
      {
        id: keyId,
        type: 'Multikey',
        controller: id,
        publicKeyMultibase: Keys.toMultikey(key),
      },
    ],
    ...Object.fromEntries(uses.map((use) => [use, [keyId]])),
  }
}

function operandOf(line: Line): string {
  const { operand } = line
  if (operand === undefined) throw misuse('name a DID, a Multikey or a file with a key')
  return operand
}
