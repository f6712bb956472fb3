import { describe, expect, inject, it } from 'vitest'
import {
  dropboxStorage,
  googleDriveStorage,
  oneDriveStorage,
  type Storage,
  type Token,
} from '../../src/storages.ts'
import { contentOf, filesOf, names, pathsOf, signal, text } from './storages.ts'

const { dropbox, googleDrive, oneDrive } = inject('storageServers')

const services: [string, (token: Token, at?: string) => Storage][] = [
  [
    'Dropbox',
    (token, at = dropbox) =>
      dropboxStorage({ token, apiUrl: `${at}/api`, contentUrl: `${at}/content` }),
  ],
  ['Google Drive', (token, at = googleDrive) => googleDriveStorage({ token, baseUrl: at })],
  ['OneDrive', (token, at = oneDrive) => oneDriveStorage({ token, baseUrl: `${at}/v1.0` })],
]

/** A new account. The server keeps the files of each account separate. */
const account = () => crypto.randomUUID()

describe.each(services)('%s', (service, storageOf) => {
  it('reads back what was written, under any name', async () => {
    const storage = storageOf(account())
    for (const name of names) {
      expect(await storage.write(name, text(name), signal)).toEqual({ path: name })
      expect(await contentOf(storage, name)).toBe(name)
    }
  })

  it('never overwrites a file, not even with the same bytes', async () => {
    const storage = storageOf(account())
    for (const path of ['a.png', 'a-2.png', 'a-3.png'])
      expect(await storage.write('a.png', text('same'), signal)).toEqual({ path })
    expect(await storage.write('a.png', text('other'), signal)).toEqual({ path: 'a-4.png' })
    expect(await contentOf(storage, 'a.png')).toBe('same')
  })

  it('requests a token before each call', async () => {
    const tokens = [`${account()}.expired`, account()]
    const storage = storageOf(async () => tokens[0] as string)
    await expect(storage.read('a.png', signal)).rejects.toMatchObject({ code: 'STORAGE' })
    tokens.shift()
    await storage.write('a.png', text('x'), signal)
    expect(await contentOf(storage, 'a.png')).toBe('x')
  })

  it('retries when the service is busy', async () => {
    const token = account()
    await storageOf(token).write('a.png', text('x'), signal)
    expect(await contentOf(storageOf(`${token}.busy`), 'a.png')).toBe('x')
  })

  it.each([
    ['expired', 'read', 'the token', 401],
    ['expired', 'write', 'the token', 401],
    ['full', 'write', 'it is full', ''],
    [
      'readonly',
      'write',
      service === 'Google Drive' ? 'the token lacks the scope' : 'read-only',
      '',
    ],
    ['', 'read', 'there is no', ''],
  ] as const)('%s, when asked to %s, is an error', async (mood, action, why, status) => {
    const token = `${account()}.${mood}`
    const storage = storageOf(token)
    const failed =
      action === 'read' ? storage.read('a.png', signal) : storage.write('a.png', text('x'), signal)
    const error = await failed.then(
      () => expect.unreachable(),
      (thrown) => thrown,
    )
    expect(error).toMatchObject({ code: 'STORAGE', status: 400, missing: mood === '' })
    expect(error.message).toContain(`${service} could not ${action} a.png: `)
    expect(error.message).toContain(why)
    expect(error.message).toContain(String(status))
    expect(JSON.stringify(error) + error.message + error.stack).not.toContain(token)
  })

  it('an unreachable service and a missing token are errors', async () => {
    await expect(storageOf('x', inject('unreachable')).read('a.png', signal)).rejects.toMatchObject(
      {
        code: 'STORAGE',
        message: `${service} could not read a.png: no answer came, or one that this page may not read or follow (CORS, or a redirect)`,
      },
    )
    const storage = storageOf(() => Promise.reject(new Error('signed out')))
    await expect(storage.read('a.png', signal)).rejects.toMatchObject({
      code: 'STORAGE',
      message: `${service} could not read a.png: the page gave no token`,
    })
  })

  it('aborted', async () => {
    const controller = new AbortController()
    const write = storageOf(account()).write('a.png', text('x'), controller.signal)
    controller.abort()
    await expect(write).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe.each(services.filter(([name]) => name !== 'Google Drive'))('%s', (_, storageOf) => {
  it('lists what is below a folder, page after page, by name', async () => {
    const storage = storageOf(account())
    const paths = ['in/a/1.png', 'in/a/2.png', 'in/b c.png', 'in/d.png', 'in/e.png', 'out.png']
    for (const path of [...paths].reverse()) await storage.write(path, text(path), signal)
    expect(await pathsOf(storage)).toEqual(paths)
    const files = await filesOf(storage, 'in')
    expect(files.map(({ path }) => path)).toEqual(paths.slice(0, -1))
    expect(files[0]).toEqual({ path: 'in/a/1.png', size: 10, version: expect.any(String) })
    expect(new Set(files.map(({ version }) => version)).size).toBe(5)
    await expect(filesOf(storage, 'missing')).rejects.toMatchObject({
      code: 'STORAGE',
      missing: true,
    })
  })
})

describe('OneDrive', () => {
  it('uploads a large file in ranges, and does not overwrite with it either', async () => {
    const storage = oneDriveStorage({ token: account(), baseUrl: `${oneDrive}/v1.0` })
    const bytes = new Uint8Array(25 * 2 ** 20).map((_, i) => i ^ (i >> 8) ^ (i >> 16))
    const file = new Blob([bytes])
    expect(await storage.write('in/big.png', file, signal)).toEqual({ path: 'in/big.png' })
    expect(await storage.write('in/big.png', file, signal)).toEqual({ path: 'in/big-2.png' })
    const read = await (await storage.read('in/big.png', signal)).bytes()
    expect(read.length).toBe(bytes.length)
    expect(read.findIndex((byte, i) => byte !== bytes[i])).toBe(-1)
  })
})

describe('Dropbox', () => {
  it('refuses at once a file that the service would not accept', async () => {
    const storage = dropboxStorage({ token: account() })
    const big = new Blob(Array(151).fill(new Uint8Array(2 ** 20)))
    await expect(storage.write('a.png', big, signal)).rejects.toMatchObject({
      message: 'Dropbox could not write a.png: the file is larger than it takes',
    })
  })
})

describe('Google Drive', () => {
  const storageOf = (token: string) => googleDriveStorage({ token, baseUrl: googleDrive })
  const seed = (token: string, name: string, content: string) =>
    fetch(`${googleDrive}/seed?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: content,
    })

  it('reads the most recently changed of several files with one name', async () => {
    const token = account()
    await seed(token, "it's.jpg", 'older')
    await seed(token, "it's.jpg", 'newer')
    expect(await contentOf(storageOf(token), "it's.jpg")).toBe('newer')
  })

  it('keeps results in its own folder, and ignores files elsewhere', async () => {
    const token = account()
    await seed(token, 'a.png', 'the user’s')
    const storage = storageOf(token)
    const writes = ['b.png', 'a.png', 'c.png'].map((name) =>
      storage.write(name, text(name), signal),
    )
    expect(await Promise.all(writes)).toEqual([
      { path: 'b.png' },
      { path: 'a.png' },
      { path: 'c.png' },
    ])
    // The storage of another page finds the same folder.
    expect(await storageOf(token).write('a.png', text('x'), signal)).toEqual({ path: 'a-2.png' })
  })

  it.each(['read', 'write'] as const)('a slash is refused: %s', async (action) => {
    const storage = storageOf(account())
    const failed =
      action === 'read'
        ? storage.read('in/a.png', signal)
        : storage.write('in/a.png', text('x'), signal)
    await expect(failed).rejects.toMatchObject({
      code: 'STORAGE',
      status: 400,
      message: `Google Drive could not ${action} in/a.png: it takes the name of a file only, without folders`,
    })
  })
})
