import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readExrHeader } from './header.ts'

const folder = new URL('../../../../test/fixtures/made/', import.meta.url)
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)))

it.each(readdirSync(folder).filter((name) => name.endsWith('.exr')))('%s has a header', (name) => {
  expect(readExrHeader(read(name)).channels.map(({ name }) => name)).toEqual(['B', 'G', 'R'])
})

it('a list of channels that ends before its stated length is refused, on which three.js reads for ever', () => {
  const damaged = read('bright-piz.exr')
  // The third channel loses its name, which ends the list.
  damaged[64] = 0
  expect(() => readExrHeader(damaged)).toThrow('list of channels')
})
