import { describe, expect, it, vi } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import { decode, decodeAhead, metadata } from '../../workers/codecs/decode.ts'
import { formats } from '../../workers/codecs/formats.ts'
import { gradient } from './pictures.ts'

it('reads the header of a file once, for the plan and for the decoder', async () => {
  const image = await png(gradient(12, 8))
  const [codec] = formats.png.codecs
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
  const [first] = formats.sun.codecs
  if (!first) throw new Error('Expected a codec for SUN')
  formats.sun.codecs[0] = { ...first, embedded }
  try {
    const { info, header } = await metadata(image)
    expect(info).toEqual({ format: 'sun', width: 6, height: 4 })
    await decode({ image, ...(header && { header }) })
    expect(embedded).toHaveBeenCalledTimes(1)
  } finally {
    formats.sun.codecs[0] = first
  }
})

describe('a file whose header was read for a run', () => {
  const opened = async () => {
    const image = await png(gradient(12, 8))
    const read = vi.spyOn(image, 'arrayBuffer')
    const { header } = await metadata(image, 'url', { keep: true })
    if (!header) throw new Error('Expected a header')
    return { image, read, header: structuredClone(header) }
  }

  it('is not read again', async () => {
    const { image, read, header } = await opened()
    await decode({ image, header })
    expect(read).toHaveBeenCalledTimes(1)
  })

  it('is decoded ahead for one run, which may change the pixels', async () => {
    const { image, header } = await opened()
    decodeAhead(header)
    const first = await decode({ image, header })
    const expected = first.pixels.slice()
    first.pixels.fill(0)
    const second = await decode({ image, header })
    expect(second.pixels).toEqual(expected)
    expect(second.pixels).not.toBe(first.pixels)
  })

  it('is read again if others came between', async () => {
    const { image, read, header } = await opened()
    for (let i = 0; i < 2; i++) await opened()
    const decoded = await decode({ image, header })
    expect(decoded).toMatchObject({ width: 12, height: 8 })
    expect(read).toHaveBeenCalledTimes(2)
  })
})

describe('a file that is no image is told by what it is', () => {
  it.each([
    ['<!DOCTYPE html><title>Not found</title>', 'an HTML page'],
    ['\ufeff\n <!-- error --> <HTML lang="en"><body>Sign in', 'an HTML page'],
    ['<?xml version="1.0"?><!DOCTYPE html><html/>', 'an HTML page'],
    ['{ "error": "not found" }', 'text'],
    ['<htmlish/>', 'text'],
    ['<!---->'.repeat(80), 'text'],
    [`${'x'.repeat(511)}\u00e4 ends within a character`, 'text'],
    [Uint8Array.of(0xe4, 0x66, 0x66, 0x6e, 0x65), 'a file in no format that is known (it starts with e4 66 66 6e 65)'], // biome-ignore format: a line
  ])('%j', async (content, received) => {
    await expect(metadata(new Blob([content]), 'url')).rejects.toMatchObject({
      code: 'UNIDENTIFIED_IMAGE',
      message: `Expected an image for url but received ${received}`,
    })
  })
})
