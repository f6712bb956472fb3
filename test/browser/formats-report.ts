import { codecs } from '../../workers/codecs/codecs.ts'
import { sniff } from '../../workers/codecs/sniff/sniff.ts'

/** How one good file went. */
export interface Read {
  format: string
  bytes: Uint8Array
  /** In levels; absent where only the size counts. */
  distance?: number
  /** It says how to draw a picture, and holds none. */
  refused?: true
}

const HEAD = `# Input formats

What opens the files of each format, and how near 211 real files come to what reference decoders make of them: the size
is the same everywhere; the largest difference is that of the means of 16 blocks, in levels of 255, rounded up. Written
by [formats.test.ts](../test/browser/formats.test.ts), which runs all of them in one page, with 72 broken ones.

- *browser*: the browser's own decoder; where it would lose alpha, a codec that keeps it.
- *built-in*: a decoder in [workers/codecs/formats](../workers/codecs/formats), loaded when first needed.
- *ImageMagick*: @imagemagick/magick-wasm, 5.2 MB as transferred, loaded when first needed.

An EPS file is opened by its image, or its preview. Its CMYK becomes what an offset press prints. A program without either needs
Ghostscript, which is no part of Darkroom: its licence is the AGPL. Install a WebAssembly build of it, serve its files, and name the
module; [postscript.test.ts](../test/browser/postscript.test.ts) runs the EPS files through it, the module's URL in VITE_POSTSCRIPT.

\`\`\`sh
npm install @jspawn/ghostscript-wasm
mkdir -p public/ghostscript && cd node_modules/@jspawn/ghostscript-wasm
cp gs.mjs browser.js gs.js gs.wasm ../../../public/ghostscript/
\`\`\`

\`\`\`ts
createDarkroom({ postscript: '/ghostscript/gs.mjs' })
\`\`\`

Any build with the interface of Emscripten will do: a default export that starts it, with \`FS\` and \`callMain\`.

| format | opened by | files | largest difference |
| --- | --- | --- | --- |`

/** docs/formats.md. */
export function report(reads: Read[]): string {
  const formats = [...new Set(reads.map(({ format }) => format))].sort()
  return `${[HEAD, ...formats.map((format) => row(format, reads))].join('\n')}\n`
}

function row(format: string, all: Read[]): string {
  const reads = all.filter((read) => read.format === format)
  const refused = reads.filter((read) => read.refused).length
  const distances = reads.flatMap(({ distance }) => (distance === undefined ? [] : [distance]))
  const worst = distances.length > 0 ? String(Math.ceil(Math.max(...distances))) : 'size only'
  const files = refused > 0 ? `${reads.length}, of which ${refused} need Ghostscript` : reads.length
  return `| ${[format, openers(reads), files, worst].join(' | ')} |`
}

const openers = ([read]: Read[]): string => {
  const format = read && sniff(read.bytes)
  const by = format ? codecs[format].map((codec) => codec.by) : []
  return [...new Set(by)].join(', else ')
}
