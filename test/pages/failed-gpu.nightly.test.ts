import { expect, test } from 'vitest'
import { openWithout, run, usePage } from './missing-apis.ts'

usePage({ provider: 'webgpu' })

/** A connection of so many megabits a second, and a GPU that hangs up whenever a tile is to come down. */
const lostAt = (downlink: number) => `if (self.GPUBuffer) {
  Object.defineProperty(navigator, 'connection', { value: { downlink: ${downlink} } })
  const { requestDevice } = GPUAdapter.prototype
  const { mapAsync } = GPUBuffer.prototype
  let device
  GPUAdapter.prototype.requestDevice = async function (...args) {
    return (device = await requestDevice.apply(this, args))
  }
  GPUBuffer.prototype.mapAsync = function (...args) {
    device.destroy()
    return mapAsync.apply(this, args)
  }
}`

test.each([
  ['in the runtime that is loaded', 1, false],
  ['in one of its own where that comes fast', 10, true],
])('after the loss of the GPU, WASM goes on %s', async (_, downlink, ownRuntime) => {
  const page = await openWithout(lostAt(downlink))
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const outcome = await page.evaluate(run, { width: '200%' } as const)
  expect(outcome).toMatchObject({ status: 'complete', provider: 'wasm' })
  const loads = (file: string) => requested.some((url) => url.includes(file))
  expect(loads('ort-wasm-simd-threaded.jspi.wasm')).toBe(true)
  expect(loads('ort-wasm-simd-threaded.wasm')).toBe(ownRuntime)
})
