import { expect, it, vi } from 'vitest'
import { decode, metadata } from '../../../workers/codecs/decode.ts'
import { builtin } from '../../../workers/codecs/formats/format.ts'
import { formats } from '../../../workers/codecs/formats.ts'
import type { Codec } from '../../../workers/codecs/shared/codec.ts'
import type { FormatDecoder } from '../../../workers/codecs/shared/decoder.ts'

// Node lacks these classes. The code only uses them for instanceof.
vi.stubGlobal('ImageData', class {})
vi.stubGlobal('ImageBitmap', class {})

const gif = new Blob(['GIF89a'])
const info = { width: 1, height: 1, alpha: false }
const decoder: FormatDecoder = {
  info: () => info,
  decode: () => ({ ...info, data: new Uint8ClampedArray(4) }),
}
const unreachable = new TypeError('Failed to fetch dynamically imported module')

function use(...all: Codec[]) {
  formats.gif.codecs = all
}

it('a decoder that cannot be fetched is not the fault of the image', async () => {
  use(builtin('gif', () => Promise.reject(unreachable)))
  const error = { code: 'NETWORK', message: expect.stringContaining(unreachable.message) }
  await expect(metadata(gif)).rejects.toMatchObject(error)
})

it('nor is one that is needed only for the pixels', async () => {
  const missing = builtin('gif', () => Promise.reject(unreachable))
  use({ ...builtin('gif', async () => decoder), decode: missing.decode })
  await expect(decode({ image: gif })).rejects.toMatchObject({ code: 'NETWORK' })
})

it('the next image tries to load it again', async () => {
  const load = vi.fn(async () => decoder).mockRejectedValueOnce(unreachable)
  use(builtin('gif', load))
  await expect(metadata(gif)).rejects.toMatchObject({ code: 'NETWORK' })
  expect((await metadata(gif)).info).toMatchObject({ width: 1, height: 1 })
  await decode({ image: gif })
  expect(load).toHaveBeenCalledTimes(2)
})

it('a decoder that fails on the file still says so', async () => {
  const broken = { ...decoder, decode: () => Promise.reject(new TypeError('x is undefined')) }
  use(builtin('gif', async () => broken))
  await expect(decode({ image: gif })).rejects.toMatchObject({ code: 'UNIDENTIFIED_IMAGE' })
})
