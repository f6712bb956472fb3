import { describe, expect, it } from 'vitest'
import {
  dropboxStorage,
  googleDriveStorage,
  oneDriveStorage,
  type Storage,
  s3Storage,
} from '../../src/storages.ts'

const { signal } = new AbortController()
const keys = { bucket: 'shop', accessKeyId: 'id', secretAccessKey: 's' }

/** Storages whose service answers every request with this text, whatever was asked. */
const services: Record<string, (fetch: typeof globalThis.fetch) => Storage> = {
  OneDrive: (fetch) => oneDriveStorage({ token: 't', fetch }),
  Dropbox: (fetch) => dropboxStorage({ token: 't', fetch }),
  'Google Drive': (fetch) => googleDriveStorage({ token: 't', fetch }),
  S3: (fetch) => s3Storage({ ...keys, fetch }),
}

const answers = [
  ...['', '{', 'null', '3', '"text"', '[]', '{}', '<html>', '\0'],
  ...['{"value":null}', '{"value":[null]}', '{"value":[{"file":{}}]}', '{"value":{"a":1}}'],
  ...['{"value":[],"@odata.nextLink":7}', '{"value":[],"@odata.nextLink":"https://"}'],
  ...['{"@microsoft.graph.downloadUrl":"http://["}', '{"@microsoft.graph.downloadUrl":{}}'],
  ...['{"uploadUrl":null}', '{"uploadUrl":"//"}', '{"files":null}', '{"files":[null]}'],
  ...['{"entries":{}}', '{"entries":[null],"has_more":true}', '{"entries":[],"has_more":true}'],
  '{"entries":[{".tag":"file","path_display":5}]}',
  '<ListBucketResult><Contents><Key>a&#x110000;b</Key></Contents>',
  '<ListBucketResult><NextContinuationToken>&#99999999999;</NextContinuationToken>',
]

/** What a call comes to: its error, or nothing where the answer will do. */
async function errorsOf(storage: Storage): Promise<unknown[]> {
  const list = async () => {
    for await (const _ of storage.list?.('', signal) ?? []);
  }
  const large = new Blob([new Uint8Array(5 * 2 ** 20)])
  const calls = [
    storage.read('a.png', signal),
    storage.write('a.png', new Blob(['a']), signal),
    storage.write('a.png', large, signal),
    list(),
  ]
  const ends = await Promise.allSettled(calls)
  return ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
}

describe.each(Object.entries(services))('a malformed answer of %s', (_, storageOf) => {
  it.each(answers)('is an error of the storage, if it is one: %s', async (answer) => {
    const fetch = async () => new Response(answer, { headers: { Location: 'https://[' } })
    for (const error of await errorsOf(storageOf(fetch))) {
      expect(error).toMatchObject({ name: 'DarkroomError', code: 'STORAGE' })
    }
  })
})

it.each(['null', '{}'])('a listing of %s is an error that says so', async (answer) => {
  for (const storageOf of [services.OneDrive, services.Dropbox]) {
    const list = storageOf?.(async () => new Response(answer)).list?.('', signal)
    await expect(list?.[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'STORAGE',
      message: expect.stringContaining('not of the kind that was asked for'),
    })
  }
})

it('a page of HTML is no listing of an S3 bucket: the error says what came', async () => {
  const html = { headers: { 'Content-Type': 'text/html; charset=utf-8' } }
  const page = async () => new Response('<html><body>Sign in to the Wi-Fi</body></html>', html)
  const list = services.S3?.(page).list?.('', signal)
  await expect(list?.[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'STORAGE',
    message: expect.stringContaining('asked for (text/html; charset=utf-8)'),
  })
})

it('a token that no header can hold is an error that does not repeat it', async () => {
  const read = dropboxStorage({ token: 'a\nsecret' }).read('a.png', signal)
  const error = await read.catch((error) => error)
  expect(error).toMatchObject({ code: 'STORAGE' })
  expect(error.message).not.toContain('secret')
})
