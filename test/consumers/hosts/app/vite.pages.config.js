import { defineConfig } from 'vite'

const pages = ['index', 'sandbox', 'frame', 'offscreen']

export default defineConfig({
  build: {
    outDir: '../pages',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { input: pages.map((page) => `${import.meta.dirname}/${page}.html`) },
  },
})
