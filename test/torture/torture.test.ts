import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findData } from '../../scripts/lib/shared-data.mjs'
import { mutated } from '../mutate.ts'
import { openDarkroom, run } from '../remote/page.ts'
import type { Endpoint, Fault } from '../servers/reference-service/faults.ts'
import { startReferenceService } from '../servers/reference-service/server.ts'
import {
  attack,
  attackPage,
  base64,
  JOBS,
  MS,
  pick,
  printTallies,
  random,
  runAll,
} from './attack.ts'
import { nonsense } from './nonsense.ts'
import { count, repeat } from './tally.ts'
import { TornBrowser } from './torn-browser.ts'

const folder = findData('formats/good') as string
const files = readdirSync(folder)
  .filter((name) => /\.(jpg|png|webp|gif|bmp|tif)$/.test(name))
  .map((name) => join(folder, name))

// killed.nightly.test.ts has the attacks that end a process, which test/pages and test/faults make singly.
printTallies()

attack('a service that misbehaves', async (tally) => {
  const service = await startReferenceService({ keys: ['a-key'], keepAlive: false })
  const remote = { baseUrl: service.url, apiKey: 'a-key' }
  const opened = await openDarkroom({ remote })
  const faults: Fault[] = [
    { answer: 429 },
    { answer: 500 },
    { answer: 503 },
    { answer: 200 },
    { drop: 'before' },
    { drop: 'after' },
    { cut: 20 },
    { half: true },
    { slow: 300 },
  ]
  const endpoints: Endpoint[] = ['process', 'result', 'result', 'files']
  const request = { url: 'the picture', background: { generate: { description: 'a beach' } } }
  try {
    await repeat(MS, tally, async () => {
      for (let i = 0; i < 4; i++) service.plan(pick(endpoints), pick(faults))
      const { record, error } = await run(opened.page, request)
      count(tally, [record?.status ?? error?.code ?? 'nothing'], ['REMOTE_FAILED'])
    })
  } finally {
    await opened.close()
    service.close()
  }
})

attackPage('requests full of nonsense', async (tally, page) => {
  const refusals = ['BAD_REQUEST', 'NOT_SUPPORTED', 'REMOTE_NOT_CONFIGURED', 'STORAGE', 'TOO_LARGE']
  await repeat(MS, tally, async () => {
    const requests = Array.from({ length: 50 }, () => nonsense(random))
    count(tally, await page.evaluate(runAll, requests), [
      ...refusals,
      'SOURCE_UNREACHABLE',
      'UNIDENTIFIED_IMAGE',
      'FILE_SIZE_UNREACHABLE',
    ])
  })
})

attackPage('damaged files', async (tally, page) => {
  await repeat(MS, tally, async () => {
    const urls = Array.from({ length: 12 }, () => {
      const bytes = mutated(new Uint8Array(readFileSync(pick(files))), random)
      return { url: base64(bytes), width: 16 }
    })
    count(tally, await page.evaluate(runAll, urls), ['UNIDENTIFIED_IMAGE', 'TOO_LARGE'])
  })
})

attack('a full disk', async (tally) => {
  const browser = await TornBrowser.start({ provider: 'wasm' })
  try {
    await repeat(MS, tally, async () => {
      const page = await browser.open()
      const session = await page.context().newCDPSession(page)
      const quotaSize = Math.round(random() * 20_000)
      await session.send('Storage.overrideQuotaForOrigin', {
        origin: new URL(page.url()).origin,
        quotaSize,
      })
      const known = browser.accepted.length
      await browser.submit(page, JOBS)
      // What was evicted for a newer result was complete before.
      count(tally, await browser.outcomes(page, browser.accepted.slice(known)), ['DELETED'])
      await page.close()
    })
  } finally {
    await browser.close()
  }
})
