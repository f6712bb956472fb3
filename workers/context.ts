import type { FixedInputModel, ImageToImageModel } from '../models/models.ts'
import type { ImageInputs } from '../src/contract/image-source.ts'
import type { Observations, Progress } from '../src/contract/worker/api.ts'
import type { Details } from '../src/contract/worker/details.ts'
import { checkpoint } from './checkpoint.ts'
import type { RasterImage } from './image/image.ts'
import type { LoadedModel } from './inference/loaded-model.ts'
import type { Sessions } from './inference/sessions.ts'
import { withSmallTiles } from './inference/tiles.ts'
import type { OperationContext } from './operations/operation.ts'
import { beat } from './signs.ts'

/** What the steps of one run share. */
export interface RunContext {
  sessions: Sessions
  signal: AbortSignal
  onProgress: (progress: Progress) => void
  /** Whether networks get the smallest tiles. */
  smallTiles: boolean
  decodeInput: (name: keyof ImageInputs) => Promise<RasterImage>
  /** Filled in as the steps are done. */
  details: Details
  observed: Observations
}

/** The context of one step, whose models are added to its `record`. */
export function operationContext(
  { sessions, signal, onProgress, smallTiles, decodeInput, details, observed }: RunContext,
  record: Details['steps'][number],
  place: Pick<Progress, 'step' | 'steps' | 'operation'>,
): OperationContext {
  const models = new Set<string>()
  const load = async (name: string) => {
    const loaded = await sessions.load(name, (download) =>
      onProgress({ ...place, ratio: 0, download: { ...download, model: name } }),
    )
    details.provider = loaded.device.provider
    record.model = [...models.add(name)].join(', ')
    return smallTiles ? { ...loaded, model: withSmallTiles(loaded.model) } : loaded
  }
  return {
    progress: (ratio) => {
      beat()
      onProgress({ ...place, ratio })
    },
    checkpoint: () => checkpoint(signal),
    explain: (error) => sessions.explain(error),
    input: decodeInput,
    load: async (name) => (await load(name)) as LoadedModel<ImageToImageModel>,
    loadFixedInput: async (name) => (await load(name)) as LoadedModel<FixedInputModel>,
    customModelFor: async (use) => (await sessions.customModelNames())[use],
    note: (found) => Object.assign(details, found),
    observe: (seen) => Object.assign(observed, seen),
  }
}
