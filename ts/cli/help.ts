/**
 * The help: of the tool, of a group, of a command.
 *
 * @internal
 * @module
 */

import { type Command, common, type Options } from './command.js'

/** Every group and what it is for, in the order in which somebody learns them. */
export const groups: Readonly<Record<string, string>> = {
  keygen: 'make a key',
  did: 'show, resolve and make DIDs',
  card: 'sign, verify and fetch A2A agent cards',
  jws: 'sign and verify JSON Web Signatures',
  receipt: 'sign what an agent did, and verify that',
  grant: 'let an agent act for somebody, within limits',
  http: 'sign and verify HTTP requests',
  identity: 'keep keys in an encrypted file',
  peer: 'libp2p PeerIds',
  explain: 'say what a document is and claims, or what an error means',
  bench: 'time the engines on this machine',
}

/** What `countersign --help` says. */
export function overview(): string {
  return `countersign: identity for AI agents that others can verify.

Usage: countersign COMMAND [OPTIONS] [FILE]

${columns(Object.entries(groups))}

A first card:
  countersign keygen --private agent.jwk > agent.pub.jwk
  countersign card init > card.json
  countersign card sign --key agent.jwk card.json > signed.json
  countersign card verify --trust agent.pub.jwk signed.json

countersign COMMAND --help says more. Without FILE, standard input is read.
With --json, standard output is one JSON value, also of an error.
Exit codes: 0 done and verified, 1 refused, 2 the command line cannot be carried out.
`
}

/** What `countersign card --help` says. */
export function groupHelp(name: string, commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const)
  return `countersign ${name}: ${groups[name]}

${columns(rows)}

countersign ${commands[0]?.name} --help says more.
`
}

/** What `countersign card sign --help` says. */
export function commandHelp({
  name,
  summary,
  operands,
  options,
  notes = [],
  examples,
}: Command): string {
  const paragraphs = notes.map((note) => `${note}\n\n`).join('')
  return `countersign ${name}: ${summary}

Usage: countersign ${name} [OPTIONS]${operands ? ` ${operands}` : ''}

${columns(optionRows({ ...options, ...common }))}

${paragraphs}Examples:
${examples.map((example) => `  ${example}`).join('\n')}
`
}

function optionRows(options: Options): (readonly [string, string])[] {
  return Object.entries(options).map(([name, { value, help, multiple }]) => [
    `--${name}${value ? ` ${value}` : ''}`,
    multiple ? `${help} (may stand several times)` : help,
  ])
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join('\n')
}
