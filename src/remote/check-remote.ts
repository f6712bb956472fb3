import { DarkroomError } from '../shared/errors.ts'
import type { RemoteOptions } from './connection.ts'

/** Printable ASCII without spaces at its ends: what arrives as it was written in any HTTP header. */
const HEADER_VALUE = /^([!-~]([ -~]*[!-~])?)?$/

/**
 * Checks the options before anything is sent. An empty `baseUrl` is valid: the page may set it later.
 * @throws DarkroomError BAD_REQUEST on `remote.baseUrl` or `remote.apiKey`, without their values: both may be secret.
 */
export function checkRemote({ baseUrl, apiKey }: RemoteOptions): void {
  if (!baseUrl) return
  checkBaseUrl(baseUrl)
  if (typeof apiKey !== 'string' || !HEADER_VALUE.test(apiKey)) {
    const received = typeof apiKey === 'string' ? 'other characters' : typeof apiKey
    throw invalid(
      'remote.apiKey',
      'printable ASCII characters without spaces around them',
      received,
    )
  }
}

function checkBaseUrl(baseUrl: unknown): void {
  const expected = 'the absolute http(s) URL of a service'
  if (typeof baseUrl !== 'string') throw invalid('remote.baseUrl', expected, typeof baseUrl)
  if (!URL.canParse(baseUrl)) throw invalid('remote.baseUrl', expected, 'something else')
  const { protocol, username, password, search, hash } = new URL(baseUrl)
  if (!/^https?:$/.test(protocol)) throw invalid('remote.baseUrl', expected, `one of ${protocol}`)
  if (username || password) {
    throw invalid('remote.baseUrl', expected, 'one with a user name or password')
  }
  if (search || hash) throw invalid('remote.baseUrl', expected, 'one with a query or fragment')
}

const invalid = (path: string, expected: string, received: string) =>
  new DarkroomError('BAD_REQUEST', `Expected ${expected} for ${path} but received ${received}`, {
    path,
  })
