import { unexpected } from '../errors.ts'
import { nearest } from './nearest.ts'
import { presetContents } from './presets.ts'
import { type ValidatedRequest, validate } from './validate.ts'

/**
 * The request with what its preset stands for. Own fields go before the preset's; of objects, field by field.
 * @throws DarkroomError BAD_REQUEST on `preset` with the nearest name.
 */
export function applyPreset(request: ValidatedRequest): ValidatedRequest {
  const { preset } = request
  if (preset === undefined) return request
  const content = presetContents.get(preset)
  if (!content) {
    const near = nearest(preset, presetContents.keys())
    throw unexpected('preset', `a preset (the nearest is ${JSON.stringify(near)})`, preset)
  }
  const { width, ...rest } = validate(content).valid
  return merge(width === undefined || hasSize(request) ? rest : { ...rest, width }, request)
}

/** A size of the request's own goes before the preset's, also where it is the other dimension. */
const hasSize = ({ width, height, print_size }: ValidatedRequest) =>
  width !== undefined || height !== undefined || print_size !== undefined

function merge(preset: ValidatedRequest, own: ValidatedRequest): ValidatedRequest {
  const parts = Object.entries(own).map(([field, value]) => {
    const under = preset[field as keyof ValidatedRequest]
    return [field, isPlain(under) && isPlain(value) ? { ...under, ...value } : value]
  })
  return { ...preset, ...Object.fromEntries(parts) }
}

const isPlain = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]'
