import { DarkroomError } from '../contract/errors.ts'
import type { ServiceResponse } from './client.ts'
import { type RemoteConnection, serviceOrigin } from './connection.ts'

const CODE = /^[A-Z][A-Z0-9_]{1,60}$/
/** Codes that are about jobs and pages of this Darkroom; from a service they would be misread. */
const ownCodes = ['NOT_FOUND', 'DELETED', 'ABORTED', 'NO_PAGE', 'REMOTE_NOT_CONFIGURED']

/** The error for a response that is not a success. Keeps the service's code and message where it has both. */
export function refusalError(
  { status, body }: ServiceResponse,
  { remote }: Pick<RemoteConnection, 'remote'>,
) {
  const { code, path } = body ?? {}
  const text = [body?.message, body?.error, body?.detail].find((field) => typeof field === 'string')
  const validCode = typeof code === 'string' && CODE.test(code) ? code : undefined
  const serviceCode = validCode && !ownCodes.includes(validCode) ? validCode : undefined
  const message =
    serviceCode && text
      ? String(text)
      : remoteMessage(remote, describeResponse(status, validCode, text))
  return new DarkroomError(serviceCode ?? 'REMOTE_FAILED', message, {
    status: status === 400 ? 400 : 500,
    ...(typeof path === 'string' && { path }),
  })
}

const describeResponse = (status: number, code: string | undefined, text: unknown) =>
  [`answered ${status}`, ...(code ? [code] : []), ...(text ? [String(text)] : [])].join(': ')

const remoteMessage = (remote: RemoteConnection['remote'], why: string) =>
  `The remote service ${serviceOrigin(remote)} ${why}`

export const remoteError = (
  { remote }: Pick<RemoteConnection, 'remote'>,
  why: string,
  cause?: unknown,
) => new DarkroomError('REMOTE_FAILED', remoteMessage(remote, why), { cause })

/** For a POST without a response: the service may have accepted it, and sending it again could be charged twice. */
export const unknownOutcomeError = (connection: Pick<RemoteConnection, 'remote'>) =>
  remoteError(
    connection,
    'gave no answer: the request may have been accepted, and is not sent again',
  )
