// Documents as somebody has them who opens the page, and whom to trust.

import { Card, Did, Jws, Keys, Receipt } from '../../../../dist/src/entry/node.js'
import { Grant } from '../../../../dist/src/subpath/node/grant.js'
import { HttpSig } from '../../../../dist/src/subpath/node/http.js'

const agent = Keys.generate('Ed25519')
export const did = Did.fromKey(agent.publicKey)
export const jwk = JSON.stringify(Keys.toJwk(agent.publicKey))
export const didDocument = JSON.stringify(Did.document(did))
/** Of somebody else. */
export const stranger = Did.fromKey(Keys.generate('Ed25519').publicKey)

const keyid = Did.keyId(agent.publicKey)
const draft = {
  name: 'Ledger',
  description: 'Keeps the books of a small shop',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://ledger.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'close', name: 'Close a month', description: 'Balances it', tags: ['books'] }],
}

export const card = JSON.stringify(Card.sign(draft, agent, { kid: keyid }), null, 2)
/** As servers of the first-party SDK sign it. */
export const sdkCard = JSON.stringify(
  Card.sign({ ...draft, capabilities: {} }, agent, { kid: keyid, reading: 'a2a-sdk' }),
)
export const jws = Jws.sign(new TextEncoder().encode('a letter'), agent, { header: { kid: keyid } })
export const receipt = JSON.stringify(Receipt.issue({ action: 'pay', content: 1 }, agent))
export const grant = JSON.stringify(
  Grant.issue(
    {
      issuer: did,
      subject: stranger,
      subjectKey: Did.toKey(stranger),
      capabilities: ['read:books'],
    },
    agent,
  ),
)

/** As it travels: lines end with CR and LF, and so do those of the body. */
export const request = requestWith('{\r\n  "item": 1\r\n}\r\n')

function requestWith(body) {
  const message = {
    kind: 'request',
    method: 'POST',
    url: 'https://api.example/orders',
    headers: [
      ['Host', 'api.example'],
      ['Content-Type', 'application/json'],
    ],
    body,
  }
  const { headers } = HttpSig.sign(message, agent, {
    keyid,
    // Long past, for a server.
    created: new Date(Date.UTC(2026, 0, 1)),
  })
  const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `POST /orders HTTP/1.1\r\n${fields}\r\n${body}`
}
