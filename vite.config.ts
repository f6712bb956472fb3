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

const pages = ['demo/index.html', 'demo/measure.html'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** The demo page: `vite` serves it while developing, `vite build` and `vite preview` as it is published. */
export default defineConfig({
  root: 'demo',
  base: './',
  plugins: [htmlTexts(), serviceWorker()],
  build: {
    outDir: '../demo-dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: { input: pages },
  },
  worker: { format: 'es', plugins: () => [boundedExr()] },
  server: { headers: isolation, fs: { allow: ['..'] } },
  preview: { headers: isolation },
  optimizeDeps: {
    // What a worker loads late would be found only then, and the server would take back what it has served.
    include: [
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
