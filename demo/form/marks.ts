import { asDarkroomError, type DarkroomError } from '../../src/contract/errors.ts'
import { requireRemote } from '../../src/contract/plan/require-remote.ts'
import { normalize } from '../../src/contract/request/normalize.ts'
import { make } from '../dom.ts'
import { completed, type Json, withAt } from '../paths.ts'
import { isConnected } from '../remote/held.ts'
import { type Field, takes } from './field.ts'

/** Stands for a picture: it names one, and is never opened. */
const PICTURE = 'https://picture.invalid/a.png'

/** One of these is good for any field that is not a choice. */
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

/** What the library refuses about a request; undefined where it can be done, and where it is only unfinished. */
export function refusal(request: Json): DarkroomError | undefined {
  const error = fault(request)
  return error?.code === 'BAD_REQUEST' ? undefined : error
}

/** What is wrong with a request before any picture is opened. */
export function fault(request: unknown): DarkroomError | undefined {
  try {
    requireRemote(normalize(request).request, isConnected())
    return undefined
  } catch (error) {
    return asDarkroomError(error, 'BAD_REQUEST')
  }
}

/** The library's word on a field with this value, or with any. `implied` is what makes the field matter. */
export function refusalOf(field: Field, implied: Json = {}, value?: unknown) {
  const wanted = value ?? field.options[0] ?? samples.find((sample) => takes(field, sample))
  const request = withAt({ url: PICTURE }, field.path, wanted)
  return refusal(completed(request, implied))
}

/** A word beside what cannot be run here; its title is the library's. */
export function tag({ code, message }: DarkroomError): HTMLElement {
  return make('span', { className: 'tag', title: message }, markOf(code))
}

export const markOf = (code: DarkroomError['code']) =>
  code === 'REMOTE_NOT_CONFIGURED' ? 'remote' : 'not yet'
