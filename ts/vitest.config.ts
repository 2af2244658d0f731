// One suite, every engine: `vitest --project wasm|wasm-fma|native|browser`.
//
// `test/*.test.ts` runs everywhere; `test/node/*.test.ts` needs Node. The project `bench` tests the bench itself.

import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const node = (name: string) => ({
  test: {
    name,
    include: ['test/*.test.ts', 'test/node/*.test.ts'],
    setupFiles: [`test/setup/${name}.ts`],
    testTimeout: 30_000,
  },
})

const chrome = process.env['CHROME_PATH']

export default defineConfig({
  root: import.meta.dirname,
  server: {
    // The vectors are beside this folder.
    fs: { allow: ['..'] },
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
  test: {
    projects: [
      node('wasm'),
      node('wasm-fma'),
      node('native'),
      {
        test: { name: 'bench', root: `${import.meta.dirname}/../bench`, include: ['**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/*.test.ts'],
          setupFiles: ['test/setup/browser.ts'],
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(chrome && { executablePath: chrome }), args: ['--no-sandbox'] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
