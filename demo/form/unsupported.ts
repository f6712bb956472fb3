import { requireRemote } from '../../src/plan/require-remote.ts'
import { normalize } from '../../src/request/normalize.ts'
import { asDarkroomError, type DarkroomError } from '../../src/shared/errors.ts'
import { make } from '../dom.ts'
import { type Json, withDefaults, withPath } from '../json-paths.ts'
import { texts } from '../language/language.ts'
import { isConnected } from '../remote/settings.ts'
import { accepts, type Field } from './field.ts'

/** A valid image URL that is never opened. */
const PICTURE = 'https://picture.invalid/a.png'

/** For each field that is not a choice, one of these is a valid value. */
const samples = [
  true,
  1,
  PICTURE,
  'A4',
  'RB',
  '#FFFFFF',
  'storage://a/b',
  [0, 0, 0],
  [0, 0],
  [PICTURE],
]

/** Why the library refuses a request; undefined if it can be run or is only incomplete. */
export function errorOf(request: Json): DarkroomError | undefined {
  const error = validationError(request)
  return error?.code === 'BAD_REQUEST' ? undefined : error
}

/** Validates a request without opening its images. */
export function validationError(request: unknown): DarkroomError | undefined {
  try {
    requireRemote(normalize(request).request, isConnected())
    return undefined
  } catch (error) {
    return asDarkroomError(error, 'BAD_REQUEST')
  }
}

/** Why the library refuses a field with this value, or with any value. `implied` are the fields that it needs. */
export function fieldError(field: Field, implied: Json = {}, value?: unknown) {
  const wanted = value ?? field.options[0] ?? samples.find((sample) => accepts(field, sample))
  const request = withPath({ url: PICTURE }, field.path, wanted)
  return errorOf(withDefaults(request, implied))
}

/** A badge for what this page cannot run, with the library's message as its title. */
export function badge({ code, message }: DarkroomError): HTMLElement {
  return make('span', { className: 'tag', title: message }, badgeText(code))
}

export const badgeText = (code: DarkroomError['code']) =>
  code === 'REMOTE_NOT_CONFIGURED' ? texts.form.remote : texts.form.notYet
