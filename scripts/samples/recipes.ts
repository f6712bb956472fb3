import { blurred, chained, disk, gaussian, halved, noisy, sharpened } from '../lib/degrade.ts'
import { bicubic, decoded } from '../lib/pictures.ts'
import { backlit } from './backlit.ts'
import { fetched, photograph } from './files.ts'
import { dim, underTungsten } from './optics.ts'
import { scanned } from './scan.ts'

/** How a sample is made, and its JPEG quality. Without a quality it is a PNG. */
interface Recipe {
  make: () => Promise<ImageData>
  quality?: number
}

/** The samples by file name. Crops leave out the black borders of the photographs. */
export const recipes: Record<string, Recipe> = {
  /** A bird, for background removal. */
  'parrot.jpg': { make: () => photograph('23', 331, 9, 428, 321), quality: 88 },
  /** A face as from an old phone: small, noisy and heavily compressed. */
  'face.jpg': {
    make: async () => {
      const large = await photograph('15', 9, 9, 750, 500)
      const soft = await blurred(gaussian(1.5))(large, 6)
      return noisy(7)(await bicubic(soft, 240, 160), 6)
    },
    quality: 40,
  },
  /** Underexposed. The noise has a standard deviation of about 20 of 255 before JPEG averages the colours. */
  'night.jpg': {
    make: async () =>
      dim(await photograph('11', 9, 9, 750, 500), [0.22, 0.23, 0.28], 1.2e-2, 7e-3, 1),
    quality: 90,
  },
  /** Out of focus. */
  'blurred.jpg': {
    make: async () =>
      chained(blurred(disk(2.5)), noisy(1))(await photograph('15', 9, 9, 750, 500), 2),
    quality: 92,
  },
  /** Enlarged to twice its size with a poor filter, sharpened and heavily compressed. */
  'upscaled.jpg': {
    make: async () =>
      chained(halved('low'), sharpened(1.5, 1))(await photograph('03', 9, 9, 750, 500), 3),
    quality: 60,
  },
  /** A page from an archive. */
  'scan.jpg': {
    make: async () => scanned(await decoded(await fetched('/drawn/scan')), 4),
    quality: 60,
  },
  /** Small, crisp text. */
  'screenshot.png': { make: async () => decoded(await fetched('/drawn/screenshot')) },
  /** White marble under light bulbs. */
  'cast.jpg': {
    make: async () => underTungsten(await photograph('17', 9, 50, 494, 370), 0.5, 1.7),
    quality: 85,
  },
  /** Backlit: exposed for the sky. */
  'backlit.jpg': {
    make: async () => backlit(await photograph('19', 9, 74, 494, 370), 5),
    quality: 85,
  },
}
