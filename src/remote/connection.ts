import type { Clock } from '../async/clock.ts'

/** A service of the same interface, for what cannot be done here. */
export interface RemoteOptions {
  /** Such as `https://api.example.com`; the endpoints are `<baseUrl>/rest_api/...`. Empty: no service, until it is filled in. */
  baseUrl: string
  /** Goes to `baseUrl` only. */
  apiKey: string
  /** Asked before anything is sent; what is not true refuses it. Without it a request that needs the service is consent. */
  confirm?: (sending: ConsentRequest) => boolean | Promise<boolean>
  /** What the service may take as a whole beside generative parts: requests that are too large for this device, or whose source it cannot read. */
  also?: Also | readonly Also[]
}

export type Also = 'too-large' | 'unsupported'

/** What left the page. */
export interface SentSummary {
  /** The origin that it went to. */
  to: string
  /** The fields that went, by their paths. */
  fields: string[]
  /** Bytes of the body, images included. */
  bytes: number
  /** How the source went: not at all, as its address, or as a file. */
  picture: 'none' | 'url' | 'file'
}

/** What would leave the page. */
export interface ConsentRequest extends SentSummary {
  /** What the service is asked; an image inside stands as how many characters it takes. */
  request: object
}

/** What talking to the service takes. */
export interface RemoteConnection {
  remote: RemoteOptions
  fetch: typeof fetch
  clock: Clock
}

/** A service without an address is none: a page may fill it in later. */
export const isConfigured = (remote: RemoteOptions | undefined): remote is RemoteOptions =>
  Boolean(remote?.baseUrl)

/** The URL of an endpoint, such as `me`. */
export const endpoint = ({ baseUrl }: Pick<RemoteOptions, 'baseUrl'>, path: string) =>
  `${baseUrl.replace(/\/+$/, '')}/rest_api/${path}`

/** The origin of the service, as records and messages name it. */
export const serviceOrigin = ({ baseUrl }: Pick<RemoteOptions, 'baseUrl'>) =>
  new URL(baseUrl).origin

export const acceptsWhole = (remote: RemoteOptions | undefined, what: Also): boolean =>
  [remote?.also ?? []].flat().includes(what)
