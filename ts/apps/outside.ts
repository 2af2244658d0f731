// An application as somebody has it who copied its folder: outside the repository, with the packed package, by npm alone.

import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { folder, Program } from '../stores/servers/process.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** npm that started us; its own path may be that of a shell. */
const npmScript = process.env['npm_execpath'] ?? ''
const [npm, first]: readonly [string, readonly string[]] = npmScript.endsWith('.js')
  ? [process.execPath, [npmScript]]
  : ['npm', []]
const env: NodeJS.ProcessEnv = {
  ...process.env,
  // What the application starts is the Node that runs this.
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
}

export class Outside {
  readonly path: string
  readonly #place: ReturnType<typeof folder>

  private constructor(place: ReturnType<typeof folder>, name: string) {
    this.#place = place
    this.path = join(place.path, name)
  }

  /** Copies an application, and runs `npm install` with the tarball in place of the package. */
  static of(name: string): Outside {
    const outside = new Outside(folder(), name)
    const { path } = outside
    cpSync(join(root, 'examples', name), path, {
      recursive: true,
      filter: (source) => !/node_modules|package-lock|[\\/]data$/.test(source),
    })
    const packed = runNpm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', path)
    const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('['))) as [{ filename: string }]
    runNpm(path, 'install', '--no-audit', '--no-fund', `./${filename}`)
    return outside
  }

  /** `npm start`, with these variables and arguments. */
  start(variables: NodeJS.ProcessEnv, ...args: readonly string[]): Program {
    const more = args.length > 0 ? ['--', ...args] : []
    return new Program(npm, [...first, 'start', ...more], {
      cwd: this.path,
      env: { ...env, ...variables },
      detached: true,
    })
  }

  remove(): void {
    this.#place.remove()
  }
}

function runNpm(cwd: string, ...args: readonly string[]): string {
  return execFileSync(npm, [...first, ...args], { cwd, env, encoding: 'utf8' })
}
