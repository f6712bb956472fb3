import { latin1 } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import * as wmf from '../metafile/wmf.ts'
import * as tiff from '../tiff/decode.ts'
import { type EpsImage, findImage, findPreview, imagePixels } from './image.ts'
import { resampleArea, resampleNearest } from './resample.ts'
import { boundingBox, highResBoundingBox, readSections } from './sections.ts'

/** Pixels per inch: a pixel is a point of PostScript. */
const DPI = 72

/** Maximum pixels of a bounding box that an image is resized to. */
const MAX_PIXELS = 2 ** 27

type Size = [width: number, height: number]

/** Thrown for an EPS that only an interpreter can render: it has no image that can be found, and no preview. */
export class InterpreterRequired extends Error {
  override name = 'InterpreterRequired'

  constructor() {
    super(
      'an EPS without an image or a preview: it needs a PostScript interpreter. Install a WebAssembly build of Ghostscript, such as @jspawn/ghostscript-wasm, and name its module by the option `postscript`',
    )
  }
}

/**
 * The size of an EPS: its bounding box at 72 pixels per inch, or else that of the image inside.
 * @throws InterpreterRequired if there is neither an image nor a preview.
 */
export function info(bytes: Uint8Array): RasterInfo {
  const { size, preview } = read(bytes)
  if (preview) return { ...preview.info, alpha: false }
  const [width, height] = size
  return { width, height, alpha: false, dpi: DPI }
}

/**
 * Decodes the image inside an EPS, assuming that it fills the bounding box, or else the preview: hexadecimal in comments
 * (EPSI), TIFF, or WMF (which needs an OffscreenCanvas).
 */
export async function decode(bytes: Uint8Array): Promise<DecodedImage> {
  const { size, exact, image, program, preview } = read(bytes)
  if (preview) return await preview.decode()
  const [width, height] = size
  const pixels = imagePixels(program, image)
  return { width, height, alpha: false, dpi: DPI, data: fitBoundingBox(pixels, image, size, exact) }
}

/**
 * The PostScript of an EPS that only an interpreter can render; else undefined.
 * @throws Error if its bounding box has more than 2 ** 27 points.
 */
export function postScriptProgram(bytes: Uint8Array): Uint8Array | undefined {
  const { postScript, tiff: tiffPreview, wmf: wmfPreview } = readSections(bytes)
  const text = latin1(postScript)
  if (tiffPreview || wmfPreview || findImage(text) || findPreview(text)) return undefined
  const [width, height] = boundingBox(text) ?? [0, 0]
  if (width * height > MAX_PIXELS) throw new Error(`an EPS of ${width} x ${height} points`)
  return postScript
}

function read(bytes: Uint8Array) {
  const { postScript, tiff: tiffPreview, wmf: wmfPreview } = readSections(bytes)
  const text = latin1(postScript)
  const image = findImage(text) ?? findPreview(text)
  const stored = tiffPreview ?? wmfPreview
  if (!image && stored) return { preview: previewOf(stored, stored === tiffPreview ? tiff : wmf) }
  if (!image) throw new InterpreterRequired()
  // A DOS header may leave out the trailer that has the box.
  const box = boundingBox(text) ?? boundingBox(latin1(bytes))
  const fits = box && box[0] * box[1] <= MAX_PIXELS
  const size: Size = fits ? box : [image.width, image.height]
  return { size, exact: highResBoundingBox(text) ?? size, image, program: postScript }
}

/** Resizes the image to the bounding box. A bilevel image stays bilevel. */
function fitBoundingBox(
  pixels: Uint8ClampedArray<ArrayBuffer>,
  image: EpsImage,
  size: Size,
  exact: Size,
) {
  const from: Size = [image.width, image.height]
  if (from[0] === size[0] && from[1] === size[1]) return pixels
  return image.bits === 1
    ? resampleNearest(pixels, from, size, exact)
    : resampleArea(pixels, from, size)
}

function previewOf(bytes: Uint8Array, decoder: typeof tiff | typeof wmf) {
  return { info: decoder.info(bytes), decode: () => decoder.decode(bytes) }
}
