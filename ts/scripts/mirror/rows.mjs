// One vocabulary says what became of a signature, a proof or a record: `state`, as `fact.rs` writes it and `facts.ts`
// types it. A row with `ok: true`, or with states of its own, would need rules of its own from whoever reads it.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

/** Where each host says it, how a second place would, and how to say it instead. */
const hosts = [
  {
    folder: 'rust/core/src',
    home: 'rust/core/src/fact.rs',
    second: /"(?:state|ok)\\?"\s*(?:\.to_owned\(\)|\.into\(\)|:|,)/g,
    instead: 'use verdict, finding or refused',
  },
  {
    folder: 'ts/src',
    home: 'ts/src/facts.ts',
    second: /\breadonly (?:state|ok)\??:|\bok: (?:true|false)\b/g,
    instead: 'use Row, Finding or Present',
  },
]

/** Places that write or type a state by themselves. */
export function rowFaults() {
  return hosts.flatMap(({ folder, home, ...rule }) =>
    files(join(root, folder))
      .map((path) => [relative(root, path), readFileSync(path, 'utf8')])
      .filter(([path]) => path !== home)
      .flatMap(([path, text]) => statesIn(text, rule).map((fault) => `${path}: ${fault}`)),
  )
}

/** What a text says of states by itself. */
export function statesIn(text, { second, instead }) {
  return withoutComments(text).flatMap((line) =>
    [...line.matchAll(second)].map(([found]) => `${found} says how something stands: ${instead}`),
  )
}

function withoutComments(text) {
  return text.split('\n').filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line))
}

export const rules = hosts
