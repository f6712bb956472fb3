import { callerOf, getOrMake, isFirstOfBusy } from './accounts.ts'
import { startCorsServer } from './cors-server.ts'

type Files = Map<string, { bytes: ArrayBuffer; cTag: string }>

const PAGE = 2
const UNIT = 320 * 1024
const SIMPLE_LIMIT = 4 * 2 ** 20

const failed = (status: number, code: string) =>
  Response.json({ error: { code, message: 'a message that must not be shown' } }, { status })

interface Session {
  files: Files
  path: string
  parts: ArrayBuffer[]
  bytes: number
}

/** Starts an imitation of Microsoft Graph 1.0 for a user's drive. */
export async function startOneDrive() {
  const accounts = new Map<string, Files>()
  const sessions = new Map<string, Session>()
  const seen = new Set<string>()

  return startCorsServer(
    async (request, url) => {
      const path = decodeURIComponent(url.pathname)
      // URLs from earlier responses are pre-authorized; a token sent with them is refused.
      if (path.startsWith('/open/')) {
        if (request.headers.has('Authorization')) return failed(401, 'unauthenticated')
        const [, , kind, id = '', ...rest] = path.split('/')
        if (kind === 'upload') return range(request, sessions.get(id))
        const file = accounts.get(id)?.get(rest.join('/'))
        return file ? new Response(file.bytes) : failed(404, 'itemNotFound')
      }
      const caller = callerOf(request)
      if (!caller.account || caller.scenario === 'expired')
        return failed(401, 'InvalidAuthenticationToken')
      if (isFirstOfBusy(seen, caller)) {
        return new Response(null, { status: 429, headers: { 'Retry-After': '0' } })
      }
      const files = getOrMake(accounts, caller.account, () => new Map())
      const asked =
        /^\/v1\.0\/me\/drive\/root(?::\/(.+?))?(?::?\/(children|content|createUploadSession))?$/
      const [matched, item = '', part] = asked.exec(path) ?? []
      if (matched === undefined) return failed(400, 'invalidRequest')
      if (part === 'children') return children(url, item, files)
      if (!part && request.method === 'GET') return describe(url, item, files, caller.account)
      if (caller.scenario === 'full') return failed(507, 'quotaLimitReached')
      if (caller.scenario === 'readonly') return failed(403, 'accessDenied')
      if (part === 'content' && request.method === 'PUT') return put(request, url, item, files)
      if (part !== 'createUploadSession' || request.method !== 'POST')
        return failed(400, 'invalidRequest')
      const { item: wish } = await request.json()
      if (wish['@microsoft.graph.conflictBehavior'] !== 'fail') return failed(400, 'invalidRequest')
      if (files.has(item)) return failed(409, 'nameAlreadyExists')
      const id = crypto.randomUUID()
      sessions.set(id, { files, path: item, parts: [], bytes: 0 })
      return Response.json({ uploadUrl: `${url.origin}/open/upload/${id}` })
    },
    {
      methods: 'GET, POST, PUT',
      headers: 'authorization, content-type, content-range',
      expose: 'Retry-After',
    },
  )
}

function describe(url: URL, path: string, files: Files, account: string): Response {
  const file = files.get(path)
  if (!file) return failed(404, 'itemNotFound')
  const address = path.split('/').map(encodeURIComponent).join('/')
  return Response.json({
    name: path.split('/').pop(),
    file: {},
    '@microsoft.graph.downloadUrl': `${url.origin}/open/file/${account}/${address}`,
  })
}

function children(url: URL, folder: string, files: Files): Response {
  const prefix = folder && `${folder}/`
  const inside = [...files].filter(([path]) => path.startsWith(prefix))
  if (folder && inside.length === 0) return failed(404, 'itemNotFound')
  const items = new Map<string, object>()
  for (const [path, { bytes, cTag }] of inside.reverse()) {
    const [name = '', ...below] = path.slice(prefix.length).split('/')
    const file = { name, size: bytes.byteLength, cTag, file: {} }
    items.set(name, below.length > 0 ? { name, size: 0, folder: { childCount: 1 } } : file)
  }
  const skip = Number(url.searchParams.get('$skiptoken') ?? 0)
  const value = [...items.values()].slice(skip, skip + PAGE)
  const next = `${url.origin}${url.pathname}?$skiptoken=${skip + PAGE}`
  return Response.json({ value, ...(skip + PAGE < items.size && { '@odata.nextLink': next }) })
}

async function put(request: Request, url: URL, path: string, files: Files): Promise<Response> {
  if (url.searchParams.get('@microsoft.graph.conflictBehavior') !== 'fail')
    return failed(400, 'invalidRequest')
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > SIMPLE_LIMIT) return failed(413, 'malformedEntityTag')
  if (files.has(path)) return failed(409, 'nameAlreadyExists')
  files.set(path, { bytes, cTag: crypto.randomUUID() })
  return Response.json({ name: path.split('/').pop(), file: {} }, { status: 201 })
}

/** Receives one range of an upload session: in order, and a multiple of 320 KiB except the last. */
async function range(request: Request, session: Session | undefined): Promise<Response> {
  if (!session) return failed(404, 'itemNotFound')
  const said = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers.get('Content-Range') ?? '')
  const [start, end, total] = (said ?? []).slice(1).map(Number)
  const bytes = await request.arrayBuffer()
  if (start === undefined || end === undefined || total === undefined)
    return failed(400, 'invalidRequest')
  const isLast = end + 1 === total
  if (start !== session.bytes || bytes.byteLength !== end + 1 - start)
    return failed(416, 'invalidRange')
  if (!isLast && bytes.byteLength % UNIT !== 0) return failed(400, 'invalidRange')
  session.parts.push(bytes)
  session.bytes += bytes.byteLength
  if (!isLast) return Response.json({ nextExpectedRanges: [`${end + 1}-`] }, { status: 202 })
  if (session.files.has(session.path)) return failed(409, 'nameAlreadyExists')
  const whole = await new Blob(session.parts).arrayBuffer()
  session.files.set(session.path, { bytes: whole, cTag: crypto.randomUUID() })
  return Response.json({ file: {} }, { status: 201 })
}
