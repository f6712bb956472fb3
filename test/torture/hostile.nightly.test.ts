import { deflateSync } from 'node:zlib'
import type { Darkroom } from '../../src/index.ts'
import { dropboxStorage, oneDriveStorage, type Storage, s3Storage } from '../../src/storages.ts'
import { chunk } from '../../workers/codecs/formats/png/chunks.ts'
import { manyScans } from '../many-scans.ts'
import { attack, attackPage, base64, MS, pick, printTallies, random, runAll } from './attack.ts'
import { count, repeat } from './tally.ts'

declare const window: { darkroom: Darkroom }

const GOOD = { url: 'base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==' }
const below = (limit: number) => Math.floor(random() * limit)

printTallies()

/** A PNG of a pixel whose profile inflates to so many MB. */
function profiled(mb: number): Buffer {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
    'base64',
  )
  const body = Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.alloc(mb * 1e6))])
  return Buffer.concat([png.subarray(0, 33), chunk('iCCP', body), png.subarray(33)])
}

attackPage('files that unpack, and good ones beside them', async (tally, page) => {
  await repeat(MS, tally, async () => {
    const jpeg = manyScans(64 << below(7), 1 + below(40_000))
    const files = [jpeg, profiled(1 + below(400))].map((bytes) => ({
      url: base64(bytes),
      width: 16,
    }))
    count(tally, await page.evaluate(runAll, files), ['UNIDENTIFIED_IMAGE', 'TOO_LARGE'])
    count(tally, await page.evaluate(runAll, [GOOD]), [])
  })
})

attackPage('objects of many keys', async (tally, page) => {
  await repeat(MS, tally, async () => {
    const asked = [below(300_000), pick(['', 'fit', 'background', 'caption'])] as const
    const { outcome, ms } = await page.evaluate(async ([keys, field]) => {
      const many = Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, i]))
      const start = performance.now()
      const request = field ? { url: 'base64,', [field]: many } : { url: 'base64,', ...many }
      const refusal = await window.darkroom.run(request as never).catch((error) => error)
      return { outcome: refusal.code as string, ms: performance.now() - start }
    }, asked)
    count(tally, [ms < 5000 ? outcome : `${ms} ms`], ['BAD_REQUEST', 'UNIDENTIFIED_IMAGE'])
  })
})

/** A piece of an answer of any kind, some of it right. */
function answerPart(depth = 0): unknown {
  const kinds = [
    () => pick([null, '', 'a', 7, true, 'https://elsewhere.example/next', 'http://[', '../a']),
    () => Array.from({ length: below(4) }, () => answerPart(depth + 1)),
    () => Object.fromEntries(Array.from({ length: below(5) }, () => [pick(NAMES), answerPart(depth + 1)])), // biome-ignore format: a row
  ]
  return kinds[depth > 3 ? 0 : below(kinds.length)]?.()
}
const NAMES = ['value', 'name', 'file', 'folder', '@odata.nextLink', 'entries', 'has_more', 'cursor', '.tag', 'path_display'] // biome-ignore format: a row
const XML = ['<ListBucketResult>', '<Contents>', '</Contents>', '<Key>a', '</Key>', '<Size>', '</Size>', '&#x110000;', '<NextContinuationToken>', '</NextContinuationToken>'] // biome-ignore format: a row

attack('listings of storages that misbehave', async (tally) => {
  const json = async () => {
    const [name, wrong] = [pick(['value', 'entries']), answerPart()]
    return Response.json(random() < 0.5 ? wrong : { [name]: wrong, has_more: true, '@odata.nextLink': answerPart(4) }) // biome-ignore format: a row
  }
  const xml = async () => new Response(Array.from({ length: 12 }, () => pick(XML)).join(''))
  const storages: (() => Storage)[] = [
    () => oneDriveStorage({ token: 't', fetch: json }),
    () => dropboxStorage({ token: 't', fetch: json }),
    () => s3Storage({ bucket: 'b', accessKeyId: 'a', secretAccessKey: 's', fetch: xml }),
  ]
  const list = async ({ list }: Storage) => {
    for await (const _ of list?.('', AbortSignal.timeout(60_000)) ?? []);
    return 'complete'
  }
  await repeat(MS, tally, async () => {
    const outcome = await list(pick(storages)()).catch((error) => error.code ?? String(error))
    count(tally, [outcome], ['STORAGE'])
  })
})

/** Writes junk among the jobs; deletes a database while the page has it open. */
const ruin = async (kind: number) => {
  if (kind === 0) {
    const names = ['darkroom-jobs', 'darkroom-jobs-files', 'darkroom-weights', 'darkroom-gpu']
    const deleted = (name: string) =>
      new Promise((done, failed) => {
        const request = indexedDB.deleteDatabase(name)
        request.onsuccess = done
        request.onerror = failed
      })
    return Promise.all(names.map(deleted)).then(() => undefined)
  }
  const junk = [null, 7, 'x', [], {}, { id: 'a' }, { id: 'b', deleted: 'x' }, new Blob(['x'])]
  const opening = indexedDB.open('darkroom-jobs')
  await new Promise((done) => {
    opening.onsuccess = done
  })
  const store = opening.result.transaction('jobs', 'readwrite').objectStore('jobs')
  for (const [i, value] of junk.entries()) store.put(value, i % 2 ? `junk ${i}` : i)
  await new Promise((done) => {
    store.transaction.oncomplete = done
  })
  opening.result.close()
}

attackPage(
  'a database that another tab spoils or deletes',
  async (tally, page) => {
    const other = await page.context().newPage()
    await other.goto(page.url())
    const persisted = (request: object) =>
      window.darkroom.run(request as never, { persist: true }).then(
        ({ status }) => status as string,
        ({ code, message }) => code ?? message,
      )
    await repeat(MS, tally, async () => {
      count(tally, [await page.evaluate(persisted, GOOD)], [])
      await other.evaluate(ruin, below(3))
      const outcomes = await Promise.all(
        [page, other].map((each) => each.evaluate(persisted, GOOD)),
      )
      count(tally, outcomes, [])
      await page.evaluate(() => window.darkroom.jobs())
    })
  },
  { persist: true },
)
