import { describe, expect, test } from 'vitest'
import { choose, page, picture, useDemo } from './site.ts'

useDemo()

describe('as JavaScript', () => {
  /** Runs the code of a tab in the page, like the console. */
  async function evaluate(tab: string): Promise<{ status: string; result_url: string }> {
    await page.getByRole('tab', { name: tab }).click()
    const program = await page.getByRole('textbox', { name: tab, exact: true }).inputValue()
    const session = await page.context().newCDPSession(page)
    const { result } = await session.send('Runtime.evaluate', {
      expression: `(async () => { ${program}\nreturn job })()`,
      awaitPromise: true,
      returnByValue: true,
      // The console ignores the page's CSP for eval.
      allowUnsafeEvalBlockedByCSP: true,
    })
    return result.value
  }

  test('the service worker answers within 5 s of the first load, without a reload', async () => {
    const loads: string[] = []
    page.on('framenavigated', (frame) => loads.push(frame.url()))
    const url = `data:image/png;base64,${picture().buffer.toString('base64')}`
    const answer = await page.evaluate(async (url) => {
      const { controller } = navigator.serviceWorker
      if (!controller)
        await new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        )
      const controlled = performance.now()
      const response = await fetch('/rest_api/process_result', {
        method: 'POST',
        headers: { 'x-api-key': 'any' },
        body: JSON.stringify({ url, width: 32 }),
      })
      const { status, result_url } = await response.json()
      return { controlled, status, type: (await fetch(result_url)).headers.get('content-type') }
    }, url)
    expect(answer).toMatchObject({ status: 'complete', type: 'image/png' })
    expect(answer.controlled).toBeLessThan(5000)
    expect(loads).toEqual([])
  })

  test('fetch and the object do what the form says', async () => {
    await choose(picture())
    await page.getByRole('radio', { name: '1×' }).check({ force: true })
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    expect(await evaluate('fetch')).toMatchObject({
      status: 'complete',
      result_url: expect.stringMatching(/^http.*\/rest_api\/files\/.*small\.png$/),
    })
    expect(await evaluate('Code')).toMatchObject({
      status: 'complete',
      result_url: expect.stringMatching(/^blob:/),
    })
  })
})
