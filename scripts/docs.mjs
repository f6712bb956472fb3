/** Serves the site of the documentation, or with `build` writes it into site/.vitepress/dist. Other arguments go to VitePress. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const site = fileURLToPath(new URL('../site', import.meta.url))
const given = process.argv.slice(2)
const commands = ['dev', 'build', 'preview']
const [command, options] = commands.includes(given[0]) ? [given[0], given.slice(1)] : ['dev', given]

/** Ends this process if npm fails. */
function npm(...args) {
  const { status } = spawnSync('npm', ['--prefix', site, ...args], { cwd: site, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

// The generator is apart from the project's own packages: only who reads the site has to install it. `npm ci` would refuse the
// lock file where the registry lacks optional packages of other platforms.
if (!existsSync(`${site}/node_modules`)) npm('install', '--no-save')
npm('run', '--silent', command, '--', ...options)
