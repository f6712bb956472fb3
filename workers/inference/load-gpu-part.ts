import { once } from '../image/load-wasm.ts'

export const loadGpuPart = once(() => import('./gpu/index.ts'))
