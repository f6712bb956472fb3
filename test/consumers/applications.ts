import { execFile, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
export const root = here('../..')

/** Runs a command and returns its output. If the command fails, rejects with all that it printed. */
export async function command(cwd: string, file: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1' }
  const options = { cwd, env, maxBuffer: 1e8 }
  try {
    const { stdout, stderr } = await promisify(execFile)(file, args, options)
    return stdout + stderr
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${file} ${args.join(' ')}\n${stdout}${stderr}`)
  }
}

/** Builds and packs the project. Returns the path of the tarball. */
export async function pack(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-pack-'))
  const printed = await command(root, 'npm', 'pack', '--silent', '--pack-destination', folder)
  const name = printed.split('\n').find((line) => line.endsWith('.tgz'))
  if (!name) throw new Error(`Expected npm pack to name a tarball but received ${printed}`)
  return join(folder, name)
}

/** Copies one of the applications in this folder, and installs the tarball in it with npm. */
export async function application(name: string, pageFolder: string, tarball: string) {
  const folder = await mkdtemp(join(tmpdir(), `darkroom-${name}-`))
  cpSync(here(name), folder, { recursive: true })
  cpSync(here('page.js'), join(folder, pageFolder, 'page.js'))
  await command(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', tarball)
  return folder
}

/** Starts Vite's development server for an application. */
export async function viteServer(folder: string) {
  const vite = join(folder, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, '--port', '0'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  })
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk
      const found = /Local:\s+(http:\S+)/.exec(printed)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', () => reject(new Error(`Vite's server ended:\n${printed}`)))
  })
  return { url, printed: () => printed, close: () => child.kill() }
}
