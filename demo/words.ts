import type { DarkroomError, JobDetails, Status } from '../src/index.ts'

/** What the page says in words: figures, steps, errors. */

const steps: Record<string, string> = {
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

const titles: Record<string, string> = {
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

const statuses: Record<Status | 'failed', string> = {
  received: 'Received',
  not_started: 'Waiting',
  in_progress: 'In progress',
  complete: 'Complete',
  failed: 'Failed',
}

export const statusName = (status: Status | 'failed'): string => statuses[status]

export const providers = { webgpu: 'WebGPU', wasm: 'WASM' }

/** An operation as a person calls it. One that this page does not know yet keeps its name. */
export function stepName(operation: string): string {
  return steps[operation] ?? capitalised(operation.replaceAll('_', ' '))
}

export const errorTitle = ({ code }: DarkroomError) => titles[code] ?? 'Something went wrong'

export const size = (width: number, height: number) => `${width} × ${height}`

/** A picture's size and weight, as far as they are known. */
export const facts = (extent: { width: number; height: number } | null, weight: string) =>
  [extent && size(extent.width, extent.height), weight].filter(Boolean).join(' · ')

/** What was found in a picture, where that was asked for. */
export function findings({ faces, nsfw }: Partial<JobDetails> = {}): string[] {
  const replaced = nsfw?.triggered ? ', replaced' : ''
  return [
    ...(faces === undefined ? [] : [counted(faces, 'face')]),
    ...(nsfw ? [`NSFW score ${nsfw.score.toFixed(2)}${replaced}`] : []),
  ]
}

/** `No face`, `1 face`, `2 faces`. */
export const counted = (count: number, name: string): string =>
  `${count || 'No'} ${name}${count > 1 ? 's' : ''}`

export function bytes(count: number): string {
  if (count < 1000) return `${count} B`
  if (count < 1e6) return `${Math.round(count / 1000)} KB`
  return `${megabytes(count)} MB`
}

export const megabytes = (count: number) => (count / 1e6).toFixed(1)

/** `about 12 s`, or `about 3 min`: nobody wants an estimate in milliseconds. */
export function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

export const exactly = (ms: number) => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms))

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** `2 minutes ago`. `time` is in milliseconds since 1970. */
export function ago(time: number): string {
  const minutes = Math.round((Date.now() - time) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return relative.format(-minutes, 'minute')
  if (minutes < 48 * 60) return relative.format(-Math.round(minutes / 60), 'hour')
  return relative.format(-Math.round(minutes / 1440), 'day')
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
