import { type FileFormat, fileFormats } from '../../../src/shared/file-format.ts'
import { plausible, type Test } from './plausible.ts'
import { signatures } from './signatures.ts'

/** File extensions of formats without a signature. They only choose among the formats whose header makes sense. */
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
 * Recognizes the format of a file by its content: by signatures first, then by headers that make sense. The extension
 * of `name` decides only among the latter.
 */
export function sniff(bytes: Uint8Array, name = ''): FileFormat | undefined {
  const signed = fileFormats.find((format) => signatures[format]?.(bytes))
  if (signed) return signed
  const candidates: Partial<Record<FileFormat, Test>> = plausible
  const hint = extensions[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '']
  if (hint && candidates[hint]?.(bytes)) return hint
  return fileFormats.find((format) => candidates[format]?.(bytes))
}
