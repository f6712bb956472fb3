import { once } from '../../image/load-wasm.ts'

/** What finds paper: a script of its own, as most pages make no documents. */
export const loadPaper = once(() => import('./paper.ts'))
