/** Attacks Darkroom for some minutes and prints what came of each attack: `npm run torture -- 30`. Other arguments go to Vitest. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const minutes = Number(process.argv[2] ?? 30)
if (!(minutes > 0)) {
  console.error(`Expected a number of minutes but received ${process.argv[2]}`)
  process.exit(1)
}
const test = fileURLToPath(new URL('test.mjs', import.meta.url))
const { status } = spawnSync(process.execPath, [test, 'test/torture', ...process.argv.slice(3)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NIGHTLY: '1',
    TORTURE_MINUTES: String(minutes),
    TORTURE_SEED: process.env.TORTURE_SEED ?? String(Date.now()),
  },
})
process.exit(status ?? 1)
