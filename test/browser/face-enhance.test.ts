import { describe, expect, it, type TestContext } from 'vitest'
import { psnr } from '../../bench/lib/psnr.ts'
import {
  bicubic,
  canvasResize,
  crop,
  decoded,
  draw,
  encoded,
  fromPng,
  noise,
  part,
  png,
  random,
} from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { modelFile } from './custom-models.ts'
import { facesIn, turned } from './faces.ts'
import { pointwise } from './onnx.ts'
import { gradient, needed } from './pictures.ts'
import { run } from './run.ts'

const portrait = (test: TestContext) => needed('faces/ffhq-clean.png', test)

/** Landmarks of the portrait to compare: those that the detector finds when it is upright and whole. */
const points = ['rightEye', 'leftEye', 'nose', 'mouth'] as const

async function enhanced(
  image: ImageData | Blob,
  more: Partial<ProcessingRequest> = {},
  options = {},
) {
  const url = image instanceof Blob ? image : await png(image)
  const request = { url, enhancements: ['face_enhance'], output_format: 'png', ...more } as const
  const { record, blob } = await run(request as ProcessingRequest, { provider: 'wasm', ...options })
  return { record, image: await fromPng(blob) }
}

const same = (a: ImageData, b: ImageData, x: number, y: number) =>
  [0, 1, 2, 3].every((c) => a.data[(y * a.width + x) * 4 + c] === b.data[(y * a.width + x) * 4 + c])

it.for(['face_enhance', 'deblur'] as const)(
  '%s draws no stripes into what was enlarged before',
  async (enhancement, test) => {
    const truth = await decoded(await portrait(test))
    const { width, height } = truth
    const small = await bicubic(truth, Math.floor(width / 3), Math.floor(height / 3))
    const taken = await decoded(await encoded(small, 'image/jpeg', 0.85))
    const input = await canvasResize(taken, width, height, true)
    const { image } = await enhanced(input, { enhancements: [enhancement] })
    expect(psnr(image, truth)).toBeGreaterThan(psnr(input, truth))
  },
)

it('what was enlarged before is restored at its size of then, though the job has enlarged it too', async (test) => {
  const truth = await decoded(await portrait(test))
  const small = await bicubic(truth, truth.width / 4, truth.height / 4)
  const taken = await decoded(await encoded(small, 'image/jpeg', 0.6))
  const input = await canvasResize(taken, truth.width / 2, truth.height / 2, true)
  const twice = { width: '200%', upscale_parameters: { mode: 'faithful' } } as const
  const [plain, restored] = [
    await enhanced(input, { ...twice, enhancements: [] }),
    await enhanced(input, twice),
  ]
  expect(psnr(restored.image, truth)).toBeGreaterThan(psnr(plain.image, truth))
}, 60_000)

describe('faces are found', () => {
  it('two in one photograph', async (test) => {
    const file = await needed('faces/whole-1.jpg', test)
    const faces = await facesIn(await decoded(file))
    expect(faces).toHaveLength(2)
    const centres = faces.map(({ box }) => [box.x + box.width / 2, box.y + box.height / 2])
    for (const [x, y] of [
      [504, 213],
      [180, 218],
    ] as const) {
      expect(centres.some(([u = 0, v = 0]) => Math.hypot(u - x, v - y) < 15)).toBe(true)
    }
  })

  it.for([0, 30, 90, 150, 210, 270])('in a head turned by %i degrees', async (degrees, test) => {
    const file = await portrait(test)
    const bitmap = await createImageBitmap(file)
    const [upright] = await facesIn(turned(bitmap, 0, 0.7))
    const image = turned(bitmap, degrees, 0.7)
    const [face, ...others] = await facesIn(image)
    if (!face || !upright) throw new Error('no face was found')
    expect(others).toEqual([])
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    for (const name of points) {
      const [x, y] = [upright[name].x - image.width / 2, upright[name].y - image.width / 2]
      const expected = [cos * x - sin * y, sin * x + cos * y].map((at) => at + image.width / 2)
      const away = Math.hypot(face[name].x - (expected[0] ?? 0), face[name].y - (expected[1] ?? 0))
      expect(away / upright.box.width).toBeLessThan(0.12)
    }
  })

  it('from 6 % of the width up', async (test) => {
    const file = await portrait(test)
    // The face is 268 pixels wide, of the portrait's 512.
    const bitmap = await createImageBitmap(file)
    const canvas = new OffscreenCanvas(1000, 700)
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    context.fillStyle = '#899'
    context.fillRect(0, 0, 1000, 700)
    const side = (0.065 * 1000 * 512) / 268
    context.drawImage(bitmap, 600, 300, side, side)
    expect(await facesIn(context.getImageData(0, 0, 1000, 700))).toHaveLength(1)
  })

  it.for(['cutout/animal-1.jpg', 'cutout/animal-3.jpg', 'cutout/car-2.jpg', 'kodak/kodim23.png'])(
    'not where there are none: %s',
    async (path, test) => {
      const file = await needed(path, test)
      expect(await facesIn(await decoded(file))).toEqual([])
    },
  )
})

