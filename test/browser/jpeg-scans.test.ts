import { expect, it } from 'vitest'
import { draw, encoded } from '../../scripts/lib/pictures.ts'
import { manyScans } from '../many-scans.ts'
import { run } from './run.ts'

const output = { output_format: 'png', width: 8 } as const

it('a JPEG of 40,000 scans is refused before the browser decodes it; a good one after it is not', async () => {
  const url = new Blob([manyScans(2_000, 40_000)])
  for (let i = 0; i < 3; i++) {
    const before = performance.now()
    await expect(run({ url, ...output })).rejects.toMatchObject({
      code: 'UNIDENTIFIED_IMAGE',
      path: 'url',
      message: expect.stringContaining('a JPEG of 40000 scans'),
    })
    expect(performance.now() - before).toBeLessThan(5_000)
  }
  const good = await encoded(
    draw(64, 64, (x) => [x * 4, 90, 30]),
    'image/jpeg',
  )
  expect((await run({ url: good, ...output })).blob.type).toBe('image/png')
})
