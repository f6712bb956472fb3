/** Finds or installs Chromium, then runs every test. Arguments go to Vitest. */
import { spawnSync } from 'node:child_process'
import { findChromium } from './chromium.mjs'

try {
  process.env.CHROMIUM = findChromium()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const { status } = spawnSync('npx', ['vitest', 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
