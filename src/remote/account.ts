import type { Account } from '../account.ts'
import { DarkroomError } from '../errors.ts'
import { direct } from './direct.ts'
import { endpoint, type RemoteOptions } from './remote.ts'

/**
 * The account at the remote service, without its key.
 * @throws DarkroomError REMOTE_FAILED where it refuses, cannot be reached, or answers no JSON.
 */
export async function remoteAccount(
  remote: RemoteOptions,
  fetcher: typeof fetch = fetch,
): Promise<Account> {
  const url = endpoint(remote, 'me')
  const failed = (why: string, cause?: unknown) =>
    new DarkroomError('REMOTE_FAILED', `The remote service's ${url} ${why}`, { cause })
  const response = await fetcher(direct(url), { headers: { 'x-api-key': remote.apiKey } }).catch(
    (cause) => {
      throw failed('could not be reached', cause)
    },
  )
  const body = await response.json().catch(() => undefined)
  if (!response.ok) throw failed(`answered ${response.status}: ${body?.message ?? 'no message'}`)
  if (typeof body !== 'object' || body === null) throw failed('answered no JSON object')
  return { ...body, api_key: '' }
}
