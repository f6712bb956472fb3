import { expect, test } from 'vitest'
import { DarkroomError } from '../../../src/shared/errors.ts'
import { ORIGIN, open, PNG } from './call.ts'
import { complete } from './memory-service.ts'

test('process_result answers the complete record, with a result_url of its own origin', async () => {
  const { ask } = open()
  expect(await ask('/rest_api/process_result', { json: { url: PNG } })).toEqual({
    status: 200,
    body: {
      ...complete('job-1'),
      result_url: `${ORIGIN}/rest_api/files/job-1/job-1.png`,
    },
  })
})

test('process answers a job at once; result and DELETE follow it', async () => {
  const { ask, jobs } = open()
  const { status, body } = await ask('/rest_api/process', { json: { url: PNG } })
  expect([status, body]).toEqual([200, { job: 'job-1', status: 'received' }])
  expect((await ask('/rest_api/result/job-1')).body).toEqual({
    job: 'job-1',
    status: 'in_progress',
  })
  jobs.set('job-1', complete('job-1'))
  expect((await ask('/rest_api/result/job-1')).body.result_url).toMatch(/job-1\.png$/)
  expect(await ask('/rest_api/result/job-1', { method: 'DELETE' })).toEqual({
    status: 200,
    body: { job: 'job-1', message: 'Image deleted' },
  })
  expect((await ask('/rest_api/result/job-1')).status).toBe(404)
})

test('the items of a request with urls get URLs too, with the name asked for where there is none', async () => {
  const { ask, jobs } = open()
  jobs.set('one', complete('one'))
  const items = [
    { job: 'one', status: 'complete', url: 'blob:x', original_url: 'https://a.example/1.png' },
    { job: 'two', status: 'complete', url: 'blob:x', file_name: 'ä b.png' },
    { job: 'three', status: 'failed', url: null, message: 'bad' },
  ]
  jobs.set('parent', { job: 'parent', status: 'complete', results: items })
  const { body } = await ask('/rest_api/result/parent')
  expect(body.results).toEqual([
    { ...items[0], url: `${ORIGIN}/rest_api/files/one/one.png` },
    { ...items[1], url: `${ORIGIN}/rest_api/files/two/-b.png` },
    items[2],
  ])
})

test('a result_url that others can open is left as it is', async () => {
  const { ask, jobs } = open()
  jobs.set('far', { ...complete('far'), result_url: 'https://cdn.example/far.png' })
  expect((await ask('/rest_api/result/far')).body.result_url).toBe('https://cdn.example/far.png')
})

test.each(['GET', 'POST'])("me answers %s with the caller's own key", async (method) => {
  const { ask } = open()
  const { status, body } = await ask('/rest_api/me', { method, headers: { 'X-API-KEY': 'mine' } })
  expect([status, body]).toEqual([200, { credits: 3, username: 'local', api_key: 'mine' }])
})

test('another path or method is an error that names it', async () => {
  const { call, ask } = open()
  expect(await ask('/rest_api/proces', { json: {} })).toEqual({
    status: 404,
    body: {
      name: 'DarkroomError',
      code: 'NOT_FOUND',
      status: 404,
      message: 'There is no endpoint /rest_api/proces',
    },
  })
  const allow = async (path: string, method: string) => {
    const { status, headers } = await call(path, { method })
    return [status, headers.get('Allow')]
  }
  expect(await allow('/rest_api/process_result', 'GET')).toEqual([405, 'POST, OPTIONS'])
  expect(await allow('/rest_api/result/a', 'PUT')).toEqual([405, 'GET, DELETE, HEAD, OPTIONS'])
  expect(await allow('/rest_api/me', 'DELETE')).toEqual([405, 'GET, POST, HEAD, OPTIONS'])
  expect(await allow('/rest_api/files/a/b.png', 'POST')).toEqual([405, 'GET, HEAD, OPTIONS'])
})

test('a trailing slash is ignored', async () => {
  expect((await open().ask('/rest_api/me/')).status).toBe(200)
})

test('any origin may read any response, and send a preflight', async () => {
  const { call } = open()
  const answers = [
    await call('/rest_api/me'),
    await call('/rest_api/me', { headers: { 'x-api-key': '' } }),
    await call('/rest_api/result/none'),
    await call('/rest_api/nowhere'),
    await call('/rest_api/process', { method: 'PUT' }),
    await call('/rest_api/process', { method: 'POST', body: '{', headers: {} }),
    await call('/rest_api/files/none/none.png', { headers: { Range: 'bytes=0-1' } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 403, 404, 404, 405, 400, 404])
  for (const { headers } of answers) {
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Access-Control-Expose-Headers')).toContain('Content-Range')
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  }
  const preflight = await call('/rest_api/result/1', {
    method: 'OPTIONS',
    headers: {
      'x-api-key': '',
      Origin: 'https://shop.example',
      'Access-Control-Request-Method': 'DELETE',
      'Access-Control-Request-Headers': 'x-api-key, x-application-name',
    },
  })
  expect([preflight.status, await preflight.text()]).toEqual([204, ''])
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(preflight.headers.get('Access-Control-Allow-Methods')).toContain('DELETE')
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toMatch(
    /x-api-key,.*x-application-name/,
  )
})

test('a client that disconnects ends its job while it waits, not afterwards', async () => {
  const { service, call } = open()
  const signals: AbortSignal[] = []
  const submit = service.processResult
  service.processResult = (request, options) => {
    signals.push(options.signal)
    return submit(request, options)
  }
  const waiting = new AbortController()
  service.process = async (_, { signal }) => {
    waiting.abort()
    expect(signal.aborted).toBe(true)
    throw new DarkroomError('ABORTED', 'The job was aborted')
  }
  const answered = new AbortController()
  const send = { json: { url: PNG } }
  await call('/rest_api/process_result', { ...send, signal: answered.signal })
  answered.abort()
  expect(signals[0]?.aborted).toBe(false)
  expect((await call('/rest_api/process', { ...send, signal: waiting.signal })).status).toBe(500)
})
