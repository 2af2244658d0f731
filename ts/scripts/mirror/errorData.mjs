// A code of the core carries the same data wherever it is raised. TypeScript raises some codes itself, before the core
// is asked: each such error must name the data that the core's table has for the code. If it says what the core says, it
// has the core's message too, of `generated/messages.ts`: a second text would be forgotten when the first is changed.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

/** What the errors have that the core does not raise, or that it raises for ranges alone. */
const host = {
  ERR_ARGUMENT: ['member'],
  ERR_FETCH_BLOCKED: ['member'],
  ERR_FETCH_LIMIT: ['limit'],
  ERR_FETCH_TYPE: ['want', 'got'],
  ERR_PART_MISSING: ['member'],
  ERR_REPLAY_FULL: ['limit'],
  ERR_SESSION_FULL: ['limit'],
  ERR_STORE_NAME: ['member', 'want', 'got'],
}

/** Every error of `ts/src` that lacks data of its code. */
export function errorDataFaults() {
  const found = files(join(root, 'rust/core/src/error')).map((path) => readFileSync(path, 'utf8'))
  const tables = found.join('\n')
  const [data, messages] = [dataOf(tables), messagesOf(tables)]
  for (const [code, names] of Object.entries(host)) data.set(code, names)
  return files(join(root, 'ts/src')).flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const faults = [...lacking(text, data), ...repeated(text, messages)]
    return faults.map((fault) => `${relative(root, path)}: ${fault}`)
  })
}

/** The names of the data of each code, from the tables of the core. */
export function dataOf(tables) {
  const rows = tables.matchAll(/^ {4}\w+(?:\(([^)]*)\))? = "(ERR_\w+)"/gm)
  return new Map(
    [...rows].map(([, data = '', code]) => [
      code,
      [...data.matchAll(/(\w+): /g)].map(([, name]) => name),
    ]),
  )
}

/** The message of each code, from the tables of the core; a place in it is `{}`. */
export function messagesOf(tables) {
  const rows = tables.matchAll(/= "(ERR_\w+)", "((?:[^"\\]|\\.)*)"/g)
  return new Map([...rows].map(([, code, text]) => [code, wordsOf(text.replace(/\\(.)/g, '$1'))]))
}

/** Errors made in `text` that say again what the core says. */
export function repeated(text, messages) {
  const made = text.matchAll(
    /new CountersignError\(\s*'(ERR_\w+)',\s*(?:'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g,
  )
  return [...made]
    .filter(([, code, plain, template]) => {
      const words = (plain ?? template).replace(/\\(.)/g, '$1').replace(/\$\{[^}]*\}/g, '{}')
      return messages.get(code) === wordsOf(words)
    })
    .map(([, code]) => `${code} has the words of the core: make it with \`coreError\``)
}

function wordsOf(message) {
  return message.replace(/\{\w*\}/g, '{}')
}

/** What errors made in `text` lack. */
export function lacking(text, data) {
  return [...text.matchAll(/new CountersignError\(/g)].flatMap(({ index }) => {
    const made = enclosed(text, index).replaceAll(/`[^`]*`/g, '')
    const [code] = made.match(/(?<=')ERR_\w+(?=')/) ?? []
    const [given] = made.match(/\{[^{]*$/) ?? ['']
    const names = (data.get(code) ?? []).filter((name) => !new RegExp(`\\b${name}\\b`).test(given))
    return names.length === 0 ? [] : [`${code} without ${names.join(', ')}`]
  })
}

/** From `start` to the bracket that closes the first one. */
function enclosed(text, start) {
  let depth = 0
  for (let end = start; end < text.length; end += 1) {
    if (text[end] === '(') depth += 1
    if (text[end] === ')') depth -= 1
    if (text[end] === ')' && depth === 0) return text.slice(start, end)
  }
  return text.slice(start)
}
