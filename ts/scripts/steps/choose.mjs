// Which steps a command runs, by its options.

import { parseArgs } from 'node:util'

import { Stop } from '../setup/shell.mjs'

const known = {
  all: { type: 'boolean', default: false },
  dev: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true, default: [] },
  system: { type: 'boolean', default: false },
}

/** `{ all, dev, list, only, system }` of a command line; `only` holds names, which a comma parts there. */
export function readOptions(args) {
  try {
    const { values } = parseArgs({ args, options: known })
    return { ...values, only: values.only.flatMap((names) => names.split(',')) }
  } catch (error) {
    throw new Stop(`${error.message}. The options are ${Object.keys(known).map(dashed).join(', ')}`)
  }
}

function dashed(name) {
  return `--${name}`
}

/** The steps of the first tier; of both with `all`; those that `only` names, of either tier, in the order of the list. */
export function choose(steps, { all = false, only = [] }) {
  if (only.length === 0) return steps.filter(({ tier = 1 }) => all || tier === 1)
  const names = steps.map(({ name }) => name)
  const wrong = only.filter((name) => !names.includes(name))
  if (wrong.length > 0)
    throw new Stop(`${wrong.map((name) => suggest(name, names)).join('\n')}
--only takes one or more of: ${names.join(', ')}`)
  return steps.filter(({ name }) => only.includes(name))
}

function suggest(name, names) {
  return `there is no step "${name}"; the nearest is "${nearest(name, names)}"`
}

/** The name that takes the fewest letters to add, drop or change. */
export function nearest(text, names) {
  const distances = new Map(names.map((name) => [name, distance(text, name)]))
  return names.toSorted((a, b) => distances.get(a) - distances.get(b))[0]
}

/** Levenshtein's distance, row by row. */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...b].entries())
      next.push(
        Math.min(row[column + 1] + 1, next[column] + 1, row[column] + (letter === other ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1)
}

/** A line for each step: its name, and how to ask for it where it is not of the first tier. */
export function list(steps) {
  const lines = steps.map(({ name, tier = 1 }) => (tier === 1 ? name : `${name} (--all)`))
  return lines.join('\n')
}
