import type { Point, Size } from '../viewport.ts'

/** One stroke of the brush. */
export interface Stroke {
  keeps: boolean
  /** Its width, as a share of the picture's longer side. */
  size: number
  /** In shares of the picture's width and height. */
  points: Point[]
}

/** Longer side of the picture of all strokes, which Darkroom scales to the source. */
const SIDE = 2048
/** What says nothing; white keeps, black erases. */
const NEUTRAL = '#808080'

const longer = ({ width, height }: Size) => Math.max(width, height)

export const widthOf = ({ size }: Stroke, picture: Size): number => size * longer(picture)

/** A stroke as the data of an SVG path. One of a single point is a dot. */
export function pathOf({ points }: Stroke, { width, height }: Size): string {
  const [first, ...rest] = points.map(({ x, y }) => `${x * width} ${y * height}`)
  return `M${first}${rest.length > 0 ? rest.map((point) => `L${point}`).join('') : 'h0'}`
}

/** The strokes as a picture for `background.hints`, in the shape of the source. */
export async function hintsOf(strokes: Stroke[], source: Size): Promise<File> {
  const scale = Math.min(1, SIDE / longer(source))
  const size = { width: Math.ceil(source.width * scale), height: Math.ceil(source.height * scale) }
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.fillStyle = NEUTRAL
  context.fillRect(0, 0, size.width, size.height)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const stroke of strokes) {
    context.strokeStyle = stroke.keeps ? '#fff' : '#000'
    context.lineWidth = widthOf(stroke, size)
    context.stroke(new Path2D(pathOf(stroke, size)))
  }
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return new File([blob], 'hints.png', { type: blob.type })
}
