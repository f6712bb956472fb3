const FIELDS = [
  'width',
  'height',
  'min_length',
  'max_length',
  'fit',
  'padding',
  'background',
  'enhancements',
  'light_parameters',
  'upscale_parameters',
  'print_size',
  'dpi',
  'caption',
  'output_format',
  'quality',
  'max_file_size',
  'preset',
  'target',
  'webhook_url',
  'no_such_field',
]

/** A small request whose other fields hold values of any type, some of them right. */
export function nonsense(random: () => number): object {
  const below = (limit: number) => Math.floor(random() * limit)
  const value = (depth = 0): unknown => {
    const kinds = [
      () => below(5000) - 100,
      () => random() * 2,
      () => `${below(300)}%`,
      () => ['auto', 'crop', 'canvas', 'A4', 'jpeg', 'light', 'storage://none/', ''][below(8)],
      () => String.fromCodePoint(...Array.from({ length: below(40) }, () => 32 + below(60_000))),
      () => 'x'.repeat(below(20_000)),
      () => [null, true, false, 1e300, -0][below(5)],
      () => Array.from({ length: below(5) }, () => value(depth + 1)),
      () => Object.fromEntries(Array.from({ length: below(4) }, () => [field(), value(depth + 1)])),
    ]
    return kinds[below(depth > 3 ? 7 : kinds.length)]?.()
  }
  const field = () => FIELDS[below(FIELDS.length)] as string
  const fields = Array.from({ length: 1 + below(4) }, () => [field(), value()])
  return { url: PIXEL, ...Object.fromEntries(fields) }
}

/** A GIF of one pixel. */
const PIXEL = 'base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=='
