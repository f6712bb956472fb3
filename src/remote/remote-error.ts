import { DarkroomError } from '../shared/errors.ts'
import type { ServiceResponse } from './client.ts'
import { type RemoteConnection, serviceOrigin } from './connection.ts'

const CODE = /^[A-Z][A-Z0-9_]{1,60}$/
const PATH = /^[\w.]{1,100}$/
/** Characters of a service's message that are kept. */
const LONGEST_MESSAGE = 500
/** Codes that are about jobs and pages of this Darkroom; from a service they would be misread. */
const ownCodes = ['NOT_FOUND', 'DELETED', 'ABORTED', 'NO_PAGE', 'REMOTE_NOT_CONFIGURED']

/** The error for a response that is not a success. Keeps the service's code and message where it has both. */
export function refusalError(
  { status, body }: ServiceResponse,
  { remote }: Pick<RemoteConnection, 'remote'>,
) {
  const { code, path } = body ?? {}
  const text = [body?.message, body?.error, body?.detail]
    .find((field) => typeof field === 'string')
    ?.slice(0, LONGEST_MESSAGE)
  const validCode = typeof code === 'string' && CODE.test(code) ? code : undefined
  const serviceCode = validCode && !ownCodes.includes(validCode) ? validCode : undefined
  const message =
    serviceCode && text
      ? withoutKey(text, remote)
      : remoteMessage(remote, describeResponse(status, validCode, text))
  return new DarkroomError(serviceCode ?? 'REMOTE_FAILED', message, {
    status: status === 400 ? 400 : 500,
    ...(typeof path === 'string' && PATH.test(path) && { path }),
  })
}

const describeResponse = (status: number, code: string | undefined, text?: string) =>
  [`answered ${status}`, ...(code ? [code] : []), ...(text ? [text] : [])].join(': ')

const remoteMessage = (remote: RemoteConnection['remote'], why: string) =>
  `The remote service ${serviceOrigin(remote)} ${withoutKey(why, remote)}`

/** A shorter key is no secret, and would be found in ordinary words. */
const SHORTEST_KEY = 8

/** A service may repeat the key that it was sent. */
const withoutKey = (text: string, { apiKey }: RemoteConnection['remote']) =>
  apiKey.length >= SHORTEST_KEY ? text.replaceAll(apiKey, '***') : text

/** Whether a URL of the service opens with the page's own key, so that others may not have it. */
export const holdsKey = (url: string, { remote: { apiKey } }: Pick<RemoteConnection, 'remote'>) =>
  apiKey.length >= SHORTEST_KEY && decoded(url).includes(apiKey)

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

export const remoteError = (
  { remote }: Pick<RemoteConnection, 'remote'>,
  why: string,
  cause?: unknown,
) => new DarkroomError('REMOTE_FAILED', remoteMessage(remote, why), { cause })

export const unreachableError = (connection: Pick<RemoteConnection, 'remote'>) =>
  remoteError(connection, 'could not be reached: nothing of the request was sent')

/** For a POST without a response: the service may have accepted it, and sending it again could be charged twice. */
export const unknownOutcomeError = (connection: Pick<RemoteConnection, 'remote'>) =>
  remoteError(
    connection,
    'gave no answer: the request may have been accepted, and is not sent again',
  )
