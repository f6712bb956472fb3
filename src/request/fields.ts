import * as v from 'valibot'

/** What a field's schema expects, as its error messages say it. */
type Expected = string

/** No number, size or name is longer. Checked before anything reads the text: it may have megabytes. */
const LONGEST_VALUE = 100
export const LONGEST_URL = 65_536

const isAtMost = (length: number, value: unknown): boolean =>
  typeof value !== 'string' || value.length <= length

export const isShort = (value: unknown) => isAtMost(LONGEST_VALUE, value)

export const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value))

/** A check by a function that the JSON Schema of requests knows. */
const known = <T>(requirement: (value: unknown) => boolean, expected: Expected) =>
  v.check<T, Expected>(requirement, expected)

/** A number from `min` to `max`, or a numeric string: clients send both. */
export const number = (min: number, max: number, expected: Expected) =>
  v.pipe(
    v.union([v.number(), v.string()], expected),
    known(isShort, expected),
    known(isNumeric, expected),
    v.transform(Number),
    // The range as data too, for the JSON Schema.
    { ...v.check((value: number) => value >= min && value <= max, expected), min, max },
  )

export const integer = (min: number, max: number, expected: Expected) =>
  v.pipe(number(min, max, expected), known(Number.isInteger, expected))

/** A boolean, or a boolean as a form sends it. */
export const boolean = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])], 'true or false'),
  v.transform((value) => String(value) === 'true'),
)

export const oneOf = <const T extends readonly string[]>(names: T) =>
  v.picklist(names, `one of ${names.join(', ')}`)

const ROTATIONS = [0, 90, 180, 270] as const

/** Degrees. */
export const rotation = v.pipe(
  v.picklist([...ROTATIONS, ...ROTATIONS.map(String)], `one of ${ROTATIONS.join(', ')}`),
  v.transform((value) => Number(value) as (typeof ROTATIONS)[number]),
)

export const isDistinct = (values: number[]): boolean => new Set(values).size === values.length

export const text = v.string('a string')

/** A name, of which messages repeat at most so much. */
export const name = (expected: Expected) => v.pipe(v.string(expected), known(isShort, expected))

export const matching = (pattern: RegExp, expected: Expected) =>
  v.pipe(
    v.string(expected),
    v.check((value) => isAtMost(LONGEST_URL, value), expected),
    v.regex(pattern, expected),
  )

export const webAddress = v.pipe(
  v.string('an http(s) URL'),
  v.check(
    (value) => isAtMost(LONGEST_URL, value),
    `an http(s) URL of at most ${LONGEST_URL} characters`,
  ),
  v.check((value) => /^https?:\/\//i.test(value) && URL.canParse(value), 'an http(s) URL'),
)

const amountOf = (length: number | string) => Number.parseFloat(String(length))

/** Pixels, as a number or a numeric string, rounded to whole ones; or `"<n>%"`. */
const length = (min: number, expected: Expected) =>
  v.pipe(
    v.union([v.number(), v.string()], expected),
    known(isShort, expected),
    v.transform((value) => (typeof value === 'string' ? value.trim() : value)),
    v.check((value) => typeof value === 'number' || /^-?\d+(\.\d+)?\s*%?$/.test(value), expected),
    v.check((value) => amountOf(value) >= min, expected),
    v.check((value) => Number.isFinite(amountOf(value)), expected),
    v.transform((value) =>
      String(value).endsWith('%')
        ? (`${amountOf(value)}%` as const)
        : // The sum has no negative zero.
          Math.round(Number(value)) + 0,
    ),
  )

const DIMENSION = 'a positive number of pixels or a "<n>%" string'

/** Less than half a pixel is none. */
export const dimension = v.pipe(
  length(Number.MIN_VALUE, DIMENSION),
  v.check((length) => length !== 0, DIMENSION),
)
/** From a corner, beyond it too. */
export const offset = length(Number.NEGATIVE_INFINITY, 'a number of pixels or a "<n>%" string')
export const margin = length(0, 'a number of pixels or a "<n>%" string, 0 or more')

const units = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }
const FILE_SIZE = 'a number of bytes or a string such as "500 kb", "2.5mb", "1gb"'

/** Bytes, or a string with a unit. */
export const fileSize = v.pipe(
  v.union([v.number(), v.string()], FILE_SIZE),
  known(isShort, FILE_SIZE),
  v.transform((value) => {
    const [, number = '', unit = 'b'] =
      /^\s*(\d+(?:\.\d+)?)\s*([kmg]?b)?\s*$/i.exec(String(value)) ?? []
    return Math.floor(Number(number) * units[unit.toLowerCase() as keyof typeof units])
  }),
  v.check((bytes) => bytes >= 1 && Number.isSafeInteger(bytes), FILE_SIZE),
)

const COLOR = '"auto", "transparent" or a hex color such as #FFFFFF or #FFFFFF80'

/** `auto`, `transparent`, or `#RRGGBB` or `#RRGGBBAA` in capitals. */
export const color = v.pipe(
  v.string(COLOR),
  known(isShort, COLOR),
  v.check(
    (value) => /^(auto|transparent|#?([0-9a-f]{3,4}|([0-9a-f]{2}){3,4}))$/i.test(value.trim()),
    COLOR,
  ),
  v.transform((value): 'auto' | 'transparent' | `#${string}` => {
    const name = value.trim().toLowerCase()
    if (name === 'auto' || name === 'transparent') return name
    const typed = name.replace('#', '').toUpperCase()
    const digits = typed.length < 6 ? typed.replace(/./g, '$&$&') : typed
    const [rgb, alpha] = [digits.slice(0, 6), digits.slice(6)]
    return alpha === '00' ? 'transparent' : `#${alpha === 'FF' ? rgb : digits}`
  }),
)

const POSITION = 'two letters, one of L, M, R and one of T, M, B, such as RB'

/** A position in an image: the horizontal letter, then the vertical one. */
export const position = v.pipe(
  v.string(POSITION),
  known(isShort, POSITION),
  v.transform((value) => value.trim().toUpperCase()),
  v.check((value) => /^([LMR][TMB]|[TMB][LMR])$/.test(value), POSITION),
  v.transform((value) => (/^[LR]|[TB]$/.test(value) ? value : `${value[1]}${value[0]}`)),
)
