import { atLeastOne, type Box, type Frame, type Layout, type Size } from './geometry.ts'
import type { Rooms } from './padding.ts'

/** Scales and places a picture by its `fit`. `found` is the content or item of a crop, in pixels of the source. */
export function place(source: Size, { fit, focus }: Frame, rooms: Rooms, found?: Box): Layout {
  if (fit === 'canvas') return centred(contain(source, rooms.inner), rooms.canvas)
  if (fit === 'bounds') return hugged(contain(source, rooms.inner), rooms)
  if (fit === 'cover') return hugged(cover(source, rooms.inner), rooms)
  if (focus === 'item' && found) return aroundItem(source, rooms, found)
  return aroundContent(source, rooms, found ?? middle(source))
}

const ratios = (source: Size, room: Size) => [
  room.width / source.width,
  room.height / source.height,
]

function contain(source: Size, room: Size): Size {
  const factor = Math.min(...ratios(source, room))
  return {
    width: Math.min(room.width, atLeastOne(source.width * factor)),
    height: Math.min(room.height, atLeastOne(source.height * factor)),
  }
}

function cover(source: Size, room: Size): Size {
  const factor = Math.max(...ratios(source, room))
  return {
    width: Math.max(room.width, atLeastOne(source.width * factor)),
    height: Math.max(room.height, atLeastOne(source.height * factor)),
  }
}

const half = (space: number) => Math.floor(space / 2)

const centred = (scaled: Size, canvas: Size): Layout => ({
  scaled,
  visible: { x: 0, y: 0, ...scaled },
  canvas,
  x: half(canvas.width - scaled.width),
  y: half(canvas.height - scaled.height),
})

/** The canvas is as large as the picture and its padding. */
const hugged = (scaled: Size, { inner, canvas }: Rooms): Layout =>
  centred(scaled, {
    width: scaled.width + canvas.width - inner.width,
    height: scaled.height + canvas.height - inner.height,
  })

/** The picture's middle as if it were its content: any crop shows it whole. */
const middle = ({ width, height }: Size): Box => ({
  x: width / 2,
  y: height / 2,
  width: 0,
  height: 0,
})

/** Covers the room where that does not cut the content; else shows the content whole and leaves space beside it. */
function aroundContent(source: Size, { inner, canvas }: Rooms, content: Box): Layout {
  const least = contain(source, inner)
  const most = cover(source, inner)
  const factor = Math.min(inner.width / content.width, inner.height / content.height)
  const scaled = {
    width: clamp(atLeastOne(source.width * factor), least.width, most.width),
    height: clamp(atLeastOne(source.height * factor), least.height, most.height),
  }
  const x = window(scaled.width, inner.width, (content.x + content.width / 2) / source.width)
  const y = window(scaled.height, inner.height, (content.y + content.height / 2) / source.height)
  return {
    scaled,
    visible: { x: x.from, y: y.from, width: x.length, height: y.length },
    canvas,
    x: half(canvas.width - x.length),
    y: half(canvas.height - y.length),
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Up to `room` pixels of a side of `length`, around a centre given as a share of it. */
function window(length: number, room: number, centre: number): { from: number; length: number } {
  const shown = Math.min(length, room)
  return { from: clamp(Math.round(length * centre - shown / 2), 0, length - shown), length: shown }
}

/** The item fills the room; the padding shows what is around it, as far as the picture goes. */
function aroundItem(source: Size, { inner, canvas }: Rooms, item: Box): Layout {
  const factor = Math.min(...ratios(item, inner))
  const scaled = {
    width: atLeastOne(source.width * factor),
    height: atLeastOne(source.height * factor),
  }
  const x = overlap(scaled.width, canvas.width, (item.x + item.width / 2) / source.width)
  const y = overlap(scaled.height, canvas.height, (item.y + item.height / 2) / source.height)
  return {
    scaled,
    visible: { x: x.from, y: y.from, width: x.length, height: y.length },
    canvas,
    x: x.at,
    y: y.at,
  }
}

/** What a canvas shows of a side of `length` when `centre`, a share of it, is in the canvas's middle. */
function overlap(length: number, canvas: number, centre: number) {
  const start = Math.round(length * centre - canvas / 2)
  const from = clamp(start, 0, length - 1)
  const to = clamp(start + canvas, from + 1, length)
  return { from, length: to - from, at: from - start }
}
