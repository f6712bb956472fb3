import { readdirSync } from 'node:fs'
import { findData } from '../../scripts/lib/shared-data.mjs'

const masks = (folder, filter) => {
  const found = findData(folder)
  return (found ? readdirSync(found) : [])
    .filter((name) => name.endsWith('.png') && filter.test(name))
    .sort()
    .map((name) => `/shared-data/${folder}/${name}`)
}

const files = [
  ...masks('cutout', /\.out\.png$/),
  ...masks('matting/people', /./),
  ...masks('matting/things', /^caltech-/).filter((_, i) => i % 14 === 0),
]

/**
 * Paths of images whose true alpha is known, in such a page: cut-outs, portraits, things of 101 kinds. Every second one:
 * the others are those that rules are chosen on.
 */
export const judgedOn = files.filter((_, i) => i % 2 === 1)
