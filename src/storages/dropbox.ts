import { checkOptions, text } from '../shared/check-options.ts'
import {
  type HttpOptions,
  httpStorage,
  jsonBody,
  type StorageCall,
  type StorageProtocol,
  type Token,
  tokenChecks,
} from './http-storage.ts'
import { filesBelow } from './listing.ts'
import { writeUnderFreeName } from './names.ts'
import type { Storage, StoredFile } from './storage.ts'
import { reasons } from './storage-error.ts'

export interface DropboxOptions extends HttpOptions {
  token: Token
  /** URLs of the API, for a proxy of the page's own. */
  apiUrl?: string
  contentUrl?: string
}

/** A single upload may have 150 MiB; larger files would need an upload session. */
const MAX_UPLOAD_BYTES = 150 * 2 ** 20

/**
 * A Dropbox, or the folder of an app in it, through Dropbox's HTTP API version 2.
 *
 * The token is an access token of the page's own Dropbox app, with the scopes `files.content.read` and
 * `files.metadata.read` to read and list, and `files.content.write` to write. Files of up to 150 MiB.
 *
 * @example
 * const token = async () => (await fetch('/dropbox-token')).text()
 * const darkroom = createDarkroom({ storages: { box: dropboxStorage({ token }) } })
 * await darkroom.run({ url: 'storage://box/in/chair.jpg', target: 'storage://box/out' })
 */
export function dropboxStorage(options: DropboxOptions): Storage {
  checkOptions(options, { ...tokenChecks, apiUrl: text, contentUrl: text }, 'dropboxStorage')
  const {
    token,
    apiUrl = 'https://api.dropboxapi.com/2',
    contentUrl = 'https://content.dropboxapi.com/2',
    ...http
  } = options
  const open = httpStorage(protocol, [apiUrl, contentUrl], { token, ...http })

  /** Dropbox itself lists what is below a folder. */
  async function* entriesOf(call: StorageCall, folder: string): AsyncGenerator<StoredFile> {
    const fetchPage = async (route: string, argument: object) =>
      call.json(await call.request(`${apiUrl}/files/${route}`, jsonBody(argument)), readPage)
    let page = await fetchPage('list_folder', { path: folder && `/${folder}`, recursive: true })
    for (;;) {
      yield* page.files
      if (!page.has_more) return
      page = await fetchPage('list_folder/continue', { cursor: page.cursor })
    }
  }

  return {
    async read(path, signal, options) {
      const call = open('read', path, signal)
      const response = await call.request(`${contentUrl}/files/download`, {
        method: 'POST',
        headers: { 'Dropbox-API-Arg': headerJson({ path: `/${path}` }) },
      })
      return call.file(response, options)
    },

    async write(path, file, signal) {
      const call = open('write', path, signal)
      if (file.size > MAX_UPLOAD_BYTES) throw call.error(reasons.tooLarge)
      return writeUnderFreeName(call, async (freePath) => {
        const response = await call.request(`${contentUrl}/files/upload`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/octet-stream',
            'Dropbox-API-Arg': headerJson({
              path: `/${freePath}`,
              mode: 'add',
              autorename: false,
              // Without it, uploading the same bytes under a taken name counts as success.
              strict_conflict: true,
            }),
          },
          body: file,
          accept: [409],
        })
        return call.written(response, freePath, TAKEN)
      })
    },

    list(folder, signal) {
      const call = open('list', folder, signal)
      return filesBelow(call, entriesOf(call, folder))
    },
  }
}

/** 409 is the status of all errors of an endpoint; only these codes mean that the name is taken. */
const TAKEN = /^path\/conflict\/(file|folder)\b/

interface Page {
  entries: { '.tag': string; path_display?: string; size?: number; rev?: string }[]
  cursor: string
  has_more: boolean
}

const readPage = ({ entries, ...page }: Page) => ({ ...page, files: entries.flatMap(toStoredFile) })

function toStoredFile({
  '.tag': tag,
  path_display = '',
  size = 0,
  rev,
}: Page['entries'][number]): StoredFile[] {
  const path = path_display.replace(/^\//, '')
  if (tag !== 'file') return []
  return [{ path, size, ...(rev && { version: rev }) }]
}

/** JSON for an HTTP header: characters beyond ASCII are escaped. */
const headerJson = (value: object) =>
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
    [/insufficient_space/, reasons.full],
    [/no_write_permission|team_folder|missing_scope/, reasons.readOnly],
    [/expired_access_token/, 'the token has expired'],
    [/payload_too_large/, reasons.tooLarge],
    [/too_many/, reasons.busy],
    [/malformed_path|disallowed_name/, reasons.badName],
  ],
}
