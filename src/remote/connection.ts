import type { Clock } from '../async/clock.ts'

/** A service with the same interface, for what this device cannot do. */
export interface RemoteOptions {
  /** For example `https://api.example.com`; the endpoints are `<baseUrl>/rest_api/...`. Empty: no service, until the page sets it. */
  baseUrl: string
  /** Sent to `baseUrl` only. */
  apiKey: string
  /** Called before anything is sent: only `true` allows it. Without it, a request that needs the service counts as consent. */
  confirm?: (consent: ConsentRequest) => boolean | Promise<boolean>
  /** Sends whole requests, too: those that are too large for this device, or whose source it cannot decode. */
  also?: FallbackReason | readonly FallbackReason[]
}

export type FallbackReason = 'too-large' | 'unsupported'

/** What was sent to the service. */
export interface SentSummary {
  /** The service's origin. */
  to: string
  /** Paths of the request's fields. */
  fields: string[]
  /** Size of the body in bytes, images included. */
  bytes: number
  /** How the source was sent: not at all, as its URL, or as a file. */
  picture: 'none' | 'url' | 'file'
}

/** What is about to be sent to the service. */
export interface ConsentRequest extends SentSummary {
  /** The request. The data of embedded images is replaced by its length. */
  request: object
}

/** What calls to the service need. */
export interface RemoteConnection {
  remote: RemoteOptions
  fetch: typeof fetch
  clock: Clock
}

/** Whether the service has a URL: a page may set it later. */
export const isConfigured = (remote: RemoteOptions | undefined): remote is RemoteOptions =>
  Boolean(remote?.baseUrl)

/** The URL of an endpoint, such as `me`. */
export const endpointUrl = ({ baseUrl }: Pick<RemoteOptions, 'baseUrl'>, path: string) =>
  `${baseUrl.replace(/\/+$/, '')}/rest_api/${path}`

/** The service's name in records and messages. */
export const serviceOrigin = ({ baseUrl }: Pick<RemoteOptions, 'baseUrl'>) =>
  new URL(baseUrl).origin

export const acceptsWholeRequest = (
  remote: RemoteOptions | undefined,
  reason: FallbackReason,
): boolean => [remote?.also ?? []].flat().includes(reason)
