import * as Comlink from 'comlink'
import type { Outcome, Progress } from '../../workers/run.ts'
import type { Lease, Pool } from '../engine/pool.ts'
import { DarkroomError, isDarkroomError } from '../errors.ts'
import { checkAsked, type Limits } from '../plan/limits.ts'
import { type Plan, plan, type SourceFacts } from '../plan/plan.ts'
import type { CanonicalRequest } from '../request/canonical.ts'
import { resolveSource } from '../sources/resolve.ts'
import type { Inputs } from '../sources/source.ts'

export interface Workplace {
  pool: Pool
  limits: Limits
  fetch: typeof fetch
}

/** The plan of a request, from the header of its source. */
export async function prepare(
  request: CanonicalRequest,
  { pool, limits, fetch }: Workplace,
  signal: AbortSignal,
): Promise<{ inputs: Inputs; plan: Plan }> {
  checkAsked(request, limits)
  const source = await resolveSource(request.url ?? '', signal, fetch)
  const facts = await pool.run(signal, (lease) =>
    withDeadline(lease, limits, () => lease.engine.facts(source)),
  )
  const named = request.caption?.url
  const caption = named && (await resolveSource(named, signal, fetch))
  return { inputs: { source, ...(caption && { caption }) }, plan: plan(request, facts, limits) }
}

/** Everything between a canonical request and its result. A GPU that is lost costs a second run, on WASM. */
export async function work(
  request: CanonicalRequest,
  workplace: Workplace,
  signal: AbortSignal,
  onStart: () => void,
  onProgress: (progress: Progress) => void,
  onGpuLost: (error: DarkroomError) => void,
): Promise<Outcome> {
  const { pool, limits } = workplace
  const { inputs, plan } = await prepare(request, workplace, signal)
  const once = () =>
    pool.run(signal, (lease) => {
      onStart()
      return runPlan(lease, inputs, plan, limits, onProgress)
    })
  try {
    return await once()
  } catch (error) {
    if (!isDarkroomError(error) || error.code !== 'DEVICE_LOST') throw error
    onGpuLost(error)
    pool.giveUpGpu()
    return once()
  }
}

async function runPlan(
  lease: Lease,
  inputs: Inputs,
  plan: Plan,
  limits: Limits,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const deadline = startDeadline(lease, limits)
  const report = (progress: Progress) => {
    if (progress.operation !== 'decode' || progress.ratio === 1) deadline.stop()
    onProgress(progress)
  }
  try {
    return await lease.engine.run(lease.call, inputs, plan, Comlink.proxy(report))
  } finally {
    deadline.stop()
  }
}

async function withDeadline(
  lease: Lease,
  limits: Limits,
  task: () => Promise<SourceFacts>,
): Promise<SourceFacts> {
  const deadline = startDeadline(lease, limits)
  try {
    return await task()
  } finally {
    deadline.stop()
  }
}

/** A decoder that hangs is ended with its worker. */
function startDeadline(lease: Lease, { decodeSeconds }: Limits): { stop(): void } {
  const timer = setTimeout(() => {
    lease.end(
      new DarkroomError('TIMEOUT', `Expected url to be decoded within ${decodeSeconds} s`, {
        path: 'url',
      }),
    )
  }, decodeSeconds * 1000)
  return { stop: () => clearTimeout(timer) }
}
