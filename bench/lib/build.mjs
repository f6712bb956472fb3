import { fileURLToPath } from 'node:url'
import { build, loadConfigFromFile } from 'vite'

const path = (file) => fileURLToPath(new URL(file, import.meta.url))

/** The output folder of the built pages. */
export const siteFolder = path('../results/site/')

/** Builds the pages as an application would. The same bundler minifies both libraries, so their sizes compare. */
export async function buildPages() {
  const environment = { command: 'build', mode: 'production' }
  const { config } = await loadConfigFromFile(environment, path('../../vite.config.ts'))
  await build({
    ...config,
    configFile: false,
    root: path('../pages'),
    logLevel: 'error',
    build: {
      ...config.build,
      outDir: siteFolder,
      // tfjs and onnxruntime-web are large; their size is part of the measurement.
      chunkSizeWarningLimit: 1e6,
      // In place of the demo's: Vite would build both.
      rolldownOptions: {
        input: ['darkroom.html', 'upscaler.html', 'background-removal.html'].map((page) =>
          path(`../pages/${page}`),
        ),
      },
    },
  })
}
