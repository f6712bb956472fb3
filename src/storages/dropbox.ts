import { reason, storageError } from './failure.ts'
import {
  body,
  type Call,
  call,
  errorCode,
  type HttpOptions,
  type HttpStorage,
  httpStorage,
  refusal,
  type StorageProtocol,
  type Token,
} from './http.ts'
import { byPath, firstFree } from './names.ts'
import type { Storage, StoredFile } from './storage.ts'
import { isStoragePath } from './storage-url.ts'

export interface DropboxOptions extends HttpOptions {
  token: Token
  /** Where the API is, for a proxy of the page's own. */
  apiUrl?: string
  contentUrl?: string
}

/** Bytes that one upload takes; more would need an upload session. */
const MOST = 150 * 2 ** 20

/**
 * A Dropbox, or the folder of an app in it, through Dropbox's HTTP API version 2.
 *
 * The token is an access token of the page's own Dropbox app, with the scopes `files.content.read` and
 * `files.metadata.read` to read and list, and `files.content.write` to write. Files of up to 150 MiB.
 */
export function dropboxStorage({
  token,
  apiUrl = 'https://api.dropboxapi.com/2',
  contentUrl = 'https://content.dropboxapi.com/2',
  ...http
}: DropboxOptions): Storage {
  const service = httpStorage(protocol, http)

  return {
    async read(path, signal) {
      const to: Call = { action: 'read', path, signal, token }
      const response = await call(service, to, `${contentUrl}/files/download`, {
        method: 'POST',
        headers: { 'Dropbox-API-Arg': inHeader({ path: `/${path}` }) },
      })
      return body(service, to, () => response.blob())
    },

    async write(path, file, signal) {
      const attempt = { storage: service.storage, action: 'write', path } as const
      if (file.size > MOST) throw storageError(attempt, reason.tooLarge)
      const to: Call = { action: 'write', path, signal, token, accept: [409] }
      return firstFree(attempt, async (free) => {
        const response = await call(service, to, `${contentUrl}/files/upload`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/octet-stream',
            'Dropbox-API-Arg': inHeader({
              path: `/${free}`,
              mode: 'add',
              autorename: false,
              // Else the same bytes under a taken name would count as written.
              strict_conflict: true,
            }),
          },
          body: file,
        })
        if (response.ok) return { path: free }
        if (await isTaken(service, response)) return undefined
        throw await refusal(service, attempt, response)
      })
    },

    async *list(folder, signal) {
      const to: Call = { action: 'list', path: folder, signal, token }
      const files: StoredFile[] = []
      let page = await ask('list_folder', { path: folder && `/${folder}`, recursive: true })
      files.push(...page.entries.flatMap(toFile))
      while (page.has_more) {
        page = await ask('list_folder/continue', { cursor: page.cursor })
        files.push(...page.entries.flatMap(toFile))
      }
      yield* files.sort(byPath)

      async function ask(route: string, argument: object): Promise<Page> {
        const response = await call(service, to, `${apiUrl}/files/${route}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(argument),
        })
        return body(service, to, () => response.json())
      }
    },
  }
}

interface Page {
  entries: { '.tag': string; path_display?: string; size?: number; rev?: string }[]
  cursor: string
  has_more: boolean
}

function toFile({ '.tag': tag, path_display = '', size = 0, rev }: Page['entries'][number]) {
  const path = path_display.replace(/^\//, '')
  if (tag !== 'file' || !isStoragePath(path)) return []
  return [{ path, size, ...(rev && { version: rev }) }]
}

/** A 409 carries every error of an endpoint; only some of them say that the name is taken. */
async function isTaken(service: HttpStorage, response: Response): Promise<boolean> {
  return /^path\/conflict\/(file|folder)\b/.test((await errorCode(service, response.clone())) ?? '')
}

/** JSON for a header: everything beyond ASCII is escaped. */
const inHeader = (value: object) =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const protocol: StorageProtocol = {
  storage: 'Dropbox',
  codeOf: (text) => JSON.parse(text).error_summary,
  meanings: [
    [/(^|\/)not_found\b/, 'there is nothing under that path'],
    [/(^|\/)not_(file|folder)\b/, 'it is a folder, or a file, where the other is expected'],
    [/insufficient_space/, reason.full],
    [/no_write_permission|team_folder|missing_scope/, reason.readOnly],
    [/expired_access_token/, 'the token has expired'],
    [/payload_too_large/, reason.tooLarge],
    [/too_many/, reason.busy],
    [/malformed_path|disallowed_name/, reason.badName],
  ],
}
