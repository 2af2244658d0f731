/**
 * The messages that a session seals, and the names of their cases. They stand apart from the work, so that no package is
 * loaded to know them.
 *
 * @module
 */

export const sizes = [64, 256, 1024, 4096, 16_384] as const

export const batchSizes = [64, 256] as const

export const aeadNames: readonly string[] = [
  ...sizes.flatMap((size) => [`seal ${size} B`, `open ${size} B`, `seal and open ${size} B`]),
  ...batchSizes.map((size) => `seal 100 messages of ${size} B in a batch`),
]
