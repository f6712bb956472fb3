import {
  blurred,
  chained,
  disk,
  gaussian,
  halved,
  noisy,
  sharpened,
} from '../../bench/quality/degrade.ts'
import { bicubic, decoded } from '../../test/browser/pictures.ts'
import { backlit } from './backlit.ts'
import { fetched, photograph } from './files.ts'
import { dim, underTungsten } from './optics.ts'
import { scanned } from './scan.ts'

/** How a sample is made, and the JPEG quality that it is written with; PNG where there is none. */
interface Recipe {
  make: () => Promise<ImageData>
  quality?: number
}

/** The samples by their files. A crop leaves out the photographs' black frames. */
export const recipes: Record<string, Recipe> = {
  /** A bird whose background is to go. */
  'parrot.jpg': { make: () => photograph('23', 331, 9, 428, 321), quality: 88 },
  /** A face as an old telephone took it: small, noisy, and saved with few bytes. */
  'face.jpg': {
    make: async () => {
      const large = await photograph('15', 9, 9, 750, 500)
      const soft = await blurred(gaussian(1.5))(large, 6)
      return noisy(7)(await bicubic(soft, 240, 160), 6)
    },
    quality: 40,
  },
  /** Too little light for the sensor: its noise has a deviation of about 20 of 255 before JPEG averages the colours. */
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
  /** Enlarged to twice its size by a poor filter, sharpened, and saved with few bytes. */
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
  /** Small letters, as crisp as a screen has them. */
  'screenshot.png': { make: async () => decoded(await fetched('/drawn/screenshot')) },
  /** White marble in the light of bulbs. */
  'cast.jpg': {
    make: async () => underTungsten(await photograph('17', 9, 50, 494, 370), 0.5, 1.7),
    quality: 85,
  },
  /** Exposed for the sky. */
  'backlit.jpg': {
    make: async () => backlit(await photograph('19', 9, 74, 494, 370), 5),
    quality: 85,
  },
}
