import { once } from '../image/load-wasm.ts'

/** Its modules are copies of the worker's: none may rely on the state of another. */
export const loadGpuPart = once(() => import('./gpu/index.ts'))
