import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { curl } from '../../demo/code/curl.ts'
import { startHttpServer } from '../servers/http-server.ts'

const run = promisify(execFile)

interface Heard {
  key: string | undefined
  body: Record<string, unknown>
  image: { name: string; text: string } | undefined
}

/** A service that only records requests. */
const heard: Heard[] = []
const server = await startHttpServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = request.headers as Record<string, string>
  const body = new Response(Buffer.concat(chunks), { headers })
  const isForm = headers['content-type']?.startsWith('multipart/')
  const form = isForm ? await body.formData() : undefined
  const file = form?.get('image')
  heard.push({
    key: headers['x-api-key'],
    body: form ? JSON.parse(String(form.get('parameters'))) : await body.json(),
    image: file instanceof File ? { name: file.name, text: await file.text() } : undefined,
  })
  response.end('{}')
})
const folder = mkdtempSync(join(tmpdir(), 'darkroom-curl-'))

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** Runs the commands for a request in a real shell. Returns what the service received. */
async function hear(request: Record<string, unknown>, ...files: string[]): Promise<Heard[]> {
  heard.length = 0
  for (const name of files) writeFileSync(join(folder, name), `bytes of ${name}`)
  const commands = curl({ request, files: new Set(files) }, server.url)
  await run('sh', ['-ec', commands.replaceAll(/^curl/gm, 'curl -sS')], { cwd: folder })
  return [...heard]
}

describe('as curl', () => {
  test('a request without files is JSON, whatever its text is', async () => {
    const request = {
      url: 'https://a.example/b.png',
      background: { prompt: `it's "$HOME" \`x\` \\ é\n;` },
    }
    expect(await hear(request)).toEqual([{ key: 'any', body: request, image: undefined }])
  })

  test('files are uploaded, one a call, whatever their names are', async () => {
    const names = [`it's; a,b "c" $d.png`, 'plain.png']
    const [first, second, third] = await hear(
      { urls: [...names, 'https://a.example/c.png'], width: '200%' },
      ...names,
    )
    expect(first?.body).toEqual({ width: '200%' })
    expect(first?.image?.text).toBe(`bytes of ${names[0]}`)
    expect(second?.image).toEqual({ name: 'plain.png', text: 'bytes of plain.png' })
    expect(third?.body).toEqual({ urls: ['https://a.example/c.png'], width: '200%' })
  })

  test('a second file of a request goes inside its parameters', async () => {
    const request = { url: 'a.png', caption: { url: `lo'go.png`, position: 'LT' } }
    const [only] = await hear(request, 'a.png', `lo'go.png`)
    const url = `base64,${Buffer.from("bytes of lo'go.png").toString('base64')}`
    expect(only).toMatchObject({
      body: { caption: { url, position: 'LT' } },
      image: { name: 'a.png' },
    })
  })
})
