import { byId, make } from './dom.ts'
import type { Json } from './json-paths.ts'
import { texts } from './language/language.ts'
import { type Arrival, expectSource } from './request-state.ts'

const addresses: Record<string, string> = import.meta.glob('./samples/*.{jpg,png}', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** A sample image with one flaw, or one to edit. */
type Sample = [
  file: string,
  /** The flaw or the task, in two or three words, and an alternative text. */
  words: { fault: string; alt: string },
  /** Its origin, shown with it. */
  origin: string,
  /** The request that corrects it. */
  request: Json,
]

const own = texts.samples
const kodak = own.degraded
const enhanced = (...enhancements: string[]): Json => ({ enhancements })

const samples: Sample[] = [
  ['parrot.jpg', own.parrot, own.parrotOrigin, { background: { remove: 'auto' } }],
  ['face.jpg', own.face, kodak(15), { width: '200%', ...enhanced('face_enhance') }],
  ['night.jpg', own.night, kodak(11), enhanced('denoise', 'light', 'color')],
  ['blurred.jpg', own.blurred, kodak(15), enhanced('deblur')],
  ['upscaled.jpg', own.upscaled, kodak(3), enhanced('clean')],
  ['scan.jpg', own.scan, own.scanOrigin, { preset: 'enhance_document' }],
  [
    'screenshot.png',
    own.screenshot,
    own.drawn,
    { width: '400%', upscale_parameters: { type: 'text_x4' } },
  ],
  [
    'cast.jpg',
    own.cast,
    kodak(17),
    { ...enhanced('white_balance'), white_balance_parameters: { level: 1 } },
  ],
  ['backlit.jpg', own.backlit, kodak(19), enhanced('light', 'exposure_correction')],
]

type Open = (
  file: File,
  arrival: Arrival,
  origin: string,
  pressed: HTMLElement,
  request: Json,
) => void

/** Shows the samples in a row. A click opens one and runs its request, and so does an address with `?sample=parrot`. */
export function setUpSamples(open: Open): void {
  const buttons = samples.map((sample) => thumbnail(sample, open))
  byId('samples').append(...buttons.map((button) => make('li', {}, button)))
  const wanted = new URLSearchParams(location.search).get('sample')
  const isWanted = ([file]: Sample) => file.replace(/\..*/, '') === wanted
  buttons[samples.findIndex(isWanted)]?.click()
}

function thumbnail([file, { fault, alt }, origin, request]: Sample, open: Open) {
  const src = addresses[`./samples/${file}`] ?? ''
  const onclick = async () => {
    const arrival = expectSource()
    const blob = await (await fetch(src)).blob()
    open(new File([blob], file, { type: blob.type }), arrival, origin, button, request)
  }
  const image = make('img', { loading: 'lazy', alt, src })
  const button = make('button', { type: 'button', onclick }, image, make('span', {}, fault))
  return button
}
