import type { Step } from '../../src/plan/steps.ts'
import backdrop from './backdrop.ts'
import background from './background.ts'
import canvas from './canvas.ts'
import caption from './caption.ts'
import clean from './clean.ts'
import color from './color.ts'
import cut from './cut.ts'
import deblur from './deblur.ts'
import denoise from './denoise.ts'
import document from './document.ts'
import exposureCorrection from './exposure-correction.ts'
import faceEnhance from './face-enhance.ts'
import flatten from './flatten.ts'
import light from './light.ts'
import nsfw from './nsfw.ts'
import type { Operation } from './operation.ts'
import resize from './resize.ts'
import upscale from './upscale.ts'
import whiteBalance from './white-balance.ts'

/**
 * Steps that an operation carries out; `locate` finds something instead, and run.ts puts other steps in its place.
 * What surrounds a remote segment is planned around it, outside of the worker.
 */
export type OperationStep = Exclude<Step, { op: 'locate' | 'remote' | 'frame' }>

/** Every step of a plan and what carries it out: the compiler names a step that has no operation. */
export const operations = {
  backdrop,
  background,
  canvas,
  caption,
  clean,
  color,
  cut,
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
  [Op in OperationStep['op']]: Operation<Extract<OperationStep, { op: Op }>>
}
