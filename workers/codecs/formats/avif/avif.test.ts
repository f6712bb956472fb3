import { describe, expect, it } from 'vitest'
import { be16, be32, file } from '../../../../test/unit/formats/decoder.ts'
import { displayP3Profile } from '../../shared/rgb-profiles.ts'
import { readAvif } from './header.ts'

const text = (characters: string) => new TextEncoder().encode(characters)
const box = (type: string, ...parts: ArrayLike<number>[]) => {
  const body = file(...parts)
  return file(be32(8 + body.length), text(type), body)
}
const full = new Uint8Array(4)
const ispe = (width: number, height: number) => box('ispe', full, be32(width, height))
const nclx = (primaries: number, transfer: number) =>
  box('colr', text('nclx'), be16(primaries, transfer, 1), new Uint8Array([0x80]))
const clap = (...fractions: number[]) => box('clap', be32(...fractions))
const P3 = nclx(12, 13)
const SRGB = nclx(1, 13)

interface Made {
  properties: Uint8Array[]
  /** The numbers of the properties of the items 1, 2 and so on. */
  items: number[][]
  primary: number
  /** With the longer fields of later versions. */
  wide?: boolean
}

function avif({ properties, items, primary, wide = false }: Made): Uint8Array {
  const entries = items.flatMap((numbers, i) => [
    wide ? be32(i + 1) : be16(i + 1),
    new Uint8Array([numbers.length]),
    wide ? be16(...numbers.map((n) => n | 0x8000)) : new Uint8Array(numbers.map((n) => n | 0x80)),
  ])
  const version = wide ? [1, 0, 0, 1] : full
  const pitm = box('pitm', version, wide ? be32(primary) : be16(primary))
  const ipma = box('ipma', version, be32(items.length), ...entries)
  const iprp = box('iprp', box('ipco', ...properties), ipma)
  return file(box('ftyp', text('avif'), full, text('avif')), box('meta', full, pitm, iprp))
}

describe('the properties of an AVIF are those of its primary item', () => {
  it.each([false, true])('with long fields: %s', (wide) => {
    const properties = [P3, ispe(900, 900), SRGB, ispe(64, 48), box('irot', new Uint8Array([1]))]
    const items = [[1, 2], [3, 4, 5]] // biome-ignore format: a table
    const second = readAvif(avif({ properties, items, primary: 2, wide }))
    expect(second).toMatchObject({ width: 64, height: 48, orientation: { value: 8 } })
    expect(second).toMatchObject({ convertToSrgb: false })
    expect(second).not.toHaveProperty('profile')
    const first = readAvif(avif({ properties, items, primary: 1, wide }))
    expect(first).toMatchObject({ width: 900, height: 900, orientation: { value: 1 } })
    expect(first).toMatchObject({ convertToSrgb: false, profile: displayP3Profile() })
  })

  it('and all, if the item has none', () => {
    const made = { properties: [ispe(64, 48), P3], items: [[1]], primary: 9 }
    expect(readAvif(avif(made))).toMatchObject({ width: 64, profile: displayP3Profile() })
  })
})

describe('the clean aperture of an AVIF of 64 x 48', () => {
  const read = (...fractions: number[]) =>
    readAvif(avif({ properties: [ispe(64, 48), clap(...fractions)], items: [[1, 2]], primary: 1 }))
  const stored = { width: 64, height: 48 }

  it.each([
    ['from the corner', [40, 1, 30, 1, -12, 1, -9, 1], { x: 0, y: 0 }],
    ['within', [80, 2, 30, 1, -4, 2, 3, 1], { x: 10, y: 12 }],
  ])('%s is the image', (_, fractions, at) => {
    expect(read(...fractions)).toMatchObject({
      width: 40,
      height: 30,
      aperture: { ...at, stored },
    })
  })

  it.each([
    ['of half a pixel', [81, 2, 30, 1, 0, 1, 0, 1]],
    ['of a zero', [40, 0, 30, 1, 0, 1, 0, 1]],
    ['of no pixels', [0, 1, 30, 1, 0, 1, 0, 1]],
    ['beyond the image', [40, 1, 30, 1, 13, 1, 0, 1]],
    ['as large as the image', [64, 1, 48, 1, 0, 1, 0, 1]],
  ])('%s is ignored', (_, fractions) => {
    expect(read(...fractions)).toMatchObject(stored)
    expect(read(...fractions)).not.toHaveProperty('aperture')
  })
})
