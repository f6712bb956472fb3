import { afterAll, describe, expect, it } from 'vitest'
import { startBundledWorker } from '../../src/engine/bundled-worker.ts'
import type { DarkroomOptions } from '../../src/index.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { attacks } from '../svg-attacks.ts'
import { longestSilence } from './longest-silence.ts'
import { darkroomWith } from './run.ts'

/** A Darkroom without a frame, as Firefox and WebKit have none. */
function withoutFrame(options: DarkroomOptions = {}) {
  const given = { persist: false, provider: 'wasm' as const, ...options }
  return new LazyDarkroom(given, { svgFrame: undefined }, async () => ({
    startWorker: startBundledWorker,
  }))
}
/** Starts the worker, and the probe. */
const simple = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
const counting = withoutFrame()
const rendering = withoutFrame({ svg: { resvg: '/node_modules/@resvg/resvg-wasm/' } })
afterAll(() => {
  counting.dispose()
  rendering.dispose()
})

describe.each([
  ['in a frame', darkroomWith()],
  ['by counts', counting],
  ['by the renderer of the application', rendering],
])('%s', (_, darkroom) => {
  it.each(Object.entries({ 'a simple drawing': simple, ...attacks }))(
    '%s is drawn or refused',
    async (_, text) => {
      const start = performance.now()
      let answer = 'an image'
      const silence = await longestSilence(async () => {
        await darkroom.run({ url: new Blob([text]), output_format: 'png' }).catch(({ code }) => {
          answer = code
        })
      })
      const ms = performance.now() - start
      console.log(`${answer}, ${Math.round(ms)} ms, silent for ${Math.round(silence)} ms`)
      expect(['an image', 'TIMEOUT', 'TOO_LARGE', 'UNIDENTIFIED_IMAGE']).toContain(answer)
      expect(ms).toBeLessThan(8000)
      // Of the page's thread, which shares two cores with what is ended.
      expect(silence).toBeLessThan(250)
      expect(document.querySelector('iframe[sandbox="allow-scripts"]')).toBeNull()
    },
  )
})
