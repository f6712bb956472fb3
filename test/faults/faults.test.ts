import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromPng, png, random } from '../../scripts/lib/pictures.ts'
import type { Darkroom } from '../../src/darkroom.ts'
import type { ErrorCode } from '../../src/index.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { lined, maxDifference } from '../browser/pictures.ts'
import { faultOf, undisturbed } from './faults.ts'

const SEEDS = 14
const JOBS = 3
/** Errors with which a job may fail if its download was cut. No other fault may fail a job. */
const cut: ErrorCode[] = ['SOURCE_UNREACHABLE', 'UNIDENTIFIED_IMAGE']

const sources = [lined(150, 120), lined(90, 100), lined(40, 30)]
const truth: ImageData[] = []
const urls: string[] = []
// What a page computes after it has lost a GPU is in fp32, also where there was none to lose.
const options = { provider: 'auto', precision: 'fp32' } as const

beforeAll(async () => {
  const darkroom = new LazyDarkroom(options, undisturbed())
  for (const source of sources) {
    urls.push(URL.createObjectURL(await png(source)))
    truth.push(await result(darkroom, (await darkroom.run(request(urls.length - 1))).job))
  }
  darkroom.dispose()
})
afterAll(() => {
  for (const url of urls) URL.revokeObjectURL(url)
})

const request = (i: number) => ({
  url: urls[i] as string,
  width: '200%' as const,
  // The quicker network.
  upscale_parameters: { mode: 'faithful' as const },
  output_format: 'png' as const,
})

async function result(darkroom: Darkroom, job: string): Promise<ImageData> {
  return fromPng((await darkroom.file(job)).blob)
}

describe('every job ends after any fault', () => {
  it.each(
    Array.from({ length: SEEDS }, (_, seed) => {
      const fault = faultOf(random(seed))
      return [seed, fault.name, fault] as const
    }),
  )('seed %i: %s', async (_, name, fault) => {
    const environment = fault.disturb(undisturbed())
    const darkroom = new LazyDarkroom(options, environment)
    const jobs: string[] = []
    for (let i = 0; i < JOBS; i++) jobs.push((await darkroom.process(request(i))).job)
    expect(new Set(jobs).size).toBe(JOBS)
    const warned: string[] = []
    for (const [i, job] of jobs.entries()) {
      const error = await darkroom.wait(job).then(
        () => undefined,
        (thrown) => thrown,
      )
      if (error) {
        expect(name).toContain('network')
        expect(cut).toContain(error.code)
        await expect(darkroom.result(job)).rejects.toMatchObject({ code: error.code, job })
      } else {
        const { status, warnings } = await darkroom.result(job)
        expect(status).toBe('complete')
        warned.push(...warnings.map(({ code }) => code))
        const pixels = await result(darkroom, job)
        expect(maxDifference(pixels, truth[i] as ImageData)).toBeLessThanOrEqual(1)
      }
    }
    // The fault did occur, and the records report it.
    if (name.startsWith('worker')) expect(warned.join()).toMatch(/INTERNAL|NETWORK/)
    if (name.startsWith('device')) expect(warned).toContain('DEVICE_LOST')
    darkroom.dispose()
  })
})
