import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startReferenceService } from '../servers/reference-service/server.ts'
import { ownModel } from './own-model.ts'
import { openDarkroom, pictureOf, read, run } from './page.ts'
import { rows } from './rows.ts'
import { generativeValues } from './values.ts'

const KEY = 'rows-key'
const root = fileURLToPath(new URL('../..', import.meta.url))

let service: Awaited<ReturnType<typeof startReferenceService>>
let opened: Awaited<ReturnType<typeof openDarkroom>>
let picture: Buffer
const outcomes = new Map<string, string[]>()

beforeAll(async () => {
  service = await startReferenceService({ keys: [KEY], queue: 1000 })
  const remote = { baseUrl: service.url, apiKey: KEY }
  opened = await openDarkroom({ remote, models: { own: await ownModel() } })
  picture = await pictureOf(opened.page)
})
afterAll(async () => {
  await opened?.close()
  service?.close()
})

describe('a page sends to the service', () => {
  test.for(rows)('$name', async (row) => {
    outcomes.set(row.name, ['nothing: it is done on the device', '', ''])
    const before = service.arrivals.length
    const { record, error } = await run(opened.page, row.request)
    expect(error).toBeUndefined()
    const posts = service.arrivals.slice(before).filter(({ method }) => method === 'POST')
    if (row.sent === null) return expect(posts).toEqual([])
    expect(posts.map(({ path }) => path)).toEqual(['/rest_api/process'])
    const [post] = posts
    if (!post) throw new Error('nothing arrived')
    const { json, file } = await read(post)
    const same = isDeepStrictEqual(json, row.sent)
    outcomes.set(row.name, [JSON.stringify(row.sent), JSON.stringify(json), same ? 'yes' : 'no'])
    expect(json).toEqual(row.sent)
    const kind = file && (file.equals(picture) ? 'original' : 'processed')
    expect(kind ?? 'none').toBe(row.image)
    expect(post.headers['x-api-key']).toBe(KEY)
    expect(record?.details?.sent).toMatchObject({ to: service.url, bytes: post.body.length })
  })
})

test('every value of the schema has a row', () => {
  const written = rows.map(({ name }) => name)
  expect(generativeValues().filter((value) => !written.includes(value))).toEqual([])
})

test('docs/generative-values.md lists what was sent and what arrived', async () => {
  const code = (text: string) => (text.startsWith('{') ? `\`${text}\`` : text)
  const line = (cells: string[]) => `| ${cells.map(code).join(' | ')} |`
  const table = rows
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name }) => line([name, ...(outcomes.get(name) ?? [])]))
  const text = [
    '# Generative values, as they arrive',
    '',
    'Made by test/remote/rows.test.ts: each is written by a page in a real browser, and read from the raw body at the',
    'service. Sizes are those for an image of 12 x 8 pixels; `output_format` is `png` so that nothing is lost',
    'on the way back.',
    '',
    '| value | sent, by the interface | received | equal |',
    '| --- | --- | --- | --- |',
    ...table,
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot(join(root, 'docs/generative-values.md'))
})
