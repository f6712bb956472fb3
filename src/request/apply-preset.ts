import { unexpected } from '../shared/errors.ts'
import { isPlainObject } from '../shared/is-plain-object.ts'
import { nearest } from '../shared/nearest.ts'
import { presetContents } from './presets.ts'
import { type ValidatedRequest, validate } from './validate.ts'

/**
 * Merges the content of the request's preset into it. Explicit fields override the preset; objects are merged field
 * by field.
 * @throws DarkroomError BAD_REQUEST on `preset` with the most similar name.
 */
export function applyPreset(request: ValidatedRequest): ValidatedRequest {
  const { preset } = request
  if (preset === undefined) return request
  const content = presetContents.get(preset)
  if (!content) {
    const suggestion = nearest(preset, presetContents.keys())
    throw unexpected('preset', `a preset (the nearest is ${JSON.stringify(suggestion)})`, preset)
  }
  const { width, max_length, ...rest } = validate(content).valid
  const size = {
    ...(width !== undefined && { width }),
    ...(max_length !== undefined && { max_length }),
  }
  return merge(hasSize(request) ? rest : { ...rest, ...size }, request)
}

/** Any explicit size overrides those of the preset: an explicit width also its `max_length`. */
const hasSize = ({ width, height, min_length, print_size, sizes }: ValidatedRequest) =>
  [width, height, min_length, print_size, sizes].some((size) => size !== undefined)

function merge(preset: ValidatedRequest, request: ValidatedRequest): ValidatedRequest {
  const fields = Object.entries(request).map(([field, value]) => {
    const presetValue = preset[field as keyof ValidatedRequest]
    return [
      field,
      isPlainObject(presetValue) && isPlainObject(value) ? { ...presetValue, ...value } : value,
    ]
  })
  return { ...preset, ...Object.fromEntries(fields) }
}
