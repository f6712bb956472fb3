/** Finds or installs Chromium, then runs the tests: all but nightly ones, or these alone. Other arguments go to Vitest. */
import { spawnSync } from 'node:child_process'
import { findChromium } from './chromium.mjs'

try {
  process.env.CHROMIUM = findChromium()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const options = process.argv.slice(2).filter((argument) => argument !== '--nightly')
if (process.argv.includes('--nightly')) {
  process.env.NIGHTLY = '1'
  if (options.length === 0) options.push('.nightly.test.ts')
}
const { status } = spawnSync('npx', ['vitest', 'run', ...options], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
