import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCorsServer } from './cors-server.ts'
import { isSigned } from './s3-signature.ts'

/** Secrets by access key. The second key may only read. */
const secrets = new Map([
  ['AKIAWRITER', 'a secret / with + signs'],
  ['AKIAREADER', 'another secret'],
])

const failed = (status: number, code: string, more = '') =>
  new Response(`<Error><Code>${code}</Code>${more}</Error>`, { status })

/**
 * Starts s3rver, an S3-compatible server, in its own process with the bucket `pictures`, behind a proxy that adds what
 * s3rver lacks: it verifies version 4 signatures, supports conditional writes, and refuses writes below `full/`.
 */
export async function startS3() {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-s3-'))
  const { url: inner, stop } = await spawnServer(folder)

  const server = await startCorsServer(
    async (request, url) => {
      const bytes = await request.arrayBuffer()
      const key = /Credential=([^/]+)/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? ''
      const secret = secrets.get(key)
      if (!secret)
        return failed(403, 'InvalidAccessKeyId', `<AWSAccessKeyId>${key}</AWSAccessKeyId>`)
      if (!(await isSigned(request, { accessKeyId: key, secretAccessKey: secret })))
        return failed(403, 'SignatureDoesNotMatch', `<StringToSign>${key}</StringToSign>`)
      // Short pages: a server may return fewer than 1,000 keys.
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
  // s3rver makes listing tokens with a cipher that Node provides only with this flag.
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
