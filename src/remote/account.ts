import { DarkroomError } from '../contract/errors.ts'
import { bypassServiceWorker } from './bypass.ts'
import { endpoint, type RemoteOptions } from './connection.ts'
import type { Account } from './local-account.ts'

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
  const response = await fetcher(bypassServiceWorker(url), {
    headers: { 'x-api-key': remote.apiKey },
  }).catch((cause) => {
    throw failed('could not be reached', cause)
  })
  const body = await response.json().catch(() => undefined)
  if (!response.ok) throw failed(`answered ${response.status}: ${body?.message ?? 'no message'}`)
  if (typeof body !== 'object' || body === null) throw failed('answered no JSON object')
  return { ...body, api_key: '' }
}
