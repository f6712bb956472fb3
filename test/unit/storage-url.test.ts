import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDarkroomError } from '../../src/shared/errors.ts'
import { numberedName } from '../../src/storages/names.ts'
import { parseListing } from '../../src/storages/s3-listing.ts'
import type { Storage } from '../../src/storages/storage.ts'
import {
  isStoragePath,
  parseStorageUrl,
  readStorage,
  resolveStorage,
  writeStorage,
} from '../../src/storages/storage-url.ts'

const { signal } = new AbortController()

describe('storage URLs', () => {
  it.each([
    ['storage://shop/a.jpg', 'shop', 'a.jpg'],
    ['STORAGE://shop/2024/my photo (1).jpg', 'shop', '2024/my photo (1).jpg'],
    ['storage://shop/100%25 näher?#.jpg', 'shop', '100%25 näher?#.jpg'],
    ['storage://my shop/..a/b..', 'my shop', '..a/b..'],
  ])('%s', (url, name, path) => {
    expect(parseStorageUrl(url, 'url')).toEqual({ name, path })
  })

  it.each([
    ['storage://shop', ''],
    ['storage://shop/', ''],
    ['storage://shop/out', 'out'],
    ['storage://shop/out/2024/', 'out/2024'],
  ])('%s as a folder', (url, path) => {
    expect(parseStorageUrl(url, 'target', { folder: true })).toEqual({ name: 'shop', path })
  })

  it.each([
    'storage://shop',
    'storage://shop/',
    'storage:///a.jpg',
    'storage://',
    'storage:shop/a.jpg',
    'https://shop/a.jpg',
    'storage://shop/../a.jpg',
    'storage://shop/b/./a.jpg',
    'storage://shop/b//a.jpg',
    'storage://shop/b/',
    'storage://shop/b\\a.jpg',
    'storage://shop/%2e%2e/a.jpg',
    'storage://shop/.%2E/a.jpg',
    'storage://shop/%252e%252e/a.jpg',
    'storage://shop/b%2fa.jpg',
    'storage://shop/b%5ca.jpg',
    'storage://shop/a\u0000.jpg',
    'storage://shop/a%0a.jpg',
    'storage://shop/a\ud800.jpg',
    'storage://../a.jpg',
  ])('%j is refused', (url) => {
    expect(() => parseStorageUrl(url, 'caption.url')).toThrow(
      expect.objectContaining({ code: 'STORAGE', status: 400, path: 'caption.url' }),
    )
  })

  it('any text is a path that stays inside the storage, or an error', () => {
    const piece = fc.oneof(
      fc.constantFrom('..', '.', '/', '\\', '%2e', '%2F', '%25', '%', '\u0000', 'a', 'ä', '\ud83d'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    )
    const url = fc.array(piece, { maxLength: 12 }).map((pieces) => `storage://${pieces.join('')}`)
    let accepted = 0
    fc.assert(
      fc.property(url, fc.boolean(), (text, folder) => {
        try {
          const { name, path } = parseStorageUrl(text, 'url', { folder })
          accepted++
          expect(name).not.toBe('')
          for (let read = path, last = ''; read !== last; read = unescaped(read)) {
            expect(read).not.toMatch(/(^|\/)\.{1,2}(\/|$)|\\|\p{Control}|\/\//u)
            last = read
          }
          expect(parseStorageUrl(`storage://${name}/${path}`, 'url', { folder })).toEqual({
            name,
            path,
          })
        } catch (error) {
          if (!isDarkroomError(error)) throw error
          expect(error).toMatchObject({ code: 'STORAGE', path: 'url' })
        }
      }),
      { numRuns: 5000 },
    )
    expect(accepted).toBeGreaterThan(100)
  }, 60_000)

  it('a path that may be asked for can be written into a URL and read from it', () => {
    const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((s) => !/^\s|\s$/.test(s))
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        const path = segments.join('/')
        fc.pre(isStoragePath(path))
        expect(parseStorageUrl(`storage://x/${path}`, 'url').path).toBe(path)
      }),
    )
  })
})

const unescaped = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

describe('the storages of a page', () => {
  const failing: Storage = {
    read: async () => Promise.reject(new Error('it rained')),
    write: async (path) => ({ path }),
  }
  const storages = { shop: failing, archive: failing }

  it('are found by name', () => {
    expect(resolveStorage(storages, 'storage://archive/a.jpg', 'url')).toEqual({
      name: 'archive',
      path: 'a.jpg',
      storage: failing,
    })
  })

  it.each(['other', 'constructor', '__proto__', 'toString'])('%s is none of them', (name) => {
    const ask = () => resolveStorage(storages, `storage://${name}/a.jpg`, 'target')
    expect(ask).toThrow(expect.objectContaining({ code: 'STORAGE', path: 'target' }))
    expect(ask).toThrow('shop, archive')
  })

  it('that are missing altogether are reported', () => {
    expect(() => resolveStorage({}, 'storage://a/b', 'url')).toThrow('none is configured')
  })

  it('that fail are named with the field', async () => {
    const read = readStorage(storages, 'storage://shop/a.jpg', 'background.replace', signal)
    await expect(read).rejects.toMatchObject({
      code: 'STORAGE',
      path: 'background.replace',
      message: 'The storage shop failed: it rained',
    })
  })

  it('take results into a folder', async () => {
    const file = new Blob(['x'])
    expect(await writeStorage(storages, 'storage://shop/', 'a.png', file, signal)).toEqual({
      path: 'a.png',
    })
    expect(await writeStorage(storages, 'storage://shop/o/p', 'a.png', file, signal)).toEqual({
      path: 'o/p/a.png',
    })
  })
})

it.each([
  ['a/b.png', 1, 'a/b.png'],
  ['a/b.png', 2, 'a/b-2.png'],
  ['a.b/c', 3, 'a.b/c-3'],
  ['a/.hidden', 2, 'a/.hidden-2'],
  ['a.tar.gz', 2, 'a.tar-2.gz'],
])('%s, number %i, is %s', (path, n, name) => {
  expect(numberedName(path, n)).toBe(name)
})

it('the keys of a listing are read unchanged', () => {
  const xml = `<ListBucketResult><Contents><Key>a &amp; b&#x27;&lt;&quot;&#228;.jpg</Key><Size>12</Size>
    <ETag>&quot;1&quot;</ETag></Contents><NextContinuationToken>t+/=</NextContinuationToken></ListBucketResult>`
  expect(parseListing(xml)).toEqual({
    files: [{ path: 'a & b\'<"ä.jpg', size: 12, version: '"1"' }],
    next: 't+/=',
  })
})
