import { afterEach, describe, expect, test } from 'vitest'
import * as check from '../src/check.js'
import { members, optional, shape, withDefault } from '../src/shape.js'
import { Card, Keys } from '../src/subpath/all.js'
import { ledger as card } from './setup/card.js'

const read = shape({
  kid: check.text,
  witnesses: withDefault(check.integer, 0),
  now: optional(check.seconds),
})
const refused = (message: string | RegExp) =>
  expect.objectContaining({
    code: 'ERR_ARGUMENT',
    name: 'CountersignError',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  })

/** What a careless merge of JSON leaves behind. */
const pollute = (fields: Record<string, unknown>) => Object.assign(Object.prototype, fields)
const before = Object.keys(Object.prototype)
afterEach(() => {
  for (const name of Object.keys(Object.prototype))
    if (!before.includes(name)) delete (Object.prototype as Record<string, unknown>)[name]
})

describe('shape', () => {
  test('reads what is there, and the defaults of what is not', () => {
    expect(read({ kid: 'a' })).toEqual({ kid: 'a', witnesses: 0, now: undefined })
    expect(read({ kid: 'a', witnesses: 2 }).witnesses).toBe(2)
    expect(read({ kid: 'a', witnesses: undefined }).witnesses).toBe(0)
  })

  test.each([
    ['a member that is missing', {}, 'kid must be a string, got undefined'],
    ['no object at all', undefined, 'kid must be a string, got undefined'],
    ['null', null, 'options must be an object, got null'],
    ['an array', [], 'options must be an object, got an array'],
    ['a text', 'kid', 'options must be an object, got string'],
    [
      'a misspelt member',
      { kid: 'a', witneses: 2 },
      'there is no option "witneses"; did you mean "witnesses"?',
    ],
    [
      'another case',
      { kid: 'a', Now: new Date() },
      'there is no option "Now"; did you mean "now"?',
    ],
    [
      'a stranger',
      { kid: 'a', colour: 'red' },
      'there is no option "colour"; choose from kid, witnesses, now',
    ],
    ['a name of Object.prototype', { kid: 'a', toString: 'b' }, /no option "toString"/],
    [
      'a misspelt member of a class',
      Object.create({ kid: 'a', witneses: 2 }),
      /did you mean "witnesses"/,
    ],
    ['a long name', { kid: 'a', ['x'.repeat(1e6)]: 1 }, /"x{64}"; choose from/],
  ])('refuses %s', (_, value, message) => {
    expect(() => read(value)).toThrow(refused(message))
  })

  test('names what it reads', () => {
    expect(() => read({ kid: 5 }, 'trust.keys[3]')).toThrow(
      refused('trust.keys[3].kid must be a string, got number'),
    )
    expect(() => read({ kidd: 'a' }, 'trust')).toThrow(
      refused('trust has no member "kidd"; did you mean "kid"?'),
    )
  })

  test('reads each member once, and all before it checks one', () => {
    const order: string[] = []
    const options = {
      get kid() {
        order.push('kid')
        return 5
      },
      get witnesses() {
        order.push('witnesses')
        return 1
      },
    }
    expect(() => read(options)).toThrow(refused(/^kid must be/))
    expect(order).toEqual(['kid', 'witnesses'])
  })

  test('reads a member once where two levels have it', () => {
    let reads = 0
    class Base {
      get kid(): unknown {
        return 'of the base'
      }
    }
    class Options extends Base {
      override get kid() {
        reads += 1
        return reads === 1 ? undefined : 'of the second reading'
      }
    }
    expect(() => read(new Options())).toThrow(refused(/^kid must be a string, got undefined/))
    expect(reads).toBe(1)
  })

  test('members of a class count, own or inherited, and not its methods', () => {
    class Base {
      get kid() {
        return 'of the base'
      }
    }
    class Options extends Base {
      witnesses = 3
      helper() {}
    }
    expect(read(new Options())).toEqual({ kid: 'of the base', witnesses: 3, now: undefined })
    expect(read(Object.create({ kid: 'inherited' })).kid).toBe('inherited')
    expect(read(Object.assign(Object.create(null), { kid: 'bare' })).kid).toBe('bare')
    expect(read(Object.defineProperty({}, 'kid', { value: 'hidden' })).kid).toBe('hidden')
  })

  test('Object.prototype never counts', () => {
    pollute({ kid: 'polluted', witnesses: 9, nonsense: 1 })
    expect(() => read({})).toThrow(refused(/^kid must be a string/))
    expect(read({ kid: 'own' })).toEqual({ kid: 'own', witnesses: 0, now: undefined })
    expect(members({}, 'value', ['kid']).kid).toBeUndefined()
  })

  test('what a getter or a proxy throws becomes the cause of an error that names the object', () => {
    const boom = () => {
      throw new Error('code of the caller')
    }
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const thorny = new Proxy({}, { ownKeys: boom, getPrototypeOf: boom })
    for (const value of [
      {
        get kid() {
          return boom()
        },
      },
      new Proxy({}, { ownKeys: boom }),
      thorny,
      proxy,
    ]) {
      expect(() => read(value)).toThrow(refused('options cannot be read'))
    }
    expect(() => members(proxy, 'signer', ['sign'])).toThrow(refused('signer cannot be read'))
    expect(() => check.list(proxy, 'keys')).toThrow(refused('keys cannot be read'))
    expect(() => check.text(proxy, 'kid')).toThrow(refused('kid cannot be read'))
  })

  test('a member that is hidden or undefined is not refused, whatever its name', () => {
    const hidden = Object.defineProperty({ kid: 'a' }, 'note', { value: 1 })
    expect(read(hidden).kid).toBe('a')
    expect(read({ kid: 'a', note: undefined }).kid).toBe('a')
  })

  test('an object that inherits without end is refused', () => {
    const endless: object = new Proxy({}, { getPrototypeOf: () => endless, ownKeys: () => [] })
    expect(() => read(endless)).toThrow(refused(/inherits over/))
  })
})

describe('a polluted prototype changes no verdict', () => {
  const signer = Keys.fromSecret('Ed25519', new Uint8Array(32).fill(1))
  const stranger = Keys.fromSecret('Ed25519', new Uint8Array(32).fill(2))
  const kid = 'did:web:ledger.example#key-1'
  const text = JSON.stringify(Card.sign(card, signer, { kid }))
  const [own, other] = [signer, stranger].map(({ publicKey }) => [{ id: kid, key: publicKey }])
  const refuses = expect.objectContaining({ name: 'CountersignError' })

  test.each([
    ['keys', () => ({ keys: own })],
    ['key', () => ({ key: signer.publicKey })],
    ['allowEmbeddedKey', () => ({ allowEmbeddedKey: true })],
    ['acceptUnspecifiedForm', () => ({ acceptUnspecifiedForm: true })],
  ])('%s of a card', (_, fields) => {
    pollute(fields())
    expect(() => Card.verify(text, { keys: other as [] })).toThrow(refuses)
    expect(Card.verify(text, { keys: own as [] }).signer.trust).toBe('trusted')
    expect(() => Card.verify(text, {} as never)).toThrow(refuses)
  })
})
