import { defineConfig } from 'vite'

/** Threads need a cross-origin isolated page; every server of the project sends these. */
export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

/** The demo page: `vite` serves it while developing, `vite build` and `vite preview` as it is published. */
export default defineConfig({
  root: 'demo',
  base: './',
  build: {
    outDir: '../demo-dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
  },
  worker: { format: 'es' },
  server: { headers: isolation, fs: { allow: ['..'] } },
  preview: { headers: isolation },
  // Pre-bundling moves these away from the wasm files that they look for beside themselves.
  optimizeDeps: {
    exclude: [
      'onnxruntime-web',
      '@jsquash/avif',
      '@jsquash/jpeg',
      '@jsquash/png',
      '@jsquash/resize',
      '@jsquash/webp',
    ],
  },
})
