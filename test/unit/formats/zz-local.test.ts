import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decode } from '../../../workers/codecs/formats/tiff.ts'
import { expectSample } from './grid.ts'
const all = JSON.parse(readFileSync('/tmp/fmt-c-tiff/manifest.json', 'utf8'))
test('all', async () => {
  let ok = 0
  for (const s of all) {
    try { expectSample(await decode(new Uint8Array(readFileSync('/tmp/fmt-c-tiff/' + s.file))), s); ok++ } catch (e) { console.log(s.file, String(e).slice(0, 160)+ String(e).slice(-60)) }
  }
  console.log(ok, all.length)
}, 120000)
const bad = '/work/shared/data/formats/bad/'
test('bad', async () => {
  for (const m of JSON.parse(readFileSync(bad + 'manifest.json', 'utf8'))) if (/tiff?$/.test(m.file)) {
    const t = performance.now()
    try { const d = await decode(new Uint8Array(readFileSync(bad + m.file))); console.log(m.file, 'OK', d.width, d.height) } catch (e) { console.log(m.file, String(e), m.pillow) }
    console.log(performance.now() - t)
  }
})
