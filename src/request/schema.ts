import * as v from 'valibot'
import { namesSource } from '../sources/resolve.ts'
import { isPixelSource } from '../sources/source.ts'

/** A length: pixels, pixels as a numeric string, or a share of the source's own dimension. */
const length = v.pipe(
  v.union([v.number(), v.string()]),
  v.check((value) => (/^\d+$/.test(String(value).trim()) ? Number(value) > 0 : isPercent(value))),
  v.transform(toLength),
)

const quality = v.pipe(
  v.union([v.number(), v.string()]),
  v.check((value) => /^\d+$/.test(String(value).trim()) && Number(value) <= 100),
  v.transform(Number),
)

const source = v.union([
  v.pipe(v.string(), v.check(namesSource)),
  v.custom<Blob | ImageBitmap | ImageData>(isPixelSource),
])

/** One field: what it takes, and the words for that in an error. */
const field = <S extends v.GenericSchema>(schema: S, expected: string) => ({ schema, expected })

/** The fields that are built. A request's types are inferred from here. */
export const fields = {
  url: field(
    source,
    'an http(s) URL, a data: URL, "base64,<data>", a Blob, File, ImageBitmap or ImageData',
  ),
  width: field(length, 'a positive number of pixels or a "<n>%" string'),
  height: field(length, 'a positive number of pixels or a "<n>%" string'),
  output_format: field(v.picklist(['jpeg', 'jpg', 'png', 'webp']), 'one of jpeg, jpg, png, webp'),
  quality: field(quality, 'an integer from 0 to 100'),
  upscale_parameters: field(
    v.object({ type: v.nullish(v.picklist(['v1', 'text_x4']), 'v1') }),
    '{ "type": "v1" } or { "type": "text_x4" }',
  ),
}

/** Fields of the interface that are refused by name until they are built. */
export const fieldsNotBuilt = [
  'urls',
  'target',
  'min_length',
  'max_length',
  'generative_upscale',
  'upscale_strength',
  'fit',
  'padding',
  'enhancements',
  'denoise_parameters',
  'deblur_parameters',
  'light_parameters',
  'color_parameters',
  'white_balance_parameters',
  'face_enhance_parameters',
  'background',
  'print_size',
  'dpi',
  'print_reorientation',
  'caption',
  'max_file_size',
  'safe',
  'nsfw_parameters',
  'preset',
  'model_type',
  'adapter_type',
  'webhooks',
  'webhook_url',
  'placement',
  'image_app',
] as const

type Fields = typeof fields
/** What a caller may write. Null and undefined count as absent. */
export type ProcessingRequest = { [K in keyof Fields]?: v.InferInput<Fields[K]['schema']> | null }
/** What passed the schema. */
export type ValidRequest = { [K in keyof Fields]?: v.InferOutput<Fields[K]['schema']> }

export interface Length {
  unit: 'px' | '%'
  value: number
}

function isPercent(value: string | number): boolean {
  return /^\s*\d+(\.\d+)?\s*%\s*$/.test(String(value)) && Number.parseFloat(String(value)) > 0
}

function toLength(value: string | number): Length {
  return { unit: String(value).includes('%') ? '%' : 'px', value: Number.parseFloat(String(value)) }
}
