import { describe, expect, it } from 'vitest'
import { enhanceInput } from '../../src/adapters/form.ts'
import { mount, precache, register } from '../../src/http/service-worker.ts'
import { createDarkroom, type DarkroomOptions } from '../../src/index.ts'
import {
  directoryStorage,
  dropboxStorage,
  googleDriveStorage,
  oneDriveStorage,
  runBatch,
  s3Storage,
} from '../../src/storages.ts'

const attempt = async (options: unknown) => createDarkroom(options as DarkroomOptions).jobs()

describe('createDarkroom', () => {
  it.each([
    [{ workers: 'two' }, 'workers', 'Expected a positive number for workers but received "two"'],
    [{ workers: 0 }, 'workers', 'Expected a positive number for workers but received 0'],
    [{ precision: 'fp16' }, 'precision', 'Expected auto or fp32 for precision'],
    [{ provider: 'cuda' }, 'provider', 'Expected one of auto, webgpu, wasm for provider'],
    [{ assetsUrl: null }, 'assetsUrl', 'Expected a URL as a string for assetsUrl'],
    [{ asetsUrl: '/darkroom/' }, 'asetsUrl', 'asetsUrl is not an option: the nearest is assetsUrl'],
    [{ device: 'webgpu' }, 'device', 'device is not an option: use provider'],
    [{ publicPath: '/a/' }, 'publicPath', 'publicPath is not an option: use assetsUrl'],
    [{ limits: { outputSide: '4k' } }, 'limits.outputSide', 'for limits.outputSide'],
    [{ limits: { outputSize: 1 } }, 'limits.outputSize', 'the nearest is outputSide'],
    [
      { remote: { baseUrl: 'https://a.example' } },
      'remote.apiKey',
      'for remote.apiKey but received undefined',
    ],
    [{ storages: { shop: {} } }, 'storages.shop.read', 'a value for storages.shop.read'],
    [{ cache: true }, 'cache', 'Expected false or { bytes } for cache but received true'],
    [{ cache: { bytes: -1 } }, 'cache.bytes', '0 or more for cache.bytes but received -1'],
    [{ keys: 'secret' }, 'keys', 'or a function for keys but received a string'],
    ['wasm', 'options', 'Expected an object for options'],
  ])('%j is refused by name', async (options, path, message) => {
    await expect(attempt(options)).rejects.toMatchObject({ code: 'BAD_REQUEST', path })
    await expect(attempt(options)).rejects.toThrow(message)
  })

  it.each([
    { remote: { baseUrl: 'https://a.example', apiKey: 4711 } },
    { remote: { baseUrl: 'https://a.example', apiKey: 'k', headers: { 'x-api-key': 'sk-4711' } } },
    { remote: 'sk-4711' },
    { storages: { shop: 'sk-4711' } },
    { storages: { shop: { token: 'sk-4711' } } },
    { storages: 'sk-4711' },
    { account: 'sk-4711' },
    { models: { x: 'https://a.example/x.onnx?token=sk-4711' }, workers: { apiKey: 'sk-4711' } },
    { assetsUrl: ['https://a.example/?access_token=sk-4711'] },
    'sk-4711',
  ])('shows no secret of %j', async (options) => {
    const { message } = await attempt(options).catch((error) => error)
    expect(message).toMatch(/^Expected|is not an option/)
    expect(message).not.toContain('4711')
  })

  it('says on a server that it needs a browser', async () => {
    await expect(attempt({ workers: 2, provider: undefined })).rejects.toMatchObject({
      code: 'NOT_SUPPORTED',
      message: expect.stringContaining('browser'),
    })
  })
})

const wrong = (options: unknown) => options as never
const keys = { bucket: 'shop', accessKeyId: 'a', secretAccessKey: 's' }
const storage = s3Storage(keys)
const batch = { source: storage, target: storage, request: {} }

it.each<[() => unknown, string, string]>([
  [() => s3Storage(wrong({})), 'bucket', 'Expected a string for bucket but received undefined'],
  [
    () => s3Storage(wrong({ ...keys, secretAccessKey: 4711 })),
    'secretAccessKey',
    'received a number',
  ],
  [
    () => s3Storage(wrong({ ...keys, endPoint: '/' })),
    'endPoint',
    'endPoint is not an option of s3Storage: the nearest is endpoint',
  ],
  [
    () => s3Storage(wrong(undefined)),
    'options',
    'Expected an object for options but received undefined',
  ],
  [
    () => dropboxStorage(wrong({})),
    'token',
    'Expected a token or a function for token but received undefined',
  ],
  [() => oneDriveStorage(wrong({ token: 't', baseurl: '/' })), 'baseurl', 'the nearest is baseUrl'],
  [
    () => googleDriveStorage(wrong({ token: 't', folder: 3 })),
    'folder',
    'a string for folder but received 3',
  ],
  [
    () => directoryStorage(wrong({}), wrong({ mode: 'write' })),
    'mode',
    'one of read, readwrite for mode',
  ],
  [
    () => runBatch(wrong({}), wrong({ ...batch, target: {} })),
    'target',
    'Expected a storage for target',
  ],
  [
    () => runBatch(wrong({}), wrong({ ...batch, concurrency: 0.5 })),
    'concurrency',
    'a number, 1 or more for',
  ],
  [() => runBatch(wrong({}), wrong({ ...batch, minSize: 5 })), 'minSize', 'the nearest is minSide'],
  [() => precache(wrong({}), wrong({ request: {} })), 'request', 'the nearest is requests'],
  [() => precache(wrong({}), wrong({})), 'requests', 'an array of requests for requests'],
  [
    () => register('/sw.js', wrong({ origin: [] })),
    'origin',
    'not an option of register: the nearest is origins',
  ],
  [
    () => mount(new EventTarget(), wrong({ origins: 'https://a.example' })),
    'origins',
    'an array of origins',
  ],
  [
    () => enhanceInput(wrong({}), wrong({ request: {} })),
    'darkroom',
    'Expected a Darkroom for darkroom',
  ],
])('%o is refused by name', async (call, path, message) => {
  const refused = (async () => call())()
  await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', path })
  await expect(refused).rejects.toThrow(message)
})

it('temporary keys may come with the time when they expire', () => {
  expect(() => s3Storage({ ...keys, ...{ expiration: '2030-01-01' } })).not.toThrow()
})
