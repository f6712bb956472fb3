import { byId, make } from './dom.ts'
import type { Json } from './json-paths.ts'
import { texts } from './language/language.ts'
import { type Arrival, expectSource } from './request-state.ts'
import backlit from './samples/backlit.jpg'
import blurred from './samples/blurred.jpg'
import cast from './samples/cast.jpg'
import face from './samples/face.jpg'
import night from './samples/night.jpg'
import parrot from './samples/parrot.jpg'
import scan from './samples/scan.jpg'
import screenshot from './samples/screenshot.png'
import upscaled from './samples/upscaled.jpg'

/** A sample image with one flaw, or one to edit. */
interface Sample {
  file: string
  address: string
  /** The flaw or the task, in two or three words. */
  fault: string
  /** Alternative text. */
  alt: string
  /** Its origin, shown with it. */
  origin: string
  /** The request that corrects it. */
  request: Json
}

const own = texts.samples
const kodak = own.degraded

const samples: Sample[] = [
  {
    file: 'parrot.jpg',
    address: parrot,
    ...own.parrot,
    origin: own.parrotOrigin,
    request: { background: { remove: 'auto' } },
  },
  {
    file: 'face.jpg',
    address: face,
    ...own.face,
    origin: kodak(15),
    request: { width: '200%', enhancements: ['face_enhance'] },
  },
  {
    file: 'night.jpg',
    address: night,
    ...own.night,
    origin: kodak(11),
    request: { enhancements: ['denoise', 'light', 'color'] },
  },
  {
    file: 'blurred.jpg',
    address: blurred,
    ...own.blurred,
    origin: kodak(15),
    request: { enhancements: ['deblur'] },
  },
  {
    file: 'upscaled.jpg',
    address: upscaled,
    ...own.upscaled,
    origin: kodak(3),
    request: { enhancements: ['clean'] },
  },
  {
    file: 'scan.jpg',
    address: scan,
    ...own.scan,
    origin: own.scanOrigin,
    request: { preset: 'enhance_document' },
  },
  {
    file: 'screenshot.png',
    address: screenshot,
    ...own.screenshot,
    origin: own.drawn,
    request: { width: '400%', upscale_parameters: { type: 'text_x4' } },
  },
  {
    file: 'cast.jpg',
    address: cast,
    ...own.cast,
    origin: kodak(17),
    request: { enhancements: ['white_balance'], white_balance_parameters: { level: 1 } },
  },
  {
    file: 'backlit.jpg',
    address: backlit,
    ...own.backlit,
    origin: kodak(19),
    request: { enhancements: ['light', 'exposure_correction'] },
  },
]

type Open = (
  file: File,
  arrival: Arrival,
  origin: string,
  pressed: HTMLElement,
  request: Json,
) => void

/** Shows the samples in a row. A click opens one with its request. */
export function setUpSamples(open: Open): void {
  byId('samples').append(...samples.map((sample) => make('li', {}, thumbnail(sample, open))))
}

function thumbnail({ file, address, fault, alt, origin, request }: Sample, open: Open) {
  const image = make('img', { loading: 'lazy', alt, src: address })
  const button = make('button', { type: 'button' }, image, make('span', {}, fault))
  button.addEventListener('click', async () => {
    const arrival = expectSource()
    const blob = await (await fetch(address)).blob()
    open(new File([blob], file, { type: blob.type }), arrival, origin, button, request)
  })
  return button
}
