import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '../../scripts/chromium.mjs'
import { root, sidebar } from '../../site/.vitepress/pages.mjs'
import { startStaticServer } from '../servers/static-server.ts'

const dist = join(root, 'site/.vitepress/dist')
let server: Awaited<ReturnType<typeof startStaticServer>>
let browser: Browser

beforeAll(async () => {
  // VitePress fails on links to pages that are not there.
  execFileSync(process.execPath, [join(root, 'scripts/docs.mjs'), 'build'], { stdio: 'pipe' })
  server = await startStaticServer(dist)
  browser = await launch()
}, 600_000)

afterAll(async () => {
  await browser?.close()
  server?.close()
})

async function openPage() {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  return { page, complaints }
}

const links = sidebar.flatMap(({ items }) => items.map(({ link }) => link))
const fileOf = (link: string) => (link.endsWith('/') ? `${link}index.html` : `${link}.html`)

test.for(links)('%s has a heading and its images, and complains of nothing', async (link) => {
  const { page, complaints } = await openPage()
  await page.goto(new URL(fileOf(link).slice(1), server.url).href)
  expect(await page.locator('main h1').count()).toBe(1)
  const broken = await page.locator('main img').evaluateAll(async (images) => {
    const all = images as HTMLImageElement[]
    const shown = await Promise.all(
      all.map((image) =>
        image.decode().then(
          () => true,
          () => false,
        ),
      ),
    )
    return all.filter((_, index) => !shown[index]).map(({ src }) => src)
  })
  expect(broken).toEqual([])
  expect(complaints).toEqual([])
  await page.close()
})

test('the start page leads to the recipes, and the search finds a field', async () => {
  const { page, complaints } = await openPage()
  await page.goto(new URL('index.html', server.url).href)
  await page.getByRole('link', { name: 'Recipes' }).last().click()
  await page.getByRole('heading', { name: 'Product pictures' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').fill('max_file_size')
  const found = page.locator('.VPLocalSearchBox .result', { hasText: 'max_file_size' })
  await found.first().click()
  await page.waitForURL(/fields\.html#max_file_size|requests\.html/)
  expect(complaints).toEqual([])
  await page.close()
})

test('anchors are those of GitHub', async () => {
  const { page } = await openPage()
  await page.goto(new URL('install.html#when-something-does-not-load', server.url).href)
  await page.locator('#when-something-does-not-load').waitFor()
  await page.goto(new URL('errors.html#bad_request', server.url).href)
  await page.locator('#bad_request').waitFor()
  await page.close()
})

test('every exported class and function has a page', () => {
  expect(existsSync(join(dist, 'reference/index.html'))).toBe(true)
  const pages = readdirSync(join(dist, 'reference'), { recursive: true }).map(String)
  for (const name of ['Darkroom', 'DarkroomOptions', 'createDarkroom', 'runBatch', 'precache']) {
    expect(
      pages.filter((page) => page.endsWith(`/${name}.html`)),
      name,
    ).not.toEqual([])
  }
})
