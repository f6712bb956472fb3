import { byId } from '../dom.ts'
import type { Json } from '../paths.ts'
import { change, current, onRequest } from '../state.ts'

const DEFAULT_QUALITY = 85

const form = byId<HTMLFormElement>('form')
const basics = byId('basics')
const width = byId<HTMLInputElement>('custom-width')
const unit = byId<HTMLSelectElement>('custom-unit')
const quality = byId<HTMLInputElement>('quality')

/** Width, format and quality: what most people come for. */
export function setUpBasics(): void {
  basics.addEventListener('input', () => {
    dress()
    const { width: _, output_format: __, quality: ___, ...rest } = current()
    const own = { width: chosenWidth(), output_format: chosen('format') || undefined, ...grade() }
    change(present({ url: rest.url, urls: rest.urls, ...own, ...rest }), 'basics')
  })
  onRequest((request, origin) => {
    if (origin !== 'basics') show(request)
  })
}

/** Quality says nothing to a PNG; `null` where the input's format is not known. */
export function qualityMatters(inputFormat: string | null): void {
  form.dataset.input = inputFormat ?? ''
  dress()
}

/** Leaves out what is undefined, as JSON would. */
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
