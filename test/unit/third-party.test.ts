import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const text = read('THIRD_PARTY.md')
const magick = 'node_modules/@imagemagick/magick-wasm'

/** Libraries under the LGPL, as they are called in the notice. */
const LIBRARIES = { libraw: 'raw', libheif: 'heif', libde265: 'de265', liblqr: 'lqr', glib: 'glib' }

it.each(Object.entries(LIBRARIES))(
  'the version of %s is the one in magick.wasm',
  (name, inNotice) => {
    const stated = new RegExp(`\\| ${name} \\| ([\\d.]+) \\|`).exec(text)?.[1]
    const [, shipped] =
      new RegExp(`^\\[ ${inNotice} ([\\d.]+) `, 'm').exec(read(`${magick}/NOTICE`)) ?? []
    expect(shipped).toBeDefined()
    expect(stated).toBe(shipped)
  },
)

it('no other library in it is under the LGPL', () => {
  const parts = read(`${magick}/NOTICE`).split(/^(?=\[ \S+ [\d.-]+ )/m)
  const under = parts.filter((part) =>
    /^\s+GNU (LESSER|LIBRARY) GENERAL PUBLIC LICENSE/m.test(part),
  )
  const names = under.map((part) => /^\[ (\S+)/.exec(part)?.[1])
  expect(names.sort()).toEqual(Object.values(LIBRARIES).sort())
})

it('the versions of magick-wasm and of what it is built from are those that are installed', () => {
  const { version, devDependencies } = JSON.parse(read(`${magick}/package.json`))
  expect(text).toContain(`@imagemagick/magick-wasm ${version}`)
  expect(text).toContain(`@dlemstra/magick-native ${devDependencies['@dlemstra/magick-native']}`)
})
