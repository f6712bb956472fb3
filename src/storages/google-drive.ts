import {
  type HttpOptions,
  httpStorage,
  readFile,
  readJson,
  request,
  type StorageProtocol,
  type StorageRequest,
  type Token,
} from './http-storage.ts'
import { writeUnderFreeName } from './names.ts'
import type { Storage } from './storage.ts'
import { reasons, storageError } from './storage-error.ts'

export interface GoogleDriveOptions extends HttpOptions {
  token: Token
  /** Name of the application's own folder, created if missing. Default `Darkroom`. */
  folder?: string
  /** URL of the API, for a proxy of the page's own. */
  baseUrl?: string
}

const FOLDER_TYPE = 'application/vnd.google-apps.folder'

/**
 * A Google Drive, through its HTTP API version 3. Files have a name but no path: a slash is refused, and files
 * cannot be listed.
 *
 * The token is an OAuth access token of the page's own client. With the scope `drive.file` it reads the files that
 * the user picked for the application or that the application wrote; with `drive.readonly`, every file. Writing
 * needs `drive.file`. Of several files with the same name, the last modified one is read. Results are written into
 * a folder of the application, which the user sees.
 *
 * @example
 * const token = async () => (await fetch('/google-token')).text()
 * const drive = googleDriveStorage({ token, folder: 'Catalogue' })
 * const darkroom = createDarkroom({ storages: { drive } })
 * await darkroom.run({ url: file, target: 'storage://drive/' })
 */
export function googleDriveStorage({
  token,
  folder = 'Darkroom',
  baseUrl = 'https://www.googleapis.com',
  ...http
}: GoogleDriveOptions): Storage {
  const service = httpStorage(protocol, http)
  let cachedFolderId: Promise<string> | undefined

  async function findFile(target: StorageRequest, terms: string[]): Promise<string | undefined> {
    const query = new URLSearchParams({
      q: [...terms, 'trashed = false'].join(' and '),
      orderBy: 'modifiedTime desc',
      pageSize: '1',
      fields: 'files(id)',
    })
    const response = await request(service, target, `${baseUrl}/drive/v3/files?${query}`)
    const { files }: { files: { id: string }[] } = await readJson(service, target, response)
    return files[0]?.id
  }

  async function postJson(
    target: StorageRequest,
    path: string,
    value: object,
    headers = {},
  ): Promise<Response> {
    return request(service, target, `${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=UTF-8', ...headers },
      body: JSON.stringify(value),
    })
  }

  async function findFolder(target: StorageRequest): Promise<string> {
    const isFolder = `appProperties has { key='darkroom' and value=${quote(folder)} }`
    const id = await findFile(target, [`mimeType = '${FOLDER_TYPE}'`, isFolder])
    if (id) return id
    const response = await postJson(target, '/drive/v3/files?fields=id', {
      name: folder,
      mimeType: FOLDER_TYPE,
      appProperties: { darkroom: folder },
    })
    return (await readJson<{ id: string }>(service, target, response)).id
  }

  /** Cached, so that two concurrent writes do not create two folders. */
  function folderId(target: StorageRequest): Promise<string> {
    cachedFolderId ??= findFolder(target).catch((error) => {
      cachedFolderId = undefined
      throw error
    })
    return cachedFolderId
  }

  async function upload(
    target: StorageRequest,
    parent: string,
    name: string,
    file: Blob,
  ): Promise<void> {
    const type = file.type || 'application/octet-stream'
    const metadata = { name, parents: [parent], mimeType: type }
    const session = await postJson(
      target,
      '/upload/drive/v3/files?uploadType=resumable',
      metadata,
      {
        'X-Upload-Content-Type': type,
        'X-Upload-Content-Length': String(file.size),
      },
    )
    const url = session.headers.get('Location')
    if (!url) throw storageError({ ...target, storage: service.storage }, 'no upload was opened')
    await request(service, target, url, { method: 'PUT', body: file })
  }

  return {
    async read(path, signal, options) {
      const attempt = { storage: service.storage, action: 'read', path } as const
      const target: StorageRequest = { action: 'read', path, signal, token }
      refuseSlash(attempt)
      const id = await findFile(target, [`name = ${quote(path)}`, `mimeType != '${FOLDER_TYPE}'`])
      if (!id) throw storageError(attempt, reasons.missingFile, { missing: true })
      const response = await request(service, target, `${baseUrl}/drive/v3/files/${id}?alt=media`)
      return readFile(service, target, response, options)
    },

    async write(path, file, signal) {
      const attempt = { storage: service.storage, action: 'write', path } as const
      const target: StorageRequest = { action: 'write', path, signal, token }
      refuseSlash(attempt)
      const parent = await folderId(target)
      return writeUnderFreeName(attempt, async (freePath) => {
        // Drive itself accepts several files with the same name.
        if (await findFile(target, [`name = ${quote(freePath)}`, `'${parent}' in parents`]))
          return undefined
        await upload(target, parent, freePath, file)
        return { path: freePath }
      })
    },
  }
}

function refuseSlash(attempt: Parameters<typeof storageError>[0]): void {
  if (attempt.path.includes('/'))
    throw storageError(attempt, 'it takes the name of a file only, without folders')
}

/** A string literal of Drive's query language. */
const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`

const protocol: StorageProtocol = {
  storage: 'Google Drive',
  codeOf(text) {
    const { error } = JSON.parse(text)
    return error.errors?.[0]?.reason ?? error.status
  },
  meanings: [
    [/^(storageQuotaExceeded|teamDriveFileLimitExceeded)$/, reasons.full],
    [/^(rateLimitExceeded|userRateLimitExceeded|dailyLimitExceeded)$/, reasons.busy],
    [/^authError$/, 'the token is not valid, or not any more'],
    [/^(insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT)$/, 'the token lacks the scope'],
    [/^fileNotDownloadable$/, 'it is a document without content of its own'],
  ],
}
