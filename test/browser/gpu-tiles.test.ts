import { afterEach, describe, expect, it, vi } from 'vitest'
import { draw, random } from '../../scripts/lib/pictures.ts'
import type { RasterImage } from '../../workers/image/image.ts'
import { Buffers, checked } from '../../workers/inference/gpu/buffers.ts'
import { Pace } from '../../workers/inference/gpu/pace.ts'
import { halveOutput } from '../../workers/inference/halve-output.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { openOpinion } from '../../workers/inference/loaded-model.ts'
import type { Recheck } from '../../workers/inference/recheck.ts'
import { runTiled } from '../../workers/inference/run-tiled.ts'
import { NOT_COMPUTED } from '../../workers/inference/tiled-run.ts'
import { tileGrid } from '../../workers/inference/tiles.ts'
import { isWrongAnswer } from '../../workers/inference/wrong-answer.ts'
import { compare, context } from './compare-tiled.ts'
import { copyingNetwork, tinyNetwork } from './tiny-network.ts'

const adapter = await navigator.gpu?.requestAdapter()

/** Smooth on the left, and a checkerboard on the right, which drives the network out of its range. */
function picture(width: number, height: number): RasterImage {
  const next = random(1)
  const { data } = draw(width, height, (x, y) =>
    x < width * 0.7 ? [x * 2, y * 2, 90 + 20 * next()] : (x + y) % 2 ? [255, 250, 240] : [0, 9, 4],
  )
  return { width, height, pixels: data as RasterImage['pixels'], alpha: false }
}

afterEach(() => vi.restoreAllMocks())

