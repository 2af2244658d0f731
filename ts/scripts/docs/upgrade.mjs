// What became of each name of 0.1.0 that has another one now, from `ts/renamed.tsv`.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../setup/shell.mjs'
import { between } from './marks.mjs'

/** The page with a row for each name that changed. */
export function withRenamed(text) {
  const rows = readFileSync(join(root, 'ts/renamed.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .filter(([was, now]) => was !== now)
    .map(([was, now, why]) => `| \`${was}\` | ${now ? `\`${now}\`` : `gone: ${why}`} |`)
  return between(text, `| 0.1.0 | Now |\n| --- | --- |\n${rows.join('\n')}`)
}
