/**
 * DIDs: parse.
 *
 * @module
 */

import { type Case, sageDid } from '../case.js'

const address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

const rows = [
  { name: 'parse did:sage', text: `did:sage:ethereum:${address}`, reference: sageDid(62.59) },
  {
    name: 'parse did:sage with nonce',
    text: `did:sage:ethereum:${address}:12345`,
    reference: sageDid(112.7),
  },
  { name: 'parse did:key', text: 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK' },
  { name: 'parse did:web', text: 'did:web:agent.example%3A8443:agents:7' },
]

export const didCases: readonly Case[] = rows.map(({ name, text, ...rest }) => ({
  name,
  group: 'did',
  ...rest,
  prepare: (api) => {
    const run = () => api.Did.parse(text)
    return { run, agree: run }
  },
}))
