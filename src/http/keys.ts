import { DarkroomError } from '../contract/errors.ts'

/** The keys that are good: a list, or a function that tells. */
export type Keys = readonly string[] | ((key: string) => boolean | Promise<boolean>)

export const KEY_HEADER = 'x-api-key'

/** @throws DarkroomError NO_API_KEY where there is none, UNKNOWN_KEY where `keys` does not know it. */
export async function checkKey(headers: Headers, keys?: Keys): Promise<void> {
  const key = headers.get(KEY_HEADER)
  if (!key) throw new DarkroomError('NO_API_KEY', 'No x-api-key header is provided')
  if (!keys) return
  const good = typeof keys === 'function' ? await keys(key) : keys.includes(key)
  if (!good) throw new DarkroomError('UNKNOWN_KEY', 'No user found for provided token')
}
