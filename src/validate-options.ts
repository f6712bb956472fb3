import * as v from 'valibot'
import type { DarkroomOptions } from './options.ts'
import { DarkroomError, unexpected } from './shared/errors.ts'
import { nearest } from './shared/nearest.ts'

const FUNCTION = 'a function'
const functionSchema = v.custom((value) => typeof value === 'function', FUNCTION)
const url = v.pipe(v.string('a URL as a string'), v.nonEmpty('a URL as a string'))
const positive = v.pipe(
  v.number('a positive number'),
  v.finite('a positive number'),
  v.minValue(Number.MIN_VALUE, 'a positive number'),
)
const bytes = v.pipe(v.number('a number'), v.minValue(0, '0 or more'))
const object = <const E extends v.ObjectEntries>(entries: E) =>
  v.optional(v.strictObject(entries, 'an object'))

const storage = v.looseObject({ read: functionSchema, write: functionSchema }, 'a storage')
const reason = v.picklist(['too-large', 'unsupported'], 'too-large or unsupported')

const schema = v.strictObject(
  {
    workers: v.optional(positive),
    provider: v.optional(v.picklist(['auto', 'webgpu', 'wasm'], 'one of auto, webgpu, wasm')),
    precision: v.optional(v.picklist(['auto', 'fp32'], 'auto or fp32')),
    limits: object({
      decodedPixels: v.optional(positive),
      outputPixels: v.optional(positive),
      outputSide: v.optional(positive),
      decodeSeconds: v.optional(positive),
    }),
    queue: object({ limit: v.optional(positive) }),
    remote: object({
      baseUrl: v.string('a URL as a string'),
      apiKey: v.string('a string'),
      confirm: v.optional(functionSchema),
      also: v.optional(v.union([reason, v.array(reason)], 'too-large, unsupported or both')),
    }),
    account: v.optional(v.looseObject({}, 'an object')),
    keys: v.optional(
      v.union([v.array(v.string()), functionSchema], 'an array of strings or a function'),
    ),
    storages: v.optional(v.record(v.string(), storage, 'an object of storages')),
    persist: v.optional(v.boolean('true or false')),
    database: v.optional(v.pipe(v.string('a name'), v.nonEmpty('a name'))),
    memory: object({ bytes }),
    quota: object({ bytes }),
    cache: v.optional(v.union([v.literal(false), v.strictObject({ bytes })], 'false or { bytes }')),
    models: v.optional(
      v.union([url, v.looseObject({})], 'models by name or the URL of a models.json'),
    ),
    assetsUrl: v.optional(url),
    postscript: v.optional(url),
    svg: object({ resvg: url, fonts: v.optional(v.array(url, 'an array of URLs')) }),
    sources: object({ proxy: v.optional(url) }),
    fetch: v.optional(functionSchema),
  },
  'an object',
)

// Names a field that was added to the type, but not here.
schema satisfies { entries: Record<keyof DarkroomOptions, unknown> }

/** What other libraries call an option of ours. */
const otherNames: Record<string, string> = {
  device: 'provider',
  backend: 'provider',
  publicPath: 'assetsUrl',
  wasmPaths: 'assetsUrl',
  basePath: 'assetsUrl',
  concurrency: 'workers',
}

/** Options whose values no message shows. */
const SECRET = /^(account|keys|options|remote|storages)\b/

const withoutValue = (path: string, { message, input }: v.BaseIssue<unknown>) =>
  new DarkroomError(
    'BAD_REQUEST',
    `Expected ${message} for ${path} but received a ${typeof input}`,
    { path },
  )

/** @throws DarkroomError BAD_REQUEST with the option as `path`. */
export function validateOptions(options: unknown): asserts options is DarkroomOptions {
  const { issues } = v.safeParse(schema, options)
  if (!issues) return
  const [issue] = issues
  const path = v.getDotPath(issue) ?? 'options'
  if (isMissing(issue)) throw unexpected(path, 'a value', undefined)
  if (issue.expected === 'never') throw unknownOption(path, issue)
  if (SECRET.test(path)) throw withoutValue(path, issue)
  throw unexpected(path, issue.message, issue.input)
}

/** An object that lacks a field is reported with its own message. */
const isMissing = ({ type, received, path }: v.BaseIssue<unknown>) =>
  type.endsWith('object') && received === 'undefined' && path !== undefined

function unknownOption(path: string, issue: v.BaseIssue<unknown>): DarkroomError {
  const siblings = Object.keys(entriesAt(path.split('.').slice(0, -1)))
  const other = Object.hasOwn(otherNames, path) && otherNames[path]
  const advice = other
    ? `use ${other}`
    : `the nearest is ${nearest(String(issue.path?.at(-1)?.key), siblings)}`
  return new DarkroomError('BAD_REQUEST', `${path} is not an option: ${advice}`, { path })
}

/** The options beside one of this path. */
function entriesAt(path: string[]): v.ObjectEntries {
  return path.reduce<v.ObjectEntries>((entries, key) => {
    const inner = entries[key] as { wrapped?: { entries?: v.ObjectEntries } } | undefined
    return inner?.wrapped?.entries ?? {}
  }, schema.entries)
}
