import type { FixedInputModel } from '../models/models.ts'
import { aborted, asDarkroomError } from '../src/contract/errors.ts'
import type { ImageInputs } from '../src/contract/image-source.ts'
import type { LocalPlan } from '../src/contract/plan/plan.ts'
import type { Step } from '../src/contract/plan/steps.ts'
import type { Download, Progress, RunResult } from '../src/contract/worker/api.ts'
import type { Details } from '../src/contract/worker/details.ts'
import { encode } from './codecs/encode.ts'
import { inputDecoder } from './decode-inputs.ts'
import { boxesAfter } from './faces/boxes.ts'
import { type RasterImage, releaseMemory } from './image/image.ts'
import type { LoadedModel } from './inference/loaded-model.ts'
import type { Sessions } from './inference/sessions.ts'
import { type OperationStep, operations } from './operation-table.ts'
import type { Operation, OperationContext } from './operations/operation.ts'
import { maxSubjectSteps, mostSteps, subjectSteps } from './operations/subject/subject-steps.ts'

/** Runs a plan on its inputs, step by step. */
export async function run(
  plan: LocalPlan,
  given: ImageInputs,
  sessions: Sessions,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<RunResult> {
  const details: Details = { provider: null, steps: [] }
  const input = inputDecoder(given)
  const queue = [...plan.steps]

  /** `ahead` is how many steps can follow at most. */
  async function step<T>(
    operation: string,
    ahead: number,
    work: (context: OperationContext) => Promise<T>,
  ): Promise<T> {
    await checkpoint(signal)
    const done: Details['steps'][number] = { operation, ms: 0 }
    const number = details.steps.push(done)
    const models = new Set<string>()
    const steps = number + ahead
    const report = (ratio: number, download?: Progress['download']) =>
      onProgress({ step: number, steps, operation, ratio, ...(download && { download }) })
    const downloads = (model: string) => (download: Download) => report(0, { ...download, model })
    const used = <L extends LoadedModel>(model: string, loaded: L): L => {
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
      input,
      load: async (model) => used(model, await sessions.load(model, downloads(model))),
      loadFixedInput: async (model) =>
        used(model, (await sessions.load(model, downloads(model))) as LoadedModel<FixedInputModel>),
      customModelFor: (use) => sessions.customModelFor(use),
      note: (found) => Object.assign(details, found),
    }).catch((error) => {
      throw asDarkroomError(error, error instanceof RangeError ? 'OUT_OF_MEMORY' : 'MODEL')
    })
    done.ms = Math.round(performance.now() - start)
    report(1)
    return result
  }

  let image = await step('decode', mostSteps(queue) + 1, () => input('source'))
  for (let planned = queue.shift(); planned; planned = queue.shift()) {
    const before = image
    const next = planned
    const ahead = mostSteps(queue) + 1
    if (next.op === 'subject') {
      const found = await step(next.op, maxSubjectSteps(next) + ahead, () =>
        subjectSteps(before, next),
      )
      queue.unshift(...found)
      continue
    }
    image = await step(next.op, ahead, (context) => apply(before, next, context))
    if (image.pixels !== before.pixels) releaseMemory(before)
    if (details.face_boxes) details.face_boxes = boxesAfter(next, details.face_boxes)
    if (details.nsfw?.triggered) delete details.face_boxes
  }
  const { width, height } = image
  const { blob, quality } = await step('encode', 0, (context) => encode(image, plan, context))
  const figures = { width, height, bytes: blob.size, ...(quality !== undefined && { quality }) }
  return { blob, details: { ...details, ...figures } }
}

function apply(image: RasterImage, step: Step, context: OperationContext): Promise<RasterImage> {
  // The table's type ties each operation to its step; a lookup by `op` alone forgets that.
  const operation = operations[(step as OperationStep).op] as Operation<Step>
  return operation(image, step, context)
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
