import type { Checkpoints } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { rgbaBytes } from '../../image/memory.ts'
import type { Operation, StepOf } from '../operation.ts'
import { localChromaContrast, localChromaContrastBytes } from './hdr-light-advanced.ts'
import { type Rise, rechroma } from './rechroma.ts'
import { vibrance } from './vibrance.ts'

type Color = StepOf<'color'>
type Method = (image: RasterImage, checkpoints: Checkpoints) => Promise<(y: number) => Rise>

/** The same gain for every color: R. W. G. Hunt, "The Reproduction of Color", saturation as a gain on the color-difference signals. */
const contrast: Method = async () => () => () => 0.3

/**
 * Vibrance, as photo editors call it: the rise falls with the color's saturation, and is small for skin (its hue after
 * D. Chai, K. N. Ngan, "Face Segmentation Using Skin-Color Map", IEEE TCSVT 1999) and for tinted grays.
 */
const hdr_light: Method = async () => () => (chroma, saturation, hue) =>
  0.8 * vibrance(chroma, saturation, hue)

const methods: Record<Color['type'], Method> = {
  contrast,
  hdr_light,
  hdr_light_advanced: localChromaContrast,
}

/** Raises chroma; luminance and hue stay. In place. */
const color: Operation<Color> = {
  async run(image, { type, level }, context) {
    if (level === 0) return image
    const riseIn = await methods[type](image, context)
    await rechroma(image, riseIn, level, context, [type === 'hdr_light_advanced' ? 0.3 : 0, 1])
    return image
  },
  memory: (image, { type }) => ({
    arrays:
      rgbaBytes(image) + (type === 'hdr_light_advanced' ? localChromaContrastBytes(image) : 0),
  }),
}

export default color
