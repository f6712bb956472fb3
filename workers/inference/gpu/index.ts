/** Loaded where networks run on a GPU. */
export { toFp16 } from '../fp16/to-fp16.ts'
export { compareTiles } from './compare-tiles.ts'
export { Race } from './race.ts'
export { runTilesOnGpu } from './run-tiles-on-gpu.ts'
export { ShapeChecks } from './shape-checks.ts'
export { tileDifference } from './tile-check.ts'
