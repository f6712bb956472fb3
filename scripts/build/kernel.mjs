import { readFileSync } from 'node:fs'
import wabt from 'wabt'

const folder = new URL('../../workers/image/kernel/', import.meta.url)

/**
 * The module that is checked in: nobody but who changes kernel.wat has to assemble it. It is inlined because Vite turns
 * files below 4 kB into `data:` URLs, which a Content Security Policy may forbid to fetch.
 */
export const kernelModule = new URL('kernel-wasm.ts', folder)

/** The source of that module. */
export async function assembleKernel() {
  const text = readFileSync(new URL('kernel.wat', folder), 'utf8')
  const parsed = (await wabt()).parseWat('kernel.wat', text, { simd: true })
  const base64 = Buffer.from(parsed.toBinary({}).buffer).toString('base64')
  return `/** kernel.wat, assembled by \`npm run kernel\`. */\nexport const kernelWasm =\n  '${base64}'\n`
}
