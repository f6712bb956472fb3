import { checkRemote } from './check-remote.ts'
import { callService, isSuccess } from './client.ts'
import { endpointUrl, type RemoteConnection } from './connection.ts'
import { refusalError, remoteError } from './remote-error.ts'

const TIMEOUT_MS = 30_000

/** The account record of the interface, as `me` returns it. */
export interface Account {
  credits: number
  username: string
  email: string
  api_key: string
  language: string
  webhooks: Record<string, string>
  address: {
    tax: string
    companyName: string
    streetAddress: string
    city: string
    postalCode: string
    country: string
    countryName: string
    isCompany: boolean
  }
}

/** The account without a remote service; `fields` override the defaults. */
export const localAccount = (fields: Partial<Account> = {}): Account => ({
  credits: 0,
  username: 'local',
  email: '',
  api_key: '',
  language: 'en',
  webhooks: {},
  ...fields,
  address: {
    tax: '',
    companyName: '',
    streetAddress: '',
    city: '',
    postalCode: '',
    country: '',
    countryName: '',
    isCompany: false,
    ...fields.address,
  },
})

/**
 * The account at the remote service, without its key.
 * @throws DarkroomError the service's refusal; REMOTE_FAILED where it gives no response, or one that is no account;
 * BAD_REQUEST on options of `remote`.
 */
export async function remoteAccount(
  connection: RemoteConnection,
  signal = new AbortController().signal,
): Promise<Account> {
  checkRemote(connection.remote)
  const call = { method: 'GET', path: 'me', timeoutMs: TIMEOUT_MS } as const
  const response = await callService(connection, call, signal)
  const { status, body } = response
  const url = endpointUrl(connection.remote, 'me')
  if (status === 0) throw remoteError(connection, `gave no response to GET ${url}`)
  if (!isSuccess(response)) throw refusalError(response, connection)
  if (!body) throw remoteError(connection, `answered GET ${url} with no JSON object`)
  return { ...(body as unknown as Account), api_key: '' }
}
