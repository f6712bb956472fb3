import { expect, it } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { gradient } from './pictures.ts'
import { darkroomWith } from './run.ts'

const asked = async (width: number, height: number) =>
  ({
    url: await png(gradient(width, height)),
    enhancements: ['denoise', 'light'],
  }) satisfies ProcessingRequest

it('plan() tells the seconds of what has run before, in proportion to the pixels', async () => {
  const darkroom = darkroomWith({ provider: 'wasm', cache: false })
  const small = await asked(200, 150)
  expect(await darkroom.plan(small)).not.toHaveProperty('seconds')

  const { details } = await darkroom.run(small)
  const took = details.steps.reduce((sum, { ms }) => sum + ms, 0) / 1000
  const { seconds = 0 } = await darkroom.plan(small)
  expect(seconds).toBeCloseTo(took, 2)
  const { seconds: four = 0 } = await darkroom.plan(await asked(400, 300))
  expect(four / seconds).toBeCloseTo(4, 1)

  const other = { ...small, enhancements: ['denoise', 'deblur'] } satisfies ProcessingRequest
  expect(await darkroom.plan(other)).not.toHaveProperty('seconds')
  const cropped = { ...small, width: 100, height: 100, fit: { crop: 'content' } } as const
  await darkroom.run(cropped)
  expect((await darkroom.plan(cropped)).seconds).toBeGreaterThan(seconds * 0.9)
})
