import { aborted, asDarkroomError } from '../src/errors.ts'
import type { Details } from '../src/jobs/record.ts'
import type { Plan } from '../src/plan/plan.ts'
import type { BuiltStep, Step } from '../src/plan/steps.ts'
import type { Source } from '../src/sources/source.ts'
import { decode } from './codecs/decode.ts'
import { encode } from './codecs/encode.ts'
import type { Sessions } from './neural/sessions.ts'
import type { Download } from './neural/weights.ts'
import { operations } from './operations/index.ts'
import type { Context, Operation } from './operations/operation.ts'
import { type Picture, release } from './picture.ts'

/** How far a job is. `step` counts from 1; `ratio` is that of the step. */
export interface Progress {
  step: number
  steps: number
  operation: string
  ratio: number
  download?: Download & { model: string }
}

export interface Outcome {
  blob: Blob
  details: Details
}

/** Runs a plan on a source, step by step. */
export async function run(
  plan: Plan,
  source: Source,
  sessions: Sessions,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const details: Details = { provider: null, steps: [] }
  const steps = plan.steps.length + 2

  async function step<T>(operation: string, work: (context: Context) => Promise<T>): Promise<T> {
    await checkpoint(signal)
    const done: Details['steps'][number] = { operation, ms: 0 }
    const number = details.steps.push(done)
    const report = (ratio: number, download?: Progress['download']) =>
      onProgress({ step: number, steps, operation, ratio, ...(download && { download }) })
    const start = performance.now()
    report(0)
    const result = await work({
      progress: report,
      checkpoint: () => checkpoint(signal),
      explain: (error) => sessions.explain(error),
      load: async (model) => {
        const loaded = await sessions.load(model, (download) => report(0, { ...download, model }))
        details.provider = loaded.device.provider
        done.model = model
        return loaded
      },
    }).catch((error) => {
      throw asDarkroomError(error, error instanceof RangeError ? 'OUT_OF_MEMORY' : 'MODEL')
    })
    done.ms = Math.round(performance.now() - start)
    report(1)
    return result
  }

  let picture = await step('decode', () => decode(source))
  for (const planned of plan.steps) {
    const before = picture
    picture = await step(planned.op, (context) => apply(before, planned, context))
    if (picture.pixels !== before.pixels) release(before)
  }
  const { width, height } = picture
  const blob = await step('encode', () => encode(picture, plan))
  return { blob, details: { ...details, width, height, bytes: blob.size } }
}

function apply(picture: Picture, step: Step, context: Context): Promise<Picture> {
  // The table's type ties each operation to its step; a lookup by `op` alone forgets that.
  const operation = operations[step.op] as Operation<Step>
  return operation(picture, step, context)
}

const channel = new MessageChannel()

/** A macrotask: only then does the worker see an abort that was sent meanwhile. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    channel.port1.onmessage = () => resolve()
    channel.port2.postMessage(null)
  })

async function checkpoint(signal: AbortSignal): Promise<void> {
  await nextTask()
  if (signal.aborted) throw aborted()
}
