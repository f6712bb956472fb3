import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listen } from './listen.ts'
import { isSigned } from './signature.ts'

/** Keys that the bucket knows. The second ones may only read. */
const secrets = new Map([
  ['AKIAWRITER', 'a secret / with + signs'],
  ['AKIAREADER', 'another secret'],
])

const failed = (status: number, code: string, more = '') =>
  new Response(`<Error><Code>${code}</Code>${more}</Error>`, { status })

/**
 * An S3-compatible server in a process of its own, with the bucket `pictures`, behind what it lacks: version 4
 * signatures are verified, a write may be conditional, and below `full/` nothing more fits.
 */
export async function startS3() {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-s3-'))
  const { url: inner, stop } = await spawnServer(folder)

  const server = await listen(
    async (request, url) => {
      const bytes = await request.arrayBuffer()
      const key = /Credential=([^/]+)/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? ''
      const secret = secrets.get(key)
      if (!secret)
        return failed(403, 'InvalidAccessKeyId', `<AWSAccessKeyId>${key}</AWSAccessKeyId>`)
      if (!(await isSigned(request, { accessKeyId: key, secretAccessKey: secret })))
        return failed(403, 'SignatureDoesNotMatch', `<StringToSign>${key}</StringToSign>`)
      // A server may always answer with fewer than the 1,000 keys of a page.
      const page = url.searchParams.has('list-type') ? '&max-keys=3' : ''
      const at = `${inner}${url.pathname}${url.search}${page}`
      if (request.method === 'PUT') {
        if (key === 'AKIAREADER') return failed(403, 'AccessDenied')
        if (url.pathname.startsWith('/pictures/full/')) return failed(507, 'XMinioStorageFull')
        if (url.pathname.startsWith('/pictures/simple/') && request.headers.has('If-None-Match'))
          return failed(501, 'NotImplemented')
        const taken = request.headers.get('If-None-Match') === '*' && (await isThere(at))
        if (taken) return failed(412, 'PreconditionFailed')
      }
      const type = request.headers.get('Content-Type')
      const { method } = request
      const response = await fetch(at, {
        method,
        ...(type && { headers: { 'Content-Type': type } }),
        ...(method === 'PUT' && { body: bytes }),
      })
      return new Response(response.body, { status: response.status, headers: response.headers })
    },
    { methods: 'GET, HEAD, PUT', headers: '*, authorization', expose: 'ETag' },
  )
  return {
    url: server.url,
    close() {
      server.close()
      stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isThere = async (url: string) => (await fetch(url, { method: 'HEAD' })).ok

async function spawnServer(folder: string): Promise<{ url: string; stop(): void }> {
  const bin = fileURLToPath(new URL('../../node_modules/s3rver/bin/s3rver.js', import.meta.url))
  // Its tokens of listings are made by a cipher that Node keeps under this flag.
  const child = spawn(
    process.execPath,
    [
      '--openssl-legacy-provider',
      '--no-deprecation',
      bin,
      '-d',
      folder,
      '-a',
      '127.0.0.1',
      '-p',
      '0',
      '--configure-bucket',
      'pictures',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (data) => {
      said += data
      const port = /listening on [\d.]+:(\d+)/.exec(said)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
    child.on('exit', (code) => reject(new Error(`s3rver ended with ${code}: ${said}`)))
  })
  return { url, stop: () => child.kill() }
}
