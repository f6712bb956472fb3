import { reason, storageError } from './failure.ts'
import {
  body,
  type Call,
  call,
  type HttpOptions,
  httpStorage,
  type StorageProtocol,
  type Token,
} from './http.ts'
import { firstFree } from './names.ts'
import type { Storage } from './storage.ts'

export interface GoogleDriveOptions extends HttpOptions {
  token: Token
  /** Name of the application's own folder, made where there is none. Default `Darkroom`. */
  folder?: string
  /** Where the API is, for a proxy of the page's own. */
  baseUrl?: string
}

const FOLDER = 'application/vnd.google-apps.folder'

/**
 * A Google Drive, through its HTTP API version 3. Files have a name but no path here: a slash is refused, and
 * nothing is listed.
 *
 * The token is an OAuth access token of the page's own client. With the scope `drive.file` it reads files that
 * the user picked for the application or that the application wrote; `drive.readonly` reads every file. To write
 * takes `drive.file`. Of several files of one name the one changed last is read. Results go to a folder of the
 * application's own, in the user's sight.
 */
export function googleDriveStorage({
  token,
  folder = 'Darkroom',
  baseUrl = 'https://www.googleapis.com',
  ...http
}: GoogleDriveOptions): Storage {
  const service = httpStorage(protocol, http)
  let ownFolder: Promise<string> | undefined

  async function find(to: Call, terms: string[]): Promise<string | undefined> {
    const query = new URLSearchParams({
      q: [...terms, 'trashed = false'].join(' and '),
      orderBy: 'modifiedTime desc',
      pageSize: '1',
      fields: 'files(id)',
    })
    const response = await call(service, to, `${baseUrl}/drive/v3/files?${query}`)
    const { files }: { files: { id: string }[] } = await body(service, to, () => response.json())
    return files[0]?.id
  }

  async function postJson(to: Call, path: string, value: object, headers = {}): Promise<Response> {
    return call(service, to, `${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=UTF-8', ...headers },
      body: JSON.stringify(value),
    })
  }

  async function findFolder(to: Call): Promise<string> {
    const own = `appProperties has { key='darkroom' and value=${quoted(folder)} }`
    const found = await find(to, [`mimeType = '${FOLDER}'`, own])
    if (found) return found
    const response = await postJson(to, '/drive/v3/files?fields=id', {
      name: folder,
      mimeType: FOLDER,
      appProperties: { darkroom: folder },
    })
    return (await body(service, to, () => response.json())).id
  }

  /** Looked for once; two writes at a time must not make two folders. */
  function folderId(to: Call): Promise<string> {
    ownFolder ??= findFolder(to).catch((error) => {
      ownFolder = undefined
      throw error
    })
    return ownFolder
  }

  async function upload(to: Call, parent: string, name: string, file: Blob): Promise<void> {
    const type = file.type || 'application/octet-stream'
    const metadata = { name, parents: [parent], mimeType: type }
    const session = await postJson(to, '/upload/drive/v3/files?uploadType=resumable', metadata, {
      'X-Upload-Content-Type': type,
      'X-Upload-Content-Length': String(file.size),
    })
    const url = session.headers.get('Location')
    if (!url) throw storageError({ ...to, storage: service.storage }, 'no upload was opened')
    await call(service, to, url, { method: 'PUT', body: file })
  }

  return {
    async read(path, signal) {
      const attempt = { storage: service.storage, action: 'read', path } as const
      const to: Call = { action: 'read', path, signal, token }
      refuseSlash(attempt)
      const id = await find(to, [`name = ${quoted(path)}`, `mimeType != '${FOLDER}'`])
      if (!id) throw storageError(attempt, reason.missingFile, { missing: true })
      const response = await call(service, to, `${baseUrl}/drive/v3/files/${id}?alt=media`)
      return body(service, to, () => response.blob())
    },

    async write(path, file, signal) {
      const attempt = { storage: service.storage, action: 'write', path } as const
      const to: Call = { action: 'write', path, signal, token }
      refuseSlash(attempt)
      const parent = await folderId(to)
      return firstFree(attempt, async (free) => {
        // Drive itself would take the same name twice.
        if (await find(to, [`name = ${quoted(free)}`, `'${parent}' in parents`])) return undefined
        await upload(to, parent, free, file)
        return { path: free }
      })
    },
  }
}

function refuseSlash(attempt: Parameters<typeof storageError>[0]): void {
  if (attempt.path.includes('/'))
    throw storageError(attempt, 'it takes the name of a file only, without folders')
}

/** A text in Drive's query language. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`

const protocol: StorageProtocol = {
  storage: 'Google Drive',
  codeOf(text) {
    const { error } = JSON.parse(text)
    return error.errors?.[0]?.reason ?? error.status
  },
  meanings: [
    [/^(storageQuotaExceeded|teamDriveFileLimitExceeded)$/, reason.full],
    [/^(rateLimitExceeded|userRateLimitExceeded|dailyLimitExceeded)$/, reason.busy],
    [/^authError$/, 'the token is not valid, or not any more'],
    [/^(insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT)$/, 'the token lacks the scope'],
    [/^fileNotDownloadable$/, 'it is a document without content of its own'],
  ],
}
