import type { AwsClient } from 'aws4fetch'
import { reason } from './failure.ts'
import {
  body,
  type Call,
  call,
  type HttpOptions,
  httpStorage,
  type StorageProtocol,
} from './http.ts'
import { encodePath, firstFree } from './names.ts'
import { parseListing } from './s3-listing.ts'
import type { Storage, StoredFile, Written } from './storage.ts'
import { isStoragePath } from './storage-url.ts'

export interface S3Options extends HttpOptions {
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Of temporary keys: what a page should be given rather than lasting ones. */
  sessionToken?: string
  /** Default `us-east-1`. */
  region?: string
  /** Another S3-compatible service, for example `https://minio.example`: addressed as `<endpoint>/<bucket>/<key>`. */
  endpoint?: string
  /** Where everyone can open the bucket's objects, for example a CDN: results then have a URL for others. */
  publicUrl?: string
}

/**
 * A bucket of Amazon S3 or a compatible service.
 *
 * The keys need `s3:GetObject` and `s3:ListBucket` to read, and `s3:PutObject` to write. The bucket's CORS
 * configuration must allow the page's origin the methods GET, HEAD and PUT with all headers (`*`), and
 * expose `ETag`. Keys are held in memory only, and appear in no error.
 */
export function s3Storage(options: S3Options): Storage {
  const base = addressOf(options)
  const service = httpStorage(protocol, options)
  let client: Promise<AwsClient> | undefined

  async function send(to: Call, url: string, init: RequestInit = {}): Promise<Response> {
    client ??= makeClient(options)
    const { headers, method } = await (await client).sign(url, {
      ...(init.method && { method: init.method }),
      ...(init.headers && { headers: init.headers }),
    })
    return call(service, to, url, { ...init, method, headers })
  }

  const urlOf = (path: string) => `${base}/${encodePath(path)}`

  return {
    async read(path, signal) {
      const to: Call = { action: 'read', path, signal }
      const response = await send(to, urlOf(path))
      return body(service, to, () => response.blob())
    },

    async write(path, file, signal) {
      const to: Call = { action: 'write', path, signal }
      return firstFree({ storage: service.storage, action: 'write', path }, async (free) => {
        const known = await send({ ...to, accept: [404] }, urlOf(free), { method: 'HEAD' })
        if (known.ok || !(await put(send, to, urlOf(free), file))) return undefined
        return written(free, options.publicUrl)
      })
    },

    async *list(folder, signal) {
      const to: Call = { action: 'list', path: folder, signal }
      let token: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2' })
        if (folder) query.set('prefix', `${folder}/`)
        if (token) query.set('continuation-token', token)
        // A space as %20: a plus sign is signed as one by some services.
        const response = await send(to, `${base}/?${String(query).replaceAll('+', '%20')}`)
        const page = parseListing(await body(service, to, () => response.text()))
        yield* page.files.filter(isFile)
        token = page.next
      } while (token)
    },
  }
}

/** False where the name was taken since it was looked for. */
async function put(
  send: (to: Call, url: string, init: RequestInit) => Promise<Response>,
  to: Call,
  url: string,
  file: Blob,
): Promise<boolean> {
  const init = { method: 'PUT', body: file }
  const careful = { ...init, headers: { 'If-None-Match': '*' } }
  const { status } = await send({ ...to, accept: [409, 412, 501] }, url, careful)
  // A service that knows no conditional writes.
  if (status === 501) return (await send(to, url, init)).ok
  return status < 300
}

/** Some programs mark a folder by an object whose key ends with a slash. */
const isFile = ({ path }: StoredFile) => isStoragePath(path)

const written = (path: string, publicUrl?: string): Written => ({
  path,
  ...(publicUrl && { url: `${publicUrl.replace(/\/+$/, '')}/${encodePath(path)}` }),
})

function addressOf({ bucket, region = 'us-east-1', endpoint }: S3Options): string {
  if (endpoint) return `${endpoint.replace(/\/+$/, '')}/${bucket}`
  // A dot would not match the certificate of `*.s3.<region>.amazonaws.com`.
  if (bucket.includes('.')) return `https://s3.${region}.amazonaws.com/${bucket}`
  return `https://${bucket}.s3.${region}.amazonaws.com`
}

async function makeClient({
  accessKeyId,
  secretAccessKey,
  sessionToken,
  region = 'us-east-1',
}: S3Options): Promise<AwsClient> {
  const { AwsClient } = await import('aws4fetch')
  return new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    ...(sessionToken && { sessionToken }),
  })
}

const protocol: StorageProtocol = {
  storage: 'The S3 bucket',
  codeOf: (text) => /<Code>([^<]+)<\/Code>/.exec(text)?.[1],
  meanings: [
    [/^NoSuchBucket$/, 'there is no such bucket'],
    [/^(SignatureDoesNotMatch|InvalidAccessKeyId)$/, 'the keys are not valid'],
    [/^(ExpiredToken|InvalidToken|TokenRefreshRequired)$/, 'the session token has expired'],
    [/^RequestTimeTooSkewed$/, 'the clock of this device is wrong'],
    [/^EntityTooLarge$/, reason.tooLarge],
    [/(Quota|StorageFull|InsufficientCapacity)/i, reason.full],
    [/^(SlowDown|TooManyRequests)$/, reason.busy],
  ],
}
