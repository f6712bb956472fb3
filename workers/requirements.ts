import { defaultLimits } from '../src/plan/limits.ts'
import type { ImageInfo, LocalPlan, Plan } from '../src/plan/plan.ts'
import { MAX_REMOTE_SIDE } from '../src/plan/remote-step.ts'
import type { Size } from '../src/plan/size.ts'
import { stepsOfSize } from '../src/plan/sizes.ts'
import { split } from '../src/plan/split.ts'
import type { Step } from '../src/plan/steps.ts'
import { isDarkroomError } from '../src/shared/errors.ts'
import type { Requirements } from '../src/shared/worker/api.ts'
import type { TileSize } from '../src/shared/worker/tile-size.ts'
import { decodeBytes, encodeMemory } from './codecs/memory.ts'
import { type ImageShape, type Memory, rgbaBytes } from './image/memory.ts'
import type { Sessions } from './inference/sessions.ts'
import { operationOf } from './operation-of.ts'
import type { CustomModelNames, ExtraInputShapes } from './operations/operation.ts'
import { type Focus, matteMemory, matteModels, usesMatte } from './operations/subject/matte.ts'
import { possibleSubjectSteps } from './operations/subject/subject-steps.ts'
import {
  decodingOf,
  encodingOf,
  pixelsOf,
  type Throughput,
  type Work,
  workOf,
} from './throughput.ts'

/** What a plan may take, whatever its images show; of the models the names only. */
type PlanRequirements = Omit<Requirements, 'models'> & { models: string[] }

/** What is known beside the plan. */
export interface KnownInputs {
  /** Bytes of the source's file. */
  sourceBytes: number
  extra: ExtraInputShapes
  custom: CustomModelNames
  /** Of `matteAvailable`. */
  matteAvailable: boolean
  throughput?: Throughput
}

/** Whether the models of a subject's matte are stored, or another step needs models anyway. */
export async function matteAvailable(
  steps: readonly Step[],
  sessions: Pick<Sessions, 'customModelNames' | 'requirement'>,
): Promise<boolean> {
  const custom = await sessions.customModelNames()
  const needsModels = (step: Step): boolean =>
    step.op === 'subject'
      ? step.between.some(needsModels)
      : (operationOf(step)?.models?.(step, custom) ?? []).length > 0
  if (steps.some(needsModels)) return true
  const names = steps.flatMap((step) =>
    step.op === 'subject' ? matteModels(step.focus, custom) : [],
  )
  const needed = await Promise.all(names.map((name) => sessions.requirement(name)))
  return needed.every(({ cached }) => cached)
}

/** Sides of the images that a remote service may return. */
const returnedSides = [
  MAX_REMOTE_SIDE / 8,
  MAX_REMOTE_SIDE / 4,
  MAX_REMOTE_SIDE / 2,
  MAX_REMOTE_SIDE,
]

/** Follows a plan through the declarations of its operations. */
export function requirementsOf(plan: Plan, known: KnownInputs): PlanRequirements {
  const { models, peakBytes: usual, ms } = forecastOf(plan, known, 'usual')
  const peak = (tiles: TileSize) =>
    Math.ceil(models.size > 0 ? forecastOf(plan, known, tiles).peakBytes : usual)
  return {
    models: [...models],
    peakBytes: { small: peak('small'), usual: Math.ceil(usual), large: peak('large') },
    ...(ms !== undefined && { ms }),
  }
}

function forecastOf(plan: Plan, known: KnownInputs, tiles: TileSize) {
  const forecast = new Forecast(known, tiles)
  const parts = split(plan, limitsOf(plan.steps))
  let ms: number | undefined
  if (!parts) {
    if (plan.source) ms = forecast.addRun(plan as LocalPlan, known.sourceBytes)
  } else {
    if (parts.before) forecast.addRun(parts.before, known.sourceBytes)
    for (const returned of parts.after ? returnedImages(plan.steps) : []) {
      const after = ifAllowed(() => parts.after?.(returned))
      if (after) forecast.addRun(after, 0)
    }
  }
  const { models, peakBytes } = forecast
  return { models, peakBytes, ms }
}

/** Heaps of WebAssembly as large as they have become. */
type Heaps = Required<Omit<Memory, 'arrays'>>

const noHeaps: Heaps = { resizeHeap: 0, onnxHeap: 0 }

class Forecast {
  readonly models = new Set<string>()
  peakBytes = 0
  readonly #known: KnownInputs
  readonly #tiles: TileSize
  #held = 0

  constructor(known: KnownInputs, tiles: TileSize) {
    this.#known = known
    this.#tiles = tiles
  }

