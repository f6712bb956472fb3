import { expect, it } from 'vitest'
import type { Progress } from '../../src/shared/worker/api.ts'
import { subProgress } from '../../workers/inference/context.ts'
import { operationContext, type RunContext } from '../../workers/run-context.ts'

type OnDownload = (download: { loaded: number; total: number }) => void

/** The ratios that are told while a step does its work, with what is downloaded of a network behind a slash. */
async function told(work: (context: ReturnType<typeof operationContext>) => void | Promise<void>) {
  const seen: string[] = []
  const sessions = {
    async load(_: string, onDownload: OnDownload) {
      onDownload({ loaded: 5, total: 9 })
      onDownload({ loaded: 9, total: 9 })
      return { model: {}, device: { provider: 'wasm' }, precision: 'fp32' }
    },
  }
  const onProgress = ({ ratio, download }: Progress) =>
    seen.push(download ? `${ratio}/${download.loaded}` : `${ratio}`)
  const run = { sessions, tiles: 'usual', onProgress, details: { provider: null, steps: [] } }
  const place = { step: 2, steps: 4, operation: 'deblur' }
  const record = { operation: 'deblur', ms: 0 }
  await work(operationContext(run as unknown as RunContext, record, place, () => 0))
  return seen
}

it('the ratio of a step never falls, whatever its parts report', async () => {
  expect(
    await told(({ progress }) => {
      for (const ratio of [0, 0.5, 1, 0, 0.25, 1]) progress(ratio)
    }),
  ).toEqual(['0', '0.5', '1'])
})

it('nothing is told twice', async () => {
  expect(
    await told(({ progress }) => {
      for (const ratio of [0, 0, 0, 0.5, 0.5, 1, 1]) progress(ratio)
    }),
  ).toEqual(['0', '0.5', '1'])
})

it('the download of a second network leaves the ratio as it is, and its end is told', async () => {
  expect(
    await told(async (context) => {
      context.progress(0)
      await context.load('clean')
      const [first, second] = [subProgress(context, 0, 0.5), subProgress(context, 0.5, 1)]
      first.progress(0)
      first.progress(1)
      await second.load('deblur')
      second.progress(0)
      second.progress(1)
    }),
  ).toEqual(['0', '0/5', '0/9', '0', '0.5', '0.5/5', '0.5/9', '0.5', '1'])
})
