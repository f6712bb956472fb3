import { expect, it } from 'vitest'
import { createJob, restoreJob } from '../../src/jobs/create-job.ts'
import { normalize } from '../../src/request/normalize.ts'
import { DarkroomError } from '../../src/shared/errors.ts'

const newJob = () => createJob(normalize({ url: 'https://example.com/a.png' }), 1)

it('goes on, and never back to waiting', () => {
  const job = newJob()
  expect(job.advance('not_started')).toBe(true)
  expect(job.advance('not_started')).toBe(false)
  expect(job.advance('in_progress')).toBe(true)
  expect(job.advance('not_started')).toBe(false)
  expect(job.state.status).toBe('in_progress')
})

it('replaces its state: what was read before stays as it was', () => {
  const job = newJob()
  const before = job.state
  job.warn('IGNORED', 'nothing to do', 'quality')
  job.setTarget({ path: 'storage://shop/a.png' }, undefined)
  expect(before.warnings).toEqual([])
  expect(before.details).toBeUndefined()
  expect(job.state.warnings).toEqual([
    { code: 'IGNORED', message: 'nothing to do', path: 'quality' },
  ])
  expect(job.state.details).toEqual({
    provider: null,
    steps: [],
    target: { path: 'storage://shop/a.png' },
  })
})

it('keeps what the caller wrote until its webhooks were called', () => {
  const written = { url: 'https://example.com/a.png', width: '9', preset: 'real_estate' }
  const job = createJob(normalize(written), 1)
  job.complete(2, [{ url: 'https://example.com/done', outcome: 'pending', attempts: 0 }])
  expect(restoreJob(job.state, job.request, []).state.data).toEqual(written)
  job.settle()
  expect(job.state).not.toHaveProperty('data')
})

it('waits for what it lacks until it begins again', () => {
  const job = newJob()
  job.waitFor('remote')
  expect(job.state.details?.waiting_for).toBe('remote')
  job.restart()
  expect(job.state.status).toBe('received')
  expect(job.state.details).not.toHaveProperty('waiting_for')
})

it('calls a value that is no DarkroomError a bug', () => {
  expect(newJob().failure(new TypeError('x is not a function'))).toMatchObject({ code: 'INTERNAL' })
  const known = new DarkroomError('TOO_LARGE', 'too large', { path: 'url' })
  expect(newJob().failure(known)).toMatchObject({ code: 'TOO_LARGE', path: 'url' })
})

it('fails with the reason that it was cancelled for', () => {
  const job = newJob()
  job.cancel(new DarkroomError('DELETED', 'Image deleted'))
  expect(job.failure(new Error('stopped'))).toMatchObject({ code: 'DELETED', job: job.id })
})
