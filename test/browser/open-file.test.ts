import { expect, it, vi } from 'vitest'
import { codecs } from '../../workers/codecs/codecs.ts'
import { decode, metadata } from '../../workers/codecs/decode.ts'
import { gradient, png } from './pictures.ts'

it('reads the header of a file once, for the plan and for the decoder', async () => {
  const image = await png(gradient(12, 8))
  const [codec] = codecs.png
  if (!codec) throw new Error('Expected a codec for PNG')
  const read = vi.spyOn(codec, 'header')
  const { info, header } = await metadata(image)
  expect(info).toEqual({ format: 'png', width: 12, height: 8 })
  // Cloned, as when it is posted to the worker.
  const decoded = await decode({ image, ...(header && { header: structuredClone(header) }) })
  expect(decoded).toMatchObject({ width: 12, height: 8 })
  expect(read).toHaveBeenCalledTimes(1)
})

it('extracts an embedded file once', async () => {
  const inner = new Uint8Array(await (await png(gradient(6, 4))).arrayBuffer())
  // The signature of a Sun raster. The mocked codec wraps a PNG.
  const image = new Blob([new Uint8Array([0x59, 0xa6, 0x6a, 0x95, ...new Uint8Array(60)])])
  const embedded = vi.fn(async () => inner)
  const [first] = codecs.sun
  if (!first) throw new Error('Expected a codec for SUN')
  codecs.sun[0] = { ...first, embedded }
  try {
    const { info, header } = await metadata(image)
    expect(info).toEqual({ format: 'sun', width: 6, height: 4 })
    await decode({ image, ...(header && { header }) })
    expect(embedded).toHaveBeenCalledTimes(1)
  } finally {
    codecs.sun[0] = first
  }
})
