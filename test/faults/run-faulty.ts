import { afterEach } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import type { Darkroom } from '../../src/darkroom.ts'
import type { ProcessingRequest, ProviderChoice } from '../../src/index.ts'
import type { Environment } from '../../src/jobs/context.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { gradient } from '../browser/pictures.ts'
import { withFaultyWorker } from './faults.ts'

export const url = await png(gradient(24, 16))
export const enlarged = { url, width: '200%', upscale_parameters: { mode: 'faithful' } } as const

export let darkroom: Darkroom
afterEach(() => darkroom.dispose())

/** Runs a job whose first worker has a fault. */
export async function run(
  fault: string,
  provider: ProviderChoice,
  request: ProcessingRequest,
  silence: Partial<Environment> = {},
  workers = 1,
) {
  darkroom = new LazyDarkroom({ provider }, { ...withFaultyWorker(fault, workers), ...silence })
  const { status, warnings, details } = await darkroom.run(request)
  return { status, warnings: warnings.map(({ code }) => code), provider: details?.provider }
}
