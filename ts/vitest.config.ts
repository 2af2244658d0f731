// One suite, every engine: `vitest --project wasm|wasm-fma|native|browser|firefox|webkit`.
//
// `test/*.test.ts` runs everywhere; `test/node/*.test.ts` needs Node. The project `bench` tests the bench itself.
// What the tests of the others see is compared with `verdicts/tests.txt`, see `verdicts/README.md`.

import { availableParallelism } from 'node:os'

import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

import { VerdictReporter } from './scripts/verdicts/reporter.mjs'
import { authenticators } from './scripts/webdriver/authenticator.mjs'
import { webdriver } from './scripts/webdriver/provider.mjs'

// For hangs: no machine that works is so slow, whatever else it does.
const limits = { testTimeout: 600_000, hookTimeout: 600_000 }

const node = (name: string) => ({
  test: {
    name,
    include: ['test/*.test.ts', 'test/node/*.test.ts'],
    // A thread for each file starts in less time than a process.
    pool: 'threads' as const,
    setupFiles: [`test/setup/${name}.ts`, 'test/setup/verdicts.ts'],
    ...limits,
  },
})

const page = {
  include: ['test/*.test.ts'],
  setupFiles: ['test/setup/browser.ts', 'test/setup/verdicts.ts'],
  ...limits,
}

const window = {
  enabled: true,
  screenshotFailures: false,
  commands: authenticators,
  connectTimeout: limits.testTimeout,
}

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
    // Its own choice leaves a core idle, and with it half of a machine that has two.
    maxWorkers: availableParallelism(),
    reporters: ['default', new VerdictReporter()],
    projects: [
      node('wasm'),
      node('wasm-fma'),
      node('native'),
      {
        test: {
          name: 'bench',
          root: `${import.meta.dirname}/../bench`,
          include: ['**/*.test.ts'],
          ...limits,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          ...page,
          browser: {
            ...window,
            headless: true,
            provider: playwright({
              launchOptions: {
                ...(chrome && { executablePath: chrome }),
                args: ['--no-sandbox'],
                timeout: limits.testTimeout,
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'firefox',
          ...page,
          browser: {
            ...window,
            headless: true,
            provider: webdriver('firefox'),
            instances: [{ browser: 'firefox' }],
          },
        },
      },
      {
        extends: true,
        // It does not parse `using` yet.
        oxc: { target: 'es2022' },
        test: {
          name: 'webkit',
          ...page,
          browser: {
            ...window,
            // Its window is on a screen that nobody sees; vitest need not draw anything in it.
            ui: false,
            provider: webdriver('webkit'),
            instances: [{ browser: 'webkit' }],
          },
        },
      },
    ],
  },
})
