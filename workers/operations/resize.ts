import type { Size } from '../../src/plan/geometry.ts'
import type { Step } from '../../src/plan/steps.ts'
import { jsquash } from '../codecs/jsquash.ts'
import { type Picture, toImageData } from '../picture.ts'
import type { Operation } from './operation.ts'

type Resize = Extract<Step, { op: 'resize' }>

/** Resizes by Catmull-Rom (bicubic) or Lanczos 3, antialiased, on gamma-encoded numbers. */
const resize: Operation<Resize> = (picture, step) => resample(picture, step)

/**
 * Colours are weighted by alpha, so that what is transparent does not bleed into what is not.
 * @throws RangeError where memory is short.
 */
export async function resample(
  picture: Picture,
  { width, height, filter }: Size & { filter: Resize['filter'] | 'triangle' },
): Promise<Picture> {
  const scale = await jsquash.resize()
  const { data } = await scale(toImageData(picture), {
    width,
    height,
    method: filter,
    fitMethod: 'stretch',
    premultiply: picture.alpha,
    linearRGB: false,
  }).catch((error) => {
    // A trap is all that the codec says where its memory is short.
    if (!(error instanceof WebAssembly.RuntimeError)) throw error
    throw new RangeError(`No memory to scale a picture to ${width} x ${height}`)
  })
  return { ...picture, width, height, pixels: data as Uint8ClampedArray<ArrayBuffer> }
}

export default resize
