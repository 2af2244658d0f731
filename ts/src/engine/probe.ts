/**
 * Can this host run the `wasm-fma` engine?
 *
 * The specification of relaxed SIMD lets a host round twice in `relaxed_madd`.
 * The kernels need one rounding, so the instruction is run, not only validated.
 *
 * @internal
 * @module
 */

/**
 * `(func (export "fused") (param f64 f64) (result f64)` that gives lane 1 of
 * `f64x2.relaxed_madd(splat a, splat a, splat c)`.
 */
const module = Uint8Array.from(
  '0061736d0100000001070160027c7c017c0302010007090105667573656400000a160114002000fd142000fd142001fd14fd8702fd21010b'.match(
    /../g,
  ) as string[],
  (byte) => Number.parseInt(byte, 16),
)

/** Tells whether relaxed SIMD is there and its multiply-add rounds once. */
export function canFuse(): boolean {
  const fused = probe()
  // (1 + e)^2 - (1 + 2e) is e^2 exactly, and 0 if the product was rounded first.
  const e = Number.EPSILON
  return fused !== undefined && fused(1 + e, -(1 + 2 * e)) === e * e
}

/** `a * a + c` as the host computes it; undefined where that does not compile. */
function probe(): ((a: number, c: number) => number) | undefined {
  try {
    if (!WebAssembly.validate(module)) return undefined
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module))
    return exports['fused'] as (a: number, c: number) => number
  } catch {
    // A policy that forbids WebAssembly, or a host without it. Loading the engine meets that next, and names it.
    return undefined
  }
}
