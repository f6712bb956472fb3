import { expect, it, vi } from 'vitest'
import { normalize } from '../../src/contract/request/normalize.ts'
import { createJob } from '../../src/jobs/create-job.ts'
import type { Environment } from '../../src/jobs/environment.ts'
import { MemoryStore } from '../../src/jobs/job-store.ts'
import { Retention } from '../../src/jobs/retention.ts'
import { url } from './requests.ts'

it('writes saves that wait for another as one, with what is known then', async () => {
  const store = new MemoryStore()
  const retention = new Retention({ store } as unknown as Environment, 1e6)
  const job = createJob(normalize({ url, width: 10 }), 1)
  await retention.add(job)
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
  const first = retention.save(job)
  await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(1))
  const later = ['a', 'b', 'c'].map((code) => {
    job.warn(code, code)
    return retention.save(job)
  })
  release()
  await Promise.all([first, ...later])
  expect(update.mock.calls.map(([{ warnings }]) => warnings.length)).toEqual([0, 3])
  expect(await store.get([job.id])).toEqual([job.state])
})
