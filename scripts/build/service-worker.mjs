import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { minify } from './minify.mjs'

/** Builds the classic service worker, which registers its own handlers. Returns its code if `dir` is absent. */
export async function buildServiceWorker(dir) {
  const { output } = await build({
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    platform: 'browser',
    input: { 'darkroom-service-worker': 'src/http/classic-worker.ts' },
    write: dir !== undefined,
    output: { ...(dir && { dir }), format: 'iife', entryFileNames: '[name].js', minify },
  })
  return output[0].code
}
