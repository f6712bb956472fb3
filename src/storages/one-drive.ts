import {
  errorCode,
  type HttpOptions,
  httpStorage,
  readFile,
  readJson,
  refusalError,
  request,
  type StorageProtocol,
  type StorageRequest,
  type Token,
} from './http-storage.ts'
import { encodePath, join, writeUnderFreeName } from './names.ts'
import { uploadInRanges } from './one-drive-upload.ts'
import type { Storage, StoredFile } from './storage.ts'
import { reasons, storageError } from './storage-error.ts'
import { isStoragePath } from './storage-url.ts'

export interface OneDriveOptions extends HttpOptions {
  token: Token
  /** URL of the API, for a proxy of the page's own or a national cloud. */
  baseUrl?: string
}

/** The simple upload accepts 4 MiB in every version of the API. */
const MAX_SIMPLE_UPLOAD_BYTES = 4 * 2 ** 20

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
export function oneDriveStorage({
  token,
  baseUrl = 'https://graph.microsoft.com/v1.0',
  ...http
}: OneDriveOptions): Storage {
  const service = httpStorage(protocol, http)

  const requestJson = async <T>(
    target: StorageRequest,
    url: string,
    init?: RequestInit,
  ): Promise<T> => {
    const response = await request(service, target, url, init)
    return readJson(service, target, response)
  }

  /** URL of an item, or of a resource of it such as `/content`. */
  const itemUrl = (path: string, resource = '') =>
    path
      ? `${baseUrl}/me/drive/root:/${encodePath(path)}${resource && `:${resource}`}`
      : `${baseUrl}/me/drive/root${resource}`

  async function* walk(target: StorageRequest, folder: string): AsyncGenerator<StoredFile> {
    const items: Item[] = []
    let next: string | undefined = itemUrl(folder, '/children')
    while (next) {
      const page: Page = await requestJson(target, next)
      items.push(...page.value)
      next = page['@odata.nextLink']
    }
    for (const item of items.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, item.name)
      if (!isStoragePath(path)) continue
      if (item.folder) yield* walk(target, path)
      else if (item.file) yield { path, size: item.size, version: item.cTag }
    }
  }

  return {
    async read(path, signal, options) {
      const target: StorageRequest = { action: 'read', path, signal, token }
      const { '@microsoft.graph.downloadUrl': url } = await requestJson<Item>(target, itemUrl(path))
      if (!url) throw storageError({ ...target, storage: service.storage }, 'it is not a file')
      // This URL is pre-authorized: sending the token as well would only cause a preflight.
      const preauthorized: StorageRequest = { action: 'read', path, signal }
      const response = await request(service, preauthorized, url)
      return readFile(service, preauthorized, response, options)
    },

    async write(path, file, signal) {
      const target: StorageRequest = { action: 'write', path, signal, token, accept: [409] }
      const attempt = { storage: service.storage, action: 'write', path } as const
      return writeUnderFreeName(attempt, async (freePath) => {
        const response =
          file.size > MAX_SIMPLE_UPLOAD_BYTES
            ? await uploadInRanges(service, target, itemUrl(freePath, '/createUploadSession'), file)
            : await request(
                service,
                target,
                `${itemUrl(freePath, '/content')}?${CONFLICT_BEHAVIOR}=fail`,
                {
                  method: 'PUT',
                  headers: { 'Content-Type': file.type || 'application/octet-stream' },
                  body: file,
                },
              )
        if (response.ok) return { path: freePath }
        if ((await errorCode(service, response.clone())) === 'nameAlreadyExists') return undefined
        throw await refusalError(service, attempt, response)
      })
    },

    list: (folder, signal) => walk({ action: 'list', path: folder, signal, token }, folder),
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
