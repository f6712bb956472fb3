import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startReferenceService } from '../servers/reference-service/server.ts'
import { button, choose, page, requestNow, useDemo } from './site.ts'

const KEY = 'demo-key'
let service: Awaited<ReturnType<typeof startReferenceService>>

useDemo({ connect: 'http://127.0.0.1:*' })
beforeAll(async () => {
  service = await startReferenceService({ keys: [KEY], credits: 7 })
})
afterAll(() => service?.close())

const view = (name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name })
const leaving = () => page.locator('#leaving')

async function connect(keep = false): Promise<void> {
  await view('Generate').click()
  await page.getByLabel('Service', { exact: true }).fill(service.url)
  await page.getByLabel('Key', { exact: true }).fill(KEY)
  if (keep) await page.getByLabel('Keep both in this browser').check()
  await button('Connect').click()
  await expect.poll(() => page.locator('#remote-status').textContent()).toMatch(/: \d credits/)
}

const posts = () =>
  service.arrivals.filter(({ method, path }) => method === 'POST' && path.endsWith('/process'))

describe('the generate view', () => {
  test('nothing is sent before the user says so; then a picture comes back', async () => {
    await choose()
    expect(await page.locator('#promise').textContent()).toBe('Pictures never leave this machine')
    await connect()
    expect(await page.locator('#promise').textContent()).toContain('Only what you generate')
    await page.getByLabel('What to make').fill('a table')
    await page.locator('#prompt-form').getByRole('button', { name: 'Generate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.textContent()).toContain(
      `Your picture and these fields go to ${service.url}`,
    )
    await expect
      .poll(() => leaving().textContent())
      .toContain('background.generate, with the picture')
    expect(posts()).toEqual([])
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.locator('#download').waitFor()
    expect(posts()).toHaveLength(1)
    expect(await requestNow()).toMatchObject({
      background: { generate: { description: 'a table' } },
    })
  })

  test('what is made from words alone is shown alone', async () => {
    await connect()
    await page.getByLabel('What to make').fill('a table')
    await page.locator('#prompt-form').getByRole('button', { name: 'Generate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await page.locator('#after-caption', { hasText: '1024 × 1024' }).waitFor()
    expect(await page.locator('#after').isVisible()).toBe(true)
    expect(await page.locator('#divider').isVisible()).toBe(false)
  })

  test('refused: nothing is sent', async () => {
    const before = posts().length
    await choose()
    await connect()
    await page.getByLabel('What to make').fill('a table')
    await page.locator('#prompt-form').getByRole('button', { name: 'Generate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it here' }).click()
    await expect.poll(() => page.locator('#status').textContent()).toBe('Cancelled.')
    expect(posts()).toHaveLength(before)
  })

  test('the key is kept where the user says so, and only then', async () => {
    const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
    await connect()
    expect(await kept()).not.toContain(KEY)
    await connect(true)
    // The page already showed that it is connected, so that alone proves nothing.
    await expect.poll(kept).toContain(KEY)
  })
})
