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
  readonly callees: Map<string, Frame>
}

/**
 * The tree of a profile without the frames that `isLeftOut` names, and their own time. What they called stands in their
 * place.
 */
export function treeOf(
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  isLeftOut: (frame: Profiler.ProfileNode['callFrame']) => boolean,
): Frame {
  const spent = new Map<number, number>()
  for (const [index, id] of samples.entries())
    spent.set(id, (spent.get(id) ?? 0) + (timeDeltas[index] ?? 0))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const top = emptyFrame('')
  const add = (node: Profiler.ProfileNode, caller: Frame) => {
    const left = isLeftOut(node.callFrame)
    const frame = left ? caller : calledFrom(caller, labelOf(node.callFrame))
    if (!left) frame.self += spent.get(node.id) ?? 0
    for (const id of node.children ?? []) add(byId.get(id) as Profiler.ProfileNode, frame)
  }
  add(nodes[0] as Profiler.ProfileNode, top)
  sum(top)
  return top
}

function emptyFrame(name: string): Frame {
  return { name, self: 0, total: 0, callees: new Map() }
}

function calledFrom({ callees }: Frame, name: string): Frame {
  const known = callees.get(name)
  if (known) return known
  const frame = emptyFrame(name)
  callees.set(name, frame)
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
  for (const callee of frame.callees.values()) frame.total += sum(callee)
  return frame.total
}
