import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { builtWorker } from './scripts/built-worker.mjs'
import { flags } from './scripts/chromium.mjs'
import { sharedData } from './scripts/lib/shared-data.mjs'
import demo, { isolation } from './vite.config.ts'

/** Set by scripts/test.mjs, which finds or installs the browser. */
const executablePath = process.env.CHROMIUM

/** Slow tests that only a change of weights or libraries can break; `npm run test:nightly` runs them alone. */
const exclude = process.env.NIGHTLY
  ? configDefaults.exclude
  : [...configDefaults.exclude, '**/*.nightly.test.ts']

/** The built package in Firefox and WebKitGTK; `npm run test:engines` runs them alone. */
const engines = {
  test: {
    name: 'engines',
    include: ['test/engines/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
}

/** Pure logic on node; pixels, workers, storage and the GPU in Chromium; pages as a person uses them. */
export default defineConfig({
  test: {
    reporters: ['default', './test/reporter.ts'],
    projects: [
      // Properties are checked thousands of times: on a busy machine that takes longer than 5 s.
      {
        resolve: { tsconfigPaths: true },
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'workers/**/*.test.ts'],
          exclude,
          testTimeout: 60_000,
        },
      },
      {
        // Served as the demo is, but with the worker as it is published.
        ...demo,
        root: '.',
        server: { headers: isolation },
        plugins: [builtWorker(), sharedData()],
        test: {
          name: 'browser',
          globalSetup: [
            './test/servers/image-server.ts',
            './test/servers/storage-servers.ts',
            './test/servers/tus-server.ts',
            './test/servers/webhook-server.ts',
          ],
          include: ['test/{browser,faults}/**/*.test.ts'],
          exclude,
          fileParallelism: false,
          testTimeout: 300_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: flags, ...(executablePath && { executablePath }) },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        resolve: { tsconfigPaths: true },
        test: {
          name: 'pages',
          include: ['test/{demo,consumers,pages,clients,conformance,remote,torture}/**/*.test.ts'],
          exclude,
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      ...(process.env.ENGINES ? [engines] : []),
    ],
  },
})
