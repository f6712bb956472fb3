import { expect, it } from 'vitest'
import { alphaError, composed, neededCutOut, onePass, overlap } from './cut-out.ts'
import { fromPng, needed, png } from './pictures.ts'
import { run } from './run.ts'

it.for([
  ['girl-1', '13', 'whose face is found in the part alone'],
  ['animal-1', '19', 'before a tower and a fence that stand out too'],
] as const)(
  'auto beats one pass of its network: %s on photograph %s, %s',
  async ([name, number], test) => {
    const { reference } = await neededCutOut(name, test)
    const behind = await needed(`kodak/kodim${number}.png`, test)
    const { image, truth } = await composed(reference, behind, 384)
    const { blob } = await run({
      url: await png(image),
      background: { remove: 'auto' },
      output_format: 'png',
    })
    const [ours, once] = [await fromPng(blob), await onePass(image)]
    expect(overlap(ours, truth)).toBeGreaterThan(overlap(once, truth) + 0.05)
    expect(overlap(ours, truth)).toBeGreaterThan(0.85)
    expect(alphaError(ours, truth)).toBeLessThan(alphaError(once, truth) * 0.8)
  },
)
