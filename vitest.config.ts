import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { flags } from './scripts/chromium.mjs'
import { sharedData } from './test/shared-data.ts'
import demo, { isolation } from './vite.config.ts'

/** Set by scripts/test.mjs, which finds or installs the browser. */
const executablePath = process.env.CHROMIUM

/** Pure logic on node; pixels, workers, storage and the GPU in Chromium; pages as a person uses them. */
export default defineConfig({
  test: {
    reporters: ['default', './test/reporter.ts'],
    projects: [
      // Properties are checked thousands of times: on a busy machine that takes longer than 5 s.
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], testTimeout: 60_000 } },
      {
        // Served as the demo is, so that what is tested is what runs.
        ...demo,
        root: '.',
        server: { headers: isolation },
        plugins: [sharedData()],
        test: {
          name: 'browser',
          globalSetup: [
            './test/servers/image-server.ts',
            './test/servers/storage-servers.ts',
            './test/servers/webhook-server.ts',
          ],
          include: ['test/{browser,faults}/**/*.test.ts'],
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
        test: {
          name: 'pages',
          include: ['test/{demo,consumers,pages,clients,conformance,remote,torture}/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
