/** Measures encoders in Chromium and writes docs/encoders.md: node bench/encoders.mjs [--quick] */
import { writeFileSync } from 'node:fs'
import { flags } from '../scripts/chromium.mjs'
import { isShared, skip } from '../scripts/lib/shared-data.mjs'
import { machine } from './lib/machine.mjs'
import { renderers, status } from './lib/renderer.mjs'
import { openScript, photographs } from './lib/script-page.mjs'
import { report } from './report-encoders.mjs'

const QUALITIES = [30, 40, 50, 60, 70, 75, 80, 85, 90, 95, 98]
/** Size of the image whose encoding is measured, in pixels. */
const LARGE = [4096, 3072]
/** Encoders run in the page, which may not compile ImageMagick at once without this. */
const args = [...flags, '--enable-features=WebAssemblyUnlimitedSyncCompilation']
const quick = process.argv.includes('--quick')

/** Two of three photographs: with all twelve it takes longer than ten minutes on two cores. */
const paths = photographs.filter((_, i) => i % 3 !== 2).slice(0, quick ? 2 : undefined)

const open = () => openScript('encoders.ts', 'bench', { args })
const { page, run, close } = await open()
const names = await page.evaluate(() => window.bench.names)
const sweeps = {}
for (const name of names) {
  sweeps[name] = []
  for (const path of paths) sweeps[name].push(await run('sweep', path, name, QUALITIES))
  console.log(name)
}
await close()

const large = {}
for (const name of names) large[name] = await watch(name)

const text = report({
  photographs: paths.length,
  sweeps,
  large,
  megapixels: (LARGE[0] * LARGE[1]) / 1e6,
  machine: await machine(),
})
if (isShared('kodak')) writeFileSync(new URL('../docs/encoders.md', import.meta.url), text)
else skip('docs/encoders.md', 'kodak')
process.exit(0)

/** Measures one encoder on a large image, in its own browser, after warming up on a small image. */
async function watch(name) {
  const { page, browser, run, close } = await open()
  try {
    await run('hold', paths, 256, 256)
    await run('encodeHeld', name, 85)
    await run('hold', paths, ...LARGE)
    await page.waitForTimeout(2000)
    const [pid] = [...(await renderers(browser))].sort(([, a], [, b]) => b - a)[0]
    const before = status(pid, 'VmRSS')
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    const { ms } = await run('encodeHeld', name, 85)
    const row = { ms, memory: status(pid, 'VmHWM') - before }
    console.log(name, row)
    return row
  } finally {
    await close()
  }
}
