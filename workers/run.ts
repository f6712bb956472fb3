import type { Viewer } from '../models/models.ts'
import { aborted, asDarkroomError } from '../src/errors.ts'
import type { Details } from '../src/jobs/record.ts'
import type { LocalPlan } from '../src/plan/plan.ts'
import type { Step } from '../src/plan/steps.ts'
import type { Inputs } from '../src/sources/source.ts'
import { decode } from './codecs/decode.ts'
import { encode } from './codecs/encode.ts'
import { boxesAfter } from './faces/boxes.ts'
import { inputsOf } from './inputs.ts'
import { located, mostLocated, mostSteps } from './locate/located.ts'
import type { Loaded } from './neural/loaded.ts'
import type { Sessions } from './neural/sessions.ts'
import type { Download } from './neural/weights.ts'
import { type OperationStep, operations } from './operations/index.ts'
import type { Context, Operation } from './operations/operation.ts'
import { type Picture, release } from './picture.ts'

/**
 * How far a job is. `step` counts from 1; `ratio` is that of the step. `steps` only ever becomes smaller: where
 * they depend on what is found in the picture, it is the most that they can be until that is known.
 */
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

/** Runs a plan on its inputs, step by step. */
export async function run(
  plan: LocalPlan,
  given: Inputs,
  sessions: Sessions,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const details: Details = { provider: null, steps: [] }
  const inputs = await inputsOf(given)
  const queue = [...plan.steps]

  /** `ahead` is how many steps can follow at most. */
  async function step<T>(
    operation: string,
    ahead: number,
    work: (context: Context) => Promise<T>,
  ): Promise<T> {
    await checkpoint(signal)
    const done: Details['steps'][number] = { operation, ms: 0 }
    const number = details.steps.push(done)
    const models = new Set<string>()
    const steps = number + ahead
    const report = (ratio: number, download?: Progress['download']) =>
      onProgress({ step: number, steps, operation, ratio, ...(download && { download }) })
    const downloads = (model: string) => (download: Download) => report(0, { ...download, model })
    const used = <L extends Loaded>(model: string, loaded: L): L => {
      details.provider = loaded.device.provider
      models.add(model)
      done.model = [...models].join(', ')
      return loaded
    }
    const start = performance.now()
    report(0)
    const result = await work({
      progress: report,
      checkpoint: () => checkpoint(signal),
      explain: (error) => sessions.explain(error),
      input: inputs.input,
      load: async (model) => used(model, await sessions.load(model, downloads(model))),
      viewer: async (model) =>
        used(model, (await sessions.load(model, downloads(model))) as Loaded<Viewer>),
      ownFor: (use) => sessions.ownFor(use),
      note: (found) => Object.assign(details, found),
    }).catch((error) => {
      throw asDarkroomError(error, error instanceof RangeError ? 'OUT_OF_MEMORY' : 'MODEL')
    })
    done.ms = Math.round(performance.now() - start)
    report(1)
    return result
  }

  let picture = await step('decode', mostSteps(queue) + 1, () => decode(inputs.source))
  for (let planned = queue.shift(); planned; planned = queue.shift()) {
    const before = picture
    const next = planned
    const ahead = mostSteps(queue) + 1
    if (next.op === 'locate') {
      const found = await step(next.op, mostLocated(next) + ahead, () => located(before, next))
      queue.unshift(...found)
      continue
    }
    picture = await step(next.op, ahead, (context) => apply(before, next, context))
    if (picture.pixels !== before.pixels) release(before)
    if (details.face_boxes) details.face_boxes = boxesAfter(next, details.face_boxes)
    if (details.nsfw?.triggered) delete details.face_boxes
  }
  const { width, height } = picture
  const { blob, quality } = await step('encode', 0, (context) => encode(picture, plan, context))
  const figures = { width, height, bytes: blob.size, ...(quality !== undefined && { quality }) }
  return { blob, details: { ...details, ...figures } }
}

function apply(picture: Picture, step: Step, context: Context): Promise<Picture> {
  // The table's type ties each operation to its step; a lookup by `op` alone forgets that.
  const operation = operations[(step as OperationStep).op] as Operation<Step>
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
