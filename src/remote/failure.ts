import { DarkroomError } from '../contract/errors.ts'
import type { ServiceResponse } from './client.ts'
import { type RemoteConnection, serviceOrigin } from './connection.ts'

/** Codes that would be taken for something of this side. */
const ours = ['NOT_FOUND', 'DELETED', 'ABORTED', 'NO_PAGE', 'REMOTE_NOT_CONFIGURED']

/** A service's refusal as an error with its own code and message. */
export function refusalOf(
  { status, body }: ServiceResponse,
  { remote }: Pick<RemoteConnection, 'remote'>,
) {
  const { code, path } = body ?? {}
  const said = [body?.message, body?.error, body?.detail].find((text) => typeof text === 'string')
  const known = typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined
  const own = known && !ours.includes(known) ? known : undefined
  const message = own && said ? String(said) : failure(remote, answered(status, known, said))
  return new DarkroomError(own ?? 'REMOTE_FAILED', message, {
    status: status === 400 ? 400 : 500,
    ...(typeof path === 'string' && { path }),
  })
}

const answered = (status: number, code: string | undefined, said: unknown) =>
  [`answered ${status}`, ...(code ? [code] : []), ...(said ? [String(said)] : [])].join(': ')

const failure = (remote: RemoteConnection['remote'], why: string) =>
  `The remote service ${serviceOrigin(remote)} ${why}`

export const remoteFailed = (
  { remote }: Pick<RemoteConnection, 'remote'>,
  why: string,
  cause?: unknown,
) => new DarkroomError('REMOTE_FAILED', failure(remote, why), { cause })

/** The body was sent, or may have been, and no answer came: sending it again could pay twice. */
export const mayBeAccepted = (connection: Pick<RemoteConnection, 'remote'>) =>
  remoteFailed(
    connection,
    'gave no answer: the request may have been accepted, and is not sent again',
  )
