// did:plc over a directory: its logs are served as the public one serves them, and the engine believes none of them.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Did } from '../../src/subpath/all.js'
import { refusal } from '../setup/help.js'
import { type Case, cases } from '../setup/plcCases.js'

const folder = new URL('../../../rust/vectors/did/did-plc/', import.meta.url)
const file = (name: string) => new URL(name, folder)
const read = (name: string) => JSON.parse(readFileSync(file(name), 'utf8'))
const made = cases()

let server: Server
let answer: unknown
const asked: string[] = []
const policy = { allowPrivate: true, allowHttp: true, timeout: 300_000 }

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => server.close())

function resolve(did: string, log: unknown): Promise<Did.DidDocument> {
  const { port } = server.address() as { port: number }
  answer = log
  const directories = { plc: `http://127.0.0.1:${port}/` }
  return Did.resolver({ policy, directories }).resolve(did)
}

test('the vectors are what another implementation makes', () => {
  if (process.env['COUNTERSIGN_WRITE_VECTORS'] !== undefined) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file('own.json'), `${JSON.stringify({ cases: made }, undefined, 2)}\n`)
  }
  expect(read('own.json').cases).toEqual(JSON.parse(JSON.stringify(made)))
})

describe('own logs', () => {
  test.each(made.filter((row) => row.document))('$name', async ({ did, log, document }) => {
    asked.length = 0
    expect(await resolve(did, log)).toEqual(document)
    expect(asked).toEqual([`/${did}/log/audit`])
  })

  test('that are refused give no document', async () => {
    for (const { name, did, log, code } of made.filter((row) => row.code))
      await expect(resolve(did, log), name).rejects.toThrow(refusal(code ?? ''))
  })
})

describe('a directory', () => {
  const [first] = made as readonly [Case, ...Case[]]

  test('on this machine is not asked unless that is allowed', async () => {
    const { port } = server.address() as { port: number }
    const directories = { plc: `http://127.0.0.1:${port}` }
    asked.length = 0
    await expect(Did.resolver({ directories }).resolve(first.did)).rejects.toThrow(
      refusal('ERR_FETCH_BLOCKED'),
    )
    expect(asked).toEqual([])
  })

  test('gives the document again, and is not asked again', async () => {
    const { port } = server.address() as { port: number }
    answer = first.log
    const directories = { plc: `http://127.0.0.1:${port}` }
    const resolver = Did.resolver({ policy, directories })
    asked.length = 0
    expect(await resolver.resolve(first.did)).toEqual(first.document)
    expect(await resolver.resolve(first.did.toUpperCase().replace('DID:PLC', 'did:plc'))).toEqual(
      first.document,
    )
    expect(asked.length).toBe(1)
  })

  test('of a method without one, or a name that is no method, is refused by name', () => {
    for (const name of ['plcc', 'web', 'sage'])
      expect(() => Did.resolver({ directories: { [name]: 'https://a.example' } })).toThrow(
        expect.objectContaining({ code: 'ERR_ARGUMENT', message: expect.stringContaining(name) }),
      )
  })
})
