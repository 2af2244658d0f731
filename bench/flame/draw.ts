/**
 * A tree of calls as text: a line for each function, below its caller, the longest first.
 *
 * @module
 */

import type { Frame } from './tree.js'

const width = 20

/** `calls` is how often the case ran; what takes less than `least` of the whole, 0 to 1, is left out. */
export function draw(tree: Frame, calls: number, least: number): string {
  const lines = ['     us      %']
  const add = (frame: Frame, depth: number) => {
    const share = frame.total / tree.total
    if (share < least) return
    const bar = '█'.repeat(Math.max(1, Math.round(share * width))).padEnd(width)
    const us = (frame.total / calls).toFixed(2).padStart(7)
    const percent = (share * 100).toFixed(1).padStart(6)
    lines.push(`${us} ${percent}  ${bar} ${'  '.repeat(depth)}${frame.name}`)
    for (const callee of sorted(frame)) add(callee, depth + 1)
  }
  for (const callee of sorted(tree)) add(callee, 0)
  return lines.join('\n')
}

function sorted({ callees }: Frame): Frame[] {
  return [...callees.values()].sort((a, b) => b.total - a.total)
}
