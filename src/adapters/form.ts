/**
 * Files that are picked in a form, replaced by their results before it is sent.
 * @module darkroom-web/form
 */
import type { Darkroom } from '../darkroom.ts'
import { type Check, callback, checkOptions, object, required } from '../shared/check-options.ts'
import { messageOf } from './message-of.ts'
import { type RequestOf, requestFor } from './request-of.ts'

export interface EnhanceInputOptions {
  darkroom: Pick<Darkroom, 'toFile'>
  /** What is done to each file, or a function that tells it: undefined leaves a file as it is. */
  request: RequestOf<File>
  /** From 0 to 1, over all files. */
  onProgress?: (ratio: number) => void
  /** Called for each file that failed. The form is not sent with it. */
  onError?: (error: unknown, file: File) => void
}

const checks: Record<keyof EnhanceInputOptions, Check> = {
  darkroom: required({
    expected: 'a Darkroom',
    isValid: (value) => callback.isValid((value as Darkroom | null)?.toFile),
  }),
  request: required({
    expected: 'a request, or a function',
    isValid: (value) => object.isValid(value) || callback.isValid(value),
  }),
  onProgress: callback,
  onError: callback,
}

/**
 * Replaces the files of an `<input type="file">` by their results; a submit waits for them. A file that fails stays, and
 * makes the input invalid until another one is picked. Returns a function that ends all this.
 *
 * @example
 * const stop = enhanceInput(input, { darkroom, request: { max_length: 2048, output_format: 'webp' } })
 */
export function enhanceInput(input: HTMLInputElement, options: EnhanceInputOptions): () => void {
  checkOptions(options, checks, 'enhanceInput')
  const { darkroom, request, onProgress, onError } = options
  const stopped = new AbortController()
  let picking = new AbortController()
  let pending: Promise<void> | undefined
  /** The submit that waits. */
  let waiting: SubmitEvent | undefined
  let isInvalid = false

  input.addEventListener('change', pick, stopped)
  if (input.files?.length) pick()
  return () => {
    stopped.abort()
    cancel()
  }

  function cancel(): void {
    picking.abort()
    pending = undefined
    waiting = undefined
    validate('')
  }

  /** Leaves a message of the application's own alone. */
  function validate(message: string): void {
    if (message || isInvalid) input.setCustomValidity(message)
    isInvalid = message !== ''
  }

  function pick(): void {
    picking.abort()
    picking = new AbortController()
    validate('')
    // Before the listeners of the application: they would read the files as they were picked.
    input.form?.addEventListener('submit', submit, { capture: true, signal: stopped.signal })
    input.form?.addEventListener('reset', cancel, stopped)
    const work = replace([...(input.files ?? [])], picking.signal)
      .catch(reportError)
      .finally(() => {
        if (pending === work) pending = undefined
      })
    pending = work
  }

  async function replace(picked: File[], signal: AbortSignal): Promise<void> {
    const ratios = picked.map(() => 0)
    const outcomes = await Promise.allSettled(
      picked.map(async (file, i) => {
        const wanted = requestFor(request, file)
        if (!wanted) return file
        return darkroom.toFile(file, wanted, {
          signal,
          onProgress: ({ overall_ratio }) => {
            ratios[i] = overall_ratio
            onProgress?.(ratios.reduce((sum, ratio) => sum + ratio) / ratios.length)
          },
        })
      }),
    )
    // The page may have changed the input itself, which fires no event.
    const isSame = [...(input.files ?? [])].every((file, i) => file === picked[i])
    if (signal.aborted || !isSame || input.files?.length !== picked.length) return
    const transfer = new DataTransfer()
    const failures: { file: File; reason: unknown }[] = []
    for (const [i, outcome] of outcomes.entries()) {
      const file = picked[i] as File
      transfer.items.add(outcome.status === 'fulfilled' ? outcome.value : file)
      if (outcome.status === 'rejected') failures.push({ file, reason: outcome.reason })
    }
    input.files = transfer.files
    validate(failures.map(({ file, reason }) => `${file.name}: ${messageOf(reason)}`).join('\n'))
    for (const { file, reason } of failures) onError?.(reason, file)
  }

  function submit(event: SubmitEvent): void {
    if (event.target !== input.form || !(pending || isInvalid)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // A form with `novalidate` gets here.
    if (!pending) return void input.reportValidity()
    if (!waiting) void submitLater(event.target as HTMLFormElement)
    waiting = event
  }

  async function submitLater(form: HTMLFormElement): Promise<void> {
    while (pending) await pending
    if (waiting) form.requestSubmit(waiting.submitter)
    waiting = undefined
  }
}
