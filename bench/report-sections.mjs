import { mean, median } from './lib/stats.mjs'

const fixed = (digits) => (value) => value.toFixed(digits)
const [whole, tenths, hundredths] = [0, 1, 2].map(fixed)
const megabytes = (bytes) => tenths(bytes / 1e6)
const megapixels = ({ width, height }) => hundredths((width * height) / 1e6)

/** Formats a Markdown table. The first column is text, the others are numbers. */
const table = (head, rows) =>
  [head, head.map((_, i) => (i ? '--:' : '---')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

function overhead(r) {
  const { runs, tileWidth, tileHeight } = r.shape
  const own = (t) => t.steps.find(({ operation }) => operation === 'upscale').ms
  return `## A job compared with the bare model

x2 of a JPEG of ${r.width} x ${r.height} (${megapixels(r)} megapixels), ${r.provider} with ${r.threads} threads, all warm.
Bare is the model alone: ${runs} runs of ${tileWidth} x ${tileHeight} in a session of its own.
A job is everything from file to file, with decoding and encoding.

${table(
  ['turn', 'job, s', 'of that the upscale step, s', 'bare, s', 'job / bare'],
  r.turns.map((t, i) => [
    i + 1,
    ...[t.job, own(t), t.bare].map((ms) => hundredths(ms / 1000)),
    hundredths(t.job / t.bare),
  ]),
)}

**Job over bare: ${hundredths(r.job / r.bare)}** (medians). Pixels computed per pixel of the source: **${hundredths(r.computed)}**.
Cold start, from requesting the page to the first result (256 x 192, nothing cached, server on the same machine): ${hundredths(r.cold / 1000)} s.`
}

function small({ rows }) {
  return `## Small jobs

A Kodak photograph (768 x 512, PNG) and a JPEG of 1216 x 832 to a JPEG of so many pixels in width, warm, by turns in one page, medians.
Process is the same by \`process\`: its source, its state and its result are stored. The browser's own is \`createImageBitmap\` with
\`resizeWidth\`, and \`convertToBlob\`: its colours, its filter, no metadata.

${table(
  ['job', 'decode, ms', 'resize, ms', 'encode, ms', 'run, ms', 'process, ms', 'browser, ms'],
  rows.map((row) => [
    `${row.format} to ${row.width} px`,
    ...[row.steps.decode, row.steps.resize, row.steps.encode].map(whole),
    ...[row.run, row.process, row.browser].map(tenths),
  ]),
)}`
}

function cache({ rows, ...size }) {
  return `## A second request that begins like an earlier one

A JPEG of ${size.width} x ${size.height} (${megapixels(size)} megapixels); each request differs from the one before it in what the row says.
The files are at hand. Its own steps are those that the step cache did not answer.

${table(
  ['request', 'own steps', 'own steps, s', 'request, s', 'request / own steps'],
  rows.map(({ name, own, ownMs, ms }) => [
    name,
    own.join(', '),
    ...[ownMs, ms].map((time) => (time / 1000).toFixed(3)),
    hundredths(ms / ownMs),
  ]),
)}`
}

function previews({ sizes, rows }) {
  return `## Previews

Seconds until \`onPreview\` is called, warm, medians of three, on a JPEG of each size. The job is ended then.

${table(
  ['request', ...sizes.map(([width, height]) => `${width} x ${height}`)],
  rows.map(({ name, seconds }) => [name, ...seconds.map(hundredths)]),
)}`
}

function lanes(r) {
  return `## A thumbnail during an enlargement

A Kodak photograph (768 x 512, PNG) to a JPEG of 100 pixels, again and again: alone, then while a JPEG of ${r.width} x ${r.height}
is enlarged x2 (${tenths(r.job / 1000)} s), medians. The first one during an enlargement starts the worker for light jobs.

| alone, ms | during, ms | during / alone | the first during, ms |
| --: | --: | --: | --: |
| ${[whole(r.alone), whole(r.during), hundredths(r.during / r.alone), whole(r.first)].join(' | ')} |`
}

function longTasks(r) {
  return `## The page stays free

During a job on ${r.width} x ${r.height} (${megapixels(r)} megapixels) with ${r.threads} inference thread, in a page that is not
cross-origin isolated, the main thread had **${r.count} tasks above 50 ms**${r.count ? `, the longest of ${whole(r.longest)} ms` : ''}.`
}

function memory({ rows }) {
  const over = (row, base) => (row.peak - base) / row.output
  return `## Memory

Peak memory (VmHWM) of the page's renderer process during an x2 job from JPEG to JPEG, in MB. Cold is the
page with a Darkroom created and nothing else; warm is after \`preload\` and a job on 160 x 120.

${table(
  [
    'output, megapixels',
    'cold',
    'warm',
    'peak',
    'over cold, per megapixel',
    'over warm, per megapixel',
  ],
  rows.map((row) => [
    tenths(row.output),
    ...[row.cold, row.warm, row.peak].map(whole),
    tenths(over(row, row.cold)),
    tenths(over(row, row.warm)),
  ]),
)}

The peak of each step, in MB over warm:

${table(
  ['output, megapixels', 'decode', 'upscale', 'encode', 'after the job'],
  rows.map(({ output, warm, steps }) => {
    const peak = (name) => steps.find(({ operation }) => operation === name).peak
    const end = steps.at(-1).start
    return [
      tenths(output),
      ...[...['decode', 'upscale', 'encode'].map(peak), end].map((mb) => whole(mb - warm)),
    ]
  }),
)}`
}

function requirements({ rows }) {
  return `## Declared and measured memory

What \`plan()\` declares as \`peak_bytes\`, beside the peak of the renderer (VmHWM) over a page that has done the same job
60 times on a tiny image, in MB: by then V8 has compiled the networks' code, which takes up to 100 MB for a second. The 120 MB that
a cut-out's network takes for images of any size are in neither figure. The page's garbage was collected before: it would hide
tens of megabytes. Pages of Chromium's own program, mapped from its file, are not counted. JPEG to JPEG where nothing else is said; the median of three browsers, or one
run with a network. Declared is the most, so the images are such that jobs take it: a face fills its image.

${table(
  ['job', 'megapixels', 'declared', 'measured', 'declared / measured'],
  rows.map(({ name, declared, measured, ...size }) => [
    name,
    tenths((size.width * size.height) / 1e6),
    whole(declared),
    whole(measured),
    hundredths(declared / measured),
  ]),
)}`
}

function autoEnhance({ rows }) {
  return `## auto_enhance

The preset on JPEGs of two sizes, warm: a clean one, and the same with noise; beside what it takes where no network computes in integers, in
the usual tiles, by turns in one page: medians, and of each turn the ratio.
Each step with its share of the time, and its peak of the renderer's memory over warm.

${rows.map(enhanced).join('\n\n')}`
}

function enhanced(r) {
  const { reports, silence, back } = r.told
  const secondsOf = (name) => whole(median(r.turns.map((turn) => turn[name])))
  const ratios = r.turns.map(({ job, fp32Job }) => job / fp32Job)
  return `**${r.width} x ${r.height}, ${r.sigma > 0 ? `noise of ${r.sigma} of 255` : 'clean'}: ${secondsOf('job')} s**, ${secondsOf('fp32Job')} s in fp32, **${hundredths(median(ratios))}** of it (${ratios.map(hundredths).join(', ')}). From ${whole(r.warm)} MB to **${whole(r.peak)} MB** at most. \`plan()\` declared ${whole(r.declared / 1e6)} MB over warm. Progress was reported ${reports} times
and ${back ? 'went back' : 'never went back'}; the longest silence was ${tenths((100 * silence) / r.seconds)} % of the job.

${table(
  ['step', 'share of the time, %', 'peak over warm, MB'],
  r.times.map(({ operation, ms }) => {
    const { peak } = r.steps.find((step) => step.operation === operation)
    return [operation, tenths(ms / 10 / r.seconds), whole(peak - r.warm)]
  }),
)}`
}

function sample(r) {
  const seconds = ({ ms }) => tenths(ms / 1000)
  const full = (operation) =>
    r.rows.find((row) => row.operation === operation && row.name === 'noisy')
  return `## Large images that need nothing

Second networks on a JPEG of ${r.width} x ${r.height} (${megapixels(r)} megapixels), and on the same with noise of ${r.sigma} of 255,
one after the other in one page, once each. Above 4 megapixels a sample of 16 parts of 192 x 192 comes first; where it shows that the network
would change less than rounding does, the rest is left out.

${table(
  ['step, image', 'seconds', 'of the noisy one', 'left out'],
  r.rows.map((row) => [
    `${row.operation}, ${row.name}`,
    seconds(row),
    hundredths(row.ms / full(row.operation).ms),
    row.unchanged ? 'yes' : 'no',
  ]),
)}`
}

function networks({ image: [width, height], rows, small, jobs }) {
  const computed = ({ runs, tileWidth, tileHeight }) =>
    (runs * tileWidth * tileHeight) / (width * height)
  const timeOf = ({ runs, ms }) => runs * ms
  const usualOf = ({ model }) => rows.find((row) => row.model === model)
  const [clean, enlargement] = jobs
  return `## What the networks cost

The tiles in which each network computes an image of ${width} x ${height} in one view: the usual ones in fp32, those that a job on WebAssembly gets (in
integers of 8 bits, but for \`text-x4\`), and those that it gets where its memory holds them. One of each in a bare session, by turns in
one page. A tile of a smaller image takes less. Where a job is aborted, the next one begins when its pass has ended.

${table(
  ['network, tile', 'computed per pixel', 'one pass, s', 'time in all'],
  rows.map((row) => [
    `${row.model}${row.precision === 'fp32' ? ' in fp32' : ''}, ${row.tileWidth} x ${row.tileHeight}`,
    hundredths(computed(row)),
    tenths(row.ms / 1000),
    hundredths(timeOf(row) / timeOf(usualOf(row))),
  ]),
)}

\`clean\` on ${small.join(' x ')} pixels, which asks its network once, takes **${hundredths(clean.ms / enlargement.ms)}** of the time of an x4 enlargement of the same, by
turns, medians.`
}

function quality({ scales }) {
  return `## Quality

Mean PSNR of the luma (BT.601, 8 bit, without a border of \`scale\` pixels) in dB on ${scales[0].rows.length} whole Kodak
photographs, made smaller by antialiased bicubic. Built-in: the best \`imageSmoothingQuality\` of Chromium's canvas.

${table(
  ['scale', 'Darkroom', 'built-in', 'gain'],
  scales.map(({ scale, darkroom, low, medium, high }) => {
    const best = Math.max(low, medium, high)
    return [`x${scale}`, ...[darkroom, best, darkroom - best].map(hundredths)]
  }),
)}`
}

function effort({ kinds }) {
  return `## What is left out

SPAN on street photographs of 550 x 830 at their own size, on WASM, warm, by turns in one page: its whole answer in fp32, in the usual tiles,
and what Darkroom computes where there is memory for large ones, in integers of 8 bits, the interpolation of the rest included; and the
preset, beside the same in fp32, in the usual tiles: it finds them compressed, and restores them whole. Means; the ratio is that of
each photograph. Idle is the share of the time given in which the network's threads do nothing.

${table(
  ['', 'photographs', 'computed, %', 'whole, s', 'given, s', 'ratio', 'least', 'most', 'idle, %'],
  kinds.map(({ name, rows }) => {
    const meanOf = (key) => mean(rows.map((row) => row[key]))
    const ratios = rows.map(({ given, whole }) => given / whole)
    return [
      name,
      rows.length,
      tenths(100 * meanOf('computed')),
      ...[meanOf('whole'), meanOf('given')].map((ms) => hundredths(ms / 1000)),
      ...[mean(ratios), Math.min(...ratios), Math.max(...ratios)].map(hundredths),
      'idle' in rows[0] ? tenths(100 * meanOf('idle')) : '',
    ]
  }),
)}`
}

function peers({ backend, side, scales }) {
  const sides = ['darkroom', 'upscaler']
  const names = { darkroom: 'Darkroom', upscaler: 'UpscalerJS' }
  const tried = backend.tried.map(({ name, ms, psnr, error }) => [
    name,
    error ? '' : tenths(ms / 1000),
    error ? '' : hundredths(psnr),
    error ?? '',
  ])
  return `## Compared with UpscalerJS

\`upscaler\` 1.0.0 with \`esrgan-thick\` 1.0.0 on tfjs 4.11.0, its ${backend.name} backend. Centres of ${scales[0].rows.length} Kodak
photographs, ${side} x ${side} before upscaling, from PNG to PNG, warm, by turns in one browser: median time, mean PSNR-Y.
Downloads are everything that a first job needs, gzipped: scripts, runtime and model.

${table(
  ['scale', 'library', 's per output megapixel', 'PSNR-Y, dB', 'download, MB'],
  scales.flatMap((entry) =>
    sides.map((library) => [
      `x${entry.scale}`,
      names[library],
      tenths(entry[library].secondsPerMegapixel),
      hundredths(entry[library].psnr),
      megabytes(entry.downloads[library].bytes),
    ]),
  ),
)}${tried.length ? `\n\nThe backends of tfjs, second x2 run on 32 x 32 (a backend with a wrong result is not used):\n\n${table(['backend', 's', 'PSNR-Y, dB', ''], tried)}` : ''}`
}

function background({ rows }) {
  const names = {
    Darkroom: 'Darkroom, `remove: auto`',
    medium: '@imgly/background-removal, medium (default)',
    small: '@imgly/background-removal, small',
  }
  return `## Background removal compared with @imgly/background-removal

\`@imgly/background-removal\` 1.4.5, the latest whose weights are on npm, on WASM as Darkroom here. The ${rows[0].images} photographs with reference
cut-outs of docs/quality.md, JPEG to PNG, warm, by turns in one browser: median time, mean and worst intersection over union, mean
difference of alpha. First: what a first job downloads, gzipped, and the time from the request for the page to its result.

${table(
  ['library', 's', 'IoU, %', 'worst', 'alpha error, %', 'first, MB', 'first, s'],
  rows.map(({ name, ms, overlap, leastOverlap, error, first }) => [
    names[name],
    tenths(ms / 1000),
    ...[overlap, leastOverlap, error].map((share) => hundredths(100 * share)),
    megabytes(first.bytes),
    tenths(first.ms / 1000),
  ]),
)}`
}

function contributed({ reports }) {
  const rows = reports.flatMap(({ measured, browser, cores, side, auto }) =>
    measured.flatMap(({ provider, adapter, precision, networks, failed = [] }) => {
      const on = [adapter ?? `${cores} cores`, browser, `${provider}, ${precision}`]
      const times = networks.map(({ network, step, bare, ...found }) => [
        ...on,
        network,
        whole(step / (bare ? side ** 2 / 1e6 : 1)) + (bare ? '' : ' in all'),
        bare ? hundredths(step / bare) : '',
        provider === 'webgpu' ? verdictOf(network, found, auto) : '',
      ])
      return [...times, ...failed.map((network) => [...on, network, '', '', 'fails'])]
    }),
  )
  return `## On people's machines

Measured by visitors on the demo's page \`measure.html\`, or without a browser by \`npm run bench:gpu\`, and contributed to \`bench/contributed\`:
milliseconds a megapixel of the source for each network's step, or in all where the network has an input size of its own. The
verdict is that of Darkroom's own choice, or how far a tile is from WASM's at most, of 255. ${rows.length ? '' : 'There are none yet.'}

${table(['machine', 'browser', 'provider', 'network', 'step, ms/MP', 'step / bare', 'verdict'], rows)}`
}

function verdictOf(network, { isRight, most }, auto) {
  if (isRight === undefined)
    return auto?.verdicts?.find(({ model }) => model === network)?.verdict ?? ''
  return isRight ? `right, within ${tenths(most)}` : 'wrong'
}

function progress({ width, height, rows }) {
  return `## Progress

How far \`overall_ratio\` is from the share of the time that has passed, at the event where they differ most: jobs on
${width} x ${height}, each after another like it.

${table(
  ['job', 'events', 'furthest apart', 'events that fell'],
  rows.map(({ name, events, furthest, fell }) => [name, events, hundredths(furthest), fell]),
)}`
}

export const sections = {
  overhead,
  small,
  cache,
  lanes,
  previews,
  'long-tasks': longTasks,
  memory,
  requirements,
  'auto-enhance': autoEnhance,
  progress,
  sample,
  networks,
  effort,
  quality,
  peers,
  background,
  contributed,
}
