// The kinds of projects that use the package, each with the tier of the check that tries it (`scripts/steps.mjs`).
//
// Six are in the first tier. `host` says which file has the cases: `node.mjs`, `browser.mjs` (`chromium`) or `tools.mjs`. The addon is
// tried by `native.mjs`.

export const consumers = [
  { name: 'modules', tier: 1, host: 'node' },
  { name: 'bundled for node', tier: 1, host: 'node' },
  { name: 'vite dev', tier: 1, host: 'chromium' },
  { name: 'vite build', tier: 1, host: 'chromium' },
  { name: 'esbuild', tier: 1, host: 'chromium' },
  { name: 'no bundler', tier: 1, host: 'chromium' },
  { name: 'one file from a CDN', tier: 2, host: 'chromium' },
  { name: 'esbuild, no module', tier: 2, host: 'chromium' },
  { name: 'esbuild, with splitting', tier: 2, host: 'chromium' },
  { name: 'Jest', tier: 2, host: 'tools' },
  { name: 'Vitest', tier: 2, host: 'tools' },
  { name: 'other TypeScript', tier: 2, host: 'tools' },
  { name: 'Rollup for Node', tier: 2, host: 'tools' },
  { name: 'Bun for Node', tier: 2, host: 'tools' },
  { name: 'ncc', tier: 2, host: 'tools' },
  { name: 'webpack for Node', tier: 2, host: 'tools' },
  { name: 'Bun', tier: 2, host: 'tools' },
  { name: 'Deno', tier: 2, host: 'tools' },
  { name: 'workerd', tier: 2, host: 'tools' },
  { name: 'wrangler', tier: 2, host: 'tools' },
  { name: 'edge-runtime', tier: 2, host: 'tools' },
  { name: 'Node 22', tier: 2, host: 'tools' },
  { name: 'Node 24', tier: 2, host: 'tools' },
  { name: 'Vite SSR', tier: 2, host: 'tools' },
  { name: 'Vite 7 dev', tier: 2, host: 'chromium' },
  { name: 'Vite 7 build', tier: 2, host: 'chromium' },
  { name: 'vite-plugin-pwa', tier: 2, host: 'chromium' },
  { name: 'webpack', tier: 2, host: 'chromium' },
  { name: 'Rspack', tier: 2, host: 'chromium' },
  { name: 'Rollup', tier: 2, host: 'chromium' },
  { name: 'Parcel', tier: 2, host: 'chromium' },
  { name: 'Bun for pages', tier: 2, host: 'chromium' },
  { name: 'classic workers, esbuild', tier: 2, host: 'chromium' },
  { name: 'classic workers, Vite', tier: 2, host: 'chromium' },
  { name: 'classic workers, Vite 7', tier: 2, host: 'chromium' },
  { name: 'classic workers, webpack', tier: 2, host: 'chromium' },
  { name: 'Next', tier: 2, host: 'apps' },
  { name: 'SvelteKit', tier: 2, host: 'apps' },
  { name: 'Nuxt', tier: 2, host: 'apps' },
  { name: 'Astro', tier: 2, host: 'apps' },
]

/** What the step `natives`, which takes most of an hour, does with the addon of each platform beside looking at its file. */
export const addons = [
  ['linux-x64-gnu', 'the vectors; the step `native` runs the tests of the addon'],
  ['linux-arm64-gnu', 'the vectors and the tests of the addon, under qemu'],
  ['linux-x64-musl', 'loaded by musl; from musl 1.2.4 on, the vectors and the tests of the addon'],
  ['linux-arm64-musl', 'loaded by musl, under qemu; not run, for want of a Node that starts there'],
  ['win32-x64', 'the vectors, under a Wine that has `bcryptprimitives.dll`'],
  ['darwin-arm64, darwin-x64', 'not run, for want of macOS'],
]

/** What nobody tries, or what is known to fail, and why. */
export const notRun = [
  ['TypeScript before 6 with `moduleResolution: classic`', 'it looks for packages nowhere'],
  [
    'a worker of its own that is no module, in Vite dev',
    'Vite serves its modules there unbundled, and a script imports none',
  ],
]

/** The names of those of `tier` on `host`. */
export function consumersOf(tier, host) {
  return consumers
    .filter((consumer) => consumer.tier === tier && consumer.host === host)
    .map(({ name }) => name)
}
