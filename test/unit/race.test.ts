import { expect, it, vi } from 'vitest'
import { aborted } from '../../src/shared/errors.ts'
import { paceOf, Race, winnerOf } from '../../workers/inference/gpu/race.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'

it.each([
  ['a fast GPU', { ms: 30, size: 1 }, 'fast'],
  ['a slow one', { ms: 900, size: 1 }, 'slow'],
  ['a tile that is small', { ms: 30, size: 0.1 }, 'unknown'],
  ['a small one that takes long', { ms: 900, size: 0.1 }, 'slow'],
])('what a tile shows: %s', (_, facts, pace) => {
  expect(paceOf(facts)).toBe(pace)
})

it.each([
  ['a GPU that is faster', { gpu: 600, wasm: 3000, threads: 1 }, 'webgpu', 'right'],
  ['one that threads are faster than', { gpu: 600, wasm: 800, threads: 8 }, 'webgpu', 'slow'],
  ['one at a tenth of the speed', { gpu: 9000, wasm: 900, threads: 1 }, 'wasm', 'slow'],
])('who wins against %s', (_, ms, now, verdict) => {
  expect(winnerOf(ms)).toEqual({ now, verdict })
})

const rival = { session: 'on WASM' } as never as LoadedModel

/** A race by a clock that the runs alone move on. */
function raceOf(gpu: number[], wasm: number[]) {
  let time = 0
  const note = vi.fn()
  const spend = (times: number[]) =>
    vi.fn(async () => {
      time += times.shift() as number
    })
  const race = new Race({ threads: 1, rival: async () => rival, note, now: () => time })
  const checkpoint = spend(Array(20).fill(60_000))
  return { race, note, trial: { size: 1, checkpoint, onGpu: spend(gpu), on: spend(wasm) } }
}

it.each<[string, number[], number[], string, LoadedModel | undefined]>([
  ['fast at once', [40], [], 'right', undefined],
  ['fast once it has compiled', [5000, 40], [], 'right', undefined],
  ['slow, and WASM is faster in its third run', [9000, 8000], [9000, 8500, 2000], 'slow', rival],
  ['slow, and WASM never faster', [9000, 900], [3000, 2000, 1000], 'right', undefined],
])('a race of a GPU that is %s is held once', async (_, gpu, wasm, verdict, winner) => {
  const { race, note, trial } = raceOf(gpu, wasm)
  expect(await race.run(trial)).toBe(winner)
  expect(await race.run(trial)).toBe(winner)
  expect(note.mock.calls).toEqual([[verdict, winner]])
  expect([gpu, wasm]).toEqual([[], []])
})

it('a small tile decides nothing, and is not tried again', async () => {
  const { race, note, trial } = raceOf([40, 50], [])
  const sizes = [0.1, 0.15, 1]
  for (const size of sizes) expect(await race.run({ ...trial, size })).toBeUndefined()
  expect([trial.onGpu.mock.calls.length, note.mock.calls.length]).toEqual([2, 1])
})

it('the GPU goes on where WASM fails, and an abort is no failure', async () => {
  const { race, note, trial } = raceOf([900, 900, 900, 900], [])
  const failing = (error: Error) => ({ ...trial, on: () => Promise.reject(error) })
  await expect(race.run(failing(aborted()))).rejects.toMatchObject({ code: 'ABORTED' })
  expect(await race.run(failing(new Error('no memory')))).toBeUndefined()
  expect(note).not.toHaveBeenCalled()
})
