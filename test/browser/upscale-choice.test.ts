import { describe, expect, it, type TestContext } from 'vitest'
import { damageIn as damageInRaster } from '../../scripts/lib/damage.ts'
import { halved, jpeg, noisy } from '../../scripts/lib/degrade.ts'
import { bicubic, decoded, draw, encoded, part, png } from '../../scripts/lib/pictures.ts'
import type { UpscaleChoice } from '../../src/index.ts'
import { decode } from '../../workers/codecs/decode.ts'
import { needed } from './pictures.ts'
import { run } from './run.ts'

/** What a file or an image shows, by its pixels and its header. */
const damageIn = async (image: Blob | ImageData) => damageInRaster(await decode({ image }))

const kodak = (name: string, test: TestContext) => needed(`kodak/${name}.png`, test)
const all = ['01', '03', '05', '07', '09', '11', '13', '15', '17', '19', '21', '23']

const middle = (image: ImageData, side: number) =>
  part(image, (image.width - side) >> 1, (image.height - side) >> 1, side, side)

const reduced = (image: ImageData, by: number) =>
  bicubic(image, Math.round(image.width / by), Math.round(image.height / by))

describe('auto leaves clean photographs as they are', () => {
  it.for(all)('kodim%s: whole, parts of it, and reduced', async (number, test) => {
    const whole = await decoded(await kodak(`kodim${number}`, test))
    const small = await reduced(whole, 4)
    const images = {
      whole,
      half: await reduced(whole, 2),
      small,
      part: middle(whole, 256),
      little: middle(whole, 96),
      tiny: middle(small, 64),
    }
    const found = Object.entries(images).map(async ([name, image]) => [name, await damageIn(image)])
    expect(Object.fromEntries(await Promise.all(found))).toEqual(
      Object.fromEntries(Object.keys(images).map((name) => [name, undefined])),
    )
  })

  it('byte for byte as faithful does', async (test) => {
    const url = await png(middle(await reduced(await decoded(await kodak('kodim15', test)), 2), 64))
    const request = { url, width: '200%', output_format: 'png' } as const
    const auto = await run(request)
    const faithful = await run({ ...request, upscale_parameters: { mode: 'faithful' } })
    expect(choiceOf(auto)).toMatchObject({ mode: 'faithful', why: 'clean' })
    expect(new Uint8Array(await auto.blob.arrayBuffer())).toEqual(
      new Uint8Array(await faithful.blob.arrayBuffer()),
    )
  })
})

type Ran = Awaited<ReturnType<typeof run>>

const stepOf = ({ record }: Ran) =>
  record.details?.steps.find(({ operation }) => operation === 'upscale')
const choiceOf = (ran: Ran): UpscaleChoice | undefined => stepOf(ran)?.choice

describe('auto restores', () => {
  it.for(['03', '05', '15', '23'])('degraded pictures: kodim%s', async (number, test) => {
    const whole = await decoded(await kodak(`kodim${number}`, test))
    const image = middle(await reduced(whole, 2), 160)
    const file = await encoded(image, 'image/jpeg', 0.6)
    expect(await damageIn(file)).toBe('compressed')
    expect(await damageIn(await jpeg(60)(image, 0))).toBe('compressed')
    expect(await damageIn(await noisy(8)(image, 0))).toBe('noisy')
    for (const filter of ['low', 'catrom'] as const)
      expect(await damageIn(await halved(filter)(image, 0))).toBe('enlarged')
    expect(await damageIn(await halved('pixelated')(image, 0))).toBeDefined()
  })

  it('pictures as people have them', async (test) => {
    // Not chip.png: magnified it shows neither noise nor blocks.
    const names = ['0014.jpg', ...['Lincoln', 'building', 'dog', 'oldphoto2', 'ppt3'].map((name) => `${name}.png`)] // biome-ignore format: a line
    for (const name of names)
      expect([name, await damageIn(await needed(`real/${name}`, test))]).not.toEqual([
        name,
        undefined,
      ])
  })

  it('and says so, with the network and what was measured', async (test) => {
    const image = middle(await reduced(await decoded(await kodak('kodim23', test)), 2), 64)
    const url = await encoded(image, 'image/jpeg', 0.3)
    const ran = await run({ url, width: '200%' })
    expect(stepOf(ran)?.model).toBe('restore-x4')
    expect(choiceOf(ran)).toEqual({
      mode: 'restore',
      why: 'compressed',
      evidence: expect.objectContaining({ jpeg_quality: 30, gap: expect.any(Number) }),
    })
  })

  it.for([2, 3, 4])('and by how much it was enlarged: %i', async (factor, test) => {
    const image = middle(await decoded(await kodak('kodim05', test)), 240)
    const url = await png(await bicubic(await reduced(image, factor), 240, 240))
    const ran = await run({ url, width: '200%' })
    expect(choiceOf(ran)).toMatchObject({ why: 'enlarged', evidence: { enlarged_by: factor } })
  })

  it('not what the file was, once it is clean', async (test) => {
    const image = middle(await reduced(await decoded(await kodak('kodim23', test)), 2), 64)
    const url = await encoded(image, 'image/jpeg', 0.3)
    const ran = await run({ url, width: '200%', enhancements: ['clean'] })
    expect(choiceOf(ran)?.evidence).not.toHaveProperty('jpeg_quality')
  })
})

describe('a request may say it itself', () => {
  const flat = draw(24, 16, (x, y) => [x * 8, y * 9, 70])

  it.each([
    ['faithful', '200%', 'span-x2'],
    ['faithful', '400%', 'span-x4'],
    ['restore', '200%', 'restore-x4'],
    ['restore', '400%', 'restore-x4'],
  ] as const)('%s, %s', async (mode, width, model) => {
    const ran = await run({ url: await png(flat), width, upscale_parameters: { mode } })
    expect(stepOf(ran)).toMatchObject({ model, choice: { mode, why: 'requested' } })
    expect(ran.record.details?.width).toBe((24 * Number.parseInt(width, 10)) / 100)
  })

  it.each([{ mode: 'faithful' }, { mode: 'restore' }, { type: 'text_x4' }] as const)(
    'what is gray stays gray: %o',
    async (upscale_parameters) => {
      const gray = draw(48, 32, (x, y) => {
        const light = 96 + ((x * 37 + y * 91) % 64)
        return [light, light, light]
      })
      const ran = await run({ url: await png(gray), width: '200%', output_format: 'png', upscale_parameters }) // biome-ignore format: a line
      const { data } = await decoded(ran.blob)
      for (let i = 0; i < data.length; i += 4) {
        expect(data[i]).toBe(data[i + 1])
        expect(data[i]).toBe(data[i + 2])
      }
    },
  )

  it('a network for text has no modes', async () => {
    const ran = await run({ url: await png(flat), width: '400%', upscale_parameters: { type: 'text_x4' } }) // biome-ignore format: a line
    expect(stepOf(ran)?.model).toBe('text-x4')
    expect(choiceOf(ran)).toBeUndefined()
  })
})
