/**
 * libp2p PeerIds.
 *
 * @internal
 * @module
 */

import { Did } from 'countersign'
import { Peer } from 'countersign/libp2p'
import type { Command, Line, Outcome } from '../command.js'
import { readPublicKey } from '../keys.js'
import { misuse } from '../misuse.js'
import { table } from '../words.js'

export const commands: readonly Command[] = [
  {
    name: 'peer',
    summary: 'the libp2p PeerId of a key, or the parts of a PeerId',
    operands: 'KEY|PEERID',
    options: {},
    notes: ['KEY is a file with a JWK or PEM, a Multikey, or a DID.'],
    examples: ['countersign peer agent.pub.jwk', 'countersign peer 12D3KooW…'],
    run: peer,
  },
]

async function peer(line: Line): Promise<Outcome> {
  const { operand } = line
  if (operand === undefined) throw misuse('name a PeerId, a DID, a Multikey or a file with a key')
  const isPeerId = /^(12D3KooW|16Uiu2HA|Qm|k51|baf)/.test(operand)
  const found = isPeerId
    ? Peer.parse(operand)
    : Peer.parse(Peer.fromKey(await readPublicKey(operand)))
  const did = found.hash === 'identity' ? Did.parse(Peer.toDid(found.id)) : undefined
  const data = { ...found, ...(did && { did }) }
  return { text: `${table(Object.entries(data))}\n`, data }
}