describe.runIf(adapter)('tiles on a GPU', () => {
  it.each([
    ['four views, and tiles that end beyond the image', { scale: 1, multiple: 8, views: 4 }],
    ['x2', { scale: 2 }],
    ['x4', { scale: 4 }],
  ] as const)('equal those on WASM within 1: %s', async (_, tiny) => {
    const { wasm, webgpu } = await tinyNetwork(tiny)
    const { most, differing, suspects } = await compare(picture(43, 27), webgpu, wasm)
    expect(most).toBeLessThanOrEqual(1)
    expect(differing).toBe(tiny.scale > 1 ? 0 : undefined)
    if (tiny.scale > 1) expect(suspects).toBeGreaterThan(100)
    expect((await compare(picture(1, 1), webgpu, wasm)).most).toBeLessThanOrEqual(1)
  })

  it('equal those on WASM within 1: x4 as x2', async () => {
    const { wasm, webgpu } = await tinyNetwork({ scale: 4 })
    const image = picture(43, 27)
    const { most, differing } = await compare(image, halveOutput(webgpu), halveOutput(wasm))
    expect([most, differing]).toEqual([expect.closeTo(0, -0.5), 0])
  })

  it('are implausible where the network answers NaN', async () => {
    const { wasm, webgpu } = await tinyNetwork({ scale: 2 }, Number.NaN)
    const { most, differing, suspects } = await compare(picture(20, 20), webgpu, wasm)
    expect({ most, differing, suspects }).toEqual({ most: 0, differing: 0, suspects: 400 })
  })

  it.each([1, 4] as const)('keep every byte on their way through fp16: views %i', async (views) => {
    const copying = await copyingNetwork(views)
    for (const [width, height] of [
      [43, 27],
      [37, 41],
      [1, 1],
    ] as const) {
      const image = picture(width, height)
      const { pixels } = await runTiled(image, copying, context)
      expect(pixels).toEqual(image.pixels)
    }
  })

  it.each([
    ['NaN', 0x7e00],
    ['infinity', 0x7c00],
    ['out of range', 0x3e00],
    ['far from its source', 0x3c00],
  ])('are implausible in fp16 where a number is %s', async (_, bits) => {
    const image = picture(10, 10)
    const afterImage = vi.fn(async () => {})
    const recheck = { beforeRun: async () => {}, afterImage } as unknown as Recheck
    // Red of the first pixel, which is black, and of the second.
    const loaded = { ...(await copyingNetwork(1, Uint16Array.from([bits, 0]))), recheck }
    await runTiled(image, loaded, context)
    expect(afterImage).toHaveBeenCalledWith(0.01)
  })

  it.for([
    ['four views', { scale: 1, multiple: 8, views: 4 }],
    ['x2', { scale: 2 }],
    ['x4', { scale: 4 }],
  ] as const)('equal those on WASM within 1 in fp16: %s', async ([_, tiny], test) => {
    if (!adapter?.features.has('shader-f16')) return test.skip('no GPU with fp16')
    const { wasm, webgpu } = await tinyNetwork(tiny, 0, 'fp16')
    const { most, differing = 0 } = await compare(picture(43, 27), webgpu, wasm)
    expect(most).toBeLessThanOrEqual(1)
    // Some lie at the limit of what is plausible.
    expect(differing).toBeLessThan(10)
  })

  it('come down as 4 bytes a pixel, two at a time, each after the next were queued', async () => {
    const { webgpu } = await tinyNetwork({ scale: 2 })
    const image = picture(43, 43)
    const submits = vi.spyOn(GPUQueue.prototype, 'submit').mock
    const writes = vi.spyOn(GPUQueue.prototype, 'writeBuffer').mock
    const maps = vi.spyOn(GPUBuffer.prototype, 'mapAsync').mock
    const reads = vi.spyOn(GPUBuffer.prototype, 'getMappedRange').mock
    const { pixels } = await runTiled(image, webgpu, context)
    const tiles = tileGrid(43, 43, webgpu.model).tiles.length
    expect(tiles).toBeGreaterThan(4)
    expect(maps.calls).toHaveLength(Math.ceil(tiles / 2))
    // A tile is packed, computed and unpacked; a batch is copied.
    expect(submits.calls).toHaveLength(3 * tiles + maps.calls.length)
    const down = maps.calls.reduce((sum, [, , bytes = Number.NaN]) => sum + bytes, 0)
    expect(down).toBe(pixels.length)
    const up = writes.calls.filter(([, , data]) => data === image.pixels)
    expect(up.reduce((sum, [, , , , bytes = Number.NaN]) => sum + bytes, 0)).toBe(43 * 43 * 4)
    const isRead = ({ usage }: GPUBuffer) => usage & GPUBufferUsage.MAP_READ
    const readAt = reads.invocationCallOrder.filter((_, i) =>
      isRead(reads.contexts[i] as GPUBuffer),
    )
    expect(readAt).toHaveLength(maps.calls.length)
    for (const [i, nextMapAt] of maps.invocationCallOrder.slice(1).entries())
      expect(nextMapAt).toBeLessThan(readAt[i] as number)
  })

  it('are left out where the network is not needed, and marked', async () => {
    const { wasm, webgpu } = await tinyNetwork({ scale: 2 })
    const image = picture(70, 40)
    const slow = { ...webgpu, pace: { msPerPixel: 0.1, wait: (answer: unknown) => answer } }
    const cells = (needed: number[]) => async () => ({
      side: 32,
      margin: 8,
      columns: 3,
      rows: 2,
      needed: Uint8Array.from(needed),
    })
    const noteComputed = vi.fn()
    const onGpu = slow as unknown as typeof webgpu
    const findCells = cells([1, 0, 0, 0, 0, 0])
    const some = await runTiled(image, onGpu, { ...context, noteComputed }, { findCells })
    const whole = await runTiled(image, wasm, context)
    const isLeftOut = (i: number) => some.suspect?.[i] === NOT_COMPUTED
    const leftOut = [...Array(70 * 40).keys()].filter(isLeftOut)
    expect(noteComputed.mock.lastCall?.[0]).toBeLessThan(1)
    expect(leftOut.length).toBeGreaterThan(200)
    // What is needed, and the margin around it.
    expect(leftOut.every((i) => i % 70 >= 44)).toBe(true)
    some.pixels.forEach((value, at) => {
      const i = Math.floor((at >> 2) / 280) * 70 + (((at >> 2) % 140) >> 1)
      if (!isLeftOut(i)) expect(Math.abs(value - (whole.pixels[at] as number))).toBeLessThan(2)
    })
    const nothing = { findCells: cells([0, 0, 0, 0, 0, 0]) }
    const none = await runTiled(image, onGpu, { ...context, noteComputed }, nothing)
    expect(noteComputed).toHaveBeenLastCalledWith(0)
    expect(none.suspect?.every((mark) => mark === NOT_COMPUTED)).toBe(true)
  })

  it('end with an abort, and free what they hold', async () => {
    const { webgpu } = await tinyNetwork({ scale: 2 })
    const created = vi.spyOn(Buffers.prototype, 'readable').mock
    const destroyed = vi.spyOn(GPUBuffer.prototype, 'destroy').mock
    let checkpoints = 0
    const aborting = async () => {
      if (++checkpoints > 3) throw new Error('aborted')
    }
    const run = runTiled(picture(43, 43), webgpu, { ...context, checkpoint: aborting })
    await expect(run).rejects.toThrow('aborted')
    const buffers = created.results.map(({ value }) => value)
    expect(buffers).toHaveLength(2)
    expect(destroyed.contexts).toEqual(expect.arrayContaining(buffers))
  })

  it('are not begun with buffers that the GPU refuses', async () => {
    const device = (await adapter?.requestDevice()) as GPUDevice
    const buffers = new Buffers(device)
    const tooLarge = () => buffers.storage(device.limits.maxBufferSize + 4)
    await expect(checked(device, tooLarge)).rejects.toThrow(/size/)
    expect((await checked(device, () => buffers.storage(16))).size).toBe(16)
    buffers.destroy()
  })

  it('end where the GPU answers no more, by its own pace', async () => {
    const { webgpu } = await tinyNetwork({ scale: 2 })
    const { mapAsync } = GPUBuffer.prototype
    let maps = 0
    vi.spyOn(GPUBuffer.prototype, 'mapAsync').mockImplementation(function (
      this: GPUBuffer,
      ...args
    ) {
      return ++maps > 2 ? new Promise(() => {}) : mapAsync.apply(this, args)
    })
    let waited = 0
    // Time passes only where nothing answers: a slow machine is not taken for a slow GPU.
    const clock = (ms: number) =>
      new Promise<void>((resolve) => {
        if (maps <= 2) return
        waited += ms
        resolve()
      })
    const run = runTiled(picture(43, 43), { ...webgpu, pace: new Pace(undefined, clock) }, context)
    await expect(run).rejects.toThrow('did not answer for 10 s')
    expect(waited).toBe(10_000)
  })

  it('that are implausible are computed on WASM too, and kept where both agree', async () => {
    const { wasm, webgpu } = await tinyNetwork({ scale: 2 })
    const rival = vi.fn(async () => wasm as LoadedModel)
    const image = picture(43, 27)
    const alone = await runTiled(image, wasm, context)
    const both = await runTiled(image, { ...webgpu, opinion: openOpinion(rival) }, context)
    expect(rival).toHaveBeenCalled()
    expect(both.suspect).toEqual(alone.suspect)
    const smooth = draw(20, 20, (x, y) => [x * 2, y * 2, 90])
    rival.mockClear()
    await runTiled(
      { width: 20, height: 20, pixels: smooth.data as RasterImage['pixels'], alpha: false },
      { ...webgpu, opinion: openOpinion(rival) },
      context,
    )
    expect(rival).not.toHaveBeenCalled()
  })

  it.each([
    ['implausible', 0.5, 0],
    ['plausible, where it is time to compare one', 0.15, 1e9],
  ])('that WASM computes otherwise cost the network its GPU: %s', async (_, bias, gpuMs) => {
    const { webgpu } = await tinyNetwork({ scale: 2 }, bias)
    const { wasm } = await tinyNetwork({ scale: 2 })
    const opinion = openOpinion(async () => wasm as LoadedModel)
    opinion.ms.gpu = gpuMs
    const onWasm = vi.fn(async () => wasm as LoadedModel)
    const image = picture(20, 20)
    const { pixels } = await runTiled(image, { ...webgpu, opinion, onWasm }, context)
    expect(isWrongAnswer(onWasm.mock.lastCall?.[0 as never])).toBe(true)
    expect(pixels).toEqual((await runTiled(image, wasm, context)).pixels)
  })

  // The last with a network, as they share the device.
  it('end with the loss of the device', async () => {
    const { webgpu, gpu } = await tinyNetwork({ scale: 2 })
    const explain = vi.fn((error: unknown) => error as Error)
    const progress = () => gpu.destroy()
    const run = runTiled(picture(43, 43), webgpu, { ...context, progress, explain })
    await expect(run).rejects.toThrow()
    expect(explain).toHaveBeenCalledOnce()
  })
})
