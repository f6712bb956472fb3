import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { command } from '../consumers/applications.ts'
import { pngFile } from '../pages/in-page.ts'
import { startHandlerServer } from '../servers/handler-server.ts'

const KEY = 'a-key'
const folder = mkdtempSync(join(tmpdir(), 'darkroom-clients-'))
const picture = join(folder, 'lake view.png')

let server: Awaited<ReturnType<typeof startHandlerServer>>

beforeAll(async () => {
  writeFileSync(picture, pngFile())
  server = await startHandlerServer({ account: { credits: 7 } }, { keys: [KEY] })
})

afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program from the command line, with the base URL, a key and its other arguments. */
const run = (runtime: string, program: string, ...rest: string[]) =>
  command(folder, runtime, fileURLToPath(new URL(program, import.meta.url)), server.url, ...rest)

function size(file: string) {
  const { width, height } = PNG.sync.read(readFileSync(file))
  return [width, height]
}

describe('Node', () => {
  test('a batch polls every 5 s, reads the status of every answer, and goes on after a bad file', async () => {
    const [from, to] = [join(folder, 'in'), join(folder, 'out')]
    mkdirSync(from)
    writeFileSync(join(from, 'a.png'), pngFile(30, 20))
    writeFileSync(join(from, 'b.txt'), 'no picture')
    writeFileSync(join(from, 'c.png'), pngFile(20, 30))
    const failure = run('node', 'node/batch.mjs', KEY, from, to)
    await expect(failure).rejects.toThrow(/a\.png -> a\.png\nb\.txt failed: .+\nc\.png -> c\.png/)
    expect(readdirSync(to).map((name) => size(join(to, name)))).toEqual([
      [60, 40],
      [40, 60],
    ])
  })

  test('a program with callbacks, base64 and a Content-Length', async () => {
    const output = join(folder, 'callbacks.png')
    const printed = await run('node', 'node/callbacks.cjs', KEY, picture, output)
    expect(printed).toMatch(/^[\w.-]+\.png \d+ image\/png\n$/)
    expect(size(output)).toEqual([96, 64])
  })

  test('a wrong key ends a program with the message of the service', async () => {
    const failure = run('node', 'node/callbacks.cjs', 'wrong', picture, join(folder, 'none.png'))
    await expect(failure).rejects.toThrow('No user found for provided token')
  })
})

describe('Python', () => {
  beforeEach(({ skip }) => {
    if (!isInstalled('python3')) skip('needs python3')
  })

  test('base64 in JSON, polled every second', async () => {
    const output = join(folder, 'python')
    const printed = await run('python3', 'python/enhance.py', KEY, picture, output)
    const { name, credits } = JSON.parse(printed)
    expect(credits).toBe(7)
    expect(size(join(output, name))).toEqual([48, 32])
  })

  test('an upload written by hand, and deleted', async () => {
    const output = join(folder, 'uploaded.png')
    const printed = await run('python3', 'python/upload.py', KEY, picture, output)
    expect(JSON.parse(printed)).toEqual({ name: 'lake-view.png', removed: 200, gone: 404 })
    expect(size(output)).toEqual([12, 8])
  })

  test('a file that is no image is an error', async () => {
    const text = join(folder, 'text.png')
    writeFileSync(text, 'no picture')
    const failure = run('python3', 'python/enhance.py', KEY, text, folder)
    await expect(failure).rejects.toThrow(/400: .*(picture|image)/)
  })
})

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
