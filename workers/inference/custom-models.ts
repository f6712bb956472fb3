import { DarkroomError } from '../../src/shared/errors.ts'
import type { CustomModel, CustomModelsOption } from '../../src/shared/worker/custom-models.ts'
import { once } from '../image/load-wasm.ts'

export type CustomModels = () => Promise<Record<string, CustomModel>>

export const noModels: CustomModels = async () => ({})

/** Most applications have no models of their own, and do not load the schema. */
const loadSchema = once(() => import('./custom-models-schema.ts'))

/**
 * The application's models, read when they are first needed. URLs in a `models.json` are relative to it, others to
 * `base`. Rejects with NETWORK where that file cannot be fetched, with MODEL where it is not valid.
 */
export function customModels(
  option: CustomModelsOption | undefined,
  base: string,
  fetcher: typeof fetch = fetch,
): CustomModels {
  if (option === undefined) return noModels
  let read: ReturnType<CustomModels> | undefined
  return () => {
    read ??= (
      typeof option === 'string'
        ? fetchModels(new URL(option, base).href, fetcher)
        : validated(option, base)
    ).catch((error) => {
      read = undefined
      throw error
    })
    return read
  }
}

async function fetchModels(
  url: string,
  fetcher: typeof fetch,
): Promise<Record<string, CustomModel>> {
  const unreachable = (why: string) =>
    new DarkroomError('NETWORK', `The models at ${url} could not be fetched: ${why}`)
  const response = await fetcher(url).catch((error) => {
    throw unreachable(error.message)
  })
  if (!response.ok) throw unreachable(`HTTP ${response.status}`)
  return validated(await response.json().catch(() => undefined), url)
}

async function validated(value: unknown, base: string): Promise<Record<string, CustomModel>> {
  const { validateModels } = await loadSchema()
  return Object.fromEntries(
    Object.entries(validateModels(value)).map(([name, model]) => [
      name,
      { ...model, url: new URL(model.url, base).href },
    ]),
  )
}
