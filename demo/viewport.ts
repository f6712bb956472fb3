/** The position of an image in its frame: pure geometry of fitting, zooming and moving, in CSS pixels. */
export interface Viewport {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

const MAX_SCALE = 16
/** The largest scale at which a small image is fitted to the frame. */
const MAX_FIT_SCALE = 4

export function fitInto(image: Size, frame: Size): Viewport {
  const scale = fitScale(image, frame)
  return constrain({ scale, x: 0, y: 0 }, image, frame)
}

/** Zooms so that the point under `at` stays there. */
export function zoom(
  view: Viewport,
  factor: number,
  at: Point,
  image: Size,
  frame: Size,
): Viewport {
  const minScale = fitScale(image, frame)
  const scale = Math.min(Math.max(view.scale * factor, minScale), Math.max(MAX_SCALE, minScale))
  const grown = scale / view.scale
  const moved = { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }
  return constrain(moved, image, frame)
}

export function move(view: Viewport, by: Point, image: Size, frame: Size): Viewport {
  return constrain({ ...view, x: view.x + by.x, y: view.y + by.y }, image, frame)
}

export const overflows = ({ scale }: Viewport, image: Size, frame: Size) =>
  image.width * scale > frame.width + 1 || image.height * scale > frame.height + 1

/** The part of the frame that the image covers. */
export function coveredArea({ scale, x, y }: Viewport, image: Size, frame: Size) {
  return {
    left: Math.max(0, x),
    right: Math.min(frame.width, x + image.width * scale),
    top: Math.max(0, y),
    bottom: Math.min(frame.height, y + image.height * scale),
  }
}

const fitScale = (image: Size, frame: Size) =>
  Math.min(frame.width / image.width, frame.height / image.height, MAX_FIT_SCALE)

/** Centers an axis on which the image is smaller than the frame; otherwise leaves no gap at either side. */
function constrain({ scale, x, y }: Viewport, image: Size, frame: Size): Viewport {
  const along = (at: number, length: number, room: number) =>
    length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, at))
  return {
    scale,
    x: along(x, image.width * scale, frame.width),
    y: along(y, image.height * scale, frame.height),
  }
}
