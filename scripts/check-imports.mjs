/**
 * Imports go one way, types included: compares every import of `src/`, `workers/` and `demo/` with the
 * tables of rooms in ARCHITECTURE.md. A room may import itself, the rooms and the packages that its
 * row names, and none below it.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** The rows of ARCHITECTURE.md's tables of rooms: `| room | holds | may import | packages |`. */
function readRooms(markdown) {
  const rooms = []
  for (const line of markdown.split('\n')) {
    const [, path, , imports, packages] = line.split('|').map((cell) => cell.trim())
    if (packages === undefined || !/^`[^`]+`$/.test(path)) continue
    const names = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
    rooms.push({ path: path.slice(1, -1), imports: names(imports), packages: names(packages) })
  }
  return rooms
}

/** Whether a path is `place` or, if that is a folder, lies in it. */
const isIn = (path, place) => path === place || (place.endsWith('/') && path.startsWith(place))

/** The room of a file: the row with the longest path that it lies in. */
function roomOf(file, rooms) {
  const around = rooms.filter(({ path }) => isIn(file, path))
  return around.sort((a, b) => b.path.length - a.path.length)[0]
}

/** What a module names in imports and exports, types and `import()` included. */
function importsOf(source, file) {
  const found = []
  const visit = (node) => {
    if (!node || typeof node !== 'object') return
    const named =
      /^(Import|Export)(Declaration|Expression|AllDeclaration|NamedDeclaration)$|^TSImportType$/
    const literal = named.test(node.type) && (node.source ?? node.argument?.literal)
    if (typeof literal?.value === 'string') found.push(literal.value)
    for (const child of Object.values(node))
      Array.isArray(child) ? child.forEach(visit) : visit(child)
  }
  visit(parseAst(source, { lang: 'ts' }, file))
  return found
}

/** The room whose folders may import each other's modules, but not what describes a folder to the rooms below. */
const REGISTERED = 'workers/codecs/formats/'

const packageOf = (name) => name.match(/^(@[^/]+\/)?[^/]+/)[0]

/** Why a file must not import `name`; undefined where it may. */
function refusal(file, name, rooms) {
  const room = roomOf(file, rooms)
  if (!room) return 'lies in no room of ARCHITECTURE.md'
  if (!name.startsWith('.')) {
    return room.packages.includes(packageOf(name))
      ? undefined
      : `\`${room.path}\` may not import it`
  }
  const target = normalize(join(dirname(file), name.replace(/\?.*/, '')))
  const other = roomOf(target, rooms)
  if (!other) return target === 'package.json' ? undefined : 'lies in no room of ARCHITECTURE.md'
  if (other === room) {
    const isRegistered = room.path === REGISTERED && target.endsWith('/index.ts')
    return isRegistered ? 'only the registry imports an `index.ts`' : undefined
  }
  if (!room.imports.some((path) => isIn(other.path, path))) {
    return `\`${room.path}\` may not import \`${other.path}\``
  }
  if (rooms.indexOf(other) > rooms.indexOf(room)) {
    return `\`${other.path}\` stands below \`${room.path}\``
  }
}

const folders = ['src', 'workers', 'models', 'demo']
const rooms = readRooms(readFileSync('ARCHITECTURE.md', 'utf8'))
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
)
for (const file of files.filter((name) => /(?<!\.test)\.ts$/.test(name))) {
  for (const name of importsOf(readFileSync(file, 'utf8'), file)) {
    const reason = refusal(file, name, rooms)
    if (!reason) continue
    console.error(`${file} imports ${name}: ${reason}`)
    process.exitCode = 1
  }
}
