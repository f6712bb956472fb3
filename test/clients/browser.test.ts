import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { picture, pngFile } from '../pages/in-page.ts'
import { startHandlerServer } from '../servers/handler-server.ts'
import { startHttpServer } from '../servers/http-server.ts'
import { openSite } from '../servers/service-worker-site.ts'

/** How long process_result waits. */
const WAIT_MS = 25_000
const KEY = 'a-key'
const clients = ['upload-form', 'gallery', 'editor'] as const

let site: Awaited<ReturnType<typeof openSite>>
let server: Awaited<ReturnType<typeof startHandlerServer>>
let slow: Awaited<ReturnType<typeof startHttpServer>>
let page: Page
/** Answers the request for the slow picture. */
let answerSlow: () => void
/** Called when it arrives. */
let wasAsked: () => void

beforeAll(async () => {
  server = await startHandlerServer({}, { keys: [KEY] })
  slow = await startHttpServer((_, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    answerSlow = () => response.end(pngFile())
    wasAsked()
  })
  site = await openSite()
  for (const name of clients) {
    const file = new URL(`browser/${name}.js`, import.meta.url)
    site.scripts.set(`/clients/${name}.js`, readFileSync(file, 'utf8'))
  }
  page = await site.openControlled({ darkroom: { keys: [KEY] } })
  for (const { clock } of [page, server.page]) await clock.install()
})

afterAll(async () => {
  await site?.close()
  slow?.close()
  await server?.close()
})

/** Runs in the page. Returns an image's size in pixels. */
const SIZE = `async (blob) => {
  const { width, height } = await createImageBitmap(blob)
  return [blob.type, width, height]
}`

/** Runs an application's code in the page, with the clients' modules, the server's URL and the key in scope. */
const inPage = <T>(code: string) =>
  page.evaluate(`(async () => {
    const size = ${SIZE}
    ${code}
  })()`) as Promise<T>

describe.each([
  ['the service worker', () => site.origin, () => page],
  ['the server on Node', () => server.url, () => server.page],
])('browser clients of %s', (_, baseUrl, servingPage) => {
  const uploaded = (picture: string, key = KEY) => `
    const { improve } = await import('/clients/upload-form.js')
    const options = { baseUrl: '${baseUrl()}', apiKey: '${key}' }
    const { name, blob, polls } = await improve(${picture}, options)
    return { name, size: await size(blob), polls: [...new Set(polls)] }`
  const file = `new File([await (await fetch('data:image/png;base64,${picture().slice(7)}')).blob()], 'sea side.png')`

  test('an upload form that polls only while a job is in progress', async () => {
    expect(await inPage(uploaded(file))).toEqual({
      name: 'sea-side.webp',
      size: ['image/webp', 48, 32],
      polls: [],
    })
  })

  test('the same form, with a picture that takes longer than process_result waits', async () => {
    const asked = new Promise<void>((resolve) => {
      wasAsked = resolve
    })
    const pending = page.waitForResponse(/process_result$/)
    const outcome = inPage(uploaded(`'${slow.url}/shore.png'`))
    await asked
    await servingPage().clock.fastForward(WAIT_MS)
    await pending
    answerSlow()
    expect(await outcome).toEqual({
      name: 'shore.webp',
      size: ['image/webp', 48, 32],
      polls: expect.arrayContaining(['complete']),
    })
  })

  test('the same form, with a file that is no image, and with a wrong key', async () => {
    await expect(inPage(uploaded("new File(['text'], 'a.png')"))).rejects.toThrow(/picture|image/i)
    await expect(inPage(uploaded(file, 'wrong'))).rejects.toThrow('No user found')
  })

  test('a gallery that throws at any other status, with a data: URL', async () => {
    const outcome = await inPage(`
      const { GalleryClient } = await import('/clients/gallery.js')
      const client = new GalleryClient('${baseUrl()}/', '${KEY}')
      const { name, blob } = await client.enlarge('data:image/png;base64,${picture().slice(7)}')
      return { name, size: await size(blob), account: (await client.call('GET', 'me')).api_key }`)
    expect(outcome).toEqual({
      name: expect.stringMatching(/^[\w.-]+\.png$/),
      size: ['image/png', 48, 32],
      account: KEY,
    })
  })

  test('an export dialog that sends a form, and deletes what it fetched', async () => {
    const outcome = await inPage(`
      const { exportPicture } = await import('/clients/editor.js')
      const outcome = await exportPicture('${picture()}', '${baseUrl()}', '${KEY}')
      return { ...outcome, picture: await size(outcome.picture) }`)
    expect(outcome).toEqual({
      name: expect.stringMatching(/^[\w.-]+\.jpg$/),
      picture: ['image/jpeg', 2880, 1920],
      removed: 200,
      after: [404, 'Image deleted'],
      gone: 404,
    })
  })
})
