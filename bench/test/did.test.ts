// The parser that the engines are compared with does their work: it gives the same spelling and refuses the same.

import { Did } from 'countersign'
import { expect, test } from 'vitest'
import { parse } from '../peers/plain.js'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const texts = [
  `did:sage:ethereum:${account}`,
  `did:sage:eth:${account.toLowerCase()}`,
  `did:sage:eth:0x${account.slice(2).toUpperCase()}:7`,
  `did:sage:ethereum:${account.replace('Fd', 'FD')}`,
  `did:sage:ethereum:${account.toLowerCase()}:007`,
  `did:sage:ethereum:${account.toLowerCase()}:18446744073709551615`,
  `did:sage:ethereum:${account.toLowerCase()}:18446744073709551616`,
  `did:sage:ethereum:${account.toLowerCase()}:`,
  `did:sage:ethereum:${account.slice(0, -1)}`,
  'did:sage:ethereum',
  'did:sage:other:1',
  'did:sage:solana:11111111111111111111111111111111',
  'did:sage:sol:4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS',
  'did:sage:sol:4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtaj',
  'did:sage:sol:0zvw',
  'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK',
  'did:key:z',
  'did:key:z0',
  'did:key:m6Mk',
  'did:web:Agent.Example',
  'did:web:agent.example%3a8443:agents:7',
  'did:web:agent.example%3A443',
  'did:web:agent.example%3A0443',
  'did:web:agent.example%3A65536',
  'did:web:agent.example%2F',
  'did:web:127.0.0.1',
  'did:web:agent.0x7f',
  'did:web:-agent.example',
  'did:web:agent..example',
  'did:web:agent.example:.well-known',
  'did:web:agent.example:a:..:b',
  'did:web:agent.example:a%2Fb',
  'did:web:agent.example:a%20b',
  'did:web:agent.example:a%0Ab',
  'did:example:a:b:c',
  'did:example:a::c',
  'did:example:a:',
  'did:Example:a',
  'did:example:a/b',
  'did:example:a%zz',
  'did::a',
  'did:example:',
  'example:a',
  '',
]

test.each(texts)('%s', (text) => {
  expect(verdict(parse, text)).toBe(verdict(Did.parse, text))
})

function verdict(read: (text: string) => string, text: string): string {
  try {
    return read(text)
  } catch {
    return 'refused'
  }
}
