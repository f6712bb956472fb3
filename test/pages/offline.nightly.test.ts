import { afterAll, beforeAll, expect, test } from 'vitest'
import { offlineRequests, openOfflineSite, prepare, runAll } from './offline-site.ts'

const enlarge = { width: '200%' } as const
const cutOut = { background: { remove: 'auto' } } as const
let site: Awaited<ReturnType<typeof openOfflineSite>>

beforeAll(async () => {
  site = await openOfflineSite()
})
afterAll(() => site?.close())

test('a page that is opened without a network enlarges and cuts out', async () => {
  const page = await site.open()
  await prepare(page, [enlarge, cutOut])
  await page.close()
  await site.disconnect()

  const offline = await site.open()
  expect(await offlineRequests(offline)).toEqual([enlarge, cutOut])
  expect(await runAll(offline, [enlarge, cutOut])).toEqual([
    { width: 320, height: 240, corner: 255, middle: 255 },
    { width: 160, height: 120, corner: 0, middle: 255 },
  ])
})
