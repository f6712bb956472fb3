import type {
  DarkroomError,
  DarkroomInfo,
  JobDetails,
  ModelCheck,
  Status,
  UpscaleChoice,
} from 'darkroom-web'
import { texts } from './language/language.ts'
import { hundredths } from './language/numbers.ts'

/** The page's texts for steps, errors and results. */

const namedIn = (names: Record<string, string>, name: string) =>
  Object.hasOwn(names, name) ? names[name] : undefined

export const statusName = (status: Status | 'failed'): string => texts.statuses[status]

export const providerNames = { webgpu: 'WebGPU', wasm: 'WASM' }

/** A provider and its precision, which on WASM is fp32 unless it is named. */
export const targetName = ({
  provider,
  precision,
}: Pick<DarkroomInfo, 'provider'> & Pick<ModelCheck, 'precision'>) =>
  provider === 'wasm' && precision !== 'int8'
    ? providerNames.wasm
    : `${providerNames[provider]} ${precision}`

/** The label of an operation. Unknown operations keep their name. */
export const stepName = (operation: string): string =>
  namedIn(texts.steps, operation) ?? operation.replaceAll('_', ' ')

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Whether an error says that a person ended the job. */
export const isCancelled = ({ code }: { code: string }): boolean =>
  code === 'ABORTED' || code === 'DELETED'

export const errorTitle = ({ code }: DarkroomError): string =>
  namedIn(texts.errors, code) ?? texts.errors.other

export const dimensions = (width: number, height: number) => `${width} × ${height}`

/** An image's size and bytes, as far as they are known. */
export const sizeAndBytes = (extent: { width: number; height: number } | null, weight: string) =>
  [extent && dimensions(extent.width, extent.height), weight].filter(Boolean).join(' · ')

/** How an image was enlarged, where one of two networks did it. */
export const choiceOf = ({ steps = [] }: Partial<JobDetails> = {}): UpscaleChoice | undefined =>
  steps.flatMap(({ choice }) => choice ?? [])[0]

const described = ({ mode, why }: UpscaleChoice) =>
  (mode === 'restore' ? texts.run.restored : texts.run.enlarged) + texts.run.looks[why]

/** What was detected in an image, if requested, and how it was enlarged. */
export function detected(details: Partial<JobDetails> = {}): string[] {
  const { faces, nsfw } = details
  const choice = choiceOf(details)
  const scored = nsfw?.triggered ? texts.run.nsfwReplaced : texts.run.nsfw
  return [
    ...(choice ? [described(choice)] : []),
    ...(faces === undefined ? [] : [texts.run.faces(faces)]),
    ...(nsfw ? [scored(hundredths(nsfw.score))] : []),
  ]
}
