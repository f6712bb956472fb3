const photo = '/samples/parrot.jpg'

/** The first jobs that are measured: each in a page of its own, with nothing stored. */
export const jobs = [
  { name: 'the page, before any job' },
  { name: 'shrinking a JPEG', source: photo, request: { width: '50%' } },
  { name: 'JPEG to WebP', source: photo, request: { output_format: 'webp' } },
  { name: 'JPEG to AVIF', source: photo, request: { width: 64, output_format: 'avif' } },
  { name: 'JPEG to JPEG XL', source: photo, request: { width: 64, output_format: 'jxl' } },
  { name: 'HEIC to JPEG', source: '/made/rotated.heic', request: { output_format: 'jpeg' } },
  {
    name: 'a raw photo (DNG) to JPEG',
    source: '/made/bayer.dng',
    request: { output_format: 'jpeg' },
  },
  { name: 'TIFF to PNG', source: '/made/planes-tiles.tif', request: { output_format: 'png' } },
  { name: 'enlarging, 200 %', source: photo, request: { width: '200%' } },
  { name: 'enlarging, 400 %', source: photo, request: { width: '400%' } },
  {
    name: 'enlarging what is compressed or noisy',
    source: '/samples/face.jpg',
    request: { width: '200%', upscale_parameters: { mode: 'restore' } },
  },
  {
    name: 'enlarging text',
    source: '/samples/screenshot.png',
    request: { width: '400%', upscale_parameters: { type: 'text_x4' } },
  },
  { name: 'cut-out', source: photo, request: { background: { remove: 'auto' } } },
  {
    name: 'cut-out of a person',
    source: '/samples/face.jpg',
    request: { background: { remove: 'human' } },
  },
  {
    name: 'face enhancement',
    source: '/samples/face.jpg',
    request: { enhancements: ['face_enhance'] },
  },
  { name: 'denoise', source: photo, request: { enhancements: ['denoise'] } },
  { name: 'deblur', source: photo, request: { enhancements: ['deblur'] } },
  { name: 'clean', source: photo, request: { enhancements: ['clean'] } },
  { name: 'light and colour', source: photo, request: { enhancements: ['light', 'color'] } },
  { name: 'white balance', source: photo, request: { enhancements: ['white_balance'] } },
  { name: 'a scanned page', source: '/samples/scan.jpg', request: { preset: 'enhance_document' } },
  { name: 'the NSFW check', source: photo, request: { safe: true } },
  // Of a small image: in software, WebGPU takes minutes for others.
  { name: 'enlarging, 200 %, on WebGPU', request: { width: '200%' }, provider: 'webgpu' },
  {
    name: 'the same in a browser without JSPI',
    request: { width: '200%' },
    provider: 'webgpu',
    withoutJspi: true,
  },
]

const megabytes = (bytes) => (bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1)

const table = (head, rows) =>
  [head, head.map((_, i) => (i === 1 || i === 2 ? '--:' : '---')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

const quoted = (request) =>
  request ? `\`${JSON.stringify(request).replaceAll(/([:,])/g, '$1 ')}\`` : ''

/** Scripts and wasm of onnxruntime-web are one thing to read of. */
const runtimes = [
  ['WASM runtime', /^ort\.wasm\.js$|^ort-wasm-simd-threaded\.(mjs|wasm)$/],
  ['WebGPU runtime (JSPI)', /^ort\.jspi|\.jspi\./],
  ['WebGPU runtime (Asyncify)', /^ort\.webgpu|\.asyncify\./],
]

/** What a job loads beyond what every job does, in few words. */
function parts(files, common) {
  const names = files
    .filter((file) => !common.includes(file))
    .map((file) => runtimes.find(([, pattern]) => pattern.test(file))?.[0] ?? `\`${file}\``)
  return [...new Set(names)].join(', ')
}

/** docs/downloads.md. `all` are the sizes of what `darkroom-web assets` copies, `single` those of each file. */
export function report(rows, all, single) {
  const [, common] = rows
  const largest = single.filter(({ raw }) => raw >= 1e6).sort((a, b) => b.raw - a.raw)
  return `# Downloads

What a page downloads for its first job, in MB as served (raw) and compressed by gzip. Nothing is loaded before it is needed; models are
kept by the browser after that, scripts and WebAssembly as long as its cache keeps them. A second job downloads only what the first
did not. Each row is the first job of a new page, on WebAssembly unless it says otherwise.

${table(
  ['first job', 'raw, MB', 'gzip, MB', 'beyond what each job loads', 'request'],
  rows.map(({ name, raw, gzip, files, request }, i) => [
    name,
    megabytes(raw),
    megabytes(gzip),
    i === 0 ? '' : parts(files, common.files),
    quoted(request),
  ]),
)}

Which job needs what: \`darkroom.plan(request)\` has the models, \`darkroom.requiredFiles(requests)\` all files by their URLs.

## What is installed

\`npx darkroom-web assets\` copies ${all.files.length} files, ${megabytes(all.raw)} MB; a build by a bundler holds as much. This takes
space on the server, but a visitor downloads only what the table says. To ship less, import \`darkroom-web/external-assets\`, which keeps the
files out of the build, and [leave out](deployment.md#leaving-parts-out) what the application does not use. No file is above 25 MiB, the limit
of some hosts. All files of 1 MB or more:

${table(
  ['file', 'raw, MB', 'gzip, MB'],
  largest.map(({ file, raw, gzip }) => [`\`${file}\``, megabytes(raw), megabytes(gzip)]),
)}

_\`npm run downloads\`._
`
}
