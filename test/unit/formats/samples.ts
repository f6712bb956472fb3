import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { DecodedImage } from '../../../workers/codecs/formats/shared/format.ts'
import { distance, type Sample } from '../../grid.ts'

const folder = new URL('../../../../shared/data/formats/good/', import.meta.url)
const broken = new URL('../bad/', folder)
const LEVELS = 4

/** The good files of a format beside the project; none where there is no such folder. */
export function samples(format: string): Sample[] {
  const manifest = new URL('manifest.json', folder)
  if (!existsSync(fileURLToPath(manifest))) return []
  const all: Sample[] = JSON.parse(readFileSync(manifest, 'utf8'))
  return all.filter((sample) => sample.format === format)
}

export const read = ({ file }: Sample) => new Uint8Array(readFileSync(new URL(file, folder)))

/** The broken files beside the project whose names match; none where there is no such folder. */
export function brokenFiles(name: RegExp) {
  if (!existsSync(fileURLToPath(broken))) return []
  const names = readdirSync(broken).filter((file) => name.test(file))
  return names.map((file) => ({ file, bytes: new Uint8Array(readFileSync(new URL(file, broken))) }))
}

/** Fails where the size differs at all, or a premultiplied mean by more than 4 levels. */
export function expectSample({ width, height, data: pixels }: DecodedImage, sample: Sample) {
  expect([width, height]).toEqual([sample.width, sample.height])
  expect(pixels.length).toBe(width * height * 4)
  if (sample.compare === 'size') return
  expect(distance({ width, height, pixels }, sample)).toBeLessThanOrEqual(LEVELS)
}

/** Cuts a file off at 40 places before `needed` bytes: every one of them must throw an Error. */
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
