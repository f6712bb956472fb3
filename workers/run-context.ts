import type { FixedInputModel, ImageToImageModel } from '../models/models.ts'
import type { ImageInputs } from '../src/shared/image-source.ts'
import type {
  ModelDownload,
  Observations,
  Progress,
  RunProgress,
} from '../src/shared/worker/api.ts'
import type { Details, StepDetails } from '../src/shared/worker/details.ts'
import type { TileSize } from '../src/shared/worker/tile-size.ts'
import { beat } from './heartbeat.ts'
import type { RasterImage } from './image/image.ts'
import { type LoadedModel, precisionOf, type Trial } from './inference/loaded-model.ts'
import type { Sessions } from './inference/sessions.ts'
import { inOneView, withTiles } from './inference/tiles.ts'
import type { ExtraInput, OperationContext } from './operations/operation.ts'

/** What the steps of one run share. */
export interface RunContext {
  sessions: Sessions
  /** Lets messages from the page arrive, and more urgent runs go first. Rejects once the run is aborted. */
  checkpoint: () => Promise<void>
  /** The time in milliseconds, without that in which the run was paused. */
  now: () => number
  onProgress: (progress: RunProgress) => void
  /** How networks run: in tiles of this size, or in one view. */
  tiles: TileSize
  draft?: boolean
  decodeInput: (name: keyof ImageInputs) => Promise<RasterImage>
  /** Filled in as the steps are done. */
  details: Details
  observed: Observations
}

/** The context of one step, whose models are added to its `record`. */
export function operationContext(
  { sessions, tiles, draft, details, observed, onProgress, ...run }: RunContext,
  record: StepDetails,
  place: Pick<Progress, 'step' | 'steps' | 'operation'>,
  share: (ratio: number, computed?: number) => number,
): OperationContext {
  const models = new Set<string>()
  const report = rising((progress) =>
    onProgress({ ...place, ...progress, share: share(progress.ratio, record.computed) }),
  )
  const load = async (name: string) => {
    const found = await sessions.load(name, (download) => report(0, { ...download, model: name }))
    record.model = [...models.add(name)].join(', ')
    const noted = <M extends LoadedModel | undefined>(used: M): M => {
      if (!used) return used
      details.provider = used.device.provider
      if (record.precision !== 'fp32') record.precision = precisionOf(used)
      if (used.gpuFailed) observed.gpuFailed = name
      const { onWasm, race } = used
      return {
        ...used,
        ...(onWasm && { onWasm: (error: unknown) => onWasm(error).then(noted) }),
        ...(race && { race: (trial: Trial) => race(trial).then(noted) }),
      }
    }
    const loaded = noted(found)
    const model = withTiles(loaded.model, tiles)
    return { ...loaded, model: draft ? inOneView(model) : model }
  }
  return {
    progress: (ratio) => {
      beat()
      report(ratio)
    },
    checkpoint: run.checkpoint,
    explain: (error) => sessions.explain(error),
    input: run.decodeInput,
    load: async (name) => (await load(name)) as LoadedModel<ImageToImageModel>,
    loadFixedInput: async (name) => (await load(name)) as LoadedModel<FixedInputModel>,
    customModelFor: async (use) => (await sessions.customModelNames())[use],
    noteUnchanged: () => void Object.assign(record, { unchanged: true }),
    noteComputed: (share) =>
      void Object.assign(record, { computed: Math.round(share * 1000) / 1000 }),
    noteChoice: (choice) => Object.assign(record, { choice }),
    noteFoundBy: (by) => Object.assign(record, { found_by: by }),
    note: (found) => Object.assign(details, found),
    observe: (seen) => Object.assign(observed, seen),
  }
}

/**
 * Reports the progress of one step. The ratio never falls, though a network of the step that is downloaded only now begins
 * at 0, and what would repeat the last report is left out.
 */
function rising(tell: (progress: Pick<Progress, 'ratio' | 'download'>) => void) {
  let highest = -1
  let downloading = false
  return (ratio: number, download?: ModelDownload) => {
    if (ratio <= highest && !download && !downloading) return
    highest = Math.max(highest, ratio)
    downloading = download !== undefined
    tell({ ratio: highest, ...(download && { download }) })
  }
}

/** Refuses images that an operation does not declare: the key of a cached result names the declared ones only. */
export const onlyInputs = (
  context: OperationContext,
  declared: ExtraInput[],
): OperationContext => ({
  ...context,
  input: async (name) => {
    if (declared.includes(name)) return context.input(name)
    throw new Error(`an operation that does not declare its input ${name}`)
  },
})
