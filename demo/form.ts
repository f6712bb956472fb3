import { byId } from './dom.ts'

/** A request as JSON has it. */
export type Json = Record<string, unknown>

const DEFAULT_QUALITY = 85

const form = byId<HTMLFormElement>('form')
const width = byId<HTMLInputElement>('custom-width')
const unit = byId<HTMLSelectElement>('custom-unit')
const quality = byId<HTMLInputElement>('quality')

/** Calls back with the fields that the form is in charge of; an undefined one is to be left out. */
export function onFormChange(listener: (fields: Json) => void): void {
  form.addEventListener('input', () => {
    dress()
    listener({ width: chosenWidth(), output_format: chosen('format') || undefined, ...grade() })
  })
}

/** Shows a request that was written by hand, as far as the form has words for it. */
export function showInForm(request: Json): void {
  const wanted = request.width === undefined ? '' : String(request.width)
  const ready = wanted === '200%' || wanted === '400%'
  choose('scale', ready ? wanted : 'custom')
  if (!ready) showCustom(wanted)
  const format = String(request.output_format ?? '')
  choose('format', format === 'jpg' ? 'jpeg' : format)
  quality.value = String(request.quality ?? DEFAULT_QUALITY)
  dress()
}

/** Quality says nothing to a PNG; `null` where the input's format is not known. */
export function qualityMatters(inputFormat: string | null): void {
  form.dataset.input = inputFormat ?? ''
  dress()
}

function showCustom(wanted: string): void {
  unit.value = wanted.includes('%') ? '%' : ''
  width.value = wanted.replace('%', '').trim()
}

function chosenWidth(): number | string | undefined {
  const scale = chosen('scale')
  if (scale !== 'custom') return scale
  const typed = width.value.trim()
  // Nothing typed: the picture's own width. Anything but a number is the library's to judge.
  if (!typed) return undefined
  return unit.value || !/^\d+$/.test(typed) ? typed + unit.value : Number(typed)
}

const grade = () => ({
  quality:
    quality.disabled || Number(quality.value) === DEFAULT_QUALITY
      ? undefined
      : Number(quality.value),
})

function dress(): void {
  byId('custom').hidden = chosen('scale') !== 'custom'
  byId('quality-value').textContent = quality.value
  quality.disabled = (chosen('format') || form.dataset.input) === 'png'
}

const chosen = (name: string) => String(new FormData(form).get(name) ?? '')

function choose(name: string, value: string): void {
  for (const radio of form.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)) {
    radio.checked = radio.value === value
  }
}
