import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const path = (file) => fileURLToPath(new URL(file, import.meta.url))

/** The folder of the built pages. */
export const siteFolder = path('../results/site/')

/** Builds the pages as an application would: both libraries minified by the same bundler. */
export async function buildPages() {
  await build({
    configFile: path('../../vite.config.ts'),
    root: path('../pages'),
    logLevel: 'error',
    build: {
      outDir: siteFolder,
      // tfjs and onnxruntime-web are large, which is part of what is measured.
      chunkSizeWarningLimit: 1e6,
      rolldownOptions: {
        input: ['darkroom.html', 'upscaler.html'].map((page) => path(`../pages/${page}`)),
      },
    },
  })
}
