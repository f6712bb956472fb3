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
 * Paths of images with an alpha, in such a page: cut-outs, portraits, and things with the masks of a network. Every second
 * one: the others are those that rules are chosen on.
 */
export const judgedOn = files.filter((_, i) => i % 2 === 1)
