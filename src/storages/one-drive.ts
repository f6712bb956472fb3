import { checkOptions, text } from '../shared/check-options.ts'
import {
  asText,
  type HttpOptions,
  httpStorage,
  jsonBody,
  type StorageCall,
  type StorageProtocol,
  type Token,
  tokenChecks,
} from './http-storage.ts'
import { type Entry, filesBelow } from './listing.ts'
import { encodePath, join, writeUnderFreeName } from './names.ts'
import type { Storage } from './storage.ts'
import { reasons } from './storage-error.ts'

export interface OneDriveOptions extends HttpOptions {
  token: Token
  /** URL of the API, for a proxy of the page's own or a national cloud. */
  baseUrl?: string
}

/** How Graph, or that of a national cloud, names itself in the links of its pages, though a proxy was asked. */
const GRAPH =
  /^https:\/\/((dod-)?graph\.microsoft\.(com|us)|microsoftgraph\.chinacloudapi\.cn)\/v1\.0(?=\/)/

/** The simple upload accepts 4 MiB in every version of the API. */
const MAX_SIMPLE_UPLOAD_BYTES = 4 * 2 ** 20
/** Graph requires a multiple of 320 KiB, below 60 MiB. */
const RANGE_BYTES = 32 * 320 * 2 ** 10

/**
 * The user's OneDrive, through Microsoft Graph version 1.0.
 *
 * The token is an access token for Microsoft Graph with the delegated permission `Files.Read` to read and
 * list, and `Files.ReadWrite` to write.
 *
 * @example
 * const token = async () => (await fetch('/microsoft-token')).text()
 * const darkroom = createDarkroom({ storages: { one: oneDriveStorage({ token }) } })
 * await darkroom.run({ url: 'storage://one/Pictures/chair.jpg', target: 'storage://one/out' })
 */
export function oneDriveStorage(options: OneDriveOptions): Storage {
  checkOptions(options, { ...tokenChecks, baseUrl: text }, 'oneDriveStorage')
  const { token, baseUrl = 'https://graph.microsoft.com/v1.0', ...http } = options
  const open = httpStorage(protocol, [baseUrl], { token, ...http })

  /** URL of an item, or of a resource of it such as `/content`. */
  const itemUrl = (path: string, resource = '') =>
    path
      ? `${baseUrl}/me/drive/root:/${encodePath(path)}${resource && `:${resource}`}`
      : `${baseUrl}/me/drive/root${resource}`

  async function* entriesOf(call: StorageCall, folder: string): AsyncGenerator<Entry> {
    let next: string | undefined = itemUrl(folder, '/children')
    while (next) {
      const response: Response = await call.request(next)
      const page = await call.json(response, ({ value, '@odata.nextLink': link }: Page) => ({
        items: value.map((item) => ({ ...item, path: join(folder, item.name) })),
        link: link?.replace(GRAPH, () => baseUrl),
      }))
      for (const { path, file, size, cTag, ...item } of page.items) {
        if (item.folder) yield { path, entries: entriesOf(call, path) }
        else if (file) yield { path, size, version: cTag }
      }
      next = page.link
    }
  }

  /**
   * Uploads a file in ranges, one after the other. Returns the last response: 409 where the name is taken, which is
   * told when a session is opened or when it ends.
   */
  async function uploadInRanges(call: StorageCall, path: string, file: Blob): Promise<Response> {
    const session = { ...jsonBody({ item: { [CONFLICT_BEHAVIOR]: 'fail' } }), accept: [409] }
    let last = await call.request(itemUrl(path, '/createUploadSession'), session)
    if (!last.ok) return last
    const readUrl = (session: { uploadUrl: string }) => asText(session.uploadUrl)
    const uploadUrl = await call.json(last, readUrl)
    for (let start = 0; start < file.size && last.ok; start += RANGE_BYTES) {
      const range = file.slice(start, start + RANGE_BYTES)
      last = await call.request(uploadUrl, {
        method: 'PUT',
        headers: { 'Content-Range': `bytes ${start}-${start + range.size - 1}/${file.size}` },
        body: range,
        accept: [409],
        preauthorized: true,
      })
    }
    return last
  }

  const uploadAtOnce = (call: StorageCall, path: string, file: Blob): Promise<Response> =>
    call.request(`${itemUrl(path, '/content')}?${CONFLICT_BEHAVIOR}=fail`, {
      method: 'PUT',
      headers: { 'Content-Type': file.type || 'application/octet-stream' },
      body: file,
      accept: [409],
    })

  return {
    async read(path, signal, options) {
      const call = open('read', path, signal)
      const urlOf = (item: Item) => item['@microsoft.graph.downloadUrl']
      const url = await call.json(await call.request(itemUrl(path)), urlOf)
      if (!url) throw call.error('it is not a file')
      return call.file(await call.request(url, { preauthorized: true }), options)
    },

    async write(path, file, signal) {
      const call = open('write', path, signal)
      const send = file.size > MAX_SIMPLE_UPLOAD_BYTES ? uploadInRanges : uploadAtOnce
      return writeUnderFreeName(call, async (freePath) =>
        call.written(await send(call, freePath, file), freePath, /^nameAlreadyExists$/),
      )
    },

    list(folder, signal) {
      const call = open('list', folder, signal)
      return filesBelow(call, entriesOf(call, folder))
    },
  }
}

const CONFLICT_BEHAVIOR = '@microsoft.graph.conflictBehavior'

interface Item {
  name: string
  size: number
  cTag: string
  file?: object
  folder?: object
  '@microsoft.graph.downloadUrl'?: string
}

interface Page {
  value: Item[]
  '@odata.nextLink'?: string
}

const protocol: StorageProtocol = {
  storage: 'OneDrive',
  codeOf: (text) => JSON.parse(text).error.code,
  meanings: [
    [/^(quotaLimitReached|insufficientStorage)$/i, reasons.full],
    [/^InvalidAuthenticationToken$/, 'the token is not valid, or not any more'],
    [/^(activityLimitReached|tooManyRequests)$/i, reasons.busy],
    [/^invalidRequest$/, reasons.badName],
  ],
}
