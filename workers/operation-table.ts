import type { Step } from '../src/contract/plan/steps.ts'
import backdrop from './operations/backdrop/index.ts'
import background from './operations/background/index.ts'
import canvas from './operations/canvas/index.ts'
import caption from './operations/caption/index.ts'
import clean from './operations/clean/index.ts'
import color from './operations/color/index.ts'
import crop from './operations/crop/index.ts'
import deblur from './operations/deblur/index.ts'
import denoise from './operations/denoise/index.ts'
import document from './operations/document/index.ts'
import exposureCorrection from './operations/exposure-correction/index.ts'
import faceEnhance from './operations/face-enhance/index.ts'
import flatten from './operations/flatten/index.ts'
import light from './operations/light/index.ts'
import nsfw from './operations/nsfw/index.ts'
import type { Operation, StepOf } from './operations/operation.ts'
import resize from './operations/resize/index.ts'
import upscale from './operations/upscale/index.ts'
import whiteBalance from './operations/white-balance/index.ts'

/**
 * The steps that an operation carries out. In place of `subject`, run-plan.ts puts the steps that follow from what is
 * found; `remote` and `fit` never reach a worker.
 */
export type OperationStep = Exclude<Step, { op: 'subject' | 'remote' | 'fit' }>

/** The operation of each step: the compiler names a step that has none. */
export const operations = {
  backdrop,
  background,
  canvas,
  caption,
  clean,
  color,
  crop,
  deblur,
  denoise,
  document,
  exposure_correction: exposureCorrection,
  face_enhance: faceEnhance,
  flatten,
  light,
  nsfw,
  resize,
  upscale,
  white_balance: whiteBalance,
} satisfies {
  [Op in OperationStep['op']]: Operation<StepOf<Op>>
}

/** The operation of a step. */
export const operationOf = (step: Step): Operation<Step> =>
  // The table's type ties each operation to its step; a lookup by `op` alone forgets that.
  operations[(step as OperationStep).op] as Operation<Step>
