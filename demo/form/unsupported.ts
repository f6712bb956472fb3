import { make } from '../dom.ts'
import { getPath, type Json } from '../json-paths.ts'
import { texts } from '../language/language.ts'
import { type Field, fields, isRemote } from './field.ts'

/** Whether a field needs the remote service with this value, or with any. `implied` are the fields that it needs. */
export const needsRemote = (field: Field, implied: Json = {}, value?: unknown): boolean =>
  isRemote(field, value) ||
  [...fields.values()].some((other) => {
    const set = getPath(implied, other.path)
    return set !== undefined && isRemote(other, set)
  })

/** What is written behind a value that needs the remote service. */
export const suffix = (field: Field, value: unknown): string =>
  isRemote(field, value) ? ` · ${texts.form.remote}` : ''

/** A badge for what needs the remote service. */
export const badge = (): HTMLElement =>
  make('span', { className: 'tag', title: texts.form.needsRemote }, texts.form.remote)
