import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it, vi } from 'vitest'
import type { Heartbeat } from '../../../src/shared/worker/heartbeat.ts'
import { magick } from '../../../workers/codecs/magick/codec.ts'
import { withMagickImage } from '../../../workers/codecs/magick/library.ts'
import { sendHeartbeats } from '../../../workers/heartbeat.ts'

/** Serves the library's WebAssembly, which a worker would fetch. */
vi.stubGlobal('fetch', async () => {
  const wasm = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm')
  return new Response(readFileSync(wasm), { headers: { 'content-type': 'application/wasm' } })
})

const bytes = new TextEncoder().encode('P6 1 1 255\n\u0001\u0002\u0003')
const codec = magick('ppm', 'PNM')

async function decodePixel() {
  const header = await codec.header(bytes)
  const { pixels } = await codec.decode({ blob: new Blob([bytes]), bytes }, header)
  return [...pixels]
}

/** Overwrites the library's memory, and triggers a WebAssembly trap. */
const crash = () =>
  withMagickImage((image, { ImageMagick }) => {
    const { HEAPU8 } = (ImageMagick as unknown as { _api: { HEAPU8: Uint8Array } })._api
    HEAPU8.fill(0xff)
    image.read(bytes)
    throw new WebAssembly.RuntimeError('not even a trap')
  })

it('an image that ImageMagick refuses leaves the instance running', async () => {
  const instanceOf = () => withMagickImage((_, { ImageMagick }) => Reflect.get(ImageMagick, '_api'))
  const before = await instanceOf()
  const refused = withMagickImage((image) => image.read(new Uint8Array([1, 2, 3])))
  await expect(refused).rejects.toThrow()
  expect(await instanceOf()).toBe(before)
})

it('an image that crashes ImageMagick ends the worker, which opens no other image with it', async () => {
  const heartbeats: Heartbeat[] = []
  sendHeartbeats((heartbeat) => heartbeats.push(heartbeat))
  expect(await decodePixel()).toEqual([1, 2, 3, 255])
  expect(heartbeats).not.toContain('terminate')
  const isLibraryError = (error: unknown) => (error as Error).constructor.name === 'MagickError'
  const waiting = [crash().catch(isLibraryError), decodePixel().catch(String)]
  expect(await Promise.all(waiting)).toEqual([false, expect.stringContaining('crashed')])
  expect(heartbeats).toContain('terminate')
})
