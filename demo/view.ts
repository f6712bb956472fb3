/** Where a picture stands in its frame: pure geometry of fitting, zooming and moving, in CSS pixels. */
export interface View {
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

const MOST_SCALE = 16
/** A tiny picture fills the frame no further than this. */
const MOST_FIT = 4

export function fitInto(picture: Size, frame: Size): View {
  const scale = fitScale(picture, frame)
  return inside({ scale, x: 0, y: 0 }, picture, frame)
}

/** Zooms so that what is under `at` stays there. */
export function zoom(view: View, factor: number, at: Point, picture: Size, frame: Size): View {
  const least = fitScale(picture, frame)
  const scale = Math.min(Math.max(view.scale * factor, least), Math.max(MOST_SCALE, least))
  const grown = scale / view.scale
  const moved = { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }
  return inside(moved, picture, frame)
}

export function move(view: View, by: Point, picture: Size, frame: Size): View {
  return inside({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, frame)
}

export const overflows = ({ scale }: View, picture: Size, frame: Size) =>
  picture.width * scale > frame.width + 1 || picture.height * scale > frame.height + 1

/** The part of the frame that the picture covers. */
export function covered({ scale, x, y }: View, picture: Size, frame: Size) {
  return {
    left: Math.max(0, x),
    right: Math.min(frame.width, x + picture.width * scale),
    top: Math.max(0, y),
    bottom: Math.min(frame.height, y + picture.height * scale),
  }
}

const fitScale = (picture: Size, frame: Size) =>
  Math.min(frame.width / picture.width, frame.height / picture.height, MOST_FIT)

/** Centred along an axis where it is smaller than the frame, else without a gap at either side. */
function inside({ scale, x, y }: View, picture: Size, frame: Size): View {
  const along = (at: number, length: number, room: number) =>
    length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, at))
  return {
    scale,
    x: along(x, picture.width * scale, frame.width),
    y: along(y, picture.height * scale, frame.height),
  }
}
