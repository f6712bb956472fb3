import { describe, expect, test } from 'vitest'
import { DarkroomError, type ErrorCode } from '../../../src/shared/errors.ts'
import { open, PNG } from './call.ts'

const send = { json: { url: PNG } }

/** Errors of a service before it has created a job, and their HTTP statuses. */
const early: [ErrorCode, number][] = [
  ['BAD_REQUEST', 400],
  ['NOT_SUPPORTED', 400],
  ['REMOTE_NOT_CONFIGURED', 400],
  ['SOURCE_UNREACHABLE', 400],
  ['SOURCE_CORS', 400],
  ['UNIDENTIFIED_IMAGE', 400],
  ['TOO_LARGE', 400],
  ['STORAGE', 400],
  ['TOO_MANY_REQUESTS', 429],
]

const failures: ErrorCode[] = [
  'MODEL',
  'OUT_OF_MEMORY',
  'FILE_SIZE_UNREACHABLE',
  'TIMEOUT',
  'REMOTE_FAILED',
]

test.each(early)('%s is a %d with all that the error says', async (code, status) => {
  const { service, ask } = open()
  service.processResult = async () => {
    throw new DarkroomError(code, 'No', { path: 'url' })
  }
  expect(await ask('/rest_api/process_result', send)).toEqual({
    status,
    body: { name: 'DarkroomError', message: 'No', code, status, path: 'url' },
  })
})

test.each(failures)('a job that failed with %s is a 500, at once and when polled', async (code) => {
  const { service, ask, fail } = open()
  fail('j', code)
  service.processResult = async () => service.result('j')
  const failed = {
    status: 500,
    body: { message: `It failed: ${code}`, status: 'failed', job: 'j', code },
  }
  expect(await ask('/rest_api/process_result', send)).toEqual(failed)
  expect(await ask('/rest_api/result/j')).toEqual(failed)
})

describe('a bad picture', () => {
  test('is a 400 while the client waits for it', async () => {
    const { service, ask, fail } = open()
    fail('j', 'UNIDENTIFIED_IMAGE', 'url')
    service.processResult = async () => service.result('j')
    const { status, body } = await ask('/rest_api/process_result', send)
    expect([status, body.code, body.status, body.path]).toEqual([
      400,
      'UNIDENTIFIED_IMAGE',
      400,
      'url',
    ])
  })

  test("is the job's 500 when it is polled for", async () => {
    const { ask, fail } = open()
    fail('j', 'UNIDENTIFIED_IMAGE', 'url')
    expect(await ask('/rest_api/result/j')).toEqual({
      status: 500,
      body: {
        message: 'It failed: UNIDENTIFIED_IMAGE',
        status: 'failed',
        job: 'j',
        code: 'UNIDENTIFIED_IMAGE',
        path: 'url',
      },
    })
  })
})

describe('missing jobs', () => {
  const deleted = { message: 'Image deleted', status: 'complete', code: 'DELETED' }

  test('an unknown job', async () => {
    const { ask } = open()
    for (const job of ['none', '%2e%2e%2fetc', 'a%20b', `${'x'.repeat(65)}`]) {
      for (const method of ['GET', 'DELETE']) {
        const { status, body } = await ask(`/rest_api/result/${job}`, { method })
        expect([status, body.code, body.message]).toEqual([404, 'NOT_FOUND', 'Job not found'])
      }
    }
  })

  test('a deleted job and its file', async () => {
    const { ask, fail } = open()
    fail('j', 'DELETED')
    const gone = { status: 404, body: { ...deleted, message: 'It failed: DELETED' } }
    expect(await ask('/rest_api/result/j')).toEqual(gone)
    expect(await ask('/rest_api/result/j', { method: 'DELETE' })).toEqual(gone)
    expect(await ask('/rest_api/files/j/j.png')).toEqual(gone)
  })

  test('a job deleted while the client waits for it', async () => {
    const { service, ask, fail } = open()
    service.processResult = async () => {
      fail('j', 'DELETED')
      throw new DarkroomError('ABORTED', 'The job was aborted', { job: 'j' })
    }
    const { status, body } = await ask('/rest_api/process_result', send)
    expect([status, body.status, body.code]).toEqual([404, 'complete', 'DELETED'])
  })
})

test('whatever else is thrown is a 500 with its message', async () => {
  const { service, ask } = open()
  service.me = () => Promise.reject(new TypeError('broken'))
  const { status, body } = await ask('/rest_api/me')
  expect([status, body.message]).toEqual([500, 'broken'])
})

describe('keys', () => {
  const answerTo = async (keys: Parameters<typeof open>[0], headers: Record<string, string>) => {
    const { status, body } = await open(keys).ask('/rest_api/me', { headers })
    return [status, body.code, body.message]
  }
  const fine = [200, undefined, undefined]

  test('a key is required, but any is accepted', async () => {
    const none = [403, 'NO_API_KEY', 'No x-api-key header is provided']
    for (const path of ['me', 'result/1', 'process', 'process_result']) {
      const response = await open().handle(
        new Request(`https://a.example/rest_api/${path}`, {
          method: path.startsWith('process') ? 'POST' : 'GET',
        }),
      )
      const body = await response.json()
      expect([response.status, body.code, body.message]).toEqual(none)
    }
    expect(await answerTo({}, { 'x-api-key': '' })).toEqual(none)
    expect(await answerTo({}, { 'X-Api-Key': 'any' })).toEqual(fine)
  })

  test('a list or a function defines the valid ones', async () => {
    const unknown = [404, 'UNKNOWN_KEY', 'No user found for provided token']
    expect(await answerTo({ keys: ['a', 'b'] }, { 'x-api-key': 'b' })).toEqual(fine)
    expect(await answerTo({ keys: ['a', 'b'] }, { 'x-api-key': 'c' })).toEqual(unknown)
    expect(await answerTo({ keys: [] }, { 'x-api-key': 'c' })).toEqual(unknown)
    const keys = async (key: string) => key.startsWith('s-')
    expect(await answerTo({ keys }, { 'x-api-key': 's-1' })).toEqual(fine)
    expect(await answerTo({ keys }, { 'x-api-key': 't-1' })).toEqual(unknown)
  })
})