describe('the record', () => {
  // Scaled, then padded to a canvas; scaled, then cropped.
  it.for([
    { width: 500, height: 600, fit: 'canvas' },
    { width: 170, height: 186, fit: { crop: 'center' } },
  ] as const)('says where they are in the result: %j', async (frame, test) => {
    const file = await needed('faces/whole-1.jpg', test)
    const face_enhance_parameters = { level: 0 }
    const { image, record } = await enhanced(file, { ...frame, face_enhance_parameters })
    const found = await facesIn(image)
    const { faces, face_boxes: told = [] } = record.details ?? {}
    expect([faces, told.length, found.length]).toEqual([2, 2, 2])
    for (const { box, nose } of found) {
      const near = told.filter(({ points }) => {
        const [x, y] = points.nose
        return Math.hypot(x - nose.x, y - nose.y) < 0.1 * box.width
      })
      expect(near).toHaveLength(1)
      expect(Math.abs((near[0]?.x ?? 0) - box.x)).toBeLessThan(0.1 * box.width)
      expect(Math.abs((near[0]?.y ?? 0) - box.y)).toBeLessThan(0.1 * box.width)
    }
  })

  it('says nothing of where they are in a substitute', async (test) => {
    const file = await needed('faces/whole-1.jpg', test)
    const request = { face_enhance_parameters: { level: 0 }, safe: true }
    const { record } = await enhanced(file, { ...request, nsfw_parameters: { threshold: 0 } })
    expect(record.details).toMatchObject({ faces: 2, nsfw: { triggered: true } })
    expect(record.details).not.toHaveProperty('face_boxes')
  })
})

describe('a degraded face', () => {
  it('gains 0.6 dB or more over bicubic', async (test) => {
    const file = await portrait(test)
    const truth = await decoded(file)
    const canvas = new OffscreenCanvas(512, 512)
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    context.filter = 'blur(2px)'
    context.drawImage(await createImageBitmap(truth), 0, 0)
    const small = await bicubic(context.getImageData(0, 0, 512, 512), 256, 256)
    const next = random(5)
    const noisy = draw(256, 256, (x, y) => {
      const value = (c: number) => (small.data[(y * 256 + x) * 4 + c] as number) + noise(next, 10)
      return [value(0), value(1), value(2)]
    })
    const degraded = await encoded(noisy, 'image/jpeg', 0.4)
    const input = await decoded(degraded)
    const { image, record } = await enhanced(degraded, { width: '200%' })
    expect(record.details?.faces).toBe(1)
    const box = [117, 156, 268, 268] as const
    const inside = (candidate: ImageData) => psnr(part(candidate, ...box), part(truth, ...box))
    const plain = inside(await bicubic(input, 512, 512))
    console.log('face_enhance', inside(image), 'bicubic', plain)
    expect(inside(image) - plain).toBeGreaterThan(0.6)
  })
})

