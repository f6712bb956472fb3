import type { PixelEvidence } from './measure.ts'

/** What the network of damage.ts sees of an image; undefined where too little is seen. */
export const featuresOf = (pixels: PixelEvidence): number[] | undefined =>
  pixels.spectrum && [
    ...pixels.spectrum,
    Math.log(pixels.steadyGap + 0.02),
    pixels.sharpness ?? 1,
    pixels.flatness.tones,
    pixels.flatness.flat,
    pixels.repetition,
    pixels.ringing,
    ...pixels.blockEdges,
  ]
