// A cluster of Redis or Valkey on loopback: three masters, each with a third of the slots.

import { folder, freePort, pause } from './process.js'
import { RedisServer } from './redis.js'

const slots = 16_384
const masters = 3

export class RedisCluster {
  readonly nodes: readonly RedisServer[]

  private constructor(nodes: readonly RedisServer[]) {
    this.nodes = nodes
  }

  static async start(command: string): Promise<RedisCluster> {
    const started: { readonly node: RedisServer; readonly bus: number }[] = []
    for (let count = 0; count < masters; count += 1) {
      // The usual port of the bus, 10,000 higher, may not be one.
      const bus = await freePort()
      const more = ['--cluster-enabled', 'yes', '--cluster-port', String(bus)]
      started.push({ node: await RedisServer.start(command, folder(), more), bus })
    }
    const cluster = new RedisCluster(started.map(({ node }) => node))
    for (const [index, { node }] of started.entries()) {
      const [first, end] = [index, index + 1].map((part) => Math.floor((part * slots) / masters))
      await node.ask('CLUSTER', 'ADDSLOTSRANGE', String(first), String(Number(end) - 1))
      for (const { node: other, bus } of started)
        await node.ask('CLUSTER', 'MEET', '127.0.0.1', String(other.port), String(bus))
    }
    await cluster.ready()
    return cluster
  }

  /** The address of one node, which knows the others. */
  get url(): string {
    return this.nodes[0]?.url ?? ''
  }

  /** Waits until each node knows who has which slots. */
  async ready(): Promise<void> {
    for (const node of this.nodes) while (!(await isWhole(node))) await pause(50)
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()))
  }
}

async function isWhole(node: RedisServer): Promise<boolean> {
  const info = String(await node.ask('CLUSTER', 'INFO'))
  return info.includes('cluster_state:ok') && info.includes(`cluster_size:${masters}`)
}