  /** Adds what one run of a worker takes. Returns its milliseconds, as far as they are known. */
  addRun(plan: LocalPlan, sourceBytes: number): number | undefined {
    const { source, steps } = plan
    const image = shapeOf(source)
    const arrays = decodeBytes(image, source.format, sourceBytes)
    const after = this.#addSteps(steps, image, plan, this.#add({ arrays }, noHeaps))
    return sum(this.#ms(decodingOf(plan), image) ?? 0, after)
  }

  #addSteps(
    [step, ...rest]: Step[],
    image: ImageShape,
    plan: LocalPlan,
    heaps: Heaps,
  ): number | undefined {
    if (!step && plan.sizes) return this.#addSizes(plan, image, heaps)
    if (!step) {
      this.#add(encodeMemory(image, plan), heaps)
      return this.#ms(encodingOf(plan), image) ?? 0
    }
    if (step.op === 'subject') {
      const after = this.#addMatte(image, step.focus, heaps)
      const ways = possibleSubjectSteps(image, step).map((found) =>
        this.#addSteps([...found, ...rest], image, plan, after),
      )
      const longest = ways.reduce((most, ms) => longer(most, ms), 0)
      return sum(this.#ms(workOf(step), image), longest)
    }
    const { extra, custom } = this.#known
    const operation = operationOf(step)
    const models = operation.models?.(step, custom) ?? []
    for (const name of models) this.models.add(name)
    const after = this.#add(operation.memory(image, step, extra, this.#tiles), heaps)
    const result = operation.result?.(image, step, extra) ?? image
    // What runs no network takes little, if it is not known.
    const ms = this.#ms(workOf(step), image, result) ?? (models.length > 0 ? undefined : 0)
    return sum(ms, this.#addSteps(rest, result, plan, after))
  }

  /** What all sizes begin with is held until the last of them is done. */
  #addSizes({ sizes = [], ...plan }: LocalPlan, image: ImageShape, heaps: Heaps) {
    if (sizes.length > 1) this.#held = rgbaBytes(image)
    const all = sizes.map((size) => this.#addSteps(stepsOfSize(size, image), image, plan, heaps))
    this.#held = 0
    return all.reduce(sum, 0)
  }

  #ms(work: Work, ...images: ImageShape[]): number | undefined {
    return this.#known.throughput?.ms(work, pixelsOf(...images))
  }

  #addMatte(image: ImageShape, focus: Focus, heaps: Heaps): Heaps {
    const { extra, custom, matteAvailable } = this.#known
    if (!usesMatte(image, matteAvailable)) return heaps
    for (const name of matteModels(focus, custom)) this.models.add(name)
    return this.#add(matteMemory(image, extra, this.#tiles), heaps)
  }

  /** Adds what is held at once, and returns the heaps as they are left. */
  #add(memory: Memory, before: Heaps): Heaps {
    const { arrays, resizeHeap = 0, onnxHeap = 0 } = memory
    const heaps = {
      resizeHeap: Math.max(resizeHeap, before.resizeHeap),
      onnxHeap: Math.max(onnxHeap, before.onnxHeap),
    }
    const held = this.#held + arrays + heaps.resizeHeap + heaps.onnxHeap
    this.peakBytes = Math.max(this.peakBytes, held)
    return heaps
  }
}

type Ms = number | undefined

const both =
  (combine: (a: number, b: number) => number) =>
  (a: Ms, b: Ms): Ms =>
    a === undefined || b === undefined ? undefined : combine(a, b)
const sum = both((a, b) => a + b)
const longer = both(Math.max)

/** An image as its header tells: of the formats, only JPEG never has transparency. */
export const shapeOf = ({ width, height, format }: ImageInfo): ImageShape => ({
  width,
  height,
  alpha: format !== 'jpeg',
})

const limitsOf = (steps: Step[]) =>
  steps.flatMap((step) => (step.op === 'fit' ? [step.limits] : []))[0] ?? defaultLimits

/** Images of many shapes, and of the shape that the service is asked for. */
const returnedImages = (steps: Step[]): ImageInfo[] =>
  returnedSides.flatMap((side) => [
    ...returnedSides.map((height) => ({ width: side, height, format: 'png' as const })),
    ...steps.flatMap((step) => (step.op === 'detail' ? [shrunkTo(side, step.frame)] : [])),
  ])

function shrunkTo(side: number, { width, height }: Size): ImageInfo {
  const factor = side / Math.max(width, height)
  const scaled = (length: number) => Math.max(1, Math.round(length * factor))
  return { width: scaled(width), height: scaled(height), format: 'png' }
}

/** Undefined if the plan would be refused. */
function ifAllowed<T>(plan: () => T): T | undefined {
  try {
    return plan()
  } catch (error) {
    if (isDarkroomError(error)) return undefined
    throw error
  }
}
