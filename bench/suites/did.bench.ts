/**
 * DIDs: parse.
 *
 * @module
 */

import type { Case } from '../case.js'
import { didTexts } from '../peers/work/did.js'

export const didCases: readonly Case[] = Object.entries(didTexts).map(([name, text]) => ({
  name,
  group: 'did',
  prepare: (api) => {
    const run = () => api.Did.parse(text)
    return { run, agree: run }
  },
}))
