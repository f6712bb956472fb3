import { expect, it } from 'vitest'
import {
  decodesGoodFiles,
  file,
  le32,
  pixels,
  times,
} from '../../../../test/unit/formats/decoder.ts'
import { expectCutsToThrow } from '../../../../test/unit/formats/samples.ts'
import { sniff } from '../../formats.ts'
import * as wal from './decode.ts'

decodesGoodFiles('WAL', wal)

const of = (width: number, height: number, ...data: number[]) =>
  file('e1u1/wall', times(23), le32(width, height, 100, 102, 102, 102), times(44), data)

it('reads indices in the palette of the game', () => {
  const bytes = of(2, 1, 0, 15)
  expect(sniff(bytes)).toBe('wal')
  expect(pixels(wal.decode(bytes))).toEqual([
    [1, 1, 1, 255],
    [60, 60, 60, 255],
  ])
})

it('refuses other files and what is cut off', async () => {
  expect(sniff(times(200))).not.toBe('wal')
  expect(() => wal.decode(of(0, 1))).toThrow('0 x 1')
  await expectCutsToThrow(of(2, 1, 0, 15), wal.decode)
})
