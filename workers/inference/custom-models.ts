import * as v from 'valibot'
import { DarkroomError } from '../../src/contract/errors.ts'
import type { CustomModel, CustomModelsOption } from '../../src/contract/worker/custom-models.ts'

export type CustomModels = () => Promise<Record<string, CustomModel>>

export const noModels: CustomModels = async () => ({})

const color = v.strictTuple([v.number(), v.number(), v.number()])
const side = v.pipe(v.number(), v.integer(), v.minValue(1))
const entries = v.record(
  v.string(),
  v.object({
    use: v.picklist(['background', 'human', 'face']),
    url: v.string(),
    sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    bytes: side,
    width: side,
    height: side,
    mean: color,
    deviation: color,
    stretched: v.optional(v.boolean(), false),
  }),
)

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
        : Promise.resolve(validated(option, base))
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

function validated(value: unknown, base: string): Record<string, CustomModel> {
  const { output, issues, success } = v.safeParse(entries, value)
  if (!success) {
    const [issue] = issues
    throw new DarkroomError('MODEL', `models.${v.getDotPath(issue) ?? ''}: ${issue.message}`)
  }
  return Object.fromEntries(
    Object.entries(output).map(([name, model]) => [
      name,
      { ...model, url: new URL(model.url, base).href },
    ]),
  )
}
