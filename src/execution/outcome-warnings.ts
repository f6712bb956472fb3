import { cutsOut, showsMask } from '../request/background.ts'
import { asksForMode, ignored, type Reasons } from '../request/ineffective.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { presetContents } from '../request/presets.ts'
import type { Warning } from '../shared/warning.ts'
import type { Observations, RunResult } from '../shared/worker/api.ts'

/** The fields of a request that turned out to have no effect, and what the result lost: known only after the run. */
export const outcomeWarnings = (request: NormalizedRequest, result: RunResult): Warning[] => [
  ...ignored(ineffective(request, result)),
  ...losses(request, result),
]

const unseen = { outside: 'it lies outside of the result', transparent: 'it is transparent' }

/** The counterpart of the table in request/ineffective.ts. */
function ineffective(request: NormalizedRequest, result: RunResult): Reasons {
  const { blob, details, observed = {} } = result
  const has = (name: string) => details.steps.some(({ operation }) => operation === name)
  const onPng = (field: 'quality' | 'max_file_size') =>
    request[field] !== undefined && blob.type === 'image/png' && 'does nothing to a png'
  return {
    quality: onPng('quality'),
    max_file_size: onPng('max_file_size'),
    'upscale_parameters.type':
      asksForTextModel(request) &&
      !details.steps.some(({ model }) => model?.includes('text-x4')) &&
      'does nothing where nothing is enlarged',
    'upscale_parameters.mode':
      asksForMode(request) && !has('upscale') && 'does nothing where no network enlarges',
    // Of what comes back from the remote service, a warning of its own has told.
    keep_exif:
      observed.exifMissing &&
      !has('remote') &&
      'does nothing where there is no EXIF that can be read',
    'background.color':
      hasUnusedColor(request, result) &&
      `does nothing where nothing is ${colored(request)}padded or cut out`,
    ...Object.fromEntries(
      (['keep', 'erase', 'hints'] as const).map((name) => [
        `background.${name}`,
        observed.nothingToCorrect &&
          request.background?.[name] !== undefined &&
          'has no effect without remove, mask or transparency',
      ]),
    ),
    'background.output':
      observed.opaque &&
      showsMask(request) &&
      !cutsOut(request) &&
      'is white all over, as nothing is transparent without remove or mask',
    'background.remove':
      observed.cutOutBefore &&
      !ofPreset(request)?.background?.remove &&
      'does nothing to a cut-out, whose transparency stays as it is. To remove more, flatten it first: a run with background.color alone',
    caption: observed.captionUnseen && `is not seen: ${unseen[observed.captionUnseen]}`,
  }
}

const losses = (request: NormalizedRequest, { observed = {} }: RunResult): Warning[] =>
  (Object.keys(lossesBy) as Loss[])
    .filter((loss) => observed[loss])
    .map((loss) => lossesBy[loss](request))

type Loss = Exclude<
  keyof Observations,
  'opaque' | 'exifMissing' | 'cutOutBefore' | 'nothingToCorrect' | 'captionUnseen'
>

/** What the record says of each loss, in this order. */
const lossesBy: Record<Loss, (request: NormalizedRequest) => Warning> = {
  transparencyLost: ({ output_format }) => ({
    code: 'CONVERTED',
    path: output_format === undefined ? 'max_file_size' : 'output_format',
    message: 'The result is a jpeg: what was transparent is over white',
  }),
  nothingFound: ({ background }) => ({
    code: 'NOTHING_FOUND',
    ...nothingKept(background),
  }),
  itemMissing: () => ({
    code: 'NOTHING_FOUND',
    path: 'fit',
    message: 'fit found no item that stands out: all of the image was taken for it',
  }),
  grainKept: () => ({
    code: 'LIMITED',
    path: 'enhancements',
    message:
      'deblur removed the compression only: sharpening would have brought out the grain of the image',
  }),
  alphaRestored: () => ({
    code: 'CHANGED',
    path: 'background.remove',
    message:
      'The cut-out came back from the remote service without transparency: the background was removed again, by the same mask',
  }),
  detailLost: () => ({
    code: 'CHANGED',
    path: 'url',
    message:
      'What came back from the remote service differs from url: the detail that url has beyond its 2048 pixels was not put back',
  }),
  gpuFailed: () => ({
    code: 'DEVICE_LOST',
    message: 'A network failed on the GPU: it was computed with WebAssembly',
  }),
  castGuessed: () => ({
    code: 'SIMPLIFIED',
    path: 'enhancements',
    message:
      'white_balance used a simpler estimate: the weights of its network could not be fetched',
  }),
  subjectGuessed: () => ({
    code: 'SIMPLIFIED',
    path: 'fit',
    message:
      'fit cropped to what stands out: the weights that find content and items could not be fetched',
  }),
}

function nothingKept({ mask, remove, erase }: NormalizedRequest['background'] = {}) {
  if (mask !== undefined) return keepsNothing('background.mask', 'keeps nothing')
  if (remove !== undefined)
    return keepsNothing('background.remove', `found nothing to keep by ${remove}`)
  return keepsNothing(erase ? 'background.erase' : 'background.hints', 'leaves nothing')
}

const keepsNothing = (path: string, what: string) => ({
  path,
  message: `${path} ${what}: all of the image was removed`,
})

/** A preset may ask for it whether or not the request enlarges. */
const asksForTextModel = (request: NormalizedRequest) =>
  request.upscale_parameters.type === 'text_x4' &&
  ofPreset(request)?.upscale_parameters?.type !== 'text_x4'

/** A preset's own fields give no warnings. */
const ofPreset = ({ preset = '' }: NormalizedRequest) => presetContents.get(preset)

/** What is transparent takes colors only, not `auto`. */
const colored = ({ background }: NormalizedRequest) =>
  background?.color?.startsWith('#') ? 'transparent, ' : ''

/** A color fills what is transparent, and what the canvas adds. */
function hasUnusedColor(request: NormalizedRequest, { details, observed }: RunResult): boolean {
  const { color, remove } = request.background ?? {}
  if (color === undefined || remove || cutsOut(request) || showsMask(request)) return false
  if (details.steps.some(({ operation }) => operation === 'canvas')) return false
  return color === 'auto' || color === 'transparent' || observed?.opaque === true
}
