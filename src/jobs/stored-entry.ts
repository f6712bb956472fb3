import * as v from 'valibot'
import { priorities } from '../shared/priority.ts'
import type { StoredEntry } from './job-state.ts'

const text = v.string()
const number = v.pipe(v.number(), v.finite())
/** Milliseconds since 1970: beyond this, dates end. */
const time = v.pipe(v.number(), v.minValue(0), v.maxValue(8e15))
/** Fields that only a later build knows are kept. */
const object = v.looseObject
const optional = v.optional

const tombstone = object({ id: text, deleted: number })

const details = object({
  steps: v.array(object({ operation: text, ms: number })),
  target: optional(object({ path: text, url: optional(text) })),
  webhook: optional(
    v.array(
      object({
        url: text,
        outcome: v.picklist(['pending', 'sent', 'sent, unconfirmed', 'given up']),
        attempts: number,
      }),
    ),
  ),
})

const job = object({
  id: text,
  order: time,
  status: v.picklist(['received', 'not_started', 'in_progress', 'complete']),
  priority: optional(v.picklist(priorities)),
  warnings: v.array(object({ code: text, message: text, path: optional(text) })),
  details: optional(details),
  error: optional(object({ name: text, code: text, message: text, status: number, path: optional(text) })), // biome-ignore format: a line
  remote: optional(object({ to: text, posted: v.boolean(), job: optional(text), open: optional(text) })), // biome-ignore format: a line
  file: optional(object({ name: text, type: text, bytes: number })),
  sizes: optional(v.array(object({ name: text, width: number, height: number, bytes: number, url: optional(text) }))), // biome-ignore format: a line
  attempts: optional(number),
  page: optional(text),
  source: optional(v.union([object({ name: text, bytes: number }), object({ name: text, url: text })])), // biome-ignore format: a line
  steps: optional(object({ key: text, madeBy: text, bytes: number })),
  writing: optional(v.boolean()),
  finished: optional(time),
  items: optional(v.array(text)),
  parent: optional(text),
  index: optional(number),
  original_url: optional(v.nullable(text)),
  settled: optional(v.boolean()),
})

const entry = v.union([tombstone, job])

/** Whether this build can read what lies in the database: another script, or another build, may have written it. */
export const isReadable = (stored: unknown): stored is StoredEntry => v.is(entry, stored)
