import { callerOf, getOrMake, isFirstOfBusy } from './accounts.ts'
import { startCorsServer } from './cors-server.ts'

interface File {
  id: string
  name: string
  mimeType: string
  parents: string[]
  appProperties: Record<string, string>
  modified: number
  bytes: ArrayBuffer
}

const failed = (status: number, reason: string) =>
  Response.json(
    { error: { code: status, message: reason, errors: [{ domain: 'global', reason }] } },
    { status },
  )

/** Starts an imitation of the Google Drive API 3. `POST /seed?name=` adds a file that the application did not create. */
export async function startGoogleDrive() {
  const accounts = new Map<string, File[]>()
  const uploads = new Map<string, { account: string; file: File; bytes: number }>()
  const seen = new Set<string>()
  let clock = 0

  const make = (fields: Partial<File>): File => ({
    id: crypto.randomUUID(),
    name: 'Untitled',
    mimeType: 'application/octet-stream',
    parents: ['root'],
    appProperties: {},
    bytes: new ArrayBuffer(0),
    ...fields,
    modified: ++clock,
  })

  async function finish(request: Request, url: URL): Promise<Response> {
    const upload = uploads.get(url.searchParams.get('upload_id') ?? '')
    if (!upload) return failed(404, 'notFound')
    const bytes = await request.arrayBuffer()
    if (bytes.byteLength !== upload.bytes) return failed(400, 'badRequest')
    const files = getOrMake(accounts, upload.account, () => [])
    files.push({ ...upload.file, bytes })
    return Response.json({ id: upload.file.id, name: upload.file.name })
  }

  async function open(request: Request, url: URL, account: string): Promise<Response> {
    const bytes = Number(request.headers.get('X-Upload-Content-Length'))
    const metadata = await request.json()
    if (request.headers.get('X-Upload-Content-Type') !== metadata.mimeType || !bytes)
      return failed(400, 'badRequest')
    const id = crypto.randomUUID()
    uploads.set(id, { account, file: make(metadata), bytes })
    const Location = `${url.origin}/upload/drive/v3/files?uploadType=resumable&upload_id=${id}`
    return new Response(null, { headers: { Location } })
  }

  return startCorsServer(
    async (request, url) => {
      const route = `${request.method} ${url.pathname}`
      // The URL of an upload is its permission.
      if (route === 'PUT /upload/drive/v3/files')
        return request.headers.has('Authorization')
          ? failed(400, 'badRequest')
          : finish(request, url)
      const caller = callerOf(request)
      if (!caller.account || caller.scenario === 'expired') return failed(401, 'authError')
      if (isFirstOfBusy(seen, caller)) return failed(503, 'backendError')
      const files = getOrMake(accounts, caller.account, () => [] as File[])
      if (route === 'POST /seed') {
        const bytes = await request.arrayBuffer()
        files.push(make({ name: url.searchParams.get('name') ?? '', bytes }))
        return new Response()
      }
      if (route === 'GET /drive/v3/files') return list(url, files)
      if (route === 'POST /drive/v3/files') {
        if (caller.scenario === 'readonly') return failed(403, 'insufficientPermissions')
        const file = make(await request.json())
        files.push(file)
        return Response.json({ id: file.id })
      }
      if (route === 'POST /upload/drive/v3/files') {
        if (caller.scenario === 'full') return failed(403, 'storageQuotaExceeded')
        if (url.searchParams.get('uploadType') !== 'resumable') return failed(400, 'badRequest')
        return open(request, url, caller.account)
      }
      const file = files.find(({ id }) => route === `GET /drive/v3/files/${id}`)
      if (!file || url.searchParams.get('alt') !== 'media') return failed(404, 'notFound')
      return new Response(file.bytes)
    },
    {
      methods: 'GET, POST, PUT',
      headers: 'authorization, content-type, x-upload-content-type, x-upload-content-length',
      expose: 'Location',
    },
  )
}

/** Supports the terms `a = 'b'`, `a != 'b'`, `'a' in parents`, `appProperties has {…}` and `trashed = false`. */
function list(url: URL, files: File[]): Response {
  const terms = (url.searchParams.get('q') ?? '').split(' and ')
  if (!terms.includes('trashed = false')) return failed(400, 'invalid')
  const q = url.searchParams.get('q') ?? ''
  const literal = (pattern: RegExp) => pattern.exec(q)?.[1]?.replace(/\\(.)/g, '$1')
  const text = `'((?:[^'\\\\]|\\\\.)*)'`
  const name = literal(new RegExp(`name = ${text}`))
  const type = literal(new RegExp(`mimeType = ${text}`))
  const not = literal(new RegExp(`mimeType != ${text}`))
  const parent = literal(new RegExp(`${text} in parents`))
  const own = literal(new RegExp(`key='darkroom' and value=${text}`))
  const found = files
    .filter((file) => name === undefined || file.name === name)
    .filter((file) => type === undefined || file.mimeType === type)
    .filter((file) => not === undefined || file.mimeType !== not)
    .filter((file) => parent === undefined || file.parents.includes(parent))
    .filter((file) => own === undefined || file.appProperties.darkroom === own)
  if (url.searchParams.get('orderBy') === 'modifiedTime desc') {
    found.sort((a, b) => b.modified - a.modified)
  }
  const page = found.slice(0, Number(url.searchParams.get('pageSize') ?? 100))
  return Response.json({ files: page.map(({ id }) => ({ id })) })
}
