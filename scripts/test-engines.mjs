/**
 * Finds or installs Firefox and WebKitGTK, then runs the tests of test/engines in them. Other arguments go to Vitest.
 * An engine that cannot be installed is named, and its tests are skipped.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { canInstall, install, onPath } from './apt.mjs'
import { findChromium } from './chromium.mjs'

const firefox = () => process.env.FIREFOX ?? onPath('firefox-esr', 'firefox')

/** MiniBrowser is no command: it lies in a folder of the library. */
function webkit() {
  const driver = onPath('WebKitWebDriver')
  const display = onPath('Xvfb')
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  const browser = folders
    .flatMap((folder) =>
      ['4.1', '4.0', '6.0'].map((v) => `/usr/lib/${folder}/webkit2gtk-${v}/MiniBrowser`),
    )
    .find(existsSync)
  return driver && display && browser ? JSON.stringify({ driver, display, browser }) : undefined
}

/** What `find` finds, if need be after its packages were installed. */
function found(name, find, packages) {
  const command = `apt-get install -y ${packages.join(' ')}`
  try {
    if (!find() && canInstall()) install(packages, ['--no-install-recommends'])
  } catch (error) {
    console.error(error.message)
  }
  if (!find()) console.error(`${name} is missing: its tests are skipped. On Debian: ${command}`)
  return find()
}

const browsers = {
  CHROMIUM: findChromium(),
  FIREFOX: found('Firefox', firefox, ['firefox-esr']),
  WEBKIT: found('WebKitGTK', webkit, ['webkit2gtk-driver', 'xvfb']),
}
const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1

const built = run('npm', ['run', '--silent', 'build'])
process.exitCode =
  built ||
  run('npx', ['vitest', 'run', '--project', 'engines', ...process.argv.slice(2)], {
    ENGINES: '1',
    ...Object.fromEntries(Object.entries(browsers).filter(([, path]) => path)),
  })
