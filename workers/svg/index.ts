/** Loaded where no frame draws SVGs. */
export { factsOf } from './cost.ts'
export { loadRenderer } from './render.ts'
