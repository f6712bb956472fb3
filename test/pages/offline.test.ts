import { afterAll, beforeAll, expect, test } from 'vitest'
import { offlineRequests, openOfflineSite, prepare, runAll } from './offline-site.ts'

const small = { width: 40, output_format: 'png' } as const
let site: Awaited<ReturnType<typeof openOfflineSite>>

beforeAll(async () => {
  site = await openOfflineSite()
})
afterAll(() => site?.close())

const OLD = '0.0.1+old'

test('what was precached runs without a network; other versions go when no page uses them', async () => {
  const old = await site.open()
  // As a page of another version does.
  await old.evaluate(async (build) => {
    await caches.open(`darkroom-precache ${build}`)
    const held = new Promise((resolve) => addEventListener('pagehide', resolve))
    const options = { mode: 'shared' } as const
    void navigator.locks.request(`darkroom-build ${build}`, options, () => held)
  }, OLD)

  const page = await site.open()
  expect(await offlineRequests(page)).toEqual([])
  await prepare(page, [small])
  expect(await offlineRequests(page)).toEqual([small])
  const hasOld = () => page.evaluate((build) => caches.has(`darkroom-precache ${build}`), OLD)
  expect(await hasOld()).toBe(true)
  await old.close()
  await expect.poll(hasOld).toBe(false)
  const before = site.served.length
  await prepare(page, [small])
  const again = site.served.slice(before).map(({ path }) => path)
  expect(again.filter((path) => !path.endsWith('service-worker.js'))).toEqual([])
  await page.close()

  await site.disconnect()
  const offline = await site.open()
  expect(await runAll(offline, [small])).toMatchObject([{ width: 40, height: 30 }])
  expect(await offlineRequests(offline)).toEqual([small])
})