describe('what is not a face', () => {
  it('stays bit for bit', { timeout: 300_000 }, async (test) => {
    const file = await needed('faces/whole-1.jpg', test)
    const before = await crop(file, 0, 0, 380, 464)
    const { image } = await enhanced(before, {
      face_enhance_parameters: { type: 'beautify', smoothing_level: 1 },
    })
    const boxes = (await facesIn(before)).map(({ box }) => box)
    const touched: number[][] = []
    let [changed, checked] = [0, 0]
    for (let y = 0; y < before.height; y++) {
      for (let x = 0; x < before.width; x++) {
        const near = boxes.some(
          (box) =>
            Math.hypot(x + 0.5 - box.x - box.width / 2, y + 0.5 - box.y - box.height / 2) <
            1.3 * Math.max(box.width, box.height),
        )
        if (near) changed += Number(!same(before, image, x, y))
        else if (!same(before, image, x, y)) touched.push([x, y])
        checked += Number(!near)
      }
    }
    expect(touched).toEqual([])
    expect(checked).toBeGreaterThan(50_000)
    expect(changed).toBeGreaterThan(5000)
  })

  it('is a picture without faces: returned as it was, and the record says so', async () => {
    const { image, record } = await enhanced(gradient(120, 90))
    expect(image.data).toEqual(gradient(120, 90).data)
    expect(record.details).toMatchObject({ faces: 0, face_boxes: [] })
  })
})

describe('the parameters', () => {
  it('level 0 changes nothing', async (test) => {
    const file = await portrait(test)
    const { image } = await enhanced(file, { face_enhance_parameters: { level: 0 } })
    expect(image.data).toEqual((await decoded(file)).data)
  })

  it('smoothing_level smooths skin; eyes, lips and what is around the face keep every pixel', async (test) => {
    const file = await portrait(test)
    const before = await decoded(file)
    const [face] = await facesIn(before)
    if (!face) throw new Error('no face was found')
    const { image } = await enhanced(file, {
      face_enhance_parameters: { level: 0, smoothing_level: 1 },
    })
    for (const name of ['rightEye', 'leftEye', 'mouth'] as const) {
      const { x, y } = face[name]
      for (let v = -6; v <= 6; v++) {
        for (let u = -10; u <= 10; u++) {
          expect(same(before, image, Math.round(x) + u, Math.round(y) + v)).toBe(true)
        }
      }
    }
    for (let x = 0; x < 512; x++) expect(same(before, image, x, 0)).toBe(true)
    const cheek = [
      Math.round(face.rightEye.x),
      Math.round((face.rightEye.y + face.mouth.y) / 2 + 10),
    ] as const
    const grain = (of: ImageData) => {
      let sum = 0
      for (let v = -8; v < 8; v++) {
        for (let u = -8; u < 8; u++) {
          const at = ((cheek[1] + v) * 512 + cheek[0] + u) * 4
          sum += Math.abs((of.data[at] as number) - (of.data[at + 4] as number))
        }
      }
      return sum
    }
    expect(grain(image)).toBeLessThan(grain(before) * 0.8)
  })
})

it("an application's own network takes the aligned face", async (test) => {
  const file = await portrait(test)
  const side = 64
  // The network swaps red and green.
  const weights = pointwise(
    [
      [0, 1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ],
    [0, 0, 0],
    side,
    side,
  )
  const swapper = {
    use: 'face' as const,
    ...(await modelFile(weights, side)),
    mean: [0.5, 0.5, 0.5],
    deviation: [0.5, 0.5, 0.5],
  }
  const before = await decoded(file)
  const { image, record } = await enhanced(file, {}, { models: { swapper } })
  expect(record.details?.steps.map(({ model }) => model).join()).toMatch(/swapper/)
  const at = (260 * 512 + 256) * 4
  expect(Math.abs((image.data[at] as number) - (before.data[at + 1] as number))).toBeLessThan(12)
  expect(Math.abs((image.data[at + 1] as number) - (before.data[at] as number))).toBeLessThan(12)
})
