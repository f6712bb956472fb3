import { expect, it } from 'vitest'
import { overallRatio } from '../../src/execution/overall-ratio.ts'
import { defaultLimits } from '../../src/plan/limits.ts'
import { type LocalPlan, plan } from '../../src/plan/plan.ts'
import { normalize } from '../../src/request/normalize.ts'
import type { ProcessingRequest } from '../../src/request/schema.ts'
import { allCostsOf, timeShare } from '../../workers/costs.ts'
import { decodingOf, encodingOf, pixelsOf, Throughput, workOf } from '../../workers/throughput.ts'

/** Milliseconds of each step, on two cores; of the cut-out, on two busy ones. */
const recorded: Record<
  string,
  { request: ProcessingRequest; size: [number, number]; ms: number[] }
> = {
  'a cut-out': {
    request: { background: { remove: 'auto' } },
    size: [768, 512],
    ms: [10, 13_600, 440, 80],
  },
  x2: {
    request: { width: '200%', upscale_parameters: { mode: 'faithful' } },
    size: [1216, 832],
    ms: [22, 20_950, 48],
  },
  'auto_enhance, clean': {
    request: { preset: 'auto_enhance' },
    size: [4000, 3000],
    ms: [156, 56_669, 119, 20, 928, 615, 268, 8_211, 143],
  },
  'auto_enhance, noisy': {
    request: { preset: 'auto_enhance' },
    size: [4000, 3000],
    ms: [169, 56_674, 68, 26, 929, 624, 260, 10_274, 146],
  },
}

const parts = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1]

function planOf(request: ProcessingRequest, [width, height]: [number, number]): LocalPlan {
  const source = { width, height, format: 'jpeg' as const }
  return plan(normalize({ url: 'base64,', ...request }).request, source, defaultLimits) as LocalPlan
}

/** What is told at each event, and the share of the time that has passed then. */
function told(made: LocalPlan, durations: number[], throughput?: Throughput) {
  let now = 0
  const [begin, overall] = [timeShare(() => now), overallRatio()]
  const costs = allCostsOf(made, throughput)
  expect(costs).toHaveLength(durations.length)
  const total = durations.reduce((sum, ms) => sum + ms, 0)
  return durations.flatMap((ms, i) => {
    const [start, share] = [now, begin(costs.slice(i))]
    return parts.map((ratio) => {
      now = start + ms * ratio
      const place = { step: i + 1, steps: durations.length, operation: '', ratio }
      return [overall({ ...place, share: share(ratio) }), now / total] as const
    })
  })
}

function warmed(made: LocalPlan, durations: number[]): Throughput {
  const throughput = new Throughput()
  const works = [decodingOf(made), ...made.steps.map(workOf), encodingOf(made)]
  const enlarged = made.steps.some(({ op }) => op === 'upscale') ? 4 : 1
  works.forEach((work, i) => {
    const factor = i === 0 ? 1 : enlarged
    throughput.note(work, pixelsOf(made.source) * factor, durations[i] as number)
  })
  return throughput
}

it.for(Object.entries(recorded))(
  'overall_ratio follows the time of %s, in a worker that did the like before',
  ([, { request, size, ms }]) => {
    const made = planOf(request, size)
    const events = told(made, ms, warmed(made, ms))
    for (const [ratio, elapsed] of events) expect(Math.abs(ratio - elapsed)).toBeLessThan(0.15)
    const ratios = events.map(([ratio]) => ratio)
    expect(ratios).toEqual([...ratios].sort((a, b) => a - b))
    expect([ratios.at(0), ratios.at(-1)]).toEqual([0, 1])
  },
)

it('a network that turns out not to be needed puts no more than 0.15 between them', () => {
  const { request, size, ms } = recorded['auto_enhance, clean'] as (typeof recorded)[string]
  const made = planOf(request, size)
  const sharp = ms.with(1, 3_000)
  for (const [ratio, elapsed] of told(made, sharp, warmed(made, ms))) {
    expect(Math.abs(ratio - elapsed)).toBeLessThan(0.15)
  }
})

it('what a network sees at one size takes as long for any image, the border of a cut-out by its length', () => {
  const throughput = new Throughput()
  const works = ['background auto', 'cut_out', 'light hdr_light'] as const
  for (const work of works) throughput.note(work, 20_000, 100)
  expect(works.map((work) => throughput.ms(work, 2_000_000)?.toFixed(3))).toEqual([
    '100.000',
    '1000.000',
    '10000.000',
  ])
})
