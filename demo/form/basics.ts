import { byId } from '../dom.ts'
import type { Json } from '../json-paths.ts'
import { currentRequest, onRequestChange, setRequest } from '../request-state.ts'

const form = byId<HTMLFormElement>('form')
const basics = byId('basics')
const width = byId<HTMLInputElement>('custom-width')
const unit = byId<HTMLSelectElement>('custom-unit')
const quality = byId<HTMLInputElement>('quality')
/** The library's default, where the page begins. */
const DEFAULT_QUALITY = Number(quality.defaultValue)

/** Width, format and quality: the fields that most people need. */
export function setUpBasics(): void {
  dress()
  basics.addEventListener('input', () => {
    dress()
    const { width: _, output_format: __, quality: ___, ...rest } = currentRequest()
    const own = { width: chosenWidth(), output_format: chosen('format') || undefined, ...grade() }
    setRequest(present({ url: rest.url, urls: rest.urls, ...own, ...rest }), 'basics')
  })
  onRequestChange((request, origin) => {
    if (origin !== 'basics') show(request)
  })
}

/** Disables quality for PNG. `inputFormat` is null if unknown. */
export function enableQuality(inputFormat: string | null): void {
  form.dataset.input = inputFormat ?? ''
  dress()
}

/** Removes undefined fields, as JSON does. */
const present = (json: Json) =>
  Object.fromEntries(Object.entries(json).filter(([, value]) => value !== undefined))

function show(request: Json): void {
  const wanted = String(request.width ?? '')
  const ready = ['', '200%', '400%'].includes(wanted)
  choose('scale', ready ? wanted : 'custom')
  if (!ready) showCustom(wanted)
  const format = String(request.output_format ?? '')
  choose('format', format === 'jpg' ? 'jpeg' : format)
  quality.value = String(request.quality ?? DEFAULT_QUALITY)
  dress()
}

function showCustom(wanted: string): void {
  unit.value = wanted.includes('%') ? '%' : ''
  width.value = wanted.replace('%', '').trim()
}

function chosenWidth(): number | string | undefined {
  const scale = chosen('scale')
  if (scale !== 'custom') return scale || undefined
  const typed = width.value.trim()
  // Empty: the image's own width. Anything but a number is left to the library to validate.
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
