import { expect, it } from 'vitest'
import { draw, png } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { darkroomWith } from './run.ts'

const url = await png(draw(4, 4, () => [9, 8, 7]))
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`field${i}`, i]))

it.each([
  ['request', () => ({ url, ...fields(200_000) }), 200_001],
  ['caption', () => ({ url, caption: fields(200_000) }), 200_000],
  ['unknown.0', () => ({ url, unknown: [fields(1_001)] }), 1_001],
])('more than 1,000 fields are refused at once: in %s', async (path, make, count) => {
  const darkroom = darkroomWith()
  const request = make() as ProcessingRequest
  for (const call of ['run', 'process', 'processResult', 'plan', 'preload'] as const) {
    const before = performance.now()
    const message = `Expected at most 1000 fields for ${path} but received ${count}`
    const refused = expect(darkroom[call](request)).rejects
    await refused.toMatchObject({ code: 'BAD_REQUEST', status: 400, path, message })
    expect(performance.now() - before).toBeLessThan(1_000)
  }
})

it('fewer are read, with warnings', async () => {
  const request = { url, ...fields(999) } as ProcessingRequest
  const { warnings } = await darkroomWith().run(request)
  expect(warnings[0]).toMatchObject({ path: 'field0' })
})
