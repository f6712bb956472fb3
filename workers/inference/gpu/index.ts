/** Loaded where networks run on a GPU. */
export { toFp16 } from '../fp16/to-fp16.ts'
export { runTilesOnGpu } from './run-tiles-on-gpu.ts'
export { tileDifference } from './tile-check.ts'
