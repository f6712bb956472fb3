/**
 * Compares networks in fp16 with themselves in fp32, in Chromium, and writes docs/fp16.md: node bench/fp16.mjs. The part on a
 * GPU keeps its figures where Chromium has none with fp16; scripts/fp16-chromium.mjs makes one that has.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isShared, skip } from '../scripts/lib/shared-data.mjs'
import { openScript, photographs } from './lib/script-page.mjs'

const report = new URL('../docs/fp16.md', import.meta.url)
const PHOTOGRAPHS = 6
const WASM = 'Rounded between nodes'
const WEBGPU = 'Computed in fp16'

const { run, close } = await openScript('fp16.ts', 'fp16')
const networks = await run('networks')
const tables = { [WASM]: await measured('wasm') }
const hasGpu = await run('hasGpu')
if (!hasGpu) console.log('no GPU with fp16: its figures stay')
tables[WEBGPU] = hasGpu ? await measured('webgpu') : written(WEBGPU)
if (isShared('kodak')) writeFileSync(report, text(tables))
else skip('docs/fp16.md', 'kodak')
await close()
process.exit(0)

async function measured(where) {
  const rows = []
  const paths = photographs.slice(0, PHOTOGRAPHS)
  for (const name of networks) {
    const { declared, check, most, psnr } = await run('measure', name, where, paths)
    const figures = [check.toFixed(2), most.toFixed(2), psnr.toFixed(1)]
    rows.push(`| ${[name, declared, ...figures].join(' | ')} |`)
    console.log(where, rows.at(-1))
  }
  const columns = ['', 'declared', 'self-check, of 255', 'photographs, most of 255', 'PSNR, dB']
  return `| ${columns.join(' | ')} |\n|---|---|---:|---:|---:|\n${rows.join('\n')}\n`
}

/** The table of a part of the existing report. */
function written(name) {
  const parts = existsSync(report) ? readFileSync(report, 'utf8').split(/^## /m) : []
  const table = parts.find((part) => part.startsWith(name))?.match(/^\|[\s\S]*\|$/m)
  return table ? `${table[0]}\n` : 'Not measured yet.\n'
}

function text(tables) {
  return `# Half precision

On a GPU whose shaders have fp16 (\`shader-f16\`), the networks of \`denoise\`, \`deblur\` and the step \`restore\` compute in it, with half the memory traffic.
Their files are the same: they hold fp16 weights and casts to fp32; a worker turns the casts, the types of input and output, and the few
fp32 numbers into fp16 when it loads them (\`workers/inference/fp16/\`, below 0.1 s a network). The option \`precision: 'fp32'\` turns
that off, and integers too.

A network computes in fp16 if \`models/models.ts\` does not declare otherwise and, on each machine, its answer to the known input of
\`check()\` differs from the stored one by less than 1/255 before its first job. What fails there, or cannot be created, computes in fp32, with
a warning on the console. \`info()\` says what the device is able to, the steps of \`details\` and \`check()\` say \`precision\` of each network. Later
checks, and the guard against implausible output, are those of fp32. Declared as fp32 is each network that differs by more than 2/255 on
a photograph below. Networks with an input size of their own, which take little time, are always in fp32; nothing is in fp16 on WASM.

Each network is compared with itself in fp32 on WASM, on the middle 128 x 128 px of ${PHOTOGRAPHS} Kodak photographs: the largest difference of
an output, in steps of 8 bits, and the PSNR of the bytes. \`npm run fp16\` writes this page.

## ${WASM}

By onnxruntime's CPU provider: it keeps what is between two nodes in fp16, and computes each node in fp32.

${tables[WASM]}
## ${WEBGPU}

By onnxruntime's WebGPU provider in Chromium, on Mesa's lavapipe: a GPU in software that rounds each operation to fp16, sums included.
\`node scripts/fp16-chromium.mjs\` makes such a Chromium on Debian 12; SwiftShader has no fp16.

${tables[WEBGPU]}
No GPU in hardware was at hand: how fast fp16 is there, and whether each driver is right, is not measured. The demo's page
\`measure.html\` measures the first on the visitor's machine, the self-check decides on the second.

## Integers on WebAssembly

All of these networks but \`text-x4\` have a second file in which most convolutions compute in integers of 8 bits: WASM computes it
1.2 to 1.9 times faster ([measured](performance.md#what-the-networks-cost)). [Their training](../models/build/train/int8/README.md) has what they lose.
Of \`matte\`, for cut-outs, [U2-Net small inside](../models/build/train/matte/README.md) computes so. A page that has lost its GPU finishes in fp32.

Small, crisp text and other strong contrasts of single pixels exceed what integers hold. Where the faithful networks find that, cells of 32 px
are [computed again in fp32](../models/build/train/int8/README.md#values-that-are-clipped): for that the other file, 0.9 MB, is downloaded too, which \`plan()\` does not list.
Where it cannot be, as offline, those places are interpolated.
`
}
