/** A service of the same interface, for what cannot be done here. */
export interface RemoteOptions {
  /** Such as `https://api.example.com`; the endpoints are `<baseUrl>/rest_api/...`. */
  baseUrl: string
  /** Goes to `baseUrl` only. */
  apiKey: string
}

/** The URL of an endpoint, such as `me`. */
export const endpoint = ({ baseUrl }: RemoteOptions, path: string) =>
  `${baseUrl.replace(/\/+$/, '')}/rest_api/${path}`
