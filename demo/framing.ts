import type { JobRecord } from 'darkroom-web'
import type { Json } from './json-paths.ts'
import type { Point, Size } from './viewport.ts'

/** What `crop`, `rotate` and `flip` of a request leave of its source, and which way up. */
export interface Framing {
  source: Size
  /** The part that is seen, in pixels of the source. */
  box: Point & Size
  degrees: number
  mirror: { x: number; y: number }
  /** Of what is seen, once it is turned. */
  size: Size
}

/** Requests by their jobs, as records do not have them. */
const requests = new Map<string, Json>()

export function noteFraming({ job, results = [] }: JobRecord, request: Json): void {
  if (!request.crop && !request.rotate && !request.flip) return
  for (const id of [job, ...results.map((item) => item.job)]) requests.set(id, request)
}

/** How a job frames a source of this size; undefined where it shows the whole source as it is, or the browser shows no source. */
export function framingOf(job: string, source: Size): Framing | undefined {
  const request = requests.get(job)
  if (!request || !source.width) return undefined
  const box = boxOf((request.crop ?? {}) as Json, source)
  const degrees = Number(request.rotate ?? 0)
  const isFlipped = (way: string) => request.flip === way || request.flip === 'both'
  const mirror = { x: isFlipped('horizontal') ? -1 : 1, y: isFlipped('vertical') ? -1 : 1 }
  const { width, height } = box
  const size = degrees % 180 === 0 ? { width, height } : { width: height, height: width }
  return { source, box, degrees, mirror, size }
}

function boxOf(crop: Json, source: Size): Framing['box'] {
  const [x, right] = along(crop.x, crop.width, source.width)
  const [y, bottom] = along(crop.y, crop.height, source.height)
  return { x, y, width: right - x, height: bottom - y }
}

/** Where a box begins and ends, without what lies outside of the source. */
function along(start: unknown, length: unknown, whole: number): [number, number] {
  const begin = inPixels(start ?? 0, whole)
  const end = begin + inPixels(length ?? whole, whole)
  return [Math.max(0, begin), Math.min(whole, end)]
}

const inPixels = (length: unknown, whole: number): number =>
  Math.round(
    String(length).endsWith('%') ? (parseFloat(String(length)) / 100) * whole : Number(length),
  )

/**
 * Shows an image, of the picture's size or framed to fit it, at a place. What is seen of a framed one is centred, as a result
 * on a wider canvas centres its image.
 */
export function place(
  image: HTMLElement,
  picture: Size,
  transform: string,
  framing?: Framing,
): void {
  const { width, height } = framing?.source ?? picture
  image.style.width = `${width}px`
  image.style.height = `${height}px`
  image.style.clipPath = framing ? insetOf(framing) : ''
  image.style.transform = framing ? `${transform} ${turned(framing, picture)}` : transform
}

function insetOf({ source, box }: Framing): string {
  const right = source.width - box.x - box.width
  const bottom = source.height - box.y - box.height
  return `inset(${box.y}px ${right}px ${bottom}px ${box.x}px)`
}

/** Moves the middle of what is seen to the picture's, and turns it there. */
function turned({ box, degrees, mirror, size }: Framing, picture: Size): string {
  const scale = Math.min(picture.width / size.width, picture.height / size.height)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  return [
    `translate(${picture.width / 2}px, ${picture.height / 2}px)`,
    `scale(${scale * mirror.x}, ${scale * mirror.y})`,
    `rotate(${degrees}deg)`,
    `translate(${-x}px, ${-y}px)`,
  ].join(' ')
}
