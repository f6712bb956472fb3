/**
 * Makes a Chromium whose WebGPU has fp16 (`shader-f16`) without a GPU, in .cache/fp16-chromium, and prints the path of its
 * script, which tests take as $CHROMIUM: node scripts/fp16-chromium.mjs. It is a copy of the installed Chromium with Mesa's lavapipe in
 * the place of SwiftShader. On Debian 12, with gcc and Debian's Chromium; nothing is installed. Chromium needs Mesa 24 or later, which is
 * among Debian's backports.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.mjs'

const folder = fileURLToPath(new URL('../.cache/fp16-chromium', import.meta.url))
const source = fileURLToPath(new URL('fp16-chromium/lavapipe-as-swiftshader.c', import.meta.url))
const PACKAGES = ['mesa-vulkan-drivers', 'libdrm2', 'libdrm-amdgpu1']
const run = (command, args, options = {}) =>
  execFileSync(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    ...options,
  })

rmSync(folder, { recursive: true, force: true })
for (const name of ['packages', 'apt/lists/partial', 'apt/archives/partial'])
  mkdirSync(join(folder, name), { recursive: true })

const libraries = join(unpackBackports(), 'usr/lib/x86_64-linux-gnu')
const lavapipe = join(libraries, 'libvulkan_lvp.so')
const chromium = copyChromium()
const library = join(chromium, 'libvk_swiftshader.so')
rmSync(library)
run('gcc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])
console.log(writeScript())

/** Unpacks packages from the backports of the Debian that is installed, in whose mirror they are looked for. */
function unpackBackports() {
  const mirror = run('apt-get', ['indextargets', '--format', '$(REPO_URI) $(CODENAME)'])
  const [, uri, codename] = /^(\S*\/debian\/) (\w+)$/m.exec(mirror) ?? []
  if (!uri) throw new Error('Expected sources of Debian in the configuration of apt')
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
  const list = join(folder, 'apt/sources.list')
  writeFileSync(list, `deb [signed-by=${keyring}] ${uri} ${codename}-backports main\n`)
  const options = Object.entries({
    'Dir::Etc::sourcelist': list,
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': join(folder, 'apt/lists'),
    'Dir::Cache': join(folder, 'apt'),
    'Dir::Cache::archives': join(folder, 'apt/archives'),
    'APT::Sandbox::User': 'root',
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const packages = join(folder, 'packages')
  run('apt-get', [...options, 'update', '-qq'])
  run('apt-get', [...options, 'download', '-qq', ...PACKAGES], { cwd: packages })
  const root = join(folder, 'root')
  for (const name of readdirSync(packages)) run('dpkg', ['-x', join(packages, name), root])
  return root
}

/** Copies Chromium, which looks for its libraries beside itself. What is on the path may be a script that starts it. */
function copyChromium() {
  const found = realpathSync(findChromium())
  const beside = [dirname(found), '/usr/lib/chromium']
  const from = beside.find((each) => readdirSync(each).includes('libvk_swiftshader.so'))
  if (!from) throw new Error(`Expected libvk_swiftshader.so beside ${found}`)
  const to = join(folder, 'chromium')
  cpSync(from, to, { recursive: true })
  return to
}

function writeScript() {
  const driver = {
    file_format_version: '1.0.0',
    ICD: { api_version: '1.3.0', library_path: lavapipe },
  }
  const json = join(folder, 'lavapipe.json')
  writeFileSync(json, JSON.stringify(driver))
  const script = join(folder, 'chromium.sh')
  const flags = '--use-gl=angle --use-angle=vulkan --ignore-gpu-blocklist'
  const exports = `LAVAPIPE='${lavapipe}' VK_ICD_FILENAMES='${json}' LD_LIBRARY_PATH='${libraries}'`
  const text = `#!/bin/sh\nexport ${exports}\nexec '${join(chromium, 'chromium')}' "$@" ${flags}\n`
  writeFileSync(script, text)
  chmodSync(script, 0o755)
  return script
}
