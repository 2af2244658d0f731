// The compose file of the registry. Docker is not run: what the file says is held against what is there, and the command
// of its Valkey against the server.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { parse } from 'yaml'

import { must } from '../stores/report.js'
import { folder } from '../stores/servers/process.js'
import { RedisServer } from '../stores/servers/redis.js'
import { connect } from '../stores/target.js'

const example = fileURLToPath(new URL('../../examples/registry/', import.meta.url))
const settings = new URL('../examples/registry/settings.js', import.meta.url).href

type Service = {
  readonly image?: string
  readonly command?: string
  readonly working_dir?: string
  readonly stop_grace_period?: string
  readonly volumes?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly depends_on?: Readonly<Record<string, unknown>>
}
type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly configs: Readonly<Record<string, { readonly content: string }>>
  readonly volumes: Readonly<Record<string, unknown>>
}

/** Compares the file with the registry; `server`: a program of Redis or Valkey. */
export async function checkCompose(server: string): Promise<object> {
  const compose = parse(readFileSync(join(example, 'compose.yaml'), 'utf8')) as Compose
  const registries = Object.entries(compose.services).filter(([name]) =>
    name.startsWith('registry'),
  )
  must(registries.length === 3, `${registries.length} instances`)
  for (const [name, service] of Object.entries(compose.services)) connected(compose, name, service)
  for (const [, service] of registries) await configured(compose, service)
  proxied(
    compose,
    registries.map(([name]) => name),
  )
  await takes(server, compose.services['valkey']?.command ?? '')
  return { services: Object.keys(compose.services).length, instances: registries.length }
}

/** Whatever a service names is there. */
function connected({ services, volumes }: Compose, name: string, service: Service): void {
  must(service.image !== undefined, `${name} has no image`)
  for (const other of Object.keys(service.depends_on ?? {}))
    must(other in services, `${name} waits for ${other}, which is nothing`)
  for (const [source = ''] of (service.volumes ?? []).map((volume) => volume.split(':')))
    must(source in volumes || existsSync(join(example, source)), `${name} mounts ${source}`)
}

/** Its variables are those of the registry, its command runs a file of it, and its addresses are services. */
async function configured({ services }: Compose, service: Service): Promise<void> {
  const { environment = {}, command = '', working_dir: place = '' } = service
  const { readSettings } = (await import(settings)) as {
    readSettings(env: object): Record<string, unknown>
  }
  const asked = new Set<string>()
  const env = new Proxy(environment, {
    get(target, name: string) {
      asked.add(name)
      return target[name]?.replace(/\$\{(\w+):\?[^}]*\}/, 'password')
    },
  })
  const { databaseUrl, redisUrl, drain, port } = readSettings(env)
  for (const name of Object.keys(environment)) must(asked.has(name), `nobody reads ${name}`)
  for (const url of [databaseUrl, redisUrl])
    must(new URL(String(url)).hostname in services, `${url} is no service`)
  must(Number(port) > 0, 'an instance listens somewhere')
  must(Number.parseInt(service.stop_grace_period ?? '', 10) * 1000 > Number(drain), 'it is cut off')
  const file = command.replace(/^node /, '')
  must(place.endsWith('/examples/registry') && existsSync(join(example, file)), `no ${file}`)
}

/** The proxy knows every instance, at its port. */
function proxied({ configs, services }: Compose, instances: readonly string[]): void {
  const text = configs['caddyfile']?.content ?? ''
  for (const name of instances)
    must(text.includes(`${name}:${services[name]?.environment?.['PORT']}`), `no proxy to ${name}`)
  must(text.includes('health_uri /ready'), 'the proxy asks nobody whether they are ready')
}

/** A server with its settings keeps what it acknowledged, as the stores want it. */
async function takes(program: string, command: string): Promise<void> {
  const [, ...args] = command.split(' ')
  const server = await RedisServer.start(program, folder(), args)
  const { stores, close } = await connect({ kind: 'redis', url: server.url })
  const { reasons } = await stores.health()
  await close()
  await server.stop()
  must(reasons.length === 0, reasons.join())
}
