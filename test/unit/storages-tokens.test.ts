import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  dropboxStorage,
  googleDriveStorage,
  oneDriveStorage,
  type Storage,
  s3Storage,
} from '../../src/storages.ts'
import { startCorsServer } from '../servers/cors-server.ts'

const TOKEN = 'the-token'
const { signal } = new AbortController()
const keys = { bucket: 'shop', accessKeyId: 'id', secretAccessKey: 's', sessionToken: TOKEN }

interface Call {
  to: string
  headers: string
}

/** A service, and a server that is none of its own. Each answers by `answer`, and notes what it is sent. */
let service: Awaited<ReturnType<typeof startCorsServer>>
let other: typeof service
let calls: Call[] = []
let answer: (request: Request, url: URL) => Response | Promise<Response>

beforeAll(async () => {
  const cors = { methods: '*', headers: '*' }
  const start = (name: string) =>
    startCorsServer((request, url) => {
      calls.push({ to: name + url.pathname + url.search, headers: JSON.stringify([...request.headers]) }) // biome-ignore format: a line
      return answer(request, url)
    }, cors)
  service = await start('service')
  other = await start('other')
})
afterAll(() => {
  service.close()
  other.close()
})
afterEach(() => {
  calls = []
})

const sentToken = () => calls.filter(({ headers }) => headers.includes(TOKEN)).map(({ to }) => to)

async function listed(storage: Storage) {
  const paths: string[] = []
  try {
    for await (const { path } of storage.list?.('', signal) ?? []) paths.push(path)
  } catch (error) {
    return { paths, error: error as Error & { code: string } }
  }
  return { paths }
}

const oneDrive = (baseUrl: string) => oneDriveStorage({ token: TOKEN, baseUrl })
const file = (name: string) => ({ name, size: 1, cTag: '1', file: {} })

describe('the next page of a OneDrive', () => {
  it('at another origin is not asked for: what was read is listed, then that is an error', async () => {
    answer = (_, { pathname }) =>
      pathname.includes(':/b:')
        ? Response.json({ value: [file('in-b')] })
        : Response.json({
            value: [file('c'), { name: 'b', folder: {} }, file('a')],
            '@odata.nextLink': `${other.url}/v1.0/me/drive/root/children?$skiptoken=2`,
          })
    const { paths, error } = await listed(oneDrive(`${service.url}/v1.0`))
    expect(paths).toEqual(['a', 'c'])
    expect(error).toMatchObject({ code: 'STORAGE', message: expect.stringContaining(other.url) })
    expect(calls.map(({ to }) => to)).toEqual(['service/v1.0/me/drive/root/children'])
  })

  it.each([
    'https://graph.microsoft.com',
    'https://dod-graph.microsoft.us',
    'https://microsoftgraph.chinacloudapi.cn',
  ])('that %s names is asked of the proxy', async (graph) => {
    answer = (_, { search }) =>
      search
        ? Response.json({ value: [file('b')] })
        : Response.json({
            value: [file('a')],
            '@odata.nextLink': `${graph}/v1.0/me/drive/root/children?$skiptoken=2`,
          })
    expect(await listed(oneDrive(`${service.url}/proxy`))).toEqual({ paths: ['a', 'b'] })
    expect(sentToken()).toEqual([
      'service/proxy/me/drive/root/children',
      'service/proxy/me/drive/root/children?$skiptoken=2',
    ])
  })

  it.each(['https://graph.microsoft.com.evil.example', 'https://graph.microsoft.com@evil.example'])(
    'that %s names is not',
    async (graph) => {
      answer = () =>
        Response.json({ value: [], '@odata.nextLink': `${graph}/v1.0/me/drive/root/children?2` })
      const { error } = await listed(oneDrive(`${service.url}/proxy`))
      expect(error?.message).toContain('evil.example, where its token')
    },
  )
})

describe('what a service says where a file is', () => {
  it('is read without the token: OneDrive', async () => {
    answer = (_, { pathname }) =>
      pathname.startsWith('/v1.0')
        ? Response.json({ '@microsoft.graph.downloadUrl': `${other.url}/file` })
        : new Response('content')
    const read = await oneDrive(`${service.url}/v1.0`).read('a.png', signal)
    expect(await read.text()).toBe('content')
    expect(sentToken()).toEqual(['service/v1.0/me/drive/root:/a.png'])
    expect(calls).toHaveLength(2)
  })

  it('is written without the token: OneDrive', async () => {
    answer = (_, { pathname }) => Response.json(pathname.startsWith('/v1.0') ? { uploadUrl: `${other.url}/upload` } : {}) // biome-ignore format: a line
    const written = oneDrive(`${service.url}/v1.0`).write('a.png', new Blob(['x'.repeat(5e6)]), signal) // biome-ignore format: a line
    expect(await written).toEqual({ path: 'a.png' })
    expect(sentToken()).toEqual(['service/v1.0/me/drive/root:/a.png:/createUploadSession'])
    expect(calls.map(({ to }) => to)).toContain('other/upload')
  })

  it('is written without the token: Google Drive', async () => {
    answer = ({ method }, { pathname }) => {
      if (method === 'GET') return Response.json({ files: [] })
      if (!pathname.startsWith('/upload/')) return Response.json({ id: '1' })
      return new Response('{}', { headers: { Location: `${other.url}/session` } })
    }
    const drive = googleDriveStorage({ token: TOKEN, baseUrl: service.url })
    expect(await drive.write('a.png', new Blob(['x']), signal)).toEqual({ path: 'a.png' })
    expect(sentToken().filter((to) => to.startsWith('other'))).toEqual([])
    expect(calls.map(({ to }) => to)).toContain('other/session')
  })

  it('is not used where it is not https, though the service is', async () => {
    const asked: string[] = []
    const fetch: typeof globalThis.fetch = async (url) => {
      asked.push(String(url))
      return Response.json({ '@microsoft.graph.downloadUrl': 'http://plain.example/file' })
    }
    const read = oneDriveStorage({ token: TOKEN, fetch }).read('a.png', signal)
    await expect(read).rejects.toMatchObject({ code: 'STORAGE', message: expect.stringContaining('http://plain.example') }) // biome-ignore format: a line
    expect(asked).toHaveLength(1)
  })
})

it.each<[string, (url: string) => Storage]>([
  ['OneDrive', oneDrive],
  ['Dropbox', (url) => dropboxStorage({ token: TOKEN, apiUrl: url, contentUrl: url })],
  ['Google Drive', (url) => googleDriveStorage({ token: TOKEN, baseUrl: url })],
  ['S3', (url) => s3Storage({ ...keys, endpoint: url })],
])('a redirect of a call with a token is not followed: %s', async (_, storageOf) => {
  answer = (_, { pathname, search }) =>
    new Response(null, { status: 307, headers: { Location: `${other.url}${pathname}${search}` } })
  const storage = storageOf(service.url)
  await expect(storage.read('a.png', signal)).rejects.toMatchObject({ code: 'STORAGE' })
  await expect(storage.write('a.png', new Blob(['x']), signal)).rejects.toMatchObject({ code: 'STORAGE' }) // biome-ignore format: a line
  expect(calls.filter(({ to }) => to.startsWith('other'))).toEqual([])
})
