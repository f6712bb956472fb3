import { clear, createStore } from 'idb-keyval'
import { expect, it } from 'vitest'
import { bicubic, decoded, encoded } from '../../scripts/lib/pictures.ts'
import type { JobProgress, ProcessingRequest } from '../../src/index.ts'
import { needed } from './pictures.ts'
import { darkroomWith } from './run.ts'

/** What is told of a job, by its steps. */
async function toldOf(request: ProcessingRequest) {
  await clear(createStore('darkroom-weights', 'weights'))
  const steps = new Map<string, JobProgress[]>()
  const onProgress = (event: JobProgress) => {
    const name = `${event.step} ${event.operation}`
    steps.set(name, [...(steps.get(name) ?? []), event])
  }
  await darkroomWith().run({ output_format: 'png', ...request }, { onProgress })
  return steps
}

/** Whether an event tells more than the one before it: a download, too, or that it has ended. */
const tellsMore = (event: JobProgress, before: JobProgress) =>
  event.ratio > before.ratio ||
  (event.ratio === before.ratio && (event.download ?? before.download) !== undefined)

const requests: Record<string, ProcessingRequest> = {
  auto_enhance: { preset: 'auto_enhance' },
  clean: { enhancements: ['clean'] },
  face_enhance: { enhancements: ['face_enhance'], face_enhance_parameters: { type: 'beautify' } },
  background: { background: { remove: 'auto', color: '#ffffff' } },
  restored: { width: '200%', upscale_parameters: { mode: 'restore' } },
}

it.for(Object.entries(requests))(
  '%s: a step never falls back, and tells nothing twice',
  async ([, request], test) => {
    const face = await decoded(await needed('real/Lincoln.png', test))
    const small = await bicubic(face, 160, Math.round((160 * face.height) / face.width))
    const url = await encoded(small, 'image/jpeg', 0.4)
    for (const [name, events] of await toldOf({ ...request, url })) {
      const told = events.map(({ ratio, download }) =>
        download ? `${ratio} and a download` : ratio,
      )
      const isWrong = (event: JobProgress, i: number) =>
        i > 0 && !tellsMore(event, events[i - 1] as JobProgress)
      expect(events.filter(isWrong), `${name}: ${told}`).toEqual([])
      expect([name, told.at(0), told.at(-1)]).toEqual([name, 0, 1])
      expect(told, name).not.toContain('1 and a download')
    }
  },
)
