/**
 * JSON Web Signatures.
 *
 * @internal
 * @module
 */

import { Encoding, Jws } from 'countersign'
import type { Command, Line, Outcome } from '../command.js'
import { readBytes, readText } from '../files.js'
import { readSigner, readTrust, signing, trusting } from '../keys.js'

export const commands: readonly Command[] = [
  {
    name: 'jws sign',
    summary: 'sign bytes as a JWS (RFC 7515), in the compact form',
    operands: '[FILE]',
    options: {
      ...signing,
      kid: { value: 'NAME', help: 'name of the key, for the header' },
      typ: { value: 'TYPE', help: 'type of the whole, for the header, as JWT' },
      detached: { help: 'leave the payload out' },
    },
    examples: ['echo hello | countersign jws sign --key agent.jwk'],
    run: sign,
  },
  {
    name: 'jws verify',
    summary: 'verify a JWS of any form, and print its payload',
    operands: '[FILE]',
    options: {
      ...trusting,
      typ: { value: 'TYPE', help: 'the type that the header must have' },
      payload: { value: 'FILE', help: 'the payload of a detached JWS' },
    },
    notes: ['With --json the payload is base64url, beside what is known of each signature.'],
    examples: ['countersign jws verify --trust agent.pub.jwk message.jws'],
    run: verify,
  },
]

async function sign(line: Line): Promise<Outcome> {
  using signer = await readSigner(line)
  const [kid, typ] = [line.text('kid'), line.text('typ')]
  const header = { ...(kid && { kid }), ...(typ && { typ }) }
  const payload = await readBytes(line.operand)
  const jws = Jws.sign(payload, signer, { header, detached: line.has('detached') })
  return { text: `${jws}\n`, data: { jws } }
}

async function verify(line: Line): Promise<Outcome> {
  const trust = await readTrust(line)
  const [typ, path] = [line.text('typ'), line.text('payload')]
  const detached = path === undefined ? undefined : await readBytes(path)
  const jws = (await readText(line.operand)).trim()
  const { payload, signatures } = Jws.verify(jws, trust, {
    ...(typ && { typ }),
    ...(detached && { payload: detached }),
  })
  const data = { payload: Encoding.base64url.encode(payload), signatures }
  return { text: payload, data }
}
