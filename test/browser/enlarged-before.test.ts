import { expect, it } from 'vitest'
import { bicubic, crop, fromPng, png } from '../../scripts/lib/pictures.ts'
import { needed } from './pictures.ts'
import { run } from './run.ts'

const SIDE = 240
const alphaAt = (i: number) => (i % SIDE < SIDE / 2 ? 255 : 16 + Math.floor(i / SIDE / 2))

it('deblur keeps the alpha of an image that was enlarged before', async (test) => {
  const whole = await crop(await needed('kodak/kodim05.png', test), 200, 100, SIDE, SIDE)
  const input = await bicubic(await bicubic(whole, SIDE / 3, SIDE / 3), SIDE, SIDE)
  for (let i = 0; i < SIDE * SIDE; i++) input.data[4 * i + 3] = alphaAt(i)
  const url = await png(input)
  const { blob } = await run({ url, enhancements: ['deblur'], output_format: 'png' })
  const { data } = await fromPng(blob)
  const alpha = Array.from({ length: SIDE * SIDE }, (_, i) => data[4 * i + 3])
  expect(alpha).toEqual(alpha.map((_, i) => alphaAt(i)))
  expect(data.some((value, i) => Math.abs(value - (input.data[i] as number)) > 8)).toBe(true)
})
