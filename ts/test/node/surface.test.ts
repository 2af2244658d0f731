// The worker serves what `ts/public-surface.txt` lists and gives no secret out, and nothing else. (That the list is true: `npm run surface`.)

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { connect, serve } from '../../src/entry/worker.js'
import * as api from '../../src/subpath/all.js'

const lines = readFileSync(new URL('../../public-surface.txt', import.meta.url), 'utf8')
// The parts of the list under the entries that have the names, of which `all` has every namespace.
const listed = new Set(
  lines
    .split('\n\n')
    .filter((part) => part.split('\n')[0]?.includes('countersign/all'))
    .flatMap((part) => part.split('\n'))
    .filter((line) => /^\w+\.(?!dangerously)\w+ function$/.test(line)),
)

type Anything = Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>>

test('the worker serves the listed functions of each namespace, and nothing else', async () => {
  expect(listed.size).toBeGreaterThan(150)
  const { port1, port2 } = new MessageChannel()
  serve(port1)
  const remote = connect(port2) as unknown as Anything
  const names = Object.entries(api).flatMap(([namespace, holder]) =>
    typeof holder === 'object' ? Object.keys(holder).map((name) => [namespace, name]) : [],
  )
  const inherited = ['constructor', 'toString', '__proto__', 'hasOwnProperty']
  const doors = ['sessionOf', 'sageSession', 'pendingOf', 'limitsOf', 'handleOf', 'shape']
  for (const namespace of Object.keys(api))
    for (const name of [...inherited, ...doors]) names.push([namespace, name])
  const served: string[] = []
  for (const [namespace = '', name = ''] of names) {
    // No function takes a symbol's name for an argument; what matters is whether it is asked at all.
    const outcome = await remote[namespace]?.[name]?.({ nonsense: true }).then(
      () => 'given',
      (error: Error) => error.message,
    )
    const refused = [`there is no ${namespace}.${name}`, `${namespace}.${name} is not served`]
    if (!refused.some((text) => outcome?.startsWith(text)))
      served.push(`${namespace}.${name} function`)
  }
  expect(served.sort()).toEqual([...listed].sort())
  port1.close()
})

test('no object leads to a handle', async () => {
  const signer = api.Keys.generate('Ed25519')
  const agreement = api.Keys.generate('X25519')
  const trust = { key: signer.publicKey }
  const session = api.Session.create({ secret: new Uint8Array(32), role: 'initiator' })
  const ring = api.Ring.prepare([signer.publicKey, api.Keys.generate('Ed25519').publicKey])
  const objects: object[] = [
    signer,
    agreement,
    session,
    ring,
    api.Session.ticketKey(),
    api.Handshake.gate(),
    api.Hpke.generate('X-Wing'),
    api.Guard.create(),
    api.Sage.Session.fromSeed(new Uint8Array(32), { id: 'a' }),
    api.Hpke.sender(agreement.publicKey, { info: new Uint8Array() }),
    api.Identity.create(),
    api.Identity.competence.verifier(trust, { domain: 'deploy:**' }),
    api.Identity.continuity.verifier(trust),
    api.Receipt.chainVerifier(trust),
    await api.Log.create(),
  ]
  for (const object of objects) {
    const type = object.constructor
    const own = Object.getOwnPropertyNames(type)
    expect(own.filter((name) => !['length', 'name', 'prototype'].includes(name))).toEqual([])
    expect(() => Reflect.construct(type as new () => object, [() => 1, () => 1])).toThrow(
      expect.objectContaining({ code: 'ERR_ARGUMENT' }),
    )
  }
})
