import { expect, it } from 'vitest'
import { random } from '../../scripts/lib/pictures.ts'
import type { RasterImage } from '../../workers/image/image.ts'
import { mapPlane, type Plane } from '../../workers/image/plane.ts'
import { boxAround, cropPlane, placedIn } from '../../workers/image/plane-part.ts'
import { estimateLayerColors } from '../../workers/operations/cut-out/foreground.ts'
import { refineMask } from '../../workers/operations/cut-out/refine.ts'
import type { OperationContext } from '../../workers/operations/operation.ts'

const size = { width: 240, height: 160 }
const next = random(5)
const texture = Array.from({ length: size.width * size.height * 4 }, (_, i) =>
  i % 4 === 3 ? 255 : Math.floor(next() * 256),
)
const image: RasterImage = { ...size, pixels: new Uint8ClampedArray(texture), alpha: false }

/** Round subjects, soft at their border. */
const discs = (...centres: [number, number][]): Plane =>
  mapPlane((i) => {
    const [x, y] = [i % size.width, Math.floor(i / size.width)]
    const distances = centres.map(([cx, cy]) => Math.hypot(x - cx, y - cy))
    return Math.min(1, Math.max(0, (26 - Math.min(...distances)) / 4))
  }, size)

it('what is far away changes no colours of a border', () => {
  const [alone, beside] = [discs([50, 60]), discs([50, 60], [205, 125])]
  const [one, two] = [alone, beside].map((alpha) => estimateLayerColors(image, alpha).item[0])
  let compared = 0
  for (let i = 0; i < alone.values.length; i++) {
    const share = alone.values[i] as number
    if (i % size.width > 110 || share < 0.01 || share > 0.99) continue
    expect(one?.values[i]).toBeCloseTo(two?.values[i] as number, 1)
    compared++
  }
  expect(compared).toBeGreaterThan(100)
})

it('a mask without a border is nothing, or all, and no network is loaded', async () => {
  const loadFixedInput = () => Promise.reject(new Error('loaded'))
  const context = { loadFixedInput } as unknown as OperationContext
  for (const value of [0, 1]) {
    const mask = mapPlane(() => value, size)
    const alpha = await refineMask(image, mask, context)
    expect(new Set(alpha.values)).toEqual(new Set([value]))
  }
})

it('a part of a plane comes back to its place', () => {
  const plane = discs([50, 60])
  const box = boxAround(plane, [0, 2], 3)
  expect(box).toEqual({ x: 22, y: 32, width: 57, height: 57 })
  expect(placedIn(size, box, cropPlane(plane, box))).toEqual(plane)
})
