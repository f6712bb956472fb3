import { type Remote, wrap } from 'comlink'
import { type ImageToImageModelName, type Model, models } from '../../../models/models.ts'
import { createDarkroom, type Darkroom } from '../../../src/index.ts'
import type { Bare } from '../bare.worker.ts'
import type { Network } from './networks.ts'
import type { Measured, Report, Target, Times } from './report.ts'

/** Slow networks run once, so that nobody waits for minutes. */
const ENOUGH_MS = 3000
const RUNS = 3

/**
 * Measures networks on one provider, and reports each when it is done. Ends early, with what is done, if aborted. In fp16 it
 * leaves out those that are not declared to compute in it.
 */
export async function measure(
  target: Target,
  chosen: Network[],
  image: ImageData,
  signal: AbortSignal,
  report: (measured: Measured, next?: Network) => void,
): Promise<void> {
  // The step cache would answer every run but the first.
  const { provider, precision } = target
  const options = { ...allowedBy(target), persist: false, cache: false } as const
  let darkroom = createDarkroom(options)
  const worker = new Worker(new URL('../bare.worker.ts', import.meta.url), { type: 'module' })
  const bare = wrap<Bare>(worker)
  const stop = () => worker.terminate()
  signal.addEventListener('abort', stop)
  try {
    const { adapter, threads } = await darkroom.info()
    const device = provider === 'webgpu' && adapter ? { adapter } : {}
    const measured: Measured = { ...target, ...device, threads, networks: [] }
    for (const network of chosen.filter((each) => precision === 'fp32' || mayUseFp16(each))) {
      report(measured, network)
      const found = await times(darkroom, bare, target, network, image, signal)
      if (found) {
        measured.networks.push(found)
        continue
      }
      measured.failed = [...(measured.failed ?? []), network.name]
      // A second failure would cost the others their GPU.
      darkroom.dispose()
      darkroom = createDarkroom(options)
    }
    report(measured)
    report({ ...measured, ...(await memory()) })
  } finally {
    signal.removeEventListener('abort', stop)
    worker.terminate()
    darkroom.dispose()
  }
}

function mayUseFp16({ name }: Network): boolean {
  const model: Model = models[name]
  return 'halo' in model && model.precision !== 'fp32'
}

/** What Darkroom may compute on and in, so that it does so on the target and in its precision. */
const allowedBy = ({ provider, precision }: Target) =>
  ({ provider, precision: precision === 'fp16' ? 'auto' : 'fp32' }) as const

/** What Darkroom chooses by itself. It tries the networks first where that is a GPU, and finds which is faster there. */
export async function choice(
  chosen: Network[],
  image: ImageData,
  signal: AbortSignal,
): Promise<NonNullable<Report['auto']>> {
  const darkroom = createDarkroom({ persist: false, cache: false })
  try {
    const isOnGpu = (await darkroom.info()).provider === 'webgpu'
    for (const { request } of isOnGpu ? chosen : [])
      await darkroom.run({ ...request, url: image }, { signal })
    const { provider, precision, threads, why, verdicts } = await darkroom.info()
    return { provider, precision, threads, why, ...(verdicts && { verdicts }) }
  } finally {
    darkroom.dispose()
  }
}

/** Undefined where the network fails on the target, and computes elsewhere. */
async function times(
  darkroom: Darkroom,
  bare: Remote<Bare>,
  target: Target,
  { name, request, fixed }: Network,
  image: ImageData,
  signal: AbortSignal,
): Promise<Times | undefined> {
  const { provider, precision } = target
  const job = async () => {
    const start = performance.now()
    const { details } = await darkroom.run({ ...request, url: image }, { signal })
    const ms = performance.now() - start
    const step = details?.steps.find(({ model }) => model?.includes(name))
    if (!step) throw new Error(`Expected ${name} to run but received ${JSON.stringify(details)}`)
    return { job: ms, step: step.ms, precision: step.precision, ran: details?.provider }
  }
  const alone = async () => {
    const network = name as ImageToImageModelName
    const allowed = allowedBy(target)
    const { width, height } = image
    const runs = await bare.runsFor(network, { width, height }, undefined, allowed)
    return bare.time(network, runs, allowed)
  }
  // To load and compile what it needs.
  const { precision: used, ran } = await job()
  if (ran !== provider || used !== precision) return undefined
  if (!fixed) await alone()
  // By turns, as a machine slows down when it gets warm.
  const turns = await repeated(async () => ({
    ...(await job()),
    bare: fixed ? undefined : await alone(),
  }))
  const bareTimes = turns.flatMap(({ bare }) => bare ?? [])
  return {
    network: name,
    step: median(turns.map(({ step }) => step)),
    job: median(turns.map(({ job }) => job)),
    ...(bareTimes.length > 0 && { bare: median(bareTimes) }),
  }
}

/** Runs something up to three times. */
async function repeated<T extends { job: number }>(run: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let total = 0
  while (results.length < RUNS && total < ENOUGH_MS) {
    const result = await run()
    results.push(result)
    total += result.job
  }
  return results
}

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[values.length >> 1] as number

/** Only pages that are cross-origin isolated may ask, and in few browsers. */
async function memory(): Promise<{ memory?: number }> {
  const { measureUserAgentSpecificMemory } = performance as Performance & {
    measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }>
  }
  if (!measureUserAgentSpecificMemory || !crossOriginIsolated) return {}
  const answer = measureUserAgentSpecificMemory.call(performance)
  // It answers when the browser collects garbage, which may be much later.
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, 25_000))
  const told = await Promise.race([answer, late]).catch(() => undefined)
  return told ? { memory: told.bytes } : {}
}
