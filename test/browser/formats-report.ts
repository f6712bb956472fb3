import { type FileFormat, fileFormats } from '../../src/shared/file-format.ts'
import { extensionsOf, formats, sniff } from '../../workers/codecs/formats.ts'

/** The outcome of one valid file. */
export interface Read {
  format: string
  bytes: Uint8Array
  /** Difference in levels. Absent if only the size is compared. */
  distance?: number
  /** It was opened, and is what it should be. */
  right?: true
  /** The file is a program that draws an image, and embeds none. */
  refused?: true
}

const HEAD = `# Input formats

What opens the files of each format, what is downloaded for the first of them, and how close 211 real files come to reference decoders:
the size always agrees; the largest difference is that of the means of 16 blocks, in levels of 255, rounded up. Files that were made for
the tests ([which](../test/fixtures/README.md)) are compared with what they were made from in
[formats-made.test.ts](../test/browser/formats-made.test.ts), not here. A format with no file was tried with none: there is no sample that
may be redistributed. \`npm run formats\` writes this page; [formats.test.ts](../test/browser/formats.test.ts) decodes all files in one page, with
72 broken ones.

- *browser*: the browser's own decoder; where it would lose alpha, a codec that keeps it.
- *built-in*: a decoder in [workers/codecs/formats](../workers/codecs/formats), loaded on first use; OpenEXR with 50 kB more, the loader of three.js.
- *ImageMagick*: @imagemagick/magick-wasm, loaded on first use. An application may [leave it out](deployment.md#without-imagemagick).
- *frame*, *page*: the browser's engine, [in a frame or in the page](#svg), as an image: no script runs, and nothing is loaded. It draws at
  the size that is asked for.

A file in no format that is listed, and no text, is shown to ImageMagick before it is refused, which may read no more than
[these formats](../workers/codecs/magick/policy.ts). HEIC is turned upright and keeps profile and EXIF. Light brighter than white (OpenEXR,
Radiance HDR) is tone-mapped. Of animations the first frame is used; for AVIF and WebP a warning says so.

What is not sure or not there: the files of ARW, DNG, ORF, RAW and RW2 are made, with samples that are not compressed; no camera's RAF or CR3
was tried, and a made RAF that libraw opens elsewhere was refused. Of MIC the first image is used, without the edits, whose meaning Microsoft has
not published. FITS with tiles may be compressed by RICE_1, GZIP_1 or GZIP_2, not by HCOMPRESS_1 or PLIO_1. Refused are TIFF compressed
by Zstandard, LZMA, LERC, WebP, JPEG 2000 or JPEG XL (the libraries are not in the build of ImageMagick), JPEG without loss or of 12 bits,
JPEG-LS, JPEG XR, Radiance HDR of XYZ colors or stored by columns, OpenEXR of integers, and what is packed by gzip (SVGZ, EMZ, WMZ).

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

| format | extensions | opened by | downloaded | files | right | largest difference |
| --- | --- | --- | --- | --- | --- | --- |`

/** Transferred with compression, at most, when the first file of a format comes. */
const DOWNLOADS = { browser: 'nothing', 'built-in': '35 kB', ImageMagick: '5.2 MB' }

const FOOT = `
## SVG

In Chromium a sandboxed frame is a process of its own, which a probe of 200 ms finds out: SVGs are drawn there, and one from which nothing
comes for 5 s is refused with \`TIMEOUT\`. Where frames share the page's thread (Firefox, WebKitGTK), or a policy forbids the frame, the page
draws what is cheap by counts: up to 2 MB, 5,000 elements and 200,000 numbers, each counted as often as it is drawn, with few layers,
filters and masks, style sheets of classes, ids and tags, and PNG or JPEG inside. Others, such as animated ones, are refused with
\`TOO_LARGE\`, unless the application installs a renderer: it serves the files of \`@resvg/resvg-wasm\` (MPL-2.0), and fonts (TrueType,
OpenType) if there is text to draw; text without a font is refused.

\`\`\`ts
createDarkroom({ svg: { resvg: '/resvg/', fonts: ['/fonts/karla.ttf'] } })
\`\`\`

Tried in Chromium, at 1,000 pixels: of 40 drawings (icons, flags, emoji, maps and charts of npm packages, exports of Illustrator, Inkscape, Figma and
Sketch) Chromium's frame draws all as an \`<img>\` does, and the counts alone allow 37: all but an animated icon, one with a font inside,
and one of more than 5,000 elements. At a megapixel they allow 35,324 of all 37,357 files of those packages, and 8,817 of 8,967 of the
Open Clip Art Library and the Tango icon theme. [32 files](../test/svg-attacks.ts) that hold a page for long are drawn or refused
within 6 s. Firefox 140 and WebKitGTK 2.50 draw the 8 of
[test/fixtures/svg](../test/fixtures/README.md) as Chromium does.
`

/** Returns the text of docs/formats.md. */
export function report(reads: Read[]): string {
  const named = [...new Set(reads.map(({ format }) => format))]
  const sniffed = new Set(reads.map(({ bytes }) => sniff(bytes)))
  const untried = fileFormats.filter(
    (format) => !sniffed.has(format) && extensionsOf(format) !== '',
  )
  const rows = [
    ...named.map((format) => row(format, reads)),
    ...untried.map(
      (format) =>
        `| ${[format.toUpperCase(), extensionsOf(format), ...opened(format), 0, 0, ''].join(' | ')} |`,
    ),
    '| SVG | svg | frame, or page | nothing | [its own test](../test/browser/svg.test.ts) | | |',
  ]
  return `${[HEAD, ...rows.sort()].join('\n')}\n${FOOT}`
}

function row(name: string, all: Read[]): string {
  const reads = all.filter((read) => read.format === name)
  const refused = reads.filter((read) => read.refused).length
  const distances = reads.flatMap(({ distance }) => (distance === undefined ? [] : [distance]))
  const worst = distances.length > 0 ? String(Math.ceil(Math.max(...distances))) : 'size only'
  const files = refused > 0 ? `${reads.length}, of which ${refused} need Ghostscript` : reads.length
  const format = sniff(reads[0]?.bytes ?? new Uint8Array()) ?? 'other'
  const cells = [
    name,
    extensionsOf(format),
    ...opened(format),
    files,
    reads.filter(({ right }) => right).length,
    worst,
  ]
  return `| ${cells.join(' | ')} |`
}

/** What opens the files of a format, and what is downloaded for it. */
function opened(format: FileFormat): [string, string] {
  const by = [...new Set(formats[format].codecs.map((codec) => codec.by))]
  return [by.join(', else '), by.map((one) => DOWNLOADS[one]).join(', else ')]
}
