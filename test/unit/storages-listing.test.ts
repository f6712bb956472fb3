import { describe, expect, it } from 'vitest'
import {
  directoryStorage,
  displayName,
  dropboxStorage,
  oneDriveStorage,
  type Storage,
  s3Storage,
} from '../../src/storages.ts'

const { signal } = new AbortController()

async function listed(storage: Storage) {
  let count = 0
  let last = ''
  try {
    for await (const { path } of storage.list?.('', signal) ?? []) {
      count++
      last = path
    }
  } catch (error) {
    return { count, last, error: error as Error & { code: string } }
  }
  return { count, last }
}

const files = (count: number) => Array.from({ length: count }, (_, i) => `${1e6 + i}.png`)

/** Storages whose server sends a page for every request: as `next` says, it is followed by another. */
const services: [
  string,
  (names: (page: number) => string[], next: (page: number) => string | undefined) => Storage,
][] = [
  // biome-ignore format: a line
  [
    'OneDrive',
    (names, next) =>
      oneDriveStorage({
        token: 't',
        fetch: pages((page) => {
          const token = next(page)
          return Response.json({
            value: names(page).map((name) => ({ name, size: 1, cTag: '1', file: {} })),
            ...(token && { '@odata.nextLink': `https://graph.microsoft.com/v1.0/next?${token}` }),
          })
        }),
      }),
  ],
  [
    'Dropbox',
    (names, next) =>
      dropboxStorage({
        token: 't',
        fetch: pages((page) => {
          const cursor = next(page)
          const entries = names(page).map((name) => ({ '.tag': 'file', path_display: `/${name}`, size: 1, rev: '1' })) // biome-ignore format: a line
          return Response.json({ entries, cursor: cursor ?? '', has_more: cursor !== undefined })
        }),
      }),
  ],
  [
    'S3',
    (names, next) =>
      s3Storage({
        bucket: 'shop',
        accessKeyId: 'a',
        secretAccessKey: 's',
        fetch: pages((page) => {
          const token = next(page)
          const entries = names(page).map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`) // biome-ignore format: a line
          return new Response(
            `<ListBucketResult>${entries.join('')}${token ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''}`, // biome-ignore format: a line
          )
        }),
      }),
  ],
]

function pages(answer: (page: number) => Response): typeof fetch {
  let page = 0
  return async () => answer(page++)
}

describe.each(services)('a listing of %s', (_, storageOf) => {
  it('that names the same page twice ends: what was read is listed, then that is an error', async () => {
    const names = (page: number) => [`${page}.png`]
    const { error, ...read } = await listed(storageOf(names, (page) => `token${page % 2}`))
    expect(read).toEqual({ count: 3, last: '2.png' })
    expect(error).toMatchObject({ code: 'STORAGE', message: expect.stringContaining('the same page twice') }) // biome-ignore format: a line
  })

  it('may have 100,000 entries', async () => {
    const names = (page: number) => files(100_000).slice(page * 20_000, (page + 1) * 20_000)
    const next = (page: number) => (page < 4 ? `token${page}` : undefined)
    expect(await listed(storageOf(names, next))).toEqual({ count: 100_000, last: '1099999.png' })
  })

  it('of more ends: what was read is listed, then that is an error', async () => {
    const names = (page: number) => files(1_000_000).slice(page * 20_001, (page + 1) * 20_001)
    const { error, ...read } = await listed(storageOf(names, (page) => `token${page}`))
    expect(read).toEqual({ count: 100_000, last: '1099999.png' })
    expect(error).toMatchObject({ code: 'STORAGE', message: expect.stringContaining('more than 100,000') }) // biome-ignore format: a line
  })
})

/** A folder with a file and with itself. */
const folder = {
  kind: 'directory',
  name: 'a',
  async *values() {
    yield { kind: 'file', name: 'z.png', getFile: async () => ({ size: 1, lastModified: 1 }) }
    yield folder
  },
}

it.each<[string, Storage]>([
  ['the device', directoryStorage(folder as unknown as FileSystemDirectoryHandle)],
  [
    'OneDrive',
    oneDriveStorage({
      token: 't',
      fetch: async () =>
        Response.json({
          value: [
            { name: 'z.png', size: 1, cTag: '1', file: {} },
            { name: 'a', folder: {} },
          ],
        }),
    }),
  ],
])(
  'a folder of %s inside itself is listed 100 times, then that is an error',
  async (_, storage) => {
    const { error, ...read } = await listed(storage)
    expect(read).toEqual({ count: 100, last: 'z.png' })
    expect(error).toMatchObject({ code: 'STORAGE', message: expect.stringContaining('inside itself') }) // biome-ignore format: a line
  },
)

it('a name is shown without characters that turn its direction or control a terminal', async () => {
  const name = 'in/\u202egnp.exe\u2066\u200f\u061c\u001b[31m\u0000'
  expect(displayName(name)).toBe('in/gnp.exe[31m')
  const storage = dropboxStorage({
    token: 't',
    fetch: async () => new Response('', { status: 404 }),
  })
  const read = storage.read(name, signal)
  await expect(read).rejects.toMatchObject({ message: expect.stringContaining('read in/gnp.exe[31m: ') }) // biome-ignore format: a line
})
