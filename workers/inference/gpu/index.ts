/** Loaded where networks run on a GPU, and by `check()`. */
export { toFp16 } from '../fp16/to-fp16.ts'
export { assertAnswer, assertTile, check } from './check.ts'
export { compareTiles } from './compare-tiles.ts'
export { Race } from './race.ts'
export { runTilesOnGpu } from './run-tiles-on-gpu.ts'
export { ShapeChecks } from './shape-checks.ts'
