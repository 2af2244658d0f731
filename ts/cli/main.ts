#!/usr/bin/env node
/**
 * The command `countersign`.
 *
 * @internal
 * @module
 */

import { type CountersignError, isCountersignError } from 'countersign'
import { type Command, Line, type Outcome } from './command.js'
import { errorData, errorText } from './errors.js'
import { writeNew } from './files.js'
import { commandHelp, groupHelp, groups, overview } from './help.js'
import { isMisuse, misuse } from './misuse.js'

type Module = { readonly commands: readonly Command[] }

/** Loaded when asked for: each brings its own part of the package. */
const modules: Readonly<Record<string, () => Promise<Module>>> = {
  bench: () => import('./commands/bench.js'),
  card: () => import('./commands/card.js'),
  did: () => import('./commands/did.js'),
  explain: () => import('./commands/explain.js'),
  grant: () => import('./commands/grant.js'),
  http: () => import('./commands/http.js'),
  identity: () => import('./commands/identity.js'),
  jws: () => import('./commands/jws.js'),
  keygen: () => import('./commands/keygen.js'),
  peer: () => import('./commands/peer.js'),
  receipt: () => import('./commands/receipt.js'),
}

const args = process.argv.slice(2)
const isJson = args.includes('--json')

run(args).then(
  (status) => {
    process.exitCode = status
  },
  (error: unknown) => {
    process.exitCode = fail(error)
  },
)

/** Carries a command line out, and gives the exit code. */
async function run([group = '--help', ...rest]: readonly string[]): Promise<number> {
  if (group === '--help' || group === 'help') return say(overview())
  if (group === '--version') return say(`${await version()}\n`)
  const load = Object.hasOwn(modules, group) ? modules[group] : undefined
  if (!load)
    throw misuse(`there is no command "${group}"; there are ${Object.keys(groups).join(', ')}`)
  const { commands } = await load()
  const [word, ...after] = rest
  const single = commands.find(({ name }) => name === group)
  if (single) return carryOut(single, rest)
  if (word === undefined || word === '--help') return say(groupHelp(group, commands))
  const command = commands.find(({ name }) => name === `${group} ${word}`)
  if (command) return carryOut(command, after)
  const names = commands.map(({ name }) => name).join(', ')
  throw misuse(`there is no command "${group} ${word}"; there are ${names}`)
}

async function carryOut(command: Command, args: readonly string[]): Promise<number> {
  const line = new Line(command, args)
  if (line.has('help')) return say(commandHelp(command))
  const outcome = await command.run(line)
  await print(outcome, line.text('out'))
  if (!outcome.refused) return 0
  if (!isJson) complain(outcome.refused)
  return 1
}

async function print({ text, data, refused }: Outcome, path: string | undefined): Promise<void> {
  const whole = refused ? { error: errorData(refused), ...(data as object) } : data
  const content = isJson ? `${JSON.stringify(whole)}\n` : text
  if (path === undefined || refused) process.stdout.write(content)
  else await writeNew(path, content)
}

/** Says what is wrong and what to do, and gives the exit code. What is no error of ours is a fault of this tool. */
function fail(error: unknown): number {
  if (!isCountersignError(error)) throw error
  if (isJson) process.stdout.write(`${JSON.stringify({ error: errorData(error) })}\n`)
  else complain(error)
  return isMisuse(error) ? 2 : 1
}

function complain(error: CountersignError): void {
  process.stderr.write(`${errorText(error)}\n`)
}

function say(text: string): number {
  process.stdout.write(text)
  return 0
}

async function version(): Promise<string> {
  const { readText } = await import('./files.js')
  const { fileURLToPath } = await import('node:url')
  // From `dist/cli`.
  const path = fileURLToPath(new URL('../../package.json', import.meta.url))
  return (JSON.parse(await readText(path)) as { version: string }).version
}
