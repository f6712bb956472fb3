import { Ajv } from 'ajv'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { validate } from '../../src/request/validate.ts'
import json from '../../src/schema.json'
import type { DarkroomError } from '../../src/shared/errors.ts'
import { brokenRequests, requests, url } from './requests.ts'

// Strict, but for Darkroom's annotations and for types of which a field has several.
const ajv = new Ajv({ allowUnionTypes: true, strictTypes: true })
ajv.addKeyword('x-darkroom')
const compiled = ajv.compile(json)

/** Ajv calls `valueOf` and `toString` of what it compares with the objects of a choice, none of which has them. */
function isValid(request: unknown): boolean {
  try {
    return compiled(request)
  } catch {
    return false
  }
}

/** The field for which the library refuses a request; undefined if it takes it. */
function refusal(request: unknown): string | undefined {
  try {
    validate(request)
    return undefined
  } catch (error) {
    return String((error as DarkroomError).path)
  }
}

/** What JSON Schema cannot say: the names of paper, and the range of a number in a string. */
function isUntold(path: string, request: unknown): boolean {
  const value = path.split('.').reduce((inner, key) => (inner as never)?.[key], request)
  return typeof value === 'string' && (path === 'print_size' || /^\s*-?\d/.test(value))
}

function agree(request: unknown): void {
  const path = refusal(request)
  if (path !== undefined && isUntold(path, request)) return
  expect({ request, isValid: isValid(request) }).toEqual({ request, isValid: path === undefined })
}

it('takes what the library takes', () => {
  fc.assert(fc.property(requests, agree), { numRuns: 3000 })
})

it('refuses what the library refuses', () => {
  fc.assert(fc.property(brokenRequests, agree), { numRuns: 10_000 })
})

/** Values of fields as callers write them, and as they mistake them. */
const values: Record<string, unknown[]> = {
  url: [url, ' HTTPS://a.example/b', 'base64,AA', 'blob:x', 'photo.jpg', '', 3, null],
  urls: [[url], [], [null], url, null],
  target: ['storage://shop/out', 'Storage://shop', 'storage://', 'shop', null],
  width: [1, 1.5, 0.5, 0.4, 1e30, 0, -1, '200%', '2x', ' 12.5 % ', '1.5', '0', '0%', '1e3', true, [], {}, null], // biome-ignore format: a row
  min_length: [1, 0, 1.5, '3', '3.0', '3.5', '-3', '3%'],
  padding: [0, '0', '0%', -1, -0.3, 1e-14, '5%', '5.5%', '5.5'],
  sizes: [[320, '640'], [], [320, 320], [0], ['50%'], 320, [1.5], Array.from({ length: 21 }, (_, i) => i + 1), null], // biome-ignore format: a row
  fit: ['crop', 'fill', {}, { crop: 'item' }, { crop: 'top' }, { crop: 'item', x: 1 }, { valueOf: false }, { toString: 1 }, [], null], // biome-ignore format: a row
  crop: [{ x: -1.5, y: '2.5', width: 3.5, height: 4 }, { x: -1, y: '2%', width: 3, height: '4%' }, { x: 0, y: 0, width: 0, height: 1 }, { x: 1 }, {}, 'crop', [], null], // biome-ignore format: a row
  rotate: [0, 90, 270, '180', 45, -90, 360, '90.0', true, null],
  flip: ['both', 'x', '', null],
  enhancements: [['light'], [], ['sepia'], 'light', [null]],
  background: [
    { color: 'AUTO' },
    { color: 'fff' },
    { color: '#ffff' },
    { color: '#fffff' },
    { color: 'ffffff80' },
    { color: '#fffffff' },
    { color: 'red' },
    {},
    [],
    ...[
      { x: 0, y: -1, width: 1, height: '5%' },
      { x: 0, y: 0, width: 0, height: 1 },
      { x: 1 },
      {},
      null,
      3,
    ].map((box) => ({ keep: [box] })),
    { keep: [] },
    { erase: {} },
  ],
  caption: [{ position: 'rb' }, { position: 'BR' }, { position: 'LL' }, { position: 'center' }],
  max_file_size: [1, 0, 0.5, '500 kb', '2.5MB', '0 kb', '5 tb', 'small', null],
  print_reorientation: [true, 'false', 'yes', 1, 0],
  upscale_strength: [1, 9, 10, 0, 1.5, '4'],
  output_format: ['jpg', 'JPG', 'gif', null],
  quality: [0, 100, 101, '90', 90.5],
  preset: ['auto_enhance', 'x'.repeat(100), 'x'.repeat(101), 1],
  placement: [{ coordinates: [1, 2] }, { coordinates: [1] }, { coordinates: [1, 2, 3] }],
  webhooks: [
    { complete: 'https://a.example' },
    { complete: 'ftp://a.example' },
    'https://a.example',
  ],
  unknown: [1],
}

it.each(Object.entries(values))('agrees with the library on %s', (field, all) => {
  for (const value of all) agree({ [field]: value })
})

it('is JSON of an object', () => {
  for (const request of [null, [], 'a', 1]) agree(request)
})
