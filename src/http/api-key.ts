import { DarkroomError } from '../shared/errors.ts'

/** The API keys that are accepted: a list, or a predicate. */
export type Keys = readonly string[] | ((key: string) => boolean | Promise<boolean>)

export const KEY_HEADER = 'x-api-key'

/** @throws DarkroomError NO_API_KEY without the header, UNKNOWN_KEY where `keys` does not accept it. */
export async function checkApiKey(headers: Headers, keys?: Keys): Promise<void> {
  const key = headers.get(KEY_HEADER)
  if (!key) throw new DarkroomError('NO_API_KEY', 'No x-api-key header is provided')
  if (!keys) return
  const accepted = typeof keys === 'function' ? await keys(key) : keys.includes(key)
  if (!accepted) throw new DarkroomError('UNKNOWN_KEY', 'No user found for provided token')
}
