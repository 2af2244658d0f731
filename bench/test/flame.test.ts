import type { Profiler } from 'node:inspector'

import { expect, test } from 'vitest'

import { draw } from '../flame/draw.js'
import { plainName } from '../flame/names.js'
import { treeOf } from '../flame/tree.js'

test.each([
  ['_ZN19countersign_kernels5stack5sweep17ha74210e896d1680aE', 'kernels::stack::sweep'],
  [
    '_ZN19countersign_kernels12edwards2551914Point$LT$F$GT$3add17hfd76d8128be1f12dE',
    'kernels::edwards25519::Point<F>::add',
  ],
  [
    '_ZN97_$LT$countersign_core..encoding..radix..Low$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4next17h0971cd4d1a3e1c55E',
    '<core::encoding::radix::Low as core::iter::traits::iterator::Iterator>::next',
  ],
  ['_ZN16_$LT$T$u3b$4$GT$17h0971cd4d1a3e1c55E', '<T;4>'],
  ['_RNvMNtCs5cOc02OMXlo_5alloc6stringNtB2_6String4push', 'alloc::string::String::push'],
  ['_RNvNtNtCsgXGp5Oqx2Ny_4core3str8converts9from_utf8', 'core::str::converts::from_utf8'],
  ['cardVerify String u32 String String', 'cardVerify String u32 String String'],
])('%s', (symbol, name) => {
  expect(plainName(symbol)).toBe(name)
})

/** Called by `run`, which is ours: `verify` twice, from two places, and `check` in WebAssembly. */
const profile: Profiler.Profile = {
  startTime: 0,
  endTime: 100,
  nodes: [
    node(1, '(root)', '', [2, 5]),
    node(2, 'run', 'file:///bench.js', [3]),
    node(3, 'verify', 'file:///countersign/verify.js', [4]),
    node(4, '_ZN4core5check17h0123456789abcdefE', 'wasm://wasm/1', []),
    node(5, 'verify', 'file:///countersign/verify.js', []),
  ],
  samples: [3, 4, 4, 5, 2],
  timeDeltas: [10, 20, 30, 40, 500],
}

function node(id: number, functionName: string, url: string, children: number[]) {
  const callFrame = { functionName, url, scriptId: '0', lineNumber: 0, columnNumber: 0 }
  return { id, callFrame, children }
}

test('what the measuring program calls stands at the top, once for each function', () => {
  const tree = treeOf(profile, ({ functionName }) => /root|run/.test(functionName))
  expect(tree).toMatchObject({ self: 0, total: 100 })
  const [verify] = tree.callees.values()
  expect(tree.callees.size).toBe(1)
  expect(verify).toMatchObject({ name: 'verify (verify.js)', self: 50, total: 100 })
  expect(verify?.callees.get('core::check')).toMatchObject({ self: 50, total: 50 })
})

test('a line for each function that takes long enough, below its caller', () => {
  const tree = treeOf(profile, ({ functionName }) => /root|run/.test(functionName))
  expect(draw(tree, 10, 0.01).split('\n')).toEqual([
    '     us      %',
    '  10.00  100.0  ████████████████████ verify (verify.js)',
    '   5.00   50.0  ██████████             core::check',
  ])
  expect(draw(tree, 10, 0.6)).not.toContain('check')
})
