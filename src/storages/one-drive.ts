import { reason, storageError } from './failure.ts'
import {
  body,
  type Call,
  call,
  errorCode,
  type HttpOptions,
  httpStorage,
  refusal,
  type StorageProtocol,
  type Token,
} from './http.ts'
import { encodePath, firstFree, join } from './names.ts'
import { uploadInRanges } from './one-drive-upload.ts'
import type { Storage, StoredFile } from './storage.ts'
import { isStoragePath } from './storage-url.ts'

export interface OneDriveOptions extends HttpOptions {
  token: Token
  /** Where the API is, for a proxy of the page's own or a national cloud. */
  baseUrl?: string
}

/** Bytes that every version of the simple upload takes. */
const SIMPLE = 4 * 2 ** 20

/**
 * The user's OneDrive, through Microsoft Graph version 1.0.
 *
 * The token is an access token for Microsoft Graph with the delegated permission `Files.Read` to read and
 * list, and `Files.ReadWrite` to write.
 */
export function oneDriveStorage({
  token,
  baseUrl = 'https://graph.microsoft.com/v1.0',
  ...http
}: OneDriveOptions): Storage {
  const service = httpStorage(protocol, http)

  const json = async <T>(to: Call, url: string, init?: RequestInit): Promise<T> => {
    const response = await call(service, to, url, init)
    return body(service, to, () => response.json())
  }

  /** The address of an item, or of what belongs to it. */
  const at = (path: string, part = '') =>
    path
      ? `${baseUrl}/me/drive/root:/${encodePath(path)}${part && `:${part}`}`
      : `${baseUrl}/me/drive/root${part}`

  async function* walk(to: Call, folder: string): AsyncGenerator<StoredFile> {
    const items: Item[] = []
    let next: string | undefined = at(folder, '/children')
    while (next) {
      const page: Page = await json(to, next)
      items.push(...page.value)
      next = page['@odata.nextLink']
    }
    for (const item of items.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, item.name)
      if (!isStoragePath(path)) continue
      if (item.folder) yield* walk(to, path)
      else if (item.file) yield { path, size: item.size, version: item.cTag }
    }
  }

  return {
    async read(path, signal) {
      const to: Call = { action: 'read', path, signal, token }
      const { '@microsoft.graph.downloadUrl': url } = await json<Item>(to, at(path))
      if (!url) throw storageError({ ...to, storage: service.storage }, 'it is not a file')
      // The address holds its own, short-lived right: a token beside it would need a preflight.
      const open: Call = { action: 'read', path, signal }
      const response = await call(service, open, url)
      return body(service, open, () => response.blob())
    },

    async write(path, file, signal) {
      const to: Call = { action: 'write', path, signal, token, accept: [409] }
      const attempt = { storage: service.storage, action: 'write', path } as const
      return firstFree(attempt, async (free) => {
        const response =
          file.size > SIMPLE
            ? await uploadInRanges(service, to, at(free, '/createUploadSession'), file)
            : await call(service, to, `${at(free, '/content')}?${behavior}=fail`, {
                method: 'PUT',
                headers: { 'Content-Type': file.type || 'application/octet-stream' },
                body: file,
              })
        if (response.ok) return { path: free }
        if ((await errorCode(service, response.clone())) === 'nameAlreadyExists') return undefined
        throw await refusal(service, attempt, response)
      })
    },

    list: (folder, signal) => walk({ action: 'list', path: folder, signal, token }, folder),
  }
}

const behavior = '@microsoft.graph.conflictBehavior'

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
    [/^(quotaLimitReached|insufficientStorage)$/i, reason.full],
    [/^InvalidAuthenticationToken$/, 'the token is not valid, or not any more'],
    [/^(activityLimitReached|tooManyRequests)$/i, reason.busy],
    [/^invalidRequest$/, reason.badName],
  ],
}
