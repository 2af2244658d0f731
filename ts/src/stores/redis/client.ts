/**
 * The clients of Redis and Valkey, which all send a script with its keys.
 *
 * A script is sent whole each time: a server that was restarted, or that became the master a moment ago, knows none.
 *
 * @internal
 * @module
 */

import * as check from '../../check.js'
import { CountersignError } from '../../errors.js'
import { members } from '../../shape.js'

/** A client of `redis`. */
export type NodeRedis = { sendCommand(command: readonly string[]): Promise<unknown> }

/** A cluster of `redis`, as `createCluster` makes it. */
export type NodeRedisCluster = {
  readonly masters: readonly unknown[]
  sendCommand(
    key: string | undefined,
    isReadonly: boolean | undefined,
    command: string[],
  ): Promise<unknown>
}

/** A client of `ioredis`, or its cluster. */
export type IoRedis = {
  readonly isCluster: boolean
  call(command: string, ...args: string[]): Promise<unknown>
}

/** Any of them. */
export type RedisClient = NodeRedis | NodeRedisCluster | IoRedis

/** Sends a command to the node that has `key`. */
export type Send = (key: string | undefined, command: readonly string[]) => Promise<unknown>

/** Asks a script, whose keys are in one slot. */
export type Ask = (
  script: string,
  keys: readonly string[],
  values: readonly (string | number)[],
) => Promise<unknown>

/** How to send a command with this client. */
export function sender(client: RedisClient): Send {
  const { call, sendCommand, masters } = members(client, 'client', [
    'call',
    'sendCommand',
    'masters',
  ])
  if (typeof call === 'function')
    return (_, [command, ...args]) => (client as IoRedis).call(command as string, ...args)
  check.callable(sendCommand, 'client.sendCommand')
  if (masters === undefined) return (_, command) => (client as NodeRedis).sendCommand(command)
  return (key, command) => (client as NodeRedisCluster).sendCommand(key, false, [...command])
}

/** Whether this client sends commands without a key to any node, so that it cannot wait for replicas of a write. */
export function isScattered(client: RedisClient): boolean {
  return members(client, 'client', ['isCluster']).isCluster === true
}

/** How many replicas have to have a write before it counts, and for how long they are waited for, in milliseconds. */
export type Replicas = { readonly count: number; readonly timeout: number }

/** How to ask a script. A script that wrote counts once enough replicas have what it wrote. */
export function asker(send: Send, { count, timeout }: Replicas): Ask {
  return async (script, keys, values) => {
    const numbered = [String(keys.length), ...keys, ...values.map(String)]
    const answer = await fullOr(send(keys[0], ['EVAL', script, ...numbered]))
    if (count === 0 || answer !== 'new') return answer
    const reached = await send(keys[0], ['WAIT', String(count), String(timeout)])
    if (typeof reached === 'number' && reached >= count) return answer
    throw new CountersignError(
      'ERR_STORE_UNAVAILABLE',
      `of ${count} replicas, ${reached} have it: nothing is accepted`,
    )
  }
}

/** A server that may use no more memory takes no writes, and so is full. */
async function fullOr(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (/^OOM|\bOOM command not allowed/.test((error as Error)?.message ?? '')) return 'full'
    throw error
  }
}
