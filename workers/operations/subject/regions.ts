import type { Box } from '../../../src/plan/size.ts'

export interface Region {
  box: Box
  /** Sum of the weights of its pixels. */
  mass: number
}

/** The connected regions (8 neighbors) of pixels with a weight above 0, the heaviest first. */
export function connectedRegions(weights: Float32Array, width: number): Region[] {
  const height = weights.length / width
  const visited = new Uint8Array(weights.length)
  const regions: Region[] = []
  for (let start = 0; start < weights.length; start++) {
    if (visited[start] || !((weights[start] as number) > 0)) continue
    visited[start] = 1
    const stack = [start]
    let [left, top, right, bottom, mass] = [width, height, 0, 0, 0]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      mass += weights[at] as number
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const next = v * width + u
          if (visited[next] || !((weights[next] as number) > 0)) continue
          visited[next] = 1
          stack.push(next)
        }
      }
    }
    regions.push({
      box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 },
      mass,
    })
  }
  return regions.sort((a, b) => b.mass - a.mass)
}

/** The bounding box of the heaviest region and all regions with at least `share` of its mass. Undefined if there are none. */
export function boxOfRegions(all: Region[], share: number): Box | undefined {
  const heaviest = all[0]
  if (!heaviest) return undefined
  return all
    .filter(({ mass }) => mass >= heaviest.mass * share)
    .map(({ box }) => box)
    .reduce(union)
}

function union(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}
