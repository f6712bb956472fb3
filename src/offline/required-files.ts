import type { ProcessingRequest } from '../request/schema.ts'
import { DarkroomError } from '../shared/errors.ts'
import type { ModelRequirement } from '../shared/worker/api.ts'

/** What requests load. */
export interface RequiredFiles {
  /** URLs of the worker's script and of all that it loaded, without weights. */
  files: string[]
  /** Names of the built-in models, whose weights are stored already. */
  models: string[]
}

/** A Darkroom's jobs with a worker that has loaded nothing yet. */
interface Trial {
  fromPage(request: ProcessingRequest): ProcessingRequest
  preload(request: ProcessingRequest, options: { signal?: AbortSignal }): Promise<void>
  run(request: ProcessingRequest, options: { signal?: AbortSignal }): Promise<unknown>
  plan(request: ProcessingRequest): Promise<{ models: ModelRequirement[] }>
  info(): Promise<{ cached: string[] }>
  loadedFiles(): Promise<string[]>
  dispose(): void
}

/** What requests load in each of several trials, which are started one after the other. */
export async function collectFiles(
  requests: readonly ProcessingRequest[],
  trials: (() => Trial)[],
  signal?: AbortSignal,
): Promise<RequiredFiles> {
  const files = new Set<string>()
  const models = new Set<string>()
  for (const start of trials) {
    const trial = start()
    try {
      const needed = await runAll(requests, trial, signal)
      // Before the files, of which it loads some itself.
      const { cached } = await trial.info()
      for (const name of cached) if (needed.has(name)) models.add(name)
      for (const file of await trial.loadedFiles()) files.add(file)
    } finally {
      trial.dispose()
    }
  }
  return { files: [...files], models: [...models] }
}

/** Returns the names of the models that the requests may need. */
async function runAll(requests: readonly ProcessingRequest[], trial: Trial, signal?: AbortSignal) {
  const needed = new Set<string>()
  const options = { ...(signal && { signal }) }
  for (const request of requests) {
    for (const sampled of await onSamples(trial.fromPage(request))) {
      await trial.preload(sampled, options)
      await trial.run(sampled, options)
      for (const model of (await trial.plan(sampled)).models) needed.add(stored(model))
    }
  }
  return needed
}

/**
 * The name of a model, if its weights are stored: the worker goes on without, and would need the network again.
 * @throws DarkroomError NOT_SUPPORTED
 */
function stored({ name, cached }: ModelRequirement): string {
  if (cached) return name
  const why = 'could not be stored: the browser refused, or has no room for them'
  throw new DarkroomError('NOT_SUPPORTED', `The weights of ${name} ${why}`)
}

/** What a request needs to be run for its files: no image is kept, and nothing is sent anywhere. */
const withoutOutput = ({
  target: _,
  webhooks: __,
  urls,
  ...request
}: ProcessingRequest): ProcessingRequest => ({
  ...request,
  ...(urls?.[0] && { url: urls[0] }),
})

/** The request on each image that it may be used with. */
async function onSamples(request: ProcessingRequest): Promise<ProcessingRequest[]> {
  const plain = withoutOutput(request)
  if (plain.url) return [plain]
  // A result has the format of its source unless the request names one.
  const types = plain.output_format ? ['png'] : ['png', 'jpeg', 'webp']
  const samples = await Promise.all(types.map((type) => sample(`image/${type}`)))
  return samples.map((url) => ({ ...plain, url }))
}

/** Something to see on a ground, small. */
async function sample(type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(64, 48)
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = 'white'
    context.fillRect(0, 0, 64, 48)
    context.fillStyle = 'teal'
    context.fillRect(20, 14, 24, 20)
  }
  return canvas.convertToBlob({ type })
}
