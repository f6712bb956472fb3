import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The version, with a hash of all that the published scripts are built from: two builds of one version may differ.
 * @param more files and folders that are part of the build besides.
 */
export function buildId(root, more = []) {
  const hash = createHash('sha256')
  const sources = [
    'package-lock.json',
    'bin/onnx',
    'models/checks.json',
    'models/models.ts',
    'scripts/build',
    'src',
    'workers',
    ...more,
  ]
  for (const file of sources.flatMap((path) => filesIn(join(root, path)))) {
    hash.update(readFileSync(file))
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return `${version}+${hash.digest('hex').slice(0, 8)}`
}

const filesIn = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesIn(join(path, name)))
    : [path]
