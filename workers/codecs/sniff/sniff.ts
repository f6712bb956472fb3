import { type FileFormat, fileFormats } from '../../../src/contract/file-format.ts'
import { plausible } from './plausible.ts'
import { signatures } from './signatures.ts'

/** Names of formats that have no signature: they only choose among what the bytes allow. */
const extensions: Partial<Record<string, FileFormat>> = {
  tga: 'tga',
  icb: 'tga',
  vda: 'tga',
  vst: 'tga',
  wal: 'wal',
  spider: 'spider',
  spi: 'spider',
  iim: 'iptc',
  dib: 'dib',
  pcx: 'pcx',
  gd: 'gd',
  gbr: 'gbr',
}

/**
 * The format of a file by its content: first by what no other file can start with, then by headers without a
 * signature that make sense. `name` counts only among the latter.
 */
export function sniff(bytes: Uint8Array, name = ''): FileFormat | undefined {
  const signed = fileFormats.find((format) => signatures[format]?.(bytes))
  if (signed) return signed
  const hint = extensions[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '']
  if (hint && plausible[hint]?.(bytes)) return hint
  return fileFormats.find((format) => plausible[format]?.(bytes))
}
