import * as v from 'valibot'
import { DarkroomError, unexpected } from '../errors.ts'
import type { Warning } from '../jobs/record.ts'
import type { PixelSource } from '../sources/source.ts'
import { fields, fieldsNotBuilt, type Length, type ValidRequest } from './schema.ts'

export type OutputFormat = 'jpeg' | 'png' | 'webp'

/** A request with one spelling for everything, defaults filled in. */
export interface Canonical {
  url: string | PixelSource
  width?: Length
  height?: Length
  format?: OutputFormat
  quality: number
  warnings: Warning[]
}

/**
 * Checks a request and brings it into its canonical form.
 * @throws DarkroomError BAD_REQUEST or NOT_SUPPORTED with the field as `path`.
 */
export function canonical(request: unknown): Canonical {
  const { valid, warnings } = validate(request)
  if (valid.url === undefined)
    throw new DarkroomError('BAD_REQUEST', 'File or image url is required', { path: 'url' })
  const format = valid.output_format === 'jpg' ? 'jpeg' : valid.output_format
  if (format === 'png' && valid.quality !== undefined) {
    warnings.push({ code: 'IGNORED', path: 'quality', message: 'quality has no effect on png' })
  }
  if (valid.upscale_parameters?.type === 'text_x4') {
    throw notSupported('upscale_parameters.type', 'text_x4')
  }
  return {
    url: valid.url,
    ...(valid.width && { width: valid.width }),
    ...(valid.height && { height: valid.height }),
    ...(format && { format }),
    quality: valid.quality ?? 85,
    warnings,
  }
}

function validate(request: unknown): { valid: ValidRequest; warnings: Warning[] } {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    throw unexpected('request', 'an object', request)
  }
  const valid: Record<string, unknown> = {}
  const warnings: Warning[] = []
  for (const [name, value] of Object.entries(request)) {
    if (value === null || value === undefined) continue
    if (isBuilt(name)) valid[name] = check(name, value)
    else if (isKnown(name)) refuse(name, value)
    else
      warnings.push({
        code: 'UNKNOWN_FIELD',
        path: name,
        message: `${name} is not a field and was ignored`,
      })
  }
  return { valid: valid as ValidRequest, warnings }
}

const isBuilt = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name)
const isKnown = (name: string) => (fieldsNotBuilt as readonly string[]).includes(name)

function check(name: keyof typeof fields, value: unknown): unknown {
  const result = v.safeParse(fields[name].schema, value)
  if (result.success) return result.output
  throw unexpected(name, fields[name].expected, value)
}

function refuse(name: string, value: unknown): void {
  // `fit: {}` asks for nothing; clients send it.
  if (name === 'fit' && typeof value === 'object' && Object.keys(value as object).length === 0)
    return
  throw notSupported(name, name)
}

const notSupported = (path: string, what: string) =>
  new DarkroomError('NOT_SUPPORTED', `${what} is not supported yet`, { path })
