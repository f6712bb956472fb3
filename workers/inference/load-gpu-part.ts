import { once } from '../image/load-wasm.ts'

/**
 * Known answers come with it: bundlers find the files that the worker's own script names. Its modules are copies of the
 * worker's: none may rely on the state of another.
 */
export const loadGpuPart = once(async () => {
  await import('../../models/checks.json')
  return import('./gpu/index.ts')
})
