import { codecs } from '../../workers/codecs/codecs.ts'
import { sniff } from '../../workers/codecs/sniff/sniff.ts'

/** The outcome of one valid file. */
export interface Read {
  format: string
  bytes: Uint8Array
  /** Difference in levels. Absent if only the size is compared. */
  distance?: number
  /** The file is a program that draws an image, and embeds none. */
  refused?: true
}

const HEAD = `# Input formats

What opens the files of each format, and how close 211 real files come to reference decoders: the size always agrees; the
largest difference is that of the means of 16 blocks, in levels of 255, rounded up. Written by
[formats.test.ts](../test/browser/formats.test.ts), which decodes all of them in one page, with 72 broken ones.

- *browser*: the browser's own decoder; where it would lose alpha, a codec that keeps it.
- *built-in*: a decoder in [workers/codecs/formats](../workers/codecs/formats), loaded on first use.
- *ImageMagick*: @imagemagick/magick-wasm, 5.2 MB transferred, loaded on first use.

From an EPS file Darkroom takes the image or the preview. CMYK in it is converted as an offset press would print it. An EPS program
without either needs Ghostscript, which is not part of Darkroom because its licence is the AGPL. Install a WebAssembly build, serve its
files and name the module. [postscript.test.ts](../test/browser/postscript.test.ts) runs the EPS files through it, with the URL of the
module in VITE_POSTSCRIPT.

\`\`\`sh
npm install @jspawn/ghostscript-wasm
mkdir -p public/ghostscript && cd node_modules/@jspawn/ghostscript-wasm
cp gs.mjs browser.js gs.js gs.wasm ../../../public/ghostscript/
\`\`\`

\`\`\`ts
createDarkroom({ postscript: '/ghostscript/gs.mjs' })
\`\`\`

Any Emscripten build will do: a default export that starts it, with \`FS\` and \`callMain\`.

| format | opened by | files | largest difference |
| --- | --- | --- | --- |`

/** Returns the text of docs/formats.md. */
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
