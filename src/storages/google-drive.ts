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
import { writeUnderFreeName } from './names.ts'
import type { Storage } from './storage.ts'
import { reasons } from './storage-error.ts'

export interface GoogleDriveOptions extends HttpOptions {
  token: Token
  /** Name of the application's own folder, created if missing. Default `Darkroom`. */
  folder?: string
  /** URL of the API, for a proxy of the page's own. */
  baseUrl?: string
}

const FOLDER_TYPE = 'application/vnd.google-apps.folder'
const JSON_TYPE = { 'Content-Type': 'application/json; charset=UTF-8' }

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
export function googleDriveStorage(options: GoogleDriveOptions): Storage {
  checkOptions(options, { ...tokenChecks, folder: text, baseUrl: text }, 'googleDriveStorage')
  const { token, folder = 'Darkroom', baseUrl = 'https://www.googleapis.com', ...http } = options
  const open = httpStorage(protocol, [baseUrl], { token, ...http })
  let cachedFolderId: Promise<string> | undefined

  async function findFile(call: StorageCall, terms: string[]): Promise<string | undefined> {
    const query = new URLSearchParams({
      q: [...terms, 'trashed = false'].join(' and '),
      orderBy: 'modifiedTime desc',
      pageSize: '1',
      fields: 'files(id)',
    })
    const response = await call.request(`${baseUrl}/drive/v3/files?${query}`)
    return call.json(response, ({ files }: { files: { id: string }[] }) => files[0]?.id)
  }

  const postJson = (call: StorageCall, path: string, value: object, headers = {}) =>
    call.request(`${baseUrl}${path}`, jsonBody(value, { ...JSON_TYPE, ...headers }))

  async function findFolder(call: StorageCall): Promise<string> {
    const isFolder = `appProperties has { key='darkroom' and value=${quote(folder)} }`
    const id = await findFile(call, [`mimeType = '${FOLDER_TYPE}'`, isFolder])
    if (id) return id
    const response = await postJson(call, '/drive/v3/files?fields=id', {
      name: folder,
      mimeType: FOLDER_TYPE,
      appProperties: { darkroom: folder },
    })
    return call.json(response, ({ id }: { id: string }) => asText(id))
  }

  /** Cached, so that two concurrent writes do not create two folders. */
  function folderId(call: StorageCall): Promise<string> {
    cachedFolderId ??= findFolder(call).catch((error) => {
      cachedFolderId = undefined
      throw error
    })
    return cachedFolderId
  }

  async function upload(
    call: StorageCall,
    parent: string,
    name: string,
    file: Blob,
  ): Promise<void> {
    const type = file.type || 'application/octet-stream'
    const metadata = { name, parents: [parent], mimeType: type }
    const session = await postJson(call, '/upload/drive/v3/files?uploadType=resumable', metadata, {
      'X-Upload-Content-Type': type,
      'X-Upload-Content-Length': String(file.size),
    })
    const url = session.headers.get('Location')
    if (!url) throw call.error('no upload was opened')
    await call.request(url, { method: 'PUT', body: file, preauthorized: true })
  }

  return {
    async read(path, signal, options) {
      const call = open('read', path, signal)
      refuseSlash(call)
      const id = await findFile(call, [`name = ${quote(path)}`, `mimeType != '${FOLDER_TYPE}'`])
      if (!id) throw call.error(reasons.missingFile, { missing: true })
      return call.file(await call.request(`${baseUrl}/drive/v3/files/${id}?alt=media`), options)
    },

    async write(path, file, signal) {
      const call = open('write', path, signal)
      refuseSlash(call)
      const parent = await folderId(call)
      return writeUnderFreeName(call, async (freePath) => {
        // Drive itself accepts several files with the same name.
        if (await findFile(call, [`name = ${quote(freePath)}`, `'${parent}' in parents`]))
          return undefined
        await upload(call, parent, freePath, file)
        return { path: freePath }
      })
    },
  }
}

function refuseSlash(call: StorageCall): void {
  if (call.path.includes('/')) throw call.error('it takes the name of a file only, without folders')
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
