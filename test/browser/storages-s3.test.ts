import { describe, expect, inject, it } from 'vitest'
import { type S3Options, s3Storage } from '../../src/storages.ts'
import { contentOf, filesOf, names, pathsOf, signal, text } from './storages.ts'

const secret = 'a secret / with + signs'
const bucket = (options: Partial<S3Options> = {}) =>
  s3Storage({
    bucket: 'pictures',
    accessKeyId: 'AKIAWRITER',
    secretAccessKey: secret,
    endpoint: inject('storageServers').s3,
    ...options,
  })

/** A folder name that no other test uses. */
const folder = () => crypto.randomUUID()

describe('a bucket', () => {
  it('reads back what was written, under any name', async () => {
    const [storage, top] = [bucket(), folder()]
    for (const name of names) {
      const path = `${top}/b c/${name}`
      expect(await storage.write(path, text(name), signal)).toEqual({ path })
      expect(await contentOf(storage, path)).toBe(name)
    }
    expect((await pathsOf(storage, `${top}/b c`)).sort()).toEqual(
      names.map((name) => `${top}/b c/${name}`).sort(),
    )
  })

  it('keeps the type of a file', async () => {
    const [storage, path] = [bucket(), `${folder()}/a.webp`]
    await storage.write(path, new Blob(['x'], { type: 'image/webp' }), signal)
    expect((await storage.read(path, signal)).type).toBe('image/webp')
  })

  it('overwrites nothing, not even when two write at once', async () => {
    const [storage, top] = [bucket(), folder()]
    const write = (content: string) => storage.write(`${top}/a.png`, text(content), signal)
    await write('1')
    expect(await write('2')).toEqual({ path: `${top}/a-2.png` })
    expect(await contentOf(storage, `${top}/a.png`)).toBe('1')
  })

  it('overwrites nothing where a name is taken after it was looked for', async () => {
    const path = `${folder()}/a.png`
    await bucket().write(path, text('theirs'), signal)
    // Simulates a HEAD just before another client writes the file.
    const early: typeof fetch = async (input, init) =>
      init?.method === 'HEAD' && String(input).endsWith('/a.png')
        ? new Response(null, { status: 404 })
        : fetch(input, init)
    const written = await bucket({ fetch: early }).write(path, text('ours'), signal)
    expect(written.path).toBe(path.replace('a.png', 'a-2.png'))
    expect(await contentOf(bucket(), path)).toBe('theirs')
  })

  it('writes to a service without conditional writes', async () => {
    const [storage, path] = [bucket(), `simple/${folder()}.png`]
    expect(await storage.write(path, text('x'), signal)).toEqual({ path })
    expect(await contentOf(storage, path)).toBe('x')
  })

  it('says where others find a file', async () => {
    const top = folder()
    const storage = bucket({ publicUrl: 'https://cdn.example/' })
    expect(await storage.write(`${top}/a b.png`, text('x'), signal)).toEqual({
      path: `${top}/a b.png`,
      url: `https://cdn.example/${top}/a%20b.png`,
    })
  })

  it('lists what is below a folder only, with a version that changes with the content', async () => {
    const [storage, top] = [bucket(), folder()]
    for (const path of ['in/b.png', 'in/a/c.png', 'inside.png'])
      await storage.write(`${top}/${path}`, text(path), signal)
    const files = await filesOf(storage, `${top}/in`)
    expect(files).toEqual([
      { path: `${top}/in/a/c.png`, size: 10, version: expect.any(String) },
      { path: `${top}/in/b.png`, size: 8, version: expect.any(String) },
    ])
    expect(files[0]?.version).not.toBe(files[1]?.version)
    expect(await pathsOf(storage, `${top}/nothing`)).toEqual([])
  })

  it('lists page after page', async () => {
    const [storage, top] = [bucket(), folder()]
    const paths = ['1', '2', '3', '4 a', '4+b', '5', '6'].map((name) => `${top}/${name}`)
    for (const path of paths) await storage.write(path, text('x'), signal)
    expect((await pathsOf(storage, top)).sort()).toEqual(paths.sort())
  })
})

describe('errors of a bucket', () => {
  const cases: [string, Partial<S3Options>, string, string][] = [
    [
      'a wrong secret',
      { secretAccessKey: 'wrong' },
      'x.png',
      'the keys are not valid (403, SignatureDoesNotMatch)',
    ],
    [
      'an unknown key',
      { accessKeyId: 'AKIANOBODY' },
      'x.png',
      'the keys are not valid (403, InvalidAccessKeyId)',
    ],
    ['a missing file', {}, 'missing.png', 'there is no such file (404, NoSuchKey)'],
    [
      'a missing bucket',
      { bucket: 'nowhere' },
      'x.png',
      'there is no such bucket (404, NoSuchBucket)',
    ],
    ['nothing that answers', { endpoint: inject('unreachable') }, 'x.png', 'no answer came'],
    [
      'no CORS',
      { endpoint: `${inject('imageServer')}/no-cors` },
      'x.png',
      'this page may not read or follow (CORS, or a redirect)',
    ],
  ]
  it.each(cases)('%s', async (_, options, path, why) => {
    const error = await bucket(options)
      .read(path, signal)
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'STORAGE', status: 400 })
    expect(error.message).toContain(`The S3 bucket could not read ${path}: `)
    expect(error.message).toContain(why)
    for (const hidden of [secret, 'AKIA', 'wrong']) expect(error.message).not.toContain(hidden)
  })

  it.each([
    ['full', {}, 'full/a.png', 'it is full (507, XMinioStorageFull)'],
    [
      'read-only',
      { accessKeyId: 'AKIAREADER', secretAccessKey: 'another secret' },
      'a.png',
      'it is read-only here, or the permission to write is missing (403, AccessDenied)',
    ],
    [
      'a wrong secret',
      { secretAccessKey: 'wrong' },
      'a.png',
      'it is read-only here, or the permission to write is missing (403)',
    ],
  ] as const)('%s, when writing', async (_, options, path, why) => {
    await expect(bucket(options).write(path, text('x'), signal)).rejects.toMatchObject({
      code: 'STORAGE',
      message: `The S3 bucket could not write ${path}: ${why}`,
    })
  })

  it('aborted', async () => {
    const controller = new AbortController()
    const read = bucket().read('x.png', controller.signal)
    controller.abort()
    await expect(read).rejects.toMatchObject({ code: 'ABORTED' })
  })
})
