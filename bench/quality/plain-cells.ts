import { bicubic, part } from '../../scripts/lib/pictures.ts'
import { cellDifferences, enlargeBoth, enlargeInFp32 } from '../lib/enlarge-both.ts'
import { psnr } from '../lib/psnr.ts'
import type { Row, Section } from './section.ts'

/** Side of a cell of the source, in pixels. */
const SIDE = 32

/** `reducedBy` another factor than the scale there is no truth to compare with. */
const row = (scale: 2 | 4, reducedBy: 2 | 4): Row => ({
  name: `x${scale}, reduced by ${reducedBy}`,
  async measure(photograph) {
    const size = (length: number) => length - (length % reducedBy)
    const truth = part(photograph, 0, 0, size(photograph.width), size(photograph.height))
    const small = await bicubic(truth, truth.width / reducedBy, truth.height / reducedBy)
    const { whole, spared, computed } = await enlargeBoth(small, scale)
    const differences = cellDifferences(whole, spared, SIDE * scale).filter((rms) => rms > 0)
    const mean = differences.reduce((sum, rms) => sum + rms, 0) / differences.length
    const cells = [mean, differences.length > 0 ? Math.max(...differences) : Number.NaN]
    const qualities =
      scale === reducedBy
        ? [await enlargeInFp32(small, scale), whole, spared].map((image) => psnr(image, truth))
        : [Number.NaN, Number.NaN, Number.NaN]
    return [100 * (1 - computed), ...qualities, ...cells]
  },
})

const section = (pictures: Section['pictures'], what: string): Section => ({
  about: `What SPAN leaves out of ${what}: the share of its work, PSNR in dB of its whole answer in fp32 and as WASM computes it and of what Darkroom gives, and in the cells of ${SIDE} px of the source that differ the root mean square of the difference, of 255: the mean, and the largest of each image.`,
  pictures,
  columns: ['left out, %', 'fp32, dB', 'whole, dB', 'given, dB', 'cells, mean', 'cells, largest'],
  worstFrom: 5,
  worst: 'most',
  rows: [row(2, 2), row(4, 2)],
})

/** What is lost where SPAN does not compute plain cells. */
export const plainCells: Record<string, Section> = {
  'plain cells': {
    ...section('street', 'street photographs that its threshold was not chosen on'),
    needs: ['matting/street'],
    count: 25,
  },
  'plain cells of Kodak photographs': section('photographs', 'Kodak photographs'),
}
