import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const path = (file) => fileURLToPath(new URL(file, import.meta.url))

/** The output folder of the built pages. */
export const siteFolder = path('../results/site/')

/** Builds the pages as an application would. The same bundler minifies both libraries, so their sizes compare. */
export async function buildPages() {
  await build({
    configFile: path('../../vite.config.ts'),
    root: path('../pages'),
    logLevel: 'error',
    build: {
      outDir: siteFolder,
      // tfjs and onnxruntime-web are large; their size is part of the measurement.
      chunkSizeWarningLimit: 1e6,
      rolldownOptions: {
        input: ['darkroom.html', 'upscaler.html'].map((page) => path(`../pages/${page}`)),
      },
    },
  })
}
