/**
 * Times the engines on this machine.
 *
 * @internal
 * @module
 */

import { CountersignError } from 'countersign'
import type { Command, Line, Outcome } from '../command.js'
import { misuse } from '../misuse.js'

/** `dist/bench/installed.js`, which `bench/installed.ts` describes. */
type Bench = {
  runInstalled(asked: {
    readonly filter: readonly string[]
    readonly all: boolean
    readonly peers: boolean
    readonly rounds?: number
  }): Promise<{ result: object; text: string; failed: readonly string[] }>
}

export const commands: readonly Command[] = [
  {
    name: 'bench',
    summary: 'time the native addon and WebAssembly side by side on this machine',
    options: {
      filter: { value: 'TEXT', multiple: true, help: 'only cases with TEXT in their name' },
      all: { help: 'every case, in full rounds: a result that can be sent in (half an hour)' },
      peers: { help: 'also other packages that do the same, of those that are installed' },
      rounds: { value: 'COUNT', help: 'rounds of each engine; default: 10, or 25 with --all' },
    },
    notes: [
      'Without --filter and --all, it times some operations of each kind, in under a minute. Every engine must give the same answer to a case before it is timed. Then they take turns.',
      'An engine that does not run here is n/a, and the last lines say why. --json gives the result in the form that the folder bench/results of the repository takes.',
    ],
    examples: [
      'countersign bench',
      'countersign bench --filter "verify ed25519" --peers',
      'countersign bench --all --peers --json --out darwin-arm64.json',
    ],
    run,
  },
]

async function run(line: Line): Promise<Outcome> {
  if (line.operand !== undefined)
    throw misuse(`bench takes no file: --filter "${line.operand}" chooses cases`)
  const { runInstalled } = await load()
  const rounds = roundsOf(line)
  try {
    const { result, text, failed } = await runInstalled({
      filter: line.all('filter'),
      all: line.has('all'),
      peers: line.has('peers'),
      ...(rounds !== undefined && { rounds }),
    })
    if (failed.length === 0) return { text, data: result }
    const refused = new CountersignError('ERR_INTERNAL', `${failed.length} cases failed`)
    return { text, data: result, refused }
  } catch (error) {
    // It says so of a filter that no case has.
    if (error instanceof RangeError) throw misuse(error.message, error)
    throw error
  }
}

/** It is bundled for this command, so the compiler does not know it. */
function load(): Promise<Bench> {
  const path = '../../bench/installed.js'
  return import(path)
}

function roundsOf(line: Line): number | undefined {
  const rounds = line.number('rounds')
  if (rounds !== undefined && (rounds < 1 || rounds > 500))
    throw misuse(`--rounds takes 1 to 500, not ${rounds}`)
  return rounds
}
