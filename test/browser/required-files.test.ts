import { expect, it } from 'vitest'
import { redKeeper } from './custom-models.ts'
import { darkroomWith } from './run.ts'

it('what requests load is told by URLs, those of weights and of own models too', async () => {
  const keeper = await redKeeper(16)
  const darkroom = darkroomWith({ provider: 'wasm', models: { keeper } })
  const { files, models, names } = await darkroom.requiredFiles([
    { width: '200%', output_format: 'png' },
    { background: { remove: 'v2' } },
  ])
  expect(models).toContain(keeper.url)
  expect(names).toContain('span-x2')
  expect(models.join()).toMatch(/span-x2.int8\.onnx/)
  expect(files.filter((url) => models.includes(url))).toEqual([])
  for (const url of [...files, ...models]) {
    expect(url).toMatch(/^(https?|blob):/)
    expect((await fetch(url)).ok, url).toBe(true)
  }
})
