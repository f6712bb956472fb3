import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { open } from '../lib/browser.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = `${root}dist/`

/** Measures gzipped bytes: the package's entry, all that a page loads until its first result, and the tarball. */
export async function size() {
  const packed = npm('pack', '--dry-run', '--json')
  const entry = gzipped(closure('index.js'))
  const { page, site, close } = await open('darkroom')
  try {
    const loaded = site.downloaded()
    await page.evaluate(upscale)
    const result = { entry, page: loaded, first: site.downloaded(), package: packed }
    console.log(JSON.stringify(result))
    return result
  } finally {
    await close()
  }
}

/** Runs npm. `npm pack` builds the package first. */
function npm(...args) {
  const { stdout, status } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed`)
  return JSON.parse(stdout.slice(stdout.indexOf('[\n')))[0].size
}

/** Returns a file of dist/ and all its static imports. */
function closure(file, seen = new Set()) {
  if (seen.has(file)) return seen
  seen.add(file)
  const code = readFileSync(dist + file, 'utf8')
  for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) {
    closure(name, seen)
  }
  return seen
}

const gzipped = (files) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(dist + file)).length, 0)

/** Runs the first upscale of a page, on WebAssembly. */
async function upscale() {
  const canvas = new OffscreenCanvas(32, 32)
  canvas.getContext('2d').fillRect(0, 0, 16, 16)
  await window.bench.darkroom.run({ url: await canvas.convertToBlob(), width: '200%' })
}
