import type { Box, Size } from '../../src/plan/size.ts'

/** The smallest box around all pixels for whose index `isInside` is true. Undefined if there are none. */
export function boundingBox(
  { width, height }: Size,
  isInside: (index: number) => boolean,
): Box | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInside(y * width + x)) continue
      if (x < left) left = x
      if (x > right) right = x
      if (top > y) top = y
      bottom = y
    }
  }
  if (right < 0) return undefined
  return { x: left, y: top, width: right + 1 - left, height: bottom + 1 - top }
}
