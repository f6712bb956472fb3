import { expect, it } from 'vitest'
import {
  type BlockFormat,
  decodeBlocks,
} from '../../../workers/codecs/shared/block-compression/bcn.ts'
import blocks from './blocks.json'

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))

it.each(blocks)(
  'a $kind block $block is what another decoder makes of it',
  ({ kind, ...block }) => {
    const data = decodeBlocks(hex(block.block), 0, 4, 4, kind as BlockFormat)
    const expected = hex(block.pixels)
    const worst = Math.max(...data.map((value, i) => Math.abs(value - (expected[i] as number))))
    expect(worst).toBeLessThanOrEqual(1)
  },
)

it('blocks are cut at the edges of a picture', () => {
  const red = [0x00, 0xf8, 0, 0, 0, 0, 0, 0]
  const blue = [0x1f, 0, 0, 0, 0, 0, 0, 0]
  const data = decodeBlocks(new Uint8Array([...red, ...blue]), 0, 5, 1, 'bc1')
  expect([...data]).toEqual([...Array(4).fill([255, 0, 0, 255]).flat(), 0, 0, 255, 255])
})

it('too few blocks are an error, before anything is allocated', () => {
  expect(() => decodeBlocks(new Uint8Array(8), 0, 65_536, 65_536, 'bc1')).toThrow(RangeError)
})
