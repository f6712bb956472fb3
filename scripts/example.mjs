/** Packs Darkroom, installs it in an example with the example's own packages, and starts it. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const examples = fileURLToPath(new URL('../examples', import.meta.url))
const [name = '', ...options] = process.argv.slice(2)
const folder = join(examples, name)

if (!name || !existsSync(join(folder, 'package.json'))) {
  const names = readdirSync(examples).filter((one) =>
    existsSync(join(examples, one, 'package.json')),
  )
  console.error(`usage: npm run example -- <name>\n\n  <name>  ${names.join(', ')}`)
  process.exit(1)
}

function run(cwd, command, ...args) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const packed = mkdtempSync(join(tmpdir(), 'darkroom-example-'))
process.on('exit', () => rmSync(packed, { recursive: true }))
run(examples, 'npm', 'pack', '--silent', '--pack-destination', packed, join(examples, '..'))
const [tarball = ''] = readdirSync(packed)
run(folder, 'npm', 'install', '--no-save', '--no-audit', '--no-fund', join(packed, tarball))
run(folder, 'npm', 'start', '--', ...options)
