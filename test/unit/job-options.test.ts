import { expect, it } from 'vitest'
import { checkJobOptions } from '../../src/jobs/check-options.ts'

it.each([
  [{ onprogress: () => {} }, 'onprogress', 'not an option of a job: the nearest is onProgress'],
  [{ onProgress: 'log' }, 'onProgress', 'Expected a function for onProgress but received "log"'],
  [{ signal: new AbortController() }, 'signal', 'Expected an AbortSignal for signal'],
  [{ priority: 'high' }, 'priority', 'one of user-blocking, user-visible, background for priority'],
  [{ persist: 'yes' }, 'persist', 'Expected true or false for persist but received "yes"'],
  [new AbortController().signal, 'options', 'Expected an object for options'],
  [null, 'options', 'Expected an object for options but received null'],
])('%o is refused by name', (options, path, message) => {
  const check = () => checkJobOptions(options)
  expect(check).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', path }))
  expect(check).toThrow(message)
})

it('what is undefined counts as absent', () => {
  const { signal } = new AbortController()
  expect(() => checkJobOptions({ signal, onProgress: undefined })).not.toThrow()
})
