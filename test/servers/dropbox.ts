import { callerOf, getOrMake, isFirstOfBusy } from './accounts.ts'
import { startCorsServer } from './cors-server.ts'

type Files = Map<string, { bytes: ArrayBuffer; rev: string }>

const PAGE = 2

const failed = (status: number, summary: string) =>
  Response.json({ error_summary: `${summary}/..`, error: { '.tag': summary } }, { status })

/** Starts an imitation of the Dropbox HTTP API 2, both of its hosts in one. */
export async function startDropbox() {
  const accounts = new Map<string, Files>()
  const seen = new Set<string>()

  return startCorsServer(
    async (request, url) => {
      const caller = callerOf(request)
      if (!caller.account || caller.scenario === 'expired')
        return failed(401, 'expired_access_token')
      if (isFirstOfBusy(seen, caller)) {
        const response = failed(429, 'too_many_requests')
        response.headers.set('Retry-After', '0')
        return response
      }
      if (request.method !== 'POST') return new Response('only POST', { status: 400 })
      const files = getOrMake(accounts, caller.account, () => new Map())
      if (url.pathname === '/content/files/download') return download(request, files)
      if (url.pathname === '/content/files/upload') return upload(request, files, caller.scenario)
      if (url.pathname === '/api/files/list_folder') return list(await jsonOf(request), files)
      if (url.pathname === '/api/files/list_folder/continue')
        return list(JSON.parse((await jsonOf(request)).cursor), files)
      return new Response('Unknown API function', { status: 400 })
    },
    {
      methods: 'POST',
      headers: 'authorization, content-type, dropbox-api-arg',
      expose: 'Retry-After',
    },
  )
}

async function jsonOf(request: Request) {
  if (request.headers.get('Content-Type') !== 'application/json') return {}
  return request.json()
}

/** The argument of a content endpoint: ASCII JSON in a header. */
function argumentOf(request: Request) {
  const text = request.headers.get('Dropbox-API-Arg') ?? ''
  return /^[\x20-\x7e]+$/.test(text) ? JSON.parse(text) : {}
}

async function download(request: Request, files: Files): Promise<Response> {
  const { path } = argumentOf(request)
  if (!path?.startsWith('/') || request.headers.has('Content-Type'))
    return new Response('Error in call to API function', { status: 400 })
  const file = files.get(path)
  return file ? new Response(file.bytes) : failed(409, 'path/not_found')
}

async function upload(request: Request, files: Files, scenario: string): Promise<Response> {
  const { path, mode, autorename, strict_conflict } = argumentOf(request)
  const type = request.headers.get('Content-Type')
  if (!path?.startsWith('/') || mode !== 'add' || type !== 'application/octet-stream')
    return new Response('Error in call to API function', { status: 400 })
  if (scenario === 'full') return failed(409, 'path/insufficient_space')
  if (scenario === 'readonly') return failed(409, 'path/no_write_permission')
  const had = files.get(path)
  const bytes = await request.arrayBuffer()
  const same = had && Buffer.from(had.bytes).equals(Buffer.from(bytes))
  if (had && !(same && !strict_conflict)) {
    if (!autorename) return failed(409, 'path/conflict/file')
    return new Response('these tests never ask for autorename', { status: 400 })
  }
  files.set(path, { bytes, rev: crypto.randomUUID().slice(0, 9) })
  return Response.json({ name: path.split('/').pop(), path_display: path, size: bytes.byteLength })
}

function list(asked: { path?: string; recursive?: boolean; skip?: number }, files: Files) {
  const { path, recursive, skip = 0 } = asked
  if (path === undefined || (path !== '' && !path.startsWith('/')) || !recursive)
    return new Response('Error in call to API function', { status: 400 })
  const found = [...files].filter(([name]) => name.startsWith(`${path}/`)).reverse()
  if (path && found.length === 0) return failed(409, 'path/not_found')
  const entries = found.slice(skip, skip + PAGE).map(([name, { bytes, rev }]) => ({
    '.tag': 'file',
    path_display: name,
    size: bytes.byteLength,
    rev,
  }))
  const folder = { '.tag': 'folder', path_display: path || '/some' }
  return Response.json({
    entries: [folder, ...entries],
    cursor: JSON.stringify({ path, recursive, skip: skip + PAGE }),
    has_more: skip + PAGE < found.length,
  })
}
