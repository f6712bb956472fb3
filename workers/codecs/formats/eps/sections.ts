import { dataView } from '../../shared/bytes.ts'

const DOS = 0xc5d0d3c6

/** Control-D, which some printer drivers put before the file. */
const END_OF_JOB = 4

export interface Sections {
  postScript: Uint8Array
  wmf?: Uint8Array
  tiff?: Uint8Array
}

/**
 * The parts of an EPS file. A DOS header (EPSF 3.0 section 5.2) has offset and length of the PostScript at 4, of a WMF
 * preview at 12, and of a TIFF preview at 20. Without one, the whole file is PostScript.
 */
export function readSections(file: Uint8Array): Sections {
  const bytes = file[0] === END_OF_JOB ? file.subarray(1) : file
  const data = dataView(bytes)
  if (data.getUint32(0) !== DOS) {
    if (data.getUint16(0) !== 0x2521) throw new Error('no EPS: expected %! or its DOS header')
    return { postScript: bytes }
  }
  const part = (at: number) => {
    const start = data.getUint32(at, true)
    const end = start + data.getUint32(at + 4, true)
    if (end > bytes.length) throw new RangeError('an EPS that ends within its parts')
    return end > start ? bytes.subarray(start, end) : undefined
  }
  const postScript = part(4)
  if (!postScript) throw new Error('an EPS with PostScript')
  const [wmf, tiff] = [part(12), part(20)]
  return { postScript, ...(wmf && { wmf }), ...(tiff && { tiff }) }
}

/**
 * Width and height of the bounding box in points (DSC 3.0), rounded; from the trailer if the header says `(atend)`.
 */
export function boundingBox(text: string): [width: number, height: number] | undefined {
  const size = sizeOf(/^%%BoundingBox:[ \t]*(.{1,100})/gm, text)
  if (!size) return undefined
  const [width, height] = [Math.round(size[0]), Math.round(size[1])]
  return width > 0 && height > 0 ? [width, height] : undefined
}

/** The size before it was rounded to whole points, if the file states it. */
export const highResBoundingBox = (text: string) =>
  sizeOf(/^%%HiResBoundingBox:[ \t]*(.{1,100})/gm, text)

function sizeOf(comment: RegExp, text: string): [number, number] | undefined {
  for (const [, values = ''] of text.matchAll(comment)) {
    const [left, bottom, right, top] = values.trim().split(/\s+/).map(Number) as (
      | number
      | undefined
    )[]
    const [width, height] = [(right ?? NaN) - (left ?? NaN), (top ?? NaN) - (bottom ?? NaN)]
    if (width > 0 && height > 0) return [width, height]
  }
  return undefined
}
