import { describe, expect, it } from 'vitest'
import { createDarkroom, type DarkroomOptions } from '../../src/index.ts'

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
