import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { htmlTexts } from './demo/language/html-texts.ts'
import { boundedExr } from './scripts/build/plugins.mjs'
import { buildServiceWorker } from './scripts/build/service-worker.mjs'

/** Threads need a cross-origin isolated page; every server of the project sends these. */
export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

/** The service worker as it is published: one classic script, beside the page. */
const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  async generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'service-worker.js',
      source: await buildServiceWorker(),
    })
  },
  configureServer: ({ middlewares }) => {
    middlewares.use('/service-worker.js', async (_, response) => {
      response.setHeader('Content-Type', 'text/javascript')
      response.end(await buildServiceWorker())
    })
  },
})

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The page that measures, which looks inside the library: its files lie in bench/, its address beside the demo. */
const measurePage = (): Plugin => {
  const id = inProject('demo/measure.html')
  const html = (folder: string) =>
    readFileSync(inProject('bench/pages/measure.html'), 'utf8')
      .replaceAll('../../demo/', './')
      .replaceAll('./measure/', `${folder}/measure/`)
  return {
    name: 'measure-page',
    resolveId: (source) => (source === id ? id : undefined),
    load: (loaded) => (loaded === id ? html('../bench/pages') : undefined),
    configureServer: (server) => {
      server.middlewares.use('/measure.html', async (_, response) => {
        const served = html(`/@fs${inProject('bench/pages')}`)
        response.setHeader('Content-Type', 'text/html')
        response.end(await server.transformIndexHtml('/measure.html', served))
      })
    },
  }
}

/** The demo page: `vite` serves it while developing, `vite build` and `vite preview` as it is published. */
export default defineConfig({
  root: 'demo',
  base: './',
  // The page imports Darkroom by the names that the package exports.
  resolve: { tsconfigPaths: true },
  plugins: [htmlTexts(), measurePage(), serviceWorker()],
  build: {
    outDir: '../demo-dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: { input: ['demo/index.html', 'demo/measure.html'].map(inProject) },
  },
  worker: { format: 'es', plugins: () => [boundedExr()] },
  server: { headers: isolation, fs: { allow: ['..'] } },
  preview: { headers: isolation },
  optimizeDeps: {
    // What a worker loads late would be found only then, and the server would take back what it has served.
    include: [
      '@aws-crypto/sha256-js',
      'aws4fetch',
      'comlink',
      'exifr',
      'idb-keyval',
      'piexif-ts',
      'smartcrop',
      'three/addons/loaders/EXRLoader.js',
      'utif2',
      'valibot',
    ],
    // Pre-bundling moves these away from the wasm files that they look for beside themselves.
    exclude: [
      '@imagemagick/magick-wasm',
      'onnxruntime-web',
      '@jsquash/avif',
      '@jsquash/jpeg',
      '@jsquash/png',
      '@jsquash/resize',
      '@jsquash/webp',
    ],
  },
})
