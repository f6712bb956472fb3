import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of the first of these commands that is installed. */
export function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
}

/** Whether packages can be installed without asking: on Debian, as root. */
export const canInstall = () =>
  existsSync('/etc/os-release') &&
  /debian/i.test(readFileSync('/etc/os-release', 'utf8')) &&
  process.getuid?.() === 0

/** Installs Debian packages. */
export function install(packages, options = []) {
  console.log(`apt-get install -y ${packages.join(' ')}`)
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }
  execFileSync('apt-get', ['update', '-qq'], quiet)
  execFileSync('apt-get', ['install', '-y', '-qq', ...options, ...packages], {
    ...quiet,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
