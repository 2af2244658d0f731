/**
 * The plots of the bench, as SVG elements: at build time for the report, live in the page.
 *
 * Each function takes the document that makes the elements, so that it needs no browser. Colours are the
 * CSS variables `--native`, `--wasm-fma`, `--wasm` and `--peer`; all else is `currentColor`.
 *
 * @module
 */

export { groupBars } from './bars.js'
export { percentileCurves } from './percentiles.js'
export { scalingCurves } from './scaling.js'
export type { Named } from './series.js'
export { speedupDots } from './speedups.js'
