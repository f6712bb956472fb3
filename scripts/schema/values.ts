import * as v from 'valibot'
import { requireRemote } from '../../src/plan/require-remote.ts'
import { normalize } from '../../src/request/normalize.ts'
import { paperNames } from '../../src/request/paper-sizes.ts'
import { presetContents } from '../../src/request/presets.ts'
import { knownModelTypes, schema } from '../../src/request/schema.ts'
import { isDarkroomError } from '../../src/shared/errors.ts'

/** What the JSON Schema says of values beyond what is valid, by the path of the field. */

type Json = Record<string, unknown>

const presets = [...presetContents.keys()]

/** Known values of fields that take any name. */
const examples = new Map([
  ['preset', presets],
  ['print_size', paperNames()],
  ['model_type', knownModelTypes],
  ['background.generate.model_type', knownModelTypes],
])

export const examplesOf = (path: string) => examples.get(path)

/** What each preset stands for, unless only the remote service knows. */
export const contentsOf = (path: string) =>
  path === 'preset'
    ? Object.fromEntries(
        [...presetContents].filter(([, { ...content }]) => Object.keys(content)[0]),
      )
    : undefined

/** An image that is never opened. */
const url = 'https://picture.invalid/a.png'

/** A normalized request with everything that has parameters: it contains their defaults. */
const complete: Json = {
  rotate: 0,
  dpi: 300,
  print_reorientation: true,
  background: { refine: true },
  ...normalize({
    url,
    enhancements: schema.entries.enhancements.wrapped.item.options,
    caption: { url },
    safe: true,
  }).request,
}

/** The default of a field, if the library has one. */
export const defaultOf = (path: string): unknown =>
  ['url', 'enhancements', 'caption.url', 'safe'].includes(path)
    ? undefined
    : path.split('.').reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], complete)

/** One of these is a valid value of each field that has no choices. */
const samples = [true, 1, url, 'A4', 'RB', '#FFFFFF', 'storage://a/b', [0, 0, 0], [0, 0], [url]]

/** The values of a field that need the remote service: true for all of them. */
export function remoteOf(path: string, field: unknown, choices?: unknown[]) {
  const values = choices ??
    examples.get(path) ?? [samples.find((sample) => v.is(field as v.GenericSchema, sample))]
  const remote = values.filter((value) => needsRemote(path, value))
  if (remote.length === 0) return undefined
  return remote.length === values.length || remote
}

function needsRemote(path: string, value: unknown): boolean {
  const request = path.split('.').reduceRight((inner, key) => ({ [key]: inner }), value) as Json
  try {
    requireRemote(normalize({ url, ...request }).request, false)
    return false
  } catch (error) {
    return isDarkroomError(error) && error.code === 'REMOTE_NOT_CONFIGURED'
  }
}
