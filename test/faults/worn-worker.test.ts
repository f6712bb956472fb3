import { expect, it } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { gradient } from '../browser/pictures.ts'
import { undisturbed } from './faults.ts'

const startWorker = () =>
  new Worker(new URL('./webkit.worker.ts', import.meta.url), { type: 'module' })

it('in WebKit, another worker takes the place of one that has run networks hundreds of times', async () => {
  const ended: string[] = []
  const started: string[] = []
  const start = () => {
    const name = `worker ${started.length + 1}`
    const worker = startWorker()
    const { terminate } = worker
    started.push(name)
    worker.terminate = () => {
      ended.push(name)
      terminate.call(worker)
    }
    return worker
  }
  // In integers a part may be computed again: one run more.
  const options = { provider: 'wasm', precision: 'fp32', cache: false, workers: 1 } as const
  const darkroom = new LazyDarkroom(options, { ...undisturbed(), startWorker: start })
  const url = await png(gradient(12, 8))
  const request = { url, width: '200%', upscale_parameters: { mode: 'faithful' } } as const
  const run = async () => (await darkroom.run(request)).status
  for (let i = 0; i < 199; i++) expect(await run()).toBe('complete')
  expect([started, ended]).toEqual([['worker 1'], []])
  await run()
  await expect.poll(() => ended, { timeout: 60_000 }).toEqual(['worker 1'])
  expect(started).toEqual(['worker 1', 'worker 2'])
  for (let i = 0; i < 3; i++) expect(await run()).toBe('complete')
  expect([started, ended]).toEqual([['worker 1', 'worker 2'], ['worker 1']])
  darkroom.dispose()
})
