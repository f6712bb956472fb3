import { expect, it } from 'vitest'
import { attacks } from '../svg-attacks.ts'
import { longestSilence } from './longest-silence.ts'
import { run } from './run.ts'

it.each(Object.entries(attacks))('%s is drawn or refused', async (_, text) => {
  const start = performance.now()
  let answer = 'an image'
  const silence = await longestSilence(async () => {
    await run({ url: new Blob([text]), width: 400, output_format: 'png' }).catch(({ code }) => {
      answer = code
    })
  })
  const ms = performance.now() - start
  console.log(`${answer}, ${Math.round(ms)} ms, silent for ${Math.round(silence)} ms`)
  expect(['an image', 'TIMEOUT', 'TOO_LARGE', 'UNIDENTIFIED_IMAGE']).toContain(answer)
  expect(ms).toBeLessThan(20_000)
  expect(silence).toBeLessThan(1000)
  expect(document.querySelector('iframe[sandbox="allow-scripts"]')).toBeNull()
})
