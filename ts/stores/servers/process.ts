// Programs that a test starts, on loopback and in a folder of their own, and ends by their process.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export { freePort } from '../../scripts/setup/port.mjs'

/** What a program says of its version. */
export function versionOf(program: string): string {
  return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
}

/** Whom a program runs as: PostgreSQL refuses to run as root. */
export type Owner = { readonly uid: number; readonly gid: number }

/** Where a program keeps its files. */
export type Folder = { readonly path: string; remove(): void }

/** A folder that is gone at the end. */
export function folder(owner?: Owner): Folder {
  const path = mkdtempSync(join(tmpdir(), 'countersign-'))
  chmodSync(path, 0o700)
  if (owner) execFileSync('chown', [`${owner.uid}:${owner.gid}`, path])
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** The owner of an unprivileged account, where this process is root; else itself. */
export function unprivileged(...names: readonly string[]): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = names.map((name) => accounts.find(([found]) => found === name)).find(Boolean)
  return account && { uid: Number(account[2]), gid: Number(account[3]) }
}

/** What a program finds in its environment. */
export type Variables = { readonly env: NodeJS.ProcessEnv }

/** How many characters of its output are kept. */
const outputKept = 64_000_000

const running = new Set<Program>()
// A check that breaks off leaves no server behind.
process.once('exit', () => {
  for (const program of running) program.signal('SIGKILL')
})

/** A program that runs until it is ended. */
export class Program {
  readonly #child: ChildProcess
  readonly #hasGroup: boolean
  #output = ''

  constructor(command: string, args: readonly string[], how: Program.Options = {}) {
    this.#child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...how })
    this.#hasGroup = how.detached === true
    running.add(this)
    this.#child.once('exit', () => running.delete(this))
    const take = (chunk: Buffer) => {
      this.#output = (this.#output + chunk).slice(-outputKept)
    }
    this.#child.stdout?.on('data', take)
    this.#child.stderr?.on('data', take)
  }

  /** Processor time of it and its children, in microseconds; 0 where the system does not tell. */
  get cpu(): number {
    return ticksOf(this.#child.pid ?? 0) * microsecondsInTick
  }

  /** The end of what it wrote. */
  get output(): string {
    return this.#output
  }

  /** Its exit code; `null` while it runs, and if a signal ended it. */
  get code(): number | null {
    return this.#child.exitCode
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Ends it with a signal, and waits until it is gone. */
  async end(name: NodeJS.Signals): Promise<void> {
    if (this.hasEnded) return
    const gone = new Promise((resolve) => this.#child.once('exit', resolve))
    this.signal(name)
    await gone
  }

  /** Sends a signal; to all that it started, if it has a group of its own. */
  signal(name: NodeJS.Signals): void {
    const { pid } = this.#child
    if (this.#hasGroup && pid !== undefined) process.kill(-pid, name)
    else this.#child.kill(name)
  }

  /** Waits until `isReady`, which may throw; stops waiting if the program ends. */
  async ready(isReady: () => Promise<unknown>): Promise<void> {
    for (;;) {
      if (this.hasEnded) throw new Error(`the program ended:\n${this.#output.slice(-4000)}`)
      try {
        return void (await isReady())
      } catch {
        await pause(50)
      }
    }
  }
}

export declare namespace Program {
  type Options = Partial<Owner & Variables> & {
    /** The folder in which it runs. */
    readonly cwd?: string
    /** Whether it gets a group of its own: for a program that starts others. */
    readonly detached?: boolean
  }
}

/** Linux counts in hundredths of a second, whatever its own tick is. */
const microsecondsInTick = 10_000

/** Of a process, of those it has waited for, and of those that it is the parent of. */
function ticksOf(program: number): number {
  if (!existsSync('/proc/self/stat')) return 0
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const all = pids.map((pid) => [Number(pid), ...statOf(pid)] as const)
  return all
    .filter(([pid, parent]) => pid === program || parent === program)
    .reduce((sum, [pid, , own, children]) => sum + own + (pid === program ? children : 0), 0)
}

/** Parent, own ticks, and ticks of children that have ended: fields 4, 14 and 15, 16 and 17. */
function statOf(pid: string): readonly [number, number, number] {
  try {
    // The name of the program stands in brackets and may hold blanks.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    const fields = text.split(' ').map(Number)
    const sum = (first: number) => (fields[first] ?? 0) + (fields[first + 1] ?? 0)
    return [fields[1] ?? 0, sum(11), sum(13)]
  } catch {
    return [0, 0, 0]
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
