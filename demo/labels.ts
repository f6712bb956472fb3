import type { DarkroomError, JobDetails, Status, UpscaleChoice } from '../src/index.ts'

/** The page's texts for numbers, steps and errors. */

const stepNames: Record<string, string> = {
  decode: 'Reading the picture',
  upscale: 'Upscaling',
  resize: 'Resizing',
  canvas: 'Placing it on the canvas',
  encode: 'Writing the file',
  caption: 'Adding the caption',
  flatten: 'Filling what is transparent',
  subject: 'Finding what matters',
  crop: 'Cropping',
  background: 'Removing the background',
  backdrop: 'Putting something behind it',
  face_enhance: 'Enhancing faces',
  nsfw: 'Checking what it shows',
}

const errorTitles: Record<string, string> = {
  BAD_REQUEST: 'This request cannot be run',
  NOT_SUPPORTED: 'Not supported yet',
  REMOTE_NOT_CONFIGURED: 'This needs a remote service',
  STORAGE: 'The storage could not be used',
  FILE_SIZE_UNREACHABLE: 'No quality makes it that small',
  NOT_FOUND: 'There is no such job',
  DELETED: 'This job was deleted',
  SOURCE_UNREACHABLE: 'The picture could not be fetched',
  SOURCE_CORS: 'That site does not let this page read the picture',
  UNIDENTIFIED_IMAGE: 'This file is not a picture that can be read',
  TOO_LARGE: 'Too large',
  TOO_MANY_REQUESTS: 'Too many jobs at once',
  MODEL: 'The network could not be run',
  DEVICE_LOST: 'The graphics card was lost',
  OUT_OF_MEMORY: 'Not enough memory',
  TIMEOUT: 'That took too long',
}

const statusNames: Record<Status | 'failed', string> = {
  received: 'Received',
  not_started: 'Waiting',
  in_progress: 'In progress',
  complete: 'Complete',
  failed: 'Failed',
}

export const statusName = (status: Status | 'failed'): string => statusNames[status]

export const providerNames = { webgpu: 'WebGPU', wasm: 'WASM' }

/** The label of an operation. Unknown operations keep their name. */
export function stepName(operation: string): string {
  return stepNames[operation] ?? capitalize(operation.replaceAll('_', ' '))
}

export const errorTitle = ({ code }: DarkroomError) => errorTitles[code] ?? 'Something went wrong'

export const dimensions = (width: number, height: number) => `${width} × ${height}`

/** An image's size and bytes, as far as they are known. */
export const sizeAndBytes = (extent: { width: number; height: number } | null, weight: string) =>
  [extent && dimensions(extent.width, extent.height), weight].filter(Boolean).join(' · ')

const looks: Record<UpscaleChoice['why'], string> = {
  clean: ', as it looks clean',
  compressed: ', as it looks compressed',
  noisy: ', as it looks noisy',
  enlarged: ', as it looks enlarged before',
  drawing: ', as it looks drawn',
  requested: '',
}

/** How an image was enlarged, where one of two networks did it. */
export const choiceOf = ({ steps = [] }: Partial<JobDetails> = {}): UpscaleChoice | undefined =>
  steps.flatMap(({ choice }) => choice ?? [])[0]

const described = ({ mode, why }: UpscaleChoice) =>
  `${mode === 'restore' ? 'Restored' : 'Enlarged faithfully'}${looks[why]}`

/** What was detected in an image, if requested, and how it was enlarged. */
export function detected(details: Partial<JobDetails> = {}): string[] {
  const { faces, nsfw } = details
  const choice = choiceOf(details)
  const replaced = nsfw?.triggered ? ', replaced' : ''
  return [
    ...(choice ? [described(choice)] : []),
    ...(faces === undefined ? [] : [plural(faces, 'face')]),
    ...(nsfw ? [`NSFW score ${nsfw.score.toFixed(2)}${replaced}`] : []),
  ]
}

/** `No face`, `1 face`, `2 faces`. */
export const plural = (count: number, name: string): string =>
  `${count || 'No'} ${name}${count > 1 ? 's' : ''}`

export function bytes(count: number): string {
  if (count < 1000) return `${count} B`
  if (count < 1e6) return `${Math.round(count / 1000)} KB`
  return `${megabytes(count)} MB`
}

export const megabytes = (count: number) => (count / 1e6).toFixed(1)

/** `12 s` or `3 min`: rounded, for estimates. */
export function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

export const exactDuration = (ms: number) =>
  ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms)

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** `2 minutes ago`. `time` is in milliseconds since 1970. */
export function timeAgo(time: number): string {
  const minutes = Math.round((Date.now() - time) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return relative.format(-minutes, 'minute')
  if (minutes < 48 * 60) return relative.format(-Math.round(minutes / 60), 'hour')
  return relative.format(-Math.round(minutes / 1440), 'day')
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
