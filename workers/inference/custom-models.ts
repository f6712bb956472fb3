import * as v from 'valibot'
import { DarkroomError } from '../../src/contract/errors.ts'
import type { CustomModel, CustomModelsOption } from '../../src/contract/worker/custom-models.ts'

export type CustomModels = () => Promise<Record<string, CustomModel>>

export const noModels: CustomModels = async () => ({})

const colour = v.strictTuple([v.number(), v.number(), v.number()])
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
    mean: colour,
    deviation: colour,
    stretched: v.optional(v.boolean(), false),
  }),
)

/** Reads them when first asked for. URLs in a `models.json` are relative to it, others to `base`. */
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
        ? fetched(new URL(option, base).href, fetcher)
        : Promise.resolve(checked(option, base))
    ).catch((error) => {
      read = undefined
      throw error
    })
    return read
  }
}

async function fetched(url: string, fetcher: typeof fetch): Promise<Record<string, CustomModel>> {
  const wrong = (why: string) =>
    new DarkroomError('MODEL', `The models at ${url} are not there: ${why}`)
  const response = await fetcher(url).catch((error) => {
    throw wrong(error.message)
  })
  if (!response.ok) throw wrong(`HTTP ${response.status}`)
  return checked(await response.json().catch(() => undefined), url)
}

function checked(given: unknown, base: string): Record<string, CustomModel> {
  const { output, issues, success } = v.safeParse(entries, given)
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
