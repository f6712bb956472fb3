import type { Model } from '../../models/models.ts'
import { isDarkroomError } from '../../src/shared/errors.ts'
import type { InferenceContext } from './context.ts'
import type { LoadedModel } from './loaded-model.ts'

/** What loses its GPU: the network that failed there or, by the second one or the loss of the device, the page. */
export const givesUp = (failed: { networks: number; lost: boolean }): 'network' | 'page' =>
  failed.lost || failed.networks > 1 ? 'page' : 'network'

/** A network with its own options, as another session runs it. */
export const movedTo = <M extends Model>(
  other: LoadedModel,
  { model, reduce }: LoadedModel<M>,
): LoadedModel<M> => ({ ...other, model, ...(reduce && { reduce }) })

/**
 * Runs a network; where it alone fails on the GPU, again on WASM.
 * @param run leaves its input as it is.
 */
export async function runOnGpuOrWasm<M extends Model, T>(
  loaded: LoadedModel<M>,
  { explain }: Pick<InferenceContext, 'explain'>,
  run: (loaded: LoadedModel<M>) => Promise<T>,
): Promise<T> {
  try {
    return await run(loaded)
  } catch (error) {
    if (isDarkroomError(error)) throw error
    const other = await loaded.onWasm?.(error)
    if (!other) throw explain(error)
    return runOnGpuOrWasm(movedTo(other, loaded), { explain }, run)
  }
}
