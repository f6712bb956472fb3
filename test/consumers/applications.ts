import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildId } from '../../scripts/build/build-id.mjs'

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

/** Whether `dist/` was built from what is here now. */
function isBuilt(): boolean {
  const script = join(root, 'dist/engine.worker.js')
  return existsSync(script) && readFileSync(script, 'utf8').includes(buildId(root))
}

/** Packs the project, and builds it before if needed. Returns the path of the tarball. */
export async function pack(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-pack-'))
  const options = ['--silent', ...(isBuilt() ? ['--ignore-scripts'] : [])]
  const printed = await command(root, 'npm', 'pack', ...options, '--pack-destination', folder)
  const name = printed.split('\n').find((line) => line.endsWith('.tgz'))
  if (!name) throw new Error(`Expected npm pack to name a tarball but received ${printed}`)
  return join(folder, name)
}

/** Copies one of the applications in this folder, and installs its packages and others in it with npm. */
export async function application(name: string, pageFolder: string, ...packages: string[]) {
  const folder = await copy(here(name))
  cpSync(here('page.js'), join(folder, pageFolder, 'page.js'))
  await install(folder, packages)
  return folder
}

/** Copies one of the examples, and installs its packages and a tarball of Darkroom's in it with npm. */
export async function example(name: string, tarball: string) {
  const folder = await copy(join(root, 'examples', name))
  await install(folder, [tarball])
  return folder
}

async function copy(from: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `darkroom-${basename(from)}-`))
  const filter = (path: string) => !/[/\\](node_modules|darkroom)$/.test(path.slice(from.length))
  cpSync(from, folder, { recursive: true, filter })
  return folder
}

async function install(folder: string, packages: string[]): Promise<void> {
  await command(
    folder,
    'npm',
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    ...packages,
  )
}

export const packageIn = (folder: string) => join(folder, 'node_modules/darkroom-web')

/** Copies the installed package of one application into another. */
export function copyPackage(from: string, to: string): void {
  cpSync(packageIn(from), packageIn(to), { recursive: true })
}

export function remove(...folders: string[]): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

/** Starts Vite's development server for an application. */
export const viteServer = (folder: string) =>
  startServer(folder, 'node_modules/vite/bin/vite.js', '--port', '0')

/** Starts a development server, a script of the application's packages, and waits for the URL that it prints. */
export async function startServer(folder: string, script: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(folder, script), ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  })
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk
      const found = /(?:Local:|running at)\s+(http:\S+)/.exec(printed)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', () => reject(new Error(`The server ended:\n${printed}`)))
  })
  return { url, printed: () => printed, close: () => child.kill() }
}
