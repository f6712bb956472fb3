import type { FixedInputModel } from '../../models/models.ts'
import type { Box, Size } from '../../src/plan/size.ts'
import { cropImage } from '../image/crop.ts'
import type { RasterImage } from '../image/image.ts'
import { type Memory, resampleMemory } from '../image/memory.ts'
import { paste } from '../image/paste.ts'
import { resample } from '../image/resample.ts'
import type { InferenceContext } from '../inference/context.ts'
import { infer, type ModelOutputs, normalizeInput } from '../inference/infer.ts'
import type { LoadedModel } from '../inference/loaded-model.ts'
import { opaqueColors } from '../inference/restore.ts'
import { type Candidate, mergeOverlapping, suppressOverlapping } from './merge.ts'

export interface Point {
  x: number
  y: number
}

/** A face, in pixels of its image. Right and left are the person's own. */
export interface Face {
  /** How sure the network is, 0 to 1. */
  score: number
  box: Box
  rightEye: Point
  leftEye: Point
  nose: Point
  mouth: Point
  rightEar: Point
  leftEar: Point
}

/** The least score of a face; higher for parts of the image and for rotations, where false detections are more common. */
const THRESHOLD = 0.5
const STRICT_THRESHOLD = 0.65
/** Cells along each side of the network's input, and that side in pixels. */
const CELLS = 48
const SIDE = 192
/** Box (center, size), then six points: offsets from the cell's center, in pixels of the network's input. */
const NUMBERS = 16

/** Quarter turns of the image: the network finds heads that lean by up to some 40 degrees. */
const upright = [0]
export const allRotations = [0, 1, 2, 3]

/** Side of the windows that are searched too, as a share of the longer side: small faces are larger in them. */
const WINDOW = 0.6

export const FACE_DETECTOR = 'blazeface'

/** What `detectFaces` holds beside the image: a square around it, and what becomes of that. */
export function detectFacesMemory({ width, height }: Size): Memory {
  const side = Math.max(width, height)
  return resampleMemory({ width: side, height: side, alpha: false }, { width: SIDE, height: SIDE })
}

/** The faces of an image, from 6 % of its longer side up, the most certain first. */
export async function detectFaces(
  image: RasterImage,
  context: InferenceContext,
  rotations: number[] = upright,
): Promise<Face[]> {
  const loaded = await context.loadFixedInput(FACE_DETECTOR)
  const found: Candidate[] = []
  for (const [i, window] of detectionWindows(image).entries()) {
    const part = i === 0 ? image : cropImage(image, window)
    const scale = Math.max(window.width, window.height) / SIDE
    for (const { score, numbers } of await detectInWindow(
      part,
      loaded,
      rotations,
      i > 0,
      context,
    )) {
      found.push({
        score,
        numbers: numbers.map((value, k) => value * scale + windowOffset(window, k)),
      })
    }
  }
  return suppressOverlapping(found).map(({ score, numbers }) => toFace(score, numbers))
}

/** The whole image, then windows in its corners. */
function detectionWindows({ width, height }: RasterImage): Box[] {
  const whole = { x: 0, y: 0, width, height }
  const side = Math.ceil(WINDOW * Math.max(width, height))
  const starts = (length: number) => (length > side ? [0, length - side] : [0])
  const size = { width: Math.min(side, width), height: Math.min(side, height) }
  const corners = starts(height).flatMap((y) => starts(width).map((x) => ({ x, y, ...size })))
  return [whole, ...corners]
}

/** Where a window's square begins; sizes stay as they are. */
function windowOffset({ x, y, width, height }: Box, number: number): number {
  if (number === 2 || number === 3) return 0
  const side = Math.max(width, height)
  return number % 2 === 0 ? x - ((side - width) >> 1) : y - ((side - height) >> 1)
}

/** The detections in an image and its rotations, in pixels of the model's input (192 x 192). */
async function detectInWindow(
  image: RasterImage,
  loaded: LoadedModel<FixedInputModel>,
  rotations: number[],
  isPart: boolean,
  context: InferenceContext,
): Promise<Candidate[]> {
  const square = { width: SIDE, height: SIDE, filter: 'triangle' } as const
  let small = await resample(padToSquare(opaqueColors(image)), square)
  const found: Candidate[] = []
  for (let rotation = 0; rotation < 4; rotation++) {
    if (rotations.includes(rotation)) {
      const seen = await infer(normalizeInput(small, loaded.model), loaded, context)
      const threshold = rotation === 0 && !isPart ? THRESHOLD : STRICT_THRESHOLD
      found.push(
        ...mergeOverlapping(toCandidates(seen, threshold)).map((each) =>
          rotateBack(each, rotation),
        ),
      )
    }
    small = rotateQuarter(small)
  }
  return found
}

/** A square image turned by 90 degrees against the clock. */
function rotateQuarter(image: RasterImage): RasterImage {
  const { width: side } = image
  const from = new Uint32Array(image.pixels.buffer)
  const to = new Uint32Array(from.length)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) to[(side - 1 - x) * side + y] = from[y * side + x] as number
  }
  return { ...image, pixels: new Uint8ClampedArray(to.buffer) }
}

/** What was found after some quarter turns, as it lies in the image. */
function rotateBack({ score, numbers }: Candidate, rotations: number): Candidate {
  let rotated = numbers
  for (let k = 0; k < rotations; k++) {
    const previous = rotated
    rotated = previous.map((_, i) => {
      if (i === 2 || i === 3) return previous[5 - i] as number
      return i % 2 === 0 ? SIDE - (previous[i + 1] as number) : (previous[i - 1] as number)
    })
  }
  return { score, numbers: rotated }
}

/** The image in the middle of a black square. */
function padToSquare(image: RasterImage): RasterImage {
  const { width, height, alpha } = image
  const side = Math.max(width, height)
  const pixels = new Uint8ClampedArray(side * side * 4)
  new Uint32Array(pixels.buffer).fill(0xff000000)
  const square = { width: side, height: side, pixels, alpha }
  paste(image, square, (side - width) >> 1, (side - height) >> 1)
  return square
}

function toCandidates({ scores, regressors }: ModelOutputs, threshold: number): Candidate[] {
  if (!scores || !regressors) throw new Error('the network has no outputs of those names')
  const found: Candidate[] = []
  scores.forEach((logit, i) => {
    const score = 1 / (1 + Math.exp(-logit))
    if (score < threshold) return
    const cellSize = SIDE / CELLS
    const x = ((i % CELLS) + 0.5) * cellSize
    const y = (Math.floor(i / CELLS) + 0.5) * cellSize
    const numbers = Array.from(regressors.subarray(i * NUMBERS, (i + 1) * NUMBERS), (value, k) =>
      k === 2 || k === 3 ? value : value + (k % 2 === 0 ? x : y),
    )
    found.push({ score, numbers })
  })
  return found
}

function toFace(score: number, numbers: number[]): Face {
  const point = (k: number): Point => ({ x: numbers[k] as number, y: numbers[k + 1] as number })
  const center = point(0)
  const { x: width, y: height } = point(2)
  return {
    score,
    box: { x: center.x - width / 2, y: center.y - height / 2, width, height },
    rightEye: point(4),
    leftEye: point(6),
    nose: point(8),
    mouth: point(10),
    rightEar: point(12),
    leftEar: point(14),
  }
}
