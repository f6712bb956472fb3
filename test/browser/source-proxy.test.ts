import { afterEach, describe, expect, inject, it } from 'vitest'
import { createDarkroom, type Darkroom } from '../../src/index.ts'

const images = inject('imageServer')
/** A URL of the page's own origin that cannot be fetched. */
const BROKEN = new URL('/broken.png', location.href).href
const proxy = `${images}/proxy?url={url}`

const made: Darkroom[] = []
afterEach(() => {
  for (const darkroom of made.splice(0)) darkroom.dispose()
})

/** Returns a Darkroom with this proxy, and the calls that it makes to the image server. */
function withProxy(sources?: object) {
  const calls: { url: string; credentials?: RequestCredentials | undefined }[] = []
  const darkroom = createDarkroom({
    persist: false,
    provider: 'wasm',
    ...(sources && { sources }),
    fetch: async (input, init) => {
      if (init?.mode !== 'no-cors')
        calls.push({ url: String(input), credentials: init?.credentials })
      if (String(input) === BROKEN) throw new TypeError('Failed to fetch')
      return fetch(input, init)
    },
  })
  made.push(darkroom)
  return { darkroom, calls }
}

const proxied = (url: string) => `${images}/proxy?url=${encodeURIComponent(url)}`

describe('a source without CORS', () => {
  it.each(['no-cors', 'private'])('comes by the page’s proxy: %s', async (kind) => {
    const { darkroom, calls } = withProxy({ proxy })
    const url = `${images}/${kind}/my photo.png?a=1&b=2`
    const record = await darkroom.run({ url: `${url}#part`, output_format: 'jpeg' })
    expect(record).toMatchObject({ file_name: 'my-photo.jpg', details: { width: 12 } })
    expect(calls).toEqual([
      { url: `${url}#part`, credentials: undefined },
      { url: proxied(new URL(url).href), credentials: 'omit' },
    ])
  })

  it('comes by a proxy that is named by a prefix', async () => {
    const { darkroom } = withProxy({ proxy: `${images}/proxy?url=` })
    const { status } = await darkroom.run({ url: `${images}/no-cors/a.png` })
    expect(status).toBe('complete')
  })

  it('is also a caption', async () => {
    const { darkroom } = withProxy({ proxy })
    const { status } = await darkroom.run({
      url: `${images}/cors/a.png`,
      caption: { url: `${images}/no-cors/a.png` },
    })
    expect(status).toBe('complete')
  })

  it('is an error where the proxy refuses it, or does not answer', async () => {
    const missing = withProxy({ proxy: `${images}/cors/missing.png?` }).darkroom
    const url = `${images}/no-cors/a.png`
    await expect(missing.run({ url })).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      path: 'url',
      message: `The url could not be fetched: ${url} (the proxy answered 404)`,
    })
    const gone = withProxy({ proxy: `${inject('unreachable')}/?url=` }).darkroom
    await expect(gone.run({ url })).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      path: 'url',
    })
  })
})

describe('the proxy is not asked for', () => {
  it.each([
    ['a source with CORS', `${images}/cors/a.png`, undefined],
    ['a source that answers 404', `${images}/cors/missing.png`, 'SOURCE_UNREACHABLE'],
    ['a source of the page’s own origin', BROKEN, 'SOURCE_UNREACHABLE'],
    [
      'a source with a password',
      `${images}/no-cors/a.png`.replace('//', '//user:pass@'),
      'SOURCE_UNREACHABLE',
    ],
    ['a data: URL', 'data:image/png;base64,AAAA', 'UNIDENTIFIED_IMAGE'],
    ['a blob: URL', 'blob:https://gone.example/0', 'SOURCE_UNREACHABLE'],
  ])('%s', async (_, address, code) => {
    const { darkroom, calls } = withProxy({ proxy })
    const ended = await darkroom.run({ url: address }).then(
      () => undefined,
      (error) => error.code,
    )
    expect(ended).toBe(code)
    expect(calls.filter((call) => call.url.includes('/proxy'))).toEqual([])
  })
})

it.each(['', 'ftp://proxy.example/', 'http://{url}/', 'https://a:b@proxy.example/', '#', 5])(
  'a proxy that is none is an error about the option: %j',
  async (value) => {
    const { darkroom } = withProxy({ proxy: value })
    await expect(darkroom.info()).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      path: 'sources.proxy',
    })
  },
)
