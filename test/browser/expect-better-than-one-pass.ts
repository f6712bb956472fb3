import { expect, type TestContext } from 'vitest'
import { alphaError, overlap } from '../../bench/lib/alpha.ts'
import { composed, onePass } from '../../bench/lib/cut-outs.ts'
import { fromPng, png } from '../../scripts/lib/pictures.ts'
import { neededCutOut } from './cut-out.ts'
import { needed } from './pictures.ts'
import { run } from './run.ts'

/** `auto` finds a cut-out on a photograph of Kodak better than U2-Net small alone. */
export async function expectBetterThanOnePass(
  name: string,
  number: string,
  test: TestContext,
): Promise<void> {
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
}
