/**
 * A profile as one tree of calls.
 *
 * @module
 */

import type { Profiler } from 'node:inspector'
import { plainName } from './names.js'

/** A function where it was called from. */
export type Frame = {
  readonly name: string
  /** Microseconds in the whole profile: of the function itself, and with all that it called. */
  self: number
  total: number
  readonly calls: Map<string, Frame>
}

/**
 * The tree of what ran below the frames that `isOurs` says belong to the program that measured. Those, and what V8 does
 * between calls, are left out; what they called stands at the top.
 */
export function treeOf(
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  isOurs: (frame: Profiler.ProfileNode['callFrame']) => boolean,
): Frame {
  const spent = new Map<number, number>()
  for (const [index, id] of samples.entries())
    spent.set(id, (spent.get(id) ?? 0) + (timeDeltas[index] ?? 0))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const top = emptyFrame('')
  const add = (node: Profiler.ProfileNode, caller: Frame) => {
    const mine = isOurs(node.callFrame)
    const frame = mine ? caller : calledFrom(caller, labelOf(node.callFrame))
    if (!mine) frame.self += spent.get(node.id) ?? 0
    for (const id of node.children ?? []) add(byId.get(id) as Profiler.ProfileNode, frame)
  }
  add(nodes[0] as Profiler.ProfileNode, top)
  sum(top)
  return top
}

function emptyFrame(name: string): Frame {
  return { name, self: 0, total: 0, calls: new Map() }
}

function calledFrom({ calls }: Frame, name: string): Frame {
  const known = calls.get(name)
  if (known) return known
  const frame = emptyFrame(name)
  calls.set(name, frame)
  return frame
}

/** A function of WebAssembly by its name alone; one of JavaScript with its file, as its name may be none. */
function labelOf({ functionName, url }: Profiler.ProfileNode['callFrame']): string {
  if (url.startsWith('wasm:')) return plainName(functionName)
  const file = url.split('/').at(-1)
  return `${functionName || '(a function without a name)'}${file ? ` (${file})` : ''}`
}

function sum(frame: Frame): number {
  frame.total = frame.self
  for (const call of frame.calls.values()) frame.total += sum(call)
  return frame.total
}
