// The kinds of projects that use the package, each with the tier of the check that tries it (`scripts/steps.mjs`).
//
// Six are in the first tier. `host` says which file has the cases: `node.mjs` or `browser.mjs`.

export const consumers = [
  { name: 'modules', tier: 1, host: 'node' },
  { name: 'bundled for node', tier: 1, host: 'node' },
  { name: 'vite dev', tier: 1, host: 'chromium' },
  { name: 'vite build', tier: 1, host: 'chromium' },
  { name: 'esbuild', tier: 1, host: 'chromium' },
  { name: 'no bundler', tier: 1, host: 'chromium' },
  { name: 'esbuild, no module', tier: 2, host: 'chromium' },
  { name: 'esbuild, with splitting', tier: 2, host: 'chromium' },
]

/** The names of those of `tier` on `host`. */
export function consumersOf(tier, host) {
  return consumers
    .filter((consumer) => consumer.tier === tier && consumer.host === host)
    .map(({ name }) => name)
}
