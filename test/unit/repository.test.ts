import { afterEach, expect, it, vi } from 'vitest'
import type { Environment, JobContext } from '../../src/jobs/context.ts'
import { guarded } from '../../src/jobs/crashes.ts'
import { createJob } from '../../src/jobs/create-job.ts'
import type { JobState } from '../../src/jobs/job-state.ts'
import { MemoryStore } from '../../src/jobs/job-store.ts'
import { JobRepository } from '../../src/jobs/repository.ts'
import { normalize } from '../../src/request/normalize.ts'
import { url } from './requests.ts'

afterEach(() => {
  vi.useRealTimers()
})

async function addJob() {
  const store = new MemoryStore()
  const repository = new JobRepository({ store } as unknown as Environment, 1e6)
  const job = createJob(normalize({ url, width: 10 }), 1)
  await repository.add(job)
  return { store, repository, job }
}

it('writes saves that wait for another as one, with what is known then', async () => {
  const { store, repository, job } = await addJob()
  const write = store.update.bind(store)
  let release = () => {}
  const opened = new Promise<void>((resolve) => {
    release = resolve
  })
  const update = vi.spyOn(store, 'update').mockImplementation(async (state) => {
    await opened
    return write(state)
  })
  job.advance('not_started')
  const first = repository.store(job)
  await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(1))
  const later = ['a', 'b', 'c'].map((code) => {
    job.warn(code, code)
    return repository.store(job)
  })
  release()
  await Promise.all([first, ...later])
  expect(update.mock.calls.map(([{ warnings }]) => warnings.length)).toEqual([0, 3])
  expect(await store.get([job.id])).toEqual([job.state])
})

it('writes the state of a small job twice: when work on its image begins, and when it ends', async () => {
  vi.useFakeTimers()
  const { store, repository, job } = await addJob()
  const update = vi.spyOn(store, 'update')
  const context = { repository, pageSessions: { id: 'page' } } as unknown as JobContext
  await guarded(job, context, async () => expect((await store.get([job.id]))[0]).toEqual(job.state))
  await guarded(job, context, async () => {
    job.advance('in_progress')
    repository.storeSoon(job)
  })
  await repository.storeResult(job, new Blob(['result']))
  job.setResult(
    { file: { name: 'a.png', type: 'image/png', bytes: 6 } },
    { provider: null, steps: [] },
  )
  job.complete(2, undefined)
  await repository.storeEnd(job)
  await vi.runAllTimersAsync()
  expect(update.mock.calls.map(([{ status, attempts }]) => [status, attempts])).toEqual([
    ['received', 1],
    ['complete', 0],
  ])
  expect(await store.get([job.id])).toEqual([job.state])
})

it('counts a page once that reads two images of a job at the same time', async () => {
  const { store, repository, job } = await addJob()
  const context = { repository, pageSessions: { id: 'page' } } as unknown as JobContext
  const stored = async () => ((await store.get([job.id]))[0] as JobState).attempts
  let end = () => {}
  const slow = new Promise<void>((resolve) => {
    end = resolve
  })
  const first = guarded(job, context, () => slow)
  await guarded(job, context, async () => expect(await stored()).toBe(1))
  await repository.store(job)
  expect(await stored()).toBe(1)
  end()
  await first
  await repository.store(job)
  expect(await stored()).toBe(0)
})

it('writes what can wait a moment later', async () => {
  vi.useFakeTimers()
  const { store, repository, job } = await addJob()
  const update = vi.spyOn(store, 'update')
  job.advance('in_progress')
  repository.storeSoon(job)
  job.warn('a', 'a')
  repository.storeSoon(job)
  await vi.runAllTimersAsync()
  expect(update.mock.calls).toEqual([[job.state]])
})
