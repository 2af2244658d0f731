/**
 * Documents of DIDs, as a resolver loaded them.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { maybe, textOf, verdictOf } from './answers.js'
import type { Documents } from './backend.js'
import { maxDocument, readName } from './bounds.js'
import type { Line } from './line.js'
import type { DocumentStore } from './types.js'

export function documentStore(line: Line, documents: Documents): DocumentStore {
  return {
    async find(did) {
      const name = readName(did, 'did')
      const [text] = await line.ask(() => documents.find(name), maybe(textOf))
      return text
    },
    async keep(did, text, seconds) {
      const name = readName(did, 'did')
      const document = check.text(text, 'text')
      const time = check.integer(seconds, 'seconds')
      // What is not kept is loaded again: a cache that is full costs time, and no safety.
      if (time === 0 || bytesOf(document) > maxDocument) return
      await line.ask(() => documents.keep(name, document, time), verdictOf('new', 'full'))
    },
    async forget(did) {
      const name = readName(did, 'did')
      await line.ask(() => documents.forget(name), verdictOf('new'))
    },
  }
}

const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).length
