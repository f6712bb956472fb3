import type { ProcessingRequest } from '../request/schema.ts'
import { DarkroomError } from '../shared/errors.ts'
import type { ModelRequirement } from '../shared/worker/api.ts'

/** What requests load. */
export interface RequiredFiles {
  /** URLs of the worker's script and of all that it loaded, without weights. */
  files: string[]
  /** URLs of the models' weights, the application's own included. They are stored already. */
  models: string[]
  /** Names of the built-in models among them. */
  names: string[]
}

/** A Darkroom's jobs with a worker that has loaded nothing yet. */
interface Trial {
  fromPage(request: ProcessingRequest): ProcessingRequest
  preload(
    request: ProcessingRequest,
    options: { signal?: AbortSignal | null | undefined },
  ): Promise<void>
  run(
    request: ProcessingRequest,
    options: { signal?: AbortSignal | null | undefined },
  ): Promise<unknown>
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
  const models = new Map<string, string>()
  const names = new Set<string>()
  for (const start of trials) {
    const trial = start()
    try {
      for (const { name, url } of await runAll(requests, trial, signal)) models.set(name, url)
      // Before the files, of which it loads some itself.
      const { cached } = await trial.info()
      for (const name of cached) if (models.has(name)) names.add(name)
      for (const file of await trial.loadedFiles()) files.add(file)
    } finally {
      trial.dispose()
    }
  }
  const weights = new Set(models.values())
  return {
    files: [...files].filter((url) => !weights.has(url)),
    models: [...weights],
    names: [...names],
  }
}

/** Returns the models that the requests may need. */
async function runAll(requests: readonly ProcessingRequest[], trial: Trial, signal?: AbortSignal) {
  const needed: ModelRequirement[] = []
  const options = { ...(signal && { signal }) }
  for (const request of requests) {
    for (const sampled of await onSamples(trial.fromPage(request))) {
      await trial.preload(sampled, options)
      await trial.run(sampled, options)
      needed.push(...(await trial.plan(sampled)).models.map(stored))
    }
  }
  return needed
}

/**
 * A model, if its weights are stored: the worker goes on without, and would need the network again.
 * @throws DarkroomError NOT_SUPPORTED
 */
function stored(model: ModelRequirement): ModelRequirement {
  if (model.cached) return model
  const why = 'could not be stored: the browser refused, or has no room for them'
  throw new DarkroomError('NOT_SUPPORTED', `The weights of ${model.name} ${why}`)
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
