import { encode } from './png.js'

export const RED = [200, 30, 40, 255]
export const GREEN = [20, 180, 60, 255]
export const BLUE = [30, 60, 200, 255]
export const WHITE = [255, 255, 255, 255]
export const CLEAR = [0, 0, 0, 0]
export const GREY = [128, 128, 128, 255]

/** An image of one colour. */
export const flat = (width, height, colour = RED) => encode(width, height, () => colour)

/** Sixteen steps, from a quarter of a colour on the left to the full colour on the right. */
export const stair = (width, height, colour) =>
  encode(width, height, (x) => {
    const share = 0.25 + (0.75 * Math.floor((16 * x) / width)) / 15
    return [...colour.map((channel) => Math.round(channel * share)), 255]
  })

/** Thirds: red on the left, green in the middle, blue on the right. */
export const thirds = (width, height) =>
  encode(width, height, (x) => [RED, GREEN, BLUE][Math.floor((3 * x) / width)])

/** A green square of `side` pixels on red, with its corner at (`left`, `top`). */
export const spot = (width, height, left, top, side) =>
  encode(width, height, (x, y) => {
    const inside = x >= left && x < left + side && y >= top && y < top + side
    return inside ? GREEN : RED
  })

/** A red ball on blue grey, as a salient object. */
export const ball = () =>
  encode(96, 96, (x, y) => (Math.hypot(x - 48, y - 52) < 26 ? RED : [90, 110, 130, 255]))

/** Grey with deterministic noise of up to `amount` in each channel. */
export const grainy = (width, height, amount) =>
  encode(width, height, (x, y) => {
    const value = Math.imul(x * 7919 + y * 104729 + 1, 2654435761) >>> 0
    const moved = (shift) => 128 + Math.round((((value >> shift) & 255) / 127.5 - 1) * amount)
    return [moved(0), moved(8), moved(16), 255]
  })

/** Dark on the left, light on the right, with a ramp of `ramp` pixels between them. */
export const edge = (width, height, ramp) =>
  encode(width, height, (x) => {
    const share = Math.min(1, Math.max(0, (x + 0.5 - width / 2) / ramp + 0.5))
    const value = Math.round(60 + 130 * share)
    return [value, value, value, 255]
  })

/** Deterministic noise, which compresses badly. */
export const noise = (width, height) =>
  encode(width, height, (x, y) => {
    const value = Math.imul(x * 7919 + y * 104729 + 1, 2654435761) >>> 0
    return [value & 255, (value >> 8) & 255, (value >> 16) & 255, 255]
  })

export function base64(bytes) {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return `base64,${btoa(binary)}`
}
