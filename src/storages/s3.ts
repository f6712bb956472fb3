import type { AwsClient } from 'aws4fetch'
import { type Check, checkOptions, required, text } from '../shared/check-options.ts'
import { asDarkroomError } from '../shared/errors.ts'
import {
  type HttpOptions,
  httpChecks,
  httpStorage,
  type StorageCall,
  type StorageProtocol,
  type StorageRequest,
} from './http-storage.ts'
import { entryCounter } from './listing.ts'
import { encodePath, writeUnderFreeName } from './names.ts'
import { parseListing } from './s3-listing.ts'
import type { Storage, StoredFile, Written } from './storage.ts'
import { reasons } from './storage-error.ts'
import { isStoragePath } from './storage-url.ts'

export interface S3Options extends HttpOptions {
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Session token of temporary keys. Pages should get temporary keys rather than permanent ones. */
  sessionToken?: string
  /** Default `us-east-1`. */
  region?: string
  /** URL of another S3-compatible service, for example `https://minio.example`. Objects are at `<endpoint>/<bucket>/<key>`. */
  endpoint?: string
  /** Public URL of the bucket, for example at a CDN: it becomes the `result_url` of results written here. */
  publicUrl?: string
}

/**
 * A bucket of Amazon S3 or a compatible service.
 *
 * The keys need `s3:GetObject` and `s3:ListBucket` to read, and `s3:PutObject` to write. The bucket's CORS
 * configuration must allow the page's origin the methods GET, HEAD and PUT with all headers (`*`), and
 * expose `ETag`. Keys stay in memory and appear in no error.
 *
 * @example
 * const keys = await (await fetch('/temporary-s3-keys')).json()
 * const shop = s3Storage({ bucket: 'shop', region: 'eu-central-1', ...keys })
 * const darkroom = createDarkroom({ storages: { shop } })
 * await darkroom.run({ url: 'storage://shop/in/chair.jpg', target: 'storage://shop/out' })
 */
export function s3Storage(options: S3Options): Storage {
  checkOptions(options, checks, 's3Storage')
  const baseUrl = bucketUrl(options)
  const open = httpStorage(protocol, [baseUrl], options)
  let client: Promise<AwsClient> | undefined

  async function send(
    call: StorageCall,
    url: string,
    init: StorageRequest = {},
  ): Promise<Response> {
    client ??= createClient(options).catch((error) => {
      client = undefined
      throw asDarkroomError(error, 'NETWORK')
    })
    const { headers, method } = await (await client).sign(url, {
      ...(init.method && { method: init.method }),
      ...(init.headers && { headers: init.headers }),
    })
    return call.request(url, { ...init, method, headers })
  }

  const objectUrl = (path: string) => `${baseUrl}/${encodePath(path)}`

  /** Returns false where the name is taken. */
  async function putIfAbsent(call: StorageCall, url: string, file: Blob): Promise<boolean> {
    const existing = await send(call, url, { method: 'HEAD', accept: [404] })
    if (existing.ok) return false
    const init = { method: 'PUT', body: file }
    const headers = { 'If-None-Match': '*' }
    const { status } = await send(call, url, { ...init, headers, accept: [409, 412, 501] })
    // The server does not support conditional writes.
    if (status === 501) return (await send(call, url, init)).ok
    return status < 300
  }

  return {
    async read(path, signal, limits) {
      const call = open('read', path, signal)
      return call.file(await send(call, objectUrl(path)), limits)
    },

    async write(path, file, signal) {
      const call = open('write', path, signal)
      return writeUnderFreeName(call, async (freePath) =>
        (await putIfAbsent(call, objectUrl(freePath), file))
          ? toWritten(freePath, options.publicUrl)
          : undefined,
      )
    },

    urlOf: (path) => toWritten(path, options.publicUrl).url,

    async *list(folder, signal) {
      const call = open('list', folder, signal)
      const count = entryCounter(call)
      let token: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2' })
        if (folder) query.set('prefix', `${folder}/`)
        if (token) query.set('continuation-token', token)
        // Spaces as %20: some servers compute the signature with a literal plus sign.
        const response = await send(call, `${baseUrl}/?${String(query).replaceAll('+', '%20')}`)
        const page = await call.text(response, parseListing)
        for (const file of page.files) {
          count()
          if (isFile(file)) yield file
        }
        token = page.next
      } while (token)
    },
  }
}

const checks: Record<keyof S3Options, Check> & { expiration: Check } = {
  ...httpChecks,
  bucket: required(text),
  accessKeyId: required(text),
  secretAccessKey: required(text),
  sessionToken: text,
  region: text,
  endpoint: text,
  publicUrl: text,
  // Comes with temporary keys, which pages spread into the options.
  expiration: { expected: 'a time', isValid: () => true },
}

/** Excludes objects whose key ends with a slash: some programs create them for folders. */
const isFile = ({ path }: StoredFile) => isStoragePath(path)

const toWritten = (path: string, publicUrl?: string): Written => ({
  path,
  ...(publicUrl && { url: `${publicUrl.replace(/\/+$/, '')}/${encodePath(path)}` }),
})

function bucketUrl({ bucket, region = 'us-east-1', endpoint }: S3Options): string {
  if (endpoint) return `${endpoint.replace(/\/+$/, '')}/${bucket}`
  // The certificate of `*.s3.<region>.amazonaws.com` does not match a name with a dot.
  if (bucket.includes('.')) return `https://s3.${region}.amazonaws.com/${bucket}`
  return `https://${bucket}.s3.${region}.amazonaws.com`
}

async function createClient({
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
    [/^EntityTooLarge$/, reasons.tooLarge],
    [/(Quota|StorageFull|InsufficientCapacity)/i, reasons.full],
    [/^(SlowDown|TooManyRequests)$/, reasons.busy],
  ],
}
