import { describe, expect, test } from 'vitest'
import { decodeDib } from '../../workers/codecs/formats/metafile/bitmaps.ts'
import * as emf from '../../workers/codecs/formats/metafile/emf.ts'
import * as wmf from '../../workers/codecs/formats/metafile/wmf.ts'
import { expectSample, read, samples } from './samples.ts'

const decoders = { WMF: wmf, EMF: emf } as const

describe.each(await samples('WMF', 'EMF'))('$file', (sample) => {
  const { info, decode } = decoders[sample.format as keyof typeof decoders]

  test('is drawn like the reference', async () => {
    const bytes = await read(sample)
    const { width, height } = sample
    expect(info(bytes)).toMatchObject({ width, height, alpha: false })
    expectSample(await decode(bytes), sample)
  })

  test('throws on a truncated file', async () => {
    const bytes = await read(sample)
    for (let i = 0; i < 40; i++) {
      const cut = bytes.slice(0, Math.floor(((bytes.length - 20) * i) / 40))
      await expect(decode(cut), `cut at ${cut.length}`).rejects.toThrow(Error)
    }
  })
})

test('a bitmap far larger than any drawing is refused before it is decoded', async () => {
  const canvas = new OffscreenCanvas(8000, 5000)
  canvas.getContext('2d')
  const bits = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
  const header = new Uint8Array(40)
  const fields = new DataView(header.buffer)
  for (const [at, value] of [[0, 40], [4, 10], [8, 10], [16, 5]] as const) fields.setUint32(at, value, true) // biome-ignore format: a line
  await expect(decodeDib({ header, bits })).rejects.toThrow('8000 x 5000')
})
