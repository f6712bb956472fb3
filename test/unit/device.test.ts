import { expect, it } from 'vitest'
import { isWorthDownload } from '../../workers/inference/device.ts'

it.each([
  ['on a fast connection', { onLine: true, downlink: 10 }, true],
  ['on a slow one', { onLine: true, downlink: 1.5 }, false],
  ['on one that is to be spared', { downlink: 10, saveData: true }, false],
  ['offline', { onLine: false, downlink: 10 }, false],
  ['where the browser tells nothing', {}, false],
])('whether WASM gets a runtime of its own after the GPU failed: %s', (_, connection, worth) => {
  expect(isWorthDownload(connection)).toBe(worth)
})
