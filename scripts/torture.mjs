/** Attacks Darkroom for some minutes and prints what came of each attack: `npm run torture -- 30`. */
import { spawnSync } from 'node:child_process'
import { findChromium } from './chromium.mjs'

const minutes = Number(process.argv[2] ?? 30)
if (!(minutes > 0)) {
  console.error(`Expected a number of minutes but received ${process.argv[2]}`)
  process.exit(1)
}
const { status } = spawnSync('npx', ['vitest', 'run', 'test/torture'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    CHROMIUM: findChromium(),
    TORTURE_MINUTES: String(minutes),
    TORTURE_SEED: process.env.TORTURE_SEED ?? String(Date.now()),
  },
})
process.exit(status ?? 1)
