import { mean } from './lib/stats.mjs'

const pairs = [
  ['browser jpeg', ['mozjpeg', 'mozjpeg baseline', 'mozjpeg 4:4:4']],
  ['browser webp', ['jsquash webp', 'avif', 'jxl']],
]
/** Those whose curves are printed: the encoders of results. */
const CURVES = ['browser jpeg', 'browser webp', 'avif', 'jxl']
const COMPARED = [50, 75, 85, 95]

const intro = (photographs) => `# Encoders

Written by \`npm run bench:encoders\`: ${photographs} of the Kodak photographs, encoded in headless Chromium by its own encoders (through an
\`OffscreenCanvas\`) and by those of jSquash (mozjpeg and libwebp as WebAssembly, with their defaults except where named). AVIF is that
of \`@jsquash/avif\`, JPEG XL that of ImageMagick, both with the settings of \`workers/codecs\`.
`

const decision = `
What follows: the browser's own encoders write jpeg and webp, also for \`max_file_size\`. mozjpeg saves a few per cent below quality 75
and loses as much above it, for more than ten times the time and two more copies of the image; full chroma resolution costs as many
bytes in luma as it saves in colour. libwebp is the same encoder on both sides: the WebAssembly build writes only what a canvas would
damage, images with transparency, and webp in a browser without an encoder for it. avif needs a fifth less than webp for
the same luma, for five times the time. jxl does not by these measures: its encoder aims at what the eye sees, in steps of effort of which the
third is used here. Both take more memory, and are written only where a request names them. The curves of the last table are the starting
point of the search for a file size (\`workers/codecs/fit-size.ts\`).
`

/** Returns the text of docs/encoders.md. */
export function report({ photographs, sweeps, large, megapixels, machine }) {
  return [
    intro(photographs),
    "Bytes that the others need to match the browser's own encoder at a quality, in per cent of its bytes (means):\n",
    table(
      [
        'beside',
        'at quality',
        'KB',
        'PSNR luma',
        'PSNR RGB',
        'SSIM',
        'encoder',
        'bytes at equal luma',
        'at equal RGB',
        'at equal SSIM',
      ],
      pairs.flatMap(([own, others]) =>
        others.flatMap((name) => COMPARED.map((q) => compared(sweeps, own, name, q))),
      ),
    ),
    `\nTime, and the renderer's peak over the decoded image (${(4 * megapixels).toFixed(0)} MB), for ${megapixels.toFixed(1)} megapixels at quality 85:\n`,
    table(
      ['encoder', 's a megapixel', 'memory, MB', 'in copies of the image'],
      Object.entries(large).map(([name, { ms, memory }]) => [
        name,
        (ms / 1000 / megapixels).toFixed(3),
        memory.toFixed(0),
        (memory / (4 * megapixels)).toFixed(1),
      ]),
    ),
    '\nBytes at each quality over those at quality 75, and how much that differs between photographs (standard deviation of the logarithm):\n',
    table(
      ['encoder', 'bytes a pixel at 75', ...qualitiesOf(sweeps).map(String)],
      CURVES.map((name) => [name, bytesPerPixel(sweeps[name]), ...curve(sweeps[name])]),
    ),
    decision,
    `\n_${machine}._\n`,
  ].join('\n')
}

const qualitiesOf = (sweeps) => Object.values(sweeps)[0][0].rows.map(({ quality }) => quality)

function compared(sweeps, own, name, quality) {
  const at = sweeps[own].map(({ rows }) => rows.find((row) => row.quality === quality))
  const ratio = (measure) =>
    mean(at.map((row, i) => bytesAt(sweeps[name][i].rows, measure, row[measure]) / row.bytes))
  const percent = (measure) => `${(100 * ratio(measure)).toFixed(0)} %`
  return [
    own,
    quality,
    (mean(at.map(({ bytes }) => bytes)) / 1000).toFixed(1),
    mean(at.map(({ luma }) => luma)).toFixed(2),
    mean(at.map(({ rgb }) => rgb)).toFixed(2),
    mean(at.map(({ ssim }) => ssim)).toFixed(4),
    name,
    percent('luma'),
    percent('rgb'),
    percent('ssim'),
  ]
}

/** Bytes at which a sweep reaches a value, interpolated on a logarithmic scale; extrapolated beyond the ends. */
function bytesAt(rows, measure, value) {
  const scale = measure === 'ssim' ? (x) => -Math.log(1 - x) : (x) => x
  const wanted = scale(value)
  const above = rows.findIndex((row) => scale(row[measure]) >= wanted)
  const upper = above < 0 ? rows.length - 1 : Math.max(1, above)
  const [a, b] = [rows[upper - 1], rows[upper]]
  const [va, vb] = [scale(a[measure]), scale(b[measure])]
  const part = (wanted - va) / (vb - va)
  return Math.exp(Math.log(a.bytes) + part * (Math.log(b.bytes) - Math.log(a.bytes)))
}

const bytesPerPixel = (sweep) =>
  mean(
    sweep.map(
      ({ rows, megapixels }) =>
        rows.find(({ quality }) => quality === 75).bytes / (megapixels * 1e6),
    ),
  ).toFixed(3)

function curve(sweep) {
  const qualities = sweep[0].rows.map(({ quality }) => quality)
  return qualities.map((quality) => {
    const logs = sweep.map(({ rows }) => {
      const bytes = (q) => rows.find((row) => row.quality === q).bytes
      return Math.log(bytes(quality) / bytes(75))
    })
    const deviation = Math.sqrt(mean(logs.map((log) => (log - mean(logs)) ** 2)))
    return `${Math.exp(mean(logs)).toFixed(3)} ± ${deviation.toFixed(2)}`
  })
}

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
