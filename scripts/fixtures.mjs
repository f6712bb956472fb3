/** Makes test/fixtures, the part of the test data that may be redistributed, from ../shared/data. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import encode, { init } from '@jsquash/jpeg/encode.js'
import { PNG } from 'pngjs'
import { inProject } from './lib/in-project.mjs'

const data = inProject('../shared/data')
const fixtures = inProject('test/fixtures')

/** Full chroma resolution: with less, tests of colour and detail would measure JPEG compression. */
const JPEG = { quality: 95, auto_subsample: false, chroma_subsample: 1 }
/** Samples up to this size in bytes are copied, and all that were generated for the corpus. */
const SMALL = 12_000
/** Larger samples of formats that have no smaller one. */
const LARGER_SAMPLES = ['fpx__input_bw_one_band.fpx', 'mic__hopper.mic']

if (!existsSync(data)) {
  console.log('skipped: the test data is not at ../shared/data')
  process.exit(0)
}
await photographs()
samples('good', ({ file, bytes, origin }) => {
  return bytes <= SMALL || origin.startsWith('generated') || LARGER_SAMPLES.includes(file)
})
samples('bad', ({ bytes }) => bytes <= SMALL)

/** Writes the Kodak photographs as JPEGs, a quarter of the size of the PNGs. */
async function photographs() {
  const wasm = inProject('node_modules/@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')
  await init(await WebAssembly.compile(readFileSync(wasm)))
  const folder = emptied('kodak')
  for (const name of readdirSync(`${data}/kodak`)) {
    const { data: pixels, width, height } = PNG.sync.read(readFileSync(`${data}/kodak/${name}`))
    const jpeg = await encode({ data: new Uint8ClampedArray(pixels), width, height }, JPEG)
    writeFileSync(`${folder}/${name.replace('.png', '.jpg')}`, new Uint8Array(jpeg))
  }
}

/** Copies the chosen files of a folder of samples, with their manifest entries and the licences. */
function samples(name, isChosen) {
  const from = `${data}/formats/${name}`
  const to = emptied(`formats/${name}`)
  const chosen = JSON.parse(readFileSync(`${from}/manifest.json`, 'utf8')).filter(isChosen)
  const licences = readdirSync(from).filter((file) =>
    /^(LICENSE\.Pillow|README\.bmpsuite)/.test(file),
  )
  for (const file of [...licences, ...chosen.map(({ file }) => file)])
    copyFileSync(`${from}/${file}`, `${to}/${file}`)
  const lines = chosen.map((sample) => `  ${JSON.stringify(sample)}`)
  writeFileSync(`${to}/manifest.json`, `[\n${lines.join(',\n')}\n]\n`)
  console.log(`formats/${name}: ${chosen.length} files`)
}

function emptied(name) {
  const folder = `${fixtures}/${name}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}
