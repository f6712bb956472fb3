/** Builds the demo page, serves it, prints the address that processes a sample at once, and opens it where there is a desktop. */
import { build, preview } from 'vite'
import { inProject } from './lib/in-project.mjs'

const config = { configFile: inProject('vite.config.ts'), logLevel: 'error' }
const SAMPLE = '?sample=parrot'

await build(config)
const { platform, env } = process
const hasDesktop = platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY
const open = Boolean(hasDesktop && !env.CI) && SAMPLE
const { resolvedUrls } = await preview({ ...config, preview: { open } })
const [address] = resolvedUrls.local
console.log(`${address}${SAMPLE}   cuts a parrot out, in this browser`)
console.log(`${address}                 does nothing unasked`)
