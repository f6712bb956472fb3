import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findData } from '../../../scripts/lib/shared-data.mjs'
import type { DecodedImage } from '../../../workers/codecs/shared/decoder.ts'
import { distance, type Sample } from '../../grid.ts'
import { missing } from '../../missing.ts'

const good = findData('formats/good') as string
const bad = findData('formats/bad') as string
const all: Sample[] = JSON.parse(readFileSync(join(good, 'manifest.json'), 'utf8'))
const LEVELS = 4

/** Returns the valid files of a format. */
export const samplesOf = (format: string) => all.filter((sample) => sample.format === format)

/** Returns the valid files of a format, to define tests. If there is none, defines a skipped test. */
export function samples(format: string): Sample[] {
  const found = samplesOf(format)
  if (found.length === 0)
    it(`decodes ${format}`, (test) => test.skip(missing(`formats/good (a file of ${format})`)))
  return found
}

export const read = ({ file }: Sample) => new Uint8Array(readFileSync(join(good, file)))

/** Returns the broken files with matching names, to define tests. If there is none, defines a skipped test. */
export function brokenFiles(name: RegExp) {
  const names = readdirSync(bad).filter((file) => name.test(file))
  if (names.length === 0)
    it(`refuses ${name}`, (test) => test.skip(missing(`formats/bad (a file ${name})`)))
  return names.map((file) => ({ file, bytes: new Uint8Array(readFileSync(join(bad, file))) }))
}

/** Fails if the size differs, or if a premultiplied mean differs by more than 4 levels. */
export function expectSample({ width, height, data: pixels }: DecodedImage, sample: Sample) {
  expect([width, height]).toEqual([sample.width, sample.height])
  expect(pixels.length).toBe(width * height * 4)
  if (sample.compare === 'size') return
  expect(distance({ width, height, pixels }, sample)).toBeLessThanOrEqual(LEVELS)
}

/** Truncates a file at 40 places before `needed` bytes. Decoding must throw an Error each time. */
export async function expectCutsToThrow(
  bytes: Uint8Array,
  decode: (cut: Uint8Array) => unknown,
  needed = bytes.length,
) {
  for (let i = 0; i < 40; i++) {
    const cut = bytes.slice(0, Math.floor((needed * i) / 40))
    await expect(async () => decode(cut), `cut at ${cut.length}`).rejects.toThrow(Error)
  }
}
