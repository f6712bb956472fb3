import { expect, it } from 'vitest'
import { canvasResize, decoded, png } from '../../scripts/lib/pictures.ts'
import type { JobPreview, ProcessingRequest } from '../../src/index.ts'
import { gradient } from './pictures.ts'
import { darkroomWith } from './run.ts'

const darkroom = darkroomWith()
const url = await png(gradient(320, 240))
const request: ProcessingRequest = {
  url,
  enhancements: ['denoise', 'color'],
  color_parameters: { type: 'hdr_light', level: 1 },
  output_format: 'png',
}

it('shows what the result will look like, before it', async () => {
  const events: string[] = []
  const previews: JobPreview[] = []
  const { job, blob, details } = await darkroom.run(request, {
    onProgress: ({ operation }) => void events.push(operation),
    onPreview: (preview) => {
      events.push('preview')
      previews.push(preview)
    },
  })
  const [preview] = previews
  if (!preview) throw new Error('Expected a preview')
  expect(previews).toHaveLength(1)
  expect(events[0]).toBe('preview')
  expect(preview).toMatchObject({ job, width: 256, height: 192 })
  expect(details.steps.map(({ operation }) => operation)).toEqual(['decode', 'denoise', 'color', 'encode']) // biome-ignore format: a line
  const shown = await decoded(preview.blob)
  const expected = await canvasResize(await decoded(blob), 256, 192, true)
  const difference = shown.data.reduce((sum, value, i) => sum + Math.abs(value - (expected.data[i] as number)), 0) // biome-ignore format: a line
  expect(difference / shown.data.length).toBeLessThan(2)
  // The source itself is farther away.
  const source = await canvasResize(await decoded(url), 256, 192, true)
  const change = shown.data.reduce((sum, value, i) => sum + Math.abs(value - (source.data[i] as number)), 0) // biome-ignore format: a line
  expect(change / shown.data.length).toBeGreaterThan(4)
})

it('goes on where the caller fails, and where the source cannot be decoded says why', async () => {
  const onPreview = () => {
    throw new Error('not mine')
  }
  expect((await darkroom.run(request, { onPreview })).status).toBe('complete')
  const broken = new Blob([(await url.arrayBuffer()).slice(0, 500)])
  const failed = darkroom.run({ ...request, url: broken }, { onPreview })
  await expect(failed).rejects.toMatchObject({ code: 'UNIDENTIFIED_IMAGE', path: 'url' })
})

it('ends with its job', async () => {
  const controller = new AbortController()
  const seen: JobPreview[] = []
  const running = darkroom.run(request, {
    signal: controller.signal,
    onPreview: (preview) => seen.push(preview),
  })
  controller.abort()
  await expect(running).rejects.toMatchObject({ code: 'ABORTED' })
  expect(seen).toEqual([])
})
